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
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.SimulatorOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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

    @Test
    void recordsOfFourWordsAreCopiedByOneLoadAndOneStore() {
        assertWide(
                memory -> {
                    Ints a = memory.a;
                    Ints b = memory.b;
                    return lane -> {
                        int i = lane.id();
                        int x = a.get(4 * i);
                        int y = a.get(4 * i + 1);
                        int z = a.get(4 * i + 2);
                        int w = a.get(4 * i + 3);
                        b.set(4 * i, x);
                        b.set(4 * i + 1, y);
                        b.set(4 * i + 2, z);
                        b.set(4 * i + 3, w);
                    };
                },
                "ld.global.v4.u32",
                "st.global.v4.u32");
    }

    @Test
    void wordsThatAreCopiedOneByOneAreCopiedAtOnceFromOtherMemory() {
        assertWide(
                memory -> {
                    Ints a = memory.a;
                    Ints b = memory.b;
                    return lane -> {
                        int at = lane.id() << 2;
                        b.set(at, a.get(at));
                        b.set(at + 1, a.get(at + 1));
                        b.set(at + 2, a.get(at + 2));
                        b.set(at + 3, a.get(at + 3));
                    };
                },
                "ld.global.v4.u32",
                "st.global.v4.u32");
    }

    record Particle(float x, float y, float z, int kind, long id, double mass) {}

    @Test
    void layoutsOfRecordsReadAndWriteWide() {
        var layout = Layout.of(Particle.class);
        assertWide(
                memory -> {
                    Ints a = memory.a;
                    Ints b = memory.b;
                    return lane -> {
                        Particle old = layout.read(a, lane.id() * layout.words());
                        layout.write(b, lane.id() * layout.words(), new Particle(1, old.x, 2, 3, old.id + 1, 0.5));
                    };
                },
                "ld.global.v2.u32",
                "st.global.v4.u32",
                "st.global.v4.u32");
    }

    @Test
    void elementsOfEightBytesGoInPairs() {
        assertWide(
                memory -> {
                    Longs longs = memory.longs;
                    Doubles doubles = memory.doubles;
                    return lane -> {
                        int at = 2 * lane.id();
                        longs.set(at + 1, longs.get(at) * 3);
                        longs.set(at, 7);
                        double sum = doubles.get(at) + doubles.get(at + 1);
                        doubles.set(at, sum);
                        doubles.set(at + 1, -sum);
                    };
                },
                "st.global.v2.u64",
                "ld.global.v2.f64",
                "st.global.v2.f64");
    }

    @Test
    void floatsOfARecordInPlace() {
        assertWide(
                memory -> {
                    Floats floats = memory.floats;
                    return lane -> {
                        int at = 4 * lane.id();
                        floats.set(at, floats.get(at) * 2);
                        floats.set(at + 1, floats.get(at + 1) * 3);
                        floats.set(at + 2, floats.get(at + 2) * 4);
                        floats.set(at + 3, floats.get(at + 3) * 5);
                    };
                },
                "ld.global.v4.f32",
                "st.global.v4.f32");
    }

    @Test
    void recordsOfTwoThreeAndEightWords() {
        assertWide(
                memory -> {
                    Ints a = memory.a;
                    Ints b = memory.b;
                    return lane -> {
                        int two = 2 * lane.id();
                        int sum = a.get(two) ^ a.get(two + 1);
                        int three = 3 * lane.id();
                        sum += a.get(three) * 3 ^ a.get(three + 1) * 5 ^ a.get(three + 2);
                        int eight = 8 * lane.id();
                        sum += a.get(eight + 7) + a.get(eight + 6) * 3 + a.get(eight + 5) * 5 + a.get(eight + 4) * 7;
                        sum += a.get(eight) * 11 + a.get(eight + 2) * 13 + a.get(eight + 3) * 17;
                        b.set(8 * lane.id() + 5, sum);
                    };
                },
                "ld.global.v2.u32",
                "ld.global.v4.u32",
                "ld.global.v2.u32");
    }

    @Test
    void recordsInALoopWhoseIndexGrowsByARecord() {
        assertWide(
                memory -> {
                    Ints a = memory.a;
                    Ints b = memory.b;
                    return lane -> {
                        int sum = 0;
                        for (int at = 8 * lane.id(); at < 8 * lane.id() + 8; at += 4) {
                            sum = sum * 31 + a.get(at) + a.get(at + 1) * 3 + a.get(at + 2) * 5 + a.get(at + 3) * 7;
                        }
                        b.set(lane.id(), sum);
                    };
                },
                "ld.global.v4.u32");
    }

    @Test
    void longIndicesAndChoicesOfMemory() {
        assertWide(
                memory -> {
                    Ints a = memory.a;
                    Ints b = memory.b;
                    return lane -> {
                        Ints from = (lane.id() & 1) == 0 ? a : b;
                        long at = 4L * (lane.id() >> 1);
                        long sum = from.get(at) + 3L * from.get(at + 1) + 5L * from.get(at + 2) + 7L * from.get(at + 3);
                        b.set(lane.id() + 200, (int) sum);
                    };
                },
                "ld.global.v4.u32");
    }

    private static final int[] TABLE = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

    @Test
    void tablesAreReadWide() {
        assertWide(
                memory -> {
                    Ints b = memory.b;
                    return lane -> {
                        int at = 4 * (lane.id() & 3);
                        int x = TABLE[at];
                        int y = TABLE[at + 1];
                        int z = TABLE[at + 2];
                        int w = TABLE[at + 3];
                        b.set(lane.id(), x + 10 * y + 100 * z + 1000 * w);
                    };
                },
                "ld.global.nc.v4.u32");
    }

    @Test
    void addressesThatMayBeOddStayAsTheyAre() {
        assertWide(memory -> {
            Ints a = memory.a;
            Ints b = memory.b;
            return lane -> {
                int i = lane.id();
                b.set(i, a.get(i) + a.get(i + 1) * 3 + a.get(3 * i + 1) + a.get(3 * i + 2));
                int odd = 4 * i + 1;
                b.set(200 + i, a.get(odd) + 5 * a.get(odd + 1));
                b.set(100 + i, a.get(2 * i + 3) + 5 * a.get(2 * i + 4));
            };
        });
    }

    @Test
    void ordersBarriersAndUpdatesKeepAccessesApart() {
        assertWide(memory -> {
            Ints a = memory.a;
            Ints b = memory.b;
            return lane -> {
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
            };
        });
    }

    /** What is stored in between may be what is loaded, or be overwritten. */
    @Test
    void otherElementsOfTheSameMemoryKeepAccessesApart() {
        assertWide(memory -> {
            Ints a = memory.a;
            return lane -> {
                int at = 2 * lane.id();
                int other = Integer.remainderUnsigned(a.get(300) * 0 + at + 1, 80);
                int x = a.get(at);
                a.set(other, x + 1);
                int y = a.get(at + 1);
                a.set(at, y);
                int z = a.get(other);
                a.set(at + 1, z * 3);
            };
        });
    }

    @Test
    void storedWordsAreReadBack() {
        assertWide(
                memory -> {
                    Ints a = memory.a;
                    return lane -> {
                        int at = 4 * lane.id();
                        a.set(at, 5);
                        int x = a.get(at + 2);
                        a.set(at + 1, x);
                        int y = a.get(at) + a.get(at + 1) * 3 + a.get(at + 3);
                        a.set(at + 2, y);
                        a.set(at + 2, a.get(at + 2) + 1);
                        a.set(at + 3, a.get(at));
                    };
                },
                "st.global.v2.u32",
                "ld.global.v2.u32",
                "st.global.v2.u32");
    }

    @Test
    void storedWordsAreReadBackInBetween() {
        assertWide(
                memory -> {
                    Ints a = memory.a;
                    Ints b = memory.b;
                    return lane -> {
                        int at = 2 * lane.id();
                        a.set(at, 5);
                        int x = a.get(at + 1);
                        a.set(at + 1, 7);
                        b.set(lane.id(), x + a.get(at));
                    };
                },
                "st.global.v2.u32");
    }

    /** The code for different memory must not be used for the same. */
    @Test
    void memoryThatIsTheSameAtTheNextLaunch() {
        for (Device device : List.of(Device.jvm(), Device.simulator(1))) {
            try (device) {
                Memory memory = Memory.of(device);
                int[] before = memory.a.copyOut();
                device.run(Grid.threads(LANES), rotated(memory.a, memory.b));
                assertThat(memory.b.copyOut(4, 4))
                        .as("%s", device)
                        .containsExactly(before[5], before[6], before[7], before[4]);
                device.run(Grid.threads(LANES), rotated(memory.a, memory.a));
                assertThat(memory.a.copyOut(4, 4))
                        .as("%s", device)
                        .containsExactly(before[5], before[6], before[7], before[5]);
            }
        }
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
            assertThat(wide(text)).containsExactly("ld.global.v4.u32");
            String before = text.substring(0, text.indexOf("ld.global.v4"));
            assertThat(Pattern.compile("@%p\\d+ bra F\\d").matcher(before).results())
                    .hasSize(4);
        }
    }

    /** An index that wraps around is that of no element, or of one before: {@code 4 * i} is a multiple of 4 anyway. */
    @Test
    void indicesThatWrapAround() {
        assertWide(
                memory -> {
                    Ints a = memory.a;
                    Ints b = memory.b;
                    return lane -> {
                        int i = lane.id() + 0x4000_0000 * (lane.id() & 3);
                        b.set(lane.id(), a.get(4 * i) + 3 * a.get(4 * i + 1) + 5 * a.get(4 * i + 2) + a.get(4 * i + 3));
                        int back = -4 * (i + 1) + 8 * lane.id() + 4;
                        b.set(100 + lane.id(), a.get(back) + 3 * a.get(back + 1));
                        int low = (4 * lane.id() ^ 0x8000_0000) + 0x8000_0000;
                        b.set(200 + lane.id(), a.get(low + 2) + 3 * a.get(low + 3));
                    };
                },
                "ld.global.v4.u32",
                "ld.global.v2.u32",
                "ld.global.v2.u32");
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

    /** Runs a kernel on all devices, with and without checks, and looks for its wide accesses, in their order. */
    private static void assertWide(Function<Memory, Kernel> kernel, String... accesses) {
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
                        assertThat(wide(text)).containsExactly(accesses);
                    }
                    assertThat(Assembler.onPath().flatMap(ptxas -> ptxas.rejection(text)))
                            .isEmpty();
                }
            }
        }
    }

    private static String contents(Device device, Function<Memory, Kernel> kernel) {
        Memory memory = Memory.of(device);
        device.run(Grid.threads(LANES), kernel.apply(memory));
        return memory.contents();
    }

    private static List<String> wide(String text) {
        return Pattern.compile("(ld|st)\\.global(\\.nc)?\\.v[24]\\.\\w+")
                .matcher(text)
                .results()
                .map(match -> match.group())
                .toList();
    }
}
