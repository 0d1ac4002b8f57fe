package dev.warpbroker.tasks.graph;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.Report;
import dev.warpbroker.tasks.worker.TracedLaunch;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait for others, all known before the run. A run is one launch of workers that stay until all tasks have
 * ended; a graph can be run as often as wanted. A task that spawns tasks needs a
 * {@link dev.warpbroker.tasks.Scheduler}.
 *
 * <pre>{@code
 * record Step(int row) {}
 *
 * var builder = TaskGraph.builder(Layout.of(Step.class));
 * int left = builder.add(new Step(0));
 * int right = builder.add(new Step(1));
 * builder.add(new Step(2), left, right);          // after both
 * try (var graph = builder.on(device)) {
 *     graph.run(step -> sums.getAndAddRelaxed(step.row(), 1));
 * }
 * }</pre>
 *
 * <p><b>Guarantees.</b> Every task is run exactly once in a run, after all tasks that come before it have ended, and
 * sees what they wrote to device memory. A run ends when all tasks have. A graph with a cycle is refused when it is
 * made ({@link TaskCycleException} names the tasks). A task that throws ends the run with a
 * {@link GraphTaskFailedException}, which names it and the tasks that it kept from running; the graph can be run again.
 *
 * <p><b>Order.</b> Of tasks that one task releases, and of those that wait for none, the one with the longest path to
 * an end begins first. What a worker has released itself it runs before it takes work from others. More is not
 * guaranteed, nor which worker runs a task. A task must not wait for another one by itself.
 *
 * <p>A graph makes one run at a time. It owns memory of the device, which {@link #close} frees: 44 bytes for each task
 * and its words, and 4 for each edge beyond the first five of a task.
 *
 * @param <T> the tasks
 */
public final class TaskGraph<T> implements AutoCloseable {
    private static final int WARPS = 4;

    private final Device device;
    private final Layout<T> layout;
    private final TaskGraphOptions options;
    private final int[] words;
    private final GraphPlan plan;
    private final int maxLanes;
    private final @Nullable GraphMemory<T> memory;

    // The last body, and what is known of its kernel.
    private @Nullable GraphBody<T> lastBody;
    private @Nullable GraphWorkers<T> kernel;
    private Grid grid = Grid.threads(1);

    /** Whether the last run did not end as it should. */
    private boolean disturbed;

    private boolean closed;

    private TaskGraph(Device device, Layout<T> layout, int[] words, GraphPlan plan, TaskGraphOptions options) {
        this.device = device;
        this.layout = layout;
        this.options = options;
        this.words = words;
        this.plan = plan;
        maxLanes = maxLanes();
        memory = plan.tasks() == 0 ? null : new GraphMemory<>(device, layout, words, plan, maxLanes);
    }

    /** {@return a builder of a graph without tasks so far} */
    public static <T> Builder<T> builder(Layout<T> layout) {
        return new Builder<>(layout);
    }

    /**
     * {@return a graph of many tasks}
     *
     * @param layout how a task lies over words
     * @param tasks the tasks, numbered in this order from 0
     * @param before for each edge the number of the task that comes first
     * @param after for each edge the number of the task that waits for it
     * @throws TaskCycleException if tasks wait for each other in a circle
     * @throws IllegalArgumentException if the arrays do not have the same length, or name a task that is not there
     */
    public static <T> TaskGraph<T> of(
            Device device, Layout<T> layout, List<? extends T> tasks, int[] before, int[] after) {
        return builder(layout).addAll(tasks).edges(before, after).on(device);
    }

    /**
     * Collects tasks and edges.
     *
     * @param <T> the tasks
     */
    public static final class Builder<T> {
        private final Layout<T> layout;
        private final int stride;
        private int[] words = new int[64];
        private int tasks;
        private int[] before = new int[16];
        private int[] after = new int[16];
        private int edges;
        private @Nullable ToIntFunction<? super T> cost;

        Builder(Layout<T> layout) {
            this.layout = layout;
            stride = Math.max(1, layout.words());
        }

        /**
         * Adds a task.
         *
         * @param task the task
         * @param predecessors numbers of tasks that must have ended before it begins
         * @return its number; the first task has 0
         */
        public int add(T task, int... predecessors) {
            int number = tasks;
            long needed = (number + 1L) * stride;
            if (needed > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(number + 1 + " tasks of " + stride
                        + " words are more than one memory holds (" + Integer.MAX_VALUE + " words); split the graph");
            }
            if (needed > words.length) {
                words = Arrays.copyOf(
                        words, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * words.length)));
            }
            layout.encode(task, words, number * stride);
            tasks++;
            for (int predecessor : predecessors) {
                edge(predecessor, number);
            }
            return number;
        }

        /**
         * Adds tasks, which are numbered in this order.
         *
         * @return this builder
         */
        public Builder<T> addAll(List<? extends T> more) {
            for (T task : more) {
                add(task);
            }
            return this;
        }

        /**
         * Lets task {@code second} wait for task {@code first}; both may be added later.
         *
         * @return this builder
         */
        public Builder<T> edge(int first, int second) {
            if (edges == before.length) {
                reserve(1);
            }
            before[edges] = first;
            after[edges] = second;
            edges++;
            return this;
        }

        /**
         * Adds many edges.
         *
         * @param first for each edge the number of the task that comes first
         * @param second for each edge the number of the task that waits for it
         * @return this builder
         * @throws IllegalArgumentException if the arrays do not have the same length
         */
        public Builder<T> edges(int[] first, int[] second) {
            if (first.length != second.length) {
                throw new IllegalArgumentException("edges from " + first.length + " tasks to " + second.length
                        + "; give arrays of the same length");
            }
            reserve(first.length);
            System.arraycopy(first, 0, before, edges, first.length);
            System.arraycopy(second, 0, after, edges, second.length);
            edges += first.length;
            return this;
        }

        private void reserve(int more) {
            long needed = (long) edges + more;
            if (needed > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        needed + " edges; the most are " + (Integer.MAX_VALUE - 8) + ": split the graph");
            }
            if (needed > before.length) {
                int length = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * before.length));
                before = Arrays.copyOf(before, length);
                after = Arrays.copyOf(after, length);
            }
        }

        /**
         * Says how long tasks take, in any unit: which of several tasks is urgent is decided by the longest path to an
         * end. Without it, all take 1.
         *
         * @param given the cost of a task, at least 0; called on the host, once for every task
         * @return this builder
         */
        public Builder<T> costs(ToIntFunction<? super T> given) {
            cost = given;
            return this;
        }

        /** {@return the graph, with {@link TaskGraphOptions#defaults}} */
        public TaskGraph<T> on(Device device) {
            return on(device, TaskGraphOptions.defaults());
        }

        /**
         * {@return the graph} The builder can be used again.
         *
         * @throws TaskCycleException if tasks wait for each other in a circle
         * @throws IllegalArgumentException if an edge names a task that is not there, or a task has a negative cost, or
         *     the device does not hold so many workers
         */
        public TaskGraph<T> on(Device device, TaskGraphOptions options) {
            int[] content = Arrays.copyOf(words, tasks * stride);
            return new TaskGraph<>(
                    device, layout, content, new GraphPlan(tasks, before, after, edges, taskCosts()), options);
        }

        private int[] taskCosts() {
            int[] costs = new int[tasks];
            Arrays.fill(costs, 1);
            var given = cost;
            if (given != null) {
                for (int task = 0; task < tasks; task++) {
                    T value = layout.decode(words, task * stride);
                    costs[task] = given.applyAsInt(value);
                    if (costs[task] < 0) {
                        throw new IllegalArgumentException(
                                "cost " + costs[task] + " of task " + task + ", " + value + "; give at least 0");
                    }
                }
            }
            return costs;
        }
    }

    private int lanesOfWorker() {
        return device.properties().lanesPerWorker();
    }

    private int blockSize() {
        var properties = device.properties();
        int lanes = lanesOfWorker();
        return lanes == 1 ? 1 : Math.min(properties.maxBlockSize(), WARPS * lanes);
    }

    private int maxLanes() {
        int lanes = lanesOfWorker();
        int most = device.properties().residentThreads();
        if (options.workers() > 0) {
            if (options.workers() > most / lanes) {
                throw new IllegalArgumentException(options.workers() + " workers of " + lanes + " lanes; " + device
                        + " holds " + most / lanes + " at once: give that many at most, or 0 for as many as it holds");
            }
            return options.workers() * lanes;
        }
        int all = lanes == 1 ? Runtime.getRuntime().availableProcessors() : most / blockSize() * blockSize();
        long tasks = Math.max(1, plan.tasks());
        long needed = Math.ceilDiv(tasks, blockSize()) * blockSize();
        return (int) Math.min(all, needed);
    }

    /**
     * Runs every task once, in order, and returns when all have ended.
     *
     * @throws GraphTaskFailedException if a task threw
     * @throws LaunchStoppedException if the calling thread was interrupted and has thereby cancelled the run; it stays
     *     interrupted
     * @throws DeviceException if the device failed
     * @throws IllegalStateException after {@link #close}
     */
    public synchronized Report run(GraphBody<T> body) {
        if (closed) {
            throw new IllegalStateException(this + " was closed; make another one");
        }
        var held = memory;
        if (held == null) {
            return new Report(Duration.ZERO, 0, List.of());
        }
        if (disturbed) {
            held.restore(device);
        }
        disturbed = true;
        held.rings().clear();
        long called = System.nanoTime();
        var launch = launch(held, body);
        long launched = System.nanoTime();
        try {
            launch.join();
        } catch (DeviceException failure) {
            throw named(held, failure);
        }
        var traced = new TracedLaunch("task graph", body, called, launched, System.nanoTime());
        held.rings().collect(traced, grid.threads() / lanesOfWorker());
        disturbed = false;
        return new Report(launch.elapsed(), plan.tasks(), List.of());
    }

    private Launch launch(GraphMemory<T> held, GraphBody<T> body) {
        var workers = kernel;
        if (workers == null || body != lastBody) {
            int block = Math.min(blockSize(), maxLanes);
            workers = new GraphWorkers<>(held, body, Math.ceilDiv(block, lanesOfWorker()));
            int lanes = options.workers() > 0
                    ? maxLanes
                    : Math.min(maxLanes, Math.max(block, device.residentThreads(workers, block)));
            grid = new Grid(lanes, block);
            kernel = workers;
            lastBody = body;
        }
        return device.launch(grid, workers);
    }

    private DeviceException named(GraphMemory<T> held, DeviceException failure) {
        var fault = failure.fault();
        if (failure instanceof LaunchStoppedException || fault == null) {
            return failure;
        }
        int number = held.running(fault.lane());
        T task = layout.decode(words, number * Math.max(1, layout.words()));
        return new GraphTaskFailedException(number, task, plan.after(number), failure);
    }

    /** {@return how many tasks the graph has} */
    public int tasks() {
        return plan.tasks();
    }

    /** {@return how many edges the graph has} */
    public int edges() {
        return plan.edges();
    }

    /** {@return the cost of the longest path: no number of workers makes a run shorter than that} */
    public int criticalPath() {
        return plan.criticalPath();
    }

    /** Frees the memory. */
    @Override
    public synchronized void close() {
        closed = true;
        if (memory != null) {
            memory.close();
        }
    }

    @Override
    public String toString() {
        return "graph of " + plan.tasks() + " tasks and " + plan.edges() + " edges on " + device;
    }
}
