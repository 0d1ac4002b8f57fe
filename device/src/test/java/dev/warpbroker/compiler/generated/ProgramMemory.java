package dev.warpbroker.compiler.generated;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The memory that generated kernels work on: inputs, four elements of each type per lane, and shared elements. */
final class ProgramMemory {
    static final int LANES = 64;
    static final String PARAMETERS = "Ints intIn, Longs longIn, Floats floatIn, Doubles doubleIn, "
            + "Ints intOut, Longs longOut, Floats floatOut, Doubles doubleOut, Ints intShared, Longs longShared";

    private static final int PER_LANE = 4;
    private static final int[] INTS = {0, 1, -1, 2, 31, 32, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] LONGS = {0, 1, -1, 63, 64, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final float[] FLOATS = {
        0f, -0f, 1f, -2.5f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE, 1e10f
    };
    private static final double[] DOUBLES = {
        0, -0.0, 1, -2.5, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 1e10
    };

    private final Ints intIn;
    private final Longs longIn;
    private final Floats floatIn;
    private final Doubles doubleIn;
    private final Ints intOut;
    private final Longs longOut;
    private final Floats floatOut;
    private final Doubles doubleOut;
    private final Ints intShared;
    private final Longs longShared;

    ProgramMemory(Device device) {
        intIn = device.ints(LANES);
        longIn = device.longs(LANES);
        floatIn = device.floats(LANES);
        doubleIn = device.doubles(LANES);
        intOut = device.ints(LANES * PER_LANE);
        longOut = device.longs(LANES * PER_LANE);
        floatOut = device.floats(LANES * PER_LANE);
        doubleOut = device.doubles(LANES * PER_LANE);
        intShared = device.ints(SharedUpdate.values().length);
        longShared = device.longs(SharedUpdate.values().length);
    }

    /** Fills the inputs from a seed and clears the rest. */
    void reset(long seed) {
        var random = new SplittableRandom(seed);
        int[] ints = new int[LANES];
        long[] longs = new long[LANES];
        float[] floats = new float[LANES];
        double[] doubles = new double[LANES];
        for (int i = 0; i < LANES; i++) {
            ints[i] = random.nextInt(3) == 0 ? random.nextInt() : INTS[random.nextInt(INTS.length)];
            longs[i] = random.nextInt(3) == 0 ? random.nextLong() : LONGS[random.nextInt(LONGS.length)];
            floats[i] = random.nextBoolean() ? random.nextInt(2000) / 7f - 100 : FLOATS[random.nextInt(FLOATS.length)];
            doubles[i] = random.nextBoolean() ? random.nextDouble(-99, 99) : DOUBLES[random.nextInt(DOUBLES.length)];
        }
        intIn.copyIn(ints);
        longIn.copyIn(longs);
        floatIn.copyIn(floats);
        doubleIn.copyIn(doubles);
        intOut.fill(0);
        longOut.fill(0);
        floatOut.fill(0);
        doubleOut.fill(0);
        int[] initial = Arrays.stream(SharedUpdate.values())
                .mapToInt(SharedUpdate::initial)
                .toArray();
        intShared.copyIn(initial);
        longShared.copyIn(Arrays.stream(initial).asLongStream().toArray());
    }

    /** {@return the kernel of a generated class, working on this memory} */
    Kernel kernel(Class<?> program) {
        try {
            Method factory = Arrays.stream(program.getMethods())
                    .filter(method -> method.getName().equals("kernel"))
                    .findFirst()
                    .orElseThrow();
            return (Kernel) factory.invoke(
                    null,
                    intIn,
                    longIn,
                    floatIn,
                    doubleIn,
                    intOut,
                    longOut,
                    floatOut,
                    doubleOut,
                    intShared,
                    longShared);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot make the kernel of " + program.getName(), e);
        }
    }

    /** {@return all that a kernel can have written, any NaN as the canonical one} */
    Map<String, List<Long>> contents() {
        var contents = new LinkedHashMap<String, List<Long>>();
        contents.put(
                "intOut", Arrays.stream(intOut.copyOut()).asLongStream().boxed().toList());
        contents.put("longOut", Arrays.stream(longOut.copyOut()).boxed().toList());
        contents.put("floatOut", bits(floatOut.copyOut()));
        contents.put(
                "doubleOut",
                Arrays.stream(doubleOut.copyOut())
                        .mapToObj(Double::doubleToLongBits)
                        .toList());
        contents.put(
                "intShared",
                Arrays.stream(intShared.copyOut()).asLongStream().boxed().toList());
        contents.put("longShared", Arrays.stream(longShared.copyOut()).boxed().toList());
        return contents;
    }

    private static List<Long> bits(float[] values) {
        Long[] bits = new Long[values.length];
        Arrays.setAll(bits, i -> (long) Float.floatToIntBits(values[i]));
        return List.of(bits);
    }
}
