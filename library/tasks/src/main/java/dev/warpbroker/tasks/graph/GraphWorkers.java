package dev.warpbroker.tasks.graph;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.worker.WarpWorker;
import dev.warpbroker.tasks.worker.WorkerTrace;
import java.lang.invoke.VarHandle;

/** Warps (threads on the JVM) that run the tasks of a graph and release those that waited for them. */
final class GraphWorkers<T> implements Kernel {
    /*
     * A lane that ends a task takes its successors' counters down. It goes on at once with the first that it has
     * released, which is the most urgent, as successors are sorted; others go to the warp's stack in shared memory.
     * Lanes without a task take from there. What is still left goes to the queue as soon as workers wait, or when there
     * is much of it. A worker goes to the queue only when it has nothing at all (then it waits at a place of its own),
     * and now and then when some of its lanes have nothing.
     *
     * All state of the warp that lanes hold is the same in each: stacked, executed, round, rootsLeft.
     *
     * Access modes: what a task wrote is seen by its successors. If the same lane runs the successor, by the order of
     * its program; if another lane of the warp does, by the warp's synchronisation, once in every round; otherwise by a
     * release fence before the relaxed operation on the counter or on the place in the queue, and an acquire fence
     * after the one that released the task or found it. Additions to a counter continue the releases before them, so
     * the last one has seen all. Nodes and words of tasks do not change.
     *
     * In a time line a task that comes through the queue is one that was stolen from the worker that put it there, and
     * relays are not counted.
     */
    private static final long serialVersionUID = 1;

    /** Tasks on a warp's stack. */
    private static final int STACK = 256;

    /** Rounds between two looks of a warp with idle lanes into the queue, less one. */
    private static final int QUEUE_LOOK = 7;

    /** Rounds between two looks at whether the run was cancelled, less one. */
    private static final int HOST_LOOK = 63;

    /** Looks of a waiting warp at its place between two looks at whether all is done, less one. */
    private static final int DONE_LOOK = 7;

    private static final int NONE = -1;

    private final transient GraphMemory<T> memory;
    private final GraphBody<T> body;
    private final int warpsInBlock;

    GraphWorkers(GraphMemory<T> memory, GraphBody<T> body, int warpsInBlock) {
        this.memory = memory;
        this.body = body;
        this.warpsInBlock = warpsInBlock;
    }

    @Override
    public void run(Lane lane) {
        new GraphLane<>(this, lane, lane.block().sharedInts(warpsInBlock * STACK)).work();
    }

    /** A lane: what it knows of its warp, and what it does with the others. */
    private static final class GraphLane<T> {
        private final GraphMemory<T> memory;
        private final GraphBody<T> body;
        private final Lane lane;
        private final WorkerTrace<T> trace;
        private final WarpWorker warp;
        private final Ints stack;
        private final int bottom;
        private final int run;

        /** The node that this lane is to run next, and what is known of it. */
        private int node = NONE;

        private boolean known;
        private int predecessors;
        private int successors;
        private int further;
        private int first;
        private int second;
        private int third;
        private int fourth;
        private int fifth;

        private int stacked;
        private int executed;
        private int round;
        private boolean rootsLeft = true;

        GraphLane(GraphWorkers<T> of, Lane lane, Ints stack) {
            memory = of.memory;
            body = of.body;
            this.lane = lane;
            trace = new WorkerTrace<>(memory.rings(), memory.layout(), lane, Granularity.WARP);
            this.stack = stack;
            warp = new WarpWorker(lane);
            bottom = warp.numberInBlock() * STACK;
            run = memory.run();
        }

        void work() {
            while (warp.isComplete()) {
                refill();
                if (!warp.any(node != NONE) && !await()) {
                    break;
                }
                trace.work();
                if (node != NONE && !known) {
                    learn();
                }
                execute();
                if (!warp.isComplete()) {
                    return;
                }
                noteTasks();
                release();
                warp.synchronize();
                round++;
                if ((round & HOST_LOOK) == 0) {
                    Backoff.stopIfCancelled("the end of all tasks of a graph");
                }
            }
            trace.end();
            if (warp.isFirst()) {
                memory.leave(warp.count());
            }
        }

        // ---- a task for each lane ----

