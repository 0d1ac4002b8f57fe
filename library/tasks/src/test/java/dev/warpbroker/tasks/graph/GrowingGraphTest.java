package dev.warpbroker.tasks.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Named.named;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What users see of graphs that grow; lab/conformance has what every device must do. */
class GrowingGraphTest {
    /** A task with a number. */
    record Step(int number) {}

    private static final Layout<Step> LAYOUT = Layout.of(Step.class);

    private static TaskGraph.Builder<Step> oneStep() {
        return TaskGraph.builder(LAYOUT).addAll(List.of(new Step(0)));
    }

    /** Positions in the PTX name the classes that instructions come from. */
    @Test
    void aGraphThatDoesNotGrowHasNoCodeForIt() {
        try (var device = Device.simulator(1);
                var sums = device.ints(1)) {
            var plan = new GraphPlan(1, new int[0], new int[0], 0, new int[] {1});
            GrowingBody<Step> body = (step, _) -> sums.getAndAddRelaxed(0, step.number());
            try (var without = memory(device, plan, TaskGraphOptions.defaults());
                    var with = memory(device, plan, TaskGraphOptions.defaults().withRoom(10))) {
                String plain = device.ptx(new GraphWorkers<>(without, body, false, 1));
                assertThat(plain).doesNotContain("GraphGrowth");
                assertThat(device.ptx(new GraphWorkers<>(with, body, false, 1))).isEqualTo(plain);
                assertThat(device.ptx(new GraphWorkers<>(with, body, true, 1))).contains("GraphGrowth");
            }
        }
    }

    private static GraphMemory<Step> memory(Device device, GraphPlan plan, TaskGraphOptions options) {
        return new GraphMemory<>(device, LAYOUT, new int[1], plan, 32, options);
    }

    @Test
    void roomIsAskedForWhenTheGraphIsMade() {
        try (var device = Device.jvm();
                var graph = oneStep().on(device)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> graph.run((step, more) -> more.add(step)))
                    .withMessage("graph of 1 tasks and 0 edges on jvm has no room for tasks that are added;"
                            + " make it with TaskGraphOptions.withRoom");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TaskGraphOptions.defaults().withRoom(-1))
                    .withMessage("room for -1 added tasks and -1 waits of these; give at least 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            oneStep().on(device, TaskGraphOptions.defaults().withRoom(10, Integer.MAX_VALUE)))
                    .withMessageContaining("room for 10 added tasks of 1 words and 2147483647 waits");
        }
    }

    @Test
    void aTaskThatAddsTooManyIsNamedWithTheLimit() {
        try (var device = Device.jvm();
                var graph = oneStep().on(device, TaskGraphOptions.defaults().withRoom(3))) {
            assertThatExceptionOfType(GraphTaskFailedException.class)
                    .isThrownBy(() -> graph.run((step, more) -> {
                        for (int i = 1; i <= 4; i++) {
                            more.add(new Step(i));
                        }
                    }))
                    .withMessageContaining("task 0, Step[number=0], failed, and kept 3 tasks from running: 1, 2, 3")
                    .withMessageContaining("room for 3; TaskGraphOptions.withRoom gives more");
        }
    }

    record Part(int size, @Nullable Granularity by) {}

    static Stream<Named<Device>> devices() {
        return Stream.of(named("simulator", Device.simulator(1)), named("jvm", Device.jvm()));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aTaskMayCatchThatOneCannotBeAdded(Device device) {
        var first = new Part(3, Granularity.THREAD);
        try (var graph = TaskGraph.builder(Layout.of(Part.class))
                        .addAll(List.of(first))
                        .on(device, TaskGraphOptions.defaults().withRoom(2));
                var done = device.ints(1)) {
            for (int run = 1; run <= 2; run++) {
                var report = graph.run((part, more) -> {
                    done.getAndAddRelaxed(0, part.size());
                    for (int i = 0; i < 4 && part.size() == 3; i++) {
                        try {
                            more.add(new Part(1, i == 0 ? null : Granularity.THREAD));
                        } catch (IllegalStateException | NullPointerException e) {
                            done.getAndAddRelaxed(0, 10);
                        }
                    }
                });
                assertThat(report.executed()).isEqualTo(3);
                assertThat(done.copyOut()).containsExactly(25 * run);
            }
        }
    }

    @Test
    void aTaskMayWaitForOneThatHasEnded() {
        try (var device = Device.jvm();
                var order = device.ints(8);
                var next = device.ints(1);
                var graph = oneStep()
                        .on(device, TaskGraphOptions.defaults().withWorkers(1).withRoom(5))) {
            var report = graph.run((step, more) -> {
                order.set(next.getAndAddRelaxed(0, 1), step.number());
                if (step.number() < 5) {
                    more.add(new Step(step.number() + 1), 0);
                }
            });
            assertThat(report.executed()).isEqualTo(6);
            assertThat(order.copyOut(0, 6)).containsExactly(0, 1, 2, 3, 4, 5);
        }
    }
}
