package dev.warpbroker.tasks.worker;

import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;

/**
 * What a lane of a worker notes for the time line of its device: when the worker has tasks and when it has none, how
 * many tasks it runs, and what it steals. Kernel Java. Without a time line all methods do nothing, and compiled kernels
 * are as if they were not called.
 *
 * <p>A task is far shorter than a note of it would take. So tasks are counted, and a span of work ends when the worker
 * has none left, or after a while: ten microseconds, or an eighth of the time since it began. Thus a run of any length
 * has some tens of such spans for each worker.
 *
 * <p>The lanes of a worker call {@link #look}, {@link #idle}, {@link #work} and {@link #end} together or one after the
 * other, but in the same order. Of a worker that leaves without {@link #end}, because a task of its kernel threw, the
 * host takes its last state to have gone on.
 *
 * @param <T> the tasks
 */
public final class WorkerTrace<T> {
    /*
     * What lives in registers from one task to the next takes them from the tasks, so it is little: two words, and two
     * more where there are several kinds.
     */
    private static final int SHORTEST_PERIOD = 10_000;
    private static final int LONGEST_PERIOD = 1_000_000_000;

    /** Instead of the time at which a span is long, while there is no work. */
    private static final int IDLE = 0;

    /** Tasks of so many kinds are counted in a register, with so many bits for each, before they go to memory. */
    private static final int PACKED_KINDS = 8;

    private static final int KIND_BITS = 8;
    private static final int MAX_PACKED = (1 << KIND_BITS) - 1;

    private final WorkerRings rings;
    private final Layout<T> layout;
    private final Lane lane;
    private final int worker;
    private final boolean speaks;

    /** When the present span of work has become long, in nanoseconds modulo 2^32, or {@link #IDLE}. */
    private int longAt = IDLE;

    private int tasks;
    private long packed;
    private int countPacked;

    /**
     * Makes what the calling lane notes; the worker has nothing to do yet.
     *
     * @param rings where
     * @param layout of the tasks
     * @param lane the calling lane
     * @param by which lanes are a worker; the first of them speaks for it
     */
    public WorkerTrace(WorkerRings rings, Layout<T> layout, Lane lane, Granularity by) {
        this.rings = rings;
        this.layout = layout;
        this.lane = lane;
        worker = rings.isOn() ? number(lane, by) : 0;
        speaks = rings.isOn() && isFirst(lane, by);
        if (rings.isOn()) {
            long now = lane.nanoTime();
            if (speaks) {
                rings.begin(worker, now);
            }
        }
    }

    private static int number(Lane lane, Granularity by) {
        return switch (by) {
            case THREAD -> lane.id();
            case WARP -> new WarpWorker(lane).number();
            case BLOCK -> lane.block().index();
        };
    }

    private static boolean isFirst(Lane lane, Granularity by) {
        return switch (by) {
            case THREAD -> true;
            case WARP -> lane.warp().lane() == 0;
            case BLOCK -> lane.block().lane() == 0;
        };
    }

    /** {@return whether anything is noted} In kernels this is a constant. */
    public boolean isOn() {
        return rings.isOn();
    }

    /** The worker has run tasks. The lane that speaks for it says how many in all, and others say what they like. */
    public void ran(int count) {
        if (rings.isOn()) {
            tasks += count;
        }
    }

    /** The calling lane has run a task, which the worker counts by {@link #ran(int)}: this is about its kind. */
    public void ranOne(T task) {
        if (rings.isOn() && rings.kinds() > 1) {
            int kind = kindOf(task);
            if (rings.kinds() <= PACKED_KINDS) {
                packed += 1L << kind * KIND_BITS;
                countPacked++;
                if (countPacked == MAX_PACKED) {
                    unpack();
                }
            } else {
                rings.add(worker, WorkerRings.KINDS + kind, 1);
            }
        }
    }

    /** The calling lane has run a task that nobody else counts. */
    public void ranAlone(T task) {
        if (rings.isOn()) {
            rings.add(worker, WorkerRings.TASKS, 1);
            ranOne(task);
        }
    }

    /** {@link #ranAlone} of a lane that may end before it notes anything more: counted in memory at once. */
    public void ranAtOnce(T task) {
        if (rings.isOn()) {
            rings.add(worker, WorkerRings.TASKS, 1);
            if (rings.kinds() > 1) {
                rings.add(worker, WorkerRings.KINDS + kindOf(task), 1);
            }
        }
    }

    private int kindOf(T task) {
        int[] words = new int[layout.words()];
        layout.encode(task, words, 0);
        return words[0];
    }

    private void unpack() {
        for (int kind = 0; kind < rings.kinds(); kind++) {
            int count = (int) (packed >>> kind * KIND_BITS) & MAX_PACKED;
            if (count > 0) {
                rings.add(worker, WorkerRings.KINDS + kind, count);
            }
        }
        packed = 0;
        countPacked = 0;
    }

    /** Called now and then by a worker with tasks: ends a span of work that has become long. */
    public void look() {
        if (rings.isOn()) {
            look(lane.nanoTime());
        }
    }

    /** {@link #look} for workers that know what time it is, by {@link Lane#nanoTime}. */
    public void look(long now) {
        if (rings.isOn() && longAt != IDLE && (int) now - longAt >= 0) {
            close(WorkerRings.WORK, now);
            begin(now);
        }
    }

    /** The worker has no task. */
    public void idle() {
        if (rings.isOn() && longAt != IDLE) {
            close(WorkerRings.WORK, lane.nanoTime());
            longAt = IDLE;
        }
    }

    /** The worker has tasks. */
    public void work() {
        if (rings.isOn() && longAt == IDLE) {
            work(lane.nanoTime());
        }
    }

    private void work(long now) {
        if (longAt == IDLE) {
            close(WorkerRings.IDLE, now);
            begin(now);
        }
    }

    /** A span of work begins. */
    private void begin(long now) {
        long period = Math.clamp(now - rings.begun(worker) >> 3, SHORTEST_PERIOD, LONGEST_PERIOD);
        int end = (int) (now + period);
        longAt = end == IDLE ? end + 1 : end;
    }

    /** The worker has taken tasks from another one, and so has some. */
    public void stole(int victim, int count) {
        if (rings.isOn()) {
            long now = lane.nanoTime();
            work(now);
            if (speaks) {
                rings.steal(worker, now, victim, count);
            }
        }
    }

    /** The calling lane has taken a task from another worker. */
    public void stoleAlone(int victim) {
        if (rings.isOn()) {
            rings.steal(worker, lane.nanoTime(), victim, 0);
        }
    }

    /** The worker leaves. */
    public void end() {
        if (rings.isOn()) {
            long now = lane.nanoTime();
            close(longAt == IDLE ? WorkerRings.IDLE : WorkerRings.WORK, now);
            if (speaks) {
                rings.end(worker, now);
            }
        }
    }

    private void close(int state, long now) {
        if (rings.kinds() > 1 && rings.kinds() <= PACKED_KINDS) {
            unpack();
        }
        if (speaks) {
            rings.close(worker, state, now, tasks);
        }
        tasks = 0;
    }
}
