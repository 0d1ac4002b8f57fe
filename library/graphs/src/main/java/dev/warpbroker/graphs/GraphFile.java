package dev.warpbroker.graphs;

import java.io.IOException;
import java.nio.file.Path;

/** A graph in a file. */
public record GraphFile(Path path, ReadOptions options) implements GraphSource {
    @Override
    public String name() {
        return GraphReader.name(path);
    }

    @Override
    public Graph graph(ReadProgress progress) throws IOException {
        return GraphReader.read(path, options, progress);
    }
}
