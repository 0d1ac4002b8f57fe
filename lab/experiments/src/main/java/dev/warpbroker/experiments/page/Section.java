package dev.warpbroker.experiments.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        /** Sentences for people. */
        record Lead(String text) implements Part {}

        /**
         * Things beside each other, the longer the bar the better.
         *
         * @param caption what is compared
         * @param bars in the order in which they are shown
         */
        record Bars(String caption, List<Bar> bars) implements Part {
            public Bars {
                bars = List.copyOf(bars);
            }
        }

        /**
         * A value and the range that was measured.
         *
         * @param text the value in words
         */
        record Bar(String label, double value, double low, double high, String text) {}

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
         * @param scale what its colours mean, or null
         */
        record Picture(
                String file,
                String caption,
                String content,
                @Nullable ColourScale scale) implements Part {
            /** {@return the picture in a file} */
            public static Picture of(Path file, String caption, @Nullable ColourScale scale) throws IOException {
                return new Picture(
                        String.valueOf(file.getFileName()),
                        caption,
                        Base64.getEncoder().encodeToString(Files.readAllBytes(file)),
                        scale);
            }
        }

        /**
         * What the colours of a picture mean.
         *
         * @param colours from one end to the other, such as {@code #0072b2}
         * @param low what the first one stands for
         * @param high what the last one stands for
         */
        record ColourScale(List<String> colours, String low, String high) {
            public ColourScale {
                colours = List.copyOf(colours);
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
