package dev.warpbroker.device.jvm;

import java.time.Duration;

/**
 * How many threads a launch may use.
 *
 * @param processors threads that run lanes of a large grid at the same time
 * @param threadPerLane largest grid whose lanes get a thread of the operating system each, and most such threads in any
 * @param resident most lanes that can be under way at once
 * @param patience how long all resident lanes may wait without any lane ending before the launch fails
 */
record WorkerLimits(int processors, int threadPerLane, int resident, Duration patience) {
    private static final int MIN_THREAD_PER_LANE = 64;
    private static final int RESIDENT = 1 << 14;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    static WorkerLimits ofThisMachine() {
        int processors = Runtime.getRuntime().availableProcessors();
        int threadPerLane = Math.max(MIN_THREAD_PER_LANE, 2 * processors);
        return new WorkerLimits(processors, threadPerLane, Math.max(RESIDENT, threadPerLane), PATIENCE);
    }
}
