package dev.warpbroker.graphs;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads a text file, plain or gzip, first line by line, then in chunks of whole lines. */
final class LineInput implements AutoCloseable {
    /** The usual size of a chunk, and the longest line. */
    static final int CHUNK = 1 << 20;

    private static final int GZIP_MAGIC = 0x1F8B;
    private static final int GZIP_BUFFER = 1 << 16;

    private final Path file;
    private final InputStream in;
    private byte[] buffer = new byte[CHUNK];
    private int from;
    private int to;
    private boolean ended;

    private LineInput(Path file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /** Whole lines, but for a line feed after the last one of the file. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Chunk(byte[] bytes, int from, int to) {}

    static LineInput open(Path file, ReadProgress progress) throws IOException {
        if (Files.isDirectory(file)) {
            throw new GraphFormatException(file, 0, "this is a directory; give a file");
        }
        var counted = new Counted(Files.newInputStream(file), Files.size(file), progress);
        try {
            var plain = new BufferedInputStream(counted, GZIP_BUFFER);
            plain.mark(2);
            int magic = plain.read() << Byte.SIZE | plain.read();
            plain.reset();
            return new LineInput(file, magic == GZIP_MAGIC ? new GZIPInputStream(plain, GZIP_BUFFER) : plain);
        } catch (EOFException | ZipException broken) {
            counted.close();
            throw notGzip(file, 0, broken);
        } catch (IOException failed) {
            counted.close();
            throw failed;
        }
    }

    static GraphFormatException notGzip(Path file, long line, IOException cause) {
        return new GraphFormatException(
                file,
                line,
                cause instanceof EOFException
                        ? "the gzip file is truncated: its data ends before they are complete"
                        : "the gzip file is damaged: " + cause.getMessage(),
                cause);
    }

    /** {@return the line that is read next, without blanks around it; null at the end of the file} */
    @Nullable
    String peekLine() throws IOException {
        int end = lineEnd();
        return from == to && ended ? null : new String(buffer, from, end - from, StandardCharsets.UTF_8).strip();
    }

    /** Goes on to the next line. */
    void skipLine() throws IOException {
        from = Math.min(lineEnd() + 1, to);
    }

    /** {@return the lines that are read next; null at the end of the file} */
    @Nullable
    Chunk nextChunk() throws IOException {
        fill();
        int end = to;
        if (!ended) {
            while (end > from && buffer[end - 1] != '\n') {
                end--;
            }
        }
        if (end == from) {
            if (to > from) {
                throw new EndlessLineException();
            }
            return null;
        }
        var chunk = new Chunk(buffer, from, end);
        byte[] next = new byte[CHUNK];
        System.arraycopy(buffer, end, next, 0, to - end);
        buffer = next;
        to -= end;
        from = 0;
        return chunk;
    }

    /** A line of more than {@link #CHUNK} bytes. */
    static final class EndlessLineException extends IOException {
        private static final long serialVersionUID = 1;
    }

    private int lineEnd() throws IOException {
        int end = lineFeed();
        if (end == to && !ended) {
            fill();
            end = lineFeed();
            if (end == to && !ended) {
                throw new EndlessLineException();
            }
        }
        return end;
    }

    private int lineFeed() {
        int at = from;
        while (at < to && buffer[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Reads until the buffer is full or the file has ended. */
    private void fill() throws IOException {
        if (from > 0) {
            buffer = Arrays.copyOf(Arrays.copyOfRange(buffer, from, to), CHUNK);
            to -= from;
            from = 0;
        }
        while (to < CHUNK && !ended) {
            int read = in.read(buffer, to, CHUNK - to);
            if (read < 0) {
                ended = true;
            } else {
                to += read;
            }
        }
    }

    Path file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Tells how much of a file has been read. */
    private static final class Counted extends FilterInputStream {
        private final long ofBytes;
        private final ReadProgress progress;
        private long bytes;

        Counted(InputStream in, long ofBytes, ReadProgress progress) {
            super(in);
            this.ofBytes = ofBytes;
            this.progress = progress;
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = in.read(target, offset, length);
            count(Math.max(read, 0));
            return read;
        }

        private void count(int read) {
            if (read > 0) {
                bytes += read;
                progress.read(bytes, Math.max(bytes, ofBytes));
            }
        }
    }
}
