/** Naming, opening and listing devices. */
@NullMarked
package dev.warpbroker.cli.devices;

import org.jspecify.annotations.NullMarked;
