/** PageRank: by vertices that pull, by persistent workers that take vertices from a queue, and sequentially. */
@NullMarked
package dev.warpbroker.graphs.rank;

import org.jspecify.annotations.NullMarked;
