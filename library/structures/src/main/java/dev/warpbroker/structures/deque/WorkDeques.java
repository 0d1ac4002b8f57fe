package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.DeviceStructure;
import dev.warpbroker.structures.Taken;
import java.util.List;

/**
 * Several double-ended queues of one kind and size in device memory, one for each worker. A worker owns one: it alone
 * pushes to it and pops from it, newest first. All others steal from it, oldest first.
 *
 * <p>The deques lie one after the other in the same memory and are named by their number, because which one a thief
 * turns to is known only when it runs. Full and empty are results, never exceptions. The operations are for code inside
 * kernels; on the JVM device any thread may call those without a {@link Lane}.
 *
 * @param <E> the elements
 */
public interface WorkDeques<E> extends DeviceStructure {
    /** {@return whether the owner's {@code element} was put in; if not, the deque was full} */
    boolean push(int deque, E element);

    /** {@return the newest element, taken by the owner} */
    Taken<E> pop(int deque);

    /**
     * {@return the oldest element, taken by a thief; absent if there was none or if another took it at the same time}
     */
    Taken<E> steal(int deque);

    /**
     * Takes {@code n} elements of {@code victim}, oldest first, or all if there are fewer. The first is the result; the
     * others are pushed to {@code own}, which belongs to the caller. No more are taken than it has room for, and fewer
     * if another takes some at the same time.
     */
    Taken<E> stealChunk(int victim, int own, int n);

    /**
     * {@link #stealChunk} that leaves half of the elements to the victim: takes up to half, and at most {@code most}.
     */
    Taken<E> stealHalf(int victim, int own, int most);

    /**
     * {@link #pop} for the lanes of a warp that own the deque together: one element each. All lanes of the warp must
     * make this call, or it waits for them for ever; two halves of a warp that pop at the same time would be two
     * owners.
     */
    Taken<E> popWarp(Lane lane, int deque);

    /** {@link #steal} for the lanes of a warp that make this call together: one element each. */
    Taken<E> stealWarp(Lane lane, int deque);

    /** {@return about how many elements are inside; others may be changing it} */
    int size(int deque);

    /** {@return the number of deques} */
    int count();

    /**
     * Puts elements into a deque from the host, while no kernel uses it and nothing is in it: the first becomes the
     * oldest.
     *
     * @throws IllegalArgumentException if it does not have so much room, or is not empty
     */
    void insert(int deque, List<? extends E> elements);
}
