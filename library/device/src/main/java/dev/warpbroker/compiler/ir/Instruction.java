package dev.warpbroker.compiler.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What a machine can do in one step, or nearly. */
public sealed interface Instruction {
    /** Offsets of memory accesses are smaller than this. */
    int MAX_OFFSET = 1 << 23;

    /** {@return the type of the result, if there is one} */
    default Type type() {
        return Type.VOID;
    }

    /** {@return the values it takes} */
    default List<Operand> operands() {
        return List.of();
    }

    /** {@return the same instruction on other operands} */
    default Instruction map(UnaryOperator<Operand> change) {
        return this;
    }

    /** {@return whether it gives the same result for the same operands, always, and does nothing else} */
    default boolean isPure() {
        return false;
    }

    /** {@return whether it must be executed even if nobody wants its result} */
    default boolean hasEffect() {
        return !isPure();
    }

    private static List<Operand> mapped(List<Operand> operands, UnaryOperator<Operand> change) {
        var result = new ArrayList<Operand>(operands.size());
        for (Operand operand : operands) {
            result.add(change.apply(operand));
        }
        return result;
    }

    private static List<Operand> addressAnd(List<Operand> values, Operand address) {
        var all = new ArrayList<Operand>(values.size() + 1);
        all.add(address);
        all.addAll(values);
        return all;
    }

    /** Arithmetic. */
    record Compute(Operator operator, Type type, List<Operand> operands) implements Instruction {
        public Compute {
            operands = List.copyOf(operands);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new Compute(operator, type, mapped(operands, change));
        }

        @Override
        public boolean isPure() {
            return true;
        }
    }

    /** One of two values. */
    record Select(Condition condition, Operand whenTrue, Operand whenFalse) implements Instruction {
        @Override
        public Type type() {
            return whenTrue.type();
        }

        @Override
        public List<Operand> operands() {
            return List.of(condition.left(), condition.right(), whenTrue, whenFalse);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new Select(condition.map(change), change.apply(whenTrue), change.apply(whenFalse));
        }

        @Override
        public boolean isPure() {
            return true;
        }
    }

    /** The eight bytes of a kernel parameter. */
    record Parameter(int index) implements Instruction {
        @Override
        public Type type() {
            return Type.LONG;
        }

        @Override
        public boolean isPure() {
            return true;
        }
    }

    /** A number that the machine keeps for each lane. */
    record Special(SpecialRegister register) implements Instruction {
        @Override
        public Type type() {
            return register.type();
        }

        @Override
        public boolean isPure() {
            return register.isConstant();
        }
    }

    /** The address of a variable in shared or local memory, within that space. */
    record AddressOf(Variable variable) implements Instruction {
        @Override
        public Type type() {
            return Type.LONG;
        }

        @Override
        public boolean isPure() {
            return true;
        }
    }

    /** Reads memory. */
    record Load(MemoryType memoryType, Access access, Operand address, int offset) implements Instruction {
        @Override
        public Type type() {
            return memoryType.type();
        }

        @Override
        public List<Operand> operands() {
            return List.of(address);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new Load(memoryType, access, change.apply(address), offset);
        }

        @Override
        public boolean isPure() {
            return access.space() == Space.TABLE;
        }

        @Override
        public boolean hasEffect() {
            return access.order() != Order.WEAK;
        }
    }

    /** Reads memory if a condition holds; else the result is zero. */
    record LoadIf(Condition condition, MemoryType memoryType, Access access, Operand address) implements Instruction {
        @Override
        public Type type() {
            return memoryType.type();
        }

        @Override
        public List<Operand> operands() {
            return List.of(condition.left(), condition.right(), address);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new LoadIf(condition.map(change), memoryType, access, change.apply(address));
        }

        @Override
        public boolean hasEffect() {
            return access.order() != Order.WEAK;
        }
    }

    /** Writes memory. */
    record Store(MemoryType memoryType, Access access, Operand address, int offset, Operand value)
            implements Instruction {
        @Override
        public List<Operand> operands() {
            return List.of(address, value);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new Store(memoryType, access, change.apply(address), offset, change.apply(value));
        }
    }

    /**
     * Reads neighbouring elements at once, in no order among them. It has no result; each {@link Element} of it has.
     *
     * @param count how many: 2 or 4, of together 8 or 16 bytes, which is what the address of the first is a multiple of
     */
    record LoadWide(MemoryType memoryType, int count, Access access, Operand address, int offset)
            implements Instruction {
        @Override
        public List<Operand> operands() {
            return List.of(address);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new LoadWide(memoryType, count, access, change.apply(address), offset);
        }
    }

    /** One of the elements that a {@link LoadWide} read. */
    record Element(Operand wide, int index, Type type) implements Instruction {
        @Override
        public List<Operand> operands() {
            return List.of(wide);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new Element(change.apply(wide), index, type);
        }

        @Override
        public boolean isPure() {
            return true;
        }
    }

    /** Writes neighbouring elements at once, in no order among them; their address is as that of a {@link LoadWide}. */
    record StoreWide(MemoryType memoryType, Access access, Operand address, int offset, List<Operand> values)
            implements Instruction {
        public StoreWide {
            values = List.copyOf(values);
        }

        @Override
        public List<Operand> operands() {
            return addressAnd(values, address);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new StoreWide(memoryType, access, change.apply(address), offset, mapped(values, change));
        }
    }

    /** Fills a variable in the lane's own memory with zeros. */
    record Clear(Variable variable) implements Instruction {}

    /** Fills a piece of the lane's own memory with zeros; its beginning and length are multiples of eight bytes. */
    record ClearAt(Operand address, int offset, int bytes) implements Instruction {
        @Override
        public List<Operand> operands() {
            return List.of(address);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new ClearAt(change.apply(address), offset, bytes);
        }
    }

    /** Reads and writes memory in one step; the result is what was read. */
    record Atomic(AtomicOperator operator, Type type, Access access, Operand address, int offset, List<Operand> values)
            implements Instruction {
        public Atomic {
            values = List.copyOf(values);
        }

        @Override
        public List<Operand> operands() {
            return addressAnd(values, address);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new Atomic(operator, type, access, change.apply(address), offset, mapped(values, change));
        }
    }

    /** Something that concerns other lanes or time. */
    record Machine(MachineOperator operator, List<Operand> operands) implements Instruction {
        public Machine {
            operands = List.copyOf(operands);
        }

        @Override
        public Type type() {
            return operator.type();
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new Machine(operator, mapped(operands, change));
        }
    }

    /** Puts a line into the log, or drops it if that is full. */
    record Log(int site, List<Operand> operands) implements Instruction {
        public Log {
            operands = List.copyOf(operands);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new Log(site, mapped(operands, change));
        }
    }

    /**
     * Waits for all lanes of the launch that have not ended; the lane ends if the launch is cancelled meanwhile.
     *
     * @param state two words of shared memory that are zero at first
     * @param site where the lane says that it ended
     */
    record GridBarrier(Variable state, int site) implements Instruction {}

    /**
     * Goes on if the condition holds; else the lane reports a fault and ends.
     *
     * @param detail a long that goes into the report
     */
    record Check(Condition condition, int site, Operand detail) implements Instruction {
        @Override
        public List<Operand> operands() {
            return List.of(condition.left(), condition.right(), detail);
        }

        @Override
        public Instruction map(UnaryOperator<Operand> change) {
            return new Check(condition.map(change), site, change.apply(detail));
        }
    }
}
