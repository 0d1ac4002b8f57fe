/** Experiment {@code pairs}: every thread enqueues and dequeues in turn. */
@NullMarked
package dev.warpbroker.cli.bench.pairs;

import org.jspecify.annotations.NullMarked;
