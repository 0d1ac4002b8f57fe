package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Kernel;
import dev.warpbroker.graphs.DeviceGraph;
import java.time.Duration;

/**
 * {@link BfsVariant#DIRECTION} on the JVM for a small graph, which the calling thread searches as {@link SequentialBfs}
 * does: to wake others takes about as long. No limit stops it, since it ends at once.
 */
final class SmallSearch implements Search {
    /** Vertices and edges of a graph that is small whatever number of threads there is, at most. */
    private static final int MIN = 1 << 16;

    /** The same, times the number of threads: the fewer they are, the less is gained by them. */
    private static final int MAX = 1 << 20;

    private final SequentialBfs search;

    SmallSearch(DeviceGraph graph) {
        search = new SequentialBfs(graph.graph());
    }

    /** {@return whether this is how to search a graph, rather than by so many threads} */
    static boolean isFor(DeviceGraph graph, int threads) {
        return (long) graph.vertices() + graph.edges() <= Math.max(MAX / threads, MIN);
    }

    @Override
    public Bfs.Run run(int source, Duration limit) {
        long start = System.nanoTime();
        search.begin(source);
        search.finish();
        return new Bfs.Run(Duration.ofNanos(System.nanoTime() - start), search.count());
    }

    @Override
    public Kernel kernel(int source) {
        return _ -> run(source, Duration.ZERO);
    }

    @Override
    public BfsResult result() {
        return search.result();
    }

    @Override
    public void close() {}
}
