package dev.warpbroker.experiments;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.examples.tree.SpawnScenario;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.deque.WorkDeques;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * Spawn and sync as in listing 3.5 of the thesis on work stealing (F. Wende, 2013), scheduled by its algorithms WS and
 * BL (sections 2.4 and 2.3.1; R. D. Blumofe, C. E. Leiserson: <i>Scheduling Multithreaded Computations by Work
 * Stealing</i>, 1999), for the scenarios SC 1 and SC 2 and for Fibonacci numbers.
 *
 * <p>A thread f is split where it spawns and where it synchronises: f = f3 ∘ f2 ∘ f1. At the end of f1 its processor
 * makes a synchronisation thread with a dependency counter of 2 (the activation frame of f), puts f2 away for others,
 * and goes on with the child. The end of f2 and that of the child count down; the processor that comes to 0 goes on
 * with f3, which adds both values, and with what comes after it in the parent of f.
 *
 * <p><b>WS.</b> f2 goes into the processor's deque. A processor without a thread takes the newest of its own, else the
 * oldest of another one, chosen at random. If the deque is full, f2 is run by the same processor right after the child:
 * depth first.
 *
 * <p><b>BL.</b> f2 goes into a pool for all. Rule 1: a processor whose thread spawns goes on with the child. Rule 2:
 * one whose thread stalls, which is at its f3 with a child left, takes another thread out of the pool. Rule 3: one
 * whose thread dies goes on with the parent, if that has no other child alive and no processor: with f2 if it is still
 * in the pool, with f3 if it has stalled there. Without rule 3 a processor takes whatever is in the pool.
 *
 * <p><b>Space.</b> The frames of threads that are alive, at most at once: S_P. WS and BL promise S_P ≤ S_1 P, because
 * every leaf of the tree of living threads has a processor; without rule 3 that is lost.
 *
 * <p><b>Different from the listing.</b> The counter is an atomic one and needs no lock. A thread is taken out of the
 * pool by its state; what is left of it there is passed over later. On a GPU a processor is a warp, of which the first
 * lane does everything, as in the thesis's measurements of deques.
 */
public final class SpawnSync implements AutoCloseable {
    /*
     * A spawn writes all of a frame before others can see it: deques and queues publish. What the two that
     * synchronise write is ordered by the counter, which acquires and releases. A frame is not used again within a run,
     * so an old entry of the pool can be told from a new one by the frame's state alone.
     */

    private static final int ROOT = -1;

    /** In place of the argument of a thread: the thread's f2 is the kernel. */
    private static final int KERNEL = -1;

    /** States of f2 in the pool. */
    private static final int READY = 0;

    private static final int TAKEN = 1;

    /** Numbers of a run, each in a line of its own. */
    private static final int LINE = Ints.LINE;

    private static final int FRAMES = 0;
    private static final int FINISHED = LINE;
    private static final int VALUE = 2 * LINE;
    private static final int ALIVE = 3 * LINE;
    private static final int PEAK = 4 * LINE;
    private static final int DEPTH_FIRST = 5 * LINE;
    private static final int NUMBERS = 6 * LINE;

    private static final int MULTIPLIER = 1_664_525;
    private static final int INCREMENT = 1_013_904_223;

    /** The most warps of a block, as in the thesis. */
    private static final int WARPS_PER_BLOCK = 4;

    /** How threads find processors. */
    public enum Scheme {
        /** Algorithm WS on the deques of Arora, Blumofe and Plaxton. */
        STEALING("WS"),

        /** Algorithm WS on deques with locks. */
        STEALING_LOCKED("WS, locked"),

        /** Algorithm BL. */
        BUSY_LEAVES("BL"),

        /** Algorithm BL without rule 3. */
        POOL("BL without rule 3");

        private final String words;

        Scheme(String words) {
            this.words = words;
        }

        /** {@return whether the space is bounded by what one processor needs, times their number} */
        public boolean boundsSpace() {
            return this != POOL;
        }

