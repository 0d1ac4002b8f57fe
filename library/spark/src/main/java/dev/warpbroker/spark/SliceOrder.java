package dev.warpbroker.spark;

import java.io.Serializable;

/**
 * A slice on its way to an executor.
 *
 * @param id which one
 * @param words its tasks, by their layout
 * @param nanos how long it may take, about
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares or changes it
record SliceOrder(long id, int[] words, long nanos) implements Serializable {}
