package dev.warpbroker.experiments;

/**
 * Whether a queue gave back what was put into it: each value once, and nothing else.
 *
 * @param accepted enqueues that succeeded
 * @param full enqueues that found the queue full
 * @param empty dequeues that found the queue empty
 * @param lost values that went in and did not come out
 * @param duplicated values that came out more often than they went in
 * @param invented values that came out and were never offered
 */
public record Conservation(long accepted, long full, long empty, long lost, long duplicated, long invented) {
    /** {@return whether nothing was lost, duplicated or invented} */
    public boolean holds() {
        return lost == 0 && duplicated == 0 && invented == 0;
    }
}
