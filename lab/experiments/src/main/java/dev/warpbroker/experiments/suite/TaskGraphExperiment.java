package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.tasks.graph.GraphBody;
import dev.warpbroker.tasks.graph.TaskGraph;
import dev.warpbroker.tasks.graph.TaskGraphOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Experiment {@code taskgraph}: graphs of tasks with empty bodies. Operations are tasks. */
final class TaskGraphExperiment implements Experiment {
    private static final Option<Integer> TASKS = Option.number("--tasks", "N", "Tasks of a graph.");

    private static final Option<Integer> CHAIN =
            Option.number("--chain", "N", "Tasks of the chain, and of each row of the ladder.");

    private static final Option<List<Shape>> SHAPES =
            Option.list(Option.oneOf("shape", Shape.values()), "--shapes", "NAME", "Shapes of graphs (default: all).");

    /** What records say. */
    private static final class Recorded {
        static final Field TASKS = Field.parameter("tasks");
        static final Field EDGES = Field.parameter("edges");
        static final Field PATH = Field.parameter("path");
        static final Field WORKERS = Field.parameter("workers");
        static final Field WARM_UPS = Field.parameter("warmup");
    }

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

    @Override
    public String name() {
        return "taskgraph";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Graphs of tasks with empty bodies, by shape: random and in layers with three edges to a task, a grid,"
                    + " a star, and for the time of a hop a chain and a ladder. A graph is built once and run again.",
                "--threads is the number of workers: warps on a GPU.");
    }

    @Override
    public List<Option<?>> options() {
        return CommonOptions.timed(TASKS, CHAIN, SHAPES);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM -> trial(device, chosen, 0, 1_000_000, 100_000, CommonOptions.effort(chosen, 5, 3, 20));
            case SIMULATOR -> trial(device, chosen, 2, 150, 30, CommonOptions.effort(chosen, 1, 1, 60));
            case GPU -> trial(device, chosen, 0, 1_000_000, 10_000, CommonOptions.effort(chosen, 10, 2, 10));
        };
    }

    private Trial trial(
            Device device, Choices chosen, int presetWorkers, int tasks, int chain, MeasuringEffort effort) {
        int given = CommonOptions.oneNumberOfThreads(
                chosen, Math.max(1, presetWorkers), "this experiment takes one number of workers");
        int workers = chosen.has(CommonOptions.THREADS) ? given : presetWorkers;
        int size = chosen.or(TASKS, tasks);
        int length = chosen.or(CHAIN, chain);
        MeasuringEffort.requireAtLeast(2, "tasks", size);
        MeasuringEffort.requireAtLeast(2, "tasks of the chain", length);
        var shapes = chosen.or(SHAPES, List.of(Shape.values()));
        return Trial.ofRows(this, device, effort, shapes.size(), measuring -> {
            for (var shape : shapes) {
                var graph = new GraphContender(device, shape, size, length, workers);
                measuring.startAfresh();
                measuring.record(
                        shape.toString(),
                        List.of(new Entry(shape.toString(), graph.parameters(effort), graph.tasks(), graph)));
            }
        });
    }

    /** A graph that is run again and again. */
    private static final class GraphContender implements Contender {
        private final Shape shape;
        private final int workers;
        private final TaskGraph<Step> graph;
        private final Ints times;
        private final GraphBody<Step> empty = _ -> {};

        GraphContender(Device device, Shape shape, int size, int chain, int workers) {
            this.shape = shape;
            this.workers = workers;
            int tasks = shape.tasks(size, chain);
            int[][] edges = shape.edges(size, chain);
            graph = TaskGraph.builder(LAYOUT)
                    .addAll(IntStream.range(0, tasks).mapToObj(Step::new).toList())
                    .edges(edges[0], edges[1])
                    .on(device, TaskGraphOptions.defaults().withWorkers(workers));
            times = device.ints(tasks);
        }

        int tasks() {
            return graph.tasks();
        }

        Map<String, Object> parameters(MeasuringEffort effort) {
            return Map.ofEntries(
                    Recorded.TASKS.is(graph.tasks()),
                    Recorded.EDGES.is(graph.edges()),
                    Recorded.PATH.is(graph.criticalPath()),
                    Recorded.WORKERS.is(workers),
                    Recorded.WARM_UPS.is(effort.warmUps()));
        }

        @Override
        public String label() {
            return shape.toString();
        }

        @Override
        public long run(Duration limit) {
            return graph.run(empty).elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            times.fill(0);
            Ints counts = times;
            graph.run(step -> counts.getAndAddRelaxed(step.number(), 1));
            long once =
                    Arrays.stream(times.copyOut()).filter(count -> count == 1).count();
            return new Checked(
                    List.of(new CheckResult(
                            "every task once",
                            once == graph.tasks(),
                            once + " of " + graph.tasks() + " tasks ran once")),
                    Map.of());
        }

        @Override
        public void close() {
            graph.close();
            times.close();
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("graph", Measurement::structure),
                        Column.number("tasks", row -> Quantity.count((long) Recorded.TASKS.number(row))),
                        Column.number("edges", row -> Quantity.count((long) Recorded.EDGES.number(row))),
                        Column.number("longest path", row -> Quantity.count((long) Recorded.PATH.number(row))),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.number("tasks/s", row -> row.measured() ? Quantity.rate(row.operationsPerSecond()) : ""),
                        Column.number("time per task of the path", TaskGraphExperiment::hop),
                        Column.CHECK),
                measurements);
    }

    private static String hop(Measurement row) {
        return row.measured() ? Quantity.time(row.nanoseconds().median() / Recorded.PATH.number(row)) : "";
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, TaskGraphExperiment::row);
        return new Section(
                "taskgraph: " + evidence.device(),
                List.of(
                        new Part.Captioned("Graphs of tasks with empty bodies", table(evidence.latest())),
                        new Part.Notes(evidence.sources())));
    }

    private static String row(Measurement row) {
        return row.structure() + ", " + Quantity.plain(Recorded.TASKS.number(row)) + " tasks, "
                + Quantity.plain(Recorded.WORKERS.number(row)) + " workers";
    }
}
