package dev.warpbroker.verify;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A history file that is not as it should be; the message says in which line and why. */
public final class DamagedHistoryException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long line;

    DamagedHistoryException(long line, String reason, @Nullable Throwable cause) {
        super("line " + line + ": " + reason, cause);
        this.line = line;
    }

    /** {@return the line, counted from 1} */
    public long line() {
        return line;
    }
}
