package dev.warpbroker.experiments.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Rows of text in a resource beside this class: cells with bars between them, comments after {@code #}. */
final class TextRows {
    private TextRows() {}

    /** {@return the rows of a resource, as many cells each} */
    static List<List<String>> of(String resource, int cells) {
        var stream = Objects.requireNonNull(TextRows.class.getResourceAsStream(resource), () -> "no " + resource);
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> row(resource, line, cells))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<String> row(String resource, String line, int cells) {
        var row = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
        if (row.size() != cells) {
            throw new IllegalStateException(
                    resource + " has a row of " + row.size() + " cells instead of " + cells + ": " + line);
        }
        return row;
    }
}
