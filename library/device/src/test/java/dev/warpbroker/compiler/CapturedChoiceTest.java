package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.io.Serializable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A kernel chooses one of three values that it captures. */
final class CapturedChoiceTest {
    interface Operation extends Serializable {
        int at(int x);
    }

    private static void same(Function<Ints, Kernel> kernel) {
        assertThat(BothDevices.run(kernel)).doesNotContain(0);
    }

    @Test
    void boxIsChosenInALoop() {
        Integer first = 1000;
        Integer second = 2000;
        Integer third = 3000;
        same(out -> lane -> {
            int sum = 0;
            for (int i = 0; i < 4; i++) {
                Integer chosen = i == lane.id() ? first : i < 2 ? second : third;
                sum = sum * 3 + chosen;
            }
            out.set(lane.id(), sum);
        });
    }

    @Test
    void lambdaIsChosenByTheLane() {
        Operation first = x -> x + 1;
        Operation second = x -> x * 10 + 1;
        Operation third = x -> -x;
        same(out -> lane -> {
            Operation chosen = lane.id() == 0 ? first : lane.id() == 1 ? second : third;
            out.set(lane.id(), chosen.at(lane.id()));
        });
    }
}
