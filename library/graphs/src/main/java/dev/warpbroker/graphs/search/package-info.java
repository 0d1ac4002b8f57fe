/** Breadth-first search and shortest paths by many workers, on any device. */
@NullMarked
package dev.warpbroker.graphs.search;

import org.jspecify.annotations.NullMarked;