        private void refill() {
            int idle = warp.ballot(node == NONE);
            if (idle != 0 && stacked > 0) {
                int rank = lane.warp().rank(idle);
                if (node == NONE && rank < stacked) {
                    node = stack.get(bottom + stacked - 1 - rank);
                }
                stacked = Math.max(0, stacked - Integer.bitCount(idle));
                idle = warp.ballot(node == NONE);
            }
            if (idle != 0 && rootsLeft) {
                takeRoots(idle);
            } else if (idle != 0 && (round & QUEUE_LOOK) == QUEUE_LOOK) {
                takeAvailable(idle);
            }
            if (stacked > 0) {
                share();
            }
        }

        private void learn() {
            int number = node;
            predecessors = memory.nodeWord(number, GraphPlan.PREDECESSORS);
            successors = memory.nodeWord(number, GraphPlan.SUCCESSORS);
            further = memory.nodeWord(number, GraphPlan.FURTHER);
            first = memory.nodeWord(number, GraphPlan.FIRST);
            second = memory.nodeWord(number, GraphPlan.FIRST + 1);
            third = memory.nodeWord(number, GraphPlan.FIRST + 2);
            fourth = memory.nodeWord(number, GraphPlan.FIRST + 3);
            fifth = memory.nodeWord(number, GraphPlan.FIRST + 4);
            known = true;
        }

        /** Takes roots for the idle lanes, or fewer if there are fewer than lanes altogether. */
        private void takeRoots(int idle) {
            int share = Math.max(1, memory.rootCount() / warp.count());
            int count = Math.min(share, Integer.bitCount(idle));
            int from = warp.fromFirst(warp.isFirst() ? memory.claimRoots(count) : 0);
            int number = from + lane.warp().rank(idle);
            if (node == NONE && number < Math.min(from + count, memory.rootCount())) {
                node = memory.root(number);
            }
            rootsLeft = from + count < memory.rootCount();
        }

        /** Takes tasks for the idle lanes from the queue, if there are any. */
        private void takeAvailable(int idle) {
            long ends = warp.fromFirst(memory.ends());
            int count = Math.min(GraphMemory.available(ends), Integer.bitCount(idle));
            if (count <= 0 || !warp.any(warp.isFirst() && memory.tryClaim(ends, count))) {
                return;
            }
            int rank = lane.warp().rank(idle);
            if (node == NONE && rank < count) {
                int place = GraphMemory.head(ends) + rank;
                long content = memory.look(place);
                var backoff = new Backoff();
                while (!GraphMemory.isOf(content, run)) {
                    backoff.pause("a task that is being handed over");
                    content = memory.look(place);
                }
                VarHandle.acquireFence();
                node = (int) content;
                if (trace.isOn()) {
                    trace.stoleAlone(memory.giver(place));
                }
            }
        }

        /** Puts tasks from the stack into the queue: one for each worker that waits, or some of very many. */
        private void share() {
            int hungry = -GraphMemory.available(warp.fromFirst(memory.ends()));
            int most = hungry > 0 ? hungry : stacked > STACK / 2 ? lane.warp().size() : 0;
            int count = Math.min(Math.min(most, stacked), lane.warp().size());
            if (count > 0) {
                boolean mine = lane.warp().lane() < count;
                int top = mine ? stack.get(bottom + stacked - 1 - lane.warp().lane()) : 0;
                stacked -= count;
                enqueue(mine, count, lane.warp().lane(), top);
            }
        }

        private void enqueue(boolean mine, int count, int rank, int number) {
            int place = warp.fromFirst(warp.isFirst() ? memory.claimToWrite(count) : 0);
            if (mine) {
                if (trace.isOn()) {
                    memory.noteGiver(place + rank, warp.number());
                }
                VarHandle.releaseFence();
                memory.write(place + rank, run, number);
            }
        }

        /** Waits until the first lane has a task. {@return whether it has; if not, the run is over} */
        private boolean await() {
            if (warp.isFirst() && executed > 0) {
                memory.addDone(executed);
            }
            executed = 0;
            trace.idle();
            int place = warp.fromFirst(warp.isFirst() ? memory.claimToRead() : 0);
            var backoff = new Backoff();
            for (int look = 0; ; look++) {
                long content = warp.fromFirst(memory.look(place));
                if (GraphMemory.isOf(content, run)) {
                    VarHandle.acquireFence();
                    if (warp.isFirst()) {
                        node = (int) content;
                    }
                    if (trace.isOn()) {
                        trace.stole(memory.giver(place), 1);
                    }
                    return true;
                }
                if ((look & DONE_LOOK) == 0 && warp.any(warp.isFirst() && memory.isDone())) {
                    return false;
                }
                backoff.pause("a task that is ready");
                if (!warp.isComplete()) {
                    return false;
                }
            }
        }

