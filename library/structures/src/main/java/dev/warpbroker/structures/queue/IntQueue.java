package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.DeviceStructure;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.host.HostTransfer;

/**
 * A bounded queue of ints in device memory, used by the lanes of a kernel.
 *
 * <p><b>In kernels:</b> all operations but those of the next paragraph. On the JVM device any thread may call those
 * without a {@link Lane}, unless the queue says otherwise.
 *
 * <p><b>On the host,</b> while no kernel uses the queue: {@link #fill}, {@link #drain}, {@link #clear} and
 * {@link #close}.
 *
 * <p>Full and empty are results, never exceptions. What an implementation promises beyond that (first in, first out;
 * linearizability; what a caller may have to wait for) is said in its class comment and, for programs, by
 * {@link QueueKind#claims}.
 *
 * <p>The operations of a warp and of a block have the effect of single operations by their lanes, and let a queue serve
 * all of them at once. What each lane gets is its own result: some may succeed while others find the queue full or
 * empty.
 */
public interface IntQueue extends DeviceStructure {
    /** {@return whether {@code value} was put in; if not, the queue was full} */
    boolean enqueue(int value);

    /** {@return the value taken out, or {@link TakenInt#empty()} if the queue was empty} */
    TakenInt dequeue();

    /**
     * {@return about how many values could be taken out now} For those who would otherwise ask an empty queue again and
     * again: a look that keeps nobody from a counter. It may be out of date and wrong in either direction, but if a
     * value stays inside that nobody is about to take, it will not be 0 for ever. A queue that cannot tell by a look
     * answers with its capacity; so does one that can only tell that it has something.
     */
    default int sizeHint() {
        return capacity();
    }

    /**
     * {@link #enqueue} for the lanes of a warp that happen to make this call together, and must all mean this queue
     * then.
     */
    default boolean enqueueWarp(Lane lane, int value) {
        return enqueue(value);
    }

    /**
     * {@link #dequeue} for the lanes of a warp that happen to make this call together, and must all mean this queue
     * then.
     */
    default TakenInt dequeueWarp(Lane lane) {
        return dequeue();
    }

    /**
     * A value for each lane of a warp that happens to make this call with others, who mean this queue, if it can be had
     * at once: for those who have something else to do, or will ask again.
     *
     * <p>A lane that gets a value has made a {@link #dequeue}, with all that the queue claims of one, and can be mixed
     * with any other operation. A lane that gets nothing has changed nothing, and is told nothing about the queue:
     * unlike after {@link #dequeueWarp}, the queue need not have been empty at any instant, and there may be more
     * values than the lanes together have got. What is promised is this: if throughout the call there is a value inside
     * that nobody else is about to take, some lane of the warp gets one, unless others poll or take values at the same
     * time. So whoever polls again and again finds what stays inside.
     *
     * <p>It never waits for an enqueue or a dequeue that has not begun, also where {@link #dequeue} does.
     */
    default TakenInt pollWarp(Lane lane) {
        return dequeueWarp(lane);
    }

    /** {@link #enqueue} for a block. Every lane of the block must make this call: it contains barriers. */
    default boolean enqueueBlock(Lane lane, int value) {
        return enqueue(value);
    }

    /** {@link #dequeue} for a block. Every lane of the block must make this call: it contains barriers. */
    default TakenInt dequeueBlock(Lane lane) {
        return dequeue();
    }

    /**
     * Puts several values in, one after the other; others may come between them.
     *
     * @param count how many; any number, also more than the capacity. If it is not positive, nothing happens
     * @return how many were put in; if not all, the queue was full
     * @throws IndexOutOfBoundsException if {@code source} does not have so many from {@code from} on; then none was put
     *     in
     */
    default int enqueueAll(Ints source, int from, int count) {
        BatchBounds.requireInside(source, from, count);
        int done = 0;
        while (done < count && enqueue(source.get(from + done))) {
            done++;
        }
        return done;
    }

    /**
     * Takes several values out, one after the other; others may come between them.
     *
     * @param most any number, also more than the capacity; no more are taken than {@code target} has room for from
     *     {@code from} on. If it is not positive, nothing happens
     * @return how many were taken out; if fewer than that, the queue was empty
     * @throws IndexOutOfBoundsException if {@code from} is not in {@code target}; then none was taken out
     */
    default int dequeueAll(Ints target, int from, int most) {
        int fitting = BatchBounds.fitting(target, from, most);
        int done = 0;
        while (done < fitting) {
            var dequeued = dequeue();
            if (!dequeued.present()) {
                break;
            }
            target.set(from + done, dequeued.value());
            done++;
        }
        return done;
    }

    /**
     * Puts values in from the host, in their order, while no kernel uses the queue.
     *
     * @return how many were put in; if not all, the queue is full
     */
    default int fill(int... values) {
        return HostTransfer.fill(this, values, source -> enqueueAll(source, 0, source.length()));
    }

    /** {@return all values, taken out by the host in their order, while no kernel uses the queue} */
    default int[] drain() {
        return HostTransfer.drain(this, target -> dequeueAll(target, 0, target.length()));
    }

    /**
     * A queue that passes the operations of single lanes on to another one; those of warps and blocks, and of the host,
     * are made of these. Implement it for a queue that does something else, or something more, in some operations.
     */
    interface Forwarding extends IntQueue {
        /** {@return the other one} */
        IntQueue queue();

        @Override
        default boolean enqueue(int value) {
            return queue().enqueue(value);
        }

        @Override
        default TakenInt dequeue() {
            return queue().dequeue();
        }

        @Override
        default int sizeHint() {
            return queue().sizeHint();
        }

        @Override
        default int capacity() {
            return queue().capacity();
        }

        @Override
        default Device device() {
            return queue().device();
        }

        @Override
        default void clear() {
            queue().clear();
        }

        @Override
        default void close() {
            queue().close();
        }
    }
}
