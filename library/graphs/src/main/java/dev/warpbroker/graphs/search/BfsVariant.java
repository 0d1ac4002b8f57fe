package dev.warpbroker.graphs.search;

import java.util.Locale;

/** How the workers of a search share its vertices. */
public enum BfsVariant {
    /** Level by level; every worker has the vertices it found, and steals from others when it has none left. */
    STEALING,

    /** Level by level; the vertices of a level are in one queue. */
    QUEUE,

    /** Several levels at a time where they are small: a vertex whose distance became smaller is looked at again. */
    ASYNC;

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
