package dev.warpbroker.graphs.search;

/** Which way a level is searched: S. Beamer, K. Asanović, D. Patterson, 2012. Kernel Java. */
final class Direction {
    /** What an edge costs top-down, where reaching its target is an atomic operation, in in-edges looked at. */
    private static final int TOP_DOWN = 2;

    private Direction() {}

    /**
     * {@return whether so few edges leave a level that it is not less work bottom-up in any case} Needs no division.
     */
    static boolean isThin(int vertices, long ahead) {
        return vertices >= TOP_DOWN * ahead;
    }

    /**
     * {@return whether a level is less work bottom-up}
     *
     * <p>If the sources of in-edges were drawn from all edges, one in {@code edges / ahead} would be in the level, and
     * a vertex would find it after as many looks. It stops after its last edge in any case, so all vertices together
     * look at no more than the edges of those not reached.
     *
     * @param ahead edges that leave vertices of the level
     * @param left edges that leave vertices that no level so far has, this one included
     */
    static boolean isLessBottomUp(int vertices, int edges, long ahead, long left) {
        return ahead > 0 && vertices + Math.min(left, (long) vertices * (edges / ahead)) < TOP_DOWN * ahead;
    }

    /**
     * {@return whether a level is less work bottom-up where there is a bit for each vertex that was reached} Nobody
     * looks at vertices of words whose bits are all set then, and to go top-down would take a look at all words, too.
     *
     * @param left edges that leave vertices that no level so far has, this one included; may be too small, even
     *     negative, where edges of a vertex were counted twice
     */
    static boolean isLessBottomUp(int words, long ahead, long left) {
        return words + Math.max(left, 0) < TOP_DOWN * ahead;
    }
}
