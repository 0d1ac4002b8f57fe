package dev.warpbroker.structures.queue;

import dev.warpbroker.conformance.planted.Trial;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Histories;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Violation;
import java.util.Arrays;
import java.util.List;

/** Queues too small for the threads that use them. */
public enum QueueTrial implements Trial {
    BQ(QueueKind.BQ, 4, Load.WARPS),
    BQ_HISTORY(QueueKind.BQ, 2, Load.HISTORY),
    BQ_FUSED(QueueKind.BQ_FUSED, 4, Load.WARPS),
    /** The form for few threads, where positions wrap. */
    BQ_FUSED_FOR_FEW {
        @Override
        public boolean findsFault(int seed, Device device) {
            if (Linearizability.search(OneWordBrokerQueueTest.history(device, seed)) instanceof Violation) {
                return true;
            }
            try (var queue = OneWordBrokerQueueTest.tiny(device, 4, -3)) {
                return Load.WARPS.findsFault(seed, device, QueueKind.BQ_FUSED, queue)
                        || !OneWordBrokerQueueTest.comesToRest(device);
            }
        }
    },
    GQ(QueueKind.GQ, 2, Load.WARPS_AND_SINGLE_LANES),
    SHCQ(QueueKind.SHCQ, 2, Load.WARPS_AND_SINGLE_LANES),
    TZQ(QueueKind.TZQ, 2, Load.WARPS_AND_SINGLE_LANES),
    MSQ(QueueKind.MSQ, 2, Load.FORTY_LANES),
    TWO_LOCK(QueueKind.TWO_LOCK, 2, Load.FORTY_LANES),
    CAS_LINKED(QueueKind.CAS_LINKED, 8, Load.EIGHT_LANES),
    BAQ(QueueKind.BAQ, 64, Load.FORTY_LANES),
    LCRQ(QueueKind.LCRQ, 64, Load.FORTY_LANES),
    /** With rings so short that they are closed, drained and used again all the time. */
    LCRQ_TINY_RINGS {
        @Override
        public boolean findsFault(int seed, Device device) {
            if (Linearizability.check(LinkedRingQueueTest.history(device, seed)) instanceof Violation) {
                return true;
            }
            try (var queue = LinkedRingQueue.with(device, LinkedRingQueueTest.tinyRings(16))) {
                var grid = Grid.threads(48).withBlockSize(16);
                return !new Pairs(device, grid, Granularity.THREAD, 5)
                        .check(queue)
                        .holds();
            }
        }
    },
    /** With threads that ask for help at once. */
    WFQ_WITHOUT_PATIENCE {
        @Override
        public boolean findsFault(int seed, Device device) {
            try (var queue = YangMellorCrummeyQueueTest.impatient(device, 48)) {
                var grid = Grid.threads(48).withBlockSize(16);
                return !new Pairs(device, grid, Granularity.THREAD, 5)
                        .check(queue)
                        .holds();
            }
        }
    },
    G_LFQ(QueueKind.G_LFQ, 64, Load.FORTY_LANES),
    /** With threads that ask for help at once, and rings that go around often. */
    G_WFQ_WITHOUT_PATIENCE {
        @Override
        public boolean findsFault(int seed, Device device) {
            try (var queue = NikolaevRavindranQueueTest.impatient(device, 40)) {
                var grid = Grid.threads(40).withBlockSize(8);
                return !new Pairs(device, grid, Granularity.THREAD, 5)
                        .check(queue)
                        .holds();
            }
        }
    },
    /** With operations that stand still after they have asked for help. */
    G_WFQ_HELP {
        @Override
        public boolean findsFault(int seed, Device device) {
            try (var jvm = Device.jvm()) {
                return !NikolaevRavindranQueueTest.enqueuedByAnother(jvm).equals(List.of(7, 8))
                        || !NikolaevRavindranQueueTest.dequeuedByAnother(jvm).equals(List.of(11, 12));
            }
        }
    },
    /** With a ring that goes around often, and operations that stand still. */
    OVQ_TINY_RING {
        @Override
        public boolean findsFault(int seed, Device device) {
            return !Arrays.equals(OvertakingQueueTest.aroundOneThatStandsStill(device), new int[] {0, 0, 77})
                    || !Arrays.equals(OvertakingQueueTest.enqueueThatComesTooLate(device), new int[] {1, 5, 0, 0})
                    || !Arrays.equals(OvertakingQueueTest.valuesFoundUncounted(device), new int[] {-1, -1, 1, 2, 3, 4})
                    || Linearizability.check(OvertakingQueueTest.history(device, seed)) instanceof Violation;
        }
    },
    /** With an enqueue that stands still and whose value another thread wants. */
    WFQ_HELP {
        @Override
        public boolean findsFault(int seed, Device device) {
            try (var jvm = Device.jvm();
                    var queue = YangMellorCrummeyQueueTest.impatient(jvm, 2)) {
                queue.requestEnqueue(0, 7, queue.nextTail());
                return !queue.dequeue(1).present();
            }
        }
    };

