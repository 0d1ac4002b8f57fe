package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadProgress;
import java.io.IOException;

/** Reads graphs, shows how far it is, and says how fast it was. */
public final class GraphReading {
    private static final int STEPS = 100;

    private GraphReading() {}

    /** What is read of a source. */
    public interface Reading<T> {
        /** Reads it, and tells how far it is. */
        T read(ReadProgress progress) throws IOException;
    }

    /**
     * What was read.
     *
     * @param bytes of the file, before they were unpacked; 0 if it was made, not read
     */
    public record Read<T>(T graph, long bytes, long nanos) {
        /** {@return the size and how long it took} */
        public String speed() {
            return bytes == 0 ? Quantity.time((double) nanos) : GraphReading.speed(bytes, nanos);
        }
    }

    /**
     * {@return the graph of a source}
     *
     * @throws IOException if it is in a file that cannot be read, or is no graph
     */
    static Graph read(GraphSource source, Console console) throws IOException {
        var read = read(source, console, source::graph);
        if (read.bytes() > 0) {
            console.note("read " + source.name() + ": " + read.speed());
        }
        return read.graph();
    }

    /**
     * {@return what is read of a source}
     *
     * @throws IOException if it is in a file that cannot be read, or is no graph
     */
    public static <T> Read<T> read(GraphSource source, Console console, Reading<T> reading) throws IOException {
        try (var progress = console.progress("reading " + source.name(), STEPS)) {
            long[] seen = {0, 0};
            long start = System.nanoTime();
            T graph = reading.read((bytes, ofBytes) -> {
                seen[0] = bytes;
                for (; seen[1] < STEPS * bytes / ofBytes; seen[1]++) {
                    progress.step();
                }
            });
            return new Read<>(graph, seen[0], System.nanoTime() - start);
        } catch (IOException failure) {
            String reason = FailureReason.of(failure);
            // Some exceptions of files do not say of which.
            throw reason.contains(source.name())
                    ? failure
                    : new IOException(source.name() + " cannot be read: " + reason, failure);
        }
    }

    /** {@return a size, and how fast it was read or written} */
    public static String speed(long bytes, long nanos) {
        return Quantity.megabytes(bytes) + " in " + Quantity.time((double) nanos) + ", "
                + Quantity.significant(bytes * 1e3 / Math.max(nanos, 1)) + " MB/s";
    }
}
