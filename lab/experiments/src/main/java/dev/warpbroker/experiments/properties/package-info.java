/** Experiment {@code properties}: table 1 of the Broker Queue paper, filled by running things. */
@NullMarked
package dev.warpbroker.experiments.properties;

import org.jspecify.annotations.NullMarked;
