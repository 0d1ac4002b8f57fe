package dev.warpbroker.conformance;

/** A device did something else than it must. */
public final class Mismatch extends RuntimeException {
    private static final long serialVersionUID = 1;

    Mismatch(String message) {
        super(message);
    }
}
