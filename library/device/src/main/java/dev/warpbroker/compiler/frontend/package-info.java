/**
 * Follows a kernel's bytecode with everything that is known about its values, and writes down what is left to do at run
 * time.
 *
 * <p>One work list does constant propagation, devirtualisation, inlining and scalar replacement at once: a block is
 * identified by the chain of inlined calls and the bytecode index, its entry state holds what is true on all ways seen
 * so far, and it is followed again whenever less is true than before.
 */
@NullMarked
package dev.warpbroker.compiler.frontend;

import org.jspecify.annotations.NullMarked;
