package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.trace.HostSpan;
import dev.warpbroker.device.trace.TimeLine;
import dev.warpbroker.device.trace.TraceOptions;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What a device with a time line tells, and that one without has nothing of it in its code. */
class TimeLineTest {
    record Step(int left) {}

    private static final Layout<Step> LAYOUT = Layout.of(Step.class);

    private static final TaskBody<Step, Spawner<Step>> BODY = (step, out) -> {
        if (step.left() > 0) {
            out.spawn(new Step(step.left() - 1));
            out.spawn(new Step(step.left() - 1));
        }
    };

    static final List<Policy> POLICIES = List.of(
            Policy.stealing(),
            Policy.central(QueueKind.BQ),
            Policy.stealing(DequeKind.CHASE_LEV, Policy.StealAmount.ONE));

    @TempDir
    private Path folder;

    private static SchedulerOptions options(Policy policy) {
        return SchedulerOptions.defaults()
                .withPolicy(policy)
                .withWorkers(Granularity.WARP, 2)
                .withCapacity(64)
                .withKeep(64);
    }

    private static String ptx(Device device, Policy policy) {
        try (var engine = SchedulerEngine.of(device, LAYOUT, null, options(policy));
                var memory = new RunMemory<>(engine, List.of(new Step(1)), null)) {
            return device.ptx(engine.kernel(memory, BODY));
        }
    }

    @ParameterizedTest
    @FieldSource("POLICIES")
    void codeWithoutATimeLineHasNothingOfIt(Policy policy) {
        TimeLineCode.assertOnlyOnDevicesWithOne(device -> ptx(device, policy));
    }

    @Test
    void workersBeyondTheLimitOnlyCount() {
        var timeLine = TimeLine.start(TraceOptions.defaults().withWorkers(1));
        try (var device = Device.jvm(DeviceOptions.defaults().withTimeLine(timeLine));
                var scheduler = Scheduler.on(device, LAYOUT, options(Policy.stealing()))) {
            assertThat(scheduler.run(List.of(new Step(9)), BODY).executed()).isEqualTo(1023);
        }
        var run = timeLine.runs().getFirst();
        assertThat(run.executed()).isEqualTo(1023);
        assertThat(run.workers().get(0).spans()).isNotEmpty();
        assertThat(run.workers().get(1).spans()).isEmpty();
        assertThat(run.workers().get(1).dropped()).isPositive();
        assertThat(run.body()).matches("TimeLineTest.java:[0-9]+");
        assertThat(run.kinds().getFirst().name()).isEqualTo("Step");
        assertThat(run.kinds().getFirst().source()).matches("TimeLineTest.java:[0-9]+");
    }

    @Test
    void ofARunThatFailsOnlyTheLaunchIsTold() {
        var timeLine = TimeLine.start(TraceOptions.defaults());
        try (var device = Device.jvm(DeviceOptions.defaults().withTimeLine(timeLine));
                var scheduler = Scheduler.on(device, LAYOUT, options(Policy.stealing()))) {
            assertThatThrownBy(() -> scheduler.run(List.of(new Step(0)), (step, _) -> {
                        if (step.left() == 0) {
                            throw new IllegalStateException("no");
                        }
                    }))
                    .isInstanceOf(TaskFailedException.class);
            scheduler.run(List.of(new Step(0)), BODY);
        }
        assertThat(timeLine.runs()).hasSize(1);
        assertThat(timeLine.hostSpans().stream().filter(span -> span.kind() == HostSpan.Kind.LAUNCH))
                .hasSize(2);
    }

    @Test
    void theFileOfATimeLineIsWrittenWhenItsDeviceIsClosed() {
        var file = folder.resolve("line.json");
        try (var device = Device.jvm(DeviceOptions.defaults().withTimeLine(TimeLine.to(file)));
                var scheduler = Scheduler.on(device, LAYOUT, options(Policy.stealing()))) {
            scheduler.run(List.of(new Step(3)), BODY);
            assertThat(file).doesNotExist();
        }
        assertThat(file).content().contains("\"tasks\":15");
    }

    @Test
    void aFlightRecordingMustBeWantedFromTheBeginning() {
        try (var timeLine = TimeLine.start(TraceOptions.defaults())) {
            assertThatThrownBy(() -> timeLine.write(folder.resolve("line.jfr")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("withFlightRecording");
        }
    }

    @Test
    void sizesThatCannotBeAreRefused() {
        assertThatThrownBy(() -> TraceOptions.defaults().withSpans(3)).hasMessageContaining("3 spans");
        assertThatThrownBy(() -> TraceOptions.defaults().withWorkers(-1)).hasMessageContaining("-1 workers");
    }
}
