/** Random kernels in Java source, compared between the JVM and the simulator. */
@NullMarked
package dev.warpbroker.compiler.generated;

import org.jspecify.annotations.NullMarked;
