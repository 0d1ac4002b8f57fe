package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Layout;

/** An element of three words that cannot be made of words that do not belong together. */
record Stamped(int value, long stamp) {
    private static final long STAMP = 0x9e3779b97f4a7c15L;
    static final Layout<Stamped> LAYOUT = Layout.of(Stamped.class);

    Stamped {
        if (stamp != value * STAMP) {
            throw new IllegalStateException("an element was torn");
        }
    }

    static Stamped of(int value) {
        return new Stamped(value, value * STAMP);
    }
}
