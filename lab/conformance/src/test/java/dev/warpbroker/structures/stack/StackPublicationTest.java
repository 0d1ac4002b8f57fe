package dev.warpbroker.structures.stack;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Operations;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.TestDevices;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a thread wrote before it pushed is visible to the thread that popped, as a stack that publishes promises. */
class StackPublicationTest {
    static Stream<Arguments> devicesAndPublishingStacks() {
        return Arrays.stream(StackKind.values())
                .filter(kind -> kind.claims(Claim.PUBLISHES))
                .flatMap(kind -> devices().map(device -> Arguments.of(device, kind)));
    }

    private static Stream<Named<Device>> devices() {
        return Stream.concat(
                TestDevices.devices(),
                LongStream.range(2, 5)
                        .mapToObj(seed -> Named.of("adversarial memory, seed " + seed, TestDevices.adversarial(seed))));
    }

    @ParameterizedTest
    @MethodSource("devicesAndPublishingStacks")
    void writesBeforeThePushAreSeenAfterThePop(Device device, StackKind kind) {
        int threads = 64;
        int rounds = scaled(device, 100, 3);
        for (var granularity : Granularity.values()) {
            try (var stack = kind.create(device, threads);
                    var data = device.ints(threads * rounds);
                    var stale = device.ints(1)) {
                device.run(Grid.threads(threads).withBlockSize(32), lane -> {
                    for (int round = 0; round < rounds; round++) {
                        int mine = lane.id() * rounds + round;
                        boolean pushes = (lane.id() + round) % 2 == 0;
                        data.set(mine, mine + 1);
                        var operation = pushes ? StackOperation.PUSH : StackOperation.POP;
                        var result = Operations.operate(granularity, stack, lane, operation, mine);
                        if (!pushes && result.present() && data.get(result.value()) != result.value() + 1) {
                            stale.getAndAddRelaxed(0, 1);
                        }
                    }
                });

                assertThat(stale.copyOut())
                        .as("stale reads per %s", granularity)
                        .containsExactly(0);
            }
        }
    }
}
