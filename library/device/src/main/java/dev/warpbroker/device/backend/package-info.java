/** What a device must provide to be driven through {@link dev.warpbroker.device.Device}. */
@NullMarked
package dev.warpbroker.device.backend;

import org.jspecify.annotations.NullMarked;
