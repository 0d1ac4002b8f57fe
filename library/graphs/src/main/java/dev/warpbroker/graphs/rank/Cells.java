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
     * {@return the sum of those whose places are elements {@code begin} to {@code end - 1} of {@code places}, moved by
     * {@code from}} By one thread; four at a time, so that additions do not wait for each other, and those in doubles.
     */
    default double sum(Ints places, int begin, int end, int from) {
        double sum = 0;
        int i = begin;
        for (; i < end - 3; i += 4) {
            sum += sum(
                    from + places.get(i), from + places.get(i + 1), from + places.get(i + 2), from + places.get(i + 3));
        }
        for (; i < end; i++) {
            sum += get(from + places.get(i));
        }
        return sum;
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
