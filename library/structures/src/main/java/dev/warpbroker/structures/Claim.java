package dev.warpbroker.structures;

/** A property that a queue, a stack or a deque claims. The tests hold every structure to what it claims. */
public enum Claim {
    /**
     * Every operation takes effect at one instant between its call and its return. Of deques: every push, every pop,
     * and every steal that gets something; a steal that gets nothing tells nothing.
     */
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

    /** Has locks. Lanes of a warp that use it each for itself may wait for one that another of them holds. */
    LOCKS("has locks"),

    /** What a thread wrote before it put a value in is visible to the thread that takes it out. */
    PUBLISHES("publishes"),

    /** Works in memory set aside at the beginning for {@code capacity} values, however many pass through. */
    STATIC_MEMORY("static memory only"),

    /** Threads of one warp may use it each for itself. */
    EVERY_LANE("every lane of a warp"),

    /**
     * Only lanes of a kernel can use it, on the JVM device, too: it keeps something for each of them, or for each
     * block.
     */
    LANES_ONLY("lanes of a kernel only"),

    /** Takes several elements with one claim. */
    MULTI_ELEMENT("several elements at once"),

    /** Takes every int. A stack that does not marks cells by some values. */
    ANY_VALUE("any value"),

    /** Pushes and pops of a block meet in its shared memory. */
    ELIMINATES("eliminates in a block"),

    /** A thief can take several elements with one claim. */
    STEALS_MANY("steals many at once");

    private final String text;

    Claim(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
