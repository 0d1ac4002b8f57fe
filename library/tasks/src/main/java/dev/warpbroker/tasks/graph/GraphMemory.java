package dev.warpbroker.tasks.graph;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.worker.WorkerRings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The memory of a graph on its device, and what its workers share: counters, and tasks on their way between them. */
final class GraphMemory<T> implements AutoCloseable {
    /*
     * Counters. Each task with two predecessors or more has one that says how many of these have not ended. The lane
     * that takes it to 0 has released the task; the lane that runs the task writes the number back, when nobody else
     * looks at it any more in this run. So it is right for the next run.
     *
     * The queue. Tasks go from worker to worker through an array with a place for each node, as no node comes twice.
     * Positions only grow within a run. Head and tail are in one word, and claims on both are additions: a worker that
     * adds tasks moves the tail and then writes them to the places that it got. A worker without any moves the head,
     * and then watches its place until somebody writes there, if ever: the head may be beyond the tail, by as many as
     * there are workers that wait. A place says in which run it was written, so none of them has to be cleared.
     *
     * The end. Every worker adds what it has run to the number of nodes done before it waits. When that is all of them,
     * none is left and none can come. The last worker to leave prepares the counters for the next run.
     *
     * Access modes: what a task wrote before it ended is handed on by fences around relaxed operations on the counter
     * (see GraphWorkers) and on the place in the queue. The others order nothing.
     *
     * With a time line, givers says of each place which worker has written there, before it did.
     */

    /** Ints in 128 bytes; no counter is in the first line, which has the array's length on the JVM. */
    private static final int LINE = Ints.LINE;

    private static final int RUN = LINE;
    private static final int DONE = 2 * LINE;
    private static final int NEXT_ROOT = 3 * LINE;
    private static final int LEFT = 4 * LINE;
    private static final int CONTROL = 5 * LINE;
    private static final int ENDS = LINE / 2;

    private final Layout<T> layout;
    private final int stride;
    private final int tasks;
    private final int nodeCount;
    private final int rootCount;

    private final Ints words;
    private final Ints nodes;
    private final Ints further;
    private final Ints roots;
    private final Ints waiting;
    private final Ints control;
    private final Longs ends;
    private final Longs places;
    private final Ints running;

    /** Ints from one lane's running task to the next: a line for threads that share no cache. */
    private final int runningStride;

    private final WorkerRings rings;
    private final @Nullable Ints givers;

    GraphMemory(Device device, Layout<T> layout, int[] taskWords, GraphPlan plan, int lanes) {
        this.layout = layout;
        stride = Math.max(1, layout.words());
        tasks = plan.tasks();
        nodeCount = plan.nodeCount();
        rootCount = plan.roots().length;
        runningStride = device.properties().lanesPerWorker() == 1 ? LINE : 1;
        var made = new ArrayList<DeviceMemory>();
        try {
            words = filled(made, device, taskWords);
            nodes = filled(made, device, plan.nodes());
            further = filled(made, device, plan.further());
            roots = filled(made, device, plan.roots());
            waiting = keep(made, device.ints(nodeCount));
            control = keep(made, device.ints(CONTROL));
            ends = keep(made, device.longs(2 * ENDS));
            places = keep(made, device.longs(nodeCount));
            running = keep(made, device.ints((lanes + 1L) * runningStride));
            givers = device.timeLine() == null ? null : keep(made, device.ints(nodeCount));
            restore(device);
            rings = WorkerRings.of(
                    device, layout, Math.ceilDiv(lanes, device.properties().lanesPerWorker()));
        } catch (RuntimeException notMade) {
            made.forEach(DeviceMemory::close);
            throw notMade;
        }
    }

    private static Ints filled(List<DeviceMemory> made, Device device, int[] content) {
        var memory = keep(made, device.ints(Math.max(1, content.length)));
        if (content.length > 0) {
            memory.copyIn(content);
        }
        return memory;
    }

    private static <M extends DeviceMemory> M keep(List<DeviceMemory> made, M memory) {
        made.add(memory);
        return memory;
    }

    // ---- for the host, between runs ----

