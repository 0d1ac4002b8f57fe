package dev.warpbroker.tasks;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.worker.WarpWorker;
import dev.warpbroker.tasks.worker.WorkerTrace;

/**
 * Warps that keep their tasks in shared memory and lay out a few of them for others: the kernel of
 * {@link Policy#stealing()}.
 */
final class StealingWorkers<T> implements Kernel {
    /*
     * A warp's tasks are in four places, of which only the last is seen by others:
     *   - in the registers of its lanes: one task each, in the round under way;
     *   - on its stack in shared memory, a ring of depth places; positions between bottom and top are taken;
     *   - on its heap in global memory, which takes what a round spawned beyond the room of the stack, and the oldest
     *     tasks of a stack that is nearly full: a ring of maxOnHeap places; positions between lowest and highest are
     *     taken, and lowest is below maxOnHeap;
     *   - in its public deque.
     * The heap is what stands behind the stack: its tasks are older than most of the stack, so more comes of them. So
     * as long as it has some, they are laid out, the oldest first, and nothing of the stack is.
     * A round: each lane takes a task from the top of the stack and runs it; lanes push what it spawns. Pushes happen
     * in divergent code, so the top is in shared memory too and moved by atomic adds, one for the lanes that spawn
     * together. So is the heap's highest position. The bottom and the heap's lowest position are moved only between
     * rounds, when all lanes are together, and are the same numbers in each. So is all other state of the warp that
     * lanes hold.
     *
     * Units (see RunMemory): the tasks that only the warp itself sees have one unit together, those in the public deque
     * one each. Whatever comes from outside brings its units along. Only laying out can use up units; a warp that has
     * not enough adds a batch. So neither spawning nor running a task touches the count.
     *
     * A warp that has run out looks at its heap, its own deque, the first tasks, and then at 32 deques at once, chosen
     * at random; of those that have something it asks one for half.
     *
     * Access modes: shared memory is ordered by the warp's own synchronisation: once after a round (pushes before pops)
     * and once before the next (pops before pushes). The heap and the deque's places are written and read by the same
     * warp in the same way; for what others see, PublicDeques and RunMemory say it.
     */
    private static final long serialVersionUID = 1;

    /** Tasks that are laid out at once, or stolen at once. */
    private static final int SHARE = 32;

    /** Rounds between two looks at the own deque, and fewer if others are taking from it. */
    private static final int SERVICE = 16;

    private static final int BUSY_SERVICE = 4;

    /** Rounds between two looks at whether the run was cancelled. */
    private static final int LOOK = 64;

    /** Units that a warp adds at once. */
    private static final int UNITS = 256;

    /** Spare units that a thief hands in. */
    private static final int MANY_UNITS = 4096;

    private final transient RunMemory<T> memory;
    private final transient PublicDeques deques;
    private final transient Ints heap;
    private final TaskBody<T, Spawner<T>> body;
    private final int maxOnHeap;

    /** Places of a stack, a power of two. */
    private final int depth;

    private final int warpsInBlock;

    StealingWorkers(
            RunMemory<T> memory,
            PublicDeques deques,
            Ints heap,
            int maxOnHeap,
            TaskBody<T, Spawner<T>> body,
            int depth,
            int warpsInBlock) {
        this.memory = memory;
        this.deques = deques;
        this.heap = heap;
        this.maxOnHeap = maxOnHeap;
        this.body = body;
        this.depth = depth;
        this.warpsInBlock = warpsInBlock;
    }

    @Override
    public void run(Lane lane) {
        var stack = lane.block().sharedInts(warpsInBlock * depth * memory.stride());
        var tops = lane.block().sharedInts(warpsInBlock);
        var heaps = lane.block().sharedInts(warpsInBlock);
        new StealingLane<>(this, lane, stack, tops, heaps).work();
    }

    /** A lane: what it knows of its warp, and what it does with the others. */
    private static final class StealingLane<T> implements Spawner<T> {
        private final StealingWorkers<T> of;
        private final Lane lane;
        private final WarpWorker warp;
        private final WorkerStatistics statistics;
        private final WorkerTrace<T> trace;
        private final MailReader<T> mail;
        private final Ints stack;
        private final Ints tops;
        private final Ints heaps;

        private final int worker;
        private final int warpInBlock;

