/** Classes, methods and lambdas as the compiler reads them. */
@NullMarked
package dev.warpbroker.compiler.bytecode;

import org.jspecify.annotations.NullMarked;
