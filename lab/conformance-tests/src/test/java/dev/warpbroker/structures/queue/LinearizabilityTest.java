package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.QueueAssertions.assertLinearizable;
import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static dev.warpbroker.structures.queue.TestDevices.tries;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.verify.Linearizability;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Few threads on a tiny queue, often: what each saw must be explained by some order of single steps. */
class LinearizabilityTest {
    private static final int SMALL = 2;

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
        // A queue that claims no exact capacity gets one that it cannot reach. The quick check is exact then, and does
        // not mind how many operations overlap.
        boolean exact = kind.claims(Claim.EXACT_CAPACITY);
        int capacity = exact ? SMALL : 64;
        for (int seed = 1; seed <= scaled(device, tries(60, 200), tries(60, 500)); seed++) {
            int[] operations = scripts.of(seed, threads * each);
            int start = STARTS[seed % STARTS.length];
            var options = QueueOptions.capacity(capacity).withThreads(threads).startingAt(start);
            var queue = kind.create(device, options);

            var history = ScriptedHistory.of(device, queue, threads, operations);

            var verdict = exact ? Linearizability.search(history) : Linearizability.check(history);
            queue.close();
            assertLinearizable(seed, verdict);
        }
    }

    private static int[] randomScript(long seed, int length) {
        var random = new Random(seed);
        int[] script = new int[length];
        Arrays.setAll(script, i -> random.nextBoolean() ? i : ScriptedHistory.DEQUEUE);
        return script;
    }

    private static int[] producersAndConsumers(long seed, int length) {
        int[] script = new int[length];
        Arrays.setAll(script, i -> i < length / 2 ? i : ScriptedHistory.DEQUEUE);
        return script;
    }
}