        private int bottom;
        private int lowest;
        private int units;

        /** The owner's end of the public deque, and how far it may be written. */
        private int tail;

        private int safe;

        /** Rounds so far, and those of the next looks at the own deque and at the host. */
        private int round;

        private int nextService = BUSY_SERVICE;
        private int nextLook = LOOK;
        private int random;

        StealingLane(StealingWorkers<T> of, Lane lane, Ints stack, Ints tops, Ints heaps) {
            this.of = of;
            this.lane = lane;
            this.stack = stack;
            this.tops = tops;
            this.heaps = heaps;
            warp = new WarpWorker(lane);
            worker = warp.number();
            warpInBlock = warp.numberInBlock();
            statistics = new WorkerStatistics(of.memory, lane);
            trace = new WorkerTrace<>(of.memory.rings(), of.memory.layout(), lane, Granularity.WARP);
            mail = new MailReader<>(of.memory);
            random = lane.id() * 0x9E3779B1 + 0x7F4A7C15;
        }

        // ---- in a round ----

        @Override
        public void spawn(T task) {
            of.memory.layout().check(task);
            int position = next(tops);
            if (position - bottom < of.depth) {
                of.memory.layout().write(stack, onStack(position), task);
            } else {
                int onHeap = next(heaps);
                if (onHeap - lowest < of.maxOnHeap) {
                    of.memory.layout().write(of.heap, onHeap(onHeap), task);
                } else {
                    of.memory.overflow();
                }
            }
        }

        /** {@return a number of its own for each lane that is here, from a counter of the warp} */
        private int next(Ints counters) {
            if (size() == 1) {
                int number = counters.get(warpInBlock);
                counters.set(warpInBlock, number + 1);
                return number;
            }
            return lane.warp().aggregatedAdd(counters, warpInBlock, 1);
        }

        private int onStack(int position) {
            return (warpInBlock * of.depth + (position & of.depth - 1)) * of.memory.stride();
        }

        private int onHeap(int position) {
            int place = position < of.maxOnHeap ? position : position - of.maxOnHeap;
            return (worker * of.maxOnHeap + place) * of.memory.stride();
        }

        // ---- between rounds, all lanes together ----

        void work() {
            if (warp.isFirst()) {
                tops.set(warpInBlock, 0);
                heaps.set(warpInBlock, 0);
            }
            var backoff = new Backoff();
            while (true) {
                warp.synchronize();
                if (!warp.isComplete()) {
                    return;
                }
                int top = Math.min(warp.fromFirst(tops.get(warpInBlock)), bottom + of.depth);
                int count = top - bottom;
                if (count > 0) {
                    if (count > of.depth / 4 * 3) {
                        makeRoom();
                        count = top - bottom;
                    }
                    int taken = Math.min(count, size());
                    boolean mine = lane.warp().lane() < taken;
                    T task = of.memory
                            .layout()
                            .read(stack, onStack(mine ? top - 1 - lane.warp().lane() : top - 1));
                    setFirst(tops, top - taken);
                    warp.synchronize();
                    if (mine) {
                        of.memory.begin(lane, task);
                        trace.ranOne(task);
                        of.body.run(task, this);
                    }
                    statistics.ran(taken);
                    trace.ran(taken);
                    round++;
                    if (round - nextService >= 0 && serve()) {
                        break;
                    }
                } else if (refill()) {
                    statistics.noteWork();
                    trace.work();
                    backoff = new Backoff();
                } else {
                    if (goIdle()) {
                        break;
                    }
                    backoff.pause("a task");
                }
            }
            statistics.tally(worker, warp.isFirst(), true);
            trace.end();
        }

        /** {@return whether the run is over} Lays out tasks if others have taken what was there. */
        private boolean serve() {
            warp.synchronize();
            if (!warp.isComplete()) {
                return true;
            }
            int top = Math.min(warp.fromFirst(tops.get(warpInBlock)), bottom + of.depth);
            // What a round spawned beyond the stack is on the heap; once the bottom moves it would seem to be here.
            setFirst(tops, top);
            int half = (top - bottom) / 2;
            int onHeap = heapSize();
            nextService = round + SERVICE;
            if (trace.isOn()) {
                trace.look(warp.fromFirst(lane.nanoTime()));
            }
            if ((half > 0 || onHeap > 0)
                    && warp.fromFirst(PublicDeques.size(of.deques.look(worker))) == 0
                    && layOut(Math.min(onHeap > 0 ? onHeap : half, SHARE), onHeap > 0) > 0) {
                nextService = round + BUSY_SERVICE;
            }
            if (round - nextLook < 0) {
                return false;
            }
            nextLook = round + LOOK;
            if (of.memory.hasMailbox()) {
                exchangeMail();
            }
            boolean over = warp.any(warp.isFirst() && of.memory.hasOverflown());
            Backoff.stopIfCancelled("the end of all tasks");
            return over;
        }

