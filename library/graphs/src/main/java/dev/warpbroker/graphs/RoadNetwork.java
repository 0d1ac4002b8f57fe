package dev.warpbroker.graphs;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A stand-in for one of the road networks roadNet-PA, roadNet-TX and roadNet-CA of the Stanford Large Network Dataset
 * Collection: exactly as many vertices and edges, nearly the same degrees, ways of about the same length. It has one
 * component; of the originals a few parts in a thousand lie apart.
 *
 * <p>Crossings lie on a grid, row by row, and roads lead at most two places far. Each crossing is given a degree that
 * it should have. Roads are taken in random order: first those that join two parts of the network, then others, as long
 * as both ends want one; what is missing then goes to crossings that have enough, but not to ends of roads as long as
 * that can be helped. About 1.5 % of the crossings end up with another degree than the originals have. The longest
 * ways, 938, 1,072 and 1,260 edges from vertex 0, compare with diameters of 786, 1,054 and 849 that the collection
 * gives.
 *
 * <p>How many crossings have which degree follows, for California, from published counts (KONECT, roadNet-CA): the
 * numbers of vertices, edges, and pairs, triples and quadruples of edges at one vertex leave, up to degree 5, one
 * solution. For the others only vertices and edges are published; what their mean degree differs by is moved between
 * ends of roads (degree 1) and ordinary crossings (degree 3).
 *
 * <p>The graph follows from its name alone. It is not a map.
 *
 * @param state two letters, in lower case
 * @param scale the part of the network that is made, from more than 0 to 1
 * @param seed of all choices
 */
record RoadNetwork(String state, double scale, long seed) implements GraphSource {
    /** Vertices, and edges that are counted once. */
    private record Size(int vertices, int edges) {}

    private static final Map<String, Size> STATES = Map.of(
            "pa", new Size(1_088_092, 1_541_898),
            "tx", new Size(1_379_917, 1_921_660),
            "ca", new Size(1_965_206, 2_766_607));

    /** The crossings of California by degree, from 1 on. */
    private static final int[] CALIFORNIA = {324_494, 187_923, 1_003_561, 423_949, 25_279};

    /** Roads lead at most so many places to the right or left, and down or up. */
    private static final int REACH = 2;

    /** From a crossing to those after it in reach: in the same row, and in the rows below. */
    private static final int WAYS = REACH + REACH * (2 * REACH + 1);

    RoadNetwork {
        if (!STATES.containsKey(state)) {
            throw new IllegalArgumentException("no road network \"" + state + "\" is known; give pa, tx or ca");
        }
        if (!(scale > 0 && scale <= 1)) {
            throw new IllegalArgumentException("a scale of " + scale + "; give more than 0 and at most 1");
        }
    }

    @Override
    public String name() {
        return "road-like:" + state + (scale == 1 ? "" : ":scale=" + scale) + ":seed=" + seed;
    }

    private int scaled(int count) {
        return (int) Math.max(1, Math.round(count * scale));
    }

    int vertices() {
        return scaled(size().vertices());
    }

    /** {@return the number of edges, each counted once} */
    int roads() {
        return scaled(size().edges());
    }

    private Size size() {
        return Objects.requireNonNull(STATES.get(state));
    }

    /** {@return the part of all crossings that should have a degree, by degree from 1 on} */
    double[] shares() {
        double all = IntStream.of(CALIFORNIA).sum();
        double[] shares = new double[CALIFORNIA.length];
        double mean = 0;
        for (int i = 0; i < shares.length; i++) {
            shares[i] = CALIFORNIA[i] / all;
            mean += shares[i] * (i + 1);
        }
        double moved = (2.0 * size().edges() / size().vertices() - mean) / 2;
        shares[0] -= moved;
        shares[2] += moved;
        return shares;
    }

    @Override
    public Graph graph(ReadProgress progress) {
        try {
            return new Building().graph();
        } catch (OutOfMemoryError full) {
            throw Rows.heapFull(name(), full);
        }
    }

    /** The network while roads are added. */
    private final class Building {
        /** When a road may be added. */
        private enum Rule {
            /** Both ends want one more. */
            BOTH_WANT,

            /** One end wants one more, and the other is no end of a road. */
            ONE_WANTS,

            /** Neither is an end of a road. */
            NO_END,

            ALWAYS
        }

        private static final int NONE = -1;

        private final int vertices = vertices();
        private final int width = (int) Math.ceil(Math.sqrt(vertices));

        /** The degree that each vertex should have, and how many of those edges it does not have yet. */
        private final byte[] wished = new byte[vertices];

        private final byte[] wanted = new byte[vertices];

        /** Of each vertex, another one of its component, or itself. */
        private final int[] component = new int[vertices];

        private int components = vertices;

        /** All possible roads in random order; {@link #NONE} for one that exists or leads nowhere. */
        private final int[] order = new int[Math.multiplyExact(WAYS, vertices)];

        private final int[] pairs = new int[2 * roads()];
        private int ends;

        Graph graph() {
            wish();
            shuffle();
            for (var rule : Rule.values()) {
                add(rule, true);
            }
            for (var rule : Rule.values()) {
                add(rule, false);
            }
            return Rows.of(name(), vertices, List.of(Arrays.copyOf(pairs, ends)), true, false);
        }

        private void wish() {
            double[] shares = shares();
            for (int vertex = 0; vertex < vertices; vertex++) {
                component[vertex] = vertex;
                double point = (Chance.bits(seed, vertex) >>> 11) * 0x1.0p-53;
                int degree = 1;
                for (; degree < shares.length && point >= shares[degree - 1]; degree++) {
                    point -= shares[degree - 1];
                }
                wished[vertex] = (byte) degree;
                wanted[vertex] = (byte) degree;
            }
        }

        private void shuffle() {
            for (int i = 0; i < order.length; i++) {
                int other = (int) Long.remainderUnsigned(Chance.bits(seed, -1L - i), i + 1);
                order[i] = order[other];
                order[other] = i;
            }
        }

        /** Adds roads in their order until there are enough, of those that join two components or of all. */
        private void add(Rule rule, boolean joining) {
            for (int i = 0; i < order.length && ends < pairs.length && (!joining || components > 1); i++) {
                if (order[i] == NONE) {
                    continue;
                }
                int from = order[i] / WAYS;
                int to = target(from, order[i] % WAYS);
                if (to == NONE) {
                    order[i] = NONE;
                } else if (allows(rule, from, to) && (!joining || root(from) != root(to))) {
                    components -= root(from) == root(to) ? 0 : 1;
                    component[root(from)] = root(to);
                    wanted[from]--;
                    wanted[to]--;
                    pairs[ends] = from;
                    pairs[ends + 1] = to;
                    ends += 2;
                    order[i] = NONE;
                }
            }
        }

        private boolean allows(Rule rule, int from, int to) {
            return switch (rule) {
                case BOTH_WANT -> wanted[from] > 0 && wanted[to] > 0;
                case ONE_WANTS -> wanted[from] > 0 && wished[to] > 1 || wanted[to] > 0 && wished[from] > 1;
                case NO_END -> wished[from] > 1 && wished[to] > 1;
                case ALWAYS -> true;
            };
        }

        private int target(int from, int way) {
            int place = way + REACH + 1;
            int right = place % (2 * REACH + 1) - REACH;
            int x = from % width + right;
            int to = from + place / (2 * REACH + 1) * width + right;
            return x < 0 || x >= width || to >= vertices ? NONE : to;
        }

        private int root(int vertex) {
            int at = vertex;
            while (component[at] != at) {
                component[at] = component[component[at]];
                at = component[at];
            }
            return at;
        }
    }
}
