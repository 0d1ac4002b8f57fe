package dev.warpbroker.tasks;

import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.worker.OutstandingWork;
import dev.warpbroker.tasks.worker.WorkerRings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What all workers of a run share, whatever the policy: the count of outstanding work, the first tasks, the tallies.
 */
final class RunMemory<T> implements AutoCloseable {
    /*
     * Termination. Each unit of outstanding work is in exactly one place:
     *   - with a task that waits where others can see it (a pool, the first tasks, a deque),
     *   - with a task that runs, or is kept by a worker for itself,
     *   - spare, in the hands of a worker,
     *   - with the host, while it may still feed tasks.
     * OutstandingWork says why the count is 0 only when all tasks are done. It becomes 0, because workers that find
     * nothing hand in what they have. There is an atomic operation for a batch of tasks, not for each.
     */

    /**
     * Ints in 128 bytes, so that words that are hot for different reasons do not share a line; on the JVM the first
     * line has the length of the array, which all read.
     */
    private static final int LINE = Ints.LINE;

    private static final int OUTSTANDING = LINE;
    private static final int NEXT_SEED = 2 * LINE;
    private static final int SEEDS = 3 * LINE;
    private static final int OVERFLOWN = 4 * LINE;
    private static final int LENGTH = 5 * LINE;

    /** Numbers per worker in the tallies. */
    static final int TALLIES = 4;

    static final int EXECUTED = 0;
    static final int STOLEN = 1;
    static final int FAILED = 2;
    static final int IDLE_NANOS = 3;

    private final Layout<T> layout;
    private final int stride;

    private final Ints control;
    private final OutstandingWork outstanding;

    /** The first tasks. */
    private final Ints seeds;

    /** What the workers did. */
    private final Longs tallies;

    /** The task that each lane is running, for the message if it throws. */
    private final Ints running;

    /** Ints from one lane's task to the next: a line for threads that share no cache. */
    private final int runningStride;

    /** Where that of the first lane is: not beside the length of the array, which all threads of the JVM read. */
    private final int firstRunning;

    private final boolean trace;

    /** Whether workers count steals and idle time. */
    private final boolean statistics;

    private final @Nullable Mailbox<T> mailbox;

    /** What workers note for the time line. */
    private final WorkerRings rings;

    /** @param mailbox through which the host sends more tasks until it closes it, or null */
    RunMemory(SchedulerEngine<T, ?> engine, List<? extends T> first, @Nullable Mailbox<T> mailbox) {
        this.mailbox = mailbox;
        layout = engine.layout;
        trace = engine.options.taskTrace();
        statistics = engine.options.statistics();
        var device = engine.device;
        int lanes = engine.maxLanes();
        stride = engine.stride();
        boolean alone = device.properties().lanesPerWorker() == 1;
        runningStride = alone ? Math.ceilDiv(stride, LINE) * LINE : stride;
        firstRunning = alone ? LINE : 0;
        var made = new ArrayList<DeviceMemory>();
        try {
            control = keep(made, device.ints(LENGTH));
            seeds = keep(
                    made,
                    device.ints(SchedulerEngine.words("number of first tasks", Math.max(1, first.size()), 1, stride)));
            tallies = keep(made, device.longs(lanes / engine.lanesOfWorker() * TALLIES + 1));
            running = keep(
                    made, device.ints(SchedulerEngine.words("taskTrace", 1, lanes + 1, trace ? runningStride : 1)));
            write(first);
            int[] start = new int[LENGTH];
            start[OUTSTANDING] = first.size() + (mailbox == null ? 0 : 1);
            start[SEEDS] = first.size();
            control.copyIn(start);
            outstanding = new OutstandingWork(control, OUTSTANDING);
            rings = WorkerRings.of(device, layout, Math.ceilDiv(lanes, engine.lanesOfWorker()));
        } catch (RuntimeException notMade) {
            made.forEach(DeviceMemory::close);
            if (mailbox != null) {
                mailbox.close();
            }
            throw notMade;
        }
    }

    private static <M extends DeviceMemory> M keep(List<DeviceMemory> made, M memory) {
        made.add(memory);
        return memory;
    }

    private void write(List<? extends T> first) {
        var staged = new int[seeds.length()];
        for (int i = 0; i < first.size(); i++) {
            layout.encode(first.get(i), staged, i * stride);
        }
        seeds.copyIn(staged);
    }

    Layout<T> layout() {
        return layout;
    }

    /** {@return the words from one task to the next} */
    int stride() {
        return stride;
    }

    boolean statistics() {
        return statistics;
    }

    OutstandingWork outstanding() {
        return outstanding;
    }

    /** A task did not fit anywhere. */
    void overflow() {
        control.getAndAddRelaxed(OVERFLOWN, 1);
    }

    boolean hasOverflown() {
        return control.getOpaque(OVERFLOWN) != 0;
    }

    boolean seedsLeft() {
        return control.getOpaque(NEXT_SEED) < control.get(SEEDS);
    }

    /**
     * {@return the number of a first task for each lane that makes this call together; there may be none of that
     * number}
     */
    int nextSeed(Lane lane) {
        return lane.warp().aggregatedAdd(control, NEXT_SEED, 1);
    }

    /** {@return the number of the first of {@code count} first tasks; there may be none of that number} */
    int claimSeeds(int count) {
        return control.getAndAddRelaxed(NEXT_SEED, count);
    }

    boolean isSeed(int number) {
        return number < control.get(SEEDS);
    }

    T seed(int number) {
        return layout.read(seeds, number * stride);
    }

    void begin(Lane lane, T task) {
        if (trace) {
            layout.write(running, firstRunning + lane.id() * runningStride, task);
        }
    }

    WorkerRings rings() {
        return rings;
    }

    void tally(int worker, int what, long count) {
        tallies.getAndAddRelaxed(worker * TALLIES + what, count);
    }

    boolean hasMailbox() {
        return mailbox != null;
    }

    Mailbox<T> mailbox() {
        return Objects.requireNonNull(mailbox);
    }

    /** Adds to the number of executed tasks that the host can see. */
    void progress(long executed) {
        tallies.getAndAddRelaxed(tallies.length() - 1, executed);
    }

    long progress() {
        return tallies.getOpaque(tallies.length() - 1);
    }

    // ---- for the host, after the run ----

    int overflown() {
        return control.copyOut()[OVERFLOWN];
    }

    long[] tallies() {
        return tallies.copyOut();
    }

    boolean traces() {
        return trace;
    }

    /** {@return the task that a lane was running} */
    T running(int lane) {
        return layout.decode(running.copyOut(firstRunning + lane * runningStride, stride), 0);
    }

    @Override
    public void close() {
        control.close();
        seeds.close();
        tallies.close();
        running.close();
        rings.close();
        if (mailbox != null) {
            mailbox.close();
        }
    }
}
