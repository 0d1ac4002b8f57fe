package dev.warpbroker.tasks.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.trace.HostSpan;
import dev.warpbroker.device.trace.TimeLine;
import dev.warpbroker.device.trace.TraceOptions;
import dev.warpbroker.device.trace.WorkerSpan;
import dev.warpbroker.tasks.TimeLineCode;
import dev.warpbroker.tasks.forkjoin.Scalars;
import org.junit.jupiter.api.Test;

/** Executors in a time line. What their warps count is compared with the requests by the self-test. */
class ExecutorTimeLineTest {
    record Item(int value) {}

    private static final Layout<Item> ITEMS = Layout.of(Item.class);

    private static String ptx(Device device) {
        var page = new RingLayout(32, 1, 1);
        try (var memory = ServingMemory.on(device, 1, ITEMS, page, page)) {
            return device.ptx(new ServingWarps<>(
                    memory, ITEMS, Scalars.INTS, item -> item.value() + 1, ExecutorOptions.defaults()));
        }
    }

    @Test
    void codeWithoutATimeLineHasNothingOfIt() {
        TimeLineCode.assertOnlyOnDevicesWithOne(ExecutorTimeLineTest::ptx);
    }

    /** The second task never ends, so its warp leaves without a note. */
    @Test
    void anExecutorThatIsStoppedIsInTheTimeLineWithWhatItHasAnswered() {
        var timeLine = TimeLine.start(TraceOptions.defaults());
        try (var device = Device.jvm(DeviceOptions.defaults().withTimeLine(timeLine))) {
            var executor = DeviceExecutor.on(
                    device,
                    ITEMS,
                    Scalars.INTS,
                    item -> {
                        var backoff = new Backoff();
                        while (item.value() < 0) {
                            backoff.pause("the end of the test");
                        }
                        return item.value();
                    },
                    ExecutorOptions.defaults().withWorkers(1));
            assertThat(executor.submit(new Item(5)).join()).isEqualTo(5);
            var endless = executor.submit(new Item(-1));
            executor.shutdownNow();
            assertThat(endless).isCompletedExceptionally();
        }
        var run = timeLine.runs().getFirst();
        assertThat(run.engine()).isEqualTo("executor");
        assertThat(run.body()).matches("ExecutorTimeLineTest.java:[0-9]+");
        assertThat(run.executed()).isEqualTo(1);
        var spans = run.workers().getFirst().spans();
        assertThat(spans.stream()
                        .flatMap(span -> span.tasks().stream())
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(1);
        assertThat(spans.getLast().end()).isEqualTo(run.end());
        assertThat(spans).extracting(WorkerSpan::state).contains(WorkerSpan.State.WORK);
        assertThat(timeLine.hostSpans())
                .filteredOn(span -> span.kind() == HostSpan.Kind.REQUEST)
                .extracting(span -> span.name() + " " + span.details().get("outcome"))
                .first()
                .isEqualTo("Item[value=5] answered");
    }
}
