package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import java.lang.invoke.VarHandle;

/**
 * The non-blocking deques of Arora, Blumofe and Plaxton in the extended form for GPUs: thieves may take up to 32
 * elements with one claim, and the deque begins anew at its first slot whenever the owner finds it empty.
 *
 * <p>Nimar S. Arora, Robert D. Blumofe, C. Greg Plaxton: <i>Thread Scheduling for Multiprogrammed Multiprocessors</i>,
 * SPAA 1998; as in Florian Wende: <i>Dynamic Load Balancing on Massively Parallel Computer Architectures</i>, thesis,
 * Freie Universität Berlin, 2013, listings 3.4 and A.2.
 *
 * <p><b>Guarantees.</b> Linearizable and lock-free. What the owner wrote before it pushed an element is visible to
 * whoever takes it. A {@code capacity} of N holds N elements. Full and the owner's Empty are returned only if the deque
 * was full or empty at some instant during the call. An element is decoded only by whoever has it: records whose
 * constructors check their components can be elements.
 *
 * <p><b>Not guaranteed.</b> A steal may give up although there are elements, if another operation comes between, or if
 * a push has not yet become visible to it. A thief gets many at once only as long as 64 are left to the owner; of the
 * last 64 it gets one.
 *
 * <p><b>Differences from the listings.</b>
 *
 * <ul>
 *   <li>The deque is circular. Index and tag are the lower and upper part of one 64-bit number, and Tail has the tag,
 *       too: a thief that saw Tail before the deque began anew and Head after it would take it for filled.
 *   <li>Listing A.2 lets thieves read Tail before Head. The owner may empty and reset the deque between, and the thief
 *       take an element that is not there. Here Head is read first, and a fence comes between, as it does between the
 *       owner's store to Tail and its look at Head; the listings have none.
 *   <li>Listing A.2 lets the owner pop single elements without an atomic while thieves claim 32. A thief that has seen
 *       65 elements and comes back after the owner popped 64 takes those again. Here the owner moves the tag on before
 *       it enters the reach of such a thief, once, and then only after it has had more than 64 again.
 *   <li>If a thief is quicker, the listing's popWarp gives up; here it looks again.
 *   <li>A thief reads the words of an element before its compare-and-swap, when they may still change, and decodes them
 *       only after it. The listings' stealWarp reads after it, which a ring does not allow: the owner may have come
 *       round.
 * </ul>
 *
 * @param <E> the elements
 */
final class AbpDeques<E> extends NonBlockingDeques<E> {
    /*
     * Invariants
     * - A thief that finds more than LEFT elements behind Head may claim up to REACH of them; otherwise it may claim
     *   the one at Head.
     * - The tag is what lies above the index of log2 N bits. To move the tag on, or to begin anew, the owner moves Head
     *   first and Tail after it; between, Tail is behind Head, and thieves find nothing.
     * - Peak is at least every value that Tail has had since the tag was moved on and that is more than LEFT ahead of
     *   Head. So if Peak is not, a thief at this Head can claim one element only.
     */

    /** The most elements in one claim of a thief. */
    private static final int REACH = 32;

    /** What thieves that claim many leave to the owner. */
    private static final int LEFT = 2 * REACH;

    AbpDeques(Device device, DequeOptions options, Layout<E> layout) {
        super(device, options, layout);
    }

    @Override
    long claim(int at, long tail, long from) {
        ends.setOpaque(at + tailAt, from);
        VarHandle.fullFence();
        long head = ends.getOpaque(at + HEAD);
        while (from - head <= 0 || isInReach(at, from, head)) {
            long next = from - head > 0 ? head + capacity : afterReset(tail);
            long found = ends.compareAndExchangeAcqRel(at + HEAD, head, next);
            if (found == head) {
                boolean retagged = from - head > 0;
                begin(at, next, retagged ? from + capacity : next);
                return retagged ? from : head;
            }
            head = found;
        }
        return from;
    }

    /** {@return whether a thief that has seen {@code head} may be about to claim the element at {@code from}} */
    private boolean isInReach(int at, long from, long head) {
        return capacity > LEFT && from - head < REACH && ends.get(at + peakAt) - head > LEFT;
    }

    private void begin(int at, long head, long tail) {
        ends.set(at + knownAt, head);
        ends.set(at + peakAt, tail);
        ends.setOpaque(at + tailAt, tail);
    }

    /** {@return the first slot, with the next tag} */
    private long afterReset(long tail) {
        return (tail | capacity - 1) + 1;
    }

    @Override
    int atOnce(long size) {
        return size > LEFT ? (int) Math.min(REACH, size - LEFT) : 1;
    }

    @Override
    void note(int at, long tail) {
        if (capacity > LEFT && tail - ends.get(at + knownAt) > LEFT && tail - ends.get(at + peakAt) > 0) {
            ends.set(at + peakAt, tail);
        }
    }
}
