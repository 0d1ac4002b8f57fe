package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.Claim.EVERY_LANE;
import static dev.warpbroker.structures.Claim.EXACT_CAPACITY;
import static dev.warpbroker.structures.Claim.FAIR_ORDERING;
import static dev.warpbroker.structures.Claim.FIFO;
import static dev.warpbroker.structures.Claim.LANES_ONLY;
import static dev.warpbroker.structures.Claim.LINEARIZABLE;
import static dev.warpbroker.structures.Claim.LOCKS;
import static dev.warpbroker.structures.Claim.LOCK_FREE;
import static dev.warpbroker.structures.Claim.MULTI_ELEMENT;
import static dev.warpbroker.structures.Claim.PUBLISHES;
import static dev.warpbroker.structures.Claim.RETURNS_WHEN_FULL_OR_EMPTY;
import static dev.warpbroker.structures.Claim.STATIC_MEMORY;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.StructureKind;
import java.util.Optional;
import java.util.Set;

/** The queues of this library by the names that papers, plots and the command line use, and what each claims. */
public enum QueueKind implements StructureKind {
    /**
     * {@link BrokerQueue}: first in, first out, linearizable, fast with thousands of threads. The one to begin with.
     */
    BQ(
            "BQ",
            "Broker Queue",
            BrokerQueue::with,
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            FAIR_ORDERING,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE,
            MULTI_ELEMENT),

    /** {@link FusedBrokerQueue}: faster than {@link #BQ}, but publishes nothing but the value itself. */
    BQ_FUSED(
            "BQ-fused",
            "Broker Queue, fast form",
            FusedBrokerQueue::with,
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            FAIR_ORDERING,
            STATIC_MEMORY,
            EVERY_LANE,
            MULTI_ELEMENT),

    /** {@link BrokerWorkDistributor}: as {@link #BQ}, faster near Full and Empty, and not linearizable there. */
    BWD(
            "BWD",
            "Broker Work Distributor",
            BrokerWorkDistributor::with,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            FAIR_ORDERING,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE,
            MULTI_ELEMENT),

    /** A {@link #BQ} for each block; blocks whose own is empty, or full, turn to those of others. */
    BSQ(
            "BSQ",
            "Broker Stealing Queue",
            BrokerStealingQueue::with,
            RETURNS_WHEN_FULL_OR_EMPTY,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE,
            LANES_ONLY),

