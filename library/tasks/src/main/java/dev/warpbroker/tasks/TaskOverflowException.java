package dev.warpbroker.tasks;

/** Tasks were spawned for which there was no room anywhere. The message names what was full, and by how much. */
public final class TaskOverflowException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int missing;

    TaskOverflowException(String message, int missing) {
        super(message);
        this.missing = missing;
    }

    /** {@return how many tasks found no room until the run had ended} */
    public int missing() {
        return missing;
    }
}
