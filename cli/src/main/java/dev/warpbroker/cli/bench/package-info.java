/** Experiments by name. */
@NullMarked
package dev.warpbroker.cli.bench;

import org.jspecify.annotations.NullMarked;
