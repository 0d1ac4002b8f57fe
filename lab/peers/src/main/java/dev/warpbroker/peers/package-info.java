/** The CPU queues beside those of others, measured by JMH. */
@NullMarked
package dev.warpbroker.peers;

import org.jspecify.annotations.NullMarked;
