package dev.warpbroker.conformance;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.Shorts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * The memory of one run of a kernel: seeded inputs, one element per lane, and results. Two workspaces that are asked
 * for the same memory in the same order hold the same inputs.
 */
final class Workspace implements AutoCloseable {
    private static final long SEED = 20_250_916;

    private final Device device;
    private final int lanes;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<DeviceMemory> memories = new ArrayList<>();
    private int inputs;

    Workspace(Device device, int lanes) {
        this.device = device;
        this.lanes = lanes;
    }

    int lanes() {
        return lanes;
    }

    /** {@return one int per lane; the first lanes of the first two inputs see all pairs of edge values} */
    Ints ints() {
        int[] values = new int[lanes];
        int input = inputs++;
        for (int i = 0; i < lanes; i++) {
            values[i] = EdgeValues.INTS.at(input, i).orElseGet(() -> randomInt());
        }
        return ints(values);
    }

    /** {@return one long per lane; the first lanes of the first two inputs see all pairs of edge values} */
    Longs longs() {
        long[] values = new long[lanes];
        int input = inputs++;
        for (int i = 0; i < lanes; i++) {
            values[i] = EdgeValues.LONGS.at(input, i).orElseGet(() -> randomLong());
        }
        return longs(values);
    }

    /** {@return one float per lane; the first lanes of the first two inputs see all pairs of edge values} */
    Floats floats() {
        float[] values = new float[lanes];
        int input = inputs++;
        for (int i = 0; i < lanes; i++) {
            values[i] = EdgeValues.FLOATS.at(input, i).orElseGet(() -> randomFloat());
        }
        var memory = opened(device.floats(lanes));
        memory.copyIn(values);
        return memory;
    }

    /** {@return one double per lane; the first lanes of the first two inputs see all pairs of edge values} */
    Doubles doubles() {
        double[] values = new double[lanes];
        int input = inputs++;
        for (int i = 0; i < lanes; i++) {
            values[i] = EdgeValues.DOUBLES.at(input, i).orElseGet(() -> randomDouble());
        }
        var memory = opened(device.doubles(lanes));
        memory.copyIn(values);
        return memory;
    }

    /** {@return one int per lane, computed from the lane's id} */
    Ints ints(IntUnaryOperator value) {
        int[] values = new int[lanes];
        Arrays.setAll(values, value);
        return ints(values);
    }

    /** {@return memory with these values} */
    Ints ints(int... values) {
        var memory = opened(device.ints(values.length));
        memory.copyIn(values);
        return memory;
    }

    /** {@return memory with these values} */
    Longs longs(long... values) {
        var memory = opened(device.longs(values.length));
        memory.copyIn(values);
        return memory;
    }

    /** {@return memory with these values} */
    Floats floats(float... values) {
        var memory = opened(device.floats(values.length));
        memory.copyIn(values);
        return memory;
    }

    /** {@return memory with these values} */
    Doubles doubles(double... values) {
        var memory = opened(device.doubles(values.length));
        memory.copyIn(values);
        return memory;
    }

    /** {@return memory with these values} */
    Bytes bytes(byte... values) {
        var memory = opened(device.bytes(values.length));
        memory.copyIn(values);
        return memory;
    }

    /** {@return memory with these values} */
    Shorts shorts(short... values) {
        var memory = opened(device.shorts(values.length));
        memory.copyIn(values);
        return memory;
    }

    /** {@return a random byte for each lane} */
    Bytes bytes() {
        byte[] values = new byte[lanes];
        random.nextBytes(values);
        return bytes(values);
    }

    /** {@return 16 random bits for each lane} */
    Shorts shorts() {
        short[] values = new short[lanes];
        for (int i = 0; i < lanes; i++) {
            values[i] = (short) random.nextInt();
        }
        return shorts(values);
    }

    /** {@return a row of zeros for each lane} */
    IntTable intResults(int columns) {
        return new IntTable(opened(device.ints(lanes * columns)), columns);
    }

    /** {@return a row of zeros for each lane} */
    LongTable longResults(int columns) {
        return new LongTable(opened(device.longs(lanes * columns)), columns);
    }

    /** {@return a row of zeros for each lane} */
    FloatTable floatResults(int columns) {
        return new FloatTable(opened(device.floats(lanes * columns)), columns);
    }

    /** {@return a row of zeros for each lane} */
    DoubleTable doubleResults(int columns) {
        return new DoubleTable(opened(device.doubles(lanes * columns)), columns);
    }

    /** Compares all memory, inputs included, bit by bit; any NaN equals any other. */
    void requireEqual(Workspace expected) {
        for (int i = 0; i < memories.size(); i++) {
            var memory = memories.get(i);
            long[] actualWords = words(memory);
            long[] expectedWords = words(expected.memories.get(i));
            int at = Arrays.mismatch(expectedWords, actualWords);
            if (at >= 0) {
                int columns = actualWords.length % lanes == 0 ? actualWords.length / lanes : 1;
                throw new Mismatch("%s, memory %d of the case, row %d, column %d: %s; must be %s"
                        .formatted(
                                memory,
                                i,
                                at / columns,
                                at % columns,
                                describe(memory, actualWords[at]),
                                describe(memory, expectedWords[at])));
            }
        }
    }

    private static long[] words(DeviceMemory memory) {
        return switch (memory) {
            case Bytes bytes -> words(bytes.copyOut());
            case Shorts shorts -> words(shorts.copyOut());
            case Ints ints -> Arrays.stream(ints.copyOut()).asLongStream().toArray();
            case Longs longs -> longs.copyOut();
            case Floats floats -> words(floats.copyOut());
            case Doubles doubles ->
                Arrays.stream(doubles.copyOut())
                        .mapToLong(Double::doubleToLongBits)
                        .toArray();
        };
    }

    private static long[] words(byte[] values) {
        long[] words = new long[values.length];
        Arrays.setAll(words, i -> values[i]);
        return words;
    }

    private static long[] words(short[] values) {
        long[] words = new long[values.length];
        Arrays.setAll(words, i -> values[i]);
        return words;
    }

    private static long[] words(float[] values) {
        long[] words = new long[values.length];
        Arrays.setAll(words, i -> Float.floatToIntBits(values[i]));
        return words;
    }

    private static String describe(DeviceMemory memory, long word) {
        return switch (memory) {
            case Bytes _, Shorts _, Ints _, Longs _ -> "%d (0x%x)".formatted(word, word);
            case Floats _ -> "%s (0x%08x)".formatted(Float.intBitsToFloat((int) word), (int) word);
            case Doubles _ -> "%s (0x%016x)".formatted(Double.longBitsToDouble(word), word);
        };
    }

    @Override
    public void close() {
        memories.forEach(DeviceMemory::close);
    }

    private <M extends DeviceMemory> M opened(M memory) {
        memories.add(memory);
        return memory;
    }

    private int randomInt() {
        return random.nextBoolean() ? random.nextInt() : random.nextInt(-100, 100);
    }

    private long randomLong() {
        return random.nextBoolean() ? random.nextLong() : random.nextLong(-100, 100);
    }

    /** Half of them any bit pattern, so all exponents; half of them numbers of ordinary size. */
    private float randomFloat() {
        return random.nextBoolean()
                ? Float.intBitsToFloat(Float.floatToIntBits(Float.intBitsToFloat(random.nextInt())))
                : (float) random.nextDouble(-1000, 1000);
    }

    private double randomDouble() {
        return random.nextBoolean()
                ? Double.longBitsToDouble(Double.doubleToLongBits(Double.longBitsToDouble(random.nextLong())))
                : random.nextDouble(-1000, 1000);
    }
}
