package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Claim;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Records and sealed interfaces of records as elements. */
class ElementQueueTest {
    record Ray(float ox, float oy, float oz, float dx, float dy, float dz, int depth, long id) {}

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
    void recordsComeOutWhole(Device device, QueueKind kind) {
        int threads = 48;
        int rounds = scaled(device, 50, 2);
        try (var rays = ElementQueue.of(kind, device, 64, Layout.of(Ray.class))) {
            var seen = device.ints(threads * rounds);
            var torn = device.ints(1);

            device.run(Grid.threads(threads).withBlockSize(16), lane -> {
                for (int round = 0; round < rounds; round++) {
                    int id = lane.id() * rounds + round;
                    rays.enqueue(new Ray(id, id + 1, id + 2, id + 3, id + 4, id + 5, id + 6, id + 7L));
                    var taken = rays.dequeue();
                    var backoff = new Backoff();
                    while (!taken.present()) {
                        backoff.pause("the ray that it has put in, or another's");
                        taken = rays.dequeue();
                    }
                    var ray = taken.value();
                    int first = (int) ray.ox();
                    float sum = ray.oy() + ray.oz() + ray.dx() + ray.dy() + ray.dz();
                    if (sum != 5 * first + 15 || ray.depth() != first + 6 || ray.id() != first + 7) {
                        torn.getAndAddRelaxed(0, 1);
                    }
                    seen.getAndAddRelaxed(first, 1);
                }
            });

            assertThat(torn.copyOut()).as("rays of parts of several").containsExactly(0);
            assertThat(seen.copyOut())
                    .as("each ray once")
                    .isEqualTo(IntStream.range(0, threads * rounds).map(_ -> 1).toArray());
        }
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
                    .hasMessageContaining("name")
                    .hasMessageContaining("String");
        }
    }
}
