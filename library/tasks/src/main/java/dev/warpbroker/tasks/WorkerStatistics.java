package dev.warpbroker.tasks;

import dev.warpbroker.device.Lane;

/**
 * What a worker counts: the tasks that it ran and, if the scheduler wants statistics, its steals and idle time. Kernel
 * Java.
 */
final class WorkerStatistics {
    private final RunMemory<?> memory;
    private final Lane lane;

    /** Whether steals and idle time count. */
    private final boolean detailed;

    private long executed;

    /** How many executed tasks the host has been told of. */
    private long told;

    private int stolen;
    private int failed;

    /** When the lane ran out of work; 0 while it has some. */
    private long idleSince;

    private long idleNanos;

    WorkerStatistics(RunMemory<?> memory, Lane lane) {
        this.memory = memory;
        this.lane = lane;
        detailed = memory.statistics();
    }

    void ran(int tasks) {
        executed += tasks;
    }

    /** Counts what came of one attempt to get tasks from others. */
    void stole(boolean some, int inVain) {
        if (detailed) {
            stolen += some ? 1 : 0;
            failed += inVain;
        }
    }

    void noteIdle() {
        if (detailed && idleSince == 0) {
            idleSince = lane.nanoTime();
        }
    }

    void noteWork() {
        if (detailed && idleSince != 0) {
            idleNanos += lane.nanoTime() - idleSince;
            idleSince = 0;
        }
    }

    /**
     * Lets the first worker know how many tasks were run, for the host.
     *
     * @param speaks whether the calling lane's count is not another's as well
     */
    void tellProgress(boolean speaks) {
        if (speaks && executed != told) {
            memory.progress(executed - told);
        }
        told = executed;
    }

    /**
     * Leaves the counts in device memory, at the end.
     *
     * @param speaks whether the calling lane's counts are not another's as well
     * @param speaksForIdle whether the idle time of the calling lane is that of its worker
     */
    void tally(int worker, boolean speaks, boolean speaksForIdle) {
        noteWork();
        if (speaks) {
            memory.tally(worker, RunMemory.EXECUTED, executed);
            if (detailed) {
                memory.tally(worker, RunMemory.STOLEN, stolen);
                memory.tally(worker, RunMemory.FAILED, failed);
                if (speaksForIdle) {
                    memory.tally(worker, RunMemory.IDLE_NANOS, idleNanos);
                }
            }
        }
    }
}
