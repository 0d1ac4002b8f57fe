package dev.warpbroker.cli.report;

import dev.warpbroker.cli.terminal.Table;
import java.util.List;

/**
 * A part of the page: an experiment on a device.
 *
 * @param title its heading
 * @param parts what is below it, in order
 */
record Section(String title, List<Part> parts) {
    Section {
        parts = List.copyOf(parts);
    }

    /** What a section is made of. */
    sealed interface Part {
        /** A plot, which is also a file by itself. */
        record Figure(String file, Chart chart) implements Part {}

        /** A table with a line above it that says what its cells are. */
        record Captioned(String caption, Table table) implements Part {}

        /** Text that is shown as it is, line by line, such as a drawing. */
        record Verbatim(String caption, String text) implements Part {}

        /** What has to be known about the measurements, a line each. */
        record Notes(List<String> lines) implements Part {
            public Notes {
                lines = List.copyOf(lines);
            }
        }
    }
}
