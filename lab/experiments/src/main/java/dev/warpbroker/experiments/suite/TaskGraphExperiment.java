package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Effort;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Work;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.tasks.graph.GraphBody;
import dev.warpbroker.tasks.graph.TaskGraph;
import dev.warpbroker.tasks.graph.TaskGraphOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

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
    private static final Axis<Integer> SIZE = Axis.one("tasks", Option.number("--tasks", "N", "Tasks of a graph."))
            .jvm(1_000_000)
            .simulator(150)
            .gpu(1_000_000)
            .atLeast(2, "tasks")
            .unrecorded();

    private static final Axis<Integer> CHAIN = Axis.one(
                    "chain", Option.number("--chain", "N", "Tasks of the chain, and of each row of the ladder."))
            .jvm(100_000)
            .simulator(30)
            .gpu(10_000)
            .atLeast(2, "tasks of the chain")
            .unrecorded();

    private static final Axis<Integer> WORKERS = Axis.oneNumberOfThreads(
                    "workers", "this experiment takes one number of workers")
            .jvm(0)
            .simulator(2)
            .gpu(0);

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
                int[][] edges = new int[2][DEGREE * Math.max(0, tasks - width)];
                for (int i = 0; i < edges[0].length; i++) {
                    int task = width + i / DEGREE;
                    edges[0][i] = (task / width - 1) * width + random.nextInt(width);
                    edges[1][i] = task;
                }
                return edges;
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
                int[] down = IntStream.range(0, side * (side - 1)).toArray();
                int[] right = IntStream.range(0, side * side)
                        .filter(task -> task % side < side - 1)
                        .toArray();
                int[] before = IntStream.concat(Arrays.stream(down), Arrays.stream(right))
                        .toArray();
                int[] after = before.clone();
                for (int i = 0; i < after.length; i++) {
                    after[i] += i < down.length ? side : 1;
                }
                return new int[][] {before, after};
            }

            private int side(int tasks) {
                return Math.max(1, (int) Math.sqrt(tasks));
            }
        },
        /** One task comes before all others. */
        STAR {
            @Override
            int[][] edges(int tasks, int chain) {
                return new int[][] {
                    new int[tasks - 1], IntStream.range(1, tasks).toArray()
                };
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
                return new int[][] {
                    IntStream.range(0, chain - 1).toArray(),
                    IntStream.range(1, chain).toArray()
                };
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
                int[][] edges = new int[2][DEGREE * width * (chain - 1)];
                for (int i = 0; i < edges[0].length; i++) {
                    int task = width + i / DEGREE;
                    edges[0][i] = (task / width - 1) * width + (task + i % DEGREE * 5) % width;
                    edges[1][i] = task;
                }
                return edges;
            }
        };

        int tasks(int tasks, int chain) {
            return tasks;
        }

        /** {@return for each edge the task that comes first, and the task that waits for it} */
        abstract int[][] edges(int tasks, int chain);

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
        effort(new Effort(5, 3, 20), new Effort(1, 1, 60), new Effort(10, 2, 10));
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
        return new Steps(graph, device.ints(tasks));
    }

    /** A graph that is run again and again, and how often each of its tasks ran. */
    private record Steps(TaskGraph<Step> graph, Ints times) implements Stage {
        @Override
        public long operations(Point row) {
            return graph.tasks();
        }

        @Override
        public Map<String, Object> facts(Point row) {
            return Map.ofEntries(TASKS.is(graph.tasks()), EDGES.is(graph.edges()), PATH.is(graph.criticalPath()));
        }

        @Override
        public Contender contender(Point row) {
            GraphBody<Step> empty = _ -> {};
            return new Work(_ -> graph.run(empty).elapsed(), _ -> checked());
        }

        private Checked checked() {
            times.fill(0);
            Ints counts = times;
            graph.run(step -> counts.getAndAddRelaxed(step.number(), 1));
            long once =
                    Arrays.stream(times.copyOut()).filter(count -> count == 1).count();
            return new Checked(List.of(new CheckResult(
                    "every task once", once == graph.tasks(), once + " of " + graph.tasks() + " tasks ran once")));
        }

        @Override
        public void close() {
            graph.close();
            times.close();
        }
    }

    @Override
    protected List<Column> columns(List<Measurement> rows) {
        return List.of(
                Column.text(SHAPE),
                count("tasks", TASKS),
                count("edges", EDGES),
                count("longest path", PATH),
                Column.MEDIAN,
                Column.MIN,
                Column.MAX,
                Column.rate("tasks/s"),
                Column.number("time per task of the path", TaskGraphExperiment::hop),
                Column.CHECK);
    }

    private static Column count(String title, Field field) {
        return Column.number(title, row -> Quantity.count((long) field.number(row)));
    }

    private static String hop(Measurement row) {
        return row.measured() ? Quantity.time(row.nanoseconds().median() / PATH.number(row)) : "";
    }
}
