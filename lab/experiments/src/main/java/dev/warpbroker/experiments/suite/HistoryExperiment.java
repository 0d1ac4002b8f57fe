package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Histories;
import dev.warpbroker.experiments.StackHistories;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.PlainSection;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.HistoryFile;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Verdict;
import dev.warpbroker.verify.Violation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Experiment {@code history}: records what many threads do to a queue or stack, and checks whether that is
 * linearizable.
 */
final class HistoryExperiment implements Experiment {
    private static final Option<List<Structure>> STRUCTURES = Option.list(
            Option.oneOf("structure", Structure.all()),
            "--structures",
            "NAME",
            "Queues, and stacks, whose operations are made by threads (rooms) or together by warps (rooms-warp) or"
                    + " blocks (rooms-block); default: all queues that claim to be linearizable.");

    private static final Option<Integer> THREADS =
            Option.number("--threads", "N", "Threads (default: 65536 on a GPU, fewer elsewhere).");

    private static final Option<Integer> OPERATIONS = Option.number("--operations", "N", "Operations per thread.");

    private static final Option<Integer> CAPACITY = Option.number(
            "--capacity",
            "N",
            "Capacity, of queues a power of two. A queue that claims no exact capacity gets memory for about as much,"
                    + " and may say Full at any time.");

    private static final Option<Integer> SEED = Option.number(
                    "--seed", "N", "Decides which operations are made (default: ${DEFAULT-VALUE}).")
            .preset("1");

    private static final Option<Path> FOLDER =
            Option.of(Path.class, "--save", "DIR", "Write each history to DIR, for `check`; compressed.");

    private static final Field THREAD_COUNT = Field.parameter("threads");
    private static final Field ROOM = Field.parameter("capacity");
    private static final Field FULL = Field.parameter("full");
    private static final Field EMPTY = Field.parameter("empty");
    private static final Field VERDICT = Field.parameter("verdict");
    private static final Field CHECK_MILLISECONDS = Field.parameter("check-milliseconds");

    private static final int BLOCK_SIZE = 256;

