package dev.warpbroker.verify;

/**
 * One operation of a history.
 *
 * @param thread who did it
 * @param result what it was and how it ended
 * @param call a time before its first step
 * @param returned a time after its last step, not before {@code call}
 * @param value what was put in, was to be put in, or was taken out; without meaning where the structure was empty
 */
public record Operation(int thread, Result result, long call, long returned, long value) {
    /** {@return the operation in a few words: {@code enqueue 7}, {@code dequeue empty}} */
    public String text(Discipline discipline) {
        return switch (result) {
            case INSERTED -> discipline.insert() + " " + value;
            case FULL -> discipline.insert() + " " + value + " full";
            case REMOVED -> discipline.remove() + " " + value;
            case EMPTY -> discipline.remove() + " empty";
        };
    }
}
