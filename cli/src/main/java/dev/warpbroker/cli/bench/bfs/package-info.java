/** Experiment {@code bfs}: breadth-first search by its variants, numbers of threads and queues. */
@NullMarked
package dev.warpbroker.cli.bench.bfs;

import org.jspecify.annotations.NullMarked;
