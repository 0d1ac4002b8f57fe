package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;

/**
 * The lanes' end of a {@link QueueToHost}. Kernel Java.
 *
 * <p>Lanes of a warp that make a call together put their elements in with one claim, and write them with one store for
 * each word. What a lane wrote to device memory before is visible to the thread that takes the element.
 *
 * @param <E> the elements
 */
public final class DeviceProducer<E> extends RingEnd<E> {
    /*
     * Per ring, in device memory: Credit is how many elements may still be put in. A warp takes what it needs off it by
     * fetch-add, gives it back if that was too much, and otherwise gets its positions from Tail by another. Taken, in
     * the memory of the host, is how many elements threads have taken; one lane at a time (Asking) reads it over the
     * bus, when there seems to be no room, and adds to Credit by how much it has grown (Known). No lane waits between
     * the claim and its stores, so there are no holes.
     *
     * Access modes: a slot may be written once the host has read it. The host releases Taken after it has, the lane
     * that asks acquires it and releases Credit, and those that take credit acquire it: all changes of Credit are
     * read-modify-write operations. Words are marked with their lap; the first word is written last and releases what
     * the lane wrote before.
     */
    private static final int TAIL = 0;
    private static final int CREDIT = 1;
    private static final int KNOWN = 2;
    private static final int ASKING = 3;

    DeviceProducer(Layout<E> layout, RingMemory memory) {
        super(layout, memory);
    }

    /** Puts an element in; waits while there is no room. */
    public void put(Lane lane, E element) {
        var backoff = new Backoff();
        while (!offer(lane, element)) {
            backoff.pause("room in a queue to the host");
        }
    }

    /**
     * {@return whether the element was put in} If not, there was no room for those of all lanes that made the call
     * together.
     */
    public boolean offer(Lane lane, E element) {
        layout.check(element);
        var warp = lane.warp();
        int mask = warp.activeMask();
        int ring = ringOf(lane);
        long claimed = 0;
        if (warp.isLeader(mask)) {
            claimed = claim(ring, Integer.bitCount(mask));
        }
        claimed = warp.shuffle(mask, claimed, warp.leader(mask));
        if (claimed < 0) {
            return false;
        }
        write(ring, claimed + warp.rank(mask), element);
        return true;
    }

    /** {@return the counters of rings that are empty} */
    static long[] firstCounters(RingMemory memory) {
        var counters = new long[memory.rings() * RingLayout.LINE];
        for (int ring = 0; ring < memory.rings(); ring++) {
            counters[ring * RingLayout.LINE + CREDIT] = memory.shape().slots();
        }
        return counters;
    }

    /** {@return the first of {@code count} positions, or -1 if there is no room for so many} */
    private long claim(int ring, int count) {
        int at = ring * RingLayout.LINE;
        while (counters.getAndAddAcqRel(at + CREDIT, -count) < count) {
            counters.getAndAddRelaxed(at + CREDIT, count);
            if (!asksForCredit(at)) {
                return -1;
            }
        }
        return counters.getAndAddRelaxed(at + TAIL, count);
    }

    /** {@return whether the host has taken more since it was asked last} */
    private boolean asksForCredit(int at) {
        if (counters.compareAndExchangeAcqRel(at + ASKING, 0, 1) != 0) {
            return false;
        }
        long now = taken.getAcquire(at);
        long more = now - counters.get(at + KNOWN);
        if (more > 0) {
            counters.set(at + KNOWN, now);
            counters.getAndAddAcqRel(at + CREDIT, more);
        }
        counters.setRelease(at + ASKING, 0);
        return more > 0;
    }

    private void write(int ring, long position, E element) {
        int[] words = new int[shape.words()];
        layout.encode(element, words, 0);
        int lap = shape.lapAt(position);
        for (int i = shape.words() - 1; i > 0; i--) {
            entries.setOpaque(shape.at(ring, position, i), RingLayout.marked(words[i], lap));
        }
        entries.setRelease(shape.at(ring, position, 0), RingLayout.marked(words[0], lap));
    }
}
