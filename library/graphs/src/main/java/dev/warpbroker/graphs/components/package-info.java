/** Connected components. */
@NullMarked
package dev.warpbroker.graphs.components;

import org.jspecify.annotations.NullMarked;
