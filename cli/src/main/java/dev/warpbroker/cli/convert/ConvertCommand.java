package dev.warpbroker.cli.convert;

import dev.warpbroker.cli.run.GraphReading;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.graphs.GraphFile;
import dev.warpbroker.graphs.GraphFormat;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadOptions;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.WeightedGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code convert GRAPH FILE}: a graph in another format. */
@Command(
        name = "convert",
        description = {
            "Write a graph to a file, in the format that the file's name tells: .wbg is binary and read fastest, .txt"
                    + " an edge list, .csv, .mtx Matrix Market, .gr DIMACS; of texts .gz after it packs them.",
            "Weights are kept if there are any. Prints how fast it read and wrote; reading includes building the rows."
        })
public final class ConvertCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Parameters(
            index = "0",
            paramLabel = "GRAPH",
            description = "A file, - for the standard input, or a generator, as in run bfs.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String from;

    @Parameters(index = "1", paramLabel = "FILE", description = "What is to be written; replaced if it is there.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path to;

    @Option(names = "--undirected", description = "Edges lead back, too, whatever the file says.")
    private boolean undirected;

    @Option(names = "--no-weights", description = "Drop weights.")
    private boolean noWeights;

    @Option(
            names = "--weight-scale",
            paramLabel = "X",
            description = "Multiply weights by X, and round them (default: they must be whole).")
    private @Nullable Double weightScale;

    @Override
    public Integer call() throws IOException {
        GraphFormat.ofFile(to);
        OutputFile.requireWritable("FILE", to);
        var options = ReadOptions.asWritten().withWeightScale(weightScale);
        var source =
                GraphSource.parse(from, undirected ? options.withDirection(ReadOptions.Direction.UNDIRECTED) : options);
        if (!(source instanceof GraphSource.File) && (undirected || noWeights || weightScale != null)) {
            throw new IllegalArgumentException("--undirected, --no-weights and --weight-scale mean nothing for a"
                    + " generator such as " + from + "; leave them out");
        }
        var read = GraphReading.read(source, console, progress -> content(source, progress));
        console.print("convert " + source.name() + " to " + to);
        print(read.graph());
        console.fact(read.bytes() == 0 ? "made       " : "read       ", read.speed());
        long start = System.nanoTime();
        read.graph().write(to);
        console.fact("written    ", GraphReading.speed(Files.size(to), System.nanoTime() - start));
        return ExitCode.OK;
    }

    private GraphFile content(GraphSource source, ReadProgress progress) throws IOException {
        return source instanceof GraphSource.File file && !noWeights
                ? file.content(progress)
                : new GraphFile(source.graph(progress), null);
    }

    private void print(GraphFile file) {
        var graph = file.graph();
        console.count("vertices   ", graph.vertices());
        console.fact(
                "edges      ",
                graph.edges(),
                Quantity.count(graph.edges()) + (graph.undirected() ? ", undirected" : ", directed"));
        console.fact("weights    ", file.weighted() == null ? "none" : range(file.weighted()));
    }

    private static String range(WeightedGraph graph) {
        int least = Integer.MAX_VALUE;
        int greatest = 0;
        for (int edge = 0; edge < graph.rows().edges(); edge++) {
            least = Math.min(least, graph.weight(edge));
            greatest = Math.max(greatest, graph.weight(edge));
        }
        return graph.rows().edges() == 0 ? "no edges" : Quantity.count(least) + " to " + Quantity.count(greatest);
    }
}
