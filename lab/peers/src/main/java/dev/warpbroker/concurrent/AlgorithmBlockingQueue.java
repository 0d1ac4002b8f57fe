package dev.warpbroker.concurrent;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of objects on an algorithm of choice: any of the library's {@linkplain QueueKind queues} that answers
 * Full and Empty, with the very code that runs on GPUs.
 *
 * <p><b>What it is for.</b> To see what the algorithms do with objects and threads of the JVM, beside
 * {@link RingBlockingQueue}, which makes fewer atomic operations, tells Full exactly with any capacity and peeks for
 * nothing. It is in that class's package to share what is package-private there, and so runs on the class path only.
 *
 * <p><b>Guarantees.</b> {@link #offer} and {@link #poll} are the algorithm's enqueue and dequeue, with its
 * {@linkplain QueueKind#claims() claims} of order, of linearizability and of being lock-free, but for two limits. While
 * somebody does one of the operations named under <i>Costs</i>, all others wait for that. And slots are set aside for
 * {@value #SPARE} operations under way; with more than that, {@code offer} may return false before the queue is full.
 * {@link #put}, {@link #take} and the timed forms may try for a few microseconds and then park, and throw
 * {@link InterruptedException} if the thread is interrupted when they begin or while they wait; so this can be the work
 * queue of a {@link java.util.concurrent.ThreadPoolExecutor}. null cannot be an element.
 *
 * <p><b>Full and Empty.</b> One thread alone can put in exactly {@link #remainingCapacity} elements. Beside others, a
 * kind that claims both {@link Claim#LINEARIZABLE} and {@link Claim#EXACT_CAPACITY} says Full and Empty only if that
 * was so at some instant during the call. Without the first, both may be wrong for as long as others are in the middle
 * of operations. Without the second ({@link QueueKind#LCRQ}, {@link QueueKind#BAQ}, {@link QueueKind#G_LFQ}), Full may
 * be: operations under way then take up room. So it is in all kinds with a capacity that is not a power of two from 2
 * on: the algorithms have only those, so the next greater one is used, and a stock of slots keeps it to what was asked
 * for. The operations that wait are not misled by either.
 *
 * <p><b>Memory.</b> As with all queues of {@code java.util.concurrent}, what a thread did before it put an element in
 * happens-before what another does after it has received or seen that element.
 *
 * <p><b>Costs.</b> The algorithms have no operations but enqueue and dequeue. Everything else is done by one thread
 * alone, while all others wait: it keeps them out, waits until those inside have ended, works with the algorithm's
 * operations, and lets the others in again.
 *
 * <ul>
 *   <li>{@link #peek} does so once for each element that is first; then it is cheap until that element is taken. In
 *       between, {@code offer} must work alone, too.
 *   <li>{@link #iterator}, {@link #toArray()}, {@link #contains}, {@link #spliterator}, {@link #toString} take every
 *       element out and put it in again, to have a copy of the references at one instant. {@link #remove(Object)},
 *       {@link #removeIf} and {@link Iterator#remove} do that twice, {@link #clear} once.
 *   <li>{@link #isEmpty} holds up nobody: it adds up at most 64 pairs of counters. {@link #size} does so until no
 *       element has left meanwhile, and if that takes too often, holds up the others for the time of one more look.
 *       Both are exact while nobody changes the queue; operations that have not returned may or may not be counted.
 *   <li>{@link #drainTo(Collection)} calls the collection's {@code add}, too, while all others wait.
 * </ul>
 *
 * <p>Copies show nothing that comes later, and never throw {@link java.util.ConcurrentModificationException}. The
 * methods {@code equals} of elements and predicates that are handed in are never called while others are kept out.
 *
 * <p><b>Not guaranteed.</b> Fairness among threads that wait: they are woken in the order of arrival, but must compete
 * for what they were woken for. Speed with few slots: kinds that serve each slot in turn (BQ, BWD, GQ, HTQ) become
 * slower by orders of magnitude where many more threads than slots and than processors meet; give them a capacity of
 * the number of threads or more.
 *
 * @param <E> the type of the elements
 */
public final class AlgorithmBlockingQueue<E> extends WaitingQueue<E> {
    /*
     * The algorithm is a queue of ints: the numbers of slots. The objects lie in the slots. All operations go through a
     * gate, which one thread can close to be alone.
     *
     * Invariants
     * - The number of a slot is in exactly one place: among the free ones, in the queue, at the front, or with an
     *   operation under way. A slot is not null exactly from just before its number enters the queue until it has left
     *   it.
     * - The front is an element that peek has taken out of the queue; it comes before all that are inside. Only a
     *   thread that is alone sets it; the thread that takes it clears it. So for those inside the gate it changes at
     *   most once, to NONE: a thread that has read NONE may use the queue as if there was no front, and two equal reads
     *   mean that nothing changed in between.
     * - The queue has room for `capacity` at least, whatever is at the front. So offers that find a front are made
     *   alone, where the number of elements is known.
     * - Arrivals less departures is the number of elements, exactly if one is alone, because a thread that changes it
     *   counts when it leaves the gate. Departures read before arrivals give no less than there are of those whose
     *   offers have left, so nobody is told that it is empty while such an element stays inside; and isFull reads them
     *   the other way.
     * - One thread alone finds neither Full with less than `capacity` inside nor Empty with more than 0, also in kinds
     *   that are not linearizable. To be alone is to rotate: take one out, put it in again; there is always room for
     *   it.
     * - A slot and how often it has been used tell elements apart, also if the same object is inside twice.
     *
     * Waiting. A thread that finds nothing raises its flag, looks at the counts, and only then parks. A thread that
     * changes something counts, with a full fence, before it looks at the flag. So if the waiting thread missed a
     * count, the other sees the flag and calls: this is what WaitingLine asks for. It does not depend on when the
     * algorithm says Full or Empty, and must not: in GQ and HTQ a dequeue that fails may make another fail beside it
     * although an element is there, BWD counts promises instead of elements, and in LCRQ, BAQ and G-LFQ room comes back
     * late. None of them calls anybody when that has passed. So a thread that is refused although the counts are good
     * does not park in the line; it gives way (GivingWay) for at most some tens of microseconds at a time, and tries
     * again.
     *
     * Access modes. Slots are plain. From offer to poll they are handed over by the queue, which publishes; from poll
     * to offer by the stack of free slots; from and to a thread that is alone by the gate. Only peek reads a slot that
     * may be cleared meanwhile: with acquire, so that its second look at the front is made after that.
     */

    /** Slots for operations that have taken one and not yet put it in, or the other way round. */
    static final int SPARE = 1024;

    /** Of size, until no element departs between two of them. */
    private static final int LOOKS = 20;

    private static final int NONE = FreeSlots.NONE;

    private static final VarHandle FRONT;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    static {
        try {
            FRONT = MethodHandles.lookup().findVarHandle(AlgorithmBlockingQueue.class, "front", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    /** The numbers of the slots with elements, in the order of the queue. */
    private final IntQueue queue;

    private final FreeSlots free;
    private final @Nullable Object[] slots;

    /** How often each slot has been used. */
    private final int[] uses;

    private final Gate gate = new Gate();

    /** The slot of the first element, if that is not in the queue. */
    private volatile int front = NONE;

    private volatile boolean consumersWait;
    private volatile boolean producersWait;

    private final WaitingLine consumers = new WaitingLine() {
        @Override
        boolean isReady() {
            return !isEmpty();
        }

        @Override
        boolean isRefusalWrong() {
            return isReady();
        }

        @Override
        void raiseFlag() {
            consumersWait = true;
        }

        @Override
        void lowerFlag() {
            consumersWait = false;
        }
    };

    private final WaitingLine producers = new WaitingLine() {
        @Override
        boolean isReady() {
            return !isFull();
        }

        @Override
        boolean isRefusalWrong() {
            return isReady();
        }

        @Override
        void raiseFlag() {
            producersWait = true;
        }

        @Override
        void lowerFlag() {
            producersWait = false;
        }
    };

    private final class SlotSnapshot extends Snapshot {
        /** Where the elements were, and how often those slots had been used. */
        final int[] where;

        final int[] usesThen;

        SlotSnapshot(int count) {
            super(count, new Object[count]);
            where = new int[count];
            usesThen = new int[count];
        }

        @Override
        boolean remove(int index) {
            return removeSlots(slot -> slot == where[index] && uses[slot] == usesThen[index]);
        }

        @Override
        boolean remove(BitSet indices) {
            var unwanted = new HashMap<Integer, Integer>();
            indices.stream().forEach(index -> unwanted.put(where[index], usesThen[index]));
            return removeSlots(slot -> Objects.equals(unwanted.get(slot), uses[slot]));
        }
    }

    private AlgorithmBlockingQueue(QueueKind kind, int capacity) {
        int room = Math.max(2, Integer.highestOneBit(2 * capacity - 1));
        super(capacity);
        queue = kind.create(Device.jvm(), room);
        // What may hold more than was asked for is kept to that by the number of slots.
        int count = capacity + (room == capacity && kind.claims(Claim.EXACT_CAPACITY) ? SPARE : 0);
        free = new FreeSlots(count);
        slots = new Object[count];
        uses = new int[count];
    }

    /**
     * {@return an empty queue on an algorithm}
     *
     * @param kind one of {@link #kinds}
     * @param capacity how many elements it holds, from 1 to 2^30, or to 2^28 in LCRQ and G-LFQ
     * @throws IllegalArgumentException if {@code kind} or {@code capacity} cannot be used
     */
    public static <E> AlgorithmBlockingQueue<E> of(QueueKind kind, int capacity) {
        var reason = reasonAgainst(kind);
        if (reason != null) {
            throw new IllegalArgumentException(kind + " cannot carry the objects of a blocking queue: it " + reason
                    + "; use one of "
                    + kinds().stream().map(QueueKind::toString).collect(Collectors.joining(", ")));
        }
        int most = kind == QueueKind.LCRQ || kind == QueueKind.G_LFQ ? 28 : 30;
        if (capacity < 1 || capacity > 1 << most) {
            throw new IllegalArgumentException("capacity " + capacity + " is not between 1 and 2^" + most
                    + ", which is what " + kind + " can hold");
        }
        return new AlgorithmBlockingQueue<>(kind, capacity);
    }

    /** {@return the kinds that can be used} */
    public static Set<QueueKind> kinds() {
        var usable = EnumSet.allOf(QueueKind.class);
        usable.removeIf(kind -> reasonAgainst(kind) != null);
        return Collections.unmodifiableSet(usable);
    }

    private static @Nullable String reasonAgainst(QueueKind kind) {
        if (!kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)) {
            return "blocks while it is full or empty, so offer and poll could not return";
        }
        if (!kind.claims(Claim.PUBLISHES)) {
            return "hands over ints and publishes nothing else";
        }
        return kind.claims(Claim.LANES_ONLY)
                ? "keeps a part for each lane of a kernel, and other threads are none"
                : null;
    }

    /**
     * Puts an element in if there is room: the algorithm's enqueue.
     *
     * @return false if the queue is full
     * @throws NullPointerException if {@code e} is null
     */
    @Override
    public boolean offer(E e) {
        requireElement(e);
        boolean done = false;
        boolean hasFront = false;
        int entered = gate.enter(Gate.ARRIVALS);
        try {
            hasFront = front != NONE;
            done = !hasFront && enqueue(e);
        } finally {
            gate.leave(entered, done ? 1 : 0);
        }
        if (hasFront) {
            done = offerAlone(e);
        }
        if (done && consumersWait) {
            consumers.call();
        }
        return done;
    }

    private boolean offerAlone(E e) {
        gate.close();
        try {
            boolean done = count() < capacity && enqueue(e);
            gate.count(Gate.ARRIVALS, done ? 1 : 0);
            return done;
        } finally {
            gate.open();
        }
    }

    private boolean enqueue(E e) {
        int slot = free.take();
        if (slot == NONE) {
            return false;
        }
        slots[slot] = e;
        uses[slot]++;
        if (queue.enqueue(slot)) {
            return true;
        }
        release(slot);
        return false;
    }

    private void release(int slot) {
        slots[slot] = null;
        free.give(slot);
    }

    /**
     * Takes the first element if there is one: the algorithm's dequeue.
     *
     * @return null if the queue is empty
     */
    @Override
    public @Nullable E poll() {
        E first = null;
        int entered = gate.enter(Gate.DEPARTURES);
        try {
            first = dequeue();
        } finally {
            gate.leave(entered, first == null ? 0 : 1);
        }
        if (first != null && producersWait) {
            producers.call();
        }
        return first;
    }

    private @Nullable E dequeue() {
        int slot = front;
        if (slot == NONE || !FRONT.compareAndSet(this, slot, NONE)) {
            var dequeued = queue.dequeue();
            if (!dequeued.present()) {
                return null;
            }
            slot = dequeued.value();
        }
        E element = element(slot);
        release(slot);
        return element;
    }

    @SuppressWarnings("unchecked")
    private @Nullable E element(int slot) {
        return (E) SLOT.getAcquire(slots, slot);
    }

    /** {@return the first element, which stays, or null if the queue is empty} */
    @Override
    public @Nullable E peek() {
        int entered = gate.enter(Gate.DEPARTURES);
        try {
            int slot = front;
            if (slot != NONE) {
                E element = element(slot);
                if (front == slot) {
                    return element;
                }
            }
        } finally {
            gate.leave(entered, 0);
        }
        return peekAlone();
    }

    private @Nullable E peekAlone() {
        gate.close();
        try {
            return bringToFront() ? element(front) : null;
        } finally {
            gate.open();
        }
    }

    /** {@return whether there is an element, and it is at the front} */
    private boolean bringToFront() {
        if (front == NONE) {
            var dequeued = queue.dequeue();
            if (!dequeued.present()) {
                return false;
            }
            front = dequeued.value();
        }
        return true;
    }

    /** In this order, it is never too little. */
    private int count() {
        int departures = gate.done(Gate.DEPARTURES);
        return gate.done(Gate.ARRIVALS) - departures;
    }

    @Override
    public int size() {
        for (int look = 0; look < LOOKS; look++) {
            int departures = gate.done(Gate.DEPARTURES);
            int arrivals = gate.done(Gate.ARRIVALS);
            if (gate.done(Gate.DEPARTURES) == departures) {
                return Math.clamp(arrivals - departures, 0, capacity);
            }
        }
        gate.close();
        try {
            return count();
        } finally {
            gate.open();
        }
    }

    @Override
    public boolean isEmpty() {
        return count() <= 0;
    }

    /** In this order, it is never too much. */
    private boolean isFull() {
        int arrivals = gate.done(Gate.ARRIVALS);
        return arrivals - gate.done(Gate.DEPARTURES) >= capacity;
    }

    @Override
    int drain(Collection<? super E> target, int most) {
        int moved = 0;
        gate.close();
        try {
            while (moved < most && bringToFront()) {
                target.add(Objects.requireNonNull(element(front)));
                release(front);
                front = NONE;
                moved++;
            }
        } finally {
            gate.count(Gate.DEPARTURES, moved);
            gate.open();
        }
        if (moved > 0 && producersWait) {
            producers.call();
        }
        return moved;
    }

    /** Removes the first element that equals {@code o}, if there is one. */
    @Override
    public boolean remove(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        while (true) {
            var snapshot = snapshot();
            boolean found = false;
            for (int i = 0; i < snapshot.count; i++) {
                if (o.equals(snapshot.elements[i])) {
                    found = true;
                    if (snapshot.remove(i)) {
                        return true;
                    }
                }
            }
            // What was found may be gone by now, while another that equals it has come.
            if (!found) {
                return false;
            }
        }
    }

    /** Removes all elements. */
    @Override
    public void clear() {
        removeSlots(_ -> true);
    }

    @Override
    WaitingLine consumers() {
        return consumers;
    }

    @Override
    WaitingLine producers() {
        return producers;
    }

    @Override
    Snapshot snapshot() {
        gate.close();
        try {
            var snapshot = new SlotSnapshot(count());
            int first = front;
            for (int i = 0; i < snapshot.count; i++) {
                boolean isFirst = i == 0 && first != NONE;
                int slot = isFirst ? first : dequeueAlone();
                snapshot.where[i] = slot;
                snapshot.usesThen[i] = uses[slot];
                snapshot.elements[i] = slots[slot];
                if (!isFirst) {
                    enqueueAlone(slot);
                }
            }
            return snapshot;
        } finally {
            gate.open();
        }
    }

    /** {@return whether there were elements that lay in unwanted slots, and have been removed} */
    private boolean removeSlots(IntPredicate unwanted) {
        int removed = 0;
        gate.close();
        try {
            int inQueue = count();
            int first = front;
            if (first != NONE) {
                inQueue--;
                if (unwanted.test(first)) {
                    front = NONE;
                    release(first);
                    removed++;
                }
            }
            for (; inQueue > 0; inQueue--) {
                int slot = dequeueAlone();
                if (unwanted.test(slot)) {
                    release(slot);
                    removed++;
                } else {
                    enqueueAlone(slot);
                }
            }
            gate.count(Gate.DEPARTURES, removed);
        } finally {
            gate.open();
        }
        if (removed > 0 && producersWait) {
            producers.call();
        }
        return removed > 0;
    }

    private int dequeueAlone() {
        var dequeued = queue.dequeue();
        if (!dequeued.present()) {
            throw new IllegalStateException(
                    queue + " says that it is empty, with elements inside and nobody else there");
        }
        return dequeued.value();
    }

    private void enqueueAlone(int slot) {
        if (!queue.enqueue(slot)) {
            throw new IllegalStateException(queue + " says that it is full, with room inside and nobody else there");
        }
    }
}
