package dev.warpbroker.structures.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.TestDevices;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScanStackTest {
    private static final int SEED = 7;
    private static final int NOTHING = -1;

    /**
     * All combinations of tables 1 to 3, with an interval that divides the capacities here, and with one that does not.
     */
    static List<StackOptions.Scan> variants() {
        var variants = new ArrayList<StackOptions.Scan>();
        for (int interval : new int[] {0, 1, 4, 5, 1000}) {
            for (boolean invalidates : new boolean[] {false, true}) {
                variants.add(new StackOptions.Scan(interval, invalidates, false, false));
                variants.add(new StackOptions.Scan(interval, invalidates, true, false));
                variants.add(new StackOptions.Scan(interval, invalidates, true, true));
            }
        }
        return variants;
    }

    /**
     * Two intervals; one with cells that become invalid and one without, or both with both where long tests run, too.
     */
    static Stream<Arguments> devicesAndSomeVariants() {
        return onDevices(variants().stream()
                .filter(options -> options.interval() == 0 || options.interval() == 5)
                .filter(options -> TestDevices.DEEP || options.invalidates() == (options.interval() == 5))
                .flatMap(options -> options.proxies()
                        ? Stream.of(options.readingFresh())
                        : Stream.of(options, options.asListed())));
    }

    static Stream<Arguments> devicesAndVariants() {
        return onDevices(variants().stream());
    }

    private static Stream<Arguments> onDevices(Stream<StackOptions.Scan> variants) {
        return variants.flatMap(options -> TestDevices.devices().map(device -> Arguments.arguments(device, options)));
    }

    /** One lane pushes and pops at random, now with more of these and then with more of those. */
    @ParameterizedTest
    @MethodSource("devicesAndVariants")
    void oneLaneCannotTellItFromAStack(Device device, StackOptions.Scan options) {
        int[] script = script(400, new Random(SEED));
        for (int capacity : new int[] {1, 2, 12}) {
            try (var stack = ScanStack.ints(device, capacity, options)) {
                var expected = model(capacity, script, options.invalidates());
                assertThat(boxed(run(stack, script)))
                        .as("capacity %d", capacity)
                        .isEqualTo(expected.results());
                assertThat(stack.damage()).isEmpty();
                assertThat(boxed(stack.drain())).isEqualTo(expected.left());
            }
        }
    }

    private static List<Integer> boxed(int[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    private static int[] script(int length, Random random) {
        int[] script = new int[length];
        Arrays.setAll(script, i -> random.nextInt(10) < (i / 50 % 2 == 0 ? 7 : 3) ? i : NOTHING);
        return script;
    }

    private static int[] run(IntStack stack, int[] operations) {
        var device = stack.device();
        try (var script = device.ints(operations.length);
                var results = device.ints(operations.length)) {
            script.copyIn(operations);
            device.run(Grid.threads(1), _ -> {
                for (int i = 0; i < script.length(); i++) {
                    int value = script.get(i);
                    if (value == NOTHING) {
                        var popped = stack.pop();
                        results.set(i, popped.present() ? popped.value() : NOTHING);
                    } else {
                        results.set(i, stack.push(value) ? value : NOTHING);
                    }
                }
            });
            return results.copyOut();
        }
    }

    private record Expected(List<Integer> results, List<Integer> left) {}

    /**
     * A stack whose pops leave {@code null} where the paper's leave an invalid cell: it takes room until a pop clears
     * it.
     */
    private static Expected model(int capacity, int[] script, boolean invalidates) {
        var stack = new ArrayDeque<Integer>();
        int[] results = new int[script.length];
        for (int i = 0; i < script.length; i++) {
            if (script[i] == NOTHING) {
                while (!stack.isEmpty() && stack.peek() == NOTHING) {
                    stack.pop();
                }
                results[i] = stack.isEmpty() ? NOTHING : stack.pop();
                if (invalidates && results[i] != NOTHING) {
                    stack.push(NOTHING);
                }
            } else if (stack.size() < capacity) {
                stack.push(script[i]);
                results[i] = script[i];
            } else {
                results[i] = NOTHING;
            }
        }
        return new Expected(
                boxed(results), stack.stream().filter(value -> value != NOTHING).toList());
    }

    /** Every value that was pushed is popped once, or is left. */
    @ParameterizedTest
    @MethodSource("devicesAndSomeVariants")
    void lanesTogetherConserveValues(Device device, StackOptions.Scan options) {
        int each = TestDevices.scaled(device, TestDevices.tries(500, 2_000), 4);
        var grid = TestDevices.scaled(device, 4, 100);
        for (int capacity : new int[] {3, 40}) {
            try (var stack = ScanStack.ints(device, capacity, options);
                    var pushed = device.ints(grid * each);
                    var seen = device.ints(grid * each)) {
                mix(stack, new Grid(grid, 64), each, pushed, seen);
                int[] in = pushed.copyOut();
                int[] out = seen.copyOut();
                for (int value : stack.drain()) {
                    out[value]++;
                }
                assertThat(out).isEqualTo(in);
                assertThat(Arrays.stream(in).sum()).isPositive();
            }
        }
    }

    /** Lane i pushes i * each, i * each + 1, ... and pops as often, in an order that differs from lane to lane. */
    private static void mix(IntStack stack, Grid grid, int each, Ints pushed, Ints seen) {
        stack.device().run(grid, lane -> {
            for (int i = 0; i < 2 * each; i++) {
                boolean pushes = ((i ^ lane.id() ^ lane.id() >> 2) & 1) == 0;
                int value = lane.id() * each + i / 2;
                var result = stack.operateBlock(lane, pushes ? IntStack.Operation.PUSH : IntStack.Operation.POP, value);
                if (result.present() && pushes) {
                    pushed.set(value, 1);
                } else if (result.present()) {
                    seen.getAndAdd(result.value(), 1);
                }
            }
        });
    }

    /**
     * On an empty stack with room for one: only pushes and pops that meet before it can nearly all succeed. Two that
     * look for each other at the same time may miss each other, once for each warp, and go to the stack.
     */
    @ParameterizedTest
    @MethodSource("variants")
    void pushesAndPopsOfABlockMeetIfTheyMay(StackOptions.Scan options) {
        int lanes = 128;
        try (var device = Device.simulator(SEED);
                var stack = ScanStack.ints(device, 1, options);
                var results = device.ints(lanes)) {
            // 60 pushes and 60 pops, of which few are in the same warp, and some that do nothing.
            device.run(new Grid(lanes, lanes), lane -> {
                var operation = lane.id() < 60
                        ? IntStack.Operation.PUSH
                        : lane.id() < 120 ? IntStack.Operation.POP : IntStack.Operation.NONE;
                var result = stack.operateBlock(lane, operation, 1_000 + lane.id());
                results.set(lane.id(), result.present() ? 1 + result.value() : 0);
            });
            int[] found = results.copyOut();
            long done =
                    Arrays.stream(found, 0, 120).filter(result -> result != 0).count();
            if (options.eliminates()) {
                assertThat(done).isBetween(120L - 4, 120L);
                assertThat(Arrays.stream(found, 60, 120)
                                .filter(result -> result != 0)
                                .map(result -> result - 1))
                        .doesNotHaveDuplicates()
                        .isSubsetOf(IntStream.range(1_000, 1_060).boxed().toList());
            } else {
                assertThat(done).isLessThan(120);
            }
            assertThat(Arrays.stream(found, 120, lanes)).containsOnly(0);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void blocksOfWhichThereIsAPartOnlyMeet(Device device) {
        int lanes = 70;
        try (var stack = ScanStack.ints(device, 100, new StackOptions.Scan(0, false, true, true));
                var results = device.ints(lanes)) {
            device.run(new Grid(lanes, 64), lane -> {
                var result = stack.operateBlock(lane, IntStack.Operation.PUSH, lane.id());
                results.set(lane.id(), result.present() ? 1 : 0);
            });
            assertThat(results.copyOut()).containsOnly(1);
            assertThat(stack.drain())
                    .containsExactlyInAnyOrder(IntStream.range(0, lanes).toArray());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void negativeValuesAreRefusedWithTheRange(Device device) {
        try (var stack = ScanStack.ints(device, 4, StackOptions.Scan.plain())) {
            for (int value : new int[] {-1, -2, -3, Integer.MIN_VALUE}) {
                assertThatExceptionOfType(DeviceException.class)
                        .isThrownBy(() -> device.run(Grid.threads(1), _ -> stack.push(value)))
                        .withMessageContainingAll("value " + value, "0..2147483647");
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> stack.fill(1, value))
                        .withMessageContaining("value " + value);
            }
            stack.clear();
            assertThat(stack.fill(0, Integer.MAX_VALUE)).isEqualTo(2);
            assertThat(stack.drain()).containsExactly(Integer.MAX_VALUE, 0);
        }
    }

    @Test
    void freshScansReadPastTheCache() {
        try (var device = Device.simulator(1);
                var cached = ScanStack.ints(device, 8, StackOptions.Scan.plain());
                var fresh = ScanStack.ints(device, 8, StackOptions.Scan.plain().readingFresh())) {
            assertThat(device.ptx(_ -> cached.pop())).doesNotContain("ld.relaxed");
            assertThat(device.ptx(_ -> fresh.pop())).contains("ld.relaxed");
        }
    }

    @Test
    void asListedTheLastCellStaysInvalid() {
        try (var device = Device.jvm();
                var stack = ScanStack.ints(device, 3, new StackOptions.Scan(0, true, false, false).asListed())) {
            assertThat(stack.fill(1, 2, 3)).isEqualTo(3);
            assertThat(List.of(stack.pop(), stack.pop(), stack.pop(), stack.pop()))
                    .containsExactly(TakenInt.of(3), TakenInt.of(2), TakenInt.of(1), TakenInt.empty());
            assertThat(stack.push(4)).as("all cells are invalid, for ever").isFalse();
        }
    }

    @Test
    void invalidCellsTakeRoomUntilAPopClearsThem() {
        try (var device = Device.jvm();
                var stack = ScanStack.ints(device, 3, new StackOptions.Scan(0, true, false, false))) {
            assertThat(stack.fill(1, 2, 3, 4)).isEqualTo(3);
            assertThat(stack.pop()).isEqualTo(TakenInt.of(3));
            assertThat(stack.push(4)).as("the last cell is invalid").isFalse();
            assertThat(stack.pop()).isEqualTo(TakenInt.of(2));
            assertThat(stack.push(4)).as("the last cell was cleared").isTrue();
            assertThat(stack.damage()).isEmpty();
            assertThat(List.of(stack.pop(), stack.pop(), stack.pop()))
                    .containsExactly(TakenInt.of(4), TakenInt.of(1), TakenInt.empty());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void looksAndSwapsAreCounted(Device device) {
        try (var statistics = StackOptions.Statistics.on(device);
                var stack = ScanStack.with(device, StackOptions.capacity(100).with(statistics))) {
            device.run(Grid.threads(1), _ -> {
                stack.push(7);
                stack.push(8);
                stack.push(9);
            });
            assertThat(statistics.looked()).isEqualTo(new StackOptions.Statistics.Count(1 + 2 + 3, 1 + 2 + 3));
            assertThat(statistics.swapped()).isEqualTo(new StackOptions.Statistics.Count(3, 3));

            statistics.reset();
            device.run(Grid.threads(1), _ -> stack.pop());
            assertThat(statistics.looked().lanes()).isEqualTo(100 - 2);
            assertThat(statistics.swapped().lanes()).isEqualTo(1);
        }
    }

    @Test
    void lanesThatSwapTogetherMakeOneStep() {
        try (var device = Device.simulator(SEED);
                var statistics = StackOptions.Statistics.on(device);
                var stack = ScanStack.with(device, StackOptions.capacity(100).with(statistics))) {
            device.run(new Grid(32, 32), lane -> stack.push(lane.id()));
            // All want the lowest cell at first, and all but one lose it.
            assertThat(statistics.swapped().lanes()).isGreaterThan(32);
            assertThat(statistics.swapped().steps())
                    .isLessThan(statistics.swapped().lanes());
        }
    }
}
