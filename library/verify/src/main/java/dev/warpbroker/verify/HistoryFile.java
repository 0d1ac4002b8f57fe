package dev.warpbroker.verify;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * History files: a header of lines {@code key value}, an empty line, and a line for each operation. They may be
 * compressed with gzip; reading finds that out by itself.
 *
 * <pre>{@code
 * warpbroker-history 1
 * structure fifo
 * capacity 1024
 * origin 1700000000000
 * operations 4
 * description BQ on sim:7
 *
 * 0 put 0 12 5
 * 1 take 3 14 5
 * 1 empty 20 21
 * 0 full 20 28 6
 * }</pre>
 */
public final class HistoryFile {
    static final String MAGIC = "warpbroker-history";
    static final String VERSION = "1";
    static final String UNBOUNDED = "unbounded";

    private static final int BUFFER = 1 << 16;

    private HistoryFile() {}

    /**
     * {@return the history in a file}
     *
     * @throws DamagedException if the file holds anything but a whole history
     */
    public static History read(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return read(in);
        }
    }

    /**
     * {@return the history in a stream, which is read to its end}
     *
     * @throws DamagedException if the stream holds anything but a whole history
     */
    public static History read(InputStream in) throws IOException {
        return HistoryReader.read(in);
    }

    /** Writes a history into a file, compressed if its name ends with {@code .gz}. An existing file is replaced. */
    public static void write(History history, Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            if (file.toString().endsWith(".gz")) {
                try (var compressed = new GZIPOutputStream(out, BUFFER)) {
                    write(history, compressed);
                }
            } else {
                write(history, out);
            }
        }
    }

    /** Writes a history into a stream, which is flushed but stays open. */
    public static void write(History history, OutputStream out) throws IOException {
        new HistoryWriter(out).write(history);
    }

    /** A history file that is not as it should be; the message says in which line and why. */
    public static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1L;

        private final long line;

        DamagedException(long line, String reason, @Nullable Throwable cause) {
            super("line " + line + ": " + reason, cause);
            this.line = line;
        }

        /** {@return the line, counted from 1} */
        public long line() {
            return line;
        }
    }
}
