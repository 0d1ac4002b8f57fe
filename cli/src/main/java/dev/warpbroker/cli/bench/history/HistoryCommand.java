package dev.warpbroker.cli.bench.history;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.output.OutputFile;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.Statistics;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Failures;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.HistoryFile;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Verdict;
import dev.warpbroker.verify.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench history}: records a history and checks whether it is linearizable. */
@Command(
        name = "history",
        description = {
            "Record every operation of many threads on a small queue or stack, with the times of its call and return,"
                    + " and check whether that is linearizable.",
            "Operations are random, in phases that mostly put values in or mostly take them out, so that it runs full"
                    + " and empty."
        })
public final class HistoryCommand implements Callable<Integer> {
    private static final String NAME = "history";
    private static final String NONE = "–";
    private static final int BLOCK_SIZE = 256;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Option(
            names = "--structures",
            split = ",",
            paramLabel = "NAME",
            converter = Subject.Converter.class,
            description = "Queues, and stacks, whose operations are made by threads (rooms) or together by warps"
                    + " (rooms-warp) or blocks (rooms-block); default: all queues that claim to be linearizable and"
                    + " return when full or empty.")
    private List<Subject> structures = Arrays.stream(QueueKind.values())
            .filter(kind -> kind.claims(Claim.LINEARIZABLE))
            .filter(kind -> kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY))
            .map(kind -> (Subject) new Subject.Queue(kind))
            .toList();

    @Option(names = "--threads", paramLabel = "N", description = "Threads (default: 65536 on a GPU, fewer elsewhere).")
    private @Nullable Integer threads;

    @Option(names = "--operations", paramLabel = "N", description = "Operations per thread.")
    private @Nullable Integer operations;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "Capacity, of queues a power of two. A queue that claims no exact capacity gets room for"
                    + " everything.")
    private @Nullable Integer capacity;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Decides which operations are made (default: ${DEFAULT-VALUE}).")
    private int seed;

    @Option(names = "--save", paramLabel = "DIR", description = "Write each history to DIR, for `check`; compressed.")
    private @Nullable Path folder;

    @Override
    public Integer call() throws IOException {
        var violations = new ArrayList<String>();
        int code = Experiment.perform(recording, console, device -> new Histories(device, violations));
        violations.forEach(console::print);
        return code;
    }

    /** A history of each structure. */
    private final class Histories implements Experiment {
        private final Device device;
        private final List<String> violations;

        Histories(Device device, List<String> violations) {
            this.device = device;
            this.violations = violations;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public int steps() {
            return 2 * structures.size();
        }

        @Override
        public void run(Consumer<Measurement> measured, Progress progress) throws IOException {
            for (var subject : structures) {
                measured.accept(attempt(subject, progress));
            }
        }

        /** One that throws something has failed; the others go on. */
        private Measurement attempt(Subject subject, Progress progress) throws IOException {
            try {
                return measure(subject, progress);
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
                return Measurement.failed(
                        NAME, device.properties(), subject.toString(), Map.of(), Failures.reason(failure));
            }
        }

        private Measurement measure(Subject subject, Progress progress) throws IOException {
            progress.at("recording " + subject);
            var history = record(device, subject);
            progress.step();
            progress.at("checking " + subject);
            long start = System.nanoTime();
            var verdict = Linearizability.check(history);
            long nanos = System.nanoTime() - start;
            if (verdict instanceof Violation violation) {
                violations.add(subject + ": " + violation.report());
            }
            progress.step();
            return measurement(device, subject, history, verdict, nanos);
        }

        @Override
        public Table table(List<Measurement> measurements) {
            return HistoryCommand.table(measurements);
        }
    }

    private History record(Device device, Subject subject) throws IOException {
        int lanes = threads != null ? threads : defaultThreads(device);
        int each = operations != null ? operations : defaultOperations(device);
        int small = capacity != null ? capacity : Math.max(2, Integer.highestOneBit(lanes) / 16);
        var grid = device.properties().workerGrid(lanes, Math.min(lanes, BLOCK_SIZE));
        var history = subject.record(device, grid, each, seed, small);
        if (folder != null) {
            Files.createDirectories(folder);
            OutputFile.write(folder.resolve(subject + ".history.gz"), file -> HistoryFile.write(history, file));
        }
        return history;
    }

    private static int defaultThreads(Device device) {
        return switch (DeviceKind.of(device.properties())) {
            case JVM -> 2 * Runtime.getRuntime().availableProcessors();
            case SIMULATOR -> 256;
            case GPU -> Math.min(65_536, device.properties().residentThreads());
        };
    }

    private static int defaultOperations(Device device) {
        return switch (DeviceKind.of(device.properties())) {
            case JVM -> 50_000;
            case SIMULATOR -> 32;
            case GPU -> 48;
        };
    }

    private static Measurement measurement(
            Device device, Subject subject, History history, Verdict verdict, long checkNanos) {
        long duration = history.lastStamp() - history.firstStamp();
        return Measurement.now(
                NAME,
                device.properties(),
                subject.toString(),
                Map.of(
                        "threads", history.threadCount(),
                        "capacity", history.capacity().orElse(0),
                        "full", history.count(Result.FULL),
                        "empty", history.count(Result.EMPTY),
                        "verdict", word(verdict),
                        "check-milliseconds", checkNanos / 1_000_000),
                Statistics.of(new long[] {duration}),
                history.size(),
                List.of(new CheckResult(
                        "linearizable",
                        !(verdict instanceof Violation),
                        verdict instanceof Violation violation ? violation.report() : "")));
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Linearizable _ -> "linearizable";
            case Verdict.Unrefuted _ -> "linearizable; Full by necessary conditions";
            case Violation violation -> "violates " + violation.rule();
        };
    }

    private static Table table(List<Measurement> measurements) {
        return new Table(
                List.of(
                        Table.text("structure"),
                        Table.number("operations"),
                        Table.number("threads"),
                        Table.number("capacity"),
                        Table.number("full"),
                        Table.number("empty"),
                        Table.number("recorded in"),
                        Table.number("checked in"),
                        Table.text("verdict")),
                measurements.stream().map(HistoryCommand::row).toList());
    }

    private static List<String> row(Measurement each) {
        var cells = new ArrayList<String>(List.of(each.structure(), String.valueOf(each.operations())));
        for (String name : List.of("threads", "capacity", "full", "empty")) {
            cells.add(String.valueOf(each.parameters().getOrDefault(name, NONE)));
        }
        if (each.measured()) {
            cells.add(Quantity.time(each.nanoseconds().median()));
            cells.add(each.parameters().get("check-milliseconds") + " ms");
            cells.add(String.valueOf(each.parameters().get("verdict")));
        } else {
            cells.addAll(List.of(NONE, NONE, Remarks.check(each)));
        }
        return cells;
    }
}
