package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Graphs on which engines have gone wrong, or might. */
final class GraphShapes {
    private static final long SEED = 1;
    private static final int RANDOM_GRAPHS = 200;
    private static final int MAX_VERTICES = 1_000;

    /** The ends of edges, two by two. */
    private final IntStream.Builder pairs = IntStream.builder();

    /** The first vertex of each shape. */
    private final List<Integer> starts = new ArrayList<>();

    private int vertices;

    private GraphShapes() {}

    /** A graph of several shapes, and the vertices that searches of it begin with. */
    record Subject(Graph graph, List<Integer> sources) {}

    /**
     * {@return graphs of one shape each, and one of all shapes side by side} On a simulator the latter alone, and those
     * that differ from it for an engine: so that a device compiles but few kernels.
     */
    static List<Subject> of(Device device, boolean undirected) {
        int many = scaled(device, 70, 2_000, 100_000);
        int some = scaled(device, 20, 60, 400);
        var shapes = new ArrayList<Subject>();
        shapes.add(new GraphShapes().star(many).made("star", undirected));
        shapes.add(new GraphShapes().isolated(some).made("no edges", undirected));
        shapes.add(new GraphShapes().isolated(1).made("one vertex", undirected));
        if (!device.properties().id().equals("sim")) {
            shapes.add(new GraphShapes().path(many).made("path", undirected));
            shapes.add(new GraphShapes().complete(some).made("complete", undirected));
            shapes.add(new GraphShapes().loops(many).made("loops", undirected));
            shapes.add(new GraphShapes().twoHubs(many).made("two hubs", undirected));
            shapes.add(new GraphShapes().deadEnds(many).made("dead ends", undirected));
        }
        shapes.add(new GraphShapes().core(many).made("core", undirected));
        shapes.add(new GraphShapes()
                .isolated(3)
                .star(many)
                .path(some)
                .complete(some)
                .loops(some)
                .twoHubs(many)
                .deadEnds(some)
                .isolated(2)
                .made("all shapes", undirected));
        return shapes;
    }

    /** {@return random graphs side by side, loops, edges that come twice, and vertices without any among them} */
    static Subject random(Device device, boolean undirected) {
        var random = new SplittableRandom(SEED);
        var shapes = new GraphShapes();
        int graphs = scaled(device, 5, 40, RANDOM_GRAPHS);
        for (int i = 0; i < graphs; i++) {
            shapes.random(random, 1 + random.nextInt(scaled(device, 40, MAX_VERTICES, MAX_VERTICES)));
        }
        return shapes.made("random graphs of seed " + SEED, undirected);
    }

    private Subject made(String name, boolean undirected) {
        return new Subject(
                Graph.ofEdges(
                        (undirected ? "" : "directed ") + name,
                        vertices,
                        undirected,
                        pairs.build().toArray()),
                List.copyOf(starts));
    }

    private int add(int count) {
        int first = vertices;
        starts.add(first);
        vertices += count;
        return first;
    }

    private void edge(int source, int target) {
        pairs.add(source).add(target);
    }

    private GraphShapes isolated(int count) {
        add(count);
        return this;
    }

    private GraphShapes star(int leaves) {
        int middle = add(leaves + 1);
        for (int leaf = 1; leaf <= leaves; leaf++) {
            edge(middle, middle + leaf);
        }
        return this;
    }

    private GraphShapes path(int length) {
        int first = add(length);
        for (int vertex = 1; vertex < length; vertex++) {
            edge(first + vertex - 1, first + vertex);
        }
        return this;
    }

    private GraphShapes complete(int count) {
        int first = add(count);
        for (int one = 0; one < count; one++) {
            for (int other = 0; other < count; other++) {
                if (one != other) {
                    edge(first + one, first + other);
                }
            }
        }
        return this;
    }

    /** Every vertex has a loop, every second one an edge to the next, and all of them come twice. */
    private GraphShapes loops(int count) {
        int first = add(count);
        for (int i = 0; i < 2 * count; i++) {
            int vertex = first + i / 2;
            edge(vertex, vertex);
            if (vertex % 2 == 0 && vertex + 1 < first + count) {
                edge(vertex, vertex + 1);
            }
        }
        return this;
    }

    /** Two vertices with the same neighbours, and a third that only the last of these leads to. */
    private GraphShapes twoHubs(int shared) {
        int first = add(shared + 3);
        for (int i = 0; i < shared; i++) {
            edge(first, first + 3 + i);
            edge(first + 3 + i, first + 1);
        }
        edge(first + shared + 2, first + 2);
        return this;
    }

    /** A path of vertices, each of which also leads to one that leads nowhere. */
    private GraphShapes deadEnds(int count) {
        int first = add(2 * count);
        for (int i = 0; i < count; i++) {
            edge(first + 2 * i, first + 2 * i + 1);
            if (i + 1 < count) {
                edge(first + 2 * i, first + 2 * i + 2);
            }
        }
        return this;
    }

    /** A ring, each vertex of which leads to the next two and, by its last edge, to one that nobody else leads to. */
    private GraphShapes core(int count) {
        int first = add(2 * count);
        for (int i = 0; i < count; i++) {
            edge(first + i, first + (i + 1) % count);
            edge(first + i, first + (i + 2) % count);
            edge(first + i, first + count + i);
        }
        return this;
    }

    /** Sparse, dense, or with a long way through all vertices. */
    private void random(SplittableRandom random, int count) {
        int first = add(count);
        int shape = random.nextInt(3);
        int edges = shape == 0 ? random.nextInt(2 * count) : shape == 1 ? 10 * count : 3;
        for (int edge = 0; edge < edges; edge++) {
            edge(first + random.nextInt(count), first + random.nextInt(count));
        }
        for (int vertex = 1; shape == 2 && vertex < count; vertex++) {
            edge(first + vertex - 1, first + vertex);
        }
    }
}
