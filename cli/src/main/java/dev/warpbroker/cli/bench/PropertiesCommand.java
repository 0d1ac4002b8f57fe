package dev.warpbroker.cli.bench;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Ending;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.QueueConverter;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.properties.Answer;
import dev.warpbroker.experiments.properties.Examiner;
import dev.warpbroker.experiments.properties.Finding;
import dev.warpbroker.experiments.properties.PaperTable;
import dev.warpbroker.experiments.properties.Property;
import dev.warpbroker.experiments.properties.PropertyResult;
import dev.warpbroker.experiments.properties.PropertyTables;
import dev.warpbroker.experiments.properties.PropertyTables.Cell;
import dev.warpbroker.experiments.results.Versions;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench properties}: table 1 of the Broker Queue paper, filled by running things. */
@Command(
        name = "properties",
        description = {
            "Fill table 1 of the Broker Queue paper by running tests and measurements, show the evidence for every"
                    + " property that a queue lacks, and where that differs from the paper.",
            "Histories are recorded on the simulator, whatever the device."
        })
public final class PropertiesCommand implements Callable<Integer> {
    private static final int QUICK_HISTORIES = 2;
    private static final int QUICK_PAIRS = 50;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Option(
            names = "--structures",
            split = ",",
            paramLabel = "NAME",
            converter = QueueConverter.class,
            description = "Queues by name, such as BQ,BQ-fused (default: all that can take part).")
    private @Nullable List<QueueKind> structures;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the measurements.")
    private @Nullable Integer threads;

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs per thread of the measurements.")
    private @Nullable Integer pairs;

    @Option(names = "--block", paramLabel = "N", description = "Lanes per block.")
    private @Nullable Integer block;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Histories to try for each queue (default: " + Examiner.USUAL_HISTORIES
                    + "; for one that does" + " not claim to be linearizable until one shows it, at most "
                    + Examiner.MAX_HISTORIES + ").")
    private @Nullable Integer seeds;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "A launch that takes longer counts as one that does not end (default: ${DEFAULT-VALUE}).")
    private double limit;

    @Option(
            names = "--quick",
            description = "Only to see that everything runs: few histories, short measurements. Says little.")
    private boolean quick;

    @Override
    public Integer call() throws IOException, InterruptedException {
        recording.requireAppendable();
        try (Device device = recording.device().open()) {
            var examiner = new Examiner(device, settings(device.properties()));
            var kinds = structures == null
                    ? List.of(QueueKind.values())
                    : structures.stream().distinct().toList();
            var cells = Collections.synchronizedList(new ArrayList<Cell>());
            try (var _ = new Ending(() -> interrupted(device, List.copyOf(cells)));
                    var progress = console.progress("properties on " + device, examiner.steps(kinds))) {
                examine(examiner, kinds, progress, cell -> {
                    cells.add(cell);
                    recording.add(result(device, cell), console);
                });
            }
            print(device, cells);
            recording.say(cells.size(), console);
            var failed = cells.stream()
                    .filter(cell -> cell.verdict() == Answer.FAILED)
                    .toList();
            failed.forEach(cell -> console.error("FAILED: " + cell.words()));
            return failed.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private void interrupted(Device device, List<Cell> cells) {
        console.endProgress();
        if (!cells.isEmpty()) {
            print(device, cells);
            recording.say(cells.size(), console);
        }
        console.end();
    }

    private static void examine(Examiner examiner, List<QueueKind> kinds, Progress progress, Consumer<Cell> found)
            throws IOException, InterruptedException {
        var scalability = examiner.scalability(kinds, progress);
        for (var kind : kinds) {
            var finding = scalability.getOrDefault(kind, Finding.unclear("not measured"));
            found.accept(new Cell(kind.toString(), Property.HIGHLY_SCALABLE, finding.verdict(), finding.evidence()));
        }
        for (var property : Property.values()) {
            if (property != Property.HIGHLY_SCALABLE) {
                for (var kind : kinds) {
                    progress.at(kind + ", " + property);
                    var finding = examiner.examine(kind, property);
                    found.accept(new Cell(kind.toString(), property, finding.verdict(), finding.evidence()));
                    progress.step();
                }
            }
        }
    }

    private Examiner.Settings settings(DeviceProperties device) {
        if (seeds != null) {
            MeasuringEffort.requireAtLeast(1, "seeds", seeds);
        }
        if (threads != null) {
            CommonOptions.requireThreads(threads);
        }
        var kind = DeviceKind.of(device);
        int most = switch (kind) {
            case JVM -> 2 * Runtime.getRuntime().availableProcessors();
            case SIMULATOR -> 256;
            case GPU -> device.residentThreads();
        };
        int each = switch (kind) {
            case JVM -> 5000;
            case SIMULATOR -> 4;
            case GPU -> 10;
        };
        return new Examiner.Settings(
                threads == null ? most : threads,
                pairs == null ? quick ? QUICK_PAIRS : each : pairs,
                block == null ? kind == DeviceKind.JVM ? 1 : 256 : block,
                seeds == null ? quick ? QUICK_HISTORIES : 0 : seeds,
                Duration.ofMillis(Math.round(limit * 1e3)));
    }

    private void print(Device device, List<Cell> cells) {
        console.print(device + ", " + device.properties().name());
        console.print(PropertyTables.ours(cells));
        console.print("");
        console.print("In the paper (• fulfilled, ◦ partly, ? not certain which):");
        console.print(PropertyTables.paper());
        console.print("");
        for (var property : Property.values()) {
            console.print(property + ": " + property.criterion());
        }
        console.print("");
        PropertyTables.evidence(cells).forEach(console::print);
        console.print("");
        var differences = PropertyTables.differences(cells);
        console.print(differences.isEmpty() ? "No difference from the paper." : "Different from the paper:");
        differences.forEach(console::print);
    }

    private static PropertyResult result(Device device, Cell cell) {
        return new PropertyResult(
                "properties",
                device.properties(),
                cell.structure(),
                cell.property().toString(),
                cell.verdict().toString(),
                cell.evidence(),
                cell.property().criterion(),
                PaperTable.of(cell.structure(), cell.property())
                        .map(Answer::toString)
                        .orElse(null),
                Versions.current(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }
}
