/** What the compiler knows of a value while it follows a kernel. */
@NullMarked
package dev.warpbroker.compiler.value;

import org.jspecify.annotations.NullMarked;
