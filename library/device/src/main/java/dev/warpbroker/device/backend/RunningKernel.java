package dev.warpbroker.device.backend;

/** A kernel between its launch and its end. */
public interface RunningKernel {
    /**
     * {@return whether the kernel has ended, after waiting for that}
     *
     * @param nanos how long to wait at most; {@code Long.MAX_VALUE} for no limit
     */
    boolean await(long nanos) throws InterruptedException;

    /** Asks all lanes to stop at their next look at the abort word. */
    void requestStop();

    /** {@return how the kernel ended; call only after {@link #await} returned true} */
    Outcome outcome();

    /** {@return how long the device was busy; call only after {@link #await} returned true} */
    long elapsedNanos();

    /** {@return where the lanes are that have not ended, as far as the device can tell; for messages} */
    String whereabouts();
}
