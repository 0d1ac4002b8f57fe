package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.verify.Verdict;
import dev.warpbroker.verify.Violation;
import java.util.Arrays;
import java.util.stream.IntStream;

/** What tests of several queues say of them. */
final class QueueAssertions {
    private QueueAssertions() {}

    static void assertLinearizable(int seed, Verdict verdict) {
        assertThat(verdict)
                .as("seed %d: %s", seed, verdict instanceof Violation violation ? violation.report() : "")
                .isEqualTo(new Verdict.Linearizable());
    }

    /** A queue for one thread becomes full with so many values, and gives them back in their order, again and again. */
    static void assertFilledAndDrained(IntQueue queue, int room) {
        int[] values = IntStream.range(0, room + 1).toArray();
        for (int round = 0; round < 5; round++) {
            assertThat(queue.fill(values)).as("round %d", round).isEqualTo(room);
            assertThat(queue.drain()).as("round %d", round).isEqualTo(Arrays.copyOf(values, room));
        }
    }

    /**
     * Threads that enqueue and dequeue by turns lose and duplicate nothing.
     *
     * @param pairs of each thread
     * @param least values that the queue takes in all, so that they come round
     */
    static void assertConserves(Device device, IntQueue queue, int threads, int pairs, int least) {
        var grid = Grid.threads(threads).withBlockSize(16);
        var conservation = new Pairs(device, grid, Granularity.THREAD, pairs).check(queue);

        assertThat(conservation.holds()).as("%s", conservation).isTrue();
        assertThat(conservation.accepted()).isGreaterThan(least);
    }

    /** A queue with records for two threads refuses a third. */
    static void assertRefusesAThird(Device device, IntQueue queue) {
        assertThatThrownBy(() -> device.run(Grid.threads(3), lane -> queue.enqueue(lane.id())))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("the queue has no handle for lane 2");
    }
}
