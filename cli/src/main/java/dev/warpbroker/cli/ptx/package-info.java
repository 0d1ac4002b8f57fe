/** What the compiler makes of a kernel. */
@NullMarked
package dev.warpbroker.cli.ptx;

import org.jspecify.annotations.NullMarked;
