package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.KernelCompileException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Arrays that a kernel makes and indexes by variables: one memory for each place that makes one. */
class LocalArrayTest {
    @SuppressWarnings("ArrayRecordComponent")
    record Holder(int[] values) {}

    @Test
    void twoOnOneLineFromOneMethod() {
        assertThat(BothDevices.run(out -> lane -> {
                    int k = lane.id() & 3;
                    out.set(lane.id(), at(made(8, k), k) * 10 + at(made(8, k + 1), k + 1));
                }))
                .containsExactly(1, 12, 23, 34, 1, 12, 23, 34);
    }

    @Test
    void twoInUseAtOnceFromOneMethodOnOneLine() {
        assertThat(BothDevices.run(out -> lane -> {
                    int k = lane.id() & 1;
                    out.set(lane.id(), both(made(4, k), made(4, k + 2), k));
                }))
                .containsExactly(2, 4, 2, 4, 2, 4, 2, 4);
    }

    @Test
    void severalLengthsFromOneMethodOnOneLine() {
        assertThat(BothDevices.run(out -> lane -> {
                    int k = lane.id() & 3;
                    int sum = at(made(4, k), k) + at(made(8, k + 4), k + 4);
                    int[] other = new int[2];
                    other[k & 1] = 100;
                    out.set(lane.id(), sum + other[k >> 1]);
                }))
                .containsExactly(104, 6, 8, 110, 104, 6, 8, 110);
    }

    @Test
    void anArrayKeptInARecordIsNotOverwrittenByTheNextOne() {
        try (var device = Device.simulator(1)) {
            assertThatThrownBy(() -> BothDevices.run(device, out -> lane -> {
                        Holder last = null;
                        int sum = 0;
                        for (int i = 0; i < 3; i++) {
                            int[] values = new int[4];
                            values[(lane.id() + i) & 3] = i + 1;
                            sum += sumOf(last);
                            last = new Holder(values);
                        }
                        out.set(lane.id(), sum);
                    }))
                    .isInstanceOf(KernelCompileException.class)
                    .hasMessageContaining("made again while the one made here before is still in use");
        }
    }

    private static int sumOf(@Nullable Holder holder) {
        if (holder == null) {
            return 0;
        }
        int sum = 0;
        for (int value : holder.values()) {
            sum += value;
        }
        return sum;
    }

    private static int[] made(int length, int index) {
        int[] array = new int[length];
        array[index] = index;
        return array;
    }

    private static int at(int[] array, int index) {
        return array[index];
    }

    private static int both(int[] a, int[] b, int k) {
        return a[k] + b[k + 2];
    }
}
