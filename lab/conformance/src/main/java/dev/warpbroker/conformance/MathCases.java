package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import java.util.List;
import java.util.stream.Stream;

/** Every method of StrictMath gives the bits that it gives on the JVM; those of FastMath are near it. */
final class MathCases {
    private static final String FEATURE = "mathematics";
    private static final long SEED = 1;

    private MathCases() {}

    static List<Case> cases() {
        var exact = MathFunction.all().stream()
                .map(MathFunction::signature)
                .map(method -> new Case("StrictMath." + method, FEATURE, false, device -> strictMath(device, method)));
        var fast = new Case("FastMath is as near as it says", FEATURE, false, MathCases::fastMath);
        return Stream.concat(exact, Stream.of(fast)).toList();
    }

    /** The approximations of a GPU. */
    private static void fastMath(Device device) {
        FastMathCheck.run(device, Sizes.scaled(device, 500, 10_000, 1_000_000), result -> {
            if (!result.isKept()) {
                throw new Mismatch("%s is 2^-%.1f; at most 2^-%d is promised"
                        .formatted(result.method(), result.bits(), result.promised()));
            }
        });
    }

    /** @param method its name and the types of its parameters */
    private static void strictMath(Device device, String method) {
        int inputs = Sizes.scaled(device, 500, 1_000, 100_000);
        MathCheck.run(device, inputs, SEED, method::equals, result -> {
            if (result.differences() > 0) {
                throw new Mismatch(
                        result.differences() + " of " + inputs + " results differ from the JVM's; " + result.first());
            }
        });
    }
}
