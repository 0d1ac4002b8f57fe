package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.QueueAssertions.assertLinearizable;
import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.Linearizability;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rings that go around often, and operations that stand still in the middle: the others go on. */
class OvertakingQueueTest {
    private static final String DEVICES = "dev.warpbroker.structures.queue.TestDevices#devices";

    /** Just before positions, and with them cycles, wrap; and where positions change their sign. */
    private static final int[] STARTS = {0, -7, Integer.MAX_VALUE - 5};

    @ParameterizedTest
    @MethodSource(DEVICES)
    void everyValueAndEmptyHaveTheirInstantInATinyRing(Device device) {
        for (int seed = 1; seed <= scaled(device, 60, 25); seed++) {
            assertLinearizable(seed, Linearizability.check(history(device, seed)));
        }
    }

    /** {@return what six lanes saw of a queue whose ring goes around three times} */
    static History history(Device device, int seed) {
        var random = new Random(seed);
        int[] script = new int[24];
        Arrays.setAll(script, i -> random.nextInt(3) > 0 ? i : ScriptedHistory.DEQUEUE);
        try (var queue = tiny(device, 4, STARTS[seed % STARTS.length])) {
            return ScriptedHistory.withoutFull(device, queue, 6, script);
        }
    }

    /** An enqueue has its position and does nothing with it; so does another one, at every cycle. */
    @ParameterizedTest
    @MethodSource(DEVICES)
    void enqueuesThatStandStillAreOvertaken(Device device) {
        try (var queue = tiny(device, 4, -7);
                var failures = device.ints(1)) {
            device.run(Grid.threads(3).withBlockSize(1), lane -> {
                for (int round = 0; round < 20; round++) {
                    if (lane.id() == 0) {
                        queue.nextTail();
                    } else if (!queue.enqueue(lane.id()) || !queue.dequeue().present()) {
                        failures.getAndAdd(0, 1);
                    }
                }
            });

            assertThat(failures.copyOut()).containsExactly(0);
            assertThat(queue.drain()).isEmpty();
        }
    }

    /** Its value stays where it is while the others go around the ring, and nobody else gets it. */
    @ParameterizedTest
    @MethodSource(DEVICES)
    void aDequeueThatStandsStillIsOvertakenAndGetsItsValueInTheEnd(Device device) {
        assertThat(aroundOneThatStandsStill(device)).containsExactly(0, 0, 77);
    }

    /** {@return how many pairs went wrong meanwhile; whether a value was left over; what the dequeue got in the end} */
    static int[] aroundOneThatStandsStill(Device device) {
        try (var queue = tiny(device, 4, -3);
                var results = device.ints(3)) {
            device.run(Grid.threads(1), _ -> {
                queue.enqueue(77);
                int claimed = queue.nextHead();
                int wrong = 0;
                for (int i = 0; i < 100; i++) {
                    boolean enqueued = queue.enqueue(i);
                    var dequeued = queue.dequeue();
                    wrong += enqueued && dequeued.present() && dequeued.value() == i ? 0 : 1;
                }
                results.set(0, wrong);
                results.set(1, queue.dequeue().present() ? 1 : 0);
                results.set(2, queue.takeAt(claimed).value());
            });

            return results.copyOut();
        }
    }

    /** A dequeue was there before it: the position is lost for good, and the enqueue finds another. */
    @ParameterizedTest
    @MethodSource(DEVICES)
    void anEnqueueThatComesTooLateFindsItsPositionSpoilt(Device device) {
        assertThat(enqueueThatComesTooLate(device)).containsExactly(1, 5, 0, 0);
    }

    /** {@return whether another enqueue succeeded; what came out; whether the late one did; whether more came out} */
    static int[] enqueueThatComesTooLate(Device device) {
        try (var queue = tiny(device, 2, 0);
                var results = device.ints(4)) {
            device.run(Grid.threads(1), _ -> {
                int late = queue.nextTail();
                results.set(0, queue.enqueue(5) ? 1 : 0);
                results.set(1, queue.dequeue().value());
                results.set(2, queue.put(late, 6) ? 1 : 0);
                results.set(3, queue.dequeue().present() ? 1 : 0);
            });

            return results.copyOut();
        }
    }

