package dev.warpbroker.structures.deque;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.TestDevices;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The devices on which every kind of deque is tested. */
final class DequeDevices {
    private DequeDevices() {}

    static Stream<Arguments> devicesAndDeques() {
        return devicesAndDequesThatClaim();
    }

    static Stream<Arguments> devicesAndLinearizableDeques() {
        return devicesAndDequesThatClaim(Claim.LINEARIZABLE);
    }

    private static Stream<Arguments> devicesAndDequesThatClaim(Claim... claims) {
        return Arrays.stream(DequeKind.values())
                .filter(kind -> kind.claims().containsAll(Arrays.asList(claims)))
                .flatMap(kind -> TestDevices.devices().map(device -> arguments(device, kind)));
    }
}