        /** {@return how many tasks are on the heap} */
        private int heapSize() {
            return Math.min(warp.fromFirst(heaps.get(warpInBlock)) - lowest, of.maxOnHeap);
        }

        /**
         * Moves the older half of a stack that is nearly full to the public deque or, if that is full or the heap has
         * older tasks, to the heap, whose oldest tasks go to the deque then.
         */
        private void makeRoom() {
            int half = of.depth / 2;
            int onHeap = heapSize();
            if (onHeap == 0 && layOut(half, false) > 0) {
                return;
            }
            onHeap -= layOut(Math.min(half, onHeap), true);
            if (onHeap + half <= of.maxOnHeap) {
                for (int i = lane.warp().lane(); i < half * of.memory.stride(); i += size()) {
                    int index = i / of.memory.stride();
                    int word = i % of.memory.stride();
                    of.heap.set(onHeap(lowest + onHeap + index) + word, stack.get(onStack(bottom + index) + word));
                }
                setFirst(heaps, lowest + onHeap + half);
                bottom += half;
                warp.synchronize();
            }
        }

        /**
         * Moves the oldest {@code most} tasks of the heap or the stack to the public deque, or as many as fit.
         * {@return how many}
         */
        private int layOut(int most, boolean fromHeap) {
            safe = warp.fromFirst(of.deques.safePosition(worker, safe));
            int count = Math.min(most, of.deques.capacity() - (tail - safe));
            if (count == 0) {
                return 0;
            }
            if (units <= count) {
                if (warp.isFirst()) {
                    of.memory.outstanding().add(UNITS + count);
                }
                units += UNITS + count;
            }
            units -= count;
            for (int i = lane.warp().lane(); i < count * of.memory.stride(); i += size()) {
                int index = i / of.memory.stride();
                int word = i % of.memory.stride();
                of.deques
                        .words()
                        .set(
                                of.deques.place(worker, tail + index) + word,
                                fromHeap
                                        ? of.heap.get(onHeap(lowest + index) + word)
                                        : stack.get(onStack(bottom + index) + word));
            }
            warp.synchronize();
            if (warp.isFirst()) {
                of.deques.add(worker, count);
            }
            tail += count;
            if (fromHeap) {
                removeLowest(count);
            } else {
                bottom += count;
            }
            return count;
        }

        /** Removes the oldest tasks of the heap, which were copied. */
        private void removeLowest(int count) {
            int size = heapSize();
            lowest += count;
            if (lowest >= of.maxOnHeap) {
                lowest -= of.maxOnHeap;
            }
            setFirst(heaps, lowest + size - count);
        }

        /** {@return whether there is something on the stack again, which was empty} */
        private boolean refill() {
            return refillFromHeap()
                    || refillFromOwnDeque()
                    || refillFromSeeds()
                    || of.memory.hasMailbox() && exchangeMail()
                    || steal();
        }

        private boolean refillFromHeap() {
            int onHeap = heapSize();
            int count = Math.min(onHeap, of.depth / 2);
            if (count == 0) {
                return false;
            }
            int from = lowest + onHeap - count;
            for (int i = lane.warp().lane(); i < count * of.memory.stride(); i += size()) {
                int index = i / of.memory.stride();
                int word = i % of.memory.stride();
                stack.set(onStack(index) + word, of.heap.get(onHeap(from + index) + word));
            }
            warp.synchronize();
            setFirst(heaps, from);
            begin(count);
            return true;
        }

