/** Commands of {@code ./warpbroker}. */
@NullMarked
package dev.warpbroker.cli;

import org.jspecify.annotations.NullMarked;
