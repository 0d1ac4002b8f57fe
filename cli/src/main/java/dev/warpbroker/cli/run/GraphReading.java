package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSource;
import java.io.IOException;

/** Reads graphs and shows how far it is. */
final class GraphReading {
    private static final int STEPS = 100;

    private GraphReading() {}

    /**
     * {@return the graph of a source}
     *
     * @throws IOException if it is in a file that cannot be read, or is no graph
     */
    static Graph read(GraphSource source, Console console) throws IOException {
        try (var progress = console.progress("reading " + source.name(), STEPS)) {
            int[] shown = {0};
            return source.graph((bytes, ofBytes) -> {
                int percent = (int) (STEPS * bytes / Math.max(ofBytes, 1));
                for (; shown[0] < percent; shown[0]++) {
                    progress.step();
                }
            });
        }
    }
}
