/** Experiment {@code pagerank}: queues at work on a real problem. */
@NullMarked
package dev.warpbroker.cli.bench.pagerank;

import org.jspecify.annotations.NullMarked;
