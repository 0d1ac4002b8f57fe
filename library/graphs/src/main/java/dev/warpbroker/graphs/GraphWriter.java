package dev.warpbroker.graphs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes a graph to a file; {@link GraphFile#write(Path)} says how. */
final class GraphWriter {
    private static final int BUFFER = 1 << 16;

    /** More bytes than a line has. */
    private static final int LONGEST_LINE = 64;

    private final Graph graph;
    private final int @Nullable [] weights;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int at;

    private GraphWriter(Graph graph, int @Nullable [] weights, OutputStream out) {
        this.graph = graph;
        this.weights = weights;
        this.out = out;
    }

    static void write(Path file, Graph graph, int @Nullable [] weights) throws IOException {
        var format = GraphFormat.ofFile(file);
        var made = file.resolveSibling(
                "." + ProcessHandle.current().pid() + "-" + System.nanoTime() + "-" + file.getFileName());
        try {
            writeAndMove(made, file, format, graph, weights);
        } catch (FileSystemException refused) {
            throw cannotWrite(file, refused);
        }
    }

    /** {@return what to throw instead of an exception that names the file which was to take the place of another} */
    private static IOException cannotWrite(Path file, FileSystemException refused) {
        String name = file.toString();
        var folder = file.toAbsolutePath().getParent();
        var failure = switch (refused) {
            case NoSuchFileException _ ->
                new NoSuchFileException(name, null, "there is no folder " + folder + "; make it first");
            case AccessDeniedException _ ->
                new AccessDeniedException(name, null, "no file can be made in " + folder + "; choose another folder");
            default -> new FileSystemException(name, null, refused.getReason());
        };
        failure.initCause(refused);
        return failure;
    }

    private static void writeAndMove(Path made, Path file, GraphFormat format, Graph graph, int @Nullable [] weights)
            throws IOException {
        boolean packed = file.toString().endsWith(".gz");
        try {
            try (var channel = FileChannel.open(made, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                if (format == GraphFormat.BINARY) {
                    BinaryGraph.write(channel, graph, weights);
                } else {
                    writeText(channel, format, packed, graph, weights);
                }
                channel.force(true);
            }
            move(made, file);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    private static void move(Path made, Path file) throws IOException {
        try {
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void writeText(
            FileChannel channel, GraphFormat format, boolean packed, Graph graph, int @Nullable [] weights)
            throws IOException {
        // Closing the packing stream closes the channel before it is forced to the disk, so it is only finished.
        var plain = Channels.newOutputStream(channel);
        var gzip = packed ? new GZIPOutputStream(plain, BUFFER) : null;
        var writer = new GraphWriter(graph, weights, gzip == null ? plain : gzip);
        switch (format) {
            case SNAP -> writer.writeEdgeList(' ');
            case CSV -> writer.writeEdgeList(',');
            case MATRIX_MARKET -> writer.writeMatrix();
            case DIMACS -> writer.writeArcs();
            case KONECT, BINARY -> throw new IllegalStateException(format + " has no name of files");
        }
        writer.flush();
        if (gzip != null) {
            gzip.finish();
        }
    }

    private void writeEdgeList(char separator) throws IOException {
        write("# " + (graph.undirected() ? "Undirected" : "Directed") + " graph: " + oneLine(graph.name()) + "\n");
        write("# Nodes: " + graph.vertices() + " Edges: " + lines() + "\n");
        if (separator == ',') {
            write(weights == null ? "source,target\n" : "source,target,weight\n");
        }
        for (int source = 0; source < graph.vertices(); source++) {
            for (int edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
                int target = graph.target(edge);
                if (!graph.undirected() || source <= target) {
                    write(source);
                    write(separator);
                    write(target);
                    endLine(separator, edge);
                }
            }
        }
    }

    private void writeMatrix() throws IOException {
        write("%%MatrixMarket matrix coordinate " + (weights == null ? "pattern" : "integer")
                + (graph.undirected() ? " symmetric\n" : " general\n"));
        write("% " + oneLine(graph.name()) + "\n");
        write(graph.vertices() + " " + graph.vertices() + " " + lines() + "\n");
        for (int row = 0; row < graph.vertices(); row++) {
            for (int edge = graph.offset(row); edge < graph.offset(row + 1); edge++) {
                int column = graph.target(edge);
                // Of a symmetric matrix the lower triangle is written.
                if (!graph.undirected() || column <= row) {
                    write(row + 1);
                    write(' ');
                    write(column + 1);
                    endLine(' ', edge);
                }
            }
        }
    }

    private void writeArcs() throws IOException {
        write("c " + oneLine(graph.name()) + "\n");
        write("p sp " + graph.vertices() + " " + graph.edges() + "\n");
        for (int source = 0; source < graph.vertices(); source++) {
            for (int edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
                write('a');
                write(' ');
                write(source + 1);
                write(' ');
                write(graph.target(edge) + 1);
                write(' ');
                write(weights == null ? 1 : weights[edge]);
                endLine();
            }
        }
    }

    /** {@return how many edges are written, if both directions of one are written once} */
    private long lines() {
        if (!graph.undirected()) {
            return graph.edges();
        }
        long loops = 0;
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            loops += graph.hasEdge(vertex, vertex) ? 1 : 0;
        }
        return (graph.edges() + loops) / 2;
    }

    private static String oneLine(String name) {
        return name.replaceAll("\\p{Cntrl}", " ");
    }

    private void endLine(char separator, int edge) throws IOException {
        if (weights != null) {
            write(separator);
            write(weights[edge]);
        }
        endLine();
    }

    private void endLine() throws IOException {
        write('\n');
        if (at > BUFFER - LONGEST_LINE) {
            flush();
        }
    }

    private void write(String text) throws IOException {
        flush();
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(char character) {
        buffer[at] = (byte) character;
        at++;
    }

    private void write(int number) {
        int digits = 1;
        for (int rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        int rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            buffer[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        at += digits;
    }

    private void flush() throws IOException {
        out.write(buffer, 0, at);
        at = 0;
    }
}
