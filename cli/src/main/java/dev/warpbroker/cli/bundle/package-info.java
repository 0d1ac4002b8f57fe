/** A self-contained folder that runs without Java. */
@NullMarked
package dev.warpbroker.cli.bundle;

import org.jspecify.annotations.NullMarked;
