package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Objects and arrays that cannot be followed statically: they live in the lane's own memory. Cases of lab/conformance
 * show the ordinary forms.
 */
class LaneObjectsTest {
    record Program(String name, Function<Ints, Kernel> kernel) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void isTheSameOnBothDevices(Program program) {
        int[] result = BothDevices.run(program.kernel());
        assertThat(result).isNotEqualTo(new int[8]);
    }

    record Pair(int left, int right) {}

    static final class Counter {
        int count;
        long total;
        final int[] history = new int[3];

        Counter(int start) {
            count = start;
        }

        void add(int x) {
            history[count % 3] = x;
            count++;
            total = total * 31 + x;
        }
    }

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    @SuppressWarnings("NullAway")
    static Program[] programs() {
        return new Program[] {
            new Program("enums by variable index", out -> lane -> {
                Colour[] colours = {Colour.RED, Colour.BLUE, Colour.GREEN};
                colours[lane.id() % 3] = Colour.values()[lane.id() & 1];
                int h = 1;
                for (Colour c : colours) {
                    h = h * 31 + c.ordinal();
                }
                out.set(lane.id(), h);
            }),
            new Program("many objects in an array", out -> lane -> {
                Counter[] all = new Counter[100];
                for (int i = 0; i < 100; i++) {
                    all[i] = new Counter(i);
                    all[i].add(i);
                }
                for (int i = 0; i < 10; i++) {
                    all[i * 9 + lane.id()] = new Counter(i);
                }
                int h = 0;
                for (Counter c : all) {
                    c.add(lane.id());
                    h = h * 31 + (int) c.total + c.count + c.history[1];
                }
                out.set(lane.id(), h);
            }),
            new Program("clone of what is followed", out -> lane -> {
                int[] a = {1, lane.id(), 3};
                int[] b = a.clone();
                b[1] += 5;
                out.set(lane.id(), a[1] * 100 + b[1] + b.length);
            }),
            new Program("clone of unknown length", out -> lane -> {
                double[] a = {1.5, 2, 3};
                double[] b = new double[21];
                double[] c = ((lane.id() & 1) == 0 ? a : b).clone();
                c[lane.id() % c.length] += lane.id() + 1;
                a[0] = 9;
                out.set(lane.id(), Arrays.hashCode(a) + Arrays.hashCode(b) * 3 + Arrays.hashCode(c) * 7);
            }),
            new Program("clone of rows", out -> lane -> {
                int[][] m = {{1, 2}, {3, 4}, {5, lane.id()}};
                int[][] n = m.clone();
                n[lane.id() % 3] = m[lane.id() % 2].clone();
                n[lane.id() % 3][1] = 77;
                n[0][0]++;
                int h = 1;
                for (int i = 0; i < 3; i++) {
                    h = h * 31 + Arrays.hashCode(m[i]) + Arrays.hashCode(n[i]) * 5;
                }
                out.set(lane.id(), h);
            }),
            new Program("System.arraycopy", out -> lane -> {
                int[] a = new int[10];
                byte[] bytes = new byte[10];
                for (int i = 0; i < 10; i++) {
                    a[i] = i * lane.id() + 1;
                    bytes[i] = (byte) (a[i] * 77);
                }
                System.arraycopy(a, lane.id() & 3, a, 2, 5);
                System.arraycopy(a, 3, a, lane.id() & 1, 4);
                System.arraycopy(bytes, 1, bytes, 2, lane.id());
                int[] known = {1, 2, 3, 4, 5};
                System.arraycopy(known, 0, known, 1, 4);
                out.set(lane.id(), Arrays.hashCode(a) + Arrays.hashCode(bytes) * 3 + known[4] + known[1]);
            }),
            new Program("Arrays", out -> lane -> {
                float[] a = new float[6];
                Arrays.fill(a, 1.5f);
                a[lane.id() % 6] = Float.NaN;
                float[] b = Arrays.copyOf(a, 9);
                float[] c = Arrays.copyOfRange(b, 2, 7);
                Arrays.fill(c, 1, 3, lane.id());
                Pair[] pairs = {new Pair(1, 2), new Pair(3, lane.id())};
                Pair[] more = Arrays.copyOf(pairs, 3);
                more[2] = more[lane.id() & 1];
                out.set(
                        lane.id(),
                        Arrays.hashCode(b) * 31
                                + Arrays.hashCode(c)
                                + (Arrays.equals(a, Arrays.copyOf(b, 6)) ? 1 : 0)
                                + (Arrays.equals(a, c) ? 10 : 0)
                                + more[2].right() * 1000);
            }),
            new Program("large table in a loop", out -> lane -> {
                int h = 0;
                for (int round = 0; round < 2; round++) {
                    short[][] table = new short[64][64];
                    for (int i = 0; i < 64; i++) {
                        table[i][(i * lane.id()) & 63] = (short) (i + round);
                    }
                    for (int i = 0; i < 64; i++) {
                        h = h * 31 + table[i][lane.id()] + table[lane.id()][i];
                    }
                }
                out.set(lane.id(), h);
            }),
            new Program("made in a try block, used in its handler", out -> lane -> {
                int[] a = {1, 2, 3};
                int[] b = {4, 5};
                int h = 1;
                for (int i = 0; i < 5; i++) {
                    int[] c = (i + lane.id()) % 2 == 0 ? a : b;
                    Counter counter = new Counter(i);
                    int[] d = new int[3];
                    try {
                        counter.add(i);
                        d[1] = 10 / (lane.id() - i);
                        c[i % 4] += 7;
                        d[2] = 5;
                        a = c.clone();
                    } catch (ArrayIndexOutOfBoundsException e) {
                        h = h * 31 + c.length + counter.count + d[2];
                        b = d;
                    } catch (ArithmeticException e) {
                        h = h * 31 + 5 + d[1] + counter.history[i % 3];
                        c[0] = h;
                    } finally {
                        counter.add(3);
                        h += (int) counter.total;
                    }
                }
                out.set(lane.id(), h * 31 + Arrays.hashCode(a) + Arrays.hashCode(b));
            }),
        };
    }

    @Test
    void anArrayHoldsObjectsOfItsOwnClassOnly() {
        try (var device = Device.simulator(1)) {
            Ints out = device.ints(8);
            assertThatThrownBy(() -> device.run(Grid.threads(8), lane -> {
                        Object[] all = new Integer[2];
                        all[lane.id() & 1] = lane.id() == 3 ? new Pair(1, 2) : (Object) 5;
                        out.set(lane.id(), all[1] == null ? 1 : 2);
                    }))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("ArrayStoreException");
        }
    }

    @Test
    void whatIsFollowedStaticallyNeedsNoMemory() {
        try (var device = Device.simulator(1)) {
            Ints out = device.ints(8);
            Kernel kernel = lane -> {
                int[][] m = new int[2][2];
                m[0][1] = lane.id();
                int[] row = m[0];
                m[0] = m[1];
                m[1] = row;
                out.set(lane.id(), m[1][1]);
            };
            assertThat(device.ptx(kernel)).doesNotContain(".local");
            device.run(Grid.threads(8), kernel);
            assertThat(out.copyOut()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        }
    }
}