        boolean hasDeques() {
            return this == STEALING || this == STEALING_LOCKED;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * What is computed.
     *
     * @param first argument of the thread that the first processor begins with
     * @param step of that argument from one processor to the next
     * @param roots processors that begin with a thread
     * @param fib whether a thread f(n) spawns f(n - 1) and f(n - 2); if not, f(n - 1) and the kernel
     * @param k operations of the kernel, which every thread without children runs
     */
    public record Computation(int first, int step, int roots, boolean fib, int k) {
        /** {@return scenario SC 1: one recursion of depth N} */
        public static Computation recursion(int depth, int k) {
            return new Computation(depth, 0, 1, false, k);
        }

        /** {@return scenario SC 2: processor i begins with a recursion of depth i} */
        public static Computation imbalance(int processors, int k) {
            return new Computation(0, 1, processors, false, k);
        }

        /** {@return the Fibonacci number of n} */
        public static Computation fibonacci(int n, int k) {
            return new Computation(n, 0, 1, true, k);
        }

        private static int ofFibonacci(int n) {
            int value = 0;
            int next = 1;
            for (int i = 0; i < n; i++) {
                int sum = value + next;
                value = next;
                next = sum;
            }
            return value;
        }

        private int argument(int root) {
            return first + root * step;
        }

        /** {@return what comes of it} */
        public int value() {
            return IntStream.range(0, roots)
                    .map(root -> fib ? ofFibonacci(argument(root)) : argument(root) + 1)
                    .sum();
        }

        /** {@return how many threads spawn} */
        int spawns() {
            return IntStream.range(0, roots)
                    .map(root -> fib ? ofFibonacci(argument(root) + 1) - 1 : argument(root))
                    .sum();
        }

        /** {@return S_1: the most frames on a way down from a thread that a processor begins with} */
        public int activationDepth() {
            int deepest = argument(roots - 1);
            return fib ? Math.max(1, deepest) : deepest + 1;
        }
    }

    /** What waits in a deque: f2 of a thread, its argument, and the frame that it synchronises with. */
    public record Subthread(int argument, int frame) {
        static final Layout<Subthread> LAYOUT = Layout.of(Subthread.class);
    }

    /**
     * What a run came to.
     *
     * @param elapsed time of the launch
     * @param value the result
     * @param space S_P; 0 if it was not counted
     * @param depthFirst how often a deque was full
     */
    public record Run(Duration elapsed, int value, int space, int depthFirst) {}

    private final Device device;
    private final Computation computation;
    private final Grid grid;
    private final int processors;
    private final boolean countsSpace;
    private final Scheme scheme;
    private final WorkDeques<Subthread> deques;
    private final IntQueue pool;

    /** Of each processor, the threads that found its deque full. */
    private final Ints kept;

    private final Ints parents;
    private final Ints counters;
    private final Ints values;
    private final Ints arguments;
    private final Ints states;
    private final Ints numbers;
    private final Ints constants;
    private final Kernel kernel;

    /**
     * @param processors n
     * @param capacity of each deque, a power of two; 0 for one that is never full
     * @param countsSpace whether to count frames, which takes time
     */
    public SpawnSync(
            Device device, Computation computation, Scheme scheme, int processors, int capacity, boolean countsSpace) {
        if (processors < computation.roots()) {
            throw new IllegalArgumentException(processors + " processors for " + computation.roots()
                    + " that begin with a thread; give at least as many");
        }
        this.device = device;
        this.computation = computation;
        this.scheme = scheme;
        this.processors = processors;
        this.countsSpace = countsSpace;
        int lanes = device.properties().lanesPerWorker();
        grid = device.properties().workerGrid(processors * lanes, Math.min(processors, WARPS_PER_BLOCK) * lanes);
        int frames = computation.spawns() + 1;
        int depth = computation.activationDepth();
        int room = Integer.highestOneBit(2 * Math.max(2, depth) - 1);
        deques = (scheme == Scheme.STEALING_LOCKED ? DequeKind.LOCKED : DequeKind.ABP)
                .create(
                        device,
                        scheme.hasDeques() ? processors : 1,
                        capacity == 0 || !scheme.hasDeques() ? room : capacity,
                        Subthread.LAYOUT);
        pool = QueueKind.BQ.create(device, scheme.hasDeques() ? 2 : Integer.highestOneBit(2 * frames) * 2);
        kept = device.ints(2 * depth * processors);
        parents = device.ints(frames);
        counters = device.ints(frames);
        values = device.ints(frames);
        arguments = device.ints(frames);
        states = device.ints(frames);
        numbers = device.ints(NUMBERS);
        constants = device.ints(2);
        constants.copyIn(new int[] {1, 0});
        kernel = this::work;
    }

    /**
     * Computes once.
     *
     * @param limit after which it is cancelled
     */
    public Run run(Duration limit) {
        deques.clear();
        pool.clear();
        numbers.fill(0);
        var launch = device.launch(grid, kernel);
        launch.join(limit);
        int[] found = numbers.copyOut();
        return new Run(launch.elapsed(), found[VALUE], found[PEAK], found[DEPTH_FIRST]);
    }

    private void work(Lane lane) {
        if (!Users.ONE_PER_WARP.includes(lane)) {
            return;
        }
        int own = lane.id() / (grid.threads() / processors);
        int random = own;
        int waiting = 0;
        boolean busy = own < computation.roots();
        int argument = computation.argument(own);
        int frame = ROOT;
        boolean running = true;
        var backoff = new Backoff();
        while (running) {
            if (!busy) {
                var next = new Subthread(0, 0);
                if (waiting > 0) {
                    waiting--;
                    int at = 2 * (own * computation.activationDepth() + waiting);
                    next = new Subthread(kept.get(at), kept.get(at + 1));
                    busy = true;
                } else if (scheme.hasDeques()) {
                    var popped = deques.pop(own);
                    busy = popped.present();
                    next = popped.value();
                    if (!busy && processors > 1) {
                        random = random * MULTIPLIER + INCREMENT;
                        int victim = (own + Chance.upTo(processors - 1, random >>> 8)) % processors;
                        var stolen = deques.steal(victim);
                        busy = stolen.present();
                        next = stolen.value();
                    }
                } else if (pool.sizeHint() > 0) {
                    var ready = pool.dequeue();
                    busy = ready.present() && take(ready.value());
                    next = new Subthread(busy ? arguments.get(ready.value()) : 0, ready.value());
                }
                argument = next.argument();
                frame = next.frame();
            }
            if (busy) {
                while (argument > (computation.fib() ? 1 : 0)) {
                    int made = spawn(argument, frame);
                    int second = arguments.get(made);
                    if (!scheme.hasDeques()) {
                        pool.enqueue(made);
                    } else if (!deques.push(own, new Subthread(second, made))) {
                        int at = 2 * (own * computation.activationDepth() + waiting);
                        kept.set(at, second);
                        kept.set(at + 1, made);
                        waiting++;
                        numbers.getAndAddRelaxed(DEPTH_FIRST, 1);
                    }
                    argument--;
                    frame = made;
                }
                // A leaf of the tree; f2 of the scenarios belongs to a frame that there is already.
                boolean leaf = argument != KERNEL;
                if (leaf) {
                    count(1);
                }
                int one = SpawnScenario.busy(constants, computation.k(), 0);
                int value = computation.fib() ? argument * one : one;
                if (leaf) {
                    count(-1);
                }
                busy = false;
                boolean synchronising = true;
                while (synchronising) {
                    if (frame == ROOT) {
                        numbers.getAndAddRelaxed(VALUE, value);
                        numbers.getAndAddAcqRel(FINISHED, 1);
                        synchronising = false;
                    } else {
                        values.getAndAddRelaxed(frame, value);
                        if (counters.getAndAddAcqRel(frame, -1) == 1) {
                            // The parent, which has stalled, goes on with f3.
                            value = values.getOpaque(frame);
                            count(-1);
                            frame = parents.get(frame);
                        } else {
                            synchronising = false;
                            if (scheme == Scheme.BUSY_LEAVES && take(frame)) {
                                argument = arguments.get(frame);
                                busy = true;
                            }
                        }
                    }
                }
            } else {
                running = numbers.getOpaque(FINISHED) < computation.roots();
                if (running) {
                    backoff.pause("threads to run");
                }
            }
        }
    }

    /** Makes the frame of f(argument), which is a child of {@code parent}. {@return its number} */
    private int spawn(int argument, int parent) {
        int frame = numbers.getAndAddRelaxed(FRAMES, 1);
        parents.set(frame, parent);
        counters.setOpaque(frame, 2);
        values.setOpaque(frame, 0);
        arguments.set(frame, computation.fib() ? argument - 2 : KERNEL);
        states.setOpaque(frame, READY);
        count(1);
        return frame;
    }

    /** {@return whether f2 of a frame was in the pool, and now is the caller's} */
    private boolean take(int frame) {
        return states.compareAndSetAcqRel(frame, READY, TAKEN);
    }

    private void count(int frames) {
        if (countsSpace) {
            int alive = numbers.getAndAddRelaxed(ALIVE, frames) + frames;
            if (frames > 0) {
                numbers.getAndMaxRelaxed(PEAK, alive);
            }
        }
    }

    @Override
    public void close() {
        deques.close();
        pool.close();
        kept.close();
        parents.close();
        counters.close();
        values.close();
        arguments.close();
        states.close();
        numbers.close();
        constants.close();
    }
}
