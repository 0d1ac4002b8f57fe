package dev.warpbroker.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.StackMix.Tally;
import dev.warpbroker.experiments.StackMix.Work;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.structures.stack.StackOptions;
import java.util.HashSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StackMixTest {
    private static final Grid GRID = new Grid(128, 64);
    private static final int SEED = 5;

    static Stream<Device> devices() {
        return Stream.of(Device.jvm(), Device.simulator(SEED));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void theOperationsAreThoseOfTheSeedAndWhatIsNotPoppedIsLeft(Device device) {
        for (var form : Granularity.values()) {
            for (int operations : new int[] {1, 100, 300}) {
                try (var stack = StackKind.SCAN.create(
                                device, StackOptions.capacity(300).with(eliminating()));
                        var mix = new StackMix(device, form, SEED, 200)) {
                    mix.prepare(operations);
                    device.run(GRID, mix.kernel(stack, Work.RANDOM));
                    var tally = mix.tally();
                    long pushes = IntStream.range(0, operations)
                            .filter(i -> Chance.happens(Chance.bits(SEED, i, 0), Chance.threshold(0.5)))
                            .count();
                    assertThat(tally.pushes()).isEqualTo(pushes);
                    assertThat(tally.leaves(stack.drain())).isTrue();
                }
            }
        }
    }

    private static StackOptions.Scan eliminating() {
        return new StackOptions.Scan(0, false, true, false);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void popsTakeWhatPushesHaveLeft(Device device) {
        try (var stack = StackKind.ROOMS.create(device, 1000);
                var mix = new StackMix(device, Granularity.BLOCK, SEED, GRID.threads())) {
            mix.prepare(200);
            device.run(GRID, mix.kernel(stack, Work.PUSH));
            var pushed = mix.tally();
            assertThat(pushed).isEqualTo(new Tally(200, 0, 199 * 100, 199 * 200 * 399 / 6));
            mix.prepare(150);
            device.run(GRID, mix.kernel(stack, Work.POP));
            var tally = pushed.plus(mix.tally());
            assertThat(tally.pops()).isEqualTo(150);
            int[] left = stack.drain();
            assertThat(tally.leaves(left)).isTrue();
            left[0]++;
            assertThat(tally.leaves(left)).isFalse();
        }
    }

    @Test
    void numbersOfOperationsHaveLimits() {
        try (var device = Device.jvm();
                var mix = new StackMix(device, Granularity.THREAD, SEED, 1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> mix.prepare(0))
                    .withMessageContaining("0 operations");
        }
    }

    @Test
    void ballastIsSharedMemoryOfABlock() {
        try (var device = Device.simulator(1);
                var stack = StackKind.SCAN.create(device, 16);
                var light = new StackMix(device, Granularity.BLOCK, 1, 64);
                var heavy = new StackMix(device, Granularity.BLOCK, 1, 64, 40_960, 1)) {
            assertThat(device.ptx(light.kernel(stack, Work.RANDOM))).doesNotContain("[40960]");
            assertThat(device.ptx(heavy.kernel(stack, Work.RANDOM))).contains("[40960]");
        }
    }

    @Test
    void operationsInARowAreTheSame() {
        try (var device = Device.jvm();
                var stack = StackKind.ROOMS.create(device, 1 << 10);
                var mix = new StackMix(device, Granularity.THREAD, 1, 1, 0, 50)) {
            mix.prepare(1000);
            device.run(Grid.threads(1), mix.kernel(stack, Work.RANDOM));
            assertThat(mix.tally().pushes()).isBetween(50L, 950L).matches(pushes -> pushes % 50 == 0);
        }
    }

    @Test
    void furtherOperationsAreOthers() {
        try (var device = Device.jvm();
                var stack = StackKind.ROOMS.create(device, 1 << 10);
                var mix = new StackMix(device, Granularity.THREAD, 1, 4)) {
            var pushes = new HashSet<Long>();
            for (int further = 0; further < 4; further++) {
                stack.clear();
                mix.prepare(1000, further);
                device.run(Grid.threads(4), mix.kernel(stack, Work.RANDOM));
                pushes.add(mix.tally().pushes());
            }
            assertThat(pushes).hasSizeGreaterThan(1);
        }
    }
}
