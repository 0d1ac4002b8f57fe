package dev.warpbroker.compiler.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** How a block ends. */
public sealed interface Terminator {
    /** {@return the edges that leave the block, each once} */
    default List<Edge> edges() {
        return List.of();
    }

    /** {@return the values it takes} */
    default List<Operand> operands() {
        return List.of();
    }

    /** {@return this end with other operands} */
    default Terminator map(UnaryOperator<Operand> change) {
        return this;
    }

    /** Control goes on in one place. */
    record Jump(Edge edge) implements Terminator {
        @Override
        public List<Edge> edges() {
            return List.of(edge);
        }
    }

    /** Control goes one of two ways. */
    record Branch(Condition condition, Edge yes, Edge no) implements Terminator {
        @Override
        public List<Edge> edges() {
            return List.of(yes, no);
        }

        @Override
        public List<Operand> operands() {
            return List.of(condition.left(), condition.right());
        }

        @Override
        public Terminator map(UnaryOperator<Operand> change) {
            return new Branch(condition.map(change), yes, no);
        }
    }

    /** Control goes the way of the key that equals the selector, or the default way. */
    record Switch(Operand selector, List<Case> cases, Edge otherwise) implements Terminator {
        /** One key and its way. */
        public record Case(int key, Edge edge) {}

        public Switch {
            cases = List.copyOf(cases);
        }

        @Override
        public List<Edge> edges() {
            var edges = new ArrayList<Edge>();
            for (Case one : cases) {
                edges.add(one.edge());
            }
            edges.add(otherwise);
            return edges;
        }

        @Override
        public List<Operand> operands() {
            return List.of(selector);
        }

        @Override
        public Terminator map(UnaryOperator<Operand> change) {
            return new Switch(change.apply(selector), cases, otherwise);
        }
    }

    /** The lane ends. */
    record Return() implements Terminator {}

    /**
     * The lane reports a fault and ends.
     *
     * @param site the number of the fault site, counted from 1; a variable if an exception is thrown again
     * @param detail a long that goes into the report
     */
    record Fail(Operand site, Operand detail) implements Terminator {
        @Override
        public List<Operand> operands() {
            return List.of(site, detail);
        }

        @Override
        public Terminator map(UnaryOperator<Operand> change) {
            return new Fail(change.apply(site), change.apply(detail));
        }
    }
}
