package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.compiler.generated.Assembler;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.faults.EachDevice;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Accesses to the words of records become accesses of 8 and 16 bytes where nobody can tell. */
class WideAccessTest {
    private static final int LANES = 40;
    private static final int WORDS = 8 * LANES + 8;

    /** Memory of a device, with numbers that all differ. */
    private record Memory(Ints a, Ints b, Longs longs, Floats floats, Doubles doubles) {
        static Memory of(Device device) {
            var memory = new Memory(
                    device.ints(WORDS),
                    device.ints(WORDS),
                    device.longs(WORDS),
                    device.floats(WORDS),
                    device.doubles(WORDS));
            memory.a.copyIn(numbers(1));
            memory.b.copyIn(numbers(5));
            memory.longs.copyIn(
                    Arrays.stream(numbers(7)).mapToLong(x -> x * 0x1_0000_0003L).toArray());
            float[] floats = new float[WORDS];
            for (int i = 0; i < WORDS; i++) {
                floats[i] = 0.5f * i;
            }
            memory.floats.copyIn(floats);
            memory.doubles.copyIn(
                    Arrays.stream(numbers(9)).mapToDouble(x -> x / 3.0).toArray());
            return memory;
        }

        private static int[] numbers(int first) {
            int[] numbers = new int[WORDS];
            Arrays.setAll(numbers, i -> (first + i) * 0x9E3779B9);
            return numbers;
        }

        String contents() {
            return Arrays.toString(a.copyOut())
                    + Arrays.toString(b.copyOut())
                    + Arrays.toString(longs.copyOut())
                    + Arrays.toString(floats.copyOut())
                    + Arrays.toString(doubles.copyOut());
        }
    }

    /** Computes with the words of two memories. */
    private interface OfInts extends Serializable {
        void run(Ints a, Ints b, Lane lane);
    }

    /** Computes with all memory. */
    private interface OfMemory extends Serializable {
        void run(Memory memory, Lane lane);
    }

    /**
     * A kernel.
     *
     * @param accesses its wide accesses of global memory, in their order
     */
    private record Wide(String name, String accesses, Function<Memory, Kernel> kernel) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Wide wide(String name, String accesses, OfInts sample) {
        return new Wide(name, accesses, memory -> {
            Ints a = memory.a;
            Ints b = memory.b;
            return lane -> sample.run(a, b, lane);
        });
    }

    private static Wide wide(String name, String accesses, OfMemory sample) {
        return new Wide(name, accesses, memory -> lane -> sample.run(memory, lane));
    }

    record Particle(float x, float y, float z, int kind, long id, double mass) {}

    private static final int[] TABLE = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

