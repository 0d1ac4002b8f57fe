/** Experiment {@code spawn}: the scenarios SC 1 and SC 2 of spawn and sync. */
@NullMarked
package dev.warpbroker.cli.bench.spawn;

import org.jspecify.annotations.NullMarked;
