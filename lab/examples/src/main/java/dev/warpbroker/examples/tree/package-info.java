/** Trees that unfold while they are walked: Fibonacci numbers, queens on a board, unbalanced tree search, quicksort. */
@NullMarked
package dev.warpbroker.examples.tree;

import org.jspecify.annotations.NullMarked;
