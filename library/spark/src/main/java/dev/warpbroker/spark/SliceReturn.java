package dev.warpbroker.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A slice on its way back.
 *
 * @param id which one
 * @param result what came of its tasks; null if one failed
 * @param leftovers tasks that were not run, by their layout
 * @param executed how many were run
 * @param executor where
 * @param begin when, in milliseconds since 1970 by the clock there
 * @param nanos how long it took
 * @param failure what a task that threw said
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares or changes it
record SliceReturn<R>(
        long id,
        @Nullable R result,
        int[] leftovers,
        long executed,
        String executor,
        long begin,
        long nanos,
        @Nullable String failure)
        implements Serializable {}
