package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.tasks.graph.GraphBody;
import dev.warpbroker.tasks.graph.TaskGraph;
import dev.warpbroker.tasks.graph.TaskGraphOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Experiment {@code taskgraph}: graphs of tasks with empty bodies. Operations are tasks. */
final class TaskGraphExperiment extends Sweep {
    private static final Axis<Shape> SHAPE = Axis.of(
                    "graph",
                    Option.list(
                            Option.oneOf("shape", Shape.values()),
                            "--shapes",
                            "NAME",
                            "Shapes of graphs (default: all)."))
            .preset(Shape.values())
            .structure();

    /** Tasks of a graph; records have those of the shape that was made of them. */
    private static final Axis<Integer> SIZE = Axis.number("tasks", "--tasks", "N", "Tasks of a graph.")
            .presets(1_000_000, 150, 1_000_000)
            .atLeast(2, "tasks")
            .unrecorded();

    private static final Axis<Integer> CHAIN = Axis.number(
                    "chain", "--chain", "N", "Tasks of the chain, and of each row of the ladder.")
            .presets(100_000, 30, 10_000)
            .atLeast(2, "tasks of the chain")
            .unrecorded();

    private static final Axis<Integer> WORKERS = Axis.oneNumberOfThreads(
                    "workers", "this experiment takes one number of workers")
            .presets(0, 2, 0);

    private static final Field TASKS = Field.parameter("tasks");
    private static final Field EDGES = Field.parameter("edges");
    private static final Field PATH = Field.parameter("path");

    /** A task is its number. */
    record Step(int number) {}

    private static final Layout<Step> LAYOUT = Layout.of(Step.class);
    private static final int DEGREE = 3;
    private static final int LAYERS = 100;
    private static final int LADDER = 32;

    /** How tasks wait for each other. */
    enum Shape {
        /** Each task waits for three on average, anywhere before it: few levels. */
        RANDOM {
            @Override
            int[][] edges(int tasks, int chain) {
                var random = new SplittableRandom(1);
                int[][] edges = new int[2][DEGREE * Math.max(0, tasks - 1)];
                for (int i = 0; i < edges[0].length; i++) {
                    int one = random.nextInt(tasks);
                    int other = random.nextInt(tasks - 1);
                    other += other >= one ? 1 : 0;
                    edges[0][i] = Math.min(one, other);
                    edges[1][i] = Math.max(one, other);
                }
                return edges;
            }
        },
        /** A hundred layers; each task waits for three of the layer before. */
        LAYERS {
            @Override
            int[][] edges(int tasks, int chain) {
                int width = Math.max(1, tasks / TaskGraphExperiment.LAYERS);
                var random = new SplittableRandom(1);
                return both(
                        DEGREE * Math.max(0, tasks - width),
                        i -> i / DEGREE / width * width + random.nextInt(width),
                        i -> width + i / DEGREE);
            }
        },
        /** A task waits for its neighbours above and to the left. */
        GRID {
            @Override
            int tasks(int tasks, int chain) {
                int side = side(tasks);
                return side * side;
            }

            @Override
            int[][] edges(int tasks, int chain) {
                int side = side(tasks);
                int down = side * (side - 1);
                IntUnaryOperator first = i -> i < down ? i : i - down + (i - down) / (side - 1);
                return both(2 * down, first, i -> first.applyAsInt(i) + (i < down ? side : 1));
            }

            private static int side(int tasks) {
                return Math.max(1, (int) Math.sqrt(tasks));
            }
        },
        /** One task comes before all others. */
        STAR {
            @Override
            int[][] edges(int tasks, int chain) {
                return both(tasks - 1, _ -> 0, i -> i + 1);
            }
        },
        /** Each task waits for the one before it. */
        CHAIN {
            @Override
            int tasks(int tasks, int chain) {
                return chain;
            }

            @Override
            int[][] edges(int tasks, int chain) {
                return both(chain - 1, i -> i, i -> i + 1);
            }
        },
        /** Layers of 32; each task waits for three of the layer before, so that a hop passes through a counter. */
        LADDER {
            @Override
            int tasks(int tasks, int chain) {
                return chain * TaskGraphExperiment.LADDER;
            }

            @Override
            int[][] edges(int tasks, int chain) {
                int width = TaskGraphExperiment.LADDER;
                return both(
                        DEGREE * width * (chain - 1),
                        i -> i / DEGREE / width * width + (width + i / DEGREE + i % DEGREE * 5) % width,
                        i -> width + i / DEGREE);
            }
        };

        int tasks(int tasks, int chain) {
            return tasks;
        }

        /** {@return for each edge the task that comes first, and the task that waits for it} */
        abstract int[][] edges(int tasks, int chain);

        private static int[][] both(int number, IntUnaryOperator first, IntUnaryOperator waiting) {
            return Stream.of(first, waiting)
                    .map(task -> IntStream.range(0, number).map(task).toArray())
                    .toArray(int[][]::new);
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    TaskGraphExperiment() {
        super(
                "taskgraph",
                "Graphs of tasks with empty bodies, by shape: random and in layers with three edges to a task, a grid,"
                    + " a star, and for the time of a hop a chain and a ladder. A graph is built once and run again.",
                "--threads is the number of workers: warps on a GPU.");
        measure(Loops.stages(SHAPE));
        settings(WORKERS, SIZE, CHAIN);
        shows(TASKS, WORKERS.field());
        effort(new Effort(5, 3, 20), new Effort(1, 1, 60), new Effort(10, 2, 10));
        columns(Column.timed(
                List.of(Column.text(SHAPE), count("tasks", TASKS), count("edges", EDGES), count("longest path", PATH)),
                Column.rate("tasks/s"),
                Column.number("time per task of the path", TaskGraphExperiment::hop)));
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var shape = shared.get(SHAPE);
        int tasks = shape.tasks(shared.get(SIZE), shared.get(CHAIN));
        int[][] edges = shape.edges(shared.get(SIZE), shared.get(CHAIN));
        var graph = TaskGraph.builder(LAYOUT)
                .addAll(IntStream.range(0, tasks).mapToObj(Step::new).toList())
                .edges(edges[0], edges[1])
                .on(device, TaskGraphOptions.defaults().withWorkers(shared.get(WORKERS)));
        var times = device.ints(tasks);
        GraphBody<Step> empty = _ -> {};
        return new Stage(
                        _ -> graph.tasks(),
                        _ -> new Contender(_ -> graph.run(empty).elapsed(), _ -> checked(graph, times)))
                .facts(_ ->
                        Map.ofEntries(TASKS.is(graph.tasks()), EDGES.is(graph.edges()), PATH.is(graph.criticalPath())))
                .closing(() -> {
                    graph.close();
                    times.close();
                });
    }

    /** @param times how often each task ran */
    private static Checked checked(TaskGraph<Step> graph, Ints times) {
        times.fill(0);
        graph.run(step -> times.getAndAddRelaxed(step.number(), 1));
        long once = Arrays.stream(times.copyOut()).filter(count -> count == 1).count();
        return Checked.of("every task once", once == graph.tasks(), once + " of " + graph.tasks() + " tasks ran once");
    }

    private static Column count(String title, Field field) {
        return Column.number(title, row -> Quantity.count((long) field.number(row)));
    }

    private static String hop(Measurement row) {
        return row.measured() ? Quantity.time(row.nanoseconds().median() / PATH.number(row)) : "";
    }
}
