package dev.warpbroker.experiments.papers;

/** There is no record of something that a claim is about. */
final class NotRecordedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Missing missing;

    NotRecordedException(Missing missing) {
        super(missing.what());
        this.missing = missing;
    }

    Missing missing() {
        return missing;
    }
}
