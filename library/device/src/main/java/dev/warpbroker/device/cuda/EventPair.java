package dev.warpbroker.device.cuda;

/** Two events around a piece of work on a stream, which tell whether it has ended and how long it took. */
record EventPair(long start, long end) {
    private static final double NANOS_PER_MILLI = 1e6;

    static EventPair create() {
        return new EventPair(CudaDriver.eventCreate(), CudaDriver.eventCreate());
    }

    boolean havePassed() {
        return CudaDriver.eventHasPassed(end);
    }

    void awaitEnd() {
        CudaDriver.eventSynchronize(end);
    }

    /** {@return the time between the events, which both must have passed} */
    long elapsedNanos() {
        return Math.round(CudaDriver.eventElapsedTime(start, end) * NANOS_PER_MILLI);
    }

    void destroy() {
        CudaDriver.eventDestroy(start);
        CudaDriver.eventDestroy(end);
    }
}
