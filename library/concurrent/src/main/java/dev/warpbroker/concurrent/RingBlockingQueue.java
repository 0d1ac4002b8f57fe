package dev.warpbroker.concurrent;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A bounded first-in-first-out queue for many producers and many consumers that keeps its speed when they meet.
 *
 * <p>It holds exactly as many elements as its capacity says, whatever the number, and null is not one of them.
 * {@link #offer} and {@link #poll} answer at once whether there was room or an element; {@link #put}, {@link #take} and
 * the timed forms wait, where it pays for some microseconds by looking, and then parked. They throw
 * {@link InterruptedException} if the thread is interrupted when they begin or while they wait. So it can be the work
 * queue of a {@link java.util.concurrent.ThreadPoolExecutor}. It can be serialized, if its elements can.
 *
 * <p><b>Ordering.</b> {@link #offer}, {@link #poll} and {@link #peek}, and the waiting forms of them, are linearizable:
 * an element leaves after all that entered before it, {@code offer} returns false only if the queue was full at some
 * instant during the call, and {@code poll} and {@code peek} return null only if it was empty at some instant during
 * the call.
 *
 * <p><b>Memory.</b> As with all queues of {@code java.util.concurrent}, what a thread did before it put an element in
 * happens-before what another does after it has received or seen that element.
 *
 * <p><b>Size.</b> {@link #size} takes constant time and is exact while nobody changes the queue; operations in progress
 * may or may not be counted. It is never below 0 or above the capacity.
 *
 * <p><b>Iteration.</b> {@link #iterator}, {@link #toArray()}, {@link #spliterator} and {@link #toString} work on a copy
 * of the references, taken at one instant at the start; they show nothing that comes later and never throw
 * {@link java.util.ConcurrentModificationException}. {@link #contains} copies nothing and holds up nobody: it finds
 * what is in the queue during the whole call. Removing from the middle ({@link #remove(Object)}, {@link #removeIf},
 * {@link Iterator#remove}) takes time proportional to the number of elements in front. An iterator removes the very
 * occurrence that it has shown, or nothing if that one has left. The methods {@code equals} of elements and predicates
 * that are handed in are never called while the queue holds up other threads. {@link #drainTo(Collection)} calls the
 * collection's {@code add} while other consumers wait, so that nothing is lost if it throws. {@link #removeIf} is not
 * atomic as a whole: others may see the queue in between.
 *
 * <p><b>Not guaranteed.</b>
 *
 * <ul>
 *   <li>Fairness: whoever comes at the right moment is served before those who have waited. Under contention one thread
 *       works in a run while the others keep away, and come back one by one, in the order of arrival, some tens of
 *       microseconds apart. Threads parked in {@code put} or {@code take} are woken in the order of arrival, one after
 *       the other, but must compete for what they were woken for.
 *   <li>Lock-freedom: {@code offer} and {@code poll} each own their end of the queue for a few instructions. A thread
 *       that is preempted just there holds up that end until it runs again; the others park meanwhile. The two ends do
 *       not hold up each other. Copying, draining and removing from the middle own the consumers' end for as long as it
 *       takes.
 * </ul>
 *
 * <p>The memory taken is one reference per element of the capacity, rounded up to a power of two.
 *
 * @param <E> the type of the elements
 */
public final class RingBlockingQueue<E> extends WaitingQueue<E> implements Serializable {
    /*
     * A ring of slots and two words, head and tail. A word is 4 * position + flags; positions only grow (they may wrap
     * around), and the slot of a position is its last bits. LOCKED: someone owns this end. WAITED: someone is parked
     * who waits for this end to move: consumers for the tail, producers for the head. That is the whole of the state:
     * there are no sequence numbers in the slots, only references or null.
     *
     * offer: read tail, unlocked; look at the slot one capacity behind it; if that is null, lock by CAS, write the
     * element into the slot at tail, unlock with the next position. poll: the same at the head, with the slot at head.
     * One CAS for each, on a line that the other end's threads do not write.
     *
     * Invariants
     * - Elements are in the slots of consecutive positions, from head (from head + 1 while the owner of the head has
     *   cleared that slot) to before tail (to tail while the owner of the tail has filled that slot). All others are
     *   null.
     * - There are at most `capacity` of them. The slot at tail - capacity is null exactly if there are fewer: it is the
     *   slot at head if the queue is full, and otherwise has been cleared and cannot have been filled again, because
     *   the position that would is not before tail. If it is null, so is the slot at tail: that one either is the same
     *   or was cleared even earlier.
     * - Slots are filled by the owner of the tail only, and cleared and changed by the owner of the head only.
     *   Therefore what was read from a slot before the CAS still holds after it: every change of a slot's meaning for
     *   that end moves the word of that end. (Copying takes and releases the head without a change, and that does no
     *   harm.)
     * - An operation takes effect when its slot changes. Full is found by reading, between two equal unlocked values of
     *   tail, that the slot one capacity behind is not null, so it was full at that reading; likewise Empty, and peek.
     *   One equal and locked value would not do: the slot at head may by then hold an element of the next round.
     * - WAITED is set and cleared by CAS on an unlocked word. So whoever owns an end knows the flag from its own CAS
     *   and keeps it by a plain addition; and whoever sets the flag sees all slots that earlier owners of that end
     *   changed. WaitingLine needs just this.
     * - Removing from the middle needs the head alone. It moves the elements in front towards the tail, then clears
     *   slots from the head on and moves head: positions of both ends still only grow, and neither the slot at head nor
     *   one that producers may look at changes before it is cleared for good. No allocation while an end is owned.
     * - Nothing else moves elements. So whoever knows the position of one and all removals since then knows where it
     *   is, also if the same object is in the queue twice. Removals form a list of which the queue keeps the last and
     *   each snapshot the one that was last when it was taken; what no snapshot needs any more is garbage.
     *
     * Not invariant: head <= tail. A consumer may have taken the element of a producer that has not yet moved tail, and
     * a producer may have used the slot of a consumer that has not yet moved head; size() cuts off both.
     *
     * Access modes. Slots are written with release and read with acquire: that publishes the element to a consumer, and
     * the clearing to a producer. Words are read with acquire and unlocked with release: that hands the end to its next
     * owner, including what is guarded by it. The CAS is volatile, acquire would do. No operation needs that its store
     * is seen before its next load: a thread that is going to park makes both sides meet in one word by a CAS.
     *
     * Giving way for long (Crowd) is what makes it fast: the owner's next operations find its end in its own cache.
     */

    private static final long serialVersionUID = 1;

    private static final int GREATEST_CAPACITY = 1 << 30;

    private static final long LOCKED = 1;
    private static final long WAITED = 2;
    private static final long FLAGS = LOCKED | WAITED;
    private static final long NEXT = 4;

    /** No position: those are multiples of NEXT. */
    private static final long GONE = 1;

    /** Where the two words are: on cache lines of their own, also if lines are fetched in pairs. */
    private static final int HEAD = 16;

    private static final int TAIL = 32;
    private static final int WORDS = 48;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    /** What {@link #look} returns if the end is owned. */
    private static final Object BUSY = new Object();

    private final transient int mask;
    private final transient long[] words = new long[WORDS];
    private final transient @Nullable Object[] slots;
    private final transient AtomicInteger parking = new AtomicInteger();
    private final transient Crowd atHead = new Crowd(() -> position(HEAD), parking);
    private final transient Crowd atTail = new Crowd(() -> position(TAIL), parking);
    private final transient WaitingLine consumers = new Line(TAIL) {
        @Override
        boolean isReady() {
            return look(HEAD, 0) != null;
        }
    };
    private final transient WaitingLine producers = new Line(HEAD) {
        @Override
        boolean isReady() {
            Object last = look(TAIL, NEXT * capacity);
            return last == null || last == BUSY;
        }
    };

    /** The last removal from the middle. Changed by the owner of the head. */
    private transient volatile Removal lastRemoval = new Removal(0);

    /**
     * The thread that owns the head and hands elements to a collection meanwhile. Others may read it, but never see
     * themselves.
     */
    private transient @Nullable Thread drainer;

    /** Threads that wait for an end to move. What is busy is worth a try. */
    private abstract class Line extends WaitingLine {
        private static final int TRIES = 50;

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

        /** Without giving way at first: this is rare, and the others in the line wait for it. */
        private void replaceFlag(long flag) {
            if (end == HEAD) {
                requireNotDraining();
            }
            int pause = 0;
            for (int tries = 0; !tryToReplaceFlag(flag); tries++) {
                if (tries < TRIES) {
                    Thread.onSpinWait();
                } else {
                    pause = GivingWay.pause(pause);
                }
            }
        }

        private boolean tryToReplaceFlag(long flag) {
            long word = (long) WORD.getAcquire(words, end);
            return (word & LOCKED) == 0 && WORD.compareAndSet(words, end, word, (word & ~WAITED) | flag);
        }
    }

    /** Elements that were removed from the middle at once, and what was removed after that. */
    private static final class Removal {
        /** Where they were; ascending. */
        final long[] positions;

        int count;

        /** Guarded by the head. */
        @Nullable
        Removal next;

        Removal(int most) {
            positions = new long[most];
        }

        void add(long position) {
            positions[count++] = position;
        }

        /** {@return where what was at {@code position} is afterwards; {@link #GONE} if it was removed} */
        long moved(long position) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (positions[middle] - position < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            boolean removed = low < count && positions[low] == position;
            return removed ? GONE : position + NEXT * (count - low);
        }
    }

    private final class RingSnapshot extends Snapshot {
        /** The position of the first. */
        final long first;

        /** The last removal before it was taken. */
        final Removal removal;

        RingSnapshot(long first, Removal removal, int count, @Nullable Object[] elements) {
            super(count, elements);
            this.first = first;
            this.removal = removal;
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

    private long position(int end) {
        return (long) WORD.getAcquire(words, end) & ~FLAGS;
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
        for (int stage = Crowd.ARRIVED; ; stage = atTail.giveWay(stage)) {
            long tail = (long) WORD.getAcquire(words, TAIL);
            if ((tail & LOCKED) == 0) {
                if (SLOT.getAcquire(slots, slot(behind(tail))) != null) {
                    if ((long) WORD.getAcquire(words, TAIL) == tail) {
                        if (stage < 0) {
                            atTail.leave(stage);
                        }
                        return false;
                    }
                } else if (WORD.compareAndSet(words, TAIL, tail, tail | LOCKED)) {
                    SLOT.setRelease(slots, slot(tail), e);
                    WORD.setRelease(words, TAIL, tail + NEXT);
                    if (stage < 0) {
                        atTail.leave(stage);
                    }
                    if ((tail & WAITED) != 0) {
                        consumers.call();
                    }
                    return true;
                }
            }
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
        for (int stage = Crowd.ARRIVED; ; stage = giveWayAtHead(stage)) {
            long head = (long) WORD.getAcquire(words, HEAD);
            if ((head & LOCKED) == 0) {
                int slot = slot(head);
                Object first = SLOT.getAcquire(slots, slot);
                if (first == null) {
                    if ((long) WORD.getAcquire(words, HEAD) == head) {
                        if (stage < 0) {
                            atHead.leave(stage);
                        }
                        return null;
                    }
                } else if (WORD.compareAndSet(words, HEAD, head, head | LOCKED)) {
                    SLOT.setRelease(slots, slot, null);
                    WORD.setRelease(words, HEAD, head + NEXT);
                    if (stage < 0) {
                        atHead.leave(stage);
                    }
                    if ((head & WAITED) != 0) {
                        producers.call();
                    }
                    return (E) first;
                }
            }
        }
    }

    /** {@return the first element, which stays, or null if the queue is empty} */
    @Override
    @SuppressWarnings("unchecked")
    public @Nullable E peek() {
        int stage = Crowd.ARRIVED;
        Object first = look(HEAD, 0);
        while (first == BUSY) {
            stage = giveWayAtHead(stage);
            first = look(HEAD, 0);
        }
        if (stage < 0) {
            atHead.leave(stage);
        }
        return (E) first;
    }

    private int giveWayAtHead(int stage) {
        requireNotDraining();
        return atHead.giveWay(stage);
    }

    private void requireNotDraining() {
        if (drainer == Thread.currentThread()) {
            throw new IllegalStateException(
                    "a collection that a queue is being drained to cannot use the queue; drain to a list and use that");
        }
    }

    /** {@return the element in the slot that far behind an end, null if there is none, or BUSY} */
    private @Nullable Object look(int end, long distance) {
        long word = (long) WORD.getAcquire(words, end);
        if ((word & LOCKED) == 0) {
            Object element = SLOT.getAcquire(slots, slot(word - distance));
            if ((long) WORD.getAcquire(words, end) == word) {
                return element;
            }
        }
        return BUSY;
    }

    @Override
    public boolean isEmpty() {
        return peek() == null;
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
        for (int stage = Crowd.ARRIVED; ; stage = giveWayAtHead(stage)) {
            long head = (long) WORD.getAcquire(words, HEAD);
            if ((head & LOCKED) == 0 && WORD.compareAndSet(words, HEAD, head, head | LOCKED)) {
                if (stage < 0) {
                    atHead.leave(stage);
                }
                return head;
            }
        }
    }

    /** After {@code cleared} slots from the head on were cleared. */
    private void unlockHead(long head, int cleared) {
        WORD.setRelease(words, HEAD, head + NEXT * cleared);
        if ((head & WAITED) != 0 && cleared > 0) {
            producers.call();
        }
    }

    private @Nullable Object elementAt(long head, int distance) {
        return SLOT.getAcquire(slots, slot(head + NEXT * distance));
    }

    private void moveTo(long head, int distance, @Nullable Object element) {
        SLOT.setRelease(slots, slot(head + NEXT * distance), element);
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
            var removal = lastRemoval;
            unlockHead(head, 0);
            if (count == capacity || element == null) {
                return new RingSnapshot(head & ~FLAGS, removal, count, elements);
            }
            elements = new @Nullable Object[(int) Math.min(capacity, 2L * elements.length + 1)];
        }
    }

    private boolean remove(RingSnapshot snapshot, int index) {
        var indices = new BitSet();
        indices.set(index);
        return remove(snapshot, indices);
    }

    private boolean remove(RingSnapshot snapshot, BitSet indices) {
        var removal = new Removal(indices.cardinality());
        long head = lockHead();
        for (int index = indices.nextSetBit(0); index >= 0; index = indices.nextSetBit(index + 1)) {
            long position = snapshot.first + NEXT * index;
            for (var later = snapshot.removal.next; later != null && position != GONE; later = later.next) {
                position = later.moved(position);
            }
            if (position != GONE && distance(head, position) >= 0) {
                removal.add(position);
            }
        }
        return removeAndUnlock(head, removal);
    }

    private static long distance(long head, long position) {
        return (position - (head & ~FLAGS)) >> 2;
    }

    /** Moves those in front of each that is removed towards the tail, the farthest first. */
    private boolean removeAndUnlock(long head, Removal removal) {
        int left = removal.count;
        if (left > 0) {
            int to = (int) distance(head, removal.positions[left - 1]);
            for (int from = to; from >= 0; from--) {
                if (left > 0 && distance(head, removal.positions[left - 1]) == from) {
                    left--;
                } else {
                    moveTo(head, to--, elementAt(head, from));
                }
            }
            for (int i = 0; i < removal.count; i++) {
                clearAt(head, i);
            }
            lastRemoval.next = removal;
            lastRemoval = removal;
        }
        unlockHead(head, removal.count);
        return removal.count > 0;
    }

    /** An element and a position at which it was. */
    private record Found(Object element, long position) {}

    /**
     * {@return the first element that equals {@code o}, if there is one}
     *
     * <p>Holds up nobody. What stays in the queue is met: elements move, by removals, only towards the tail, and are at
     * the new place before they leave the old one. That may be behind the end at which the search stops, so it goes on
     * if there were removals.
     */
    private @Nullable Found find(Object o) {
        long at = position(HEAD);
        while (true) {
            var removal = lastRemoval;
            long end = position(TAIL);
            while (end - at > 0) {
                Object element = SLOT.getAcquire(slots, slot(at));
                if (element != null && o.equals(element)) {
                    return new Found(element, at);
                }
                at += NEXT;
                if (element == null) {
                    long head = position(HEAD);
                    at = head - at > 0 ? head : at;
                }
            }
            if (lastRemoval == removal) {
                return null;
            }
        }
    }

    @Override
    public boolean contains(@Nullable Object o) {
        return o != null && find(o) != null;
    }

    /** Removes the first element that equals {@code o}, if there is one. */
    @Override
    public boolean remove(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        while (true) {
            var found = find(o);
            if (found == null) {
                return false;
            }
            // It may be gone by now, while another that equals it has come.
            if (remove(found)) {
                return true;
            }
        }
    }

    private boolean remove(Found found) {
        var removal = new Removal(1);
        long head = lockHead();
        int distance = Math.clamp(distance(head, found.position), 0, capacity);
        while (distance < capacity) {
            Object element = elementAt(head, distance);
            if (element == found.element) {
                removal.add((head & ~FLAGS) + NEXT * distance);
                break;
            }
            distance = element == null ? capacity : distance + 1;
        }
        return removeAndUnlock(head, removal);
    }

    @Override
    @SuppressWarnings("unchecked")
    int drain(Collection<? super E> target, int most) {
        int moved = 0;
        long head = lockHead();
        drainer = Thread.currentThread();
        try {
            Object element;
            while (moved < Math.min(most, capacity) && (element = elementAt(head, moved)) != null) {
                target.add((E) element);
                clearAt(head, moved);
                moved++;
            }
        } finally {
            drainer = null;
            unlockHead(head, moved);
        }
        return moved;
    }

    /** What is written in place of a queue: the capacity and the elements in their order. */
    private record Written(int capacity, List<Object> elements) implements Serializable {
        private Object readResolve() throws InvalidObjectException {
            if (elements.size() > capacity) {
                throw new InvalidObjectException(
                        "a queue of capacity " + capacity + " cannot hold " + elements.size() + " elements");
            }
            var queue = new RingBlockingQueue<>(capacity);
            queue.addAll(elements);
            return queue;
        }
    }

    private Object writeReplace() {
        return new Written(capacity, List.of(toArray()));
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("queues are written as their capacity and elements");
    }
}
