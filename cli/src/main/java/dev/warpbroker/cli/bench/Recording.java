package dev.warpbroker.cli.bench;

import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Earlier;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.ResultLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that all experiments share: where to run, where to record. */
public final class Recording {
    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Option(
            names = "--out",
            paramLabel = "FILE.jsonl",
            description = "Add the results to this file, one JSON record a line.")
    private @Nullable Path out;

    /** {@return what the file of the user's choice says of an experiment on a device} */
    Earlier earlier(Experiment experiment, Device on, Console console) throws IOException {
        if (out == null) {
            throw new IllegalArgumentException("--resume without --out; give the file that was begun with --out");
        }
        return earlier(List.of(out), experiment, on, console);
    }

    /** {@return the records of an experiment on a device in these files; files that do not exist are ignored} */
    static Earlier earlier(List<Path> files, Experiment experiment, Device on, Console console) throws IOException {
        var existing = files.stream().filter(Files::exists).toList();
        var lines = new ArrayList<ResultLine>();
        for (var file : existing) {
            lines.addAll(ResultFile.read(file, damage -> console.error("warning: left out " + damage.getMessage())));
        }
        var earlier = Earlier.of(lines, experiment.name(), on.properties().name());
        if (!existing.isEmpty()) {
            String names = existing.stream().map(Path::toString).collect(Collectors.joining(", "));
            console.note(earlier.size() + " rows are in " + names + " already");
        }
        return earlier;
    }

    /** {@return where to run} */
    public DeviceOption device() {
        return device;
    }

    /** Refuses a file that results cannot be added to, before anything is measured. */
    public void requireAppendable() throws IOException {
        if (out != null) {
            ResultFile.requireAppendable(out);
        }
    }

    /** Adds a result to the file of the user's choice, if there is one. */
    public void add(Record result, Console console) {
        if (out != null) {
            try {
                ResultFile.append(out, List.of(result), console::error);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    /** Says how many results were added to the file of the user's choice, if there is one. */
    public void say(int count, Console console) {
        if (out != null) {
            console.note(count + (count == 1 ? " record" : " records") + " added to " + out);
        }
    }
}
