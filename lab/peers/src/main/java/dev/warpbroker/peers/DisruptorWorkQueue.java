package dev.warpbroker.peers;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import org.jspecify.annotations.Nullable;

/**
 * The ring buffer of the LMAX Disruptor as a queue, in which each element goes to one of several consumers.
 *
 * <p>That is not what the Disruptor is best at: it shows all events to every consumer, in batches. Version 4 has no
 * consumers that share work; version 3 had them, and this does what those did, on the public interface of the ring
 * buffer: a common sequence from which consumers claim by compare-and-set, and for each consumer a sequence of its own
 * that keeps producers off the event that it is reading. Two things differ, both needed by a poll that answers Empty:
 * an event is claimed only when it is published, and a consumer between two polls holds up nobody.
 *
 * <p>Producers use {@code tryNext} and {@code publish} of the sequencer for several producers.
 */
final class DisruptorWorkQueue {
    private static final long NONE = Long.MAX_VALUE;

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

    QueuePort port() {
        var reading = new Sequence();
        ring.addGatingSequences(reading);
        reading.set(NONE);
        return new ConsumerPort(reading);
    }

    private final class ConsumerPort implements QueuePort {
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
