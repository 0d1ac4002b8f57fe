package dev.warpbroker.experiments.results;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A file of JSON lines, one result each, that is only ever added to.
 *
 * <p>What was added is on the disk when {@link #append} returns. Processes that add to the same file wait for each
 * other. Whoever finds that the last line was not written to its end (the disk was full, the process killed) moves the
 * beginning of it to a file of its own beside this one: a new record never continues an old one.
 */
public final class ResultFile {
    private static final String ENDING = ".jsonl";

    /** How all records that this program writes begin. */
    private static final String BEGINNING = "{\"experiment\":";

    /** A first line that is longer is no record. */
    private static final int LONGEST_LINE = 1 << 24;

    private static final int CHUNK = 1 << 13;

    /** Locks on files keep other processes out; this one keeps out other threads. */
    private static final Object APPENDING = new Object();

    private ResultFile() {}

    /**
     * Refuses a file that results cannot be added to: one that is something else, or cannot be written. Changes nothing
     * in it.
     */
    public static void requireAppendable(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    file + " is a folder; results go to a file, such as " + file.resolve("results" + ENDING));
        }
        if (Files.isRegularFile(file) && Files.isReadable(file) && !isResultFile(file)) {
            throw new IllegalArgumentException(file + " is no file of results, for its first line is no record;"
                    + " nothing was added to it: give another file, which need not exist");
        }
        try {
            createFolder(file);
            if (Files.exists(file)) {
                FileChannel.open(file, StandardOpenOption.WRITE).close();
            } else {
                // Not the file itself: another process may begin it now.
                Files.delete(OutputFile.created(file.toAbsolutePath()));
            }
        } catch (IOException refused) {
            throw new IOException(
                    "results cannot be written to " + file + ": " + FailureReason.of(refused) + "; give another file",
                    refused);
        }
    }

    private static boolean isResultFile(Path file) throws IOException {
        byte[] bytes;
        try (var in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LONGEST_LINE);
        }
        String text = new String(bytes, StandardCharsets.UTF_8).stripLeading();
        String line = text.lines().findFirst().orElse("");
        return line.startsWith(BEGINNING) || BEGINNING.startsWith(text) || isRecord(file, line);
    }

    /**
     * Adds results to {@code file}, which need not exist.
     *
     * @param notes hears of a torn line that was set aside
     */
    public static void append(Path file, List<? extends Record> results, Consumer<String> notes) throws IOException {
        String lines = results.stream().map(result -> Json.line(result) + "\n").collect(Collectors.joining());
        try {
            append(file, lines, notes);
        } catch (IOException failure) {
            throw new IOException(
                    "results cannot be added to " + file + ": " + FailureReason.of(failure)
                            + "; what was added before is there",
                    failure);
        }
    }

    private static void append(Path file, String lines, Consumer<String> notes) throws IOException {
        createFolder(file);
        synchronized (APPENDING) {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                // A pipe or a terminal, which has no end to look at.
                Files.writeString(file, lines, StandardOpenOption.WRITE);
                return;
            }
            try (var channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                lock(channel);
                write(channel, end(file, channel, notes), lines);
            }
        }
    }

    private static void createFolder(Path file) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            OutputFile.createFolder(folder);
        }
    }

    /** Until the channel is closed. Some file systems know no locks; there everyone writes at once, as before. */
    private static void lock(FileChannel channel) {
        try {
            channel.lock();
        } catch (IOException _) {
            // The write that follows says what is wrong with the file, if anything is.
        }
    }

    /** {@return where the next record begins: at the beginning of a line} */
    private static long end(Path file, FileChannel channel, Consumer<String> notes) throws IOException {
        long size = channel.size();
        long start = lastLine(channel, size);
        if (start == size) {
            return size;
        }
        var bytes = ByteBuffer.allocate(Math.toIntExact(size - start));
        fill(channel, bytes, start);
        String line = StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        if (isRecord(file, line)) {
            write(channel, size, "\n");
            return size + 1;
        }
        Path aside = setAside(file, bytes.array());
        channel.truncate(start);
        notes.accept("the last line of " + file + " was not written to its end; it is in " + aside
                + " now, and results are added after what is whole");
        return start;
    }

    /** {@return where the line begins that the file ends in; its size if that is an empty one} */
    private static long lastLine(FileChannel channel, long size) throws IOException {
        var chunk = ByteBuffer.allocate(CHUNK);
        for (long end = size; end > 0; end -= CHUNK) {
            long start = Math.max(0, end - CHUNK);
            fill(channel, chunk.clear().limit((int) (end - start)), start);
            for (int i = chunk.limit() - 1; i >= 0; i--) {
                if (chunk.get(i) == '\n') {
                    return start + i + 1;
                }
            }
        }
        return 0;
    }

    private static void fill(FileChannel channel, ByteBuffer buffer, long from) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, from + buffer.position()) < 0) {
                throw new IOException("a file of results has become shorter while it was read");
            }
        }
    }

    private static boolean isRecord(Path file, String line) {
        try {
            ResultLine.read(file, 1, line);
            return true;
        } catch (DamagedLineException _) {
            return false;
        }
    }

    private static Path setAside(Path file, byte[] torn) throws IOException {
        for (int i = 1; ; i++) {
            var aside = file.resolveSibling(file.getFileName() + ".torn-" + i);
            try {
                return Files.write(aside, torn, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            } catch (FileAlreadyExistsException _) {
                // From another time.
            }
        }
    }

    /** Whole, or not at all. */
    private static void write(FileChannel channel, long at, String text) throws IOException {
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try {
            channel.position(at);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException failure) {
            try {
                channel.truncate(at);
            } catch (IOException again) {
                failure.addSuppressed(again);
            }
            throw failure;
        }
    }

    /** {@return the result files in {@code folder} and the folders in it, sorted} */
    public static List<Path> under(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            return paths.filter(path -> path.toString().endsWith(ENDING) && Files.isRegularFile(path))
                    .sorted()
                    .toList();
        }
    }

    /**
     * {@return the records of {@code file}; blank lines are passed over, and so are damaged ones}
     *
     * @param damages hears which lines are damaged, and why
     */
    public static List<ResultLine> read(Path file, Consumer<DamagedLineException> damages) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        var records = new ArrayList<ResultLine>();
        int start = 0;
        for (int number = 1; start < bytes.length; number++) {
            int end = start;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            try {
                String text = decode(file, number, ByteBuffer.wrap(bytes, start, end - start));
                if (!text.isBlank()) {
                    records.add(ResultLine.read(file, number, text));
                }
            } catch (DamagedLineException damage) {
                damages.accept(damage);
            }
            start = end + 1;
        }
        return records;
    }

    private static String decode(Path file, int number, ByteBuffer line) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(line).toString();
        } catch (CharacterCodingException _) {
            throw new DamagedLineException(file, number, "not UTF-8");
        }
    }
}
