package dev.warpbroker.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A bounded first-in-first-out queue for many producers and many consumers that keeps its speed when they meet.
 *
 * <p>It holds exactly as many elements as its capacity says, whatever the number, and null is not one of them. {@link #offer}
 * and {@link #poll} answer at once whether there was room or an element; {@link #put}, {@link #take} and the timed forms
 * wait, for a few microseconds by looking and then parked. So it can be the work queue of a {@link
 * java.util.concurrent.ThreadPoolExecutor}.
 *
 * <p><b>Ordering.</b> {@link #offer}, {@link #poll} and {@link #peek}, and the waiting forms of them, are linearizable: an
 * element leaves after all that entered before it, {@code offer} returns false only if the queue was full at some instant
 * during the call, and {@code poll} and {@code peek} return null only if it was empty at some instant during the call.
 *
 * <p><b>Memory.</b> As with all queues of {@code java.util.concurrent}, what a thread did before it put an element in
 * happens-before what another does after it has received or seen that element.
 *
 * <p><b>Size.</b> {@link #size} takes constant time and is exact while nobody changes the queue; operations in progress
 * may or may not be counted. It is never below 0 or above the capacity.
 *
 * <p><b>Iteration.</b> {@link #iterator}, {@link #toArray()}, {@link #contains}, {@link #spliterator} and {@link #toString}
 * work on a copy of the references, taken at one instant at the start; they show nothing that comes later and never throw
 * {@link java.util.ConcurrentModificationException}. Removing from the middle ({@link #remove(Object)}, {@link #removeIf},
 * {@link Iterator#remove}) takes time proportional to the number of elements in front. The methods {@code equals} of
 * elements, predicates and collections that are handed in are never called while the queue holds up other threads.
 * {@link #drainTo(Collection)}, {@link #removeIf} and {@link #clear} are not atomic as a whole: others may see the queue in
 * between.
 *
 * <p><b>Not guaranteed.</b>
 *
 * <ul>
 *   <li>Fairness: who comes at the right moment is served before those who have waited. Under contention one thread works
 *       in a run while the others keep away for up to some tens of microseconds; a thread that is always unlucky may wait
 *       longer than that, without a bound. Threads parked in {@code put} or {@code take} are woken in the order
 *       of arrival, but must compete for what they were woken for.
 *   <li>Lock-freedom: {@code offer} and {@code poll} each own their end of the queue for a few instructions. A thread that is
 *       preempted just there holds up that end until it runs again; the others park meanwhile. The two ends
 *       do not hold up each other. Copying and removing from the middle own the consumers' end for as long as it takes.
 *   <li>Interruption of callers that need not wait: an interrupted thread gets its element if there is one.
 * </ul>
 *
 * <p>The memory taken is one reference per element of the capacity, rounded up to a power of two.
 *
 * @param <E> the type of the elements
 */
public final class RingBlockingQueue<E> extends WaitingQueue<E> {
    /*
     * A ring of slots and two words, head and tail. A word is 4 * position + flags; positions only grow (they may wrap
     * around), and the slot of a position is its last bits. LOCKED: someone owns this end. WAITED: someone is parked who waits
     * for this end to move: consumers for the tail, producers for the head. That is the whole of the
     * state: there are no sequence numbers in the slots, only references or null.
     *
     * offer: read tail, unlocked; look at the slot one capacity behind it; if that is null, lock by CAS, write the
     * element into the slot at tail, unlock with the next position. poll: the same at the head, with the slot at head. One CAS
     * for each, on a line that the other end's threads do not write.
     *
     * Invariants
     * - Elements are in the slots of consecutive positions, from head (from head + 1 while the owner of the head has
     *   cleared that slot) to before tail (to tail while the owner of the tail has filled that slot). All others are null.
     * - There are at most `capacity` of them. The slot at tail - capacity is null exactly if there are fewer: it is
     *   the slot at head if the queue is full, and otherwise has been cleared and cannot have been filled again, because
     *   the position that would is not before tail. If it is null, so is the slot at tail: that one either is the
     *   same or was cleared even earlier.
     * - Slots are filled by the owner of the tail only, and cleared and changed by the owner of the head only. Therefore what
     *   was read from a slot before the CAS still holds after it: every change of a slot's meaning for that end
     *   moves the word of that end. (Copying takes and releases the head without a change, and that does no harm.)
     * - An operation takes effect when its slot changes. Full is found by reading, between two equal unlocked values of
     *   tail, that the slot one capacity behind is not null, so it was full at that reading; likewise Empty, and peek. One
     *   equal and locked value would not do: the slot at head may by then hold an element of the next round.
     * - WAITED is set and cleared by CAS on an unlocked word. So who owns an end knows the flag from its own CAS and keeps it
     *   by a plain addition; and who sets the flag sees all slots that earlier owners of that end changed. WaitingLine
     *   needs just this.
     * - Removing from the middle needs the head alone. It moves the elements in front towards the tail, then clears slots
     *   from the head on and moves head: positions of both ends still only grow, and neither the slot at head nor one
     *   that producers may look at changes before it is cleared for good. No allocation while an end is owned.
     *
     * Not invariant: head <= tail. A consumer may have taken the element of a producer that has not yet moved tail, and a
     * producer may have used the slot of a consumer that has not yet moved head; size() cuts off both.
     *
     * Access modes. Slots are written with release and read with acquire: that publishes the element to a consumer, and the
     * clearing to a producer. Words are read with acquire and unlocked with release: that hands the end to its next owner,
     * including what is guarded by it. The CAS is volatile, acquire would do. No operation needs that its store is seen
     * before its next load: a thread that is going to park makes both sides meet in one word by a CAS.
     *
     * Giving way for long (BackOff) is what makes it fast: the owner's next operations find its end in its own cache.
     */

    private static final int GREATEST_CAPACITY = 1 << 30;

    private static final long LOCKED = 1;
    private static final long WAITED = 2;
    private static final long FLAGS = LOCKED | WAITED;
    private static final long NEXT = 4;

    /** Where the two words are: on cache lines of their own, also if lines are fetched in pairs. */
    private static final int HEAD = 16;

    private static final int TAIL = 32;
    private static final int WORDS = 48;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    private final int mask;
    private final long[] words = new long[WORDS];
    private final @Nullable Object[] slots;
    private final WaitingLine consumers = new Line(TAIL) {
        @Override
        boolean isReady() {
            return !isEmpty();
        }
    };
    private final WaitingLine producers = new Line(HEAD) {
        @Override
        boolean isReady() {
            return !isFull();
        }
    };

    /** How many elements were removed from the middle, each of which moved those in front by one. Guarded by the head. */
    private long removals;

    /** Threads that wait for an end to move. */
    private abstract class Line extends WaitingLine {
        private final int end;

        Line(int end) {
            this.end = end;
        }

        @Override
        void raiseFlag() {
            replaceFlag(WAITED);
        }

        @Override
        void lowerFlag() {
            replaceFlag(0);
        }

        private void replaceFlag(long flag) {
            int pause = 0;
            while (true) {
                long word = (long) WORD.getAcquire(words, end);
                if ((word & LOCKED) == 0 && WORD.compareAndSet(words, end, word, (word & ~WAITED) | flag)) {
                    return;
                }
                pause = BackOff.pause(pause);
            }
        }
    }

    private final class RingSnapshot extends Snapshot {
        /** The position of the first. */
        final long head;

        /** How many had been removed from the middle by then. */
        final long removals;

        RingSnapshot(long head, long removals, int count, @Nullable Object[] elements) {
            super(count, elements);
            this.head = head;
            this.removals = removals;
        }

        @Override
        boolean remove(int index) {
            return RingBlockingQueue.this.remove(this, index);
        }

        @Override
        boolean remove(BitSet indices) {
            return RingBlockingQueue.this.remove(this, indices);
        }
    }

    /**
     * An empty queue.
     *
     * @param capacity how many elements it holds, from 1 to 2^30
     */
    public RingBlockingQueue(int capacity) {
        this(capacity, 0);
    }

    /** For tests: with the positions beginning where {@code firstWord} says. */
    RingBlockingQueue(int capacity, long firstWord) {
        if (capacity < 1 || capacity > GREATEST_CAPACITY) {
            throw new IllegalArgumentException("capacity " + capacity + " is not between 1 and 2^30");
        }
        super(capacity);
        int length = capacity == 1 ? 1 : Integer.highestOneBit(capacity - 1) << 1;
        this.mask = length - 1;
        this.slots = new Object[length];
        words[HEAD] = firstWord & ~FLAGS;
        words[TAIL] = firstWord & ~FLAGS;
    }

    @Override
    WaitingLine consumers() {
        return consumers;
    }

    @Override
    WaitingLine producers() {
        return producers;
    }

    private int slot(long word) {
        return (int) (word >> 2) & mask;
    }

    private long behind(long tail) {
        return tail - NEXT * capacity;
    }

    /**
     * Puts an element in if there is room.
     *
     * @return false if the queue is full
     * @throws NullPointerException if {@code e} is null
     */
    @Override
    public boolean offer(E e) {
        requireElement(e);
        final long[] words = this.words;
        final @Nullable Object[] slots = this.slots;
        int pause = 0;
        while (true) {
            long tail = (long) WORD.getAcquire(words, TAIL);
            if ((tail & LOCKED) == 0) {
                if (SLOT.getAcquire(slots, slot(behind(tail))) != null) {
                    if ((long) WORD.getAcquire(words, TAIL) == tail) {
                        return false;
                    }
                } else if (WORD.compareAndSet(words, TAIL, tail, tail | LOCKED)) {
                    SLOT.setRelease(slots, slot(tail), e);
                    WORD.setRelease(words, TAIL, tail + NEXT);
                    if ((tail & WAITED) != 0) {
                        consumers.call();
                    }
                    return true;
                }
            }
            pause = BackOff.pause(pause);
        }
    }

    /**
     * Takes the first element if there is one.
     *
     * @return null if the queue is empty
     */
    @Override
    @SuppressWarnings("unchecked")
    public @Nullable E poll() {
        final long[] words = this.words;
        final @Nullable Object[] slots = this.slots;
        int pause = 0;
        while (true) {
            long head = (long) WORD.getAcquire(words, HEAD);
            if ((head & LOCKED) == 0) {
                int slot = slot(head);
                Object first = SLOT.getAcquire(slots, slot);
                if (first == null) {
                    if ((long) WORD.getAcquire(words, HEAD) == head) {
                        return null;
                    }
                } else if (WORD.compareAndSet(words, HEAD, head, head | LOCKED)) {
                    SLOT.setRelease(slots, slot, null);
                    WORD.setRelease(words, HEAD, head + NEXT);
                    if ((head & WAITED) != 0) {
                        producers.call();
                    }
                    return (E) first;
                }
            }
            pause = BackOff.pause(pause);
        }
    }

    /** {@return the first element, which stays, or null if the queue is empty} */
    @Override
    @SuppressWarnings("unchecked")
    public @Nullable E peek() {
        int pause = 0;
        while (true) {
            long head = (long) WORD.getAcquire(words, HEAD);
            if ((head & LOCKED) == 0) {
                Object first = SLOT.getAcquire(slots, slot(head));
                if ((long) WORD.getAcquire(words, HEAD) == head) {
                    return (E) first;
                }
            }
            pause = BackOff.pause(pause);
        }
    }

    @Override
    public boolean isEmpty() {
        return peek() == null;
    }

    private boolean isFull() {
        int pause = 0;
        while (true) {
            long tail = (long) WORD.getAcquire(words, TAIL);
            if ((tail & LOCKED) == 0) {
                Object last = SLOT.getAcquire(slots, slot(behind(tail)));
                if ((long) WORD.getAcquire(words, TAIL) == tail) {
                    return last != null;
                }
            }
            pause = BackOff.pause(pause);
        }
    }

    @Override
    public int size() {
        while (true) {
            long head = (long) WORD.getAcquire(words, HEAD) & ~FLAGS;
            long tail = (long) WORD.getAcquire(words, TAIL) & ~FLAGS;
            if (((long) WORD.getAcquire(words, HEAD) & ~FLAGS) == head) {
                return Math.clamp((tail - head) >> 2, 0, capacity);
            }
        }
    }

    /** Removes the elements that are there; those that come in during the call may stay. */
    @Override
    public void clear() {
        long head = lockHead();
        int count = 0;
        while (count < capacity && elementAt(head, count) != null) {
            clearAt(head, count);
            count++;
        }
        unlockHead(head, count);
    }

    private long lockHead() {
        int pause = 0;
        while (true) {
            long head = (long) WORD.getAcquire(words, HEAD);
            if ((head & LOCKED) == 0 && WORD.compareAndSet(words, HEAD, head, head | LOCKED)) {
                return head;
            }
            pause = BackOff.pause(pause);
        }
    }

    /** After {@code cleared} slots from the head on were cleared. */
    private void unlockHead(long head, int cleared) {
        WORD.setRelease(words, HEAD, head + NEXT * cleared);
        if ((head & WAITED) != 0) {
            for (int i = 0; i < cleared && producers.call(); i++) {}
        }
    }

    private @Nullable Object elementAt(long head, int distance) {
        return SLOT.getAcquire(slots, slot(head + NEXT * distance));
    }

    /** Plain: it is published by the unlocking of the head. */
    private void moveTo(long head, int distance, @Nullable Object element) {
        slots[slot(head + NEXT * distance)] = element;
    }

    private void clearAt(long head, int distance) {
        SLOT.setRelease(slots, slot(head + NEXT * distance), null);
    }

    @Override
    Snapshot snapshot() {
        var elements = new @Nullable Object[size()];
        while (true) {
            long head = lockHead();
            int count = 0;
            Object element = null;
            while (count < capacity && (element = elementAt(head, count)) != null && count < elements.length) {
                elements[count++] = element;
            }
            long removalsSoFar = removals;
            unlockHead(head, 0);
            if (count == capacity || element == null) {
                return new RingSnapshot(head & ~FLAGS, removalsSoFar, count, elements);
            }
            elements = new @Nullable Object[(int) Math.min(capacity, 2L * elements.length + 1)];
        }
    }

    /*
     * Where an element of a snapshot is now. Let the head be `gone` positions further, and let `shifts` elements have been
     * removed from the middle since. Removing from the middle moves elements towards the tail by one or not at
     * all, and nothing else moves them. So the element with the index i is at a distance from i - gone to
     * i - gone + shifts from the head, or it has left. Without shifts that is one place. Otherwise elements are told
     * apart by their identity; only for an object that is in the queue several times the place may be that of another.
     */

    /** {@return whether the element with that index was still here, and has been removed} */
    private boolean remove(RingSnapshot snapshot, int index) {
        Object wanted = snapshot.elements[index];
        long head = lockHead();
        long nearest = index - (((head & ~FLAGS) - snapshot.head) >> 2);
        long farthest = Math.min(nearest + (removals - snapshot.removals), capacity - 1L);
        int distance = (int) Math.max(nearest, 0);
        while (distance <= farthest && elementAt(head, distance) != wanted) {
            distance++;
        }
        boolean found = distance <= farthest;
        if (found) {
            for (int i = distance; i > 0; i--) {
                moveTo(head, i, elementAt(head, i - 1));
            }
            clearAt(head, 0);
            removals++;
        }
        unlockHead(head, found ? 1 : 0);
        return found;
    }

    /**
     * {@return whether some of the elements with those indices were still here, and have been removed}
     *
     * <p>What is in the queue is some of the snapshot in the same order, and then what came later. So both are
     * walked through together.
     */
    private boolean remove(RingSnapshot snapshot, BitSet indices) {
        int last = indices.length() - 1;
        var doomed = new BitSet(last + 1);
        long head = lockHead();
        long gone = ((head & ~FLAGS) - snapshot.head) >> 2;
        long shifts = removals - snapshot.removals;
        long index = 0;
        int farthest = -1;
        int count = 0;
        for (int distance = 0; distance < capacity; distance++) {
            Object element = elementAt(head, distance);
            index = Math.max(index, distance + gone - shifts);
            while (element != null && index <= last && snapshot.elements[(int) index] != element) {
                index++;
            }
            if (element == null || index > last) {
                break;
            }
            if (indices.get((int) index)) {
                doomed.set(distance);
                farthest = distance;
                count++;
            }
            index++;
        }
        int to = farthest;
        for (int from = farthest; from >= 0; from--) {
            if (!doomed.get(from)) {
                moveTo(head, to--, elementAt(head, from));
            }
        }
        for (int i = 0; i < count; i++) {
            clearAt(head, i);
        }
        removals += count;
        unlockHead(head, count);
        return count > 0;
    }
}
