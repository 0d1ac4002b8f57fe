package dev.warpbroker.graphs;

import dev.warpbroker.device.Device;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Where a graph comes from: a file, or a generator.
 *
 * <p>On command lines a generator is written as its name and its parameters with colons between them:
 * {@code lattice:320}, {@code lattice:180:p=0.5:seed=7}, {@code lattice:40x50x60}, {@code rmat:20:16},
 * {@code road:4900x4900:seed=3}, {@code road-like:pa} (a network with the size and the degrees of roadNet-PA; also tx
 * and ca, and a part of it: {@code road-like:ca:scale=0.01}). {@code -} is the standard input. Everything else is the
 * path of a file.
 */
public sealed interface GraphSource permits GraphSource.File, ImplicitGraph, Rmat, RoadNetwork {
    /**
     * {@return what a command line names}
     *
     * @param text the path of a file, or a generator and its parameters
     * @param options for the file, if it is one
     * @throws IllegalArgumentException if it is neither; the message names what is wrong with it, and the known forms
     */
    static GraphSource parse(String text, ReadOptions options) {
        return new GraphSourceParser(text).parse(options);
    }

    /** {@return what the graph is called} */
    String name();

    /**
     * {@return the graph, on the heap}
     *
     * @throws IOException if it is in a file that cannot be read, or is no graph
     * @throws Graph.TooLargeException if it does not fit
     */
    Graph graph(ReadProgress progress) throws IOException;

    /**
     * {@return the graph, on a device, by way of the heap only if the device cannot make it}
     *
     * @throws IOException if it is in a file that cannot be read, or is no graph
     * @throws Graph.TooLargeException if it does not fit
     */
    default DeviceGraph on(Device device, ReadProgress progress) throws IOException {
        return DeviceGraph.of(device, graph(progress));
    }

    /**
     * A graph in a file.
     *
     * @param path of the file, or {@link #STANDARD_INPUT}
     */
    record File(Path path, ReadOptions options) implements GraphSource {
        /** Stands for the standard input, as {@code -} does on command lines. It can be read once. */
        public static final Path STANDARD_INPUT = Path.of("-");

        private static final String STANDARD_INPUT_NAME = "standard input";

        @Override
        public String name() {
            return path.equals(STANDARD_INPUT) ? STANDARD_INPUT_NAME : GraphReader.name(path.toString());
        }

        @Override
        public Graph graph(ReadProgress progress) throws IOException {
            return read(GraphReader.Weights.NONE, progress).rows();
        }

        /**
         * {@return the graph with its weights, on the heap}
         *
         * @throws IOException if the file cannot be read, is no graph, or has no weights
         * @throws Graph.TooLargeException if it does not fit
         */
        public WeightedGraph weighted(ReadProgress progress) throws IOException {
            return WeightedGraph.of(read(GraphReader.Weights.ALL, progress));
        }

        /**
         * {@return all that is in the file, on the heap}
         *
         * @throws IOException if the file cannot be read, or is no graph
         * @throws Graph.TooLargeException if it does not fit
         */
        public GraphFile content(ReadProgress progress) throws IOException {
            return GraphFile.of(read(GraphReader.Weights.IF_THERE, progress));
        }

        private Rows.Made read(GraphReader.Weights weights, ReadProgress progress) throws IOException {
            return path.equals(STANDARD_INPUT)
                    ? GraphReader.read(STANDARD_INPUT_NAME, System.in, options, weights, progress)
                    : GraphReader.read(path, options, weights, progress);
        }
    }
}
