/**
 * Devices that run kernels written in Java: JVM threads, a simulator, NVIDIA GPUs.
 *
 * <p>Start at {@link dev.warpbroker.device.Device}.
 */
@NullMarked
package dev.warpbroker.device;

import org.jspecify.annotations.NullMarked;
