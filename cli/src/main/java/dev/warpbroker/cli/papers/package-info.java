/** The command {@code papers}: every figure and table of the papers beside ours. */
@NullMarked
package dev.warpbroker.cli.papers;

import org.jspecify.annotations.NullMarked;
