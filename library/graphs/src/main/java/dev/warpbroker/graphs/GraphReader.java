package dev.warpbroker.graphs;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a graph from a file or stream; {@link Graph#read(java.nio.file.Path, ReadOptions, ReadProgress)} says how.
 *
 * <p>Plain files are cut into ranges, and all processors read them and take their lines apart. Of everything else one
 * thread reads and unpacks, and all processors take the lines apart. Then all build the rows. On the heap the edges are
 * held twice for a while, as pairs and as rows: 8 bytes for each line, and 6 for each edge; weights take 4 bytes more,
 * each time.
 */
final class GraphReader {
    private final LineInput in;
    private final EdgeLines.Rules rules;
    private final GraphHeader header;
    private final Queue<ForkJoinTask<EdgeLines.Edges>> inWork = new ArrayDeque<>();
    private final List<EdgeBlock> blocks = new ArrayList<>();
    private long lines;
    private long edges;
    private int greatest = -1;

    private GraphReader(LineInput in, EdgeLines.Rules rules) {
        this.in = in;
        this.rules = rules;
        header = rules.header();
        lines = header.lines();
    }

    /** What is done about weights. */
    enum Weights {
        /** They are dropped. */
        NONE,
        /** They are kept if there are any. */
        IF_THERE,
        /** They must be there. */
        ALL
    }

    /** Where a text comes from. */
    private interface Opening {
        LineInput open() throws IOException;
    }

    /**
     * {@return the graph in a file}
     *
     * @throws Graph.FormatException if the file is not as its format demands
     * @throws IOException if the file cannot be read
     * @throws Graph.TooLargeException if the graph does not fit onto the heap
     */
    static Rows.Made read(Path file, ReadOptions options, Weights weights, ReadProgress progress) throws IOException {
        return read(name(file.toString()), () -> LineInput.open(file, progress), options, weights, LineInput.CHUNK);
    }

    /** {@return the graph in a stream that is no file} */
    static Rows.Made read(String name, InputStream in, ReadOptions options, Weights weights, ReadProgress progress)
            throws IOException {
        return read(name, () -> LineInput.open(name, in, progress), options, weights, LineInput.CHUNK);
    }

    /**
     * {@return the graph in a file}
     *
     * @param range how many bytes of a plain file are read at a time
     */
    static Rows.Made read(Path file, ReadOptions options, Weights weights, int range) throws IOException {
        return read(name(file.toString()), () -> LineInput.open(file, ReadProgress.NONE), options, weights, range);
    }

    private static Rows.Made read(String name, Opening opening, ReadOptions options, Weights weights, int range)
            throws IOException {
        try {
            return readWhole(name, opening, options, weights, range);
        } catch (OutOfMemoryError full) {
            throw Rows.heapFull(name, full);
        }
    }

    private static Rows.Made readWhole(String name, Opening opening, ReadOptions options, Weights weights, int range)
            throws IOException {
        try (var in = opening.open()) {
            try {
                return isBinary(in, name, options.format())
                        ? Rows.as(BinaryGraph.read(in, weights), options)
                        : readText(name, in, options, weights, range);
            } catch (EOFException | ZipException broken) {
                throw LineInput.notGzip(in.file(), broken);
            }
        }
    }

    private static Rows.Made readText(String name, LineInput in, ReadOptions options, Weights weights, int range)
            throws IOException {
        var header = GraphHeader.read(in, options.format());
        if (weights == Weights.ALL && !header.weighted()) {
            throw noWeights(in.file(), header.weightLine());
        }
        boolean kept = weights != Weights.NONE && header.weighted();
        var reader = new GraphReader(in, new EdgeLines.Rules(header, kept, options.weightScale()));
        reader.readEdges(range);
        if (reader.blocks.isEmpty()) {
            reader.blocks.add(new EdgeBlock(new int[0], kept ? new int[0] : null)); // tells whether there are weights
        }
        int vertices = Math.max(header.vertices(), reader.greatest + 1);
        return Rows.ofBlocks(
                name, vertices, reader.blocks, options.undirected(header.undirected()), options.selfLoops());
    }

    private static boolean isBinary(LineInput in, String name, @Nullable GraphFormat format) throws IOException {
        return format == null
                ? BinaryGraph.begins(in) || GraphFormat.ofName(name) == GraphFormat.BINARY
                : format == GraphFormat.BINARY;
    }

    static Graph.FormatException noWeights(String file, long line) {
        return new Graph.FormatException(
                file,
                line,
                "this file has no weights; give one that has, such as \"source target weight\" on every line, or let"
                        + " weights be generated");
    }

    /** {@return what the graph of a file is called: the file's name without {@code .gz}} */
    static String name(String file) {
        Path last = Path.of(file).getFileName();
        String name = last == null ? file : last.toString();
        return name.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
    }

    private void readEdges(int range) throws IOException {
        try {
            if (in.isPlainFile()) {
                submitRanges(range);
            } else {
                submitChunks();
            }
        } catch (EOFException | ZipException broken) {
            takeAll(); // a line that is wrong comes first
            throw LineInput.notGzip(in.file(), broken);
        }
        takeAll();
        checkCounts();
    }

    private void submitRanges(int range) throws IOException {
        long first = in.position();
        long size = in.size();
        for (long begin = first; begin < size; begin += range) {
            long from = begin;
            long to = Math.min(begin + range, size);
            submit(() -> EdgeLines.read(rules, in.chunk(first, from, to)));
            in.progress(Math.max(first, to - (long) inWork.size() * range));
        }
        takeAll();
        in.progress(size);
    }

    private void submitChunks() throws IOException {
        for (var chunk = in.nextChunk(); chunk != null; chunk = in.nextChunk()) {
            var lineChunk = chunk;
            submit(() -> EdgeLines.read(rules, lineChunk));
        }
    }

    private void submit(Callable<EdgeLines.Edges> task) throws IOException {
        inWork.add(ForkJoinPool.commonPool().submit(() -> {
            try {
                return task.call();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }));
        if (inWork.size() > 2 * Runtime.getRuntime().availableProcessors() + 2) {
            takeOldest();
        }
    }

    private void takeAll() throws IOException {
        while (!inWork.isEmpty()) {
            takeOldest();
        }
    }

    private void takeOldest() throws IOException {
        EdgeLines.Edges chunk;
        try {
            chunk = inWork.remove().join();
        } catch (UncheckedIOException failed) {
            throw Objects.requireNonNull(failed.getCause());
        }
        lines += chunk.lines();
        if (chunk.problem() != null) {
            throw new Graph.FormatException(in.file(), lines, chunk.problem());
        }
        edges += chunk.block().edges();
        greatest = Math.max(greatest, chunk.greatest());
        blocks.add(chunk.block());
    }

    private void checkCounts() throws Graph.FormatException {
        if (header.edges().isPresent() && header.edges().getAsLong() != edges) {
            long declared = header.edges().getAsLong();
            throw new Graph.FormatException(
                    in.file(),
                    header.countLine(),
                    declared + " edges are declared here, but the " + lines + " lines of the file hold " + edges
                            + (edges < declared
                                    ? "; the file may be truncated"
                                    : "; the file may be two, one after the other"));
        }
        if (header.edges().isEmpty() && edges == 0) {
            throw new Graph.FormatException(
                    in.file(),
                    lines,
                    "the file ends here, and there was no edge in it; an edge list needs at least one");
        }
    }
}
