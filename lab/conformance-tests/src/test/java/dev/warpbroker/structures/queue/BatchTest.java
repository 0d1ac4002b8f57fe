package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.experiments.Ledger;
import dev.warpbroker.structures.TakenInt;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several elements at once, from kernels and from the host. */
class BatchTest {
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndExactQueues")
    void batchesKeepTheirOrderAndStopAtFullAndEmpty(Device device, QueueKind kind) {
        try (var queue = kind.create(device, QueueOptions.capacity(8).startingAt(-5))) {
            Ints values = device.ints(12);
            values.copyIn(IntStream.range(100, 112).toArray());
            Ints counts = device.ints(4);
            Ints out = device.ints(12);

            device.run(Grid.threads(1), _ -> {
                counts.set(0, queue.enqueueAll(values, 0, 5));
                counts.set(1, queue.dequeueAll(out, 0, 2));
                counts.set(2, queue.enqueueAll(values, 5, 7));
                counts.set(3, queue.dequeueAll(out, 2, 10));
            });

            assertThat(counts.copyOut()).containsExactly(5, 2, 5, 8);
            assertThat(out.copyOut(0, 10)).isEqualTo(IntStream.range(100, 110).toArray());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndReturningQueues")
    void manyBatchesLoseNothing(Device device, QueueKind kind) {
        int threads = scaled(device, 32, 48);
        int rounds = scaled(device, 20, 2);
        int batch = 3;
        int total = threads * rounds * batch;
        try (var queue = kind.create(device, 32);
                var ledger = new Ledger(device, total)) {
            Ints in = device.ints(total);
            in.copyIn(IntStream.range(0, total).toArray());
            Ints out = device.ints(total);

            device.run(Grid.threads(threads).withBlockSize(16), lane -> {
                for (int round = 0; round < rounds; round++) {
                    int from = (lane.id() * rounds + round) * batch;
                    int put = queue.enqueueAll(in, from, batch);
                    for (int i = 0; i < batch; i++) {
                        ledger.enqueued(from + i, i < put);
                    }
                    int taken = queue.dequeueAll(out, from, batch);
                    for (int i = 0; i < taken; i++) {
                        ledger.dequeued(TakenInt.of(out.get(from + i)));
                    }
                }
            });

            var balance = ledger.balance(queue.drain());
            assertThat(balance.holds()).as("%s", balance).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndFifoQueues")
    void hostFillsAndDrainsInOrder(Device device, QueueKind kind) {
        try (var queue = kind.create(device, QueueOptions.capacity(16).startingAt(-3))) {
            assertThat(queue.fill(1, 2, 3)).isEqualTo(3);
            assertThat(queue.fill(4, 5)).as("more, onto what is there").isEqualTo(2);
            Ints first = device.ints(1);
            device.run(Grid.threads(1), _ -> first.set(0, queue.dequeue().value()));

            assertThat(first.copyOut()).containsExactly(1);
            assertThat(queue.drain()).containsExactly(2, 3, 4, 5);
            assertThat(queue.drain()).isEmpty();
            assertThat(queue.fill(9)).isEqualTo(1);
            assertThat(queue.drain()).containsExactly(9);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndExactQueues")
    void hostFillsNoMoreThanFits(Device device, QueueKind kind) {
        try (var queue = kind.create(device, 4)) {
            int[] values = {1, 2, 3, 4, 5};

            assertThat(queue.fill(values)).isEqualTo(4);
            assertThat(queue.drain()).isEqualTo(Arrays.copyOf(values, 4));
        }
    }
}
