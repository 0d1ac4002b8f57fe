package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Longs;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Compares the methods of StrictMath on a device with those of the JVM, to the bit, on many arguments. */
public final class MathCheck {
    /** Arguments of one launch. */
    private static final int MAX = 1 << 22;

    private MathCheck() {}

    /**
     * How one method did.
     *
     * @param method its name and the types of its parameters
     * @param inputs how many arguments it was given
     * @param differences for how many the results differ
     * @param first the first of them in words, or an empty text
     * @param nanos the time it took
     */
    public record Result(String method, int inputs, int differences, String first, long nanos) {}

    /**
     * Runs the methods one after the other.
     *
     * @param inputs how many arguments each gets
     * @param chosen tells by name and parameter types which methods to run
     * @param each is told of every method when it is done
     */
    public static void run(Device device, int inputs, long seed, Predicate<String> chosen, Consumer<Result> each) {
        MathInputs arguments = MathInputs.random(inputs, seed);
        int lanes = Math.min(inputs, MAX);
        try (Longs first = device.longs(lanes);
                Longs second = device.longs(lanes);
                Longs results = device.longs(lanes)) {
            for (MathFunction method : MathFunction.all()) {
                if (chosen.test(method.signature())) {
                    each.accept(run(device, method, arguments, first, second, results));
                }
            }
        }
    }

    private static Result run(
            Device device, MathFunction method, MathInputs arguments, Longs first, Longs second, Longs results) {
        long start = System.nanoTime();
        MathFunction.Function function = method.function();
        int inputs = arguments.count();
        int differences = 0;
        String firstDifference = "";
        for (int from = 0; from < inputs; from += MAX) {
            int count = Math.min(MAX, inputs - from);
            first.copyIn(arguments.first(from, count));
            second.copyIn(arguments.second(from, count));
            device.run(
                    Grid.threads(count),
                    lane -> results.set(lane.id(), function.bits(first.get(lane.id()), second.get(lane.id()))));
            int offset = from;
            long[] actual = results.copyOut(0, count);
            int[] wrong = IntStream.range(0, count)
                    .parallel()
                    .filter(i -> actual[i] != function.bits(arguments.first(offset + i), arguments.second(offset + i)))
                    .toArray();
            if (differences == 0 && wrong.length > 0) {
                int at = offset + wrong[0];
                long x = arguments.first(at);
                long y = arguments.second(at);
                firstDifference = "arguments from bits 0x%x (%s) and 0x%x (%s): 0x%x instead of 0x%x"
                        .formatted(
                                x,
                                Double.longBitsToDouble(x),
                                y,
                                Double.longBitsToDouble(y),
                                actual[wrong[0]],
                                function.bits(x, y));
            }
            differences += wrong.length;
        }
        return new Result(method.signature(), inputs, differences, firstDifference, System.nanoTime() - start);
    }
}
