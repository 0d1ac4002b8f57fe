package dev.warpbroker.graphs.search;

/** The result of a search breaks a rule; the message says which one, and where. */
public final class WrongResultException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WrongResultException(String message) {
        super(message);
    }
}
