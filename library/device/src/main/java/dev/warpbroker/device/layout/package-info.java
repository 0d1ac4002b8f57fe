/** Makes the classes behind layouts: straight code that stores and loads the words of a type. */
@NullMarked
package dev.warpbroker.device.layout;

import org.jspecify.annotations.NullMarked;
