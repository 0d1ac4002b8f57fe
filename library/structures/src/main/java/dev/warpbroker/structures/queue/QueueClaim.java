package dev.warpbroker.structures.queue;

/** A property that a queue may claim. The tests hold every queue to what it claims. */
public enum QueueClaim {
    /** Every operation takes effect at one instant between its call and its return. */
    LINEARIZABLE("linearizable"),

    /** Values that one thread put in come out in that order, seen by any one thread. */
    FIFO("first in, first out"),

    /** Holds exactly {@code capacity} values: used by one thread at a time, it is full then and not before. */
    EXACT_CAPACITY("exact capacity"),

    /** Answers Full and Empty instead of waiting until they pass. */
    RETURNS_WHEN_FULL_OR_EMPTY("returns when full or empty"),

    /** Once an operation has its place, others that began later cannot make it take longer. */
    FAIR_ORDERING("fair ordering"),

    /** A thread that stands still in the middle of an operation does not keep all others from making progress. */
    LOCK_FREE("lock-free"),

    /** What a thread wrote before it put a value in is visible to the thread that takes it out. */
    PUBLISHES("publishes"),

    /** Works in memory set aside at the beginning for {@code capacity} values, however many pass through. */
    STATIC_MEMORY("static memory only"),

    /** Threads of one warp may use it each for itself. */
    EVERY_LANE("every lane of a warp"),

    /** Takes several elements with one claim. */
    MULTI_ELEMENT("several elements at once");

    private final String text;

    QueueClaim(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
