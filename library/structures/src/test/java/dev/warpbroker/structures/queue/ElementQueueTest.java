package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Claim;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sealed interfaces of records as elements. Cases of lab/conformance show that records come out whole. */
class ElementQueueTest {
    enum Colour {
        RED,
        BLUE
    }

    record Paint(@Nullable Colour colour) {}

    record Named(int id, String name) {}

    sealed interface Task {
        record Count(int from, int to) implements Task {}

        record Add(long value) implements Task {}
    }

    static Stream<Arguments> devicesAndPublishingQueues() {
        return TestDevices.devicesAndQueuesThatClaim(Claim.PUBLISHES);
    }

    static Stream<Arguments> devicesAndPublishingFifoQueues() {
        return TestDevices.devicesAndQueuesThatClaim(Claim.PUBLISHES, Claim.FIFO);
    }

    @ParameterizedTest
    @MethodSource("devicesAndPublishingQueues")
    void tasksOfSeveralKindsKeepTheirKind(Device device, QueueKind kind) {
        try (var tasks = ElementQueue.of(kind, device, 16, Layout.of(Task.class))) {
            var sums = device.longs(1);

            device.run(Grid.threads(1), _ -> {
                tasks.enqueue(new Task.Count(3, 6));
                tasks.enqueue(new Task.Add(1L << 40));
                long sum = 0;
                for (int i = 0; i < 2; i++) {
                    sum += switch (tasks.dequeue().value()) {
                        case Task.Count(int from, int to) -> to - from;
                        case Task.Add(long value) -> value;
                    };
                }
                sums.set(0, sum);
            });

            assertThat(sums.copyOut()).containsExactly((1L << 40) + 3);
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPublishingFifoQueues")
    void hostFillsAndDrains(Device device, QueueKind kind) {
        try (var tasks = ElementQueue.of(kind, device, 16, Layout.of(Task.class))) {
            List<Task> all = List.of(new Task.Count(1, 2), new Task.Add(-1L), new Task.Count(-3, 4));

            assertThat(tasks.fill(all)).isEqualTo(3);
            assertThat(tasks.drain()).isEqualTo(all);
            assertThat(tasks.drain()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPublishingQueues")
    void elementThatCannotBeWrittenTakesNoPlace(Device device, QueueKind kind) {
        try (var paints = ElementQueue.of(kind, device, 2, Layout.of(Paint.class));
                var results = device.ints(3)) {
            device.run(Grid.threads(1), _ -> {
                for (int i = 0; i < 3; i++) {
                    try {
                        paints.enqueue(new Paint(null));
                    } catch (NullPointerException e) {
                        results.set(0, results.get(0) + 1);
                    }
                }
                results.set(1, paints.enqueue(new Paint(Colour.BLUE)) ? 1 : 0);
                results.set(2, paints.dequeue().value().colour() == Colour.BLUE ? 1 : 0);
            });
            assertThat(results.copyOut()).containsExactly(3, 1, 1);
        }
    }

    @Test
    void componentThatDoesNotFitIsNamed() {
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> ElementQueue.of(QueueKind.BQ, device, 16, Layout.of(Named.class)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("name", "String");
        }
    }
}
