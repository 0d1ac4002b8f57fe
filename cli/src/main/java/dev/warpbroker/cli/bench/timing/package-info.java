/** What the timed experiments have in common: options, turns, checks apart from the timing, limits. */
@NullMarked
package dev.warpbroker.cli.bench.timing;

import org.jspecify.annotations.NullMarked;
