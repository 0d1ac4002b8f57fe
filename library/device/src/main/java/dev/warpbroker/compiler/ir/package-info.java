/** The compiler's intermediate form: typed instructions in static single assignment, and the passes over it. */
@NullMarked
package dev.warpbroker.compiler.ir;

import org.jspecify.annotations.NullMarked;
