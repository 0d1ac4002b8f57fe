package dev.warpbroker.graphs;

import org.jspecify.annotations.Nullable;

/** A graph that does not fit: into the indices of an array, the heap of this JVM, or the memory of a device. */
public final class GraphTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GraphTooLargeException(String message) {
        super(message);
    }

    GraphTooLargeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
