/** From Java bytecode to PTX: compiles kernels, keeps what was compiled, binds it to what a launch captured. */
@NullMarked
package dev.warpbroker.compiler;

import org.jspecify.annotations.NullMarked;
