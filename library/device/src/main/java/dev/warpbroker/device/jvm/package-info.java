/** The device that runs kernels on platform threads of this JVM. */
@NullMarked
package dev.warpbroker.device.jvm;

import org.jspecify.annotations.NullMarked;
