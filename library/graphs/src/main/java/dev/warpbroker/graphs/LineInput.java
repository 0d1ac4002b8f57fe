package dev.warpbroker.graphs;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text file or a stream, plain or gzip, first line by line, then in chunks of whole lines: one after the other,
 * or, of a plain file, any at any time.
 */
final class LineInput implements AutoCloseable {
    /** The usual size of a chunk, and the longest line. */
    static final int CHUNK = 1 << 20;

    /** What is wrong with a longer line. */
    static final String ENDLESS = "the line has more than " + CHUNK + " bytes; this is not a text file of a graph";

    /** Bytes behind a chunk that may be looked at and overwritten: whoever takes eight at a time needs no limit. */
    static final int SLACK = 16;

    private static final int GZIP_MAGIC = 0x1F8B;
    private static final int GZIP_BUFFER = 1 << 16;
    private static final int USUAL_REST = 1 << 8;

    private final String file;
    private final @Nullable FileChannel plain;
    private final Counted counted;
    private final InputStream in;
    private byte[] buffer = new byte[CHUNK + SLACK];
    private int from;
    private int to;
    private long bytes;
    private boolean ended;

    private LineInput(String file, @Nullable FileChannel plain, Counted counted, InputStream in) {
        this.file = file;
        this.plain = plain;
        this.counted = counted;
        this.in = in;
    }

    /**
     * Whole lines, but for a line feed after the last one of the file.
     *
     * @param endless whether a line of more than {@link #CHUNK} bytes follows
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Chunk(byte[] bytes, int from, int to, boolean endless) {}

    static LineInput open(Path file, ReadProgress progress) throws IOException {
        if (Files.isDirectory(file)) {
            throw new Graph.FormatException(file.toString(), 0, "this is a directory; give a file");
        }
        if (!Files.isRegularFile(file)) {
            return open(file.toString(), null, new Counted(Files.newInputStream(file), 0, progress));
        }
        var channel = FileChannel.open(file);
        try {
            var counted = new Counted(Channels.newInputStream(channel), channel.size(), progress);
            return open(file.toString(), channel, counted);
        } catch (IOException failed) {
            channel.close();
            throw failed;
        }
    }

    /** Reads a stream that is no file, such as the standard input, and leaves it open. */
    static LineInput open(String name, InputStream in, ReadProgress progress) throws IOException {
        return open(name, null, new Counted(in, 0, progress) {
            @Override
            public void close() {}
        });
    }

    /** {@return whether the text begins with some bytes} To be asked before anything else is read. */
    boolean startsWith(byte[] begin) throws IOException {
        fill();
        return to - from >= begin.length && Arrays.equals(buffer, from, from + begin.length, begin, 0, begin.length);
    }

    /** {@return the next bytes, fewer than asked for only at the end} */
    byte[] read(int count) throws IOException {
        byte[] target = new byte[count];
        int copied = Math.min(count, to - from);
        System.arraycopy(buffer, from, target, 0, copied);
        from += copied;
        int read = in.readNBytes(target, copied, count - copied);
        bytes += read;
        return copied + read == count ? target : Arrays.copyOf(target, copied + read);
    }

    /** Fills a buffer with what is in a plain file; several threads may do so at a time. */
    void readAt(long position, ByteBuffer target) throws IOException {
        long start = position - target.position();
        while (target.hasRemaining()) {
            if (Objects.requireNonNull(plain).read(target, start + target.position()) < 0) {
                throw new Graph.FormatException(file, 0, "the file became shorter while it was read");
            }
        }
    }

    private static LineInput open(String file, @Nullable FileChannel channel, Counted counted) throws IOException {
        try {
            var plain = new BufferedInputStream(counted, GZIP_BUFFER);
            plain.mark(2);
            int magic = plain.read() << Byte.SIZE | plain.read();
            plain.reset();
            return magic == GZIP_MAGIC
                    ? new LineInput(file, null, counted, new GZIPInputStream(plain, GZIP_BUFFER))
                    : new LineInput(file, channel, counted, plain);
        } catch (EOFException | ZipException broken) {
            counted.close();
            throw notGzip(file, broken);
        } catch (IOException failed) {
            counted.close();
            throw failed;
        }
    }

