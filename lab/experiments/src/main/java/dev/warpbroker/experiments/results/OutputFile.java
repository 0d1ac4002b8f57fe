package dev.warpbroker.experiments.results;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/**
 * Files that a command leaves. They are written under another name in the same folder and then moved to their place: a
 * reader finds the old file or the new one, whole, and a full disk leaves the old one.
 */
public final class OutputFile {
    private OutputFile() {}

    /** What makes a file. */
    public interface Content {
        /** Writes the whole content to {@code file}, whose name has the ending of the file that it will be. */
        void writeTo(Path file) throws IOException;
    }

    /** Makes a folder, and those that it is in, unless it is there. */
    public static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            try {
                Files.createDirectories(folder);
            } catch (IOException refused) {
                throw new IOException(
                        "the folder " + folder + " cannot be made" + because(refused) + "; choose another place",
                        refused);
            }
        }
    }

    /** Refuses a file that cannot be written, for work that takes long; leaves what is there as it is. */
    public static void requireWritable(String option, Path file) {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    option + " " + file + " cannot be written: there is no folder " + folder + "; make it first");
        }
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    option + " " + file + " cannot be written: it is a folder; give a file in it");
        }
        try {
            if (isSpecial(file)) {
                Files.newByteChannel(file, StandardOpenOption.WRITE).close();
            } else {
                Files.delete(created(target(file)));
                if (Files.exists(file)) {
                    Files.newByteChannel(file, StandardOpenOption.WRITE).close();
                }
            }
        } catch (IOException refused) {
            throw new IllegalArgumentException(
                    option + " " + file + " cannot be written: " + FailureReason.of(refused) + "; choose another file",
                    refused);
        }
    }

    /** Writes {@code file}, or fails and leaves it as it was. */
    public static void write(Path file, Content content) throws IOException {
        if (isSpecial(file)) {
            try {
                content.writeTo(file);
            } catch (IOException failure) {
                throw new IOException(file + " was not written to its end: " + FailureReason.of(failure), failure);
            }
            return;
        }
        var target = target(file);
        var made = created(target);
        made.toFile().deleteOnExit(); // Ctrl-C
        try {
            content.writeTo(made);
            try (var channel = FileChannel.open(made, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            keepPermissions(target, made);
            move(made, target);
        } catch (IOException failure) {
            throw new IOException(file + " was not written, and is as it was: " + FailureReason.of(failure), failure);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    /** {@return whether it is a pipe, a terminal or the like, which has no other file to put in its place} */
    private static boolean isSpecial(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /** A link stays, and what it leads to is replaced. */
    private static Path target(Path file) throws IOException {
        return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    }

    /** {@return a new file beside {@code target}} */
    static Path created(Path target) throws IOException {
        // Not the JDK's temporary files, which nobody else may read.
        String name = "." + ProcessHandle.current().pid() + "-" + System.nanoTime() + "-" + target.getFileName();
        try {
            return Files.createFile(target.resolveSibling(name));
        } catch (IOException refused) {
            throw new IOException("no file can be made in " + target.getParent() + because(refused), refused);
        }
    }

    /** {@return why nothing could be made, if the exception says more than its name} */
    private static String because(IOException refused) {
        return switch (refused) {
            case NoSuchFileException _ -> "";
            case AccessDeniedException _ -> ", which may not be written";
            case FileSystemException file when file.getReason() != null -> ": " + file.getReason();
            default -> ": " + FailureReason.of(refused);
        };
    }

    private static void keepPermissions(Path old, Path made) throws IOException {
        var view = Files.getFileAttributeView(made, PosixFileAttributeView.class);
        if (view != null && Files.exists(old)) {
            view.setPermissions(Files.getPosixFilePermissions(old));
        }
    }

    private static void move(Path made, Path target) throws IOException {
        try {
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(made, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
