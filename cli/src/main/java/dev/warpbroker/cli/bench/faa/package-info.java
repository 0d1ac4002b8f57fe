/** Experiment {@code faa}: what a fetch-add costs that many threads want at once. */
@NullMarked
package dev.warpbroker.cli.bench.faa;

import org.jspecify.annotations.NullMarked;