    /** Their enqueues have put them in and stand still before they say so: dequeues search. */
    @ParameterizedTest
    @MethodSource(DEVICES)
    void valuesThatAreNotCountedYetAreFoundOnce(Device device) {
        for (int repetition = 0; repetition < 4; repetition++) {
            assertThat(valuesFoundUncounted(device)).containsExactly(-1, -1, 1, 2, 3, 4);
        }
    }

    /** {@return what six lanes got of four values, in order} */
    static int[] valuesFoundUncounted(Device device) {
        try (var queue = tiny(device, 4, -3);
                var results = device.ints(6)) {
            device.run(Grid.threads(1), _ -> {
                for (int value = 1; value <= 4; value++) {
                    queue.put(queue.nextTail(), value);
                }
            });
            device.run(Grid.threads(6).withBlockSize(1), lane -> {
                var dequeued = queue.dequeue();
                results.set(lane.id(), dequeued.present() ? dequeued.value() : -1);
            });

            return Arrays.stream(results.copyOut()).sorted().toArray();
        }
    }

    @ParameterizedTest
    @MethodSource(DEVICES)
    void oneThreadCannotTellItFromABoundedDeque(Device device) {
        int capacity = 4;
        int operations = scaled(device, 2_000, 300);
        for (int start : STARTS) {
            var random = new Random(start);
            int[] script = new int[operations];
            Arrays.setAll(script, i -> random.nextInt(i / 50 % 2 == 0 ? 3 : 2) > 0 ? i : ScriptedHistory.DEQUEUE);
            try (var queue = tiny(device, capacity, start);
                    var steps = device.ints(operations);
                    var results = device.ints(operations)) {
                steps.copyIn(script);
                device.run(Grid.threads(1), _ -> {
                    for (int i = 0; i < operations; i++) {
                        int step = steps.get(i);
                        int result = -1;
                        if (step == ScriptedHistory.DEQUEUE) {
                            var dequeued = queue.dequeue();
                            result = dequeued.present() ? dequeued.value() : -1;
                        } else if (queue.enqueue(step)) {
                            result = step;
                        }
                        results.set(i, result);
                    }
                });

                assertThat(results.copyOut()).isEqualTo(boundedDeque(capacity, script));
            }
        }
    }

    private static int[] boundedDeque(int capacity, int[] script) {
        var model = new ArrayDeque<Integer>();
        int[] results = new int[script.length];
        for (int i = 0; i < script.length; i++) {
            if (script[i] == ScriptedHistory.DEQUEUE) {
                results[i] = model.isEmpty() ? -1 : model.remove();
            } else if (model.size() < capacity) {
                model.add(script[i]);
                results[i] = script[i];
            } else {
                results[i] = -1;
            }
        }
        return results;
    }

    /** Blocks of one lane: what one part has too little of, another has. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void placesAndValuesOfAllPartsCanBeHad(int parts) {
        int capacity = 8;
        for (int seed = 1; seed <= 4; seed++) {
            try (var device = TestDevices.adversarial(seed);
                    var queue = queue(device, capacity, 0, parts, OvertakingQueue.NO_CROWD);
                    var done = device.ints(2)) {
                var grid = Grid.threads(2 * capacity).withBlockSize(1);
                device.run(grid, lane -> done.getAndAdd(0, queue.enqueue(lane.id()) ? 1 : 0));
                device.run(grid, _ -> done.getAndAdd(1, queue.dequeue().present() ? 1 : 0));

                assertThat(done.copyOut()).as("seed %d", seed).containsExactly(capacity, capacity);
                assertThat(queue.drain()).isEmpty();
            }
        }
    }

    /** Blocks of several warps, which get positions together. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void warpsThatGetPositionsTogetherLoseNothing(int seed) {
        int capacity = 256;
        try (var device = TestDevices.adversarial(seed);
                var queue = queue(device, capacity, -100, 2, 0)) {
            var grid = Grid.threads(160).withBlockSize(80);
            assertThat(new Pairs(device, grid, Granularity.THREAD, 4)
                            .check(queue)
                            .holds())
                    .isTrue();
            assertThat(queue.drain()).isEmpty();
        }
    }

    /**
     * Every value and Empty have their instant there, too. All lanes of a warp do the same, or they would not gather.
     */
    @Test
    void warpsThatGetPositionsTogetherKeepTheOrder() {
        var grid = Grid.threads(390).withBlockSize(130);
        int each = 6;
        for (int seed = 1; seed <= 6; seed++) {
            var random = new Random(seed);
            boolean[] enqueues = new boolean[grid.threads() * each];
            for (int i = 0; i < enqueues.length; i++) {
                int laneOfWarp = i / each % grid.blockSize() % 32;
                enqueues[i] = laneOfWarp == 0 ? random.nextInt(5) > 1 : enqueues[i - each];
            }
            int[] script = new int[enqueues.length];
            Arrays.setAll(script, i -> enqueues[i] ? i : ScriptedHistory.DEQUEUE);
            try (var device = TestDevices.adversarial(seed);
                    var queue = queue(device, 4_096, STARTS[seed % STARTS.length], 2, 0)) {
                var history = ScriptedHistory.withoutFull(device, queue, grid, script);
                assertLinearizable(seed, Linearizability.check(history));
            }
        }
    }

