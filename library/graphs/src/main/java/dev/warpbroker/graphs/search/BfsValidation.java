package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.Graph;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Checks a breadth-first search without repeating it, by the five rules of the Graph500 benchmark:
 *
 * <ol>
 *   <li>the predecessors form a tree without cycles, whose root is the source;
 *   <li>an edge of the tree connects distances that differ by one;
 *   <li>an edge of the graph connects distances that differ by at most one;
 *   <li>the tree spans what can be reached: an edge of the graph connects two vertices that were reached, or two that
 *       were not;
 *   <li>an edge of the tree is an edge of the graph.
 * </ol>
 *
 * <p>A result that keeps them all has the right distances. In a directed graph rules 3 and 4 hold in the direction of
 * the edge: it may lead back any number of levels, and from what was not reached to what was.
 */
public final class BfsValidation {
    private static final int PARTS = 1024;

    private final Graph graph;
    private final int source;
    private final int[] distances;
    private final int[] predecessors;

    private BfsValidation(Graph graph, int source, BfsResult result) {
        this.graph = graph;
        this.source = source;
        distances = result.distances();
        predecessors = result.predecessors();
    }

    /**
     * Checks a result, by all processors.
     *
     * @throws BfsValidationException if a rule is broken: of the rules of the tree, else of those of the graph's edges,
     *     at the first vertex
     * @throws IllegalArgumentException if there is no such source
     */
    public static void check(Graph graph, int source, BfsResult result) {
        SequentialBfs.checkSource(graph.name(), graph.vertices(), source);
        var validation = new BfsValidation(graph, source, result);
        validation.checkLength("distances", result.distances().length);
        validation.checkLength("predecessors", result.predecessors().length);
        validation.forAll(validation::rangeProblem);
        validation.checkRoot();
        validation.forAll(validation::treeProblem);
        validation.forAll(validation::edgeProblem);
    }

    private void checkLength(String what, int length) {
        if (length != graph.vertices()) {
            throw failure(length + " " + what + " for " + graph.vertices() + " vertices");
        }
    }

    private void checkRoot() {
        if (distances[source] != 0) {
            throw failure("rule 1, the source is the root: source " + source + " has distance " + distances[source]);
        }
        if (predecessors[source] != source) {
            throw failure("rule 1, the source is the root: source " + source + " has predecessor "
                    + predecessors[source] + " instead of itself");
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
        return (int) ((long) graph.vertices() * part / PARTS);
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
        int vertices = graph.vertices();
        if (distance < BfsResult.UNREACHED || distance >= vertices) {
            return "vertex " + vertex + " has distance " + distance + ", which is outside -1.." + (vertices - 1);
        }
        if (predecessor < BfsResult.UNREACHED || predecessor >= vertices) {
            return "vertex " + vertex + " has predecessor " + predecessor + ", which is outside -1.." + (vertices - 1);
        }
        if ((distance == BfsResult.UNREACHED) != (predecessor == BfsResult.UNREACHED)) {
            return "vertex " + vertex + " has distance " + distance + " and predecessor " + predecessor
                    + "; either both are -1 or none";
        }
        return null;
    }

    /*
     * Rule 2 for all vertices implies rule 1: distances fall along predecessors, so that they end, and only the source
     * has no smaller one. A cycle therefore shows as a broken rule 2 at one of its vertices, at least at that of
     * smallest distance.
     */
    private @Nullable String treeProblem(int vertex) {
        int predecessor = predecessors[vertex];
        if (predecessor == BfsResult.UNREACHED || vertex == source) {
            return null;
        }
        if (distances[predecessor] != distances[vertex] - 1 || distances[predecessor] == BfsResult.UNREACHED) {
            int back = stepsBack(vertex);
            return back != 0
                    ? "rule 1, a tree without cycles: vertex " + vertex + " is its own predecessor after " + back
                            + (back == 1 ? " step" : " steps")
                    : "rule 2, edges of the tree connect distances that differ by one: vertex " + vertex
                            + " has distance "
                            + distances[vertex] + " and its predecessor " + predecessor + " has "
                            + distances[predecessor];
        }
        if (!graph.hasEdge(predecessor, vertex)) {
            return "rule 5, edges of the tree are edges of the graph: vertex " + vertex + " has predecessor "
                    + predecessor + ", but no edge leads from there";
        }
        return null;
    }

    /** {@return the length of the cycle of predecessors that a vertex is on; 0 if it is on none} */
    private int stepsBack(int vertex) {
        int at = vertex;
        for (int steps = 1; steps <= graph.vertices(); steps++) {
            at = predecessors[at];
            if (at == vertex) {
                return steps;
            }
            if (at == BfsResult.UNREACHED || at == source) {
                return 0;
            }
        }
        return 0;
    }

    private @Nullable String edgeProblem(int vertex) {
        int distance = distances[vertex];
        if (distance == BfsResult.UNREACHED) {
            return null;
        }
        int end = graph.offset(vertex + 1);
        for (int edge = graph.offset(vertex); edge < end; edge++) {
            int target = graph.target(edge);
            if (distances[target] == BfsResult.UNREACHED) {
                return "rule 4, the tree spans what can be reached: an edge leads from vertex " + vertex
                        + ", which was reached, to vertex " + target + ", which was not";
            }
            if (distances[target] > distance + 1) {
                return "rule 3, edges connect distances that differ by at most one: an edge leads from vertex " + vertex
                        + " with distance " + distance + " to vertex " + target + " with distance " + distances[target];
            }
        }
        return null;
    }

    private BfsValidationException failure(String problem) {
        return new BfsValidationException("search of " + graph.name() + " from vertex " + source + ": " + problem);
    }
}
