package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Type.Handle;
import dev.warpbroker.compiler.generated.Type.Primitive;
import dev.warpbroker.compiler.generated.Type.Sharing;
import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.Shorts;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The memory that generated kernels work on: inputs, four elements of each type per lane, and shared elements. There
 * are several of each kind, of different lengths, so that a kernel which takes one for another is noticed.
 */
final class ProgramMemory implements AutoCloseable {
    static final int LANES = 64;

    private static final int PER_LANE = 4;
    private static final int[] INTS = {0, 1, -1, 2, 31, 32, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] LONGS = {0, 1, -1, 63, 64, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final float[] FLOATS = {
        0f, -0f, 1f, -2.5f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE, 1e10f
    };
    private static final double[] DOUBLES = {
        0, -0.0, 1, -2.5, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 1e10
    };

    /**
     * A parameter of the generated method that makes the kernel.
     *
     * @param extra how many elements it has beyond those that kernels use
     * @param hostVisible whether the host sees it while kernels run
     */
    record Parameter(String name, Handle type, int extra, boolean hostVisible) {
        int length() {
            return extra
                    + switch (type.sharing()) {
                        case INPUT -> LANES;
                        case OWN -> LANES * PER_LANE;
                        case TALLY -> SharedUpdate.values().length;
                    };
        }
    }

    static final List<Parameter> PARAMETERS = parameters();

    private static List<Parameter> parameters() {
        var all = new ArrayList<Parameter>();
        for (Primitive element : Primitive.NUMERIC) {
            var name = element.source();
            boolean integral = element == Primitive.INT || element == Primitive.LONG;
            all.add(new Parameter(name + "In", new Handle(element, Sharing.INPUT), 0, false));
            all.add(new Parameter(name + "In2", new Handle(element, Sharing.INPUT), 6, false));
            all.add(new Parameter(name + "Out", new Handle(element, Sharing.OWN), 0, false));
            all.add(new Parameter(name + "Own", new Handle(element, Sharing.OWN), 1, false));
            all.add(new Parameter(name + "Own2", new Handle(element, Sharing.OWN), 0, false));
            if (integral) {
                all.add(new Parameter(name + "Shared", new Handle(element, Sharing.TALLY), 0, false));
                all.add(new Parameter(name + "Tally", new Handle(element, Sharing.TALLY), 3, false));
            }
        }
        all.add(new Parameter("hostOwn", new Handle(Primitive.INT, Sharing.OWN), 2, true));
        return List.copyOf(all);
    }

    /** Memory that programs know by name only: narrow elements, and sums of floating-point numbers. */
    enum Special {
        BYTE_IN("Bytes", LANES),
        BYTE_OWN("Bytes", LANES * PER_LANE),
        SHORT_IN("Shorts", LANES),
        SHORT_OWN("Shorts", LANES * PER_LANE),
        FLOAT_SUM("Floats", PER_LANE),
        DOUBLE_SUM("Doubles", PER_LANE);

        private final String type;
        private final int length;

        Special(String type, int length) {
            this.type = type;
            this.length = length;
        }

        /** {@return the name in programs: byteIn} */
        String source() {
            var name = name().toLowerCase(Locale.ROOT);
            int end = name.indexOf('_');
            return name.substring(0, end) + Character.toUpperCase(name.charAt(end + 1)) + name.substring(end + 2);
        }

        private boolean isSum() {
            return this == FLOAT_SUM || this == DOUBLE_SUM;
        }

        private DeviceMemory allocate(Device device) {
            return switch (type) {
                case "Bytes" -> device.bytes(length);
                case "Shorts" -> device.shorts(length);
                case "Floats" -> device.floats(length);
                default -> device.doubles(length);
            };
        }
    }

    static String source() {
        return Stream.concat(
                        PARAMETERS.stream().map(each -> each.type().source() + " " + each.name()),
                        Arrays.stream(Special.values()).map(each -> each.type + " " + each.source()))
                .collect(Collectors.joining(", "));
    }

    private final List<DeviceMemory> memories;

    ProgramMemory(Device device) {
        memories = Stream.concat(
                        PARAMETERS.stream().map(each -> allocate(device, each)),
                        Arrays.stream(Special.values()).map(each -> each.allocate(device)))
                .toList();
    }

    private static DeviceMemory allocate(Device device, Parameter parameter) {
        int length = parameter.length();
        return switch (parameter.type().element()) {
            case INT -> parameter.hostVisible() ? device.hostInts(length) : device.ints(length);
            case LONG -> device.longs(length);
            case FLOAT -> device.floats(length);
            case DOUBLE -> device.doubles(length);
            case BOOLEAN -> throw new IllegalStateException("there is no memory of booleans");
        };
    }

    /** Fills all memory from a seed. */
    void reset(long seed) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < PARAMETERS.size(); i++) {
            var parameter = PARAMETERS.get(i);
            if (parameter.type().sharing() == Sharing.TALLY) {
                fillTally(memories.get(i));
            } else {
                fill(memories.get(i), random);
            }
        }
        for (var special : Special.values()) {
            switch (memories.get(PARAMETERS.size() + special.ordinal())) {
                case Floats sums when special.isSum() -> sums.fill(0);
                case Doubles sums when special.isSum() -> sums.fill(0);
                case DeviceMemory other -> fill(other, random);
            }
        }
    }

    private static void fill(DeviceMemory memory, SplittableRandom random) {
        int length = memory.length();
        switch (memory) {
            case Bytes bytes -> {
                byte[] values = new byte[length];
                for (int i = 0; i < length; i++) {
                    values[i] = (byte) random.nextInt();
                }
                bytes.copyIn(values);
            }
            case Shorts shorts -> {
                short[] values = new short[length];
                for (int i = 0; i < length; i++) {
                    values[i] = (short) random.nextInt();
                }
                shorts.copyIn(values);
            }
            case Ints ints -> {
                int[] values = new int[length];
                Arrays.setAll(
                        values, _ -> random.nextInt(3) == 0 ? random.nextInt() : INTS[random.nextInt(INTS.length)]);
                ints.copyIn(values);
            }
            case Longs longs -> {
                long[] values = new long[length];
                Arrays.setAll(
                        values, _ -> random.nextInt(3) == 0 ? random.nextLong() : LONGS[random.nextInt(LONGS.length)]);
                longs.copyIn(values);
            }
            case Floats floats -> {
                float[] values = new float[length];
                for (int i = 0; i < length; i++) {
                    values[i] = random.nextBoolean()
                            ? random.nextInt(2000) / 7f - 100
                            : FLOATS[random.nextInt(FLOATS.length)];
                }
                floats.copyIn(values);
            }
            case Doubles doubles -> {
                double[] values = new double[length];
                Arrays.setAll(
                        values,
                        _ -> random.nextBoolean()
                                ? random.nextDouble(-99, 99)
                                : DOUBLES[random.nextInt(DOUBLES.length)]);
                doubles.copyIn(values);
            }
        }
    }

    private static void fillTally(DeviceMemory memory) {
        int[] initial = new int[memory.length()];
        for (var update : SharedUpdate.values()) {
            initial[update.element()] = update.initial();
        }
        switch (memory) {
            case Ints ints -> ints.copyIn(initial);
            case Longs longs ->
                longs.copyIn(Arrays.stream(initial).asLongStream().toArray());
            default -> throw new IllegalStateException("no shared " + memory);
        }
    }

    /** {@return the kernel of a generated class, working on this memory} */
    Kernel kernel(Class<?> program) {
        try {
            Method factory = Arrays.stream(program.getMethods())
                    .filter(method -> method.getName().equals("kernel"))
                    .findFirst()
                    .orElseThrow();
            return (Kernel) factory.invoke(null, memories.toArray());
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot make the kernel of " + program.getName(), e);
        }
    }

    /** {@return all memory, any NaN as the canonical one; a kernel that writes to an input is noticed, too} */
    Map<String, List<Long>> contents() {
        var contents = new LinkedHashMap<String, List<Long>>();
        for (int i = 0; i < memories.size(); i++) {
            var name =
                    i < PARAMETERS.size() ? PARAMETERS.get(i).name() : Special.values()[i - PARAMETERS.size()].source();
            contents.put(name, bits(memories.get(i)));
        }
        return contents;
    }

    private static List<Long> bits(DeviceMemory memory) {
        return switch (memory) {
            case Bytes bytes -> {
                byte[] values = bytes.copyOut();
                yield IntStream.range(0, values.length)
                        .mapToObj(i -> (long) values[i])
                        .toList();
            }
            case Shorts shorts -> {
                short[] values = shorts.copyOut();
                yield IntStream.range(0, values.length)
                        .mapToObj(i -> (long) values[i])
                        .toList();
            }
            case Ints ints ->
                Arrays.stream(ints.copyOut()).asLongStream().boxed().toList();
            case Longs longs -> Arrays.stream(longs.copyOut()).boxed().toList();
            case Floats floats -> {
                float[] values = floats.copyOut();
                yield IntStream.range(0, values.length)
                        .mapToObj(i -> (long) Float.floatToIntBits(values[i]))
                        .toList();
            }
            case Doubles doubles ->
                Arrays.stream(doubles.copyOut())
                        .mapToObj(Double::doubleToLongBits)
                        .toList();
        };
    }

    @Override
    public void close() {
        memories.forEach(DeviceMemory::close);
    }
}
