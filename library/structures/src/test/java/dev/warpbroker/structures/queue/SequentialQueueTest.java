package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.Script.ACCEPTED;
import static dev.warpbroker.structures.Script.EMPTY;
import static dev.warpbroker.structures.Script.FULL;
import static dev.warpbroker.structures.Script.TAKE;
import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.Script;
import java.util.ArrayDeque;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One thread: every result must be that of {@link ArrayDeque} with a bound. Cases of lab/conformance show it of queues
 * without an exact capacity.
 */
class SequentialQueueTest {

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndExactQueues")
    void randomOperationsBehaveLikeABoundedDeque(Device device, QueueKind kind) {
        for (int capacity = 2; capacity <= scaled(device, 64, 16); capacity *= 2) {
            for (int seed = 1; seed <= 3; seed++) {
                int[] script = Script.random(seed, 20 * capacity);

                assertThat(runOn(device, kind.create(device, capacity), script))
                        .as("capacity %d, seed %d", capacity, seed)
                        .isEqualTo(model(capacity, script));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndExactQueues")
    void countersWrapAround(Device device, QueueKind kind) {
        for (int capacity = 2; capacity <= 16; capacity *= 2) {
            for (int start :
                    new int[] {-1, -capacity, 1 - capacity, -3 * capacity - 1, Integer.MAX_VALUE - 1, 12_345}) {
                int[] script = Script.random(start, 20 * capacity);
                assertLikeADeque(device, kind, capacity, start, script);
            }
        }
    }

    private static void assertLikeADeque(Device device, QueueKind kind, int capacity, int start, int[] script) {
        var queue = kind.create(device, QueueOptions.capacity(capacity).startingAt(start));
        assertThat(runOn(device, queue, script))
                .as("capacity %d, start %d", capacity, start)
                .isEqualTo(model(capacity, script));
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndReturningQueues")
    void dequeueOnEmptyReturnsEmpty(Device device, QueueKind kind) {
        int[] results = runOn(device, kind.create(device, 2), TAKE, 7, TAKE, TAKE);

        assertThat(results).containsExactly(EMPTY, ACCEPTED, 7, EMPTY);
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndExactQueues")
    void enqueueOnFullReturnsFull(Device device, QueueKind kind) {
        int[] results = runOn(device, kind.create(device, 2), 1, 2, 3, TAKE, 4, TAKE, TAKE);

        assertThat(results).containsExactly(ACCEPTED, ACCEPTED, FULL, 1, ACCEPTED, 2, 4);
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndFifoQueues")
    void everyIntIsAValue(Device device, QueueKind kind) {
        int[] values = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
        var queue = kind.create(device, 4);
        Ints memory = device.ints(values.length);
        memory.copyIn(values);

        device.run(Grid.threads(1), lane -> {
            for (int i = 0; i < 4; i++) {
                queue.enqueue(memory.get(i));
            }
            for (int i = 0; i < 4; i++) {
                memory.set(i, queue.dequeue().value());
            }
        });

        assertThat(memory.copyOut()).isEqualTo(values);
    }

    private static int[] model(int capacity, int... script) {
        return Script.results(capacity, script, ArrayDeque::poll);
    }

    private static int[] runOn(Device device, IntQueue queue, int... script) {
        Ints operations = device.ints(script.length);
        operations.copyIn(script);
        int length = script.length;
        device.run(Grid.threads(1), lane -> {
            for (int i = 0; i < length; i++) {
                int operation = operations.get(i);
                if (operation == TAKE) {
                    var dequeued = queue.dequeue();
                    operations.set(i, dequeued.present() ? dequeued.value() : EMPTY);
                } else {
                    operations.set(i, queue.enqueue(operation) ? ACCEPTED : FULL);
                }
            }
        });
        return operations.copyOut();
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndReturningQueues")
    void clearedQueueIsAsNew(Device device, QueueKind kind) {
        var queue = kind.create(device, QueueOptions.capacity(4).startingAt(-3));
        Ints results = device.ints(3);
        device.run(Grid.threads(1), lane -> {
            queue.enqueue(1);
            queue.enqueue(2);
            queue.dequeue();
        });

        queue.clear();

        device.run(Grid.threads(1), lane -> {
            results.set(0, queue.dequeue().present() ? 1 : 0);
            results.set(1, queue.enqueue(7) ? 1 : 0);
            results.set(2, queue.dequeue().value());
        });
        assertThat(results.copyOut()).containsExactly(0, 1, 7);
    }
}
