package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.QueueClaim.EVERY_LANE;
import static dev.warpbroker.structures.queue.QueueClaim.EXACT_CAPACITY;
import static dev.warpbroker.structures.queue.QueueClaim.FAIR_ORDERING;
import static dev.warpbroker.structures.queue.QueueClaim.FIFO;
import static dev.warpbroker.structures.queue.QueueClaim.LINEARIZABLE;
import static dev.warpbroker.structures.queue.QueueClaim.LOCK_FREE;
import static dev.warpbroker.structures.queue.QueueClaim.MULTI_ELEMENT;
import static dev.warpbroker.structures.queue.QueueClaim.PUBLISHES;
import static dev.warpbroker.structures.queue.QueueClaim.RETURNS_WHEN_FULL_OR_EMPTY;
import static dev.warpbroker.structures.queue.QueueClaim.STATIC_MEMORY;

import dev.warpbroker.device.Device;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The queues of this library by the names that papers, plots and the command line use, and what each claims. */
public enum QueueKind {
    /** {@link BrokerQueue}. */
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

    /** {@link FusedBrokerQueue}. */
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

    /** {@link BrokerWorkDistributor}. */
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

    /** {@link BrokerStealingQueue}. */
    BSQ(
            "BSQ",
            "Broker Stealing Queue",
            BrokerStealingQueue::with,
            RETURNS_WHEN_FULL_OR_EMPTY,
            PUBLISHES,
            STATIC_MEMORY,
            EVERY_LANE),

    /** {@link GottliebQueue}. */
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

    /** {@link CircularBufferQueue}. */
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

    /** {@link HighThroughputQueue}. */
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

    /** {@link ScoglandFengQueue}. */
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

    /** {@link ScoglandFengQueue#nonBlocking}. */
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

    /** {@link ShannQueue}. */
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

    /** {@link TsigasZhangQueue}. */
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

    /** {@link MichaelScottQueue}. */
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

    /** {@link TwoLockQueue}. */
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
            EVERY_LANE),

    /** {@link BasketsQueue}. */
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

    /** {@link LockedLinkedQueue}. */
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
            EVERY_LANE),

    /** {@link CasLinkedQueue}. */
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

    /** {@link LinkedRingQueue}. */
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

    /** {@link YangMellorCrummeyQueue}. */
    WFQ(
            "WFQ",
            "Wait-free Queue of Yang and Mellor-Crummey",
            YangMellorCrummeyQueue::with,
            LINEARIZABLE,
            FIFO,
            RETURNS_WHEN_FULL_OR_EMPTY,
            PUBLISHES,
            EVERY_LANE);

    private interface Factory {
        IntQueue create(Device device, QueueOptions options);
    }

    private final String text;
    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a method, without state
    private final Factory factory;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final Set<QueueClaim> claims;

    QueueKind(String text, String title, Factory factory, QueueClaim... claims) {
        this.text = text;
        this.title = title;
        this.factory = factory;
        this.claims = Collections.unmodifiableSet(EnumSet.copyOf(Arrays.asList(claims)));
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
     * <p>BQ and BWD keep the elements in their ring. The others carry the index of a slot from a pool of {@code capacity}
     * slots; see {@link PooledSlots} for what that means for Full.
     */
    public SlotQueue slots(Device device, int capacity, int wordsPerSlot) {
        return switch (this) {
            case BQ -> BrokerQueue.slots(device, capacity, wordsPerSlot);
            case BWD -> BrokerWorkDistributor.slots(device, capacity, wordsPerSlot);
            default -> PooledSlots.of(this, device, capacity, wordsPerSlot);
        };
    }

    /** {@return what the queue is called in full} */
    public String title() {
        return title;
    }

    /** {@return what the queue claims} */
    public Set<QueueClaim> claims() {
        return claims;
    }

    /** {@return whether the queue claims {@code claim}} */
    public boolean claims(QueueClaim claim) {
        return claims.contains(claim);
    }

    /** {@return the queue that is called {@code name}, in whatever case} */
    public static Optional<QueueKind> named(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.text.equalsIgnoreCase(name))
                .findFirst();
    }

    /** The name in papers, on plots and on the command line. */
    @Override
    public String toString() {
        return text;
    }
}
