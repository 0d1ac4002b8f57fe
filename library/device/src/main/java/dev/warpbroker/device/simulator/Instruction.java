package dev.warpbroker.device.simulator;

import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * One decoded instruction. Operands are rows of the register file; immediates, parameters and constant special
 * registers have rows of their own, so that every operand is read in the same way.
 */
sealed interface Instruction {
    /** An instruction that every lane executes on its own and then goes on to the next. */
    sealed interface Data extends Instruction {}

    /** An instruction for which all lanes that a mask names wait for each other. */
    sealed interface WarpWide extends Instruction {
        int members();
    }

    record Unary(int target, int source, LongUnaryOperator operation) implements Data {}

    record Binary(int target, int left, int right, LongBinaryOperator operation) implements Data {}

    /** An integer division: PTX leaves the result for a zero divisor open, so it counts as never written. */
    record Division(int target, int left, int right, PtxType type, LongBinaryOperator operation) implements Data {}

    record Ternary(int target, int first, int second, int third, TernaryOperation operation) implements Data {}

    /** Reads %clock64 or %globaltimer. */
    record Clock(int target) implements Data {}

    /**
     * A load.
     *
     * @param constant whether the memory is said not to change while kernels run
     */
    record Load(int target, int base, long offset, Access access, boolean constant) implements Data {}

    record Store(int base, long offset, int source, Access access) implements Data {}

    /** A load of neighbouring elements, aligned to their size together; in which order is open. */
    record LoadVector(List<Integer> targets, int base, long offset, Access access, boolean constant) implements Data {}

    /** A store of neighbouring elements, aligned to their size together. */
    record StoreVector(int base, long offset, List<Integer> sources, Access access) implements Data {}

    /** An atomic update; {@code second} is the new value of a compare-and-swap and {@code first} the expected one. */
    record Atomic(int target, int base, long offset, int first, int second, Access access, AtomicUpdate update)
            implements Data {}

    record Fence(boolean sequential) implements Data {}

    record ActiveMask(int target) implements Data {}

    record Sleep(int nanos) implements Instruction {}

    record Branch(int destination) implements Instruction {}

    record Exit() implements Instruction {}

    record Trap() implements Instruction {}

    /** One of the barriers of a block; lanes at different ones wait apart. */
    record BlockBarrier(int number) implements Instruction {}

    record WarpBarrier(int members) implements WarpWide {}

    record Vote(int target, Quantifier quantifier, int predicate, int members) implements WarpWide {}

    record Match(int target, int value, int members) implements WarpWide {}

    /** A shuffle; {@code found} is the row of the predicate that tells whether the source was in range, or -1. */
    record Shuffle(int target, int found, Route route, int value, int selector, int clamp, int members)
            implements WarpWide {}

    /** A function of three operands. */
    @FunctionalInterface
    interface TernaryOperation {
        long apply(long first, long second, long third);
    }

    /**
     * The new value of a location for its old one and two operands.
     *
     * @param conditional whether a result equal to the old value means that nothing is written
     */
    record AtomicUpdate(TernaryOperation operation, boolean conditional) {
        long apply(long old, long operand, long replacement) {
            return operation.apply(old, operand, replacement);
        }
    }

    enum Quantifier {
        BALLOT,
        ANY,
        ALL
    }

    enum Route {
        IDX,
        UP,
        DOWN,
        BFLY
    }
}
