package dev.warpbroker.cli.run;

import static dev.warpbroker.experiments.page.Table.number;

import dev.warpbroker.cli.cluster.ClusterOption;
import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.QueueConverter;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.rank.PageRank;
import dev.warpbroker.graphs.rank.PullPageRank;
import dev.warpbroker.graphs.rank.RankGraph;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run pagerank}: the ranks of a graph's vertices. */
@Command(
        name = "pagerank",
        description = {
            "PageRank of a graph, with damping " + PageRank.DAMPING + ".",
            "The time is that of the device, without reading or making the graph."
        })
public final class PageRankCommand implements Callable<Integer> {
    private static final int USUAL_ITERATIONS = 8;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final GraphArgument graph = new GraphArgument();

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Iterations (default: " + USUAL_ITERATIONS + "; with --tolerance the most, "
                    + PageRank.StoppingRule.MAX_ITERATIONS + ").")
    private @Nullable Integer iterations;

    @Option(
            names = "--tolerance",
            paramLabel = "T",
            description = "Stop as soon as an iteration changes all ranks together by less than this, such as 1e-9.")
    private @Nullable Double tolerance;

    /** How ranks are computed. */
    private enum Engine {
        PULL,
        QUEUE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--engine",
            paramLabel = "E",
            description = {
                "pull: vertices collect their ranks, iteration by iteration, the fastest (default);",
                "queue: persistent workers take vertices from a queue, without barriers between iterations (Broker"
                        + " Queue paper, section 7.2; default with --queue)."
            })
    private @Nullable Engine engine;

    @Option(
            names = "--queue",
            paramLabel = "Q",
            converter = QueueConverter.class,
            description = "The queue of the engine of that name, by its name in the papers (default: BQ).")
    private @Nullable QueueKind queue;

    @Option(names = "--float", description = "Keep ranks in 32 bits instead of 64.")
    private boolean single;

    @Option(
            names = "--top",
            paramLabel = "K",
            defaultValue = "10",
            description = "Show the K highest ranks (default: ${DEFAULT-VALUE}).")
    private int top;

    @Option(
            names = {"--out", "--csv"},
            paramLabel = "FILE",
            description = "Write the rank of every vertex to this file.")
    private @Nullable Path csv;

    @Option(
            names = {"--check", "--validate"},
            description = "Compare with a sequential computation.")
    private boolean check;

    @Mixin
    private final ClusterOption cluster = new ClusterOption();

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Override
    public Integer call() throws IOException {
        var until = until();
        threads.require();
        if (queue != null && engine == Engine.PULL) {
            throw new IllegalArgumentException(
                    "--queue " + queue + " means nothing for the engine pull; leave out one or the other");
        }
        if (top < 0) {
            throw new IllegalArgumentException("--top " + top + "; give 0 for none");
        }
        if (csv != null) {
            OutputFile.requireWritable("--out", csv);
        }
        var source = graph.source();
        if (cluster.isGiven()) {
            cluster.refuse("--device", "--trace", "--threads", "--engine", "--queue", "--float");
            return cluster.run(console, executors -> {
                var read = GraphReading.read(source, console);
                PageRank.Result result;
                try (var _ = new Heartbeat(console, "PageRank of " + read)) {
                    result = executors.pageRank(read, until);
                }
                print(cluster.where(executors) + ", in parts", read, result, until);
                return finish(read, result);
            });
        }
        try (Device opened = device.openTimed()) {
            var read = GraphReading.read(source, console);
            var result = rank(opened, read, until);
            print(
                    opened + ", " + opened.properties().name() + ", " + (isByQueue() ? "on " + queue() : "pull"),
                    read,
                    result,
                    until);
            return finish(read, result);
        }
    }

    private int finish(Graph read, PageRank.Result result) throws IOException {
        if (csv != null) {
            write(csv, result.ranks());
        }
        return check ? checked(read, result) : ExitCode.OK;
    }

