package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.FastMath;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Grid;
import java.io.Serializable;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Measures how far the results of FastMath on a device are from the exact ones. */
public final class FastMathCheck {
    private static final long SEED = 1;

    /** A function as kernels call it. */
    interface Function extends Serializable {
        float of(float x, float y);
    }

    /** A function as exact as a double is. */
    interface Exact {
        double of(double x, double y);
    }

    /**
     * What the documentation of a method promises.
     *
     * @param bits the error is at most 2 to the power of minus this
     */
    record Promise(String method, double from, double to, boolean relative, int bits, Function function, Exact exact) {}

    /**
     * How far a method was off.
     *
     * @param method its name, the arguments and the kind of the error
     * @param bits 2 to the power of minus this is the largest error that was seen
     * @param promised what the documentation says in place of it
     */
    public record Result(String method, double bits, int promised) {
        public boolean isKept() {
            return bits >= promised;
        }
    }

    private FastMathCheck() {}

    static List<Promise> promises() {
        double pi = (float) Math.PI;
        return List.of(
                absolute("sin", -pi, pi, 20, (x, _) -> FastMath.sin(x), (x, _) -> StrictMath.sin(x)),
                absolute("sin", -100 * pi, 100 * pi, 14, (x, _) -> FastMath.sin(x), (x, _) -> StrictMath.sin(x)),
                absolute("cos", -pi, pi, 20, (x, _) -> FastMath.cos(x), (x, _) -> StrictMath.cos(x)),
                absolute("cos", -100 * pi, 100 * pi, 14, (x, _) -> FastMath.cos(x), (x, _) -> StrictMath.cos(x)),
                absolute("tan", -1.3, 1.3, 16, (x, _) -> FastMath.tan(x), (x, _) -> StrictMath.tan(x)),
                absolute("tanh", -20, 20, 20, (x, _) -> FastMath.tanh(x), (x, _) -> StrictMath.tanh(x)),
                relative("exp", -87, 88, 17, (x, _) -> FastMath.exp(x), (x, _) -> StrictMath.exp(x)),
                relative("exp", -1, 1, 21, (x, _) -> FastMath.exp(x), (x, _) -> StrictMath.exp(x)),
                absolute("log", 0.5, 2, 21, (x, _) -> FastMath.log(x), (x, _) -> StrictMath.log(x)),
                relative("log", 2, 1e30, 21, (x, _) -> FastMath.log(x), (x, _) -> StrictMath.log(x)),
                relative("log", 1e-30, 0.5, 21, (x, _) -> FastMath.log(x), (x, _) -> StrictMath.log(x)),
                relative("pow", 0.1, 100, 16, (x, y) -> FastMath.pow(x, 4 * y), (x, y) -> StrictMath.pow(x, 4 * y)),
                relative("sqrt", 1e-30, 1e30, 22, (x, _) -> FastMath.sqrt(x), (x, _) -> StrictMath.sqrt(x)),
                relative("rsqrt", 1e-30, 1e30, 22, (x, _) -> FastMath.rsqrt(x), (x, _) -> 1 / StrictMath.sqrt(x)),
                relative("divide", -1e30, 1e30, 22, (x, y) -> FastMath.divide(y, x), (x, y) -> y / x));
    }

    private static Promise absolute(String method, double from, double to, int bits, Function function, Exact exact) {
        return new Promise(method, from, to, false, bits, function, exact);
    }

    private static Promise relative(String method, double from, double to, int bits, Function function, Exact exact) {
        return new Promise(method, from, to, true, bits, function, exact);
    }

    /**
     * Measures all methods.
     *
     * @param inputs how many arguments each gets
     * @param each is told of every method when it is done
     */
    public static void run(Device device, int inputs, Consumer<Result> each) {
        promises().forEach(promise -> each.accept(run(device, inputs, promise)));
    }

    static Result run(Device device, int inputs, Promise promise) {
        var random = new SplittableRandom(SEED);
        var xs = new float[inputs];
        var ys = new float[inputs];
        for (int i = 0; i < inputs; i++) {
            xs[i] = (float) number(random, promise.from(), promise.to());
            ys[i] = (float) random.nextDouble(-1, 1);
        }
        Function function = promise.function();
        double largest = 0;
        try (Floats x = device.floats(inputs);
                Floats y = device.floats(inputs);
                Floats out = device.floats(inputs)) {
            x.copyIn(xs);
            y.copyIn(ys);
            device.run(
                    Grid.threads(inputs), lane -> out.set(lane.id(), function.of(x.get(lane.id()), y.get(lane.id()))));
            float[] results = out.copyOut();
            for (int i = 0; i < inputs; i++) {
                double exact = promise.exact().of(xs[i], ys[i]);
                double error = Math.abs(results[i] - exact);
                largest = Math.max(largest, promise.relative() && exact != 0 ? error / Math.abs(exact) : error);
            }
        }
        return new Result(
                "FastMath.%s from %.4g to %.4g, %s error"
                        .formatted(
                                promise.method(),
                                promise.from(),
                                promise.to(),
                                promise.relative() ? "relative" : "absolute"),
                -Math.log(largest) / Math.log(2),
                promise.bits());
    }

    /** {@return a number between two, evenly if they are near each other, else with an even exponent} */
    private static double number(SplittableRandom random, double from, double to) {
        if (from > 0 && to / from > 1000) {
            return Math.exp(random.nextDouble(Math.log(from), Math.log(to)));
        }
        if (to > 1e6) {
            return Math.exp(random.nextDouble(-Math.log(to), Math.log(to))) * (random.nextBoolean() ? 1 : -1);
        }
        return random.nextDouble(from, to);
    }
}
