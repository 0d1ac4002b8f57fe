package dev.warpbroker.structures.stack;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.TestDevices;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Every stack on the devices on which structures are tested. */
final class StackDevices {
    private StackDevices() {}

    /** Every stack per thread, per warp and per block. */
    static Stream<Arguments> devicesStacksAndGranularities() {
        return devicesStacksAndGranularitiesThatClaim();
    }

    /** The same for tests in which as many fit as the capacity says, however many threads there are. */
    static Stream<Arguments> devicesExactStacksAndGranularities() {
        return devicesStacksAndGranularitiesThatClaim(Claim.EXACT_CAPACITY, Claim.LINEARIZABLE);
    }

    static Stream<Arguments> devicesLinearizableStacksAndGranularities() {
        return devicesStacksAndGranularitiesThatClaim(Claim.LINEARIZABLE);
    }

    private static Stream<Arguments> devicesStacksAndGranularitiesThatClaim(Claim... claims) {
        return Arrays.stream(Granularity.values())
                .flatMap(granularity -> Arrays.stream(StackKind.values())
                        .filter(kind -> kind.claims().containsAll(Arrays.asList(claims)))
                        .flatMap(kind -> TestDevices.devices().map(device -> arguments(device, kind, granularity))));
    }
}
