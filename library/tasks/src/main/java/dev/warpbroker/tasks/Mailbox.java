package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;

/**
 * Words that the host and a running kernel both see: tasks on their way in, the number of executed ones on its way out.
 */
final class Mailbox<T> implements AutoCloseable {
    /*
     * Every word has one writer: the host writes tasks, Sent and Closed, the first lane of the first worker Received
     * and the progress. Tasks are ordered by Sent (release, acquire), their places by Received. Closed is written after
     * the last Sent and read before it, so a reader that finds the box closed and then empty has received all.
     *
     * The number of executed tasks has 64 bits in words of 32. High is written before and after low: a reader that goes
     * the other way round and finds the same high twice has a number that was there.
     */
    private static final int SENT = 0;
    private static final int RECEIVED = 1;
    private static final int CLOSED = 2;
    private static final int HIGH = 3;
    private static final int LOW = 4;
    private static final int HIGH_AGAIN = 5;
    private static final int TASKS = 32;

    /** Tasks under way to the kernel. */
    private static final int CAPACITY = 256;

    private final Ints words;
    private final Layout<T> layout;
    private final int stride;

    Mailbox(Device device, Layout<T> layout) {
        this.layout = layout;
        stride = Math.max(1, layout.words());
        words = device.hostInts(TASKS + CAPACITY * stride);
    }

    // ---- the kernel's side: the first lane of the first worker ----

    boolean isClosed() {
        return words.getAcquire(CLOSED) != 0;
    }

    /** {@return how many tasks have come in, given how many were received} */
    int waiting(int received) {
        return words.getAcquire(SENT) - received;
    }

    T receive(int received) {
        return layout.read(words, place(received));
    }

    void received(int count) {
        words.setRelease(RECEIVED, count);
    }

    void tell(long executed) {
        words.setRelease(HIGH, (int) (executed >>> 32));
        words.setRelease(LOW, (int) executed);
        words.setRelease(HIGH_AGAIN, (int) (executed >>> 32));
    }

    // ---- the host's side ----

    /** {@return whether there was room for {@code task}} One thread at a time. */
    boolean send(T task) {
        int sent = words.getVolatile(SENT);
        if (sent - words.getVolatile(RECEIVED) == CAPACITY) {
            return false;
        }
        layout.write(words, place(sent), task);
        words.setVolatile(SENT, sent + 1);
        return true;
    }

    void closeForTasks() {
        words.setVolatile(CLOSED, 1);
    }

    long executed() {
        while (true) {
            int high = words.getVolatile(HIGH_AGAIN);
            int low = words.getVolatile(LOW);
            if (words.getVolatile(HIGH) == high) {
                return (long) high << 32 | Integer.toUnsignedLong(low);
            }
            Thread.onSpinWait();
        }
    }

    private int place(int number) {
        return TASKS + (number & CAPACITY - 1) * stride;
    }

    @Override
    public void close() {
        words.close();
    }
}
