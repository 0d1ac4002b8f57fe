package dev.warpbroker.graphs.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Workers on queues that do at once what others can do at any time. */
class RankWorkersTest {
    private static final int ITERATIONS = 3;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    static Stream<Device> devices() {
        return Stream.of(Device.jvm(), Device.simulator(3));
    }

    /**
     * A queue from which every cell is taken, computed, and its node kept in the list of another worker, before the
     * enqueue of that cell returns. All that the one who put it in can notice is that the link of the node leads
     * elsewhere.
     */
    private record Overtaking(IntQueue queue, Ints links) implements IntQueue.Forwarding {
        @Override
        public boolean enqueueWarp(Lane lane, int value) {
            links.set(value % links.length(), Integer.MIN_VALUE);
            return queue.enqueueWarp(lane, value);
        }

        @Override
        public TakenInt dequeueWarp(Lane lane) {
            return queue.dequeueWarp(lane);
        }
    }

    /** A queue that counts those who asked in vain. */
    private record Counting(IntQueue queue, Ints inVain) implements IntQueue.Forwarding {
        @Override
        public TakenInt dequeue() {
            var dequeued = queue.dequeue();
            if (!dequeued.present()) {
                inVain.getAndAddRelaxed(0, 1);
            }
            return dequeued;
        }
    }

    /** Two vertices that wait for each other: there is work for two workers at most, all the time. */
    @ParameterizedTest
    @EnumSource(names = {"TWO_LOCK", "LOCKED_LINKED", "MSQ", "BAQ", "CAS_LINKED", "NSFQ", "SHCQ", "WFQ"})
    void idleWorkersLookBeforeTheyAskAgain(QueueKind kind) {
        int iterations = 8;
        int lanes = 256;
        var graph = Graph.ofEdges("pair", 2, true, 0, 1);
        try (var device = Device.simulator(3);
                var ranked = RankGraph.of(device, graph, RankGraph.Precision.DOUBLE);
                var inVain = device.ints(1);
                var queue = new Counting(
                        kind.create(device, QueueOptions.capacity(2).withThreads(lanes)), inVain);
                var counters = device.ints(RankWorkers.COUNTERS)) {
            var workers = new RankWorkers(
                    ranked, ranked.first(), kind, queue, counters, iterations, lanes, Granularity.THREAD);
            workers.prepare();
            device.run(Grid.threads(lanes), workers.preparation());

            device.launch(Grid.threads(lanes), workers).join(LIMIT);

            int cells = iterations * ranked.nodes();
            assertThat(counters.copyOut(RankWorkers.OUTSTANDING, 1)[0]).isZero();
            // Everyone asks once; then those who have computed a cell, and some who saw one that another got.
            int askers = RankWorkers.isForSingleLanes(kind)
                    ? lanes / device.properties().lanesPerWorker()
                    : lanes;
            assertThat(inVain.copyOut()[0]).isBetween(1, askers + 6 * cells);
        }
    }

    /** The centre makes more leaves ready at once than fit on a tray, so that lanes keep several in lists. */
    @ParameterizedTest
    @MethodSource("devices")
    void cellThatIsOvertakenWhileItIsPutInDoesNotTakeTheRestOfItsListWithIt(Device device) {
        int leaves = 600;
        int[] star = IntStream.rangeClosed(1, leaves)
                .flatMap(leaf -> IntStream.of(0, leaf))
                .toArray();
        var graph = Graph.ofEdges("star", leaves + 1, true, star);
        int lanes = device.properties().lanesPerWorker();
        try (var ranked = RankGraph.of(device, graph, RankGraph.Precision.DOUBLE);
                var queue = new Overtaking(QueueKind.BQ.create(device, 1_024), ranked.kept());
                var counters = device.ints(RankWorkers.COUNTERS)) {
            var workers = new RankWorkers(
                    ranked, ranked.first(), QueueKind.BQ, queue, counters, ITERATIONS, lanes, Granularity.WARP);
            workers.prepare();
            device.run(Grid.threads(lanes), workers.preparation());

            device.launch(Grid.threads(lanes), workers).join(LIMIT);

            assertThat(counters.copyOut(RankWorkers.OUTSTANDING, 1)[0]).isZero();
        }
    }
}
