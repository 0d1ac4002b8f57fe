package dev.warpbroker.graphs;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * All that a file holds of a graph.
 *
 * @param graph its rows
 * @param weighted the same rows with weights; null if the file has none
 */
public record GraphFile(Graph graph, @Nullable WeightedGraph weighted) {
    /**
     * {@return the graph in a file, with weights if there are any} As {@link Graph#read(Path, ReadOptions,
     * ReadProgress)} and {@link WeightedGraph#read(Path, ReadOptions, ReadProgress)} read it.
     *
     * @throws Graph.FormatException if the file is not as its format demands, or has wrong weights
     * @throws IOException if the file cannot be read
     * @throws Graph.TooLargeException if the graph does not fit onto the heap
     */
    public static GraphFile read(Path file, ReadOptions options, ReadProgress progress) throws IOException {
        return of(GraphReader.read(file, options, GraphReader.Weights.IF_THERE, progress));
    }

    static GraphFile of(Rows.Made made) {
        return new GraphFile(made.rows(), made.weights() == null ? null : WeightedGraph.of(made));
    }

    /**
     * Writes the graph to a file, in the format that its name tells: {@code .wbg} for {@link GraphFormat#BINARY},
     * {@code .mtx}, {@code .gr}, {@code .csv}, {@code .txt} (also {@code .tsv}, {@code .el}, {@code .wel},
     * {@code .edges}) for an edge list; of texts {@code .gz} after it packs them. What is read of the file is this
     * graph, but that a DIMACS file is always directed, and has weights of 1 where there are none.
     *
     * <p>It is written beside the file, and takes its place when it is complete.
     *
     * @throws IllegalArgumentException if the name tells no format; it says which ones do
     * @throws IOException if the file cannot be written; what was there before is there still
     */
    public void write(Path file) throws IOException {
        GraphWriter.write(file, graph, weighted == null ? null : weighted.weights());
    }
}
