/** Experiment {@code mix}: a stream of enqueues and dequeues, blocking against non-blocking. */
@NullMarked
package dev.warpbroker.cli.bench.mix;

import org.jspecify.annotations.NullMarked;
