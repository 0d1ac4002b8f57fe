/**
 * The self-test: kernels that use one feature of kernel Java each, run on a device and compared with what the JVM
 * computes, bit by bit.
 */
@NullMarked
package dev.warpbroker.conformance;

import org.jspecify.annotations.NullMarked;
