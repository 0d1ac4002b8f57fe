package dev.warpbroker.tasks.worker;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.trace.TimeLine;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the workers of a launch note what they do, for the {@link TimeLine} of their device. The host makes it before
 * the launch, a kernel captures it and gives it to a {@link WorkerTrace} for each lane, and the host reads it after the
 * end. Without a time line there is no memory, and kernels are compiled without a trace of it.
 */
public final class WorkerRings implements AutoCloseable {
    /*
     * Each worker has a head, on cache lines of its own, and a ring of records, if it is one of the first `lines`.
     *
     * Head: how many records were written, when the worker began, since when it is in its present state, how many tasks
     * it ran, how often it stole, when it ended, and of each kind of tasks how many it ran. One lane, which speaks for
     * the worker, writes the times. All else is added to by any lane.
     *
     * Record: begin, end, what happened, and the counts of tasks, all and by kind, as they are then: so the host knows
     * the tasks of a span by the one before. A place in the ring is claimed by an addition to the head, so any lane may
     * write one. All accesses are relaxed or plain, since nobody reads before the end of the launch.
     */
    private static final int LINE = Longs.LINE;

    static final int WRITTEN = 0;
    static final int BEGIN = 1;
    static final int SINCE = 2;
    static final int TASKS = 3;
    static final int STEALS = 4;
    static final int END = 5;
    static final int KINDS = 6;

    // What happened, with the victim and the number of stolen tasks in the bits above.
    static final int WORK = 1;
    static final int IDLE = 2;
    static final int STEAL = 3;
    static final int STATE_BITS = 4;
    static final int VICTIM_BITS = 28;

    static final int RECORD_TASKS = 3;
    static final int RECORD_KINDS = 4;

    private final boolean on;
    private final Device device;
    private final Layout<?> layout;
    private final int kinds;
    private final int headWords;
    private final int recordWords;
    private final int spans;

    /** How many workers have rings. */
    private final int lines;

    private final @Nullable Longs heads;
    private final @Nullable Longs records;
    private final @Nullable TimeLine timeLine;

    private WorkerRings(Device device, Layout<?> layout, int workers) {
        this.device = device;
        this.layout = layout;
        timeLine = device.timeLine();
        on = timeLine != null;
        kinds = Math.max(1, layout.alternatives().size());
        headWords = Math.ceilDiv(KINDS + kinds, LINE) * LINE;
        recordWords = RECORD_KINDS + (kinds > 1 ? kinds : 0);
        if (timeLine == null) {
            spans = 0;
            lines = 0;
            heads = null;
            records = null;
            return;
        }
        spans = timeLine.options().spans();
        lines = Math.min(workers, timeLine.workersWithSpans());
        heads = device.longs((workers + 1L) * headWords);
        try {
            records = device.longs(Math.max(1, (long) lines * spans * recordWords));
        } catch (RuntimeException noRoom) {
            heads.close();
            throw noRoom;
        }
    }

    /**
     * {@return room for what {@code workers} note, or what stands for none if the device has no time line}
     *
     * @param device on which they run
     * @param layout of their tasks
     * @param workers how many there are at most
     */
    public static WorkerRings of(Device device, Layout<?> layout, int workers) {
        return new WorkerRings(device, layout, workers);
    }

    /** {@return whether there is a time line} In kernels this is a constant. */
    public boolean isOn() {
        return on;
    }

    // ---- in kernels ----

    int kinds() {
        return kinds;
    }

    private Longs heads() {
        return Objects.requireNonNull(heads);
    }

    private Longs records() {
        return Objects.requireNonNull(records);
    }

    private long head(int worker) {
        return (worker + 1L) * headWords;
    }

    void begin(int worker, long now) {
        heads().set(head(worker) + BEGIN, now);
        heads().set(head(worker) + SINCE, now);
    }

    /** {@return when a worker began; not before the calling lane has met the one that speaks for it} */
    long begun(int worker) {
        return heads().get(head(worker) + BEGIN);
    }

    void add(int worker, int count, long amount) {
        heads().getAndAddRelaxed(head(worker) + count, amount);
    }

    /** A state has ended, and another one begins. */
    void close(int worker, int state, long now, int tasks) {
        long head = head(worker);
        long begin = heads().get(head + SINCE);
        heads().set(head + SINCE, now);
        long all = heads().getAndAddRelaxed(head + TASKS, tasks) + tasks;
        long number = heads().getAndAddRelaxed(head + WRITTEN, 1);
        if (worker < lines) {
            long record = record(worker, number);
            write(record, begin, now, state);
            records().set(record + RECORD_TASKS, all);
            if (kinds > 1) {
                for (int kind = 0; kind < kinds; kind++) {
                    records().set(record + RECORD_KINDS + kind, heads().getOpaque(head + KINDS + kind));
                }
            }
        }
    }

    void steal(int worker, long now, int victim, int tasks) {
        long head = head(worker);
        heads().getAndAddRelaxed(head + STEALS, 1);
        long number = heads().getAndAddRelaxed(head + WRITTEN, 1);
        if (worker < lines) {
            long what = STEAL | (long) victim << STATE_BITS | (long) tasks << STATE_BITS + VICTIM_BITS;
            write(record(worker, number), now, now, what);
        }
    }

    void end(int worker, long now) {
        heads().set(head(worker) + END, now);
    }

    private long record(int worker, long number) {
        return ((long) worker * spans + (number & spans - 1)) * recordWords;
    }

    private void write(long record, long begin, long end, long what) {
        records().set(record, begin);
        records().set(record + 1, end);
        records().set(record + 2, what);
    }

    // ---- on the host ----

    /** Empties the rings before a launch. Rings that were just made are empty. */
    public void clear() {
        if (on) {
            heads().fill(0);
        }
    }

    /**
     * Reads what the workers of a launch that has ended have noted, and adds it to the time line.
     *
     * @param launch what is known of the launch
     * @param workers how many there were
     */
    public void collect(TracedLaunch launch, int workers) {
        if (timeLine != null) {
            int withSpans = Math.min(Math.min(workers, lines), timeLine.workersWithSpans());
            var reader = new RingReader(
                    heads().copyOut(0, Math.toIntExact(head(workers))),
                    withSpans == 0
                            ? new long[0]
                            : records().copyOut(0, Math.toIntExact((long) withSpans * spans * recordWords)),
                    headWords,
                    recordWords,
                    spans,
                    kinds,
                    withSpans);
            timeLine.add(launch.run(device, layout, reader, workers));
        }
    }

    @Override
    public void close() {
        if (heads != null) {
            heads.close();
        }
        if (records != null) {
            records.close();
        }
    }
}
