/** Breadth-first search by many workers, on any device. */
@NullMarked
package dev.warpbroker.graphs.search;

import org.jspecify.annotations.NullMarked;
