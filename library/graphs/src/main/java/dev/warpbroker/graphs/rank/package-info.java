/** PageRank: sequentially, and by persistent workers that take vertices from a queue. */
@NullMarked
package dev.warpbroker.graphs.rank;

import org.jspecify.annotations.NullMarked;
