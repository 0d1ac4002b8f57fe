package dev.warpbroker.experiments.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/**
 * A part of the page: an experiment on a device.
 *
 * @param title its heading
 * @param parts what is below it, in order
 */
public record Section(String title, List<Part> parts) {
    public Section {
        parts = List.copyOf(parts);
    }

    /** What a section is made of. */
    public sealed interface Part {
        /** A plot, which is also a file by itself. */
        record Figure(String file, Chart chart) implements Part {}

        /** A table with a line above it that says what its cells are. */
        record Captioned(String caption, Table table) implements Part {}

        /**
         * A picture, which is also a file by itself.
         *
         * @param file its name
         * @param caption what it shows
         * @param content of the file, a PNG, in base 64
         */
        record Picture(String file, String caption, String content) implements Part {
            /** {@return the picture in a file} */
            public static Picture of(Path file, String caption) throws IOException {
                return new Picture(
                        String.valueOf(file.getFileName()),
                        caption,
                        Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
            }
        }

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
