package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.graph.GraphTaskFailedException;
import dev.warpbroker.tasks.graph.TaskCycleException;
import dev.warpbroker.tasks.graph.TaskGraph;
import dev.warpbroker.tasks.graph.TaskGraphOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Tasks that wait for others: every one once, and none before those that it waits for. */
final class TaskGraphCases {
    private static final String FEATURE = "task graphs";

    /** A task, and its edges from others. */
    record Node(int number, int firstEdge, int edges) {}

    private static final Layout<Node> LAYOUT = Layout.of(Node.class);

    private TaskGraphCases() {}

    /** Edges of a graph, sorted by the task that waits. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Edges(int tasks, int[] before, int[] after) {
        static Edges of(int tasks, List<int[]> edges) {
            edges.sort((one, other) -> Integer.compare(one[1], other[1]));
            return new Edges(
                    tasks,
                    edges.stream().mapToInt(edge -> edge[0]).toArray(),
                    edges.stream().mapToInt(edge -> edge[1]).toArray());
        }

        List<Node> nodes() {
            var nodes = new ArrayList<Node>();
            int edge = 0;
            for (int task = 0; task < tasks; task++) {
                int first = edge;
                while (edge < after.length && after[edge] == task) {
                    edge++;
                }
                nodes.add(new Node(task, first, edge - first));
            }
            return nodes;
        }

        TaskGraph<Node> on(Device device) {
            int workers = scaled(device, 3, 4, 0);
            return TaskGraph.builder(LAYOUT)
                    .addAll(nodes())
                    .edges(before, after)
                    .on(device, TaskGraphOptions.defaults().withWorkers(workers));
        }
    }

    /** Makes a graph of about so many tasks. */
    @FunctionalInterface
    interface Shape {
        Edges of(int tasks);
    }

    /** What is done with graphs on a device. */
    @FunctionalInterface
    interface Behaviour {
        void check(Device device);
    }

    /** Something that graphs must do. */
    record OfGraph(Behaviour behaviour) implements Check {
        @Override
        public void on(Device device) {
            behaviour.check(device);
        }
    }

    static List<Case> cases() {
        return List.of(
                ordered("a chain", TaskGraphCases::chain, 40, 2_000, 20_000),
                ordered("no edges", TaskGraphCases::separate, 100, 2_000, 1_000_000),
                ordered("one before all others", TaskGraphCases::star, 100, 5_000, 500_000),
                ordered("one after all others", TaskGraphCases::funnel, 100, 5_000, 500_000),
                ordered("layers", TaskGraphCases::layers, 120, 10_000, 500_000),
                ordered("random", TaskGraphCases::random, 150, 20_000, 1_000_000),
                ordered("many successors", TaskGraphCases::dense, 60, 400, 2_000),
                ordered("several edges between two tasks", TaskGraphCases::doubled, 50, 500, 5_000),
                ordered("a grid", TaskGraphCases::grid, 100, 10_000, 250_000),
                of("failed task is named", TaskGraphCases::failure),
                of("cycles are refused", TaskGraphCases::cycle));
    }

    private static Case of(String name, Behaviour behaviour) {
        return new Case(name, FEATURE, false, new OfGraph(behaviour));
    }

    private static Case ordered(String name, Shape shape, int onSimulator, int onJvm, int onGpu) {
        return of(
                name + ": every task once and in order",
                device -> requireOrder(device, shape.of(scaled(device, onSimulator, onJvm, onGpu)), 3));
    }

    // ---- shapes ----

    private static Edges chain(int tasks) {
        var edges = new ArrayList<int[]>();
        for (int task = 1; task < tasks; task++) {
            edges.add(new int[] {task - 1, task});
        }
        return Edges.of(tasks, edges);
    }

    private static Edges separate(int tasks) {
        return Edges.of(tasks, new ArrayList<>());
    }

    private static Edges star(int tasks) {
        var edges = new ArrayList<int[]>();
        for (int task = 1; task < tasks; task++) {
            edges.add(new int[] {0, task});
        }
        return Edges.of(tasks, edges);
    }