        // ---- a round ----

        private void execute() {
            if (node != NONE && memory.isTask(node)) {
                memory.begin(lane, node);
                body.run(memory.task(node));
            }
        }

        /** Tells the time line which tasks have ended in this round. */
        private void noteTasks() {
            if (trace.isOn()) {
                boolean ran = node != NONE && memory.isTask(node);
                if (ran) {
                    trace.ranOne(memory.task(node));
                }
                trace.ran(Integer.bitCount(warp.ballot(ran)));
                trace.look(warp.fromFirst(lane.nanoTime()));
            }
        }

        /** Takes down the counters of the successors; the lane goes on with the first that it has released. */
        private void release() {
            boolean ran = node != NONE;
            executed += Integer.bitCount(warp.ballot(ran));
            int count = ran ? successors & ~GraphPlan.SOLE : 0;
            boolean counted = ran && successors >= 0;
            if (ran && predecessors > 1) {
                memory.restoreCounter(node, predecessors);
            }
            if (counted) {
                VarHandle.releaseFence();
            }
            // All counters are on their way before the first is looked at.
            int waited1 = arrive(count > 0, first);
            int waited2 = arrive(count > 1, second);
            int waited3 = arrive(count > 2, third);
            int waited4 = arrive(count > 3, fourth);
            int waited5 = arrive(count > 4, fifth);
            int number1 = number(first);
            int number2 = number(second);
            int number3 = number(third);
            int number4 = number(fourth);
            int number5 = number(fifth);
            node = NONE;
            known = false;
            keepFirst(waited1, number1);
            boolean push2 = !keepFirst(waited2, number2) && waited2 == 1;
            boolean push3 = !keepFirst(waited3, number3) && waited3 == 1;
            boolean push4 = !keepFirst(waited4, number4) && waited4 == 1;
            boolean push5 = !keepFirst(waited5, number5) && waited5 == 1;
            if (warp.any(count > GraphPlan.INLINE)) {
                releaseFurther(further, count - GraphPlan.INLINE);
            }
            if (node != NONE) {
                learn();
            }
            if (counted) {
                VarHandle.acquireFence();
            }
            if (warp.any(push2 || push3 || push4 || push5)) {
                push(push5, number5);
                push(push4, number4);
                push(push3, number3);
                push(push2, number2);
            }
        }

        private void releaseFurther(int from, int count) {
            for (int done = 0; warp.any(done < count); done += GraphPlan.STEP) {
                int at = done < count ? from + done : 0;
                int mark1 = memory.furtherWord(at);
                int mark2 = memory.furtherWord(at + 1);
                int mark3 = memory.furtherWord(at + 2);
                int mark4 = memory.furtherWord(at + 3);
                int waited1 = arrive(done < count, mark1);
                int waited2 = arrive(done + 1 < count, mark2);
                int waited3 = arrive(done + 2 < count, mark3);
                int waited4 = arrive(done + 3 < count, mark4);
                boolean push1 = !keepFirst(waited1, number(mark1)) && waited1 == 1;
                boolean push2 = !keepFirst(waited2, number(mark2)) && waited2 == 1;
                boolean push3 = !keepFirst(waited3, number(mark3)) && waited3 == 1;
                boolean push4 = !keepFirst(waited4, number(mark4)) && waited4 == 1;
                push(push4, number(mark4));
                push(push3, number(mark3));
                push(push2, number(mark2));
                push(push1, number(mark1));
            }
        }

        private static int number(int marked) {
            return marked & ~GraphPlan.SOLE;
        }

        /** {@return for how many tasks a successor has waited so far: if for one, it is released} */
        private int arrive(boolean present, int marked) {
            if (!present) {
                return 0;
            }
            return marked < 0 ? 1 : memory.arrive(marked);
        }

        /** {@return whether this is the first task that was released, with which the lane goes on} */
        private boolean keepFirst(int waited, int number) {
            boolean keep = node == NONE && waited == 1;
            node = keep ? number : node;
            return keep;
        }

        /** Puts a task of each lane that has one on the stack, or into the queue if there is no room. */
        private void push(boolean mine, int number) {
            int pushing = warp.ballot(mine);
            int count = Integer.bitCount(pushing);
            int rank = lane.warp().rank(pushing);
            if (stacked + count > STACK) {
                enqueue(mine, count, rank, number);
                return;
            }
            if (mine) {
                stack.set(bottom + stacked + rank, number);
            }
            stacked += count;
        }
    }
}
