package dev.warpbroker.tasks;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Block;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.ElementQueue;
import dev.warpbroker.tasks.worker.WarpWorker;
import dev.warpbroker.tasks.worker.WorkerTrace;
import java.util.Objects;

/** Blocks that run a task of a block together, or else tasks of their warps and lanes side by side. */
final class CooperativeWorkers<T extends GroupTask> implements Kernel {
    /*
     * A block works in rounds. In each its first lane looks for a task of a block; if there is one, all lanes run it.
     * If not, each warp takes tasks of warps, some one after the other, and where there are none its lanes take one
     * each. A round ends when all warps are done.
     *
     * A task for which its queue has no room is kept by the block, in a list for each width; between rounds the first
     * lane puts these into the queue as far as there is room.
     *
     * Missing lanes: see WarpWorker. A warp that is not whole leaves. When a round begins the warps are counted, and a
     * block that has lost one leaves altogether, before a task can ask for its lanes: its first lane, or what its other
     * lanes share, may be wrong.
     *
     * Shared words (control) are written by one lane, or to the same value by several, and read by others after a
     * barrier; there is another barrier before they are written again.
     *
     * Units: the first lane of a group has the unit of its task to spare when it is done.
     */
    private static final long serialVersionUID = 1;

    /** Tasks of a width that a warp runs in a round. */
    private static final int TURNS = 8;

    /** Rounds between two looks at the host, at least. */
    private static final int LOOK = 16;

    /** Tasks that are taken in from the host at once. */
    private static final int MAIL = 32;

    // Words of control; the kept tasks by width come last.
    private static final int FOUND = 0;
    private static final int WHOLE = 1;
    private static final int WORKED = 2;
    private static final int OVER = 3;
    private static final int FLAG = 4;
    private static final int KEPT = 5;
    private static final int WIDTHS = 3;

    private final transient RunMemory<T> memory;
    private final transient ElementQueue<T> lanes;
    private final transient ElementQueue<T> warps;
    private final transient ElementQueue<T> blocks;
    private final transient Ints kept;
    private final TaskBody<T, Group<T>> body;
    private final int maxKept;
    private final int warpsInBlock;

    CooperativeWorkers(
            RunMemory<T> memory,
            ElementQueue<T> lanes,
            ElementQueue<T> warps,
            ElementQueue<T> blocks,
            Ints kept,
            int maxKept,
            TaskBody<T, Group<T>> body,
            int warpsInBlock) {
        this.memory = memory;
        this.lanes = lanes;
        this.warps = warps;
        this.blocks = blocks;
        this.kept = kept;
        this.maxKept = maxKept;
        this.body = body;
        this.warpsInBlock = warpsInBlock;
    }

    @Override
    public void run(Lane lane) {
        var control = lane.block().sharedInts(KEPT + WIDTHS);
        var words = lane.block().sharedInts((warpsInBlock + 1) * memory.stride());
        var parts = lane.block().sharedInts(warpsInBlock);
        new CooperativeLane<>(this, lane, control, words, parts).work();
    }

    /** A lane of a block, and of the group that runs a task. */
    private static final class CooperativeLane<T extends GroupTask> implements Group<T> {
        private final CooperativeWorkers<T> of;
        private final Lane lane;
        private final Block block;
        private final WarpWorker warp;
        private final WorkerStatistics statistics;
        private final WorkerTrace<T> trace;
        private final MailReader<T> mail;
        private final SpareUnits units;
        private final Ints control;

        /** The task of the block, and after it those of the warps. */
        private final Ints words;

        /** A number of each warp. */
        private final Ints parts;

        private Granularity width = Granularity.THREAD;

        CooperativeLane(CooperativeWorkers<T> of, Lane lane, Ints control, Ints words, Ints parts) {
            this.of = of;
            this.lane = lane;
            this.control = control;
            this.words = words;
            this.parts = parts;
            block = lane.block();
            warp = new WarpWorker(lane);
            statistics = new WorkerStatistics(of.memory, lane);
            trace = new WorkerTrace<>(of.memory.rings(), of.memory.layout(), lane, Granularity.BLOCK);
            mail = new MailReader<>(of.memory);
            units = new SpareUnits(of.memory.outstanding());
        }

        // ---- rounds ----

