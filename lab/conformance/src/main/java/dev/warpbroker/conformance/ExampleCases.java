package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.kernels.KernelExample;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Programs as users write them. */
final class ExampleCases {
    private static final String FEATURE = "examples";

    private ExampleCases() {}

    /** An example must compute what plain Java does. */
    record OfExample(KernelExample example) implements Check {
        @Override
        public void on(Device device) {
            int size = example.sizes().on(device);
            requireEqual("size " + size, example.run(device, size), example.expected(size));
        }

        private static void requireEqual(String what, Object actual, Object expected) {
            if (actual instanceof Object[] all && expected instanceof Object[] others && all.length == others.length) {
                for (int i = 0; i < all.length; i++) {
                    requireEqual(what + ", result " + i, all[i], others[i]);
                }
                return;
            }
            String[] is = elements(actual);
            String[] mustBe = elements(expected);
            int wrong = Arrays.mismatch(is, mustBe);
            if (wrong >= 0) {
                throw new Mismatch("%s, element %d: %s; must be %s"
                        .formatted(what, wrong, elementOrEnd(is, wrong), elementOrEnd(mustBe, wrong)));
            }
        }

        /** Different numbers give different texts, but for NaN, of which there is one. */
        private static String[] elements(Object array) {
            return IntStream.range(0, Array.getLength(array))
                    .mapToObj(i -> String.valueOf(Array.get(array, i)))
                    .toArray(String[]::new);
        }

        private static String elementOrEnd(String[] elements, int at) {
            return at < elements.length ? elements[at] : "the end";
        }
    }

    static List<Case> cases() {
        return KernelExample.all().stream()
                .map(example -> new Case("example: " + example.name(), FEATURE, false, new OfExample(example)))
                .toList();
    }
}
