/** Experiment {@code history}: records what many threads do to a queue or stack, and checks it. */
@NullMarked
package dev.warpbroker.cli.bench.history;

import org.jspecify.annotations.NullMarked;
