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
 * <p>On the JVM a lane that has waited for about half a millisecond sleeps between its looks: for an eighth of the time
 * that it has waited, at most a millisecond. Lanes without work cost next to nothing then.
 *
 * <p>A kernel that contains a pause waits for other threads, so all its threads must be resident at once: a grid that
 * cannot be, even with fewer registers for each, is refused.
 */
public final class Backoff {
    private static final int SHORTEST_NANOS = 8;
    private static final int SPIN_LIMIT_NANOS = 16;

    /** Each pause is twice as long as the one before, this many times: up to 256 ns. */
    private static final int DOUBLINGS = 5;

    /** The same of those that are patient, up to 16 us. */
    private static final int MOST_DOUBLINGS = 11;

    /** Bits of the number of lanes for which there is none of them. */
    private static final int BITS_WITHOUT_DOUBLINGS = 8;

    /** Pauses between two looks whether the launch was cancelled. */
    private static final int LOOK = 32;

    private final int doublings;
    private int pauses;

    /** Begins with the shortest pause. */
    public Backoff() {
        this(DOUBLINGS);
    }

    private Backoff(int doublings) {
        this.doublings = doublings;
    }

    /**
     * {@return pauses that grow the longer the more lanes the launch has: to 16 us with 262,144, to 512 ns with 8,192}
     * For waits that many lanes may be in at once, all looking at the same few words: those who look keep from them
     * whoever is to end the wait.
     */
    public static Backoff patient() {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(lanes());
        return new Backoff(Math.clamp(bits - BITS_WITHOUT_DOUBLINGS, DOUBLINGS, MOST_DOUBLINGS));
    }

    /** {@return the lanes of the launch} On the JVM how long a pause is does not depend on it. */
    private static int lanes() {
        return 0;
    }

    /**
     * Pauses the calling lane.
     *
     * @param waitingFor what the caller waits for, a constant; named if the launch is cancelled meanwhile
     */
    public void pause(String waitingFor) {
        rest(SHORTEST_NANOS << Math.min(pauses, doublings));
        // The first look is when pauses have grown, so that short waits have one, too.
        int first = doublings + 1;
        // In a ring: a simulator knows a wait that nothing can end by its coming to the same state again.
        pauses = pauses == first + LOOK - 1 ? first : pauses + 1;
        stopIfCancelled(pauses == first, waitingFor);
    }

    /**
     * Ends the calling lane if the host has cancelled the launch. For long work without waits: a look costs about as
     * much as a read of the host's memory, so take one only now and then.
     *
     * @param waitingFor what the caller works at, a constant; named if the launch is cancelled
     */
    public static void stopIfCancelled(String waitingFor) {
        stopIfCancelled(true, waitingFor);
    }

    /**
     * Gives up the processor for about {@code nanos} nanoseconds; a hint.
     *
     * @param nanos nanoseconds
     */
    public static void sleep(int nanos) {
        if (nanos <= SPIN_LIMIT_NANOS) {
            Thread.onSpinWait();
        } else {
            LaneThread.rest();
        }
    }

    /** {@link #sleep} of a lane that waits; on the JVM its thread may sleep longer than {@code nanos}. */
    private static void rest(int nanos) {
        if (!LaneThread.sleepsAfterLongWait(nanos > SPIN_LIMIT_NANOS)) {
            sleep(nanos);
        }
    }

    /**
     * Ends the calling lane if it looks and the host has cancelled the launch, leaving a note of where and why it
     * waited. A single operation and not a branch around one, so that a GPU's wait loop stays as short as one without
     * it.
     */
    private static void stopIfCancelled(boolean look, String waitingFor) {
        if (look) {
            LaneThread.stopIfCancelled(waitingFor);
        }
    }
}
