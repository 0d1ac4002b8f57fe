package dev.warpbroker.graphs;

import org.jspecify.annotations.Nullable;

/**
 * Edges in the order in which they were read or drawn.
 *
 * @param pairs sources and targets by turns
 * @param weights those of the edges, {@code weights[i]} of {@code pairs[2 * i]}; null if there are none
 * @param from where in {@code pairs} the edges begin
 * @param to where they end
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record EdgeBlock(int[] pairs, int @Nullable [] weights, int from, int to) {
    EdgeBlock(int[] pairs, int @Nullable [] weights) {
        this(pairs, weights, 0, pairs.length);
    }

    int edges() {
        return (to - from) / 2;
    }
}
