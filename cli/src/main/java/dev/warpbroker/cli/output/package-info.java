/** Files that commands leave. */
@NullMarked
package dev.warpbroker.cli.output;

import org.jspecify.annotations.NullMarked;
