package dev.warpbroker.cli.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file of JSON lines, one measurement each. */
public final class ResultFile {
    private ResultFile() {}

    /** Adds measurements to {@code file}, which need not exist. */
    public static void append(Path file, List<Measurement> measurements) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.write(
                file,
                measurements.stream().map(Json::line).toList(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
