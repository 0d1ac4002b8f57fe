/** Bounded stacks: last in, first out. */
@NullMarked
package dev.warpbroker.structures.stack;

import org.jspecify.annotations.NullMarked;
