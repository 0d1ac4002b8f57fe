package dev.warpbroker.graphs;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file is not the graph it should be; the message names the file, the line if there is one, and the reason. */
public final class GraphFormatException extends IOException {
    private static final long serialVersionUID = 1;

    private final String file;
    private final long line;
    private final String reason;

    GraphFormatException(String file, long line, String reason) {
        this(file, line, reason, null);
    }

    GraphFormatException(String file, long line, String reason, @Nullable Throwable cause) {
        super(file + (line > 0 ? ", line " + line : "") + ": " + reason, cause);
        this.file = file;
        this.line = line;
        this.reason = reason;
    }

    /** {@return the file, or what else was read} */
    public String file() {
        return file;
    }

    /** {@return the number of the line, from 1; 0 if the reason is in no particular line} */
    public long line() {
        return line;
    }

    /** {@return what is wrong} */
    public String reason() {
        return reason;
    }
}
