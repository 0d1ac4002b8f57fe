/** Kernels of the papers' experiments, and the books that they keep on what goes into a structure and comes out. */
@NullMarked
package dev.warpbroker.experiments;

import org.jspecify.annotations.NullMarked;
