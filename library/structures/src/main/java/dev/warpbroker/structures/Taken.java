package dev.warpbroker.structures;

/**
 * An element that was taken from a queue, a stack or a deque, or nothing.
 *
 * @param present whether there was one; if not, the structure was empty
 * @param value the element; if there was none, {@link dev.warpbroker.device.Layout#zero}
 * @param <E> the elements
 */
public record Taken<E>(boolean present, E value) {}
