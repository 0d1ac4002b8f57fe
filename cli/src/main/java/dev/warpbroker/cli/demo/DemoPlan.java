package dev.warpbroker.cli.demo;

import dev.warpbroker.cli.bench.ExperimentCommand;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.examples.render.PictureSize;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.suite.Suite;
import java.util.List;
import java.util.function.Function;

/**
 * What the demo shows: experiments, and last a picture.
 *
 * @param size of the picture
 * @param samples along a side of each of its pixels
 */
record DemoPlan(List<Step> steps, PictureSize size, int samples) {
    /** How long rows are measured, after how often. */
    private static final String SHORT = " --reps 3 --warmup 1 --limit 5";

    /**
     * On the JVM, which compiles while the first runs go on, and beside whatever else the machine does: a difference is
     * one if no repetition of the one is within the range of the other, and of few repetitions that says little.
     */
    private static final String STEADY = " --reps 9 --warmup 8 --limit 5";

    private static final String SHORTEST = " --reps 1 --warmup 1 --limit 5";

    /**
     * An experiment.
     *
     * @param title what it is about, for people
     * @param trial in a short version
     */
    record Step(String title, Function<Device, Trial> trial) {
        /** @param arguments of {@code bench}: the name of an experiment and its options */
        static Step of(String title, String arguments) {
            var words = List.of(arguments.split(" +"));
            var experiment = Suite.named(words.getFirst()).orElseThrow();
            return new Step(
                    title,
                    device -> ExperimentCommand.trial(
                            experiment, device, words.subList(1, words.size()).toArray(String[]::new)));
        }
    }

    DemoPlan {
        steps = List.copyOf(steps);
    }

    /** {@return about a minute on two processors, and as much as there is to see in a minute on a GPU} */
    static DemoPlan on(DeviceProperties device) {
        var kind = DeviceKind.of(device);
        return new DemoPlan(
                List.of(
                        Step.of("Queues: every thread enqueues and dequeues in turn", "pairs --structures BQ,BQ-fused"),
                        Step.of(
                                "Trees of tasks: Fibonacci numbers, queens, unbalanced tree search, quicksort",
                                trees(kind)),
                        Step.of("PageRank without barriers: vertices go through a queue", pageRank(device)),
                        Step.of(
                                "Breadth-first search: by levels with stealing or one queue, and asynchronous",
                                bfs(kind)),
                        Step.of("Ray tracing: ways to share the pixels of a picture", raytrace(kind))),
                switch (kind) {
                    case JVM -> PictureSize.square(384);
                    case SIMULATOR -> PictureSize.square(16);
                    case GPU -> PictureSize.square(1_024);
                },
                kind == DeviceKind.SIMULATOR ? 1 : 2);
    }

    private static String trees(DeviceKind kind) {
        return switch (kind) {
            case JVM ->
                "trees --policies fork-join,stealing,java-pool --fib 30 --queens 11 --uts-depth 8 --elements 100000"
                        + STEADY;
            case SIMULATOR ->
                "trees --policies fork-join,stealing --threads 2 --fib 6 --queens 4 --uts-depth 3 --elements 200"
                        + SHORTEST;
            case GPU -> "trees --policies fork-join,stealing,central" + SHORT;
        };
    }

    private static String pageRank(DeviceProperties device) {
        int resident = device.residentThreads();
        return switch (DeviceKind.of(device)) {
            case JVM ->
                "pagerank --graph rmat:15:8 --structures BQ,BWD,BSQ,SFQ --threads 1," + Math.max(2, processors())
                        + " --reps 7 --warmup 3 --limit 5";
            case SIMULATOR -> "pagerank --graph rmat:5:3 --structures BQ --threads 64 --block 32" + SHORTEST;
            case GPU ->
                "pagerank --graph rmat:18:8 --structures BQ,BWD,BSQ,SFQ --threads " + resident / 16 + "," + resident / 4
                        + SHORT;
        };
    }

    private static String bfs(DeviceKind kind) {
        return switch (kind) {
            case JVM -> "bfs --no-queues --graphs lattice:40,road:300x300 --threads " + processors() + STEADY;
            case SIMULATOR -> "bfs --no-queues --graphs lattice:5 --threads 64" + SHORTEST;
            case GPU -> "bfs --no-queues --graphs lattice:100,road:1000x1000" + SHORT;
        };
    }

    private static String raytrace(DeviceKind kind) {
        String inSoftware = " --schemes static,central,stealing";
        return "raytrace --cameras 1"
                + switch (kind) {
                    case JVM ->
                        inSoftware + " --accelerators bvh --tiles 1,8,32 --size 96 --threads " + processors()
                                + " --reps 5 --warmup 2 --limit 5";
                    case SIMULATOR -> inSoftware + " --tiles 4 --size 8" + SHORTEST;
                    case GPU -> " --tiles 1,8,32" + SHORT;
                };
    }

    private static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }
}
