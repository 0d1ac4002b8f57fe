package dev.warpbroker.structures.stack;

/** What a lane wants to do to a stack together with others. */
public enum StackOperation {
    /** Put a value on. */
    PUSH,
    /** Take one off. */
    POP,
    /** Nothing: it only takes part. */
    NONE
}
