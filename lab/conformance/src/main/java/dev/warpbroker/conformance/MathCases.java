package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import java.util.List;

/** Every method of StrictMath gives the bits that it gives on the JVM. */
final class MathCases {
    private static final long SEED = 1;

    private MathCases() {}

    static List<Case> cases() {
        return MathFunction.all().stream()
                .map(MathFunction::signature)
                .map(method -> new Case("StrictMath." + method, "mathematics", false, new OfMethod(method)))
                .toList();
    }

    /** @param method its name and the types of its parameters */
    record OfMethod(String method) implements Check {
        @Override
        public void on(Device device) {
            int inputs = Sizes.scaled(device, 500, 1_000, 100_000);
            MathCheck.run(device, inputs, SEED, method::equals, result -> {
                if (result.differences() > 0) {
                    throw new Mismatch(result.differences() + " of " + inputs + " results differ from the JVM's; "
                            + result.first());
                }
            });
        }
    }
}
