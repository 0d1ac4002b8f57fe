package dev.warpbroker.cli.run;

import dev.warpbroker.experiments.results.FailureReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Many vertices to search from: as many random ones as a number says, or those in a file, one a line; empty lines and
 * those that begin with # are passed over.
 */
final class SourcesOption {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Characters of a wrong line that a message shows. */
    private static final int SHOWN = 40;

    private SourcesOption() {}

    /**
     * {@return the sources}
     *
     * @param text a number, or the path of a file
     * @throws IllegalArgumentException if a line of the file is not a vertex, it says which, or if it cannot be read
     */
    static int[] sources(String text, long seed, String graph, int vertices) {
        if (vertices == 0) {
            throw new IllegalArgumentException(graph + " has no vertices, hence no source to search from");
        }
        if (!text.matches("[0-9]{1,9}")) {
            return read(Path.of(text), graph, vertices);
        }
        int count = Integer.parseInt(text);
        if (count == 0) {
            throw new IllegalArgumentException("--sources 0; give at least 1, or a file");
        }
        return new SplittableRandom(seed).ints(count, 0, vertices).toArray();
    }

    private static int[] read(Path file, String graph, int vertices) {
        var lines = lines(file);
        int[] sources = new int[lines.size()];
        int count = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                sources[count] = vertex(line, file + ", line " + (i + 1), graph, vertices);
                count++;
            }
        }
        if (count == 0) {
            throw new IllegalArgumentException(
                    "--sources " + file + ": the file has no source; give one vertex a line");
        }
        return Arrays.copyOf(sources, count);
    }

    /** {@return the lines of a file} Bytes that are no text make a line that is no vertex. */
    private static List<String> lines(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text)
                    .lines()
                    .toList();
        } catch (IOException failure) {
            throw new IllegalArgumentException(
                    "--sources " + file + ": " + FailureReason.of(failure)
                            + "; give a number of at most nine digits, or a file with one vertex a line",
                    failure);
        }
    }

    private static int vertex(String line, String where, String graph, int vertices) {
        if (!line.matches("[0-9]{1,10}") || Long.parseLong(line) >= vertices) {
            String shown = line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
            throw new IllegalArgumentException(where + ": '" + shown.replaceAll("\\p{Cntrl}", "\uFFFD")
                    + "' is no vertex of " + graph
                    + "; give one number a line, from 0 to " + (vertices - 1));
        }
        return Integer.parseInt(line);
    }
}
