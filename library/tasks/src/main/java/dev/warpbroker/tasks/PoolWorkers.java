package dev.warpbroker.tasks;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;

/**
 * Workers that take tasks from a pool and put those that they spawn into it: the kernel of all policies but the one that
 * keeps tasks in shared memory.
 */
final class PoolWorkers<T> implements Kernel {
    /*
     * Every lane keeps tasks for itself in a stack of its own: those for which the pool has no room, with busy leaves the
     * first one that a task spawned, and with pools that cannot be written to in the middle of a task all of them, until
     * the end of the round. It runs those that it keeps before it takes others, newest first: depth first, which bounds
     * what it keeps by the depth of the tree of tasks times their number of children.
     */
    private static final long serialVersionUID = 1;

    /** Units that a lane adds at once. */
    private static final int UNITS = 16;

    /** Rounds between two looks at whether the run was cancelled. */
    private static final int LOOK = 32;

    private final transient RunMemory<T> memory;
    private final transient TaskPool<T> pool;
    private final transient Layout<T> layout;
    private final transient Ints kept;
    private final TaskBody<T> body;
    private final Granularity workers;
    private final int mostKept;
    private final int stride;
    private final boolean keepsFirst;
    private final boolean statistics;

    /** Whether there is a mailbox. */
    private final boolean mailed;

    PoolWorkers(
            RunMemory<T> memory,
            TaskPool<T> pool,
            Layout<T> layout,
            Ints kept,
            int mostKept,
            TaskBody<T> body,
            Granularity workers,
            boolean keepsFirst,
            boolean statistics) {
        this.memory = memory;
        this.pool = pool;
        this.layout = layout;
        this.kept = kept;
        this.mostKept = mostKept;
        this.body = body;
        this.workers = workers;
        this.keepsFirst = keepsFirst;
        this.statistics = statistics;
        mailed = memory.hasMailbox();
        stride = Math.max(1, layout.words());
    }

    /** What a lane has in its hands. */
    private static final class Hand<T> implements Spawner<T> {
        private final PoolWorkers<T> of;
        private final Lane lane;
        private final int worker;

        /** Tasks on the stack of kept ones. */
        private int keeps;

        private int spareUnits;
        private long executed;
        private long told;
        private int received;
        private boolean closed;
        private int stolen;
        private int failed;
        private long idleNanos;

        Hand(PoolWorkers<T> of, Lane lane) {
            this.of = of;
            this.lane = lane;
            worker = of.workerOf(lane);
        }

        @Override
        public void spawn(T task) {
            if (spareUnits == 0) {
                of.memory.addUnits(UNITS);
                spareUnits = UNITS;
            }
            spareUnits--;
            boolean keep = !of.pool.takesAnyTime() || of.keepsFirst && keeps == 0;
            if (keep || !of.pool.put(lane, worker, task)) {
                keep(task);
            }
        }

        private void keep(T task) {
            if (keeps == of.mostKept) {
                of.memory.overflow();
            } else {
                of.layout.write(of.kept, place(keeps), task);
                keeps++;
            }
        }

        private T newestKept() {
            return of.layout.read(of.kept, place(keeps - 1));
        }

        /** Neighbours' tasks side by side for the lanes of a warp; far apart for threads that share no cache. */
        private int place(int index) {
            boolean alone = lane.warp().size() == 1;
            return (alone ? lane.id() * of.mostKept + index : index * lane.count() + lane.id()) * of.stride;
        }

        /** Tells how many tasks were executed; the first lane also takes in what the host sent. {@return whether it did} */
        private boolean exchangeMail() {
            if (executed != told) {
                of.memory.progress(executed - told);
                told = executed;
            }
            return lane.id() == 0 && receive();
        }

        private boolean receive() {
            var mailbox = of.memory.mailbox();
            mailbox.tell(of.memory.progress());
            boolean last = mailbox.isClosed();
            int waiting = mailbox.waiting(received);
            int count = Math.min(waiting, of.mostKept - keeps);
            for (int i = 0; i < count; i++) {
                spawn(mailbox.receive(received + i));
            }
            if (count > 0) {
                received += count;
                mailbox.received(received);
            }
            if (last && count == waiting && !closed) {
                closed = true;
                of.memory.addUnits(-1);
            }
            return count > 0;
        }

        private void handInUnits() {
            if (spareUnits > 0) {
                of.memory.addUnits(-spareUnits);
                spareUnits = 0;
            }
        }
    }

