package dev.warpbroker.device;

import dev.warpbroker.device.backend.LaneThread;

/**
 * Waiting politely inside a kernel: each pause is longer than the one before, and long waits notice when the host
 * cancels the launch.
 *
 * <pre>{@code
 * var backoff = new Backoff();
 * while (tickets.getAcquire(slot) != expected) {
 *     backoff.pause("the slot's ticket");
 * }
 * }</pre>
 *
 * <p>A kernel that contains a pause waits for other threads, so all its threads must be resident at once: a grid that
 * cannot be is refused.
 */
public final class Backoff {
    private static final int SHORTEST_NANOS = 8;
    private static final int LONGEST_NANOS = 256;
    private static final int SPIN_LIMIT_NANOS = 16;

    private int nanos = SHORTEST_NANOS;

    /** Begins with the shortest pause. */
    public Backoff() {}

    /**
     * Pauses the calling lane.
     *
     * @param waitingFor what the caller waits for, a constant; named if the launch is cancelled meanwhile
     */
    public void pause(String waitingFor) {
        sleep(nanos);
        if (nanos < LONGEST_NANOS) {
            nanos *= 2;
        } else {
            stopIfCancelled(waitingFor);
        }
    }

    /** Gives up the processor for about {@code nanos} nanoseconds; a hint. */
    public static void sleep(int nanos) {
        if (nanos <= SPIN_LIMIT_NANOS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** Ends the calling lane if the host has cancelled the launch, leaving a note of where and why it waited. */
    public static void stopIfCancelled(String waitingFor) {
        LaneThread.stopIfCancelled(waitingFor);
    }
}
