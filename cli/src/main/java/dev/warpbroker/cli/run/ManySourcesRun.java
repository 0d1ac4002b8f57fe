package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.search.ManySources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** {@code run bfs --sources}: searches from many vertices at once. */
final class ManySourcesRun {
    /** Sources that are printed one by one. */
    private static final int PRINTED = 10;

    private final Console console;
    private final DeviceGraph rows;
    private final int threads;

    ManySourcesRun(Console console, DeviceGraph rows, int threads) {
        this.console = console;
        this.rows = rows;
        this.threads = threads;
    }

    /** {@return the exit code} */
    int search(int[] sources, boolean validate, @Nullable Path out) throws IOException {
        PlannedMemory.require("memory     ", ManySources.plan(rows.device(), rows.size(), sources.length), console);
        try (var _ = new Heartbeat(console, "bfs of " + rows.name());
                var searches = ManySources.on(rows, sources.length, threads)) {
            var found = searches.run(sources);
            print(found, searches.atOnce());
            if (out != null) {
                write(out, found);
            }
            if (validate) {
                return validate(found);
            }
            return ExitCode.OK;
        }
    }

    private void print(ManySources.Result found, int atOnce) {
        int[] sources = found.sources();
        double nanos = found.elapsed().toNanos();
        console.print("bfs of " + rows.name() + " on " + rows.device() + ", "
                + rows.device().properties().name() + ", " + Quantity.count(sources.length) + " sources, "
                + Quantity.count(Math.min(atOnce, sources.length)) + " at once");
        console.count("vertices   ", rows.vertices());
        console.count("edges      ", rows.edges());
        for (int i = 0; i < Math.min(sources.length, PRINTED); i++) {
            console.print("source     " + sources[i] + ": reached " + Quantity.count(found.reached()[i]) + ", depth "
                    + Quantity.count(found.depths()[i]) + ", sum of distances " + Quantity.count(found.sums()[i]));
        }
        if (sources.length > PRINTED) {
            console.print(
                    "           and " + Quantity.count(sources.length - PRINTED) + " more; --out writes them all");
        }
        console.print("reached    "
                + Quantity.count(Arrays.stream(found.reached()).asLongStream().sum()) + " in all");
        console.time("time       ", nanos);
        console.time("per source ", nanos / sources.length);
    }

    private int validate(ManySources.Result found) {
        var expected = ManySources.sequential(rows.graph(), found.sources());
        for (int i = 0; i < found.sources().length; i++) {
            if (found.reached()[i] != expected.reached()[i]
                    || found.depths()[i] != expected.depths()[i]
                    || found.sums()[i] != expected.sums()[i]) {
                console.error("WRONG RESULT: source " + found.sources()[i] + " has reached " + found.reached()[i]
                        + " vertices, depth " + found.depths()[i] + ", sum " + found.sums()[i]
                        + "; a sequential search has " + expected.reached()[i] + ", " + expected.depths()[i] + ", "
                        + expected.sums()[i]);
                return ExitCode.SOFTWARE;
            }
        }
        console.print("valid      the same as a sequential search from each source");
        return ExitCode.OK;
    }

    private static void write(Path file, ManySources.Result found) throws IOException {
        OutputFile.write(file, made -> {
            try (var writer = Files.newBufferedWriter(made)) {
                writer.write("source,reached,depth,sum,closeness\n");
                for (int i = 0; i < found.sources().length; i++) {
                    writer.write(found.sources()[i] + "," + found.reached()[i] + "," + found.depths()[i] + ","
                            + found.sums()[i] + "," + found.closeness(i) + "\n");
                }
            }
        });
    }
}
