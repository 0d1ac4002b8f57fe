package dev.warpbroker.cli.bench;

import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.report.Browser;
import dev.warpbroker.cli.report.ReportFolder;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Earlier;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Story;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.suite.Suite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code bench all}: every experiment as it is by default, and the page about them. */
@Command(
        name = "all",
        description = {
            "Run every experiment with its default settings, and make the page about all of them.",
            "Each has a file of its own in the folder, and what is in it when the run is ended stays: --resume goes on"
                    + " from there. One that fails does not stop the others.",
            "Hours on a GPU; --quick shows in a few minutes that everything runs. Properties are apart: bench"
                    + " properties."
        })
public final class AllCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            defaultValue = "warpbroker-results",
            description = "Where to leave records and page (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Option(names = "--resume", description = "Measure only what is not in the folder yet.")
    private boolean resume;

    @Option(names = "--quick", description = "Only to see that everything runs: the sizes of the simulator, once each.")
    private boolean quick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            converter = ExperimentConverter.class,
            description = "These experiments instead of all.")
    private @Nullable List<Experiment> only;

    @Option(names = "--open", description = "Show the page in a browser.")
    private boolean open;

    @Override
    public Integer call() throws IOException {
        var experiments = experiments();
        OutputFile.createFolder(folder);
        for (var experiment : experiments) {
            ResultFile.requireAppendable(file(experiment));
        }
        var failed = new ArrayList<String>();
        try (Device opened = device.open()) {
            var trials = experiments.stream()
                    .map(experiment -> trial(experiment, opened))
                    .toList();
            try (var progress = console.progress(
                    "all on " + opened, trials.stream().mapToInt(Trial::steps).sum())) {
                for (var trial : trials) {
                    if (!measure(trial, progress)) {
                        failed.add(trial.experiment().name());
                    }
                }
            }
        }
        var lines = new ArrayList<ResultLine>();
        for (var file : ResultFile.under(folder)) {
            lines.addAll(ResultFile.read(file, damage -> console.error("warning: left out " + damage.getMessage())));
        }
        var page = folder.resolve("report.html");
        if (!lines.isEmpty()) {
            new ReportFolder(folder)
                    .write("report", lines, damage -> console.error("warning: left out " + damage.getMessage()));
            console.fact("page     ", page.toAbsolutePath().normalize().toString());
            if (open && !Browser.open(page)) {
                console.note("no browser could be started");
            }
        }
        if (!failed.isEmpty()) {
            console.error("failed: " + String.join(", ", failed));
        }
        return failed.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private List<Experiment> experiments() {
        return Suite.EXPERIMENTS.stream()
                .filter(Experiment::isCommand)
                .filter(experiment -> only == null || only.contains(experiment))
                .toList();
    }

    /** Lets picocli read the name of an experiment that is a command. */
    private static final class ExperimentConverter implements ITypeConverter<Experiment> {
        @Override
        public Experiment convert(String name) {
            var all = Suite.EXPERIMENTS.stream().filter(Experiment::isCommand).toList();
            return all.stream()
                    .filter(experiment -> experiment.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(Names.unknown(
                            "experiment",
                            name,
                            all.stream().map(Experiment::name).toList())));
        }
    }

    private Path file(Experiment experiment) {
        return folder.resolve(experiment.name() + ".jsonl");
    }

    private Trial trial(Experiment experiment, Device on) {
        boolean shorter = quick
                && experiment.options().stream()
                        .anyMatch(option -> option.names().contains("--quick"));
        return ExperimentCommand.trial(
                experiment, on, Stream.of("--quick").filter(_ -> shorter).toArray(String[]::new));
    }

    /** {@return whether all rows of an experiment passed} */
    private boolean measure(Trial trial, Progress progress) throws IOException {
        var experiment = trial.experiment();
        var file = file(experiment);
        var earlier = resume && Files.exists(file)
                ? Earlier.of(
                        ResultFile.read(file, damage -> console.error("warning: left out " + damage.getMessage())),
                        experiment.name(),
                        trial.device().properties().name())
                : Earlier.NONE;
        var rows = new ArrayList<Measurement>();
        try {
            trial.run(
                    row -> {
                        rows.add(row);
                        if (!earlier.contains(row)) {
                            append(file, row);
                        }
                    },
                    progress,
                    earlier);
        } catch (IllegalArgumentException | IllegalStateException refused) {
            console.error(experiment.name() + ": " + FailureReason.of(refused));
            return false;
        }
        long wrong = rows.stream().filter(row -> !row.passed()).count();
        console.print("%-11s %d rows, %s. %s"
                .formatted(
                        experiment.name(),
                        rows.size(),
                        wrong == 0 ? "all passed" : wrong + " FAILED",
                        Story.of(experiment.name()).map(Story::title).orElse("")));
        return wrong == 0;
    }

    private void append(Path file, Measurement row) {
        try {
            ResultFile.append(file, List.of(row), console::error);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
