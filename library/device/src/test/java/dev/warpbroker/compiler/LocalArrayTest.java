package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.KernelCompileException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Arrays that a kernel makes and indexes by variables: what cannot be compiled. The conformance suite has the rest. */
class LocalArrayTest {
    @SuppressWarnings("ArrayRecordComponent")
    record Holder(int[] values) {}

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
}
