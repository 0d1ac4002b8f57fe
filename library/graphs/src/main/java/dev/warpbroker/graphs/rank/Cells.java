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
     * Makes a sum for each of some rows of one length: of those cells whose places are the elements of the row. By one
     * thread. Each length has a loop of its own, so that the JVM compiles the loops one by one, whichever it comes to
     * first.
     *
     * @param offsets where in {@code elements} the row of each vertex begins
     * @param length of the rows; {@link PartedRows#LONG} for any
     * @param order the vertices of the rows
     * @param sums where the sum of vertex {@code first} is the first one
     */
    default void sums(
            Ints offsets, Ints elements, int length, Ints order, int begin, int end, double[] sums, int first) {
        switch (length) {
            case 0 -> ofNothing(order, begin, end, sums, first);
            case 1 -> ofOne(offsets, elements, order, begin, end, sums, first);
            case 2 -> ofTwo(offsets, elements, order, begin, end, sums, first);
            case 3 -> ofThree(offsets, elements, order, begin, end, sums, first);
            case PartedRows.LONG -> ofAny(offsets, elements, order, begin, end, sums, first);
            default -> ofMany(offsets, elements, length, order, begin, end, sums, first);
        }
    }

    private static void ofNothing(Ints order, int begin, int end, double[] sums, int first) {
        for (int row = begin; row < end; row++) {
            sums[order.get(row) - first] = 0;
        }
    }

    private void ofOne(Ints offsets, Ints elements, Ints order, int begin, int end, double[] sums, int first) {
        for (int row = begin; row < end; row++) {
            int vertex = order.get(row);
            sums[vertex - first] = get(elements.get(offsets.get(vertex)));
        }
    }

    private void ofTwo(Ints offsets, Ints elements, Ints order, int begin, int end, double[] sums, int first) {
        for (int row = begin; row < end; row++) {
            int vertex = order.get(row);
            int at = offsets.get(vertex);
            sums[vertex - first] = get(elements.get(at)) + get(elements.get(at + 1));
        }
    }

    private void ofThree(Ints offsets, Ints elements, Ints order, int begin, int end, double[] sums, int first) {
        for (int row = begin; row < end; row++) {
            int vertex = order.get(row);
            int at = offsets.get(vertex);
            sums[vertex - first] = get(elements.get(at)) + get(elements.get(at + 1)) + get(elements.get(at + 2));
        }
    }

    private void ofMany(
            Ints offsets, Ints elements, int length, Ints order, int begin, int end, double[] sums, int first) {
        for (int row = begin; row < end; row++) {
            int vertex = order.get(row);
            int at = offsets.get(vertex);
            sums[vertex - first] = sum(elements, at, at + length);
        }
    }

    private void ofAny(Ints offsets, Ints elements, Ints order, int begin, int end, double[] sums, int first) {
        for (int row = begin; row < end; row++) {
            int vertex = order.get(row);
            sums[vertex - first] = sum(elements, offsets.get(vertex), offsets.get(vertex + 1));
        }
    }

    /** {@return the sum of a row} Four at a time, in their precision, so that additions do not wait for each other. */
    private double sum(Ints elements, int begin, int end) {
        int at = begin;
        double sum = 0;
        for (; at < end - 3; at += 4) {
            sum += sum(elements.get(at), elements.get(at + 1), elements.get(at + 2), elements.get(at + 3));
        }
        for (; at < end; at++) {
            sum += get(elements.get(at));
        }
        return sum;
    }

    /**
     * Makes sums of neighbours, {@code first} to {@code last - 1} of {@code sums}: the first one of those whose places
     * are elements {@code begin} to {@code end - 1} of {@code places}, the next one of those after them. By one thread;
     * sums of four are added in doubles.
     */
    default void sums(Ints places, int begin, int end, double[] sums, int first, int last) {
        Arrays.fill(sums, first, last, 0);
        int i = begin;
        for (; i < end - 3; i += 4) {
            addFour(
                    places.get(i) - first,
                    places.get(i + 1) - first,
                    places.get(i + 2) - first,
                    places.get(i + 3) - first,
                    sums,
                    first,
                    last);
        }
        for (; i < end; i++) {
            addOne(places.get(i) - first, sums, first, last);
        }
    }

    /** Adds to some sums four cells each: to number {@code i} those that are {@code i} places further. */
    void addFour(int one, int two, int three, int four, double[] sums, int first, int last);

    /** Adds to some sums a cell each: to number {@code i} the one that is {@code i} places further. */
    void addOne(int one, double[] sums, int first, int last);

    /** Sets some cells, beginning with {@code first}, to the first values. */
    void put(double[] values, int first, int count);

    /**
     * The same with each value divided by the length of the row of its number, or as it is where that is empty.
     *
     * @param offsets where each row begins
     */
    void putQuotients(double[] values, Ints offsets, int first, int count);

    /** {@return by how much values differ from cells, all together} Four sums, which do not wait for each other. */
    double difference(double[] values, int first, int count);

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
        public void addFour(int one, int two, int three, int four, double[] sums, int first, int last) {
            for (int i = first; i < last; i++) {
                sums[i] += memory.get(one + i) + memory.get(two + i) + (memory.get(three + i) + memory.get(four + i));
            }
        }

        @Override
        public void addOne(int one, double[] sums, int first, int last) {
            for (int i = first; i < last; i++) {
                sums[i] += memory.get(one + i);
            }
        }

        @Override
        public void put(double[] values, int first, int count) {
            for (int i = 0; i < count; i++) {
                memory.set(first + i, values[i]);
            }
        }

        @Override
        public void putQuotients(double[] values, Ints offsets, int first, int count) {
            for (int i = 0; i < count; i++) {
                int length = offsets.get(first + i + 1) - offsets.get(first + i);
                memory.set(first + i, (values[i] / Math.max(length, 1)));
            }
        }

        @Override
        public double difference(double[] values, int first, int count) {
            double one = 0;
            double two = 0;
            double three = 0;
            double four = 0;
            int i = 0;
            for (; i < count - 3; i += 4) {
                one += Math.abs(values[i] - memory.get(first + i));
                two += Math.abs(values[i + 1] - memory.get(first + i + 1));
                three += Math.abs(values[i + 2] - memory.get(first + i + 2));
                four += Math.abs(values[i + 3] - memory.get(first + i + 3));
            }
            for (; i < count; i++) {
                one += Math.abs(values[i] - memory.get(first + i));
            }
            return one + two + (three + four);
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
        public void addFour(int one, int two, int three, int four, double[] sums, int first, int last) {
            for (int i = first; i < last; i++) {
                sums[i] += memory.get(one + i) + memory.get(two + i) + (memory.get(three + i) + memory.get(four + i));
            }
        }

        @Override
        public void addOne(int one, double[] sums, int first, int last) {
            for (int i = first; i < last; i++) {
                sums[i] += memory.get(one + i);
            }
        }

        @Override
        public void put(double[] values, int first, int count) {
            for (int i = 0; i < count; i++) {
                memory.set(first + i, (float) values[i]);
            }
        }

        @Override
        public void putQuotients(double[] values, Ints offsets, int first, int count) {
            for (int i = 0; i < count; i++) {
                int length = offsets.get(first + i + 1) - offsets.get(first + i);
                memory.set(first + i, (float) (values[i] / Math.max(length, 1)));
            }
        }

        @Override
        public double difference(double[] values, int first, int count) {
            double one = 0;
            double two = 0;
            double three = 0;
            double four = 0;
            int i = 0;
            for (; i < count - 3; i += 4) {
                one += Math.abs(values[i] - memory.get(first + i));
                two += Math.abs(values[i + 1] - memory.get(first + i + 1));
                three += Math.abs(values[i + 2] - memory.get(first + i + 2));
                four += Math.abs(values[i + 3] - memory.get(first + i + 3));
            }
            for (; i < count; i++) {
                one += Math.abs(values[i] - memory.get(first + i));
            }
            return one + two + (three + four);
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