        private boolean refillFromOwnDeque() {
            long ends = warp.fromFirst(of.deques.look(worker));
            int count = Math.min(PublicDeques.size(ends), of.depth / 2);
            if (count == 0 || !warp.any(warp.isFirst() && of.deques.takeBack(worker, ends, count))) {
                return false;
            }
            tail -= count;
            copyFrom(worker, tail, count);
            units += count;
            begin(count);
            return true;
        }

        private boolean refillFromSeeds() {
            if (warp.fromFirst(of.memory.seedsLeft() ? 1 : 0) == 0) {
                return false;
            }
            int number = warp.fromFirst(warp.isFirst() ? of.memory.claimSeeds(size()) : 0)
                    + lane.warp().lane();
            boolean mine = of.memory.isSeed(number);
            if (mine) {
                of.memory.layout().write(stack, onStack(lane.warp().lane()), of.memory.seed(number));
            }
            int count = Integer.bitCount(warp.ballot(mine));
            units += count;
            begin(count);
            return count > 0;
        }

        private boolean steal() {
            int workers = lane.count() / size();
            int victim = (int) (Integer.toUnsignedLong(nextRandom()) * workers >>> 32);
            long ends = victim == worker ? 0 : of.deques.look(victim);
            int rich = warp.ballot(PublicDeques.size(ends) > 0);
            if (rich == 0) {
                statistics.stole(false, 1);
                return false;
            }
            int turn = warp.fromFirst(random >>> 27) & size() - 1;
            int chosen = Integer.numberOfTrailingZeros(Integer.rotateRight(rich, turn)) + turn & size() - 1;
            victim = lane.warp().shuffle(warp.mask(), victim, chosen);
            ends = lane.warp().shuffle(warp.mask(), ends, chosen);
            int count = Math.min((PublicDeques.size(ends) + 1) / 2, SHARE);
            if (!warp.any(warp.isFirst() && of.deques.take(victim, ends, count))) {
                statistics.stole(false, 1);
                return false;
            }
            warp.synchronize();
            copyFrom(victim, PublicDeques.head(ends), count);
            if (warp.isFirst()) {
                of.deques.haveRead(victim, count);
            }
            units += count;
            if (units > MANY_UNITS) {
                if (warp.isFirst()) {
                    of.memory.outstanding().add(UNITS - units);
                }
                units = UNITS;
            }
            begin(count);
            statistics.stole(true, 0);
            trace.stole(victim, count);
            return true;
        }

        /** Copies tasks to the stack, which is empty, and waits until all lanes have. */
        private void copyFrom(int deque, int position, int count) {
            for (int i = lane.warp().lane(); i < count * of.memory.stride(); i += size()) {
                int index = i / of.memory.stride();
                int word = i % of.memory.stride();
                stack.set(
                        onStack(index) + word, of.deques.words().get(of.deques.place(deque, position + index) + word));
            }
            warp.synchronize();
        }

        /** The stack has {@code count} tasks, from position 0 on. */
        private void begin(int count) {
            bottom = 0;
            setFirst(tops, count);
        }

        /** {@return whether the run is over} */
        private boolean goIdle() {
            if (units > 0) {
                if (warp.isFirst()) {
                    of.memory.outstanding().add(-units);
                }
                units = 0;
            }
            statistics.noteIdle();
            trace.idle();
            return warp.any(warp.isFirst() && (of.memory.outstanding().isDone() || of.memory.hasOverflown()));
        }

        /** Tells how many tasks were run; the first warp also takes in what the host sent. {@return whether it did} */
        private boolean exchangeMail() {
            statistics.tellProgress(warp.isFirst());
            if (worker != 0) {
                return false;
            }
            int count = warp.fromFirst(warp.isFirst() ? receive() : 0);
            units += count;
            return count > 0;
        }

        /** {@return how many tasks were taken in, as many as there are or as fit on the stack} */
        private int receive() {
            int count = mail.look(Math.max(0, of.depth / 4 * 3 - (tops.get(warpInBlock) - bottom)));
            if (count > 0) {
                of.memory.outstanding().add(count);
            }
            mail.take(count, this);
            return count;
        }

        private int nextRandom() {
            random ^= random << 13;
            random ^= random >>> 17;
            random ^= random << 5;
            return random;
        }

        private int size() {
            return lane.warp().size();
        }

        private void setFirst(Ints counters, int value) {
            if (warp.isFirst()) {
                counters.set(warpInBlock, value);
            }
        }
    }
}