    private static List<Wide> samples() {
        var layout = Layout.of(Particle.class);
        return List.of(
                wide("records of four words go by one load and one store", "ld.v4.u32 st.v4.u32", (a, b, lane) -> {
                    int i = lane.id();
                    int x = a.get(4 * i);
                    int y = a.get(4 * i + 1);
                    int z = a.get(4 * i + 2);
                    int w = a.get(4 * i + 3);
                    b.set(4 * i, x);
                    b.set(4 * i + 1, y);
                    b.set(4 * i + 2, z);
                    b.set(4 * i + 3, w);
                }),
                wide("words copied one by one are copied at once", "ld.v4.u32 st.v4.u32", (a, b, lane) -> {
                    int at = lane.id() << 2;
                    b.set(at, a.get(at));
                    b.set(at + 1, a.get(at + 1));
                    b.set(at + 2, a.get(at + 2));
                    b.set(at + 3, a.get(at + 3));
                }),
                wide("layouts of records read and write wide", "ld.v2.u32 st.v4.u32 st.v4.u32", (a, b, lane) -> {
                    Particle old = layout.read(a, lane.id() * layout.words());
                    layout.write(b, lane.id() * layout.words(), new Particle(1, old.x, 2, 3, old.id + 1, 0.5));
                }),
                wide("elements of eight bytes go in pairs", "st.v2.u64 ld.v2.f64 st.v2.f64", (memory, lane) -> {
                    Longs longs = memory.longs;
                    Doubles doubles = memory.doubles;
                    int at = 2 * lane.id();
                    longs.set(at + 1, longs.get(at) * 3);
                    longs.set(at, 7);
                    double sum = doubles.get(at) + doubles.get(at + 1);
                    doubles.set(at, sum);
                    doubles.set(at + 1, -sum);
                }),
                wide("floats of a record in place", "ld.v4.f32 st.v4.f32", (memory, lane) -> {
                    Floats floats = memory.floats;
                    int at = 4 * lane.id();
                    floats.set(at, floats.get(at) * 2);
                    floats.set(at + 1, floats.get(at + 1) * 3);
                    floats.set(at + 2, floats.get(at + 2) * 4);
                    floats.set(at + 3, floats.get(at + 3) * 5);
                }),
                wide("records of two, three and eight words", "ld.v2.u32 ld.v4.u32 ld.v2.u32", (a, b, lane) -> {
                    int two = 2 * lane.id();
                    int sum = a.get(two) ^ a.get(two + 1);
                    int three = 3 * lane.id();
                    sum += a.get(three) * 3 ^ a.get(three + 1) * 5 ^ a.get(three + 2);
                    int eight = 8 * lane.id();
                    sum += a.get(eight + 7) + a.get(eight + 6) * 3 + a.get(eight + 5) * 5 + a.get(eight + 4) * 7;
                    sum += a.get(eight) * 11 + a.get(eight + 2) * 13 + a.get(eight + 3) * 17;
                    b.set(8 * lane.id() + 5, sum);
                }),
                wide("records in a loop whose index grows by a record", "ld.v4.u32", (a, b, lane) -> {
                    int sum = 0;
                    for (int at = 8 * lane.id(); at < 8 * lane.id() + 8; at += 4) {
                        sum = sum * 31 + a.get(at) + a.get(at + 1) * 3 + a.get(at + 2) * 5 + a.get(at + 3) * 7;
                    }
                    b.set(lane.id(), sum);
                }),
                wide("long indices and choices of memory", "ld.v4.u32", (a, b, lane) -> {
                    Ints from = (lane.id() & 1) == 0 ? a : b;
                    long at = 4L * (lane.id() >> 1);
                    long sum = from.get(at) + 3L * from.get(at + 1) + 5L * from.get(at + 2) + 7L * from.get(at + 3);
                    b.set(lane.id() + 200, (int) sum);
                }),
                wide("tables are read wide", "ld.nc.v4.u32", (_, b, lane) -> {
                    int at = 4 * (lane.id() & 3);
                    int x = TABLE[at];
                    int y = TABLE[at + 1];
                    int z = TABLE[at + 2];
                    int w = TABLE[at + 3];
                    b.set(lane.id(), x + 10 * y + 100 * z + 1000 * w);
                }),
                wide("addresses that may be odd stay as they are", "", (a, b, lane) -> {
                    int i = lane.id();
                    b.set(i, a.get(i) + a.get(i + 1) * 3 + a.get(3 * i + 1) + a.get(3 * i + 2));
                    int odd = 4 * i + 1;
                    b.set(200 + i, a.get(odd) + 5 * a.get(odd + 1));
                    b.set(100 + i, a.get(2 * i + 3) + 5 * a.get(2 * i + 4));
                }),
                wide("orders, barriers and updates keep accesses apart", "", (a, b, lane) -> {
                    int at = 2 * lane.id();
                    int x = a.get(at);
                    b.getAcquire(0);
                    x += 3 * a.get(at + 1);
                    b.set(at, x);
                    b.setRelease(200 + lane.id(), 1);
                    b.set(at + 1, x);
                    int y = b.get(at);
                    b.getAndAddRelaxed(at + 1, 2);
                    y += b.get(at + 1);
                    lane.warp().synchronize(-1);
                    a.setOpaque(at, y);
                    a.setOpaque(at + 1, y + a.getOpaque(at));
                    a.getVolatile(at);
                    a.getVolatile(at + 1);
                }),
                // What is stored in between may be what is loaded, or be overwritten.
                wide("other elements of the same memory keep accesses apart", "", (a, _, lane) -> {
                    int at = 2 * lane.id();
                    int other = Integer.remainderUnsigned(a.get(300) * 0 + at + 1, 80);
                    int x = a.get(at);
                    a.set(other, x + 1);
                    int y = a.get(at + 1);
                    a.set(at, y);
                    int z = a.get(other);
                    a.set(at + 1, z * 3);
                }),
                wide("stored words are read back", "st.v2.u32 ld.v2.u32 st.v2.u32", (a, _, lane) -> {
                    int at = 4 * lane.id();
                    a.set(at, 5);
                    int x = a.get(at + 2);
                    a.set(at + 1, x);
                    int y = a.get(at) + a.get(at + 1) * 3 + a.get(at + 3);
                    a.set(at + 2, y);
                    a.set(at + 2, a.get(at + 2) + 1);
                    a.set(at + 3, a.get(at));
                }),
                wide("stored words are read back in between", "st.v2.u32", (a, b, lane) -> {
                    int at = 2 * lane.id();
                    a.set(at, 5);
                    int x = a.get(at + 1);
                    a.set(at + 1, 7);
                    b.set(lane.id(), x + a.get(at));
                }),
                // An index that wraps around is that of no element, or of one before: 4 * i is a multiple of 4 anyway.
                wide("indices that wrap around", "ld.v4.u32 ld.v2.u32 ld.v2.u32", (a, b, lane) -> {
                    int i = lane.id() + 0x4000_0000 * (lane.id() & 3);
                    b.set(lane.id(), a.get(4 * i) + 3 * a.get(4 * i + 1) + 5 * a.get(4 * i + 2) + a.get(4 * i + 3));
                    int back = -4 * (i + 1) + 8 * lane.id() + 4;
                    b.set(100 + lane.id(), a.get(back) + 3 * a.get(back + 1));
                    int low = (4 * lane.id() ^ 0x8000_0000) + 0x8000_0000;
                    b.set(200 + lane.id(), a.get(low + 2) + 3 * a.get(low + 3));
                }));
    }

