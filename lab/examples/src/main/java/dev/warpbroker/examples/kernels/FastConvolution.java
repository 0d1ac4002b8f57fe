package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Block;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import java.util.Random;

/**
 * Convolution of signals with a filter by the fast Fourier transform (Cooley and Tukey, "An Algorithm for the Machine
 * Calculation of Complex Fourier Series", 1965), a block for each signal of 256 points in shared memory. Signals are
 * whole numbers, so that a convolution by definition says what must come out when results are rounded; a transform in
 * plain Java says it to the bit.
 */
final class FastConvolution implements KernelExample {
    private static final int POINTS = 256;
    private static final int LANES = POINTS / 2;
    private static final int FILTER = 48;

    /** Points on the unit circle. */
    private static final Complex[] ROOTS = roots();

    private record Complex(double re, double im) {
        Complex plus(Complex other) {
            return new Complex(re + other.re, im + other.im);
        }

        Complex minus(Complex other) {
            return new Complex(re - other.re, im - other.im);
        }

        Complex times(Complex other) {
            return new Complex(re * other.re - im * other.im, re * other.im + im * other.re);
        }

        Complex conjugate() {
            return new Complex(re, -im);
        }
    }

    private static Complex[] roots() {
        var roots = new Complex[POINTS / 2];
        for (int i = 0; i < roots.length; i++) {
            double angle = -2 * StrictMath.PI * i / POINTS;
            roots[i] = new Complex(StrictMath.cos(angle), StrictMath.sin(angle));
        }
        return roots;
    }

    private enum Direction {
        FORWARD {
            @Override
            Complex root(int index) {
                return ROOTS[index];
            }
        },
        BACKWARD {
            @Override
            Complex root(int index) {
                return ROOTS[index].conjugate();
            }
        };

        abstract Complex root(int index);
    }

    /** Where complex numbers are kept. */
    private interface Store {
        Complex get(int index);

        void set(int index, Complex value);

        /** One butterfly of a stage that joins transforms of {@code half} points. */
        default void butterfly(int index, int half, Direction direction) {
            int within = index % half;
            int first = 2 * (index - within) + within;
            Complex even = get(first);
            Complex odd = get(first + half).times(direction.root(within * (POINTS / 2 / half)));
            set(first, even.plus(odd));
            set(first + half, even.minus(odd));
        }
    }

    private record DeviceStore(Doubles re, Doubles im) implements Store {
        @Override
        public Complex get(int index) {
            return new Complex(re.get(index), im.get(index));
        }

        @Override
        public void set(int index, Complex value) {
            re.set(index, value.re());
            im.set(index, value.im());
        }
    }

    private static final class ArrayStore implements Store {
        private final Complex[] values = new Complex[POINTS];

        @Override
        public Complex get(int index) {
            return values[index];
        }

        @Override
        public void set(int index, Complex value) {
            values[index] = value;
        }
    }

    private static int reversed(int index) {
        return Integer.reverse(index) >>> Integer.numberOfLeadingZeros(POINTS - 1);
    }

    private static void transform(Block block, DeviceStore points, Direction direction) {
        for (int i = block.lane(); i < POINTS; i += block.size()) {
            int other = reversed(i);
            if (i < other) {
                Complex value = points.get(i);
                points.set(i, points.get(other));
                points.set(other, value);
            }
        }
        block.barrier();
        for (int half = 1; half < POINTS; half *= 2) {
            for (int i = block.lane(); i < POINTS / 2; i += block.size()) {
                points.butterfly(i, half, direction);
            }
            block.barrier();
        }
    }

    @Override
    public String name() {
        return "fast convolution";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(3, 40, 1_000);
    }

    @Override
    public Object run(Device device, int count) {
        double[] filter = filter();
        try (Doubles signals = device.doubles((long) count * POINTS);
                Doubles results = device.doubles((long) count * POINTS)) {
            signals.copyIn(signals(count));
            device.run(new Grid(count * LANES, LANES), lane -> {
                Block block = lane.block();
                int start = block.index() * POINTS;
                var signal = new DeviceStore(block.sharedDoubles(POINTS), block.sharedDoubles(POINTS));
                var kernel = new DeviceStore(block.sharedDoubles(POINTS), block.sharedDoubles(POINTS));
                for (int i = block.lane(); i < POINTS; i += block.size()) {
                    signal.set(i, new Complex(signals.get(start + i), 0));
                    kernel.set(i, new Complex(i < filter.length ? filter[i] : 0, 0));
                }
                block.barrier();
                transform(block, signal, Direction.FORWARD);
                transform(block, kernel, Direction.FORWARD);
                for (int i = block.lane(); i < POINTS; i += block.size()) {
                    signal.set(i, signal.get(i).times(kernel.get(i)));
                }
                block.barrier();
                transform(block, signal, Direction.BACKWARD);
                for (int i = block.lane(); i < POINTS; i += block.size()) {
                    results.set(start + i, signal.get(i).re() / POINTS);
                }
            });
            double[] all = results.copyOut();
            return new Object[] {all, rounded(all)};
        }
    }

    @Override
    public Object expected(int count) {
        double[] results = new double[count * POINTS];
        long[] exact = new long[count * POINTS];
        double[] signals = signals(count);
        double[] filter = filter();
        for (int start = 0; start < results.length; start += POINTS) {
            var signal = new ArrayStore();
            var kernel = new ArrayStore();
            for (int i = 0; i < POINTS; i++) {
                signal.set(reversed(i), new Complex(signals[start + i], 0));
                kernel.set(reversed(i), new Complex(i < filter.length ? filter[i] : 0, 0));
                for (int k = 0; k < filter.length; k++) {
                    long product = Math.round(signals[start + i]) * Math.round(filter[k]);
                    exact[start + (i + k) % POINTS] += product;
                }
            }
            transform(signal, Direction.FORWARD);
            transform(kernel, Direction.FORWARD);
            var product = new ArrayStore();
            for (int i = 0; i < POINTS; i++) {
                product.set(reversed(i), signal.get(i).times(kernel.get(i)));
            }
            transform(product, Direction.BACKWARD);
            for (int i = 0; i < POINTS; i++) {
                results[start + i] = product.get(i).re() / POINTS;
            }
        }
        return new Object[] {results, exact};
    }

    /** A transform of points that are in reversed order already. */
    private static void transform(ArrayStore points, Direction direction) {
        for (int half = 1; half < POINTS; half *= 2) {
            for (int i = 0; i < POINTS / 2; i++) {
                points.butterfly(i, half, direction);
            }
        }
    }

    private static long[] rounded(double[] values) {
        long[] rounded = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            rounded[i] = Math.round(values[i]);
        }
        return rounded;
    }

    private static double[] signals(int count) {
        return new Random(count)
                .doubles((long) count * POINTS, -1000, 1000)
                .map(Math::rint)
                .toArray();
    }

    private static double[] filter() {
        return new Random(FILTER).doubles(FILTER, -100, 100).map(Math::rint).toArray();
    }
}
