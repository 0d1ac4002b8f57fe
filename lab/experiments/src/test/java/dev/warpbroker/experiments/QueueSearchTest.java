package dev.warpbroker.experiments;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.RoadGrid;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueueSearchTest {
    private static final Graph ROADS = new RoadGrid(512, 512, 1).graph(ReadProgress.NONE);

    @ParameterizedTest
    @EnumSource(
            value = QueueKind.class,
            names = {"LOCKED_LINKED", "CAS_LINKED"})
    void aThreadThatNeverWaitsSeesThatItIsCancelled(QueueKind kind) {
        try (var device = Device.jvm();
                var graph = DeviceGraph.of(device, ROADS);
                var queue = kind.create(device, graph.vertices());
                var search = new QueueSearch(graph, queue, Grid.threads(1))) {
            assertThatThrownBy(() -> search.run(0, Duration.ZERO)).isInstanceOf(LaunchStoppedException.class);
            search.run(0, Duration.ofMinutes(5));
            assertThatCode(() -> search.result().check(ROADS, 0)).doesNotThrowAnyException();
        }
    }
}
