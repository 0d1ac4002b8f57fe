package dev.warpbroker.graphs;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a graph from a file; {@link Graph#read(java.nio.file.Path, ReadOptions, ReadProgress)} says how.
 *
 * <p>One thread reads and unpacks, all processors take the lines apart and build the rows. On the heap the edges are
 * held twice for a while, as pairs and as rows: 8 bytes for each line, and 4 for each edge.
 */
final class GraphReader {
    private final LineInput in;
    private final GraphHeader header;
    private final Queue<ForkJoinTask<EdgeLines.Edges>> inWork = new ArrayDeque<>();
    private final List<int[]> chunks = new ArrayList<>();
    private long lines;
    private long edges;
    private int greatest = -1;

    private GraphReader(LineInput in, GraphHeader header) {
        this.in = in;
        this.header = header;
        lines = header.lines();
    }

    /**
     * {@return the graph in a file}
     *
     * @throws GraphFormatException if the file is not as its format demands
     * @throws IOException if the file cannot be read
     * @throws Graph.TooLargeException if the graph does not fit onto the heap
     */
    static Graph read(Path file, ReadOptions options, ReadProgress progress) throws IOException {
        try {
            return readWhole(file, options, progress);
        } catch (OutOfMemoryError full) {
            throw Rows.heapFull(name(file), full);
        }
    }

    private static Graph readWhole(Path file, ReadOptions options, ReadProgress progress) throws IOException {
        GraphReader reader;
        try (var in = LineInput.open(file, progress)) {
            reader = new GraphReader(in, header(in, options.format()));
            reader.readEdges();
        }
        boolean undirected = switch (options.direction()) {
            case AS_WRITTEN -> reader.header.undirected();
            case DIRECTED -> false;
            case UNDIRECTED -> true;
        };
        int vertices = Math.max(reader.header.vertices(), reader.greatest + 1);
        return Rows.of(name(file), vertices, reader.chunks, undirected, options.selfLoops());
    }

    /** {@return what the graph of a file is called: the file's name without {@code .gz}} */
    static String name(Path file) {
        Path last = file.getFileName();
        String name = last == null ? file.toString() : last.toString();
        return name.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
    }

    static GraphFormatException endlessLine(Path file, long line) {
        return new GraphFormatException(
                file, line, "the line has more than " + LineInput.CHUNK + " bytes; this is not a text file of a graph");
    }

    private static GraphHeader header(LineInput in, @Nullable GraphFormat format) throws IOException {
        try {
            return GraphHeader.read(in, format);
        } catch (EOFException | ZipException broken) {
            throw LineInput.notGzip(in.file(), 0, broken);
        }
    }

    private void readEdges() throws IOException {
        int most = 2 * Runtime.getRuntime().availableProcessors() + 2;
        try {
            for (var chunk = in.nextChunk(); chunk != null; chunk = in.nextChunk()) {
                var lineChunk = chunk;
                inWork.add(ForkJoinPool.commonPool().submit(() -> EdgeLines.read(header, lineChunk)));
                if (inWork.size() > most) {
                    takeOldest();
                }
            }
        } catch (LineInput.EndlessLineException _) {
            takeAll();
            throw endlessLine(in.file(), lines + 1);
        } catch (EOFException | ZipException broken) {
            takeAll();
            throw LineInput.notGzip(in.file(), 0, broken);
        }
        takeAll();
        checkCounts();
    }

    private void takeAll() throws GraphFormatException {
        while (!inWork.isEmpty()) {
            takeOldest();
        }
    }

    private void takeOldest() throws GraphFormatException {
        var chunk = inWork.remove().join();
        lines += chunk.lines();
        if (chunk.problem() != null) {
            throw new GraphFormatException(in.file(), lines, chunk.problem());
        }
        edges += chunk.pairs().length / 2;
        greatest = Math.max(greatest, chunk.greatest());
        chunks.add(chunk.pairs());
    }

    private void checkCounts() throws GraphFormatException {
        if (header.edges().isPresent() && header.edges().getAsLong() != edges) {
            long declared = header.edges().getAsLong();
            throw new GraphFormatException(
                    in.file(),
                    header.countLine(),
                    declared + " edges are declared here, but the " + lines + " lines of the file hold " + edges
                            + (edges < declared
                                    ? "; the file may be truncated"
                                    : "; the file may be two, one after the other"));
        }
        if (header.edges().isEmpty() && edges == 0) {
            throw new GraphFormatException(
                    in.file(),
                    lines,
                    "the file ends here, and there was no edge in it; an edge list needs at least one");
        }
    }
}
