package dev.warpbroker.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.HashPartitioner;
import scala.Tuple2;

/**
 * The rows of some vertices of a graph, in compressed form. Targets are places: those of the part's own vertices come
 * first, those of vertices of other parts follow.
 */
final class GraphPart implements Serializable {
    private static final long serialVersionUID = 1;

    /** The part's vertices, ascending. */
    final long[] own;

    /** Vertices of other parts to which edges lead, ascending. */
    final long[] others;

    final int[] offsets;
    final int[] targets;

    /** Of each edge. */
    final int[] weights;

    /** {@return the number of the part that has a vertex} */
    static int part(long vertex, int parts) {
        return new HashPartitioner(parts).getPartition(vertex);
    }

    /**
     * Where an edge goes when a graph is divided: to the part of its source; that of its target learns of the target.
     */
    static Iterator<Tuple2<Integer, long[]>> send(long source, long target, long weight, int parts) {
        int of = part(source, parts);
        int there = part(target, parts);
        var sent = new ArrayList<Tuple2<Integer, long[]>>(2);
        sent.add(new Tuple2<>(of, new long[] {source, target, weight}));
        if (there != of) {
            sent.add(new Tuple2<>(there, new long[] {target}));
        }
        return sent.iterator();
    }

    /**
     * {@return the part that has what was sent to it} Of edges between the same vertices the lightest stays.
     *
     * @param index the number of the part
     */
    static GraphPart of(int index, int parts, Iterator<Tuple2<Integer, long[]>> sent) {
        var edges = new ArrayList<long[]>();
        var own = LongStream.builder();
        var others = LongStream.builder();
        while (sent.hasNext()) {
            long[] one = sent.next()._2();
            own.add(one[0]);
            if (one.length > 1) {
                edges.add(one);
                (part(one[1], parts) == index ? own : others).add(one[1]);
            }
        }
        edges.sort(Comparator.<long[]>comparingLong(edge -> edge[0])
                .thenComparingLong(edge -> edge[1])
                .thenComparingLong(edge -> edge[2]));
        return new GraphPart(
                own.build().sorted().distinct().toArray(),
                others.build().sorted().distinct().toArray(),
                withoutRepeated(edges));
    }

    private static List<long[]> withoutRepeated(List<long[]> sorted) {
        var kept = new ArrayList<long[]>(sorted.size());
        for (long[] edge : sorted) {
            if (kept.isEmpty() || kept.getLast()[0] != edge[0] || kept.getLast()[1] != edge[1]) {
                kept.add(edge);
            }
        }
        return kept;
    }

    private GraphPart(long[] own, long[] others, List<long[]> edges) {
        this.own = own;
        this.others = others;
        offsets = new int[own.length + 1];
        targets = new int[edges.size()];
        weights = new int[edges.size()];
        for (int i = 0; i < targets.length; i++) {
            long[] edge = edges.get(i);
            offsets[place(edge[0]) + 1]++;
            targets[i] = place(edge[1]);
            weights[i] = Math.toIntExact(edge[2]);
        }
        Arrays.parallelPrefix(offsets, Integer::sum);
    }

    /** {@return the place of a vertex that the part has, or knows of} */
    int place(long vertex) {
        int place = Arrays.binarySearch(own, vertex);
        return place >= 0 ? place : own.length + Arrays.binarySearch(others, vertex);
    }

    /** {@return how many places there are} */
    int places() {
        return own.length + others.length;
    }
}
