package dev.warpbroker.structures;

import dev.warpbroker.device.Lane;

/**
 * A bounded queue of ints in device memory, used by the lanes of a kernel.
 *
 * <p>The operations are for code inside kernels; on the JVM device any thread may call those without a {@link Lane}.
 * Full and empty are results, never exceptions. What an implementation promises beyond that (first in, first out;
 * linearizability; what a caller may have to wait for) is said in its class comment.
 *
 * <p>The operations of a warp and of a block have the effect of single operations by their lanes, and let a queue serve
 * all of them at once. What each lane gets is its own result: some may succeed while others find the queue full or empty.
 */
public interface IntQueue {
    /** {@return whether {@code value} was put in; if not, the queue was full} */
    boolean enqueue(int value);

    /** {@return the value taken out, or {@link Dequeued#empty()} if the queue was empty} */
    Dequeued dequeue();

    /** {@return the most values that can be inside} */
    int capacity();

    /** Empties the queue from the host, as if it were new; also after a launch that ended in the middle of operations. */
    void clear();

    /** {@link #enqueue} for the lanes of a warp that happen to make this call together. */
    default boolean enqueueWarp(Lane lane, int value) {
        return enqueue(value);
    }

    /** {@link #dequeue} for the lanes of a warp that happen to make this call together. */
    default Dequeued dequeueWarp(Lane lane) {
        return dequeue();
    }

    /** {@link #enqueue} for a block. Every lane of the block must make this call: it contains barriers. */
    default boolean enqueueBlock(Lane lane, int value) {
        return enqueue(value);
    }

    /** {@link #dequeue} for a block. Every lane of the block must make this call: it contains barriers. */
    default Dequeued dequeueBlock(Lane lane) {
        return dequeue();
    }
}
