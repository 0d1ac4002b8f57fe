/** Tasks that spawn tasks and get their results back: fork and join, with real joins. */
@NullMarked
package dev.warpbroker.tasks.forkjoin;

import org.jspecify.annotations.NullMarked;
