package dev.warpbroker.peers;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import org.jspecify.annotations.Nullable;

/**
 * The ring buffer of the LMAX Disruptor as a queue, in which each element goes to one of several consumers.
 *
 * <p>The Disruptor is not designed for this use: it shows all events to every consumer, in batches. Version 4 has no
 * consumers that share work. Version 3 had them, and this class does the same on the public interface of the ring
 * buffer: consumers claim events by compare-and-set from a common sequence, and each consumer has a sequence of its own
 * that keeps producers from the event that it is reading. Two things differ, because a poll here returns null if the
 * queue is empty: a consumer claims an event only after it was published, and a consumer between two polls does not
 * hold up the producers.
 *
 * <p>Producers use {@code tryNext} and {@code publish} of the sequencer for several producers.
 */
final class DisruptorWorkQueue {
    /** The sequence of a consumer that reads no event. It is greater than all others, so producers ignore it. */
    private static final long NONE = Long.MAX_VALUE;

    /** A slot of the ring. The ring allocates all of them once; an element is only referenced from its slot. */
    private static final class Event {
        @Nullable
        Object element;
    }

    private final RingBuffer<Event> ring;

    /** The last event that a consumer has claimed. */
    private final Sequence claimed = new Sequence();

    /** Capacity: a power of two. */
    DisruptorWorkQueue(int capacity) {
        ring = RingBuffer.createMultiProducer(Event::new, capacity);
        // Before those of the consumers: producers read the sequences in this order. If they see a claim, they then
        // see the sequence of the consumer that claimed.
        ring.addGatingSequences(claimed);
    }

    /** {@return a port for one thread, which must not share it} It stays registered as long as the ring exists. */
    QueuePort port() {
        var reading = new Sequence();
        ring.addGatingSequences(reading);
        // Only now: registration sets the sequence to the position of the producers.
        reading.set(NONE);
        return new ConsumerPort(reading);
    }

    private final class ConsumerPort implements QueuePort {
        /** The event before the one that this consumer tries to claim or reads; {@link #NONE} between two polls. */
        private final Sequence reading;

        ConsumerPort(Sequence reading) {
            this.reading = reading;
        }

        @Override
        public boolean offer(Object element) {
            long sequence;
            try {
                sequence = ring.tryNext();
            } catch (InsufficientCapacityException _) {
                return false;
            }
            ring.get(sequence).element = element;
            ring.publish(sequence);
            return true;
        }

        @Override
        public @Nullable Object poll() {
            while (true) {
                long last = claimed.get();
                if (!ring.isAvailable(last + 1)) {
                    return null;
                }
                // Announced before the claim: once `claimed` has moved on, only `reading` protects the event.
                reading.setVolatile(last);
                if (claimed.compareAndSet(last, last + 1)) {
                    var event = ring.get(last + 1);
                    Object element = event.element;
                    event.element = null;
                    reading.set(NONE);
                    return element;
                }
                reading.set(NONE);
            }
        }
    }
}