    /** Makes everything as it must be before a run, whatever a run that did not end well has left. */
    final void restore(Device device) {
        int run = control.copyOut(RUN, 1)[0];
        var start = new int[CONTROL];
        start[RUN] = run + 1;
        control.copyIn(start);
        ends.fill(0);
        Ints counters = waiting;
        Ints from = nodes;
        device.run(
                Grid.threads(nodeCount),
                lane -> counters.set(lane.id(), from.get(lane.id() * GraphPlan.WORDS + GraphPlan.PREDECESSORS)));
    }

    /** {@return the node that a lane was running} */
    int running(int lane) {
        return running.copyOut((lane + 1L) * runningStride, 1)[0];
    }

    @Override
    public void close() {
        words.close();
        nodes.close();
        further.close();
        roots.close();
        waiting.close();
        control.close();
        ends.close();
        places.close();
        running.close();
        rings.close();
        if (givers != null) {
            givers.close();
        }
    }

    /** {@return where workers note what they do; also for the host} */
    WorkerRings rings() {
        return rings;
    }

    Layout<T> layout() {
        return layout;
    }

    // ---- kernel Java ----

    /** {@return the number of this run, which is not 0} */
    int run() {
        return control.get(RUN);
    }

    boolean isTask(int node) {
        return node < tasks;
    }

    void begin(Lane lane, int task) {
        running.set((lane.id() + 1) * runningStride, task);
    }

    T task(int number) {
        return layout.read(words, number * stride);
    }

    int nodeWord(int node, int word) {
        return nodes.get(node * GraphPlan.WORDS + word);
    }

    int furtherWord(int at) {
        return further.get(at);
    }

    /** {@return how many predecessors of a task had not ended before the one that makes this call} */
    int arrive(int task) {
        return waiting.getAndAddRelaxed(task, -1);
    }

    void restoreCounter(int task, int predecessors) {
        waiting.set(task, predecessors);
    }

    int rootCount() {
        return rootCount;
    }

    /** {@return the number of the first of {@code count} roots; there may be none of that number} */
    int claimRoots(int count) {
        return control.getAndAddRelaxed(NEXT_ROOT, count);
    }

    int root(int number) {
        return roots.get(number);
    }

    void addDone(int count) {
        control.getAndAddRelaxed(DONE, count);
    }

    boolean isDone() {
        return control.getOpaque(DONE) == nodeCount;
    }

    /** The last of {@code workers} to leave makes everything ready for the next run. */
    void leave(int workers) {
        if (control.getAndAddRelaxed(LEFT, 1) == workers - 1) {
            control.set(DONE, 0);
            control.set(NEXT_ROOT, 0);
            control.set(LEFT, 0);
            control.set(RUN, control.get(RUN) + 1);
            ends.set(ENDS, 0);
        }
    }

    long ends() {
        return ends.getOpaque(ENDS);
    }

    /** {@return how many tasks are in the queue that nobody has claimed; if negative, how many workers wait for one} */
    static int available(long ends) {
        return tail(ends) - head(ends);
    }

    static int head(long ends) {
        return (int) ends;
    }

    private static int tail(long ends) {
        return (int) (ends >>> 32);
    }

    /** {@return the first of {@code count} places that the caller must write to} */
    int claimToWrite(int count) {
        return tail(ends.getAndAddRelaxed(ENDS, (long) count << 32));
    }

    /** {@return a place that somebody may write to, for the caller to read} */
    int claimToRead() {
        return head(ends.getAndAddRelaxed(ENDS, 1));
    }

    /** {@return whether the caller got {@code count} places from the head on, which are written or soon will be} */
    boolean tryClaim(long seen, int count) {
        return ends.compareAndExchangeRelaxed(ENDS, seen, seen + count) == seen;
    }

    /** The worker that is about to write to a place says so, if there is a time line. */
    void noteGiver(int place, int worker) {
        if (rings.isOn()) {
            Objects.requireNonNull(givers).setOpaque(place, worker);
        }
    }

    /** {@return which worker has written to a place, if there is a time line} */
    int giver(int place) {
        return rings.isOn() ? Objects.requireNonNull(givers).getOpaque(place) : 0;
    }

    void write(int place, int run, int node) {
        places.setOpaque(place, (long) run << 32 | node);
    }

    /** {@return what is in a place} A place beyond the last is never written. */
    long look(int place) {
        return place < nodeCount ? places.getOpaque(place) : 0;
    }

    static boolean isOf(long content, int run) {
        return (int) (content >>> 32) == run;
    }
}
