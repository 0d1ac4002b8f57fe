package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.queue.QueueHistory.Operation;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Few threads on a tiny queue, often: what each saw must be explained by some order of single steps. */
@Timeout(60)
class LinearizabilityTest {
    private static final int SMALL = 2;
    private static final int DEQUEUE = -1;
    private static final int FAILED = -2;

    /** At the beginning, and where the counters change their sign during the test. */
    private static final int[] STARTS = {0, -4, Integer.MAX_VALUE - 3};

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndLinearizableQueues")
    void fullAndEmptyAndEveryValueHaveTheirInstant(Device device, QueueKind kind) {
        checkHistories(device, kind, 5, 4);
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndLinearizableQueues")
    void alsoIfThreadsWaitLongerBetweenTheirSteps(Device device, QueueKind kind) {
        checkHistories(device, kind, 12, 3);
    }

    private static void checkHistories(Device device, QueueKind kind, int threads, int each) {
        // A queue that claims no exact capacity gets one that it cannot reach.
        int capacity = kind.claims(QueueClaim.EXACT_CAPACITY) ? SMALL : 64;
        Ints script = device.ints(threads * each);
        Ints results = device.ints(threads * each);
        Ints starts = device.ints(threads * each);
        Ints ends = device.ints(threads * each);
        Ints clock = device.ints(1);
        for (int seed = 1; seed <= scaled(device, 200, 1_500); seed++) {
            int[] operations = randomScript(seed, threads * each);
            script.copyIn(operations);
            var queue = kind.create(device, QueueOptions.capacity(capacity).startingAt(STARTS[seed % STARTS.length]));

            // A warp for each lane: lanes of one warp would mostly go step by step together.
            device.run(Grid.threads(threads).withBlockSize(1), lane -> {
                for (int i = lane.id() * each; i < (lane.id() + 1) * each; i++) {
                    int operation = script.get(i);
                    starts.set(i, clock.getAndAdd(0, 1));
                    if (operation == DEQUEUE) {
                        var dequeued = queue.dequeue();
                        results.set(i, dequeued.present() ? dequeued.value() : FAILED);
                    } else {
                        results.set(i, queue.enqueue(operation) ? operation : FAILED);
                    }
                    ends.set(i, clock.getAndAdd(0, 1));
                }
            });

            var history = history(operations, results.copyOut(), starts.copyOut(), ends.copyOut());
            assertThat(QueueHistory.isLinearizable(capacity, history))
                    .as("seed %d: %s", seed, Arrays.toString(history))
                    .isTrue();
        }
    }

    @Test
    void checkerKnowsWhatCannotBe() {
        var put = new Operation(0, 1, true, true, 7);
        assertThat(QueueHistory.isLinearizable(2, put, new Operation(2, 3, false, true, 7)))
                .isTrue();
        assertThat(QueueHistory.isLinearizable(2, put, new Operation(2, 3, false, false, 0)))
                .as("empty after an enqueue")
                .isFalse();
        assertThat(QueueHistory.isLinearizable(2, put, new Operation(0, 3, false, false, 0)))
                .as("empty during an enqueue")
                .isTrue();
        assertThat(QueueHistory.isLinearizable(2, put, new Operation(2, 3, true, false, 8)))
                .as("full with one of two")
                .isFalse();
        assertThat(QueueHistory.isLinearizable(
                        2, put, new Operation(2, 3, true, true, 8), new Operation(4, 5, false, true, 8)))
                .as("last in, first out")
                .isFalse();
        assertThat(QueueHistory.isLinearizable(
                        2, put, new Operation(2, 3, false, true, 7), new Operation(4, 5, false, true, 7)))
                .as("twice")
                .isFalse();
    }

    private static int[] randomScript(long seed, int length) {
        var random = new Random(seed);
        int[] script = new int[length];
        Arrays.setAll(script, i -> random.nextBoolean() ? i : DEQUEUE);
        return script;
    }

    private static Operation[] history(int[] script, int[] results, int[] starts, int[] ends) {
        var history = new Operation[script.length];
        Arrays.setAll(
                history,
                i -> new Operation(starts[i], ends[i], script[i] != DEQUEUE, results[i] != FAILED, results[i]));
        return history;
    }
}