    static Graph.FormatException notGzip(String file, IOException cause) {
        return new Graph.FormatException(
                file,
                0,
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
        if (from == to) {
            return null;
        }
        int end = ended ? to : afterLastLine(buffer, from, to);
        var chunk = new Chunk(buffer, from, end, end == from);
        byte[] next = new byte[CHUNK + SLACK];
        System.arraycopy(buffer, end, next, 0, to - end);
        buffer = next;
        to -= end;
        from = 0;
        return chunk;
    }

    /** {@return whether this is a plain file, so that {@link #chunk} reads it} */
    boolean isPlainFile() {
        return plain != null;
    }

    /** {@return the bytes of the text that lines and chunks have been read of} */
    long position() {
        return bytes - (to - from);
    }

    /** {@return the bytes of the file, as it is on the disk; 0 if that is not known} */
    long size() {
        return counted.ofBytes;
    }

    /** Tells that a part of the file has been read without {@link #nextChunk}. */
    void progress(long readBytes) {
        counted.tell(readBytes);
    }

    /**
     * {@return the lines that begin at {@code begin} or later, and before {@code end}} May be called by several threads
     * at a time.
     *
     * @param first where a line is known to begin, at or before {@code begin}
     * @param end at most {@link #CHUNK} bytes later
     */
    Chunk chunk(long first, long begin, long end) throws IOException {
        // The byte before a line is a line feed.
        long start = begin == first ? begin : begin - 1;
        int most = (int) Math.min(size() - start, end - start + CHUNK);
        byte[] text = new byte[(int) Math.min(most, end - start + USUAL_REST) + SLACK];
        int read = text.length - SLACK;
        readAt(start, ByteBuffer.wrap(text, 0, read));
        int firstLine = begin == first ? 0 : lineFeed(text, 0, (int) (end - start)) + 1;
        if (firstLine >= end - start) {
            return new Chunk(text, 0, 0, false);
        }
        int lastFeed = lineFeed(text, (int) (end - start) - 1, read);
        if (lastFeed == read && read < most) {
            text = Arrays.copyOf(text, most + SLACK);
            readAt(start + read, ByteBuffer.wrap(text, read, most - read));
            lastFeed = lineFeed(text, read, most);
            read = most;
        }
        int stop = Math.min(lastFeed + 1, read);
        int lastLine = afterLastLine(text, firstLine, stop - 1);
        boolean complete = lastFeed < read || start + read == size();
        return complete && stop - lastLine <= CHUNK
                ? new Chunk(text, firstLine, stop, false)
                : new Chunk(text, firstLine, lastLine, true);
    }

    /** A line of more than {@link #CHUNK} bytes. */
    static final class EndlessLineException extends IOException {
        private static final long serialVersionUID = 1;
    }

    private int lineEnd() throws IOException {
        int end = lineFeed(buffer, from, to);
        if (end == to && !ended) {
            fill();
            end = lineFeed(buffer, from, to);
            if (end == to && !ended) {
                throw new EndlessLineException();
            }
        }
        return end;
    }

    private static int lineFeed(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] != '\n') {
            at++;
        }
        return at;
    }

    private static int afterLastLine(byte[] text, int from, int to) {
        int end = to;
        while (end > from && text[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** Reads until the buffer is full or the file has ended. */
    private void fill() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        while (to < CHUNK && !ended) {
            int read = in.read(buffer, to, CHUNK - to);
            if (read < 0) {
                ended = true;
            } else {
                to += read;
                bytes += read;
            }
        }
    }

    /** {@return what messages call it} */
    String file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Tells how much of a file has been read. */
    private static class Counted extends FilterInputStream {
        private final long ofBytes;
        private final ReadProgress progress;
        private long bytes;
        private long told;

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
            bytes += read;
            tell(bytes);
        }

        void tell(long readBytes) {
            if (readBytes > told) {
                told = readBytes;
                progress.read(told, Math.max(told, ofBytes));
            }
        }
    }
}
