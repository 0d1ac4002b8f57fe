/** How lanes of compiled kernels log, and how the host reads it. */
@NullMarked
package dev.warpbroker.compiler.log;

import org.jspecify.annotations.NullMarked;
