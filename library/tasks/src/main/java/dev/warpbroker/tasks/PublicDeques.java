package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;

/**
 * A bounded deque in device memory for each warp, in which it lays out tasks for others. The owner adds and takes back
 * at the tail, many at once; thieves take at the head, many at once.
 */
final class PublicDeques implements AutoCloseable {
    /*
     * A deque is a ring of places and the positions of its two ends, which only their difference and the place that
     * they fall on give a meaning. Both ends are in one word. The owner moves the tail (up when it has written, down to
     * take back), thieves move the head by compare-and-exchange, and read the places that they took after that. So what
     * a thief has taken is its own whatever the word was in between: nothing is read that may turn out not to be taken,
     * and there is no ABA problem.
     *
     * Because thieves read after they have taken, the owner must not write to places that somebody still reads. Thieves
     * count what they have read. Readers are as many as takers (read, then head, gave the same number) means that all
     * places before the head are free; that head is the owner's safe position, and it writes no further than capacity
     * beyond it.
     *
     * Access modes: adding releases what was written; taking acquires it, also through the exchanges of other thieves
     * in between, which continue the release. Counting as read releases, and the owner's look at it acquires, so that
     * the reads are over before the places are written again. The owner's own words need no order.
     */

    /**
     * Longs in 128 bytes. On the JVM the first line has the length of the array, which all read, so no deque has that.
     */
    private static final int LINE = Longs.LINE;

    private static final int READ = 1;
    private static final long HEAD_BITS = 0xFFFFFFFFL;

    /** For each deque: tail and head, and on the same line how many were read by thieves. */
    private final Longs ends;

    private final Ints words;
    private final int count;
    private final int capacity;
    private final int stride;

    PublicDeques(Device device, int count, int capacity, int stride) {
        this.count = count;
        this.capacity = capacity;
        this.stride = stride;
        int length = SchedulerEngine.words("capacity", capacity, count, stride);
        ends = device.longs((count + 1) * LINE);
        try {
            words = device.ints(length);
        } catch (RuntimeException noRoom) {
            ends.close();
            throw noRoom;
        }
    }

    private static int line(int deque) {
        return (deque + 1) * LINE;
    }

    static int head(long ends) {
        return (int) ends;
    }

    static int tail(long ends) {
        return (int) (ends >>> 32);
    }

    static int size(long ends) {
        return tail(ends) - head(ends);
    }

    /** {@return the ends of a deque; a worker that takes by them must exchange them} */
    long look(int deque) {
        return ends.getOpaque(line(deque));
    }

    /** {@return the owner's new safe position} */
    int safePosition(int deque, int safe) {
        int read = (int) ends.getAcquire(line(deque) + READ);
        int head = head(ends.getAcquire(line(deque)));
        return read == head ? head : safe;
    }

    /** Makes what the owner has written at the tail available. */
    void add(int deque, int tasks) {
        ends.getAndAddAcqRel(line(deque), (long) tasks << 32);
    }

    /** {@return whether the owner has taken back {@code tasks} at the tail} */
    boolean takeBack(int deque, long seen, int tasks) {
        return ends.compareAndSetAcqRel(line(deque), seen, seen - ((long) tasks << 32));
    }

    /** {@return whether a thief has taken {@code tasks} at the head; it reads them, then calls {@link #haveRead}} */
    boolean take(int deque, long seen, int tasks) {
        return ends.compareAndSetAcqRel(line(deque), seen, seen & ~HEAD_BITS | head(seen) + tasks & HEAD_BITS);
    }

    void haveRead(int deque, int tasks) {
        ends.getAndAddAcqRel(line(deque) + READ, tasks);
    }

    int capacity() {
        return capacity;
    }

    /** {@return where the first word of the task at a position lies} */
    int place(int deque, int position) {
        return (deque * capacity + (position & capacity - 1)) * stride;
    }

    Ints words() {
        return words;
    }

    int count() {
        return count;
    }

    void clear() {
        ends.fill(0);
    }

    @Override
    public void close() {
        ends.close();
        words.close();
    }
}