    private PageRank.StoppingRule until() {
        if (tolerance == null) {
            return PageRank.StoppingRule.afterIterations(iterations == null ? USUAL_ITERATIONS : iterations);
        }
        if (tolerance == 0) {
            throw new IllegalArgumentException(
                    "--tolerance 0 is never reached; give a positive number, or --iterations");
        }
        return new PageRank.StoppingRule(
                iterations == null ? PageRank.StoppingRule.MAX_ITERATIONS : iterations, tolerance);
    }

    private boolean isByQueue() {
        return queue != null || engine == Engine.QUEUE;
    }

    private QueueKind queue() {
        return queue == null ? QueueKind.BQ : queue;
    }

    private RankGraph.Precision precision() {
        return single ? RankGraph.Precision.FLOAT : RankGraph.Precision.DOUBLE;
    }

    private PageRank.Result rank(Device opened, Graph read, PageRank.StoppingRule until) {
        if (isByQueue()) {
            PlannedMemory.require("memory      ", RankGraph.plan(opened, read.size(), precision()), console);
            try (var heartbeat = new Heartbeat(console, "PageRank of " + read);
                    var ranked = RankGraph.of(opened, read, precision());
                    var pageRank = PageRank.on(
                            ranked,
                            PageRank.Options.defaults().withQueue(queue()).withThreads(threads.on(opened)))) {
                return pageRank.run(until, heartbeat::done);
            }
        }
        PlannedMemory.require("memory      ", PullPageRank.plan(opened, read.size(), precision()), console);
        try (var _ = new Heartbeat(console, "PageRank of " + read);
                var pageRank = PullPageRank.on(opened, read, precision(), threads.on(opened))) {
            return pageRank.run(until);
        }
    }

    private void print(String where, Graph read, PageRank.Result result, PageRank.StoppingRule until) {
        console.print("PageRank of " + read + " on " + where + (single ? ", in floats" : ""));
        var rows = new ArrayList<List<String>>();
        for (int vertex : result.top(top)) {
            rows.add(List.of(
                    String.valueOf(rows.size() + 1),
                    String.valueOf(vertex),
                    String.format(Locale.ROOT, "%.10g", result.ranks()[vertex]),
                    String.valueOf(read.degree(vertex))));
        }
        if (!rows.isEmpty()) {
            console.print(
                    new Table(List.of(number("place"), number("vertex"), number("rank"), number("out-edges")), rows));
        }
        double nanos = result.elapsed().toNanos();
        console.fact("iterations  ", result.iterations(), String.valueOf(result.iterations()));
        console.print(String.format(Locale.ROOT, "change      %.3g in the last one", result.change()));
        console.fact(
                "time        ",
                nanos * 1e-9,
                Quantity.time(nanos)
                        + (isByQueue()
                                ? ", of it workers "
                                        + Quantity.time(
                                                (double) result.working().toNanos())
                                : ""));
        console.rate("edges/s     ", (double) read.edges() * result.iterations() / nanos * 1e9);
        if (until.tolerance() > 0 && result.change() >= until.tolerance()) {
            console.error("the tolerance of " + until.tolerance() + " was not reached in " + result.iterations()
                    + " iterations; allow more with --iterations"
                    + (single ? ", or leave out --float, whose rounding may be what is left" : ""));
        }
    }

    private void write(Path file, double[] ranks) throws IOException {
        OutputFile.write(file, made -> {
            try (var out = Files.newBufferedWriter(made)) {
                out.write("vertex,rank\n");
                for (int vertex = 0; vertex < ranks.length; vertex++) {
                    out.write(vertex + "," + ranks[vertex] + "\n");
                }
            }
        });
        console.note("ranks of " + Quantity.count(ranks.length) + " vertices written to " + file);
    }

    private int checked(Graph read, PageRank.Result result) {
        var expected = PageRank.sequential(read, PageRank.StoppingRule.afterIterations(result.iterations()));
        double worst = result.worstDifference(expected);
        boolean passed = worst <= precision().tolerance();
        console.print(String.format(
                Locale.ROOT,
                "check       %s: at most %.2g of a rank from the sequential one, which took %s",
                passed ? "passed" : "FAILED",
                worst,
                Quantity.time((double) expected.elapsed().toNanos())));
        return passed ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
