/** Experiment {@code deque}: workers that empty their deques and steal from each other, blocking against non-blocking. */
@NullMarked
package dev.warpbroker.cli.bench.deque;

import org.jspecify.annotations.NullMarked;
