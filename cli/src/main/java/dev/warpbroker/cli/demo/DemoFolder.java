package dev.warpbroker.cli.demo;

import dev.warpbroker.experiments.results.OutputFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The folder that a demo leaves. It remembers which files a demo has written there and what was in them: another demo
 * replaces those, and no file that somebody else has put there or changed. While one writes to it, others are refused.
 */
final class DemoFolder implements AutoCloseable {
    /** A line for each file: a hash of its content, and its name. */
    private static final String MEMORY = ".warpbroker-demo";

    /** Locked while a demo runs. */
    private static final String LOCK = ".warpbroker-demo.lock";

    private final Path folder;
    private @Nullable FileChannel lock;
    private final Map<String, String> hashes = new TreeMap<>();

    /** Changes nothing, and makes nothing. */
    DemoFolder(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("--out " + folder + " is a file; give a folder, which need not exist");
        }
        this.folder = folder;
        var memory = folder.resolve(MEMORY);
        if (Files.isRegularFile(memory)) {
            for (String line : Files.readAllLines(memory)) {
                int gap = line.indexOf(' ');
                if (gap > 0) {
                    hashes.put(line.substring(gap + 1), line.substring(0, gap));
                }
            }
        }
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Refuses to replace a file that is not as a demo left it; makes the folder if there is none. */
    void require(Predicate<String> wanted) throws IOException {
        OutputFile.createFolder(folder);
        OutputFile.requireWritable("--out", folder.resolve(MEMORY));
        lock();
        try (var files = Files.list(folder)) {
            for (var file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                if (wanted.test(name) && !isOurs(file)) {
                    throw new IllegalArgumentException(
                            file + " is there, and not as a demo left it; a demo would replace it, so this one did not"
                                    + " begin: give another folder (--out), or move the file away");
                }
            }
        }
    }

    private void lock() throws IOException {
        var channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                lock = channel;
                return;
            }
        } catch (OverlappingFileLockException _) {
            // By another demo of this process.
        }
        channel.close();
        throw new IllegalArgumentException("another demo writes to " + folder
                + " at this moment, so this one did not begin: wait for its end, or give another folder (--out)");
    }

    @Override
    public void close() throws IOException {
        if (lock != null) {
            Files.deleteIfExists(folder.resolve(LOCK));
            lock.close();
        }
    }

    private boolean isOurs(Path file) throws IOException {
        String hash = hashes.get(String.valueOf(file.getFileName()));
        return hash != null && Files.isRegularFile(file) && hash.equals(hash(file));
    }

    /** Remembers that a demo has written a file as it is now. */
    void remember(Path file) throws IOException {
        hashes.put(String.valueOf(file.getFileName()), hash(file));
        var lines = hashes.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .toList();
        OutputFile.write(folder.resolve(MEMORY), made -> Files.write(made, lines));
    }

    private static String hash(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
