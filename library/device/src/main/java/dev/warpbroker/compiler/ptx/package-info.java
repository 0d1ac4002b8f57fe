/** From the intermediate form to the text that the NVIDIA driver and the simulator take. */
@NullMarked
package dev.warpbroker.compiler.ptx;

import org.jspecify.annotations.NullMarked;
