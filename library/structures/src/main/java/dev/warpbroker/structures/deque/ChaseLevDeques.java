package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import java.lang.invoke.VarHandle;

/**
 * The deques of Chase and Lev: the owner pushes and pops with ordinary stores and a fence, and needs a compare-and-swap
 * for the last element only.
 *
 * <p>David Chase, Yossi Lev: <i>Dynamic Circular Work-Stealing Deque</i>, SPAA 2005. Memory orders: Nhat Minh Lê,
 * Antoniu Pop, Albert Cohen, Francesco Zappa Nardelli: <i>Correct and Efficient Work-Stealing for Weak Memory
 * Models</i>, PPoPP 2013. Head and Tail are their top and bottom.
 *
 * <p><b>Guarantees.</b> Linearizable and lock-free. What the owner wrote before it pushed an element is visible to
 * whoever takes it. A {@code capacity} of N holds N elements. Full and the owner's Empty are returned only if the deque
 * was full or empty at some instant during the call. An element is decoded only by whoever has it: records whose
 * constructors check their components can be elements.
 *
 * <p><b>Not guaranteed.</b> A steal may give up although there are elements, if another operation comes between, or if
 * a push has not yet become visible to it. A thief claims one element at a time: to steal half, or for a warp, it makes
 * one claim after the other, and a warp's steal gets one element only.
 *
 * <p><b>Differences from the papers.</b> The ring does not grow: a full deque is for the caller to deal with. Top is a
 * 64-bit number that never comes round. The owner remembers a value of top, so that a push need not read it as long as
 * there is room. A warp that owns a deque pops its elements with one claim.
 *
 * @param <E> the elements
 */
final class ChaseLevDeques<E> extends NonBlockingDeques<E> {
    /* A thief at Head can claim position Head and no other. So positions beyond Head are the owner's. */

    ChaseLevDeques(Device device, DequeOptions options, Layout<E> layout) {
        super(device, options, layout);
    }

    @Override
    long claim(int at, long tail, long from) {
        ends.setOpaque(at + tailAt, from);
        VarHandle.fullFence();
        long head = ends.getOpaque(at + HEAD);
        if (from - head > 0) {
            return from;
        }
        // The oldest of those left is a thief's, too; it can come to this once only, as thieves now see no more.
        boolean won = false;
        while (tail - head > 0 && !won) {
            long found = ends.compareAndExchangeAcqRel(at + HEAD, head, tail);
            won = found == head;
            head = won ? head : found;
        }
        VarHandle.acquireFence();
        ends.set(at + knownAt, tail);
        ends.setOpaque(at + tailAt, tail);
        return head;
    }

    @Override
    int atOnce(long size) {
        return 1;
    }

    @Override
    void note(int at, long tail) {}
}
