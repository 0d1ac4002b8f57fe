package dev.warpbroker.spark;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.rank.PageRank;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import scala.Tuple2;

/**
 * PageRank of a part: every place collects the shares of the part's own vertices with edges to it. What places of
 * vertices of other parts collect is sent to those.
 */
final class RankPart implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int BLOCK = 128;

    private final GraphPart part;

    /** For each place, the part's own vertices with an edge to it. */
    private final int[] offsets;

    private final int[] sources;

    RankPart(GraphPart part) {
        this.part = part;
        offsets = new int[part.places() + 1];
        for (int target : part.targets) {
            offsets[target + 1]++;
        }
        Arrays.parallelPrefix(offsets, Integer::sum);
        sources = new int[part.targets.length];
        int[] next = offsets.clone();
        for (int vertex = 0; vertex < part.own.length; vertex++) {
            for (int edge = part.offsets[vertex]; edge < part.offsets[vertex + 1]; edge++) {
                sources[next[part.targets[edge]]++] = vertex;
            }
        }
    }

    /**
     * Sums for vertices of another part.
     *
     * @param vertices which
     * @param sums what they get
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Shares(long[] vertices, double[] sums) implements Serializable {}

    /**
     * A part between two iterations.
     *
     * @param ranks of its vertices
     * @param collected what they get from the part's own vertices
     * @param shares what vertices of other parts get, by part
     * @param change how much all ranks have changed together
     * @param toAll the ranks of vertices without edges, which go to all vertices
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record State(double[] ranks, double[] collected, Map<Integer, Shares> shares, double change, double toAll)
            implements Serializable {
        Totals totals() {
            return new Totals(change, toAll);
        }

        Iterator<Tuple2<Integer, Shares>> sent() {
            return shares.entrySet().stream()
                    .map(entry -> new Tuple2<>(entry.getKey(), entry.getValue()))
                    .iterator();
        }
    }

    /** Change and ranks for all, of all parts. */
    record Totals(double change, double toAll) implements Serializable {
        Totals plus(Totals other) {
            return new Totals(change + other.change, toAll + other.toAll);
        }
    }

    State begin(Device device, int threads, long vertices, int parts) {
        double[] ranks = new double[part.own.length];
        Arrays.fill(ranks, 1.0 / vertices);
        return state(device, threads, ranks, 0, parts);
    }

    /**
     * {@return the state after an iteration}
     *
     * @param toAll the ranks of vertices without edges, of all parts
     */
    State step(
            Device device,
            int threads,
            State before,
            Iterator<Tuple2<Integer, Shares>> fromOthers,
            double toAll,
            long vertices,
            int parts) {
        double[] sums = before.collected.clone();
        while (fromOthers.hasNext()) {
            var shares = fromOthers.next()._2();
            for (int i = 0; i < shares.vertices.length; i++) {
                sums[part.place(shares.vertices[i])] += shares.sums[i];
            }
        }
        double base = (1 - PageRank.DAMPING + PageRank.DAMPING * toAll) / vertices;
        double[] ranks = new double[part.own.length];
        double change = 0;
        for (int vertex = 0; vertex < ranks.length; vertex++) {
            ranks[vertex] = base + PageRank.DAMPING * sums[vertex];
            change += Math.abs(ranks[vertex] - before.ranks[vertex]);
        }
        return state(device, threads, ranks, change, parts);
    }

    private State state(Device device, int threads, double[] ranks, double change, int parts) {
        double toAll = 0;
        double[] shares = new double[ranks.length];
        for (int vertex = 0; vertex < ranks.length; vertex++) {
            int degree = part.offsets[vertex + 1] - part.offsets[vertex];
            if (degree == 0) {
                toAll += ranks[vertex];
            } else {
                shares[vertex] = ranks[vertex] / degree;
            }
        }
        double[] collected = collect(device, threads, shares);
        double[] own = Arrays.copyOf(collected, ranks.length);
        return new State(ranks, own, forOthers(collected, parts), change, toAll);
    }

    private double[] collect(Device device, int threads, double[] shares) {
        int places = part.places();
        if (places == 0) {
            return new double[0];
        }
        try (var from = device.ints(offsets.length);
                var of = device.ints(Math.max(1, sources.length));
                var given = device.doubles(Math.max(1, shares.length));
                var sums = device.doubles(places)) {
            from.copyIn(offsets);
            of.copyIn(sources);
            given.copyIn(shares);
            device.run(device.properties().workerGrid(threads, BLOCK), lane -> {
                for (int place = lane.id(); place < places; place += lane.count()) {
                    double sum = 0;
                    int end = from.get(place + 1);
                    for (int i = from.get(place); i < end; i++) {
                        sum += given.get(of.get(i));
                    }
                    sums.set(place, sum);
                }
            });
            return sums.copyOut();
        }
    }

    private Map<Integer, Shares> forOthers(double[] collected, int parts) {
        var byPart = new TreeMap<Integer, IntStream.Builder>();
        for (int i = 0; i < part.others.length; i++) {
            byPart.computeIfAbsent(GraphPart.part(part.others[i], parts), _ -> IntStream.builder())
                    .add(i);
        }
        var shares = new TreeMap<Integer, Shares>();
        byPart.forEach((to, indices) -> {
            int[] of = indices.build().toArray();
            shares.put(
                    to,
                    new Shares(
                            IntStream.of(of).mapToLong(i -> part.others[i]).toArray(),
                            IntStream.of(of)
                                    .mapToDouble(i -> collected[part.own.length + i])
                                    .toArray()));
        });
        return shares;
    }

    long vertex(int place) {
        return part.own[place];
    }
}
