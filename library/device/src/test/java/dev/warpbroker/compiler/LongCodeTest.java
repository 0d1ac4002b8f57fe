package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thousands of steps in a row are compiled, also if the last of them is the index of an atomic. */
final class LongCodeTest {
    private static int mix(int start) {
        int x = start;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        x += 0x9e37_79b9;
        x *= 0x85eb_ca6b;
        x ^= x >>> 16;
        x -= 77;
        x ^= x << 3;
        x *= 31;
        x += 12_345;
        return x;
    }

    private static int mixTen(int x) {
        return mix(mix(mix(mix(mix(mix(mix(mix(mix(mix(x))))))))));
    }

    private static int mixHundred(int x) {
        return mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(x))))))))));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 3_000})
    void asTheIndexOfAnAtomic(int steps) {
        Function<Ints, Kernel> kernel = switch (steps) {
            case 100 -> out -> lane -> out.getAndAdd(mixTen(lane.id()) & 7, 1);
            case 1_000 -> out -> lane -> out.getAndAdd(mixHundred(lane.id()) & 7, 1);
            default -> out -> lane -> out.getAndAdd(mixHundred(mixHundred(mixHundred(lane.id()))) & 7, 1);
        };
        assertThat(BothDevices.run(kernel)).hasSize(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 3_000})
    void asAValue(int steps) {
        Function<Ints, Kernel> kernel = steps == 100
                ? out -> lane -> out.set(lane.id(), mixTen(lane.id()))
                : out -> lane -> out.set(lane.id(), mixHundred(mixHundred(mixHundred(lane.id()))));
        assertThat(BothDevices.run(kernel)).doesNotHaveDuplicates();
    }
}