    @Override
    public String name() {
        return "history";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Record every operation of many threads on a small queue or stack, with the times of its call and"
                        + " return, and check whether that is linearizable.",
                "Operations are random, in phases that mostly put values in or mostly take them out, so that it runs"
                        + " full and empty; of a queue that waits then, each thread puts in and takes out in turn.");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(STRUCTURES, THREADS, OPERATIONS, CAPACITY, Tuning.ATTEMPTS, SEED, FOLDER);
    }

    /** A structure of which histories are recorded. */
    private sealed interface Structure {
        /** {@return what {@code operations} of each thread did to a new structure} */
        History record(Device device, Grid grid, int operations, int seed, int capacity, int patience);

        /** {@return everything that there is} */
        static List<Structure> all() {
            Stream<Structure> queues = Arrays.stream(QueueKind.values()).map(Queue::new);
            Stream<Structure> stacks = Arrays.stream(StackKind.values())
                    .flatMap(kind -> Arrays.stream(Granularity.values()).map(by -> new Stack(kind, by)));
            return Stream.concat(queues, stacks).toList();
        }

        /** A queue, whose threads make their operations each for itself. */
        record Queue(QueueKind kind) implements Structure {
            @Override
            public History record(Device device, Grid grid, int operations, int seed, int capacity, int patience) {
                var options = QueueOptions.capacity(capacity)
                        .withThreads(grid.threads())
                        .withMemoryFactor(1)
                        .withPatience(patience);
                try (var queue = kind.create(device, options)) {
                    var histories = new Histories(device, grid, operations, seed);
                    return kind.claims(Claim.EXACT_CAPACITY)
                            ? histories.record(kind, queue)
                            : histories.recordWithoutFull(kind, queue);
                }
            }

            @Override
            public String toString() {
                return kind.toString();
            }
        }

        /** A stack, whose threads make their operations each for itself, or together with their warp or block. */
        record Stack(StackKind kind, Granularity by) implements Structure {
            @Override
            public History record(Device device, Grid grid, int operations, int seed, int capacity, int patience) {
                try (var stack = kind.create(device, capacity)) {
                    return new StackHistories(device, grid, by, operations, seed).record(kind, stack);
                }
            }

            @Override
            public String toString() {
                return by == Granularity.THREAD
                        ? kind.toString()
                        : kind + "-" + by.name().toLowerCase(Locale.ROOT);
            }
        }
    }

    private static List<Structure> usual() {
        return Arrays.stream(QueueKind.values())
                .filter(kind -> kind.claims(Claim.LINEARIZABLE))
                .<Structure>map(Structure.Queue::new)
                .toList();
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var structures = chosen.or(STRUCTURES, usual());
        CommonOptions.requireThreads(chosen.or(THREADS, 1));
        CommonOptions.requireAtLeast(1, "operations", chosen, OPERATIONS);
        CommonOptions.requireAtLeast(1, "values of capacity", chosen, CAPACITY);
        CommonOptions.requireAtLeast(0, "attempts", chosen, Tuning.ATTEMPTS);
        int threads = chosen.or(THREADS, usualThreads(device.properties()));
        int enough = Math.max(2, Integer.highestOneBit(threads) / 16);
        boolean queues = structures.stream().anyMatch(Structure.Queue.class::isInstance);
        int capacity = queues ? CommonOptions.capacity(chosen, CAPACITY, enough) : chosen.or(CAPACITY, enough);
        var recording = new Recording(
                device,
                chosen,
                device.properties().workerGrid(threads, Math.min(threads, BLOCK_SIZE)),
                operations(device, chosen),
                capacity,
                new ArrayList<>());
        return new Trial(
                this,
                device,
                MeasuringEffort.ONCE,
                2 * structures.size(),
                measuring -> {
                    var folder = chosen.get(FOLDER);
                    if (folder != null) {
                        OutputFile.createFolder(folder);
                    }
                    for (var structure : structures) {
                        recording.measure(structure, measuring);
                    }
                },
                recording.violations());
    }

    private static int usualThreads(DeviceProperties device) {
        return switch (DeviceKind.of(device)) {
            case JVM -> 2 * CommonOptions.processors();
            case SIMULATOR -> 256;
            case GPU -> Math.min(65_536, device.residentThreads());
        };
    }

    /** {@return how many operations each thread makes} */
    private static int operations(Device device, Choices chosen) {
        return chosen.or(
                OPERATIONS,
                switch (DeviceKind.of(device.properties())) {
                    case JVM -> 50_000;
                    case SIMULATOR -> 32;
                    case GPU -> 48;
                });
    }

    /**
     * How histories are recorded.
     *
     * @param operations that each thread makes
     * @param violations that were found, in words
     */
    private record Recording(
            Device device, Choices chosen, Grid grid, int operations, int capacity, List<String> violations) {
        /** One that throws something has failed; the others go on. */
        void measure(Structure structure, Measuring measuring) throws IOException {
            try {
                measuring.progress().at("recording " + structure);
                var history = structure.record(
                        device, grid, operations, chosen.of(SEED), capacity, chosen.or(Tuning.ATTEMPTS, -1));
                var folder = chosen.get(FOLDER);
                if (folder != null) {
                    OutputFile.write(
                            folder.resolve(structure + ".history.gz"), file -> HistoryFile.write(history, file));
                }
                measuring.progress().step();
                measuring.progress().at("checking " + structure);
                long start = System.nanoTime();
                var verdict = Linearizability.check(history);
                long nanos = System.nanoTime() - start;
                measuring.progress().step();
                measuring.record(measurement(structure, history, verdict, nanos));
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
                measuring.fail(structure.toString(), Map.of(), failure);
            }
        }

        private Measurement measurement(Structure structure, History history, Verdict verdict, long checkNanos) {
            // A queue that may say Full at any time has none of these operations in its history.
            int leftOut = history.threadCount() * operations - history.size();
            String report = verdict instanceof Violation violation ? violation.report() : "";
            if (!report.isEmpty()) {
                violations.add(structure + ": " + report);
            }
            String words = switch (verdict) {
                case Verdict.Linearizable _ -> leftOut == 0 ? "linearizable" : "linearizable but for Full";
                case Verdict.Unrefuted _ -> "linearizable; Full by necessary conditions";
                case Violation violation -> "violates " + violation.rule();
            };
            var parameters = new HashMap<>(Map.ofEntries(
                    THREAD_COUNT.is(history.threadCount()),
                    ROOM.is(history.capacity().orElse(0)),
                    FULL.is(history.count(Result.FULL) + leftOut),
                    EMPTY.is(history.count(Result.EMPTY)),
                    VERDICT.is(words),
                    CHECK_MILLISECONDS.is(checkNanos / 1_000_000)));
            if (chosen.has(Tuning.ATTEMPTS)) {
                parameters.put("patience", chosen.of(Tuning.ATTEMPTS));
            }
            return Measurement.now(
                    "history",
                    device.properties(),
                    structure.toString(),
                    parameters,
                    Statistics.of(new long[] {history.lastStamp() - history.firstStamp()}),
                    history.size(),
                    List.of(new CheckResult("linearizable", report.isEmpty(), report)));
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("structure", Measurement::structure),
                        Column.number("operations", row -> String.valueOf(row.operations())),
                        Column.number("threads", row -> THREAD_COUNT.textOr(row, Column.NONE)),
                        Column.number("capacity", row -> ROOM.textOr(row, Column.NONE)),
                        Column.number("full", row -> FULL.textOr(row, Column.NONE)),
                        Column.number("empty", row -> EMPTY.textOr(row, Column.NONE)),
                        Column.number("recorded in", Column::median),
                        Column.number(
                                "checked in",
                                row -> row.measured() ? CHECK_MILLISECONDS.text(row) + " ms" : Column.NONE),
                        Column.text("verdict", row -> row.measured() ? VERDICT.text(row) : Column.check(row))),
                measurements);
    }

    /** All that was recorded, as of an experiment that is not known. */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        return PlainSection.of(lines, lines.getFirst().measurement().device().name());
    }
}
