package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.Graph;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What is checked of every tree of shortest paths, and how: vertex by vertex, by all processors. */
abstract sealed class TreeValidation permits BfsValidation, PathsValidation {
    static final int UNREACHED = PathTree.UNREACHED;

    private static final int PARTS = 1024;

    final Graph rows;
    final int source;
    final int[] distances;
    final int[] predecessors;

    TreeValidation(Graph rows, int source, PathTree result) {
        this.rows = rows;
        this.source = source;
        distances = result.distances;
        predecessors = result.predecessors;
    }

    /** Checks that there is such a source, that all vertices are there, and that nothing is out of range. */
    final void checkRanges(int maxDistance) {
        SequentialBfs.checkSource(rows.name(), rows.vertices(), source);
        checkLength("distances", distances.length);
        checkLength("predecessors", predecessors.length);
        forAll(vertex -> rangeProblem(vertex, maxDistance));
    }

    private void checkLength(String what, int length) {
        if (length != rows.vertices()) {
            throw failure(length + " " + what + " for " + rows.vertices() + " vertices");
        }
    }

    private @Nullable String rangeProblem(int vertex, int maxDistance) {
        int distance = distances[vertex];
        int predecessor = predecessors[vertex];
        if (distance < UNREACHED || distance > maxDistance) {
            return "vertex " + vertex + " has distance " + distance + ", which is outside -1.." + maxDistance;
        }
        int last = rows.vertices() - 1;
        if (predecessor < UNREACHED || predecessor > last) {
            return "vertex " + vertex + " has predecessor " + predecessor + ", which is outside -1.." + last;
        }
        if ((distance == UNREACHED) != (predecessor == UNREACHED)) {
            return "vertex " + vertex + " has distance " + distance + " and predecessor " + predecessor
                    + "; either both are -1 or none";
        }
        return null;
    }

    /** Fails with what a rule says of the first vertex that breaks it. */
    final void forAll(IntFunction<@Nullable String> problemOfVertex) {
        IntStream.range(0, PARTS)
                .parallel()
                .mapToObj(part -> firstProblem(beginOfPart(part), beginOfPart(part + 1), problemOfVertex))
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(problem -> {
                    throw failure(problem);
                });
    }

    private int beginOfPart(int part) {
        return (int) ((long) rows.vertices() * part / PARTS);
    }

    private static @Nullable String firstProblem(int from, int to, IntFunction<@Nullable String> problemOfVertex) {
        for (int vertex = from; vertex < to; vertex++) {
            String problem = problemOfVertex.apply(vertex);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** {@return what is wrong with the first edge of a vertex that breaks a rule; null if none does} */
    final @Nullable String edgeProblem(int vertex) {
        if (distances[vertex] == UNREACHED) {
            return null;
        }
        int end = rows.offset(vertex + 1);
        for (int edge = rows.offset(vertex); edge < end; edge++) {
            String problem = problemOf(vertex, edge);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** {@return what is wrong with an edge of a vertex that was reached, or null} */
    abstract @Nullable String problemOf(int vertex, int edge);

    final WrongResultException failure(String problem) {
        return new WrongResultException(kind() + " " + rows.name() + " from vertex " + source + ": " + problem);
    }

    /** {@return what was done, for messages} */
    abstract String kind();
}