    /** The first that came to get positions for its block stands still: the others get their own after a while. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void whoeverWasToGetPositionsForItsBlockIsNotNeeded(int seed) {
        try (var device = TestDevices.adversarial(seed)) {
            assertThat(withoutTheFirst(device)).containsExactly(0, 0);
        }
    }

    /** {@return how many pairs went wrong, and how many values were left over} */
    static int[] withoutTheFirst(Device device) {
        int warp = device.properties().warpSize();
        try (var queue = queue(device, 256, -100, 2, 0);
                var failures = device.ints(1)) {
            device.run(Grid.threads(4 * warp).withBlockSize(4 * warp), lane -> {
                var block = lane.block();
                var shared = Objects.requireNonNull(block.zeroedInts(queue, BlockPositions.LENGTH));
                if (block.lane() == 0) {
                    new BlockPositions(shared).arrive(1);
                }
                block.barrier();
                for (int round = 0; round < 3; round++) {
                    if (!queue.enqueue(lane.id()) || !queue.dequeue().present()) {
                        failures.getAndAdd(0, 1);
                    }
                }
            });
            return new int[] {failures.copyOut()[0], queue.drain().length};
        }
    }

    /** Lanes that poll together get what there is and no more, also from the parts of others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aWarpThatPollsGetsWhatThereIs(int parts) {
        try (var device = TestDevices.adversarial(parts);
                var queue = queue(device, 64, 0, parts, OvertakingQueue.NO_CROWD);
                var got = device.ints(2)) {
            int warp = device.properties().warpSize();
            device.run(Grid.threads(5).withBlockSize(1), lane -> queue.enqueue(lane.id()));
            device.run(Grid.threads(warp).withBlockSize(warp), lane -> {
                for (int round = 0; round < 8; round++) {
                    var polled = queue.pollWarp(lane);
                    if (polled.present()) {
                        got.getAndAdd(0, 1);
                        got.getAndAdd(1, 1 << polled.value());
                    }
                }
            });

            assertThat(got.copyOut()).containsExactly(5, 0b11111);
        }
    }

    @Test
    void clearedItIsAsNew() {
        try (var device = Device.jvm();
                var queue = tiny(device, 4, -3)) {
            queue.enqueue(1);
            queue.nextHead();
            queue.nextTail();

            queue.clear();

            assertThat(queue.fill(1, 2, 3, 4, 5)).isEqualTo(4);
            assertThat(queue.drain()).containsExactly(1, 2, 3, 4);
        }
    }

    @Test
    void aRingThatWouldBeTooLongIsRefused() {
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> OvertakingQueue.ints(device, 1 << 29))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("capacity 536870912", "2^28");
        }
    }

    private static OvertakingQueue tiny(Device device, int capacity, int start) {
        return queue(device, capacity, start, 1, OvertakingQueue.NO_CROWD);
    }

    private static OvertakingQueue queue(Device device, int capacity, int start, int parts, int crowd) {
        var options = QueueOptions.capacity(capacity).startingAt(start);
        return OvertakingQueue.with(device, options, 2 * capacity, parts, crowd);
    }
}
