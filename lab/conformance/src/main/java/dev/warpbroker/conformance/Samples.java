package dev.warpbroker.conformance;

import dev.warpbroker.device.Lane;
import java.io.Serializable;

/**
 * Makes cases of one feature from lambdas that compute results of a lane from its inputs. The device must get the
 * results that the JVM gets, to the bit.
 *
 * <pre>{@code
 * SAMPLES.ints("int division truncates", 2, (x, y, out) -> {
 *     out.put(y == 0 ? x : x / y);
 *     out.put(y == 0 ? x : x % y);
 * })
 * }</pre>
 *
 * <p>Every sample depends on {@link Out}: on a mutable object of the lane, on stores at a variable index, and on
 * conversions to long and double. So that a compiler which gets one of these wrong does not fail every case, five cases
 * that could be samples access memory themselves: the first ones on ints, floats, loops, records and exceptions.
 *
 * <p>Samples are serializable for the reason that kernels are: the compiler reads what they capture.
 *
 * @param feature the feature of the cases
 */
record Samples(String feature) {
    /** Takes the results of a lane, one after the other. */
    static final class Out {
        private final LongTable longs;
        private final DoubleTable doubles;
        private final Lane lane;
        private int column;

        private Out(LongTable longs, DoubleTable doubles, Lane lane) {
            this.longs = longs;
            this.doubles = doubles;
            this.lane = lane;
        }

        /** {@return the number of the lane in its launch} */
        int id() {
            return lane.id();
        }

        void put(long result) {
            longs.set(lane, column, result);
            column++;
        }

        void put(double result) {
            doubles.set(lane, column, result);
            column++;
        }
    }

    /** Computes results from two ints. */
    @FunctionalInterface
    interface OfInts extends Serializable {
        void compute(int x, int y, Out out);
    }

    /** Computes results from two longs. */
    @FunctionalInterface
    interface OfLongs extends Serializable {
        void compute(long x, long y, Out out);
    }

    /** Computes results from an int and a long. */
    @FunctionalInterface
    interface OfIntAndLong extends Serializable {
        void compute(int x, long y, Out out);
    }

    /** Computes results from two floats. */
    @FunctionalInterface
    interface OfFloats extends Serializable {
        void compute(float x, float y, Out out);
    }

    /** Computes results from two doubles. */
    @FunctionalInterface
    interface OfDoubles extends Serializable {
        void compute(double x, double y, Out out);
    }

    /** Computes results from a float and a double. */
    @FunctionalInterface
    interface OfFloatAndDouble extends Serializable {
        void compute(float x, double y, Out out);
    }

    /** Computes results from the number of the lane. */
    @FunctionalInterface
    interface OfLane extends Serializable {
        void compute(Lane lane, Out out);
    }

    /** Where the lanes of a launch put their results: integers into one table, floating-point numbers into another. */
    private record Results(LongTable longs, DoubleTable doubles) {
        static Results in(Workspace workspace, int count) {
            return new Results(workspace.longResults(count), workspace.doubleResults(count));
        }

        Out of(Lane lane) {
            return new Out(longs, doubles, lane);
        }
    }

    /**
     * {@return a case with two ints per lane}
     *
     * @param count the number of results of a lane
     */
    Case ints(String name, int count, OfInts sample) {
        return Agreement.of(name, feature, workspace -> {
            var a = workspace.ints();
            var b = workspace.ints();
            var results = Results.in(workspace, count);
            return lane -> sample.compute(a.get(lane.id()), b.get(lane.id()), results.of(lane));
        });
    }

    /** {@return a case with two longs per lane} */
    Case longs(String name, int count, OfLongs sample) {
        return Agreement.of(name, feature, workspace -> {
            var a = workspace.longs();
            var b = workspace.longs();
            var results = Results.in(workspace, count);
            return lane -> sample.compute(a.get(lane.id()), b.get(lane.id()), results.of(lane));
        });
    }

    /** {@return a case with an int and a long per lane} */
    Case intAndLong(String name, int count, OfIntAndLong sample) {
        return Agreement.of(name, feature, workspace -> {
            var a = workspace.ints();
            var b = workspace.longs();
            var results = Results.in(workspace, count);
            return lane -> sample.compute(a.get(lane.id()), b.get(lane.id()), results.of(lane));
        });
    }

    /** {@return a case with two floats per lane} */
    Case floats(String name, int count, OfFloats sample) {
        return Agreement.of(name, feature, workspace -> {
            var a = workspace.floats();
            var b = workspace.floats();
            var results = Results.in(workspace, count);
            return lane -> sample.compute(a.get(lane.id()), b.get(lane.id()), results.of(lane));
        });
    }

    /** {@return a case with two doubles per lane} */
    Case doubles(String name, int count, OfDoubles sample) {
        return Agreement.of(name, feature, workspace -> {
            var a = workspace.doubles();
            var b = workspace.doubles();
            var results = Results.in(workspace, count);
            return lane -> sample.compute(a.get(lane.id()), b.get(lane.id()), results.of(lane));
        });
    }

    /** {@return a case with a float and a double per lane} */
    Case floatAndDouble(String name, int count, OfFloatAndDouble sample) {
        return Agreement.of(name, feature, workspace -> {
            var a = workspace.floats();
            var b = workspace.doubles();
            var results = Results.in(workspace, count);
            return lane -> sample.compute(a.get(lane.id()), b.get(lane.id()), results.of(lane));
        });
    }

    /** {@return a case without inputs but the lane} */
    Case lanes(String name, int count, OfLane sample) {
        return Agreement.of(name, feature, workspace -> {
            var results = Results.in(workspace, count);
            return lane -> sample.compute(lane, results.of(lane));
        });
    }
}
