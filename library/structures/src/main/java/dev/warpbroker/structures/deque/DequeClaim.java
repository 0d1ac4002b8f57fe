package dev.warpbroker.structures.deque;

/** A property that a deque may claim. The tests hold every deque to what it claims. */
public enum DequeClaim {
    /**
     * Every push, every pop and every steal that gets something takes effect at one instant between its call and its
     * return; Full and the owner's Empty tell of such an instant, too. A steal that gets nothing tells nothing.
     */
    LINEARIZABLE("linearizable"),

    /** What the owner wrote before it pushed an element is visible to who takes it. */
    PUBLISHES("publishes"),

    /** A thread that stands still in the middle of an operation keeps no other from making progress. */
    LOCK_FREE("lock-free"),

    /** A thief can take several elements with one claim. */
    STEALS_MANY("steals many at once");

    private final String text;

    DequeClaim(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
