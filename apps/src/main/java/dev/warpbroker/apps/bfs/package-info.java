/** Breadth-first search by many workers, on any device. */
@NullMarked
package dev.warpbroker.apps.bfs;

import org.jspecify.annotations.NullMarked;
