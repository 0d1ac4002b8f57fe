/** The CPU queues beside those of others, measured by JMH. */
@NullMarked
package dev.warpbroker.benchmarks;

import org.jspecify.annotations.NullMarked;