    /** Runs a kernel on all devices, with and without checks, and looks for its wide accesses. */
    @ParameterizedTest
    @MethodSource("samples")
    void accessesOfNeighboursAreWide(Wide sample) {
        var kernel = sample.kernel();
        String expected;
        try (var jvm = Device.jvm()) {
            expected = contents(jvm, kernel);
        }
        for (boolean checked : new boolean[] {false, true}) {
            var options = DeviceOptions.defaults().withBoundsChecks(checked);
            for (var simulator : List.of(
                    SimulatorOptions.seeded(2), SimulatorOptions.seeded(3).adversarial())) {
                try (var device = Device.simulator(simulator, options)) {
                    assertThat(contents(device, kernel)).isEqualTo(expected);
                    String text = device.ptx(kernel.apply(Memory.of(device)));
                    if (!checked) {
                        assertThat(wide(text)).isEqualTo(sample.accesses());
                    }
                    assertThat(Assembler.onPath().flatMap(ptxas -> ptxas.rejection(text)))
                            .isEmpty();
                }
            }
        }
    }

    /** The code for different memory must not be used for the same. */
    @EachDevice
    void memoryThatIsTheSameAtTheNextLaunch(Device device) {
        Memory memory = Memory.of(device);
        int[] before = memory.a.copyOut();
        device.run(Grid.threads(LANES), rotated(memory.a, memory.b));
        assertThat(memory.b.copyOut(4, 4)).as("%s", device).containsExactly(before[5], before[6], before[7], before[4]);
        device.run(Grid.threads(LANES), rotated(memory.a, memory.a));
        assertThat(memory.a.copyOut(4, 4)).as("%s", device).containsExactly(before[5], before[6], before[7], before[5]);
    }

