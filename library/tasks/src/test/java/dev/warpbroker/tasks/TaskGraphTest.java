package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.graph.GraphTaskFailedException;
import dev.warpbroker.tasks.graph.TaskCycleException;
import dev.warpbroker.tasks.graph.TaskGraph;
import dev.warpbroker.tasks.graph.TaskGraphOptions;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs of tasks, as users see them. Cases of lab/conformance show that tasks see what those before them wrote. */
class TaskGraphTest {
    @AutoClose
    private final Device device = Device.jvm();

    /** A task with a number. */
    record Step(int number) {}

    private static final Layout<Step> LAYOUT = Layout.of(Step.class);

    static TaskGraph.Builder<Step> steps(int count) {
        return TaskGraph.builder(LAYOUT)
                .addAll(IntStream.range(0, count).mapToObj(Step::new).toList());
    }

    /** With one worker on the JVM the order is exact: of those that are ready, the longest path to an end first. */
    @Test
    void longestPathBeginsFirst() {
        try (var order = device.ints(8);
                var next = device.ints(1);
                var graph = steps(7).edges(new int[] {0, 0, 0, 2, 4}, new int[] {1, 2, 3, 4, 5})
                        .on(device, TaskGraphOptions.defaults().withWorkers(1))) {
            graph.run(step -> order.set(next.getAndAddRelaxed(0, 1), step.number()));
            assertThat(order.copyOut(0, 7)).containsExactly(0, 2, 4, 5, 1, 3, 6);
            assertThat(graph.criticalPath()).isEqualTo(4);
        }
    }

    @Test
    void costsDecideWhatIsLongest() {
        try (var order = device.ints(8);
                var next = device.ints(1);
                var graph = steps(4).edges(new int[] {0, 0, 1}, new int[] {1, 2, 3})
                        .costs(step -> step.number() == 2 ? 100 : 1)
                        .on(device, TaskGraphOptions.defaults().withWorkers(1))) {
            graph.run(step -> order.set(next.getAndAddRelaxed(0, 1), step.number()));
            assertThat(order.copyOut(0, 4)).containsExactly(0, 2, 1, 3);
            assertThat(graph.criticalPath()).isEqualTo(101);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void aGraphWithoutTasksEndsAtOnce(Device device) {
        try (var graph = TaskGraph.of(device, LAYOUT, List.of(), new int[0], new int[0])) {
            assertThat(graph.run(_ -> {}).executed()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void aFailedTaskIsNamedWithWhatItKeptFromRunning(Device device) {
        try (var graph = steps(6).edges(new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 5})
                .on(device, TaskGraphOptions.defaults().withWorkers(1))) {
            assertThatExceptionOfType(GraphTaskFailedException.class)
                    .isThrownBy(() -> graph.run(step -> {
                        if (step.number() == 2) {
                            throw new IllegalStateException("no");
                        }
                    }))
                    .withMessageContaining("task 2, Step[number=2], failed, and kept 2 tasks from running: 3, 5")
                    .withMessageContaining("no")
                    .satisfies(failure -> assertThat(failure.keptFromRunning()).containsExactly(3, 5));
            assertThat(graph.run(_ -> {}).executed()).isEqualTo(6);
        }
    }

    @Test
    void aCycleIsNamed() {
        assertThatExceptionOfType(TaskCycleException.class)
                .isThrownBy(() -> steps(5).edges(new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 1})
                        .on(device))
                .withMessageStartingWith("tasks wait for each other in a cycle of 3: ")
                .withMessageContainingAll("1 -> 2", "2 -> 3", "3 -> 1");
        assertThatExceptionOfType(TaskCycleException.class)
                .isThrownBy(() -> steps(2).edge(1, 1).on(device))
                .withMessageContaining("a cycle of 1: 1 -> 1");
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steps(2).edge(0, 2).on(device))
                .withMessage("edge 0 names task 2; there are 2, numbered from 0 to 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steps(2).edges(new int[1], new int[2]))
                .withMessageContaining("arrays of the same length");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steps(2).costs(_ -> -1).on(device))
                .withMessageContaining("cost -1 of task 0, Step[number=0]; give at least 0");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> steps(2).on(device, TaskGraphOptions.defaults().withWorkers(1 << 30)))
                .withMessageContaining("give that many at most");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskGraphOptions.defaults().withWorkers(-1));
        var graph = steps(2).on(device);
        graph.close();
        assertThatIllegalStateException().isThrownBy(() -> graph.run(_ -> {})).withMessageContaining("was closed");
    }

    @Test
    void anInterruptEndsTheRunAndTheGraphCanBeRunAgain() {
        try (var times = device.ints(3);
                var graph = steps(3).edge(0, 1).edge(1, 2).on(device)) {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(LaunchStoppedException.class)
                    .isThrownBy(() -> graph.run(step -> {
                        if (step.number() == 1) {
                            var backoff = new Backoff();
                            while (times.getOpaque(0) == 0) {
                                backoff.pause("what never comes");
                            }
                        }
                    }));
            assertThat(Thread.interrupted()).isTrue();
            graph.run(step -> times.getAndAddRelaxed(step.number(), 1));
            assertThat(times.copyOut()).containsOnly(1);
        }
    }
}
