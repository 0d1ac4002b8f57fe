package dev.warpbroker.graphs.search;

/** The result of a breadth-first search breaks a rule; the message says which one, and where. */
public final class BfsValidationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BfsValidationException(String message) {
        super(message);
    }
}