    private static Kernel rotated(Ints from, Ints to) {
        return lane -> {
            int at = 4 * lane.id();
            to.set(at, from.get(at + 1));
            to.set(at + 1, from.get(at + 2));
            to.set(at + 2, from.get(at + 3));
            to.set(at + 3, from.get(at));
        };
    }

    /** The same exception at the same word, with the words before it written and those after it not. */
    @Test
    void indicesOutOfBoundsAreFoundWordByWord() {
        for (int length : new int[] {4, 5, 6, 7, 8}) {
            for (int at : new int[] {4, 0, -4, 8, Integer.MAX_VALUE - 3, Integer.MIN_VALUE}) {
                var outcomes = new ArrayList<String>();
                for (Device device : checkedDevices()) {
                    try (device) {
                        Ints a = device.ints(length);
                        Ints b = device.ints(length);
                        a.fill(9);
                        Kernel copy = lane -> {
                            int record = 4 * (lane.id() + at / 4);
                            int x = a.get(record);
                            int y = a.get(record + 1);
                            int z = a.get(record + 2);
                            int w = a.get(record + 3);
                            b.set(record, x);
                            b.set(record + 1, y);
                            b.set(record + 2, z);
                            b.set(record + 3, w);
                        };
                        Kernel fill = lane -> {
                            int record = 4 * (lane.id() + at / 4);
                            b.set(record, 1);
                            b.set(record + 1, 2);
                            b.set(record + 2, 3);
                            b.set(record + 3, 4);
                        };
                        outcomes.add(failure(device, copy) + failure(device, fill) + Arrays.toString(b.copyOut()));
                    }
                }
                assertThat(outcomes).as("length %d, record at %d", length, at).containsOnly(outcomes.getFirst());
            }
        }
    }

    @Test
    void checkedLoadsMeetAfterTheChecks() {
        try (var device = Device.simulator(
                SimulatorOptions.seeded(1), DeviceOptions.defaults().withBoundsChecks(true))) {
            Ints a = device.ints(WORDS);
            Ints b = device.ints(WORDS);
            String text = device.ptx(lane -> {
                int at = 4 * lane.id();
                int x = a.get(at);
                int y = a.get(at + 1);
                int z = a.get(at + 2);
                int w = a.get(at + 3);
                b.set(at, x + y + z + w);
                b.set(at + 1, 3);
            });
            assertThat(wide(text)).isEqualTo("ld.v4.u32");
            String before = text.substring(0, text.indexOf("ld.global.v4"));
            assertThat(Pattern.compile("@%p\\d+ bra F\\d").matcher(before).results())
                    .hasSize(4);
        }
    }

    private static String failure(Device device, Kernel kernel) {
        try {
            device.run(Grid.threads(1), kernel);
            return "none";
        } catch (DeviceException e) {
            return Objects.requireNonNull(e.getMessage()).replaceFirst("failed on \\w+", "failed");
        }
    }

    private static List<Device> checkedDevices() {
        return List.of(
                Device.jvm(),
                Device.simulator(
                        SimulatorOptions.seeded(3), DeviceOptions.defaults().withBoundsChecks(true)));
    }

    private static String contents(Device device, Function<Memory, Kernel> kernel) {
        Memory memory = Memory.of(device);
        device.run(Grid.threads(LANES), kernel.apply(memory));
        return memory.contents();
    }

    private static String wide(String text) {
        return Pattern.compile("(ld|st)\\.global(\\.nc)?\\.v[24]\\.\\w+")
                .matcher(text)
                .results()
                .map(match -> match.group().replace(".global", ""))
                .collect(Collectors.joining(" "));
    }
}
