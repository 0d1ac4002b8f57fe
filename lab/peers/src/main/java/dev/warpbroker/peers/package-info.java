/**
 * Comparisons with programs that others have written. {@link dev.warpbroker.peers.Matrix} measures our CPU queue beside
 * those of other libraries with JMH, {@link dev.warpbroker.peers.SideBySide} several versions of our queue, and
 * {@link dev.warpbroker.peers.AtomicAdditions} kernels beside those of nvcc. Nothing in the library depends on this
 * module.
 */
@NullMarked
package dev.warpbroker.peers;

import org.jspecify.annotations.NullMarked;
