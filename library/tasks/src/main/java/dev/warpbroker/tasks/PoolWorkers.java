package dev.warpbroker.tasks;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.worker.WorkerTrace;

/**
 * Workers that take tasks from a pool and put those that they spawn into it: the kernel of all policies but the one
 * that keeps tasks in shared memory.
 */
final class PoolWorkers<T> implements Kernel {
    /*
     * Every lane keeps tasks for itself in a stack of its own: those for which the pool has no room, with busy leaves
     * the first one that a task spawned, and with pools that cannot be written to in the middle of a task all of them,
     * until the end of the round. It runs those that it keeps before it takes others, newest first: depth first, which
     * bounds what it keeps by the depth of the tree of tasks times their number of children.
     */
    private static final long serialVersionUID = 1;

    /** Rounds between two looks at whether the run was cancelled. */
    private static final int LOOK = 32;

    private final transient RunMemory<T> memory;
    private final transient TaskPool<T> pool;
    private final transient Ints kept;
    private final TaskBody<T, Spawner<T>> body;
    private final Granularity workers;
    private final int maxKept;

    /** Whether a lane runs the first task that its task spawns itself. */
    private final boolean keepsFirst;

    PoolWorkers(
            RunMemory<T> memory,
            TaskPool<T> pool,
            Ints kept,
            int maxKept,
            TaskBody<T, Spawner<T>> body,
            Granularity workers,
            boolean keepsFirst) {
        this.memory = memory;
        this.pool = pool;
        this.kept = kept;
        this.maxKept = maxKept;
        this.body = body;
        this.workers = workers;
        this.keepsFirst = keepsFirst;
    }

    @Override
    public void run(Lane lane) {
        new PoolLane<>(this, lane).work();
    }

    /** A lane of a worker. */
    private static final class PoolLane<T> implements Spawner<T> {
        private final PoolWorkers<T> of;
        private final Lane lane;
        private final WorkerGroup group;
        private final WorkerStatistics statistics;
        private final WorkerTrace<T> trace;
        private final MailReader<T> mail;
        private final SpareUnits units;

        /** Tasks on the stack of kept ones. */
        private int keeps;

        PoolLane(PoolWorkers<T> of, Lane lane) {
            this.of = of;
            this.lane = lane;
            group = new WorkerGroup(lane, of.workers);
            statistics = new WorkerStatistics(of.memory, lane);
            trace = new WorkerTrace<>(of.memory.rings(), of.memory.layout(), lane, of.workers);
            mail = new MailReader<>(of.memory);
            units = new SpareUnits(of.memory.outstanding());
        }

        void work() {
            var backoff = new Backoff();
            int round = 0;
            int attempt = 0;
            while (true) {
                if (!group.isComplete()) {
                    return;
                }
                boolean had = keeps > 0;
                var found = of.pool.take(group, !had, attempt);
                attempt++;
                boolean present = found.present();
                T task = found.task();
                if (had) {
                    task = newestKept();
                    keeps--;
                    present = true;
                } else if (!present && of.memory.seedsLeft()) {
                    int number = of.memory.nextSeed(lane);
                    if (of.memory.isSeed(number)) {
                        task = of.memory.seed(number);
                        present = true;
                    }
                }
                statistics.stole(found.stolen(), found.failed());
                if (trace.isOn() && found.stolen()) {
                    trace.stoleAlone(found.victim());
                }
                if (group.any(present)) {
                    trace.work();
                    if (present) {
                        of.memory.begin(lane, task);
                        trace.ranAlone(task);
                        of.body.run(task, this);
                        units.take();
                        statistics.ran(1);
                    }
                    if (!of.pool.takesAnyTime()) {
                        share();
                    }
                    statistics.noteWork();
                    trace.look();
                    backoff = new Backoff();
                    round++;
                    if ((round & (LOOK - 1)) == 0) {
                        if (of.memory.hasMailbox()) {
                            exchangeMail();
                        }
                        if (group.any(of.memory.hasOverflown())) {
                            break;
                        }
                        Backoff.stopIfCancelled("the end of all tasks");
                    }
                } else if (!of.memory.hasMailbox() || !group.any(exchangeMail())) {
                    units.handIn();
                    if (group.any(of.memory.outstanding().isDone() || of.memory.hasOverflown())) {
                        break;
                    }
                    statistics.noteIdle();
                    trace.idle();
                    backoff.pause("a task");
                }
            }
            statistics.tally(group.number(), true, group.isFirst());
            trace.end();
        }

        @Override
        public void spawn(T task) {
            of.memory.layout().check(task);
            int level = of.pool.level(task);
            units.give();
            boolean keep = !of.pool.takesAnyTime() || of.keepsFirst && keeps == 0;
            if (keep || !of.pool.put(group, task, level)) {
                keep(task);
            }
        }

        private void keep(T task) {
            if (keeps == of.maxKept) {
                of.memory.overflow();
            } else {
                of.memory.layout().write(of.kept, place(keeps), task);
                keeps++;
            }
        }

        private T newestKept() {
            return of.memory.layout().read(of.kept, place(keeps - 1));
        }

        /** Neighbours' tasks side by side for the lanes of a warp; far apart for threads that share no cache. */
        private int place(int index) {
            boolean alone = lane.warp().size() == 1;
            return (alone ? lane.id() * of.maxKept + index : index * lane.count() + lane.id()) * of.memory.stride();
        }

        /** Tells how many tasks were run; the first lane also takes in what the host sent. {@return whether it did} */
        private boolean exchangeMail() {
            statistics.tellProgress(true);
            if (lane.id() != 0) {
                return false;
            }
            int count = mail.look(of.maxKept - keeps);
            mail.take(count, this);
            return count > 0;
        }

        /** The lanes of a worker put what they keep into the pool, one lane after the other. */
        private void share() {
            for (int turn = 0; turn < group.turns(); turn++) {
                if (group.hasTurn(turn)) {
                    putKept();
                }
                group.synchronize();
            }
        }

        private void putKept() {
            while (keeps > 0 && of.pool.put(group, newestKept(), of.pool.level(newestKept()))) {
                keeps--;
            }
        }
    }
}