    @Override
    public void run(Lane lane) {
        var hand = new Hand<>(this, lane);
        var backoff = new Backoff();
        long idleSince = 0;
        int round = 0;
        int attempt = 0;
        while (true) {
            if (someLaneHasEnded(lane)) {
                return;
            }
            boolean had = hand.keeps > 0;
            var found = pool.take(lane, hand.worker, !had, attempt);
            attempt++;
            boolean present = found.present();
            T task = found.task();
            if (had) {
                task = hand.newestKept();
                hand.keeps--;
                present = true;
            } else if (!present && memory.seedsLeft()) {
                int number = memory.nextSeed(lane);
                if (memory.isSeed(number)) {
                    task = memory.seed(number);
                    present = true;
                }
            }
            if (statistics) {
                hand.stolen += found.stolen() ? 1 : 0;
                hand.failed += found.failed();
            }
            if (any(lane, present)) {
                if (present) {
                    memory.begin(lane, task);
                    body.run(task, hand);
                    hand.spareUnits++;
                    hand.executed++;
                }
                if (!pool.takesAnyTime()) {
                    share(hand);
                }
                if (statistics && idleSince != 0) {
                    hand.idleNanos += lane.nanoTime() - idleSince;
                    idleSince = 0;
                }
                backoff = new Backoff();
                round++;
                if ((round & (LOOK - 1)) == 0) {
                    if (mailed) {
                        hand.exchangeMail();
                    }
                    if (any(lane, memory.hasOverflown())) {
                        break;
                    }
                    Backoff.stopIfCancelled("the end of all tasks");
                }
            } else if (!mailed || !any(lane, hand.exchangeMail())) {
                hand.handInUnits();
                if (any(lane, memory.isDone() || memory.hasOverflown())) {
                    break;
                }
                if (statistics && idleSince == 0) {
                    idleSince = lane.nanoTime();
                }
                backoff.pause("a task");
            }
        }
        memory.tally(hand.worker, RunMemory.EXECUTED, hand.executed);
        if (statistics) {
            if (idleSince != 0) {
                hand.idleNanos += lane.nanoTime() - idleSince;
            }
            memory.tally(hand.worker, RunMemory.STOLEN, hand.stolen);
            memory.tally(hand.worker, RunMemory.FAILED, hand.failed);
            if (lane.id() == hand.worker * lanesOfWorker(lane)) {
                memory.tally(hand.worker, RunMemory.IDLE_NANOS, hand.idleNanos);
            }
        }
    }

    private int workerOf(Lane lane) {
        return lane.id() / lanesOfWorker(lane);
    }

    private int lanesOfWorker(Lane lane) {
        return switch (workers) {
            case THREAD -> 1;
            case WARP -> lane.warp().size();
            case BLOCK -> lane.block().fullSize();
        };
    }

    /** {@return whether {@code flag} is set for any lane of the worker; all its lanes make this call} */
    private boolean any(Lane lane, boolean flag) {
        return switch (workers) {
            case THREAD -> flag;
            case WARP -> lane.warp().any(allLanes(lane), flag);
            case BLOCK -> anyOfBlock(lane, flag);
        };
    }

    private static int allLanes(Lane lane) {
        return lane.warp().size() == 1 ? 1 : -1;
    }

    private static boolean anyOfBlock(Lane lane, boolean flag) {
        var block = lane.block();
        var some = block.sharedInts(1);
        block.barrier();
        if (block.lane() == 0) {
            some.set(0, 0);
        }
        block.barrier();
        if (flag) {
            some.set(0, 1);
        }
        block.barrier();
        return some.get(0) != 0;
    }

    /**
     * {@return whether a lane of this warp has thrown, or has seen that the run is cancelled} What the others would learn
     * from it is undefined.
     */
    private boolean someLaneHasEnded(Lane lane) {
        return workers == Granularity.WARP && lane.warp().ballot(allLanes(lane), true) != allLanes(lane);
    }

    /** The lanes of a worker put what they keep into the pool, one lane after the other. */
    private void share(Hand<T> hand) {
        switch (workers) {
            case THREAD -> putKept(hand);
            case WARP -> {
                var warp = hand.lane.warp();
                for (int turn = 0; turn < warp.size(); turn++) {
                    if (warp.lane() == turn) {
                        putKept(hand);
                    }
                    warp.synchronize(allLanes(hand.lane));
                }
            }
            case BLOCK -> {
                var block = hand.lane.block();
                for (int turn = 0; turn < block.size(); turn++) {
                    if (block.lane() == turn) {
                        putKept(hand);
                    }
                    block.barrier();
                }
            }
        }
    }

    private void putKept(Hand<T> hand) {
        while (hand.keeps > 0 && pool.put(hand.lane, hand.worker, hand.newestKept())) {
            hand.keeps--;
        }
    }
}
