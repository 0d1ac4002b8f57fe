/** The device that runs kernels on an NVIDIA GPU, through the driver library alone. */
@NullMarked
package dev.warpbroker.device.cuda;

import org.jspecify.annotations.NullMarked;