    private enum Load {
        /** Lanes of two warps, which mostly go step by step together. */
        WARPS {
            @Override
            boolean findsFault(int seed, Device device, QueueKind kind, IntQueue queue) {
                return losesValues(device, queue, Grid.threads(64).withBlockSize(32), 5);
            }
        },
        /** Those, or lanes that get far apart. */
        WARPS_AND_SINGLE_LANES {
            @Override
            boolean findsFault(int seed, Device device, QueueKind kind, IntQueue queue) {
                boolean warps = seed % 2 == 0;
                return warps
                        ? WARPS.findsFault(seed, device, kind, queue)
                        : losesValues(device, queue, Grid.threads(16).withBlockSize(1), 20);
            }
        },
        FORTY_LANES {
            @Override
            boolean findsFault(int seed, Device device, QueueKind kind, IntQueue queue) {
                return losesValues(device, queue, Grid.threads(40).withBlockSize(8), 3);
            }
        },
        EIGHT_LANES {
            @Override
            boolean findsFault(int seed, Device device, QueueKind kind, IntQueue queue) {
                return losesValues(device, queue, Grid.threads(8), 5);
            }
        },
        /** What Full and Empty say must have been true. */
        HISTORY {
            @Override
            boolean findsFault(int seed, Device device, QueueKind kind, IntQueue queue) {
                var grid = Grid.threads(6).withBlockSize(1);
                return Linearizability.search(new Histories(device, grid, 5, seed).record(kind, queue))
                        instanceof Violation;
            }
        };

        abstract boolean findsFault(int seed, Device device, QueueKind kind, IntQueue queue);

        /**
         * {@return whether values got lost or doubled, or a queue with room for all was full or empty, or the queue has
         * not its full capacity in the end}
         */
        private static boolean losesValues(Device device, IntQueue queue, Grid grid, int pairs) {
            var conservation = new Pairs(device, grid, Granularity.THREAD, pairs).check(queue);
            boolean hasRoomForAll = grid.threads() <= queue.capacity();
            return !conservation.holds()
                    || hasRoomForAll && conservation.full() + conservation.empty() > 0
                    || !hasRoomForAll && queue.fill(new int[queue.capacity() + 1]) != queue.capacity();
        }
    }

    private final QueueKind kind;
    private final int capacity;
    private final Load load;

    QueueTrial() {
        this(QueueKind.BQ, 2, Load.WARPS);
    }

    QueueTrial(QueueKind kind, int capacity, Load load) {
        this.kind = kind;
        this.capacity = capacity;
        this.load = load;
    }

    @Override
    public boolean findsFault(int seed, Device device) {
        try (var queue = kind.create(device, capacity)) {
            return load.findsFault(seed, device, kind, queue);
        }
    }
}
