/** Integrals by tasks of warps. */
@NullMarked
package dev.warpbroker.examples.integral;

import org.jspecify.annotations.NullMarked;