    private static Edges funnel(int tasks) {
        var edges = new ArrayList<int[]>();
        for (int task = 0; task < tasks - 1; task++) {
            edges.add(new int[] {task, tasks - 1});
        }
        return Edges.of(tasks, edges);
    }

    /** Layers whose width is the square root of the number of tasks; each task waits for three of the layer before. */
    private static Edges layers(int tasks) {
        int width = Math.max(1, (int) Math.sqrt(tasks));
        var random = new SplittableRandom(tasks);
        var edges = new ArrayList<int[]>();
        for (int task = width; task < tasks; task++) {
            int before = (task / width - 1) * width;
            for (int i = 0; i < 3; i++) {
                edges.add(new int[] {before + random.nextInt(width), task});
            }
        }
        return Edges.of(tasks, edges);
    }

    /** Each task waits for up to six others, anywhere before it in a random order. */
    private static Edges random(int tasks) {
        var random = new SplittableRandom(tasks);
        int[] names = new int[tasks];
        Arrays.setAll(names, i -> i);
        for (int i = tasks - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int name = names[i];
            names[i] = names[other];
            names[other] = name;
        }
        var edges = new ArrayList<int[]>();
        for (int task = 1; task < tasks; task++) {
            int count = random.nextInt(7);
            for (int i = 0; i < count; i++) {
                edges.add(new int[] {names[random.nextInt(task)], names[task]});
            }
        }
        return Edges.of(tasks, edges);
    }

    /** Each of the first tasks comes before all of the others. */
    private static Edges dense(int tasks) {
        int first = Math.max(1, tasks / 10);
        var edges = new ArrayList<int[]>();
        for (int task = first; task < tasks; task++) {
            for (int before = 0; before < first; before++) {
                edges.add(new int[] {before, task});
            }
        }
        return Edges.of(tasks, edges);
    }

    private static Edges doubled(int tasks) {
        var edges = new ArrayList<int[]>();
        for (int task = 1; task < tasks; task++) {
            for (int i = 0; i < 1 + task % 9; i++) {
                edges.add(new int[] {task / 2, task});
            }
        }
        return Edges.of(tasks, edges);
    }

    /** A task waits for the one above and the one to the left of it. */
    private static Edges grid(int tasks) {
        int width = Math.max(1, (int) Math.sqrt(tasks));
        var edges = new ArrayList<int[]>();
        for (int task = 0; task < width * width; task++) {
            if (task >= width) {
                edges.add(new int[] {task - width, task});
            }
            if (task % width > 0) {
                edges.add(new int[] {task - 1, task});
            }
        }
        return Edges.of(width * width, edges);
    }

    // ---- behaviour ----

    /**
     * Every task adds up what those before it wrote by plain stores, so that it has the number of all paths that lead
     * to it if it came after them; and it counts that it was run.
     */
    private static void requireOrder(Device device, Edges edges, int runs) {
        int tasks = edges.tasks();
        try (var graph = edges.on(device);
                Ints before = device.ints(edges.before().length + 1);
                Ints paths = device.ints(tasks);
                Ints times = device.ints(tasks)) {
            before.copyIn(edges.before());
            int[] expected = paths(edges);
            for (int run = 1; run <= runs; run++) {
                paths.fill(-7);
                var report = graph.run(node -> {
                    int sum = 1;
                    for (int i = 0; i < node.edges(); i++) {
                        sum += paths.get(before.get(node.firstEdge() + i));
                    }
                    paths.set(node.number(), sum);
                    times.getAndAddRelaxed(node.number(), 1);
                });
                require("tasks in the report", tasks, report.executed());
                int all = run;
                Expected.ints("times that a task was run", _ -> all, times.copyOut());
                Expected.ints("paths to a task", i -> expected[i], paths.copyOut());
            }
        }
    }