        void work() {
            if (block.lane() == 0) {
                for (int i = 0; i < KEPT + WIDTHS; i++) {
                    control.set(i, 0);
                }
            }
            block.barrier();
            placeFirstTasks();
            var backoff = new Backoff();
            int round = 0;
            while (true) {
                round++;
                boolean together = takeBlockTask();
                if (control.get(WHOLE) != round * warpsHere()) {
                    return;
                }
                boolean worked = false;
                for (int turn = 0; turn < (together ? 1 : TURNS); turn++) {
                    boolean mine = true;
                    T task;
                    if (together) {
                        width = Granularity.BLOCK;
                        task = of.memory.layout().read(words, 0);
                    } else if (takeWarpTask()) {
                        width = Granularity.WARP;
                        task = of.memory.layout().read(words, warpPlace());
                    } else {
                        width = Granularity.THREAD;
                        var taken = of.lanes.dequeue();
                        mine = taken.present();
                        task = taken.value();
                    }
                    if (!warp.any(mine)) {
                        break;
                    }
                    worked = true;
                    trace.work();
                    if (mine) {
                        of.memory.begin(lane, task);
                        of.body.run(task, this);
                        if (isFirst()) {
                            units.take();
                            statistics.ran(1);
                            trace.ranAlone(task);
                        }
                    }
                    warp.synchronize();
                    if (!warp.isComplete()) {
                        return;
                    }
                }
                if (worked && warp.isFirst()) {
                    control.set(WORKED, round);
                }
                block.barrier();
                boolean busy = control.get(WORKED) == round;
                if (busy) {
                    statistics.noteWork();
                    trace.work();
                    trace.look();
                    backoff = new Backoff();
                }
                if ((!busy || (round & (LOOK - 1)) == 0) && isOver(busy)) {
                    break;
                }
                if (!busy) {
                    statistics.noteIdle();
                    trace.idle();
                    backoff.pause("a task");
                }
            }
            statistics.tally(block.index(), true, block.lane() == 0);
            trace.end();
        }

        private int warpsHere() {
            return Math.ceilDiv(block.size(), lane.warp().size());
        }

        private int warpPlace() {
            return (1 + warp.numberInBlock()) * of.memory.stride();
        }

        private void placeFirstTasks() {
            while (of.memory.seedsLeft()) {
                int number = of.memory.nextSeed(lane);
                if (of.memory.isSeed(number)) {
                    T first = of.memory.seed(number);
                    put(first.width(), first);
                }
            }
            block.barrier();
        }

        /** Counts the warps that are whole. {@return whether there is a task for the block, which is in words then} */
        private boolean takeBlockTask() {
            if (block.lane() == 0) {
                putBack(of.lanes, Granularity.THREAD.ordinal());
                putBack(of.warps, Granularity.WARP.ordinal());
                putBack(of.blocks, Granularity.BLOCK.ordinal());
                var taken = of.blocks.dequeue();
                if (taken.present()) {
                    of.memory.layout().write(words, 0, taken.value());
                }
                control.set(FOUND, taken.present() ? 1 : 0);
            }
            if (warp.isComplete() && warp.isFirst()) {
                control.getAndAddRelaxed(WHOLE, 1);
            }
            block.barrier();
            return control.get(FOUND) != 0;
        }

        /** {@return whether there is a task for the warp, which is in words then} */
        private boolean takeWarpTask() {
            boolean found = false;
            if (warp.isFirst()) {
                var taken = of.warps.dequeue();
                found = taken.present();
                if (found) {
                    of.memory.layout().write(words, warpPlace(), taken.value());
                }
            }
            warp.synchronize();
            return warp.any(found);
        }

        /** {@return whether the run is over} All lanes of the block make this call. */
        private boolean isOver(boolean busy) {
            if (of.memory.hasMailbox()) {
                exchangeMail();
            }
            if (!busy) {
                units.handIn();
            }
            if (block.lane() == 0) {
                boolean over = of.memory.outstanding().isDone() || of.memory.hasOverflown();
                control.set(OVER, over ? 1 : 0);
            }
            if (busy) {
                Backoff.stopIfCancelled("the end of all tasks");
            }
            block.barrier();
            return control.get(OVER) != 0;
        }

        private void exchangeMail() {
            statistics.tellProgress(true);
            if (lane.id() == 0) {
                mail.take(mail.look(MAIL), this);
            }
        }

        // ---- spawning ----

