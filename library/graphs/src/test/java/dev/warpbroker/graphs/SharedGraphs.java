package dev.warpbroker.graphs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Real graphs, which lie beside the project where it is developed. Tests of them are skipped elsewhere. */
public final class SharedGraphs {
    private static final String FOLDER = "shared/data/graphs";

    private SharedGraphs() {}

    /**
     * {@return a file of {@code shared/data/graphs}, in this folder or in one above it, or in that of a system
     * property}
     */
    public static Path file(String name) {
        String given = System.getProperty("warpbroker.graphs");
        if (given != null) {
            return Path.of(given, name);
        }
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve(FOLDER).resolve(name))) {
            folder = folder.getParent();
        }
        assumeTrue(folder != null, "no " + FOLDER + "/" + name + " in this folder or above it");
        return folder.resolve(FOLDER).resolve(name);
    }
}
