package dev.warpbroker.graphs.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Lattice;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.RoadGrid;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A search whose workers always have something to do ends all the same when it is cancelled. */
class CancelledSearchTest {
    private static final Lattice LATTICE = Lattice.cube(60);

    @Test
    void asynchronousSearchThatTakesTooLongIsCancelledAndCanBeRepeated() throws Exception {
        var graph = LATTICE.graph(ReadProgress.NONE);
        try (var device = Device.jvm();
                var copy = DeviceGraph.of(device, graph);
                var search = Bfs.on(copy, BfsOptions.of(BfsVariant.ASYNC).withThreads(1))) {
            search.run(0);
            search.run(0);
            var limit = search.run(0).elapsed().dividedBy(8);

            assertCancelled(search, limit);

            search.run(0);
            assertThat(search.result().distances())
                    .isEqualTo(Bfs.sequential(graph, 0).distances());
        }
    }

    /** Tries shorter limits when a run ends in time, for the one measured may have been held up. */
    private static void assertCancelled(Bfs search, Duration limit) {
        for (int i = 0; i < 20; i++) {
            try {
                search.run(0, limit.dividedBy(1L << i));
            } catch (LaunchStoppedException expected) {
                return;
            }
        }
        fail("no run was cancelled");
    }

    /**
     * One lane of a block waits at a barrier for all others, and is the first to see that there is nothing to wait for.
     */
    @ParameterizedTest
    @EnumSource
    void blocksThatWaitForOthersStopWhenTheSearchIsCancelled(BfsVariant variant) throws Exception {
        var graph = new RoadGrid(40, 40, 1).graph(ReadProgress.NONE);
        try (var device = Device.simulator(1);
                var copy = DeviceGraph.of(device, graph);
                var search = Bfs.on(copy, BfsOptions.of(variant).withThreads(512))) {
            var limit = search.run(0).elapsed().dividedBy(4);

            assertCancelled(search, limit);

            search.run(0);
            assertThat(search.result().distances())
                    .isEqualTo(Bfs.sequential(graph, 0).distances());
        }
    }
}
