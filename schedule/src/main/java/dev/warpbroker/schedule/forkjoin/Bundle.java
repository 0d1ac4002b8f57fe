package dev.warpbroker.schedule.forkjoin;

/**
 * Children of a frame that wait for a worker.
 *
 * @param words the tasks, one after the other
 */
record Bundle<T, R>(Frame<T, R> parent, int[] words) {}
