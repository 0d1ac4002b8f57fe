package dev.warpbroker.verify;

/**
 * A value was inserted twice. The exact checks need to know which insertion a removal belongs to, so a program that
 * records must insert distinct values. This says nothing about the structure.
 */
public final class DuplicateValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    DuplicateValueException(Operation first, Operation second) {
        super("value " + first.value() + " was inserted twice (by thread " + first.thread() + " at " + first.call()
                + " and by thread " + second.thread() + " at " + second.call()
                + "); record with distinct values, or search exhaustively, which takes at most "
                + Linearizability.LONGEST_SEARCH + " operations");
    }
}
