package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import java.util.Arrays;

/** Numbers in device memory, of one precision or the other. Kernel Java; accesses are plain. */
sealed interface Cells extends AutoCloseable {
    double get(int index);

    void set(int index, double value);

    /** {@return the sum of four of them, made in their precision} */
    double sum(int one, int two, int three, int four);

    /**
     * {@return the sum of those whose places are elements {@code begin} to {@code end - 1} of {@code places}} By one
     * thread; eight at a time, so that additions do not wait for each other. Sums of four are added in doubles.
     */
    default double sum(Ints places, int begin, int end) {
        double sum = 0;
        int i = begin;
        for (; i < end - 7; i += 8) {
            sum += sumOfFour(places, i) + sumOfFour(places, i + 4);
        }
        if (i < end - 3) {
            sum += sumOfFour(places, i);
            i += 4;
        }
        if (i < end - 1) {
            sum += get(places.get(i)) + get(places.get(i + 1));
            i += 2;
        }
        return i < end ? sum + get(places.get(i)) : sum;
    }

    /**
     * Makes sums of neighbours: number {@code i} of those whose places are {@code shift + i} after elements {@code begin} to
     * {@code end - 1} of {@code places}. By one thread; sums of four are added in doubles.
     */
    default void sums(Ints places, int begin, int end, int shift, double[] sums, int count) {
        Arrays.fill(sums, 0, count, 0);
        int i = begin;
        for (; i < end - 3; i += 4) {
            addFour(
                    shift + places.get(i),
                    shift + places.get(i + 1),
                    shift + places.get(i + 2),
                    shift + places.get(i + 3),
                    sums,
                    count);
        }
        for (; i < end; i++) {
            addOne(shift + places.get(i), sums, count);
        }
    }

    /** Adds to each sum four cells, the next ones to the next sum. */
    void addFour(int one, int two, int three, int four, double[] sums, int count);

    /** Adds to each sum a cell, the next one to the next sum. */
    void addOne(int first, double[] sums, int count);

    private double sumOfFour(Ints places, int first) {
        return sum(places.get(first), places.get(first + 1), places.get(first + 2), places.get(first + 3));
    }

    /** {@return all of them, from the host} */
    double[] copyOut();

    @Override
    void close();

    static Cells of(Device device, RankGraph.Precision precision, int length) {
        return switch (precision) {
            case DOUBLE -> new OfDoubles(device.doubles(length));
            case FLOAT -> new OfFloats(device.floats(length));
        };
    }

    record OfDoubles(Doubles memory) implements Cells {
        @Override
        public double get(int index) {
            return memory.get(index);
        }

        @Override
        public void set(int index, double value) {
            memory.set(index, value);
        }

        @Override
        public double sum(int one, int two, int three, int four) {
            return memory.get(one) + memory.get(two) + (memory.get(three) + memory.get(four));
        }

        @Override
        public void addFour(int one, int two, int three, int four, double[] sums, int count) {
            for (int i = 0; i < count; i++) {
                sums[i] += memory.get(one + i) + memory.get(two + i) + (memory.get(three + i) + memory.get(four + i));
            }
        }

        @Override
        public void addOne(int first, double[] sums, int count) {
            for (int i = 0; i < count; i++) {
                sums[i] += memory.get(first + i);
            }
        }

        @Override
        public double[] copyOut() {
            return memory.copyOut();
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    record OfFloats(Floats memory) implements Cells {
        @Override
        public double get(int index) {
            return memory.get(index);
        }

        @Override
        public void set(int index, double value) {
            memory.set(index, (float) value);
        }

        @Override
        public double sum(int one, int two, int three, int four) {
            return memory.get(one) + memory.get(two) + (memory.get(three) + memory.get(four));
        }

        @Override
        public void addFour(int one, int two, int three, int four, double[] sums, int count) {
            for (int i = 0; i < count; i++) {
                sums[i] += memory.get(one + i) + memory.get(two + i) + (memory.get(three + i) + memory.get(four + i));
            }
        }

        @Override
        public void addOne(int first, double[] sums, int count) {
            for (int i = 0; i < count; i++) {
                sums[i] += memory.get(first + i);
            }
        }

        @Override
        public double[] copyOut() {
            float[] floats = memory.copyOut();
            double[] doubles = new double[floats.length];
            Arrays.setAll(doubles, i -> floats[i]);
            return doubles;
        }

        @Override
        public void close() {
            memory.close();
        }
    }
}
