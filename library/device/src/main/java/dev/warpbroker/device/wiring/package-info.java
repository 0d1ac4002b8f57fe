/** Brings the backends and the compiler together; above all other packages of this module. */
@NullMarked
package dev.warpbroker.device.wiring;

import org.jspecify.annotations.NullMarked;
