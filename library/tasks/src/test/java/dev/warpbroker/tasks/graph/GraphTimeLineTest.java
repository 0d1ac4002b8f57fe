package dev.warpbroker.tasks.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.trace.TimeLine;
import dev.warpbroker.device.trace.TraceOptions;
import dev.warpbroker.device.trace.WorkerSpan;
import dev.warpbroker.tasks.TimeLineCode;
import org.junit.jupiter.api.Test;

/** Graphs in a time line. What their workers count is compared with their reports by the self-test. */
class GraphTimeLineTest {
    record Step(int row) {}

    private static final Layout<Step> LAYOUT = Layout.of(Step.class);

    private static String ptx(Device device) {
        var plan = new GraphPlan(2, new int[] {0}, new int[] {1}, 1, new int[] {1, 1});
        try (var memory = new GraphMemory<>(device, LAYOUT, new int[2], plan, 32)) {
            return device.ptx(new GraphWorkers<>(memory, _ -> {}, 1));
        }
    }

    @Test
    void codeWithoutATimeLineHasNothingOfIt() {
        TimeLineCode.assertOnlyOnDevicesWithOne(GraphTimeLineTest::ptx);
    }

    /** One worker has all tasks, since one task comes before all others, and the second gets some of them from it. */
    @Test
    void aTaskThatCameThroughTheQueueWasStolenFromTheWorkerThatPutItThere() {
        var timeLine = TimeLine.start(TraceOptions.defaults());
        var builder = TaskGraph.builder(LAYOUT);
        int first = builder.add(new Step(0));
        for (int i = 0; i < 100; i++) {
            builder.add(new Step(i), first);
        }
        try (var device = Device.simulator(
                        SimulatorOptions.seeded(1), DeviceOptions.defaults().withTimeLine(timeLine));
                var graph = builder.on(device, TaskGraphOptions.defaults().withWorkers(2))) {
            graph.run(_ -> {});
        }
        var run = timeLine.runs().getFirst();
        assertThat(run.engine()).isEqualTo("task graph");
        assertThat(run.body()).matches("GraphTimeLineTest.java:[0-9]+");
        assertThat(run.executed()).isEqualTo(101);
        assertThat(run.steals()).isPositive();
        assertThat(run.workers())
                .allSatisfy(worker -> assertThat(worker.spans())
                        .filteredOn(span -> span.state() == WorkerSpan.State.STEAL)
                        .allSatisfy(span -> assertThat(span.victim()).isEqualTo(1 - worker.number())));
    }
}
