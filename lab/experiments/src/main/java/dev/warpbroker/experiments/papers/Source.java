package dev.warpbroker.experiments.papers;

import java.nio.file.Path;

/**
 * Where a record is from: one run of a command, as a rule.
 *
 * @param file that it is in
 * @param commit of the program that made it; empty if unknown
 */
public record Source(String file, String commit) {
    private static final int DIGITS = 8;

    static Source of(Path file, String commit) {
        String shown = commit.matches("[0-9a-f]{9,40}") ? commit.substring(0, DIGITS) : commit;
        return new Source(file.toString().replace('\\', '/'), shown);
    }

    @Override
    public String toString() {
        return (commit.isEmpty() ? "unknown commit" : commit) + " in " + file;
    }
}
