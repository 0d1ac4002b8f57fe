package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Verdict;
import dev.warpbroker.verify.Violation;
import java.util.Arrays;
import java.util.Random;
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

    /** Producers and consumers of as many values, so that nobody waits for ever. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndWaitingQueues")
    void everyValueHasItsInstantAlsoIfOperationsWait(Device device, QueueKind kind) {
        checkHistories(device, kind, 6, 4, LinearizabilityTest::producersAndConsumers);
    }

    private static void checkHistories(Device device, QueueKind kind, int threads, int each) {
        checkHistories(device, kind, threads, each, LinearizabilityTest::randomScript);
    }

    /** Makes operations for a seed, and so many altogether; each thread gets the same share of them. */
    private interface Script {
        int[] of(long seed, int length);
    }

    private static void checkHistories(Device device, QueueKind kind, int threads, int each, Script scripts) {
        // A queue that claims no exact capacity gets one that it cannot reach.
        int capacity = kind.claims(QueueClaim.EXACT_CAPACITY) ? SMALL : 64;
        Ints script = device.ints(threads * each);
        Ints results = device.ints(threads * each);
        Ints starts = device.ints(threads * each);
        Ints ends = device.ints(threads * each);
        Ints clock = device.ints(1);
        for (int seed = 1; seed <= scaled(device, 200, 1_500); seed++) {
            int[] operations = scripts.of(seed, threads * each);
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

            var history = history(capacity, each, operations, results.copyOut(), starts.copyOut(), ends.copyOut());
            var verdict = Linearizability.search(history);
            assertThat(verdict)
                    .as("seed %d: %s", seed, verdict instanceof Violation violation ? violation.report() : "")
                    .isEqualTo(new Verdict.Linearizable());
        }
    }

    private static int[] randomScript(long seed, int length) {
        var random = new Random(seed);
        int[] script = new int[length];
        Arrays.setAll(script, i -> random.nextBoolean() ? i : DEQUEUE);
        return script;
    }

    private static int[] producersAndConsumers(long seed, int length) {
        int[] script = new int[length];
        Arrays.setAll(script, i -> i < length / 2 ? i : DEQUEUE);
        return script;
    }

    private static History history(int capacity, int each, int[] script, int[] results, int[] starts, int[] ends) {
        var history = History.builder(Discipline.FIFO).capacity(capacity);
        for (int i = 0; i < script.length; i++) {
            boolean failed = results[i] == FAILED;
            var result = script[i] == DEQUEUE
                    ? failed ? Result.EMPTY : Result.REMOVED
                    : failed ? Result.FULL : Result.INSERTED;
            history.add(i / each, result.code(), starts[i], ends[i], script[i] == DEQUEUE ? results[i] : script[i]);
        }
        return history.build();
    }
}
