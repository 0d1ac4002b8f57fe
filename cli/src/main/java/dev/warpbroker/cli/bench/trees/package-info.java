/** Experiment {@code trees}: trees of tasks on every engine. */
@NullMarked
package dev.warpbroker.cli.bench.trees;

import org.jspecify.annotations.NullMarked;
