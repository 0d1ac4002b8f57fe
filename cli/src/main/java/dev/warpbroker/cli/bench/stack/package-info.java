/** {@code bench stack}: the experiments of the Scan Stack paper. */
@NullMarked
package dev.warpbroker.cli.bench.stack;

import org.jspecify.annotations.NullMarked;
