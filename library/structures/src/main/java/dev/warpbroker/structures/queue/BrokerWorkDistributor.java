package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;

/**
 * The Broker Work Distributor (BWD): a {@link BrokerQueue} that takes its broker at its word and never waits to see
 * whether the queue really is full or empty.
 *
 * <p>Kerbl et al., <i>The Broker Queue</i>, ICS 2018, section 6.1.
 *
 * <p><b>Guarantees.</b> Nothing is lost or duplicated; values of one thread keep their order. Empty means that, by all
 * operations that have begun, every element there is or will be has been promised to somebody: unless another enqueue
 * begins, the queue will be empty. Full means the same of room. For handing out work that is enough, and near Full and
 * Empty it is much faster.
 *
 * <p><b>Not guaranteed.</b> Not linearizable: a thread may be told Full (Empty) although at no instant of its call as
 * many elements were inside (none was). With a capacity of 2 and one element inside, an enqueue that has its assurance
 * and is then delayed makes others see Full, and one that comes first out of the queue later. The rest is as with
 * {@link BrokerQueue}.
 */
final class BrokerWorkDistributor extends BrokerQueue {
    private BrokerWorkDistributor(Device device, QueueOptions options, int wordsPerSlot) {
        super(device, options, wordsPerSlot);
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity a power of two between 2 and 2^30
     */
    public static BrokerWorkDistributor ints(Device device, int capacity) {
        return new BrokerWorkDistributor(device, QueueOptions.capacity(capacity), 1);
    }

    /**
     * {@return an empty queue that lends slots of {@code wordsPerSlot} 32-bit words}
     *
     * @param capacity a power of two between 2 and 2^30
     */
    static SlotQueue slots(Device device, int capacity, int wordsPerSlot) {
        return new BrokerWorkDistributor(device, QueueOptions.capacity(capacity), wordsPerSlot);
    }

    static BrokerWorkDistributor with(Device device, QueueOptions options) {
        return new BrokerWorkDistributor(device, options, 1);
    }

    @Override
    boolean ensureEnqueue() {
        return broker.ensureEnqueue();
    }

    @Override
    boolean ensureDequeue() {
        return broker.ensureDequeue();
    }
}
