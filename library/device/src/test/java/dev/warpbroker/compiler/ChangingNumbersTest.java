package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Captured numbers are constants, until they have changed a few times. */
final class ChangingNumbersTest {
    private record Scaled(Longs out, int whole, long wide, float single, double precise, boolean negative)
            implements Kernel {
        @Override
        public void run(dev.warpbroker.device.Lane lane) {
            double value = whole + wide + single + precise;
            out.set(lane.id(), Double.doubleToRawLongBits(negative ? -value : value));
        }
    }

    @Test
    void resultsAreRightForEveryValue() {
        try (Device device = Device.simulator(1)) {
            Longs out = device.longs(1);
            for (int i = 0; i < 20; i++) {
                device.run(Grid.threads(1), new Scaled(out, -i, 1L << 40 | i, i * 0.5f, i * 0.25, i % 3 == 0));

                double expected = -i + (1L << 40 | i) + i * 0.5f + i * 0.25;
                assertThat(Double.longBitsToDouble(out.copyOut()[0])).isEqualTo(i % 3 == 0 ? -expected : expected);
            }
        }
    }

    @Test
    void numberThatKeepsChangingIsCompiledAFewTimesOnly() {
        try (Device device = Device.jvm()) {
            var compiler = new KernelCompiler(DeviceOptions.defaults());
            Ints out = device.ints(1);
            Set<String> texts = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                int captured = i;
                texts.add(compiler.bind(lane -> out.set(0, captured)).code().ptx());
            }
            assertThat(texts).hasSize(5);
        }
    }

    @Test
    void numberThatMustBeConstantStaysOne() {
        try (Device device = Device.simulator(1)) {
            Ints out = device.ints(1);
            for (int i = 1; i < 10; i++) {
                int length = i;
                device.run(Grid.threads(1), lane -> {
                    int[] array = new int[length];
                    array[lane.id() % length] = length;
                    out.set(0, array[0]);
                });
                assertThat(out.copyOut()).containsExactly(i);
            }
        }
    }

    private interface Rule {
        int apply(int x);
    }

    private record Plus(int summand) implements Rule {
        @Override
        public int apply(int x) {
            return x + summand;
        }
    }

    private record Times(Plus inner, int factor) implements Rule {
        @Override
        public int apply(int x) {
            return inner.apply(x) * factor;
        }
    }

    @Test
    void objectsOfOtherClassesWithNumbersThatChange() {
        try (Device device = Device.simulator(1)) {
            Ints out = device.ints(1);
            for (int i = 0; i < 24; i++) {
                Rule rule = i % 2 == 0 ? new Plus(i) : new Times(new Plus(i), i + 1);
                device.run(Grid.threads(1), lane -> out.set(0, rule.apply(100)));
                assertThat(out.copyOut()).containsExactly(rule.apply(100));
            }
        }
    }

    @Test
    void codeForOtherClassesDoesNotCount() {
        try (Device device = Device.jvm()) {
            var compiler = new KernelCompiler(DeviceOptions.defaults());
            Ints out = device.ints(1);
            Set<String> texts = new HashSet<>();
            for (int i = 0; i < 40; i++) {
                Rule rule = i % 2 == 0 ? new Plus(i) : new Times(new Plus(i), i + 1);
                texts.add(compiler.bind(lane -> out.set(0, rule.apply(lane.id())))
                        .code()
                        .ptx());
            }
            assertThat(texts).hasSize(2 * 5);
        }
    }

    @Test
    void otherMemoryNeedsNoOtherCode() {
        try (Device device = Device.jvm()) {
            var compiler = new KernelCompiler(DeviceOptions.defaults());
            assertThat(compiler.bind(clearing(device.ints(8))).code())
                    .isSameAs(compiler.bind(clearing(device.ints(8))).code());
        }
    }

    private static Kernel clearing(Ints memory) {
        return lane -> memory.set(lane.id(), 0);
    }
}
