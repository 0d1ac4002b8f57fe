package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;
import static dev.warpbroker.conformance.TaskGraphCases.require;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.graph.GraphTaskFailedException;
import dev.warpbroker.tasks.graph.TaskGraph;
import dev.warpbroker.tasks.graph.TaskGraphOptions;
import java.util.Arrays;
import java.util.List;

/** Tasks that add tasks to their graph. */
final class GrowingGraphCases {
    /** A task, and two that it waits for. */
    record Branch(int depth, int one, int other) {}

    private static final Layout<Branch> LAYOUT = Layout.of(Branch.class);

    /** Tasks of the graph before it grows: one with more successors than a node holds, so that there are relays. */
    private static final int FIRST = 20;

    private static final int CHILDREN = 3;

    private GrowingGraphCases() {}

    static List<Case> cases() {
        return List.of(
                TaskGraphCases.of("added tasks: every one once and in order", GrowingGraphCases::order),
                TaskGraphCases.of("a chain of added tasks", GrowingGraphCases::chain),
                TaskGraphCases.of("failed task that was added is named", GrowingGraphCases::failure),
                TaskGraphCases.of("added tasks without room are told", GrowingGraphCases::overflow),
                TaskGraphCases.of("waits that could be cycles are refused", GrowingGraphCases::refused));
    }

    private static TaskGraph<Branch> star(Device device, int room) {
        var builder = TaskGraph.builder(LAYOUT);
        int center = builder.add(new Branch(0, 0, 0));
        for (int i = 1; i < FIRST; i++) {
            builder.add(new Branch(0, center, center), center);
        }
        return builder.on(
                device,
                TaskGraphOptions.defaults().withWorkers(scaled(device, 2, 4, 0)).withRoom(room, 2 * room));
    }

    /**
     * Every task but those of the last level adds three, each of which waits for the one before it and for some task
     * that was there before. Tasks write by plain stores that they have run, and look whether those have that they
     * waited for.
     */
    private static void order(Device device) {
        int depth = scaled(device, 2, 5, 9);
        int added = 0;
        int level = FIRST;
        for (int i = 0; i < depth; i++) {
            level *= CHILDREN;
            added += level;
        }
        int all = FIRST + added;
        try (var graph = star(device, added);
                Ints ended = device.ints(all);
                Ints times = device.ints(all);
                Ints early = device.ints(1)) {
            for (int run = 1; run <= 3; run++) {
                ended.fill(0);
                var report = graph.run((task, more) -> {
                    int number = more.number();
                    if (number > 0 && (ended.get(task.one()) == 0 || ended.get(task.other()) == 0)) {
                        early.getAndAddRelaxed(0, 1);
                    }
                    times.getAndAddRelaxed(number, 1);
                    ended.set(number, 1);
                    int before = number;
                    for (int i = 0; task.depth() < depth && i < CHILDREN; i++) {
                        int other = (number * 7 + i) % (number + 1);
                        int next = more.add(new Branch(task.depth() + 1, before, other), other);
                        more.edge(before, next);
                        before = next;
                    }
                });
                require("tasks in the report", all, report.executed());
                int expected = run;
                Expected.ints("times that a task was run", _ -> expected, times.copyOut());
                require("tasks that began too early", 0, early.copyOut()[0]);
            }
            require(
                    "tasks of a run without additions",
                    FIRST,
                    graph.run(_ -> {}).executed());
        }
    }

    /** Each task adds the next one. */
    private static void chain(Device device) {
        int length = scaled(device, 20, 5_000, 20_000);
        try (var graph = star(device, length * FIRST);
                Ints sums = device.ints(FIRST)) {
            graph.run((task, more) -> {
                int chain = more.number() < FIRST ? more.number() : task.one();
                sums.set(chain, sums.get(chain) + 1);
                if (task.depth() < length) {
                    more.add(new Branch(task.depth() + 1, chain, 0));
                }
            });
            Expected.ints("tasks of a chain", _ -> length + 1, sums.copyOut());
        }
    }

    /** Task 0 adds a chain of four, of which the second fails; the first tasks wait for none of them. */
    private static void failure(Device device) {
        try (var graph = star(device, 100)) {
            try {
                graph.run((task, more) -> {
                    if (task.depth() == 2) {
                        throw new IllegalStateException("meant to fail");
                    }
                    if (more.number() == 0) {
                        int before = 0;
                        for (int i = 1; i <= 4; i++) {
                            before = more.add(new Branch(i, 0, 0), before);
                        }
                    }
                });
                throw new Mismatch("task " + (FIRST + 1) + " must fail");
            } catch (GraphTaskFailedException expected) {
                require("number of the failed task", FIRST + 1, expected.number());
                if (!expected.task().equals(new Branch(2, 0, 0))) {
                    throw new Mismatch("task " + expected.task() + " is said to have failed");
                }
                if (!Arrays.equals(expected.keptFromRunning(), new int[] {FIRST + 2, FIRST + 3})) {
                    throw new Mismatch("tasks kept from running: " + Arrays.toString(expected.keptFromRunning())
                            + "; must be " + (FIRST + 2) + " and " + (FIRST + 3));
                }
            }
            require("tasks of the next run", FIRST, graph.run((_, _) -> {}).executed());
        }
    }

    private static void overflow(Device device) {
        try (var graph = star(device, 10)) {
            requireFailure(
                    () -> graph.run((task, more) -> {
                        for (int i = 0; more.number() == 0 && i < 11; i++) {
                            more.add(task);
                        }
                    }),
                    "room for 10");
            requireFailure(
                    () -> graph.run((task, more) -> {
                        int added = more.number() == 0 ? more.add(task) : 0;
                        for (int i = 0; more.number() == 0 && i < 21; i++) {
                            more.edge(0, added);
                        }
                    }),
                    "room for 20 waits");
            require("tasks of the next run", FIRST, graph.run((_, _) -> {}).executed());
        }
    }

    private static void refused(Device device) {
        try (var graph = star(device, 100)) {
            requireFailure(
                    () -> graph.run((task, more) -> {
                        int added = more.number() == 0 ? more.add(task) : 0;
                        if (more.number() == 0) {
                            more.edge(added, added);
                        }
                    }),
                    "task 20 cannot wait for task 20");
            requireFailure(
                    () -> graph.run((task, more) -> {
                        int added = more.number() == 0 ? more.add(task) : 0;
                        if (more.number() == 0) {
                            more.edge(added, 1);
                        }
                    }),
                    "task 1 was not added by the running task");
            require("tasks of the next run", FIRST, graph.run((_, _) -> {}).executed());
        }
    }

    private static void requireFailure(Runnable run, String named) {
        try {
            run.run();
            throw new Mismatch("a run must fail and name " + named);
        } catch (GraphTaskFailedException expected) {
            if (!String.valueOf(expected.getMessage()).contains(named)) {
                throw new Mismatch("a run failed and did not name " + named + ": " + expected.getMessage());
            }
        }
    }
}
