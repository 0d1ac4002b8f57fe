package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.TakenInt;

/**
 * A bounded wait-free queue of two rings of indices, one of places that are free and one of places that hold a value:
 * G-WFQ.
 *
 * <p>Ruslan Nikolaev, Binoy Ravindran: <i>wCQ: A Fast Wait-Free Queue with Bounded Memory Usage</i>, SPAA 2022; for
 * GPUs Pratheek Prakash Shetty, Thomas R. W. Scogland, Wu-chun Feng: <i>Scalable Concurrent Queues for GPU</i>, arXiv
 * 2606.01693, 2026. The rings are {@link HelpedRing}s.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable; wait-free: an operation ends after a bounded number of its
 * own steps, whatever others do, and also if they stand still. What a thread wrote before it enqueued a value is
 * visible to the thread that dequeued it. Empty is returned only if the queue was empty at some instant during the
 * call. Never more than {@code capacity} values are inside, and one thread at a time can put in so many.
 *
 * <p><b>Not guaranteed.</b> The bound is a large one: with k threads a request for help may have to wait until others
 * have begun k times 256 operations, and is then executed by all of them at once. Full may come early while other
 * operations are under way: a place is free again only at the end of the dequeue that took its value. An operation must
 * not stand still while 2^36 others pass, which takes a minute at a billion per second; in rings for 2^20 indices it is
 * 2^41. Only lanes of a kernel can use it, on the JVM device too, and only those with a number less than
 * {@link QueueOptions#threads} and than the device's resident threads: each has a record for its requests. A queue that
 * a cancelled launch has used is to be {@linkplain #clear cleared}.
 *
 * <p><b>Differences from wCQ, and from the GPU authors' program.</b>
 *
 * <ul>
 *   <li>Words have 64 bits, as in the program. There an entry has 8 bits for its cycle and 8 for its note, and an
 *       operation that stands still must be back before its ring has gone around 128 times. Here an index has as many
 *       bits as it needs, note and safe bit are folded into the cycle, and the rest of the word is for that and for how
 *       long ago the index came: 21 bits each with 2^20 places.
 *   <li>Requests to enqueue share positions with the fast path, as the entry decides who has one: there is no
 *       fetch-and-add that several threads make together but that of dequeues, and it takes no second record.
 *   <li>Whoever takes an index that came with help finds its request by the index, not by looking at the records of all
 *       threads.
 *   <li>Threads share one turn to help instead of each having a countdown and a list to go through: so nothing is
 *       written while nobody asks, and a request waits for operations of all threads together, not of each.
 *   <li>A state carries a tag of its request: whoever helps with one that is over cannot mistake the next for it.
 *   <li>Rings are for as many indices as there are threads if the capacity is less, as wCQ demands.
 *   <li>Dequeues look a few times before they spoil a position. Values are 32 bits wide, not 64.
 * </ul>
 */
final class NikolaevRavindranQueue extends DeviceQueue {
    /*
     * Invariants: an index is in one of the rings, or with one operation under way; so its place is touched by nobody
     * else. The rings hand over what was written to a place before its index was put in, also if others put it in.
     */

    /** Attempts before an operation asks for help; one position in so many is for a look whether others do. */
    private static final int PATIENCE = 256;

    /** So that the cycles of small rings do not come again soon. */
    private static final int MIN_N = 512;

    private final Handles handles;

    /** Values by place. */
    private final Ints values;

    /** Indices of places without a value. */
    private final HelpedRing free;

    /** Indices of places with a value, in its order. */
    private final HelpedRing filled;

    private NikolaevRavindranQueue(Device device, QueueOptions options, int minN) {
        super(device, options);
        int threads = options.threadsOn(device);
        handles = new Handles(threads);
        int n = options.indicesOn(device, minN);
        int patience = options.patienceOr(PATIENCE);
        values = device.ints(options.capacity());
        free = new HelpedRing(device, n, threads, patience, statistics);
        filled = new HelpedRing(device, n, threads, patience, statistics);
        begin(options.start());
    }

    static NikolaevRavindranQueue with(Device device, QueueOptions options) {
        return with(device, options, MIN_N);
    }

    /** @param minN half of the entries of a ring at least: a power of two from 8 on */
    static NikolaevRavindranQueue with(Device device, QueueOptions options, int minN) {
        return new NikolaevRavindranQueue(device, options, minN);
    }

    /** Makes the queue an empty one; a negative position is so long before positions wrap. */
    private void begin(int position) {
        free.begin(position, capacity());
        filled.begin(position, 0);
    }

    @Override
    public boolean enqueue(int value) {
        return enqueue(handles.ofCaller(), value);
    }

    @Override
    public TakenInt dequeue() {
        return dequeue(handles.ofCaller());
    }

    /** Enqueues with the handle of the caller's choice, which nobody else may use meanwhile. */
    boolean enqueue(int handle, int value) {
        int place = free.dequeue(handle);
        if (place == HelpedRing.NONE) {
            return false;
        }
        values.set(place, value);
        filled.enqueue(handle, place);
        return true;
    }

    /** Dequeues with the handle of the caller's choice, which nobody else may use meanwhile. */
    TakenInt dequeue(int handle) {
        int place = filled.dequeue(handle);
        if (place == HelpedRing.NONE) {
            return TakenInt.empty();
        }
        return TakenInt.of(emptied(handle, place));
    }

    private int emptied(int handle, int place) {
        int value = values.get(place);
        free.enqueue(handle, place);
        return value;
    }

    /** An enqueue that stands still after it has asked for help. */
    void askToEnqueue(int handle, int value) {
        int place = free.dequeue(handle);
        values.set(place, value);
        filled.askToEnqueue(handle, filled.nextTail(), place);
    }

    /** A dequeue that stands still after it has asked for help. */
    void askToDequeue(int handle) {
        filled.askToDequeue(handle, filled.nextHead());
    }

    /** {@return what others have got for the dequeue of a handle} */
    TakenInt resultOf(int handle) {
        int place = filled.resultOf(handle);
        return place == HelpedRing.NONE ? TakenInt.empty() : TakenInt.of(emptied(handle, place));
    }

    @Override
    public int sizeHint() {
        return Math.min(filled.size(), capacity());
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
