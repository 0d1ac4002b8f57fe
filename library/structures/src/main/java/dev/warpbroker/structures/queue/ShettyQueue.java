package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.TakenInt;

/**
 * A bounded lock-free queue of two rings of indices, one of places that are free and one of places that hold a value:
 * G-LFQ.
 *
 * <p>Pratheek Prakash Shetty, Thomas R. W. Scogland, Wu-chun Feng: <i>Scalable Concurrent Queues for GPU</i>, arXiv
 * 2606.01693, 2026; the rings are those of SCQ ({@link IndexRing}).
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable; lock-free. What a thread wrote before it enqueued a value is
 * visible to the thread that dequeued it. Empty is returned only if the queue was empty at some instant during the
 * call. Never more than {@code capacity} values are inside, and one thread at a time can put in so many.
 *
 * <p><b>Not guaranteed.</b> Full may come early while other operations are under way: a place is free again only at the
 * end of the dequeue that took its value. A queue that a cancelled launch has used is to be {@linkplain #clear
 * cleared}.
 *
 * <p><b>Differences from the authors' program.</b>
 *
 * <ul>
 *   <li>Rings are for as many indices as there are threads if the capacity is less: with fewer the threshold at which a
 *       ring counts as empty would be too low, and Empty could be wrong.
 *   <li>Entries carry all bits of the cycle that 32-bit positions have. The program has 8: there an operation that
 *       stands still must be back before its ring has gone around 128 times.
 *   <li>Lanes of a warp take their tickets by an add each, of which the GPU's assembler makes one for all.
 *   <li>Values are 32 bits wide, not 64.
 * </ul>
 */
final class ShettyQueue extends DeviceQueue {
    /*
     * Invariants: an index is in one of the rings, or with one operation under way; so its place is touched by nobody
     * else. The rings hand over what was written to a place before its index was put in.
     */

    /** Half of the entries of a ring in which neighbours are apart. */
    private static final int MIN_N = 8;

    /** Values by place. */
    private final Ints values;

    /** Indices of places without a value. */
    private final IndexRing free;

    /** Indices of places with a value, in its order. */
    private final IndexRing filled;

    private ShettyQueue(Device device, QueueOptions options) {
        super(device, options);
        int n = options.indicesOn(device, MIN_N);
        values = device.ints(options.capacity());
        free = new IndexRing(device, n);
        filled = new IndexRing(device, n);
        begin(options.start());
    }

    static ShettyQueue with(Device device, QueueOptions options) {
        return new ShettyQueue(device, options);
    }

    private void begin(int position) {
        free.begin(position, capacity());
        filled.begin(position, 0);
    }

    @Override
    public boolean enqueue(int value) {
        int place = free.dequeue(statistics);
        if (place == IndexRing.NONE) {
            return false;
        }
        values.set(place, value);
        filled.enqueue(place, statistics);
        return true;
    }

    @Override
    public TakenInt dequeue() {
        int place = filled.dequeue(statistics);
        if (place == IndexRing.NONE) {
            return TakenInt.empty();
        }
        int value = values.get(place);
        free.enqueue(place, statistics);
        return TakenInt.of(value);
    }

    @Override
    public int sizeHint() {
        return Math.max(0, Math.min(filled.size(), capacity()));
    }

    @Override
    public void clear() {
        begin(0);
    }

    @Override
    public void close() {
        filled.close();
        free.close();
        values.close();
    }
}
