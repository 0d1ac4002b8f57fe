package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.WeightedGraph;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Checks shortest paths without searching them again, by four rules:
 *
 * <ol>
 *   <li>the source has distance 0 and is its own predecessor;
 *   <li>an edge leads from the predecessor of every other vertex that was reached to it, and its weight is the
 *       difference of their distances;
 *   <li>predecessors lead to the source, without cycles;
 *   <li>no edge that leaves a vertex that was reached offers its target a shorter way than the one it has.
 * </ol>
 *
 * <p>A result that keeps them all is right: by 1 to 3 there is a path as long as each distance, by 4 none is shorter.
 */
public final class PathsValidation {
    private static final int PARTS = 1024;

    private final WeightedGraph graph;
    private final Graph rows;
    private final int source;
    private final int[] distances;
    private final int[] predecessors;

    private PathsValidation(WeightedGraph graph, int source, PathsResult result) {
        this.graph = graph;
        this.source = source;
        rows = graph.rows();
        distances = result.distances();
        predecessors = result.predecessors();
    }

    /**
     * Checks a result, by all processors.
     *
     * @throws PathsValidationException if a rule is broken, at the first vertex for which it is
     * @throws IllegalArgumentException if there is no such source
     */
    public static void check(WeightedGraph graph, int source, PathsResult result) {
        SequentialBfs.checkSource(graph.rows().name(), graph.rows().vertices(), source);
        var validation = new PathsValidation(graph, source, result);
        validation.checkLength("distances", result.distances().length);
        validation.checkLength("predecessors", result.predecessors().length);
        validation.forAll(validation::rangeProblem);
        validation.checkSource();
        validation.forAll(validation::predecessorProblem);
        validation.checkCycles();
        validation.forAll(validation::edgeProblem);
    }

    private void checkLength(String what, int length) {
        if (length != rows.vertices()) {
            throw failure(length + " " + what + " for " + rows.vertices() + " vertices");
        }
    }

    private void checkSource() {
        if (distances[source] != 0 || predecessors[source] != source) {
            throw failure("rule 1, the source has distance 0 and is its own predecessor: it has distance "
                    + distances[source] + " and predecessor " + predecessors[source]);
        }
    }

    private void forAll(IntFunction<@Nullable String> problemOfVertex) {
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

    private @Nullable String rangeProblem(int vertex) {
        int distance = distances[vertex];
        int predecessor = predecessors[vertex];
        if (distance < PathsResult.UNREACHED || distance > PathsResult.MAX_DISTANCE) {
            return "vertex " + vertex + " has distance " + distance + ", which is outside -1.."
                    + PathsResult.MAX_DISTANCE;
        }
        if (predecessor < PathsResult.UNREACHED || predecessor >= rows.vertices()) {
            return "vertex " + vertex + " has predecessor " + predecessor + ", which is outside -1.."
                    + (rows.vertices() - 1);
        }
        if ((distance == PathsResult.UNREACHED) != (predecessor == PathsResult.UNREACHED)) {
            return "vertex " + vertex + " has distance " + distance + " and predecessor " + predecessor
                    + "; either both are -1 or none";
        }
        return null;
    }

    private @Nullable String predecessorProblem(int vertex) {
        int predecessor = predecessors[vertex];
        if (predecessor == PathsResult.UNREACHED || vertex == source) {
            return null;
        }
        int end = rows.offset(predecessor + 1);
        int edge = rows.offset(predecessor);
        while (edge < end && rows.target(edge) < vertex) {
            edge++;
        }
        if (edge == end || rows.target(edge) != vertex) {
            return "rule 2, an edge leads from the predecessor: vertex " + vertex + " has predecessor " + predecessor
                    + ", but no edge leads from there";
        }
        if (distances[predecessor] == PathsResult.UNREACHED
                || distances[predecessor] + (long) graph.weight(edge) != distances[vertex]) {
            return "rule 2, distances differ by the weight of the edge: vertex " + vertex + " has distance "
                    + distances[vertex] + ", its predecessor " + predecessor + " has " + distances[predecessor]
                    + ", and the edge between them weight " + graph.weight(edge);
        }
        return null;
    }

    /** Follows predecessors from every vertex to one that was followed before: that of an earlier walk, or of this. */
    private void checkCycles() {
        int[] walks = new int[rows.vertices()];
        Arrays.fill(walks, PathsResult.UNREACHED);
        walks[source] = source;
        for (int vertex = 0; vertex < walks.length; vertex++) {
            int at = vertex;
            while (predecessors[at] != PathsResult.UNREACHED && walks[at] == PathsResult.UNREACHED) {
                walks[at] = vertex;
                at = predecessors[at];
            }
            if (walks[at] == vertex && at != source) {
                throw failure("rule 3, predecessors lead to the source: those of vertex " + at
                        + " lead back to it, in a cycle of weight 0");
            }
        }
    }

    private @Nullable String edgeProblem(int vertex) {
        int distance = distances[vertex];
        if (distance == PathsResult.UNREACHED) {
            return null;
        }
        int end = rows.offset(vertex + 1);
        for (int edge = rows.offset(vertex); edge < end; edge++) {
            int target = rows.target(edge);
            long offered = distance + (long) graph.weight(edge);
            if (distances[target] == PathsResult.UNREACHED || distances[target] > offered) {
                return "rule 4, no edge offers a shorter way: vertex " + target + " has distance " + distances[target]
                        + ", and an edge of weight " + graph.weight(edge) + " leads to it from vertex " + vertex
                        + " with distance " + distance;
            }
        }
        return null;
    }

    private PathsValidationException failure(String problem) {
        return new PathsValidationException(
                "shortest paths of " + rows.name() + " from vertex " + source + ": " + problem);
    }
}
