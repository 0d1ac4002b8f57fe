package dev.warpbroker.graphs.search;

/** The result of a search for shortest paths breaks a rule; the message says which one, and where. */
public final class PathsValidationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PathsValidationException(String message) {
        super(message);
    }
}
