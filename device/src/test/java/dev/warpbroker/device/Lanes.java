package dev.warpbroker.device;

/** Lanes for tests that drive a backend without a {@link Device}. */
public final class Lanes {
    private Lanes() {}

    public static Lane create(int id, int count) {
        return new Lane(id, count);
    }
}
