/** Experiment {@code properties}: table 1 of the Broker Queue paper, filled by running things. */
@NullMarked
package dev.warpbroker.cli.bench.properties;

import org.jspecify.annotations.NullMarked;
