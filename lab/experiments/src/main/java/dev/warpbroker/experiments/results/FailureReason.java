package dev.warpbroker.experiments.results;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.graphs.Graph;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Why something failed, in words for users and records. */
public final class FailureReason {
    /** Where the launchers take options of the JVM from. */
    public static final String JAVA_OPTIONS = "WARPBROKER_JAVA_OPTIONS";

    private static final String MORE_HEAP = "give it more memory with " + JAVA_OPTIONS + "=-Xmx8g";

    private FailureReason() {}

    /** {@return whether a user can cause it: bad options, files, a device that fails} */
    public static boolean isExpected(Throwable failure) {
        return switch (failure) {
            case DeviceException _, Graph.TooLargeException _, IOException _, UncheckedIOException _ -> true;
            case IllegalArgumentException _, IllegalStateException _ -> true;
            default -> false;
        };
    }

    /** {@return what to do about a heap that was too small; null if that is not what happened} */
    public static @Nullable String outOfMemory(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError error) {
                return "out of memory (" + error.getMessage() + "): this JVM may use "
                        + Quantity.megabytes(Runtime.getRuntime().maxMemory())
                        + "; take something smaller, or " + MORE_HEAP;
            }
        }
        return null;
    }

    /** {@return whether something does not fit: into the heap of this JVM, or the memory of a device} */
    public static boolean isTooLarge(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError
                    || cause instanceof Graph.TooLargeException
                    || cause instanceof DeviceMemoryException) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether there was no room on a disk} */
    public static boolean isFullDisk(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("No space left on device")) {
                return true;
            }
        }
        return false;
    }

    /** {@return why something did not work, on one line, for commands that go on nevertheless} */
    public static String of(Throwable failure) {
        String memory = outOfMemory(failure);
        String reason = memory != null ? memory : isExpected(failure) ? message(failure) : failure.toString();
        return reason.lines().findFirst().orElse(failure.toString());
    }

    /**
     * {@return the message of a failure; exceptions of files say only the name of the file, so it says what about it}
     */
    public static String message(Throwable failure) {
        return switch (failure) {
            case UncheckedIOException unchecked -> message(Objects.requireNonNull(unchecked.getCause()));
            case NoSuchFileException missing -> "there is no file " + missing.getFile();
            case AccessDeniedException denied -> denied.getFile() + " may not be read or written";
            case FileAlreadyExistsException there -> there.getFile() + " is there already";
            case NotDirectoryException file -> file.getFile() + " is no folder";
            case FileSystemException file ->
                file.getFile() + (file.getReason() == null ? " cannot be used" : ": " + file.getReason());
            case EOFException _ -> "the file ends too early";
            default -> failure.getMessage() == null ? "it does not say why" : forUsers(failure.getMessage());
        };
    }

    /** {@return what the library says to programmers, as one says it to users of the command line} */
    public static String forUsers(String message) {
        return message.replace("use Device.jvm()", "use --device jvm")
                .replace("raise -Xmx", MORE_HEAP)
                .replace("read them with a scale, such as 1000,", "give a scale, such as --weight-scale 1000,")
                .replaceFirst(
                        "on jvm, which has ([0-9]+); .*",
                        "on the heap of this JVM, which has $1; take something" + " smaller, or " + MORE_HEAP);
    }
}
