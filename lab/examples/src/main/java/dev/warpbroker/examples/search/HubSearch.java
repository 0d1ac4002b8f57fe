package dev.warpbroker.examples.search;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.CooperativeScheduler;
import dev.warpbroker.tasks.Group;
import dev.warpbroker.tasks.GroupTask;
import dev.warpbroker.tasks.Report;
import java.util.List;

/**
 * Distances from a vertex of a graph, by tasks whose width follows the degree: a hub is a task of a block, a vertex
 * with some neighbours one of a warp, and the many with few are tasks of lanes. So no lane has a long list to itself,
 * and none idles beside a short one.
 *
 * <p>There are no levels: a vertex to which a shorter way is found becomes a task again, and its task of before does
 * nothing. {@link dev.warpbroker.tasks.CooperativeScheduler} is what this shows; the searches of library/graphs are
 * faster.
 */
public final class HubSearch implements AutoCloseable {
    /** A vertex to which a way was found. */
    sealed interface Visit extends GroupTask {
        /** A vertex with few neighbours. */
        record Few(int vertex, int distance) implements Visit {
            @Override
            public Granularity width() {
                return Granularity.THREAD;
            }
        }

        /** A vertex with as many neighbours as a warp has lanes, or more. */
        record Many(int vertex, int distance) implements Visit {
            @Override
            public Granularity width() {
                return Granularity.WARP;
            }
        }

        /** A vertex with very many neighbours. */
        record Hub(int vertex, int distance) implements Visit {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }
    }

    private static final Layout<Visit> LAYOUT = Layout.of(Visit.class);

    /** Degrees from which on a vertex is for a warp, and for a block. */
    private static final int WARP = 16;

    private static final int BLOCK = 512;

    /** The distance of a vertex to which no way was found. */
    public static final int UNREACHED = Integer.MAX_VALUE;

    private final CooperativeScheduler<Visit> scheduler;
    private final Searcher searcher;

    /**
     * Copies a graph to a device.
     *
     * @param offsets for each vertex where its neighbours begin, and at last how many neighbours there are
     * @param neighbours of all vertices
     * @param workers number of workers, which are blocks; 0 for as many as the device holds
     */
    public HubSearch(Device device, int[] offsets, int[] neighbours, int workers) {
        int vertices = offsets.length - 1;
        scheduler = CooperativeScheduler.on(
                device,
                LAYOUT,
                CooperativeScheduler.defaults()
                        .withWorkers(Granularity.BLOCK, workers)
                        .withCapacity(Math.max(1 << 10, Integer.highestOneBit(2 * vertices))));
        searcher = new Searcher(
                device.ints(offsets.length), device.ints(Math.max(1, neighbours.length)), device.ints(vertices));
        searcher.offsets.copyIn(offsets);
        searcher.neighbours.copyIn(neighbours);
    }

    /** Searches from {@code source}. {@return how it went} */
    public Report search(int source) {
        searcher.distances.fill(UNREACHED);
        searcher.distances.copyIn(new int[1], source);
        var searching = searcher;
        return scheduler.run(List.of(new Visit.Hub(source, 0)), (visit, group) -> {
            switch (visit) {
                case Visit.Few(int vertex, int distance) -> searching.expand(group, vertex, distance);
                case Visit.Many(int vertex, int distance) -> searching.expand(group, vertex, distance);
                case Visit.Hub(int vertex, int distance) -> searching.expand(group, vertex, distance);
            }
        });
    }

    /** {@return how far each vertex is from the source of the last search, or {@link #UNREACHED}} */
    public int[] distances() {
        return searcher.distances.copyOut();
    }

    @Override
    public void close() {
        scheduler.close();
        searcher.offsets.close();
        searcher.neighbours.close();
        searcher.distances.close();
    }

    /** What tasks do. Kernel Java. */
    private static final class Searcher {
        final Ints offsets;
        final Ints neighbours;
        final Ints distances;

        Searcher(Ints offsets, Ints neighbours, Ints distances) {
            this.offsets = offsets;
            this.neighbours = neighbours;
            this.distances = distances;
        }

        void expand(Group<Visit> group, int vertex, int distance) {
            if (distances.getOpaque(vertex) < distance) {
                return; // a shorter way was found meanwhile
            }
            int end = offsets.get(vertex + 1);
            int lanes = group.size();
            for (int i = offsets.get(vertex) + group.lane(); i < end; i += lanes) {
                int neighbour = neighbours.get(i);
                if (distances.getAndMinRelaxed(neighbour, distance + 1) > distance + 1) {
                    spawn(group, neighbour, distance + 1);
                }
            }
        }

        private void spawn(Group<Visit> group, int vertex, int distance) {
            int degree = offsets.get(vertex + 1) - offsets.get(vertex);
            if (degree >= BLOCK) {
                group.spawn(new Visit.Hub(vertex, distance));
            } else if (degree >= WARP) {
                group.spawn(new Visit.Many(vertex, distance));
            } else if (degree > 0) {
                group.spawn(new Visit.Few(vertex, distance));
            }
        }
    }
}
