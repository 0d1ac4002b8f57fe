/** PageRank: sequentially, and by persistent workers that take vertices from a queue. */
@NullMarked
package dev.warpbroker.apps.pagerank;

import org.jspecify.annotations.NullMarked;
