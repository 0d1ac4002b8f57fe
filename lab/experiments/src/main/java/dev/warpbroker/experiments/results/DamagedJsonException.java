package dev.warpbroker.experiments.results;

/** Text that is not what a result file holds; the message says where in the line and why. */
final class DamagedJsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedJsonException(String reason) {
        super(reason);
    }
}
