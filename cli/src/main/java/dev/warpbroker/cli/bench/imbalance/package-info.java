/** Experiments {@code imbalance}, {@code prefilled} and {@code variants}: enqueues and dequeues at random. */
@NullMarked
package dev.warpbroker.cli.bench.imbalance;

import org.jspecify.annotations.NullMarked;
