/** Sorting by tasks of warps and blocks. */
@NullMarked
package dev.warpbroker.examples.sort;

import org.jspecify.annotations.NullMarked;
