package dev.warpbroker.structures.stack;

/** A property that a stack may claim. The tests hold every stack to what it claims. */
public enum StackClaim {
    /** Every operation takes effect at one instant between its call and its return. */
    LINEARIZABLE("linearizable"),

    /** Holds exactly {@code capacity} values: used by one thread at a time, it is full then and not before. */
    EXACT_CAPACITY("exact capacity"),

    /** Takes every int; a stack that does not marks cells by some values. */
    ANY_VALUE("any value"),

    /** A thread that stands still in the middle of an operation does not keep all others from making progress. */
    LOCK_FREE("lock-free"),

    /** What a thread wrote before it pushed a value is visible to the thread that pops it. */
    PUBLISHES("publishes"),

    /** Works in memory set aside at the beginning for {@code capacity} values, however many pass through. */
    STATIC_MEMORY("static memory only"),

    /** Pushes and pops of a block meet in its shared memory. */
    ELIMINATES("eliminates in a block");

    private final String text;

    StackClaim(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