    /** A ring behind two bounds: Gottlieb, Lubachevsky and Rudolph, 1983. Full and Empty may be wrong. */
    GQ(
            "GQ",
            "Gottlieb, Lubachevsky and Rudolph",
            GottliebQueue::with,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            FAIR_ORDERING,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** A ring in which operations wait for their turn, also while it is full or empty: Orozco and others, 2012. */
    CBQ(
            "CBQ",
            "Circular Buffer Queue",
            CircularBufferQueue::with,
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            FAIR_ORDERING,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** A {@link #CBQ} behind two counters: Orozco and others, 2012. Full and Empty may be wrong. */
    HTQ(
            "HTQ",
            "High Throughput Queue",
            HighThroughputQueue::with,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            FAIR_ORDERING,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** A ring in which operations wait for their turn, and which can be shut: Scogland and Feng, 2015. */
    SFQ(
            "SFQ",
            "Scogland and Feng",
            ScoglandFengQueue::with,
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            FAIR_ORDERING,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** A {@link #SFQ} whose operations do not wait until it is no longer full or empty. */
    NSFQ(
            "NSFQ",
            "Scogland and Feng, non-blocking",
            (device, options) -> ScoglandFengQueue.with(device, options).nonBlocking(),
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** A lock-free ring: Shann, Huang and Chen, 2000. */
    SHCQ(
            "SHCQ",
            "Shann, Huang and Chen",
            ShannQueue::with,
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            LOCK_FREE,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** A lock-free ring that seldom moves its ends: Tsigas and Zhang, 2001. Empty may be wrong. */
    TZQ(
            "TZQ",
            "Tsigas and Zhang",
            TsigasZhangQueue::with,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            LOCK_FREE,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** Michael and Scott's lock-free list, 1996. */
    MSQ(
            "MSQ",
            "Michael and Scott's non-blocking queue",
            MichaelScottQueue::with,
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            LOCK_FREE,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** Michael and Scott's list with two locks, 1996. */
    TWO_LOCK(
            "2MQ",
            "Michael and Scott's two-lock queue",
            TwoLockQueue::with,
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE,
            MULTI_ELEMENT,
            LOCKS),

    /** A lock-free list with baskets of concurrent enqueues: Hoffman, Shalev and Shavit, 2007. */
    BAQ(
            "BAQ",
            "Baskets Queue",
            BasketsQueue::with,
            LINEARIZABLE,
            FIFO,
            RETURNS_WHEN_FULL_OR_EMPTY,
            LOCK_FREE,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** A linked list in an array, with a lock at each end. */
    LOCKED_LINKED(
            "locked-linked",
            "Linked list in an array, with locks",
            LockedLinkedQueue::with,
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE,
            LOCKS),

    /** A linked list in an array, by compare-and-swap. */
    CAS_LINKED(
            "CAS-linked",
            "Linked list in an array, without locks",
            CasLinkedQueue::with,
            LINEARIZABLE,
            FIFO,
            EXACT_CAPACITY,
            RETURNS_WHEN_FULL_OR_EMPTY,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** A list of rings operated by fetch-and-add: Morrison and Afek, 2013. */
    LCRQ(
            "LCRQ",
            "Linked Concurrent Ring Queue",
            LinkedRingQueue::with,
            LINEARIZABLE,
            FIFO,
            RETURNS_WHEN_FULL_OR_EMPTY,
            LOCK_FREE,
            PUBLISHES,
            EVERY_LANE),

    /** A queue in segments in which threads help each other: Yang and Mellor-Crummey, 2016. */
    WFQ(
            "WFQ",
            "Wait-free Queue of Yang and Mellor-Crummey",
            YangMellorCrummeyQueue::with,
            LINEARIZABLE,
            FIFO,
            RETURNS_WHEN_FULL_OR_EMPTY,
            PUBLISHES,
            EVERY_LANE,
            LANES_ONLY),

    /** Two lock-free rings of indices: Shetty, Scogland and Feng, 2026. */
    G_LFQ(
            "G-LFQ",
            "Lock-free Queue of Shetty, Scogland and Feng",
            ShettyQueue::with,
            LINEARIZABLE,
            FIFO,
            RETURNS_WHEN_FULL_OR_EMPTY,
            LOCK_FREE,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** Two wait-free rings of indices: Nikolaev and Ravindran, 2022; Shetty, Scogland and Feng, 2026. */
    G_WFQ(
            "G-WFQ",
            "Wait-free Queue of Shetty, Scogland and Feng",
            NikolaevRavindranQueue::with,
            LINEARIZABLE,
            FIFO,
            RETURNS_WHEN_FULL_OR_EMPTY,
            LOCK_FREE,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE,
            LANES_ONLY),

    /** {@link OvertakingQueue}: lock-free; as {@link #BQ_FUSED} it publishes nothing but the value itself. */
    OVQ(
            "OVQ",
            "Overtaking Queue",
            OvertakingQueue::with,
            LINEARIZABLE,
            FIFO,
            RETURNS_WHEN_FULL_OR_EMPTY,
            LOCK_FREE,
            STATIC_MEMORY,
            EVERY_LANE);

    private interface Factory {
        IntQueue create(Device device, QueueOptions options);
    }

    @SuppressWarnings("ImmutableEnumChecker") // a method, without state
    private final Factory factory;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final Description description;

    QueueKind(String name, String title, Factory factory, Claim... claims) {
        description = new Description(name, title, Set.of(claims));
        this.factory = factory;
    }

    /** {@return a new, empty queue} */
    public IntQueue create(Device device, int capacity) {
        return create(device, QueueOptions.capacity(capacity));
    }

    /** {@return a new, empty queue} */
    public IntQueue create(Device device, QueueOptions options) {
        return factory.create(device, options);
    }

    /**
     * {@return a new, empty queue that lends slots of {@code wordsPerSlot} 32-bit words}
     *
     * <p>BQ and BWD keep the elements in their ring. The others carry the index of a slot from a pool of
     * {@code capacity} slots; see {@link PooledSlots} for what that means for Full.
     */
    SlotQueue slots(Device device, int capacity, int wordsPerSlot) {
        return switch (this) {
            case BQ -> BrokerQueue.slots(device, capacity, wordsPerSlot);
            case BWD -> BrokerWorkDistributor.slots(device, capacity, wordsPerSlot);
            default -> PooledSlots.of(this, device, capacity, wordsPerSlot);
        };
    }

    @Override
    public Description description() {
        return description;
    }

    /** {@return the queue that is called {@code name}, in whatever case} */
    public static Optional<QueueKind> named(String name) {
        return StructureKind.named(name, values());
    }

    /** The name in papers, on plots and on the command line. */
    @Override
    public String toString() {
        return description.name();
    }
}
