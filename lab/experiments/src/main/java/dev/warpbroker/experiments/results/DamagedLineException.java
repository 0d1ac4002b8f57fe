package dev.warpbroker.experiments.results;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A line of a result file that is no record, or not the one that its experiment makes; the message says where and why.
 */
public final class DamagedLineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String where;

    DamagedLineException(Path file, int number, @Nullable String reason) {
        super(where(file, number) + ": " + reason);
        where = where(file, number);
    }

    /** {@return whether this is about {@code line}} */
    public boolean isAbout(ResultLine line) {
        return where.equals(line.toString());
    }

    static String where(Path file, int number) {
        return file + ", line " + number;
    }
}
