/** What kernels capture: paths to captured values, what compiled code assumes of them, and which become parameters. */
@NullMarked
package dev.warpbroker.compiler.capture;

import org.jspecify.annotations.NullMarked;