    /** {@return for each task 1 and the sum of this of those before it} */
    private static int[] paths(Edges edges) {
        int[] waiting = new int[edges.tasks()];
        int[] starts = new int[edges.tasks() + 1];
        for (int edge = 0; edge < edges.before().length; edge++) {
            starts[edges.before()[edge] + 1]++;
            waiting[edges.after()[edge]]++;
        }
        for (int task = 0; task < edges.tasks(); task++) {
            starts[task + 1] += starts[task];
        }
        int[] next = starts.clone();
        int[] after = new int[edges.after().length];
        for (int edge = 0; edge < after.length; edge++) {
            after[next[edges.before()[edge]]++] = edges.after()[edge];
        }
        int[] paths = new int[edges.tasks()];
        Arrays.fill(paths, 1);
        int[] ready = new int[edges.tasks()];
        int count = 0;
        for (int task = 0; task < edges.tasks(); task++) {
            if (waiting[task] == 0) {
                ready[count++] = task;
            }
        }
        for (int i = 0; i < count; i++) {
            int task = ready[i];
            for (int k = starts[task]; k < starts[task + 1]; k++) {
                paths[after[k]] += paths[task];
                if (--waiting[after[k]] == 0) {
                    ready[count++] = after[k];
                }
            }
        }
        return paths;
    }

    private static void require(String what, long expected, long found) {
        if (found != expected) {
            throw new Mismatch(what + ": " + found + "; must be " + expected);
        }
    }

    private static void failure(Device device) {
        var edges = layers(scaled(device, 60, 1_000, 10_000));
        int bad = edges.tasks() / 2;
        try (var graph = edges.on(device);
                Ints times = device.ints(edges.tasks())) {
            try {
                graph.run(node -> {
                    if (node.number() == bad) {
                        throw new IllegalStateException("task " + node.number());
                    }
                    times.getAndAddRelaxed(node.number(), 1);
                });
                throw new Mismatch("task " + bad + " must fail");
            } catch (GraphTaskFailedException expected) {
                require("number of the failed task", bad, expected.number());
                requireNamed(edges.nodes().get(bad), expected.task());
                requireKept(edges, bad, expected.keptFromRunning(), times.copyOut());
            }
            times.fill(0);
            graph.run(node -> times.getAndAddRelaxed(node.number(), 1));
            Expected.ints("times that a task was run after a failed run", _ -> 1, times.copyOut());
        }
    }

    private static void requireNamed(Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new Mismatch("task " + found + " is said to have failed; must be " + expected);
        }
    }

    /** Those that come after a task are named, did not run, and none else is named. */
    private static void requireKept(Edges edges, int bad, int[] kept, int[] times) {
        boolean[] later = new boolean[edges.tasks()];
        later[bad] = true;
        // Edges of these graphs lead from lower to higher numbers, and are sorted by the latter.
        for (int edge = 0; edge < edges.before().length; edge++) {
            later[edges.after()[edge]] |= later[edges.before()[edge]];
        }
        int next = 0;
        for (int task = 0; task < edges.tasks(); task++) {
            if (later[task] && times[task] != 0) {
                throw new Mismatch("task " + task + " comes after the failed task " + bad + ", but has run");
            }
            if (later[task] && task != bad) {
                require("tasks kept from running, number " + next, task, next < kept.length ? kept[next] : -1);
                next++;
            }
        }
        require("tasks kept from running", next, kept.length);
    }

    private static void cycle(Device device) {
        var builder = TaskGraph.builder(LAYOUT);
        for (int i = 0; i < 10; i++) {
            builder.add(new Node(i, 0, 0));
        }
        builder.edges(new int[] {0, 1, 3, 7, 4, 3}, new int[] {1, 3, 7, 4, 3, 9});
        try (var _ = builder.on(device)) {
            throw new Mismatch("a cycle of 3, 7 and 4 was accepted");
        } catch (TaskCycleException expected) {
            int[] found = expected.tasks();
            Arrays.sort(found);
            Expected.ints("tasks of the cycle", i -> new int[] {3, 4, 7}[i], found);
        }
    }
}
