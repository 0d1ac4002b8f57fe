package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;

/**
 * A queue behind a {@link Broker}: algorithm 1 of the Broker Queue paper without its ring. Whoever has an assurance
 * gets a position, alone or with others by one claim, and meets the element there.
 */
abstract sealed class BrokeredQueue implements IntQueue permits BrokerQueue, FusedBrokerQueue {
    private final Device device;

    /** Count, Head and Tail. */
    final Broker broker;

    final QueueOptions.Statistics statistics;

    BrokeredQueue(Device device, Broker broker, QueueOptions.Statistics statistics) {
        this.device = device;
        this.broker = broker;
        this.statistics = statistics;
    }

    /** {@return whether room is assured; if not, the caller is told that the queue is full} */
    abstract boolean ensureEnqueue();

    /** {@return whether an element is assured; if not, the caller is told that the queue is empty} */
    abstract boolean ensureDequeue();

    /** Waits for the turn of {@code position}, and puts an element there. */
    abstract void putData(int position, int value);

    /** Waits for the turn of {@code position}. {@return the element that was there} */
    abstract int readData(int position);

    /**
     * Until room is assured, or Full is seen: Count alone does not say that there is an instant at which it is true.
     */
    final boolean ensureEnqueueUnlessFull() {
        var backoff = Backoff.patient();
        while (!broker.ensureEnqueue()) {
            if (broker.wasFull()) {
                return false;
            }
            if (broker.ensureEnqueueElsewhere()) {
                return true;
            }
            statistics.retried();
            backoff.pause("enqueue: others to make room, or to be seen not to");
        }
        return true;
    }

    /** Until an element is assured, or Empty is seen. */
    final boolean ensureDequeueUnlessEmpty() {
        var backoff = Backoff.patient();
        while (!broker.ensureDequeue()) {
            if (broker.wasEmpty()) {
                return false;
            }
            if (broker.ensureDequeueElsewhere()) {
                return true;
            }
            statistics.retried();
            backoff.pause("dequeue: others to add an element, or to be seen not to");
        }
        return true;
    }

    @Override
    public final int capacity() {
        return broker.capacity();
    }

    @Override
    public final Device device() {
        return device;
    }

    @Override
    public boolean enqueue(int value) {
        return enqueueAlone(value);
    }

    /** Without a claim made together with others. */
    private boolean enqueueAlone(int value) {
        if (!ensureEnqueue()) {
            return false;
        }
        putData(broker.nextTail(), value);
        return true;
    }

    @Override
    public TakenInt dequeue() {
        return dequeueAlone();
    }

    private TakenInt dequeueAlone() {
        if (!ensureDequeue()) {
            return TakenInt.empty();
        }
        return TakenInt.of(readData(broker.nextHead()));
    }

    @Override
    public final boolean enqueueWarp(Lane lane, int value) {
        return enqueue(broker.claimTailForWarp(lane), value);
    }

    @Override
    public final TakenInt dequeueWarp(Lane lane) {
        return dequeue(broker.claimHeadForWarp(lane));
    }

    /**
     * Where Count promises nothing, or less than there are lanes, the others get nothing: as the Broker Work
     * Distributor does it. If Count is in parts, a warp takes from one of them only.
     */
    @Override
    public final TakenInt pollWarp(Lane lane) {
        return poll(lane, lane.warp().activeMask());
    }

    /** @param mask lanes of a warp that all make this call, and mean this queue */
    final TakenInt poll(Lane lane, int mask) {
        var claim = broker.pollHead(lane, mask);
        return claim.granted() ? TakenInt.of(readData(claim.position())) : TakenInt.empty();
    }

    @Override
    public final int sizeHint() {
        return broker.unpromised();
    }

    @Override
    public final boolean enqueueBlock(Lane lane, int value) {
        return enqueue(broker.claimTailForBlock(lane), value);
    }

    @Override
    public final TakenInt dequeueBlock(Lane lane) {
        return dequeue(broker.claimHeadForBlock(lane));
    }

    final boolean enqueue(Broker.Claim claim, int value) {
        if (!claim.granted()) {
            return enqueueAlone(value);
        }
        putData(claim.position(), value);
        return true;
    }

    final TakenInt dequeue(Broker.Claim claim) {
        return claim.granted() ? TakenInt.of(readData(claim.position())) : dequeueAlone();
    }

    /** With claims for as many as there is room for, and at most {@link Broker#MAX_CLAIM} each. */
    @Override
    public final int enqueueAll(Ints source, int from, int count) {
        BatchBounds.requireInside(source, from, count);
        int done = 0;
        while (done < count) {
            var batch = broker.claimTail(count - done);
            for (int i = 0; i < batch.granted(); i++) {
                putData(batch.position() + i, source.get(from + done + i));
            }
            done += batch.granted();
            if (batch.granted() == 0) {
                if (!enqueue(source.get(from + done))) {
                    return done;
                }
                done++;
            }
        }
        return done;
    }

    /** With claims for as many as there are, and at most {@link Broker#MAX_CLAIM} each. */
    @Override
    public final int dequeueAll(Ints target, int from, int most) {
        int fitting = BatchBounds.fitting(target, from, most);
        int done = 0;
        while (done < fitting) {
            var batch = broker.claimHead(fitting - done);
            for (int i = 0; i < batch.granted(); i++) {
                target.set(from + done + i, readData(batch.position() + i));
            }
            done += batch.granted();
            if (batch.granted() == 0) {
                var dequeued = dequeue();
                if (!dequeued.present()) {
                    return done;
                }
                target.set(from + done, dequeued.value());
                done++;
            }
        }
        return done;
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + " of " + capacity() + " elements";
    }
}
