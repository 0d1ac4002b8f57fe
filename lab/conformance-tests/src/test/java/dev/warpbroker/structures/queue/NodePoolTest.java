package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes belong to one thread at a time, and if there are none left that is a result. */
class NodePoolTest {
    private static final int[] STARTS = {0, -1, -20, Integer.MAX_VALUE};

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void handsOutEveryNodeOnceAndThenNone(Device device) {
        int nodes = 8;
        for (int start : STARTS) {
            var pool = new NodePool(device, nodes, QueueOptions.Statistics.off());
            pool.begin(2, start);
            var taken = device.ints(nodes);

            device.run(Grid.threads(1), lane -> {
                for (int i = 0; i < nodes; i++) {
                    taken.set(i, pool.take());
                }
            });

            assertThat(taken.copyOut()).containsExactly(2, 3, 4, 5, 6, 7, Link.NONE, Link.NONE);
        }
    }

    /**
     * The owner of a node adds one to its mark, and takes it away before giving it back: a mark of two is two owners.
     */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void nodesHaveOneOwnerWhileThreadsCompeteAndTagsWrap(Device device) {
        int nodes = 5;
        int rounds = scaled(device, 500, 20);
        for (int start : STARTS) {
            var pool = new NodePool(device, nodes, QueueOptions.Statistics.off());
            pool.begin(0, start);
            var owners = device.ints(nodes);
            var shared = device.ints(1);
            var left = device.ints(nodes + 1);

            device.run(Grid.threads(12).withBlockSize(4), lane -> {
                for (int round = 0; round < rounds; round++) {
                    int one = pool.take();
                    int other = pool.take();
                    if (one != Link.NONE && owners.getAndAdd(one, 1) != 0) {
                        shared.getAndAdd(0, 1);
                    }
                    if (other != Link.NONE && owners.getAndAdd(other, 1) != 0) {
                        shared.getAndAdd(0, 1);
                    }
                    if (one != Link.NONE) {
                        owners.getAndAdd(one, -1);
                        pool.give(one);
                    }
                    if (other != Link.NONE) {
                        owners.getAndAdd(other, -1);
                        pool.give(other);
                    }
                }
            });
            device.run(Grid.threads(1), lane -> {
                for (int i = 0; i <= nodes; i++) {
                    left.set(i, pool.take());
                }
            });

            assertThat(shared.copyOut()).as("start %d", start).containsExactly(0);
            assertThat(left.copyOut()[nodes]).isEqualTo(Link.NONE);
            assertThat(IntStream.of(left.copyOut()).limit(nodes)).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        }
    }

    /** With spare nodes for a single thread, many threads find the pool empty: Full, and nothing lost, and no hang. */
    @ParameterizedTest
    @EnumSource(names = {"MSQ", "BAQ"})
    void poolTooSmallForTheThreadsIsFullAndNotAHang(QueueKind kind) {
        TestDevices.devices().forEach(named -> {
            try (var device = named.getPayload()) {
                var queue = kind.create(device, QueueOptions.capacity(2).withThreads(1));
                var grid = Grid.threads(40).withBlockSize(8);

                var conservation = new Pairs(device, grid, Granularity.THREAD, scaled(device, 500, 3)).check(queue);

                assertThat(conservation.holds())
                        .as("%s: %s", named.getName(), conservation)
                        .isTrue();
                if (device.properties().lanesPerWorker() > 1) { // where it does not depend on the machine's mood
                    assertThat(conservation.full()).as(named.getName()).isPositive();
                }
            }
        });
    }

    @Test
    void moreNodesThanAnArrayHasAreRefusedWithAWayOut() {
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> QueueKind.MSQ.create(
                            device, QueueOptions.capacity(1 << 30).withThreads(1 << 30)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a MichaelScottQueue of 1073741824 ints for 1073741824 threads needs 2147483649 nodes;"
                            + " the most is 2147483646; use a smaller capacity or fewer threads");
        }
    }
}
