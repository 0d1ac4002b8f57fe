/** How lanes of compiled kernels end early, and how the host learns of it. */
@NullMarked
package dev.warpbroker.compiler.fault;

import org.jspecify.annotations.NullMarked;
