package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.KernelCompileException;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Methods that call themselves as often as constants say. */
final class CountedRecursionTest {
    private static int power(int base, int exponent) {
        if (exponent == 0) {
            return 1;
        }
        return (exponent & 1) == 0 ? power(base * base, exponent / 2) : base * power(base, exponent - 1);
    }

    private static int sum(int[] numbers, int from, int to) {
        if (to - from == 1) {
            return numbers[from];
        }
        int middle = (from + to) >>> 1;
        return sum(numbers, from, middle) + sum(numbers, middle, to);
    }

    private static int steps(int n, int left) {
        return left == 0 ? n : steps(n * 3 + left, left - 1);
    }

    private static int down(int n, int constant) {
        return n < 1 ? constant : down(n - 1, constant) + 1;
    }

    @Test
    void depthDecidedByConstantsIsFollowed() {
        assertThat(BothDevices.run(out -> lane -> {
                    int[] numbers = new int[16];
                    for (int i = 0; i < 16; i++) {
                        numbers[i] = i * lane.id();
                    }
                    out.set(lane.id(), power(lane.id(), 40) + sum(numbers, 0, 16) + steps(lane.id(), 30));
                }))
                .hasSize(8);
    }

    private record Chain(int number, @Nullable Chain next) {}

    private static Chain chain(int first, int length) {
        return new Chain(first, length == 1 ? null : chain(first * 3, length - 1));
    }

    private static int total(@Nullable Chain chain) {
        return chain == null ? 0 : chain.number() + total(chain.next());
    }

    private static IntUnaryOperator composed(int left) {
        return left == 0 ? x -> x + 1 : composed(left - 1).andThen(x -> x * 3 - left);
    }

    @Test
    void depthOfRecordsAndLambdasIsFollowed() {
        assertThat(BothDevices.run(out -> lane -> out.set(
                        lane.id(), total(chain(lane.id(), 20)) + composed(20).applyAsInt(lane.id()))))
                .hasSize(8);
    }

    @Test
    void aConstantThatStaysTheSameDecidesNothing() {
        try (var device = Device.simulator(1)) {
            var refusal = catchThrowableOfType(
                    KernelCompileException.class,
                    () -> BothDevices.run(device, out -> lane -> out.set(lane.id(), down(lane.id(), 5))));
            assertThat(refusal.reason()).contains("recursion");
        }
    }

    private static int endless(int n) {
        return n == 0 ? 0 : 1 + endless(n - 1);
    }

    @Test
    void aLongTraceIsAbbreviated() {
        try (var device = Device.jvm()) {
            var failure = catchThrowableOfType(
                    DeviceException.class,
                    () -> BothDevices.run(device, out -> lane -> out.set(lane.id(), endless(-1 - lane.id()))));
            assertThat(failure.getMessage().lines())
                    .hasSize(1 + 24 + 1)
                    .anyMatch(line -> line.matches(" +… [0-9]+ more calls"));
            assertThat(failure.fault().trace()).hasSizeGreaterThan(100);
        }
    }

    @Test
    void thereIsALimit() {
        try (var device = Device.simulator(1)) {
            var refusal = catchThrowableOfType(
                    KernelCompileException.class,
                    () -> BothDevices.run(device, out -> lane -> out.set(lane.id(), steps(lane.id(), 100))));
            assertThat(refusal.reason())
                    .isEqualTo("recursion: CountedRecursionTest.steps calls itself more than 64 deep,"
                            + " the limit where constants decide the depth");
            assertThat(refusal.remedy()).startsWith("write a loop");
        }
    }
}
