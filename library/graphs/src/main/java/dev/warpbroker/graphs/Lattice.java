package dev.warpbroker.graphs;

/**
 * A random graph on a periodic lattice of three dimensions: every site can have edges to the 26 sites around it, and
 * each of these edges exists with the same probability. With probability 1 and extents of at least 3 all vertices have
 * 26 neighbours, and the vertex that is farthest from any other is {@code floor(max(l, m, n) / 2)} edges away.
 *
 * <p>Florian Wende: <i>Dynamic Load Balancing on Massively Parallel Computer Architectures</i>, thesis, Freie
 * Universität Berlin, 2013, section 4.2.2. Site (x, y, z) is vertex {@code (x * m + y) * n + z}. Around an extent of
 * less than 3 the same site is met in both directions, or is the site itself; it is a neighbour once, or not at all.
 *
 * <p>Whether an edge exists follows from the seed and its two vertices alone: the graph is the same wherever it is
 * made.
 *
 * @param l extent of the first dimension
 * @param m extent of the second dimension
 * @param n extent of the third dimension
 * @param probability of an edge, from 0 to 1
 * @param seed of the choice of edges; without meaning if the probability is 0 or 1
 */
public record Lattice(int l, int m, int n, double probability, long seed) implements ImplicitGraph {
    private static final long serialVersionUID = 1;

    /** Sites that a site can reach along one dimension, itself included. */
    private static final int NEAR = 3;

    /** Checks the numbers. */
    public Lattice {
        if (l < 1 || m < 1 || n < 1 || (long) l * m > Graph.MAX_VERTICES / n) {
            throw new IllegalArgumentException("a lattice of " + l + " x " + m + " x " + n
                    + " sites; extents are at least 1 and a graph has at most " + Graph.MAX_VERTICES + " vertices");
        }
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("edges with probability " + probability + "; give 0..1");
        }
    }

    /** {@return the lattice of three equal extents with all its edges} */
    public static Lattice cube(int extent) {
        return new Lattice(extent, extent, extent, 1, 1);
    }

    @Override
    public String name() {
        String extents = l == m && m == n ? "lattice:" + l : "lattice:" + l + "x" + m + "x" + n;
        return probability == 1 ? extents : extents + ":p=" + probability + ":seed=" + seed;
    }

    @Override
    public int vertices() {
        return l * m * n;
    }

    @Override
    public int slots() {
        return NEAR * NEAR * NEAR;
    }

    @Override
    public int neighbour(int vertex, int slot) {
        int indexX = slot / (NEAR * NEAR);
        int indexY = slot / NEAR % NEAR;
        int indexZ = slot % NEAR;
        if (indexX >= l || indexY >= m || indexZ >= n) {
            return ABSENT;
        }
        int line = vertex / n;
        int x = line / m;
        int y = line - x * m;
        int z = vertex - line * n;
        int neighbour = (site(x, l, indexX) * m + site(y, m, indexY)) * n + site(z, n, indexZ);
        return neighbour != vertex && exists(vertex, neighbour) ? neighbour : ABSENT;
    }

    @Override
    public int degree(int vertex) {
        return probability == 1
                ? Math.min(l, NEAR) * Math.min(m, NEAR) * Math.min(n, NEAR) - 1
                : ImplicitGraph.super.degree(vertex);
    }

    private boolean exists(int vertex, int neighbour) {
        return probability == 1
                || Chance.happens(Chance.bits(seed, Chance.edge(vertex, neighbour)), Chance.threshold(probability));
    }

    /**
     * {@return number {@code index} of the at most three sites up to one step from {@code at} along a dimension, in
     * ascending order}
     */
    private static int site(int at, int extent, int index) {
        if (extent <= NEAR) {
            return index;
        }
        if (at == 0) {
            return index < 2 ? index : extent - 1;
        }
        if (at == extent - 1) {
            return index == 0 ? 0 : extent - NEAR + index;
        }
        return at - 1 + index;
    }
}
