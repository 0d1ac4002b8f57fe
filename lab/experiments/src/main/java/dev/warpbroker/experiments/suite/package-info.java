/** The experiments, one file each, and the list of them. */
@NullMarked
package dev.warpbroker.experiments.suite;

import org.jspecify.annotations.NullMarked;
