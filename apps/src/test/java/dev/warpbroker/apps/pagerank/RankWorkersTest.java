package dev.warpbroker.apps.pagerank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.apps.graph.Graph;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.queue.Dequeued;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Workers on queues that do at once what others can do at any time. */
@Timeout(60)
class RankWorkersTest {
    private static final int ITERATIONS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    static Stream<Device> devices() {
        return Stream.of(Device.jvm(), Device.simulator(3));
    }

    /**
     * A queue from which every cell is taken, computed, and its node kept in the list of another worker, before the enqueue of that
     * cell returns. All that the one who put it in can notice is that the link of the node leads elsewhere.
     */
    private record Overtaking(IntQueue queue, Ints links) implements IntQueue {
        @Override
        public boolean enqueue(int value) {
            links.set(value % links.length(), Integer.MIN_VALUE);
            return queue.enqueue(value);
        }

        @Override
        public boolean enqueueWarp(Lane lane, int value) {
            links.set(value % links.length(), Integer.MIN_VALUE);
            return queue.enqueueWarp(lane, value);
        }

        @Override
        public Dequeued dequeue() {
            return queue.dequeue();
        }

        @Override
        public Dequeued dequeueWarp(Lane lane) {
            return queue.dequeueWarp(lane);
        }

        @Override
        public int sizeHint() {
            return queue.sizeHint();
        }

        @Override
        public int capacity() {
            return queue.capacity();
        }

        @Override
        public Device device() {
            return queue.device();
        }

        @Override
        public void clear() {
            queue.clear();
        }

        @Override
        public void close() {
            queue.close();
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
        int lanes = device.properties().warpSize();
        try (var ranked = RankGraph.of(device, graph, Precision.DOUBLE);
                var queue = new Overtaking(QueueKind.BQ.create(device, 1_024), ranked.kept());
                var counters = device.ints(RankWorkers.COUNTERS)) {
            var workers = new RankWorkers(ranked, ranked.first(), QueueKind.BQ, queue, counters, ITERATIONS, lanes);
            device.run(Grid.threads(lanes), workers.preparation());

            device.launch(Grid.threads(lanes), workers).join(LIMIT);

            assertThat(counters.copyOut(RankWorkers.FINISHED, 1)[0]).isEqualTo(ITERATIONS * ranked.nodes());
        }
    }
}