        @Override
        public void spawn(T task) {
            of.memory.layout().check(task);
            var width = Objects.requireNonNull(task.width(), "the width of a task is null");
            units.give();
            put(width, task);
        }

        private void put(Granularity width, T task) {
            switch (width) {
                case THREAD -> put(of.lanes, Granularity.THREAD.ordinal(), task);
                case WARP -> put(of.warps, Granularity.WARP.ordinal(), task);
                case BLOCK -> put(of.blocks, Granularity.BLOCK.ordinal(), task);
            }
        }

        private void put(ElementQueue<T> queue, int list, T task) {
            if (queue.enqueue(task)) {
                return;
            }
            int number = control.getAndAddRelaxed(KEPT + list, 1);
            if (number < of.maxKept) {
                of.memory.layout().write(of.kept, place(list, number), task);
            } else {
                of.memory.overflow();
            }
        }

        private int place(int list, int number) {
            return ((block.index() * WIDTHS + list) * of.maxKept + number) * of.memory.stride();
        }

        private void putBack(ElementQueue<T> queue, int list) {
            int count = control.get(KEPT + list);
            if (count > 0) {
                count = Math.min(count, of.maxKept);
                while (count > 0 && queue.enqueue(of.memory.layout().read(of.kept, place(list, count - 1)))) {
                    count--;
                }
                control.set(KEPT + list, count);
            }
        }

        // ---- the group ----

        @Override
        public Granularity width() {
            return width;
        }

        @Override
        public int size() {
            return switch (width) {
                case THREAD -> 1;
                case WARP -> lane.warp().size();
                case BLOCK -> block.size();
            };
        }

        @Override
        public int lane() {
            return switch (width) {
                case THREAD -> 0;
                case WARP -> lane.warp().lane();
                case BLOCK -> block.lane();
            };
        }

        @Override
        public int number() {
            return switch (width) {
                case THREAD -> block.lane();
                case WARP -> warp.numberInBlock();
                case BLOCK -> 0;
            };
        }

        @Override
        public int mostInBlock() {
            return switch (width) {
                case THREAD -> block.fullSize();
                case WARP -> of.warpsInBlock;
                case BLOCK -> 1;
            };
        }

        @Override
        public void barrier() {
            switch (width) {
                case THREAD -> {}
                case WARP -> warp.synchronize();
                case BLOCK -> block.barrier();
            }
        }

        @Override
        public boolean any(boolean flag) {
            return switch (width) {
                case THREAD -> flag;
                case WARP -> warp.any(flag);
                case BLOCK -> sumOfBlock(warp.any(flag) && warp.isFirst() ? 1 : 0) > 0;
            };
        }

        @Override
        public int sum(int value) {
            return switch (width) {
                case THREAD -> value;
                case WARP -> warp.sum(value);
                case BLOCK -> sumOfBlock(value);
            };
        }

        private int sumOfBlock(int value) {
            note(warp.sum(value));
            int sum = 0;
            for (int i = 0; i < warpsHere(); i++) {
                sum += parts.get(i);
            }
            block.barrier();
            return sum;
        }

        /** Leaves a number of each warp in parts, for all to read. */
        private void note(int number) {
            if (warp.isFirst()) {
                parts.set(warp.numberInBlock(), number);
            }
            block.barrier();
        }

        @Override
        public int prefix(int value) {
            return switch (width) {
                case THREAD -> 0;
                case WARP -> warp.sumUpTo(value) - value;
                case BLOCK -> prefixInBlock(value);
            };
        }

        private int prefixInBlock(int value) {
            int upTo = warp.sumUpTo(value);
            note(lane.warp().shuffle(warp.mask(), upTo, lane.warp().size() - 1));
            int sum = upTo - value;
            for (int i = 0; i < warp.numberInBlock(); i++) {
                sum += parts.get(i);
            }
            block.barrier();
            return sum;
        }

        @Override
        public int fromFirst(int value) {
            return switch (width) {
                case THREAD -> value;
                case WARP -> warp.fromFirst(value);
                case BLOCK -> fromFirstOfBlock(value);
            };
        }

        private int fromFirstOfBlock(int value) {
            if (block.lane() == 0) {
                control.set(FLAG, value);
            }
            block.barrier();
            int first = control.get(FLAG);
            block.barrier();
            return first;
        }
    }
}
