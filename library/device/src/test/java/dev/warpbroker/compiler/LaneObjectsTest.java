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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects and arrays that cannot be followed statically: they live in the lane's own memory. */
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

    @SuppressWarnings("ArrayRecordComponent") // what is tested
    record Holder(int[] values) {}

    record Pair(int left, int right) {}

    @SuppressWarnings("ArrayRecordComponent") // what is tested
    record Matrix(double[] a) {
        static Matrix of(double x) {
            double[] a = new double[9];
            for (int i = 0; i < 9; i++) {
                a[i] = x + i * 0.25;
            }
            return new Matrix(a);
        }

        Matrix multiply(Matrix o) {
            double[] r = new double[9];
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    double s = 0;
                    for (int k = 0; k < 3; k++) {
                        s += a[i * 3 + k] * o.a[k * 3 + j];
                    }
                    r[i * 3 + j] = s * 0.125;
                }
            }
            return new Matrix(r);
        }

        int hash() {
            long h = 17;
            for (double x : a) {
                h = h * 31 + Double.doubleToRawLongBits(x);
            }
            return (int) (h ^ h >>> 32);
        }
    }

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

    static class Animal {
        int age;

        int sound() {
            return age;
        }
    }

    static final class Dog extends Animal {
        int tail = 3;

        @Override
        int sound() {
            return age * 10 + tail;
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
            new Program("swap", out -> lane -> {
                int[] from = new int[4];
                int[] to = new int[4];
                from[lane.id() & 3] = 1;
                to[lane.id() & 3] = 2;
                for (int i = 0; i < lane.id(); i++) {
                    int[] swapped = from;
                    from = to;
                    to = swapped;
                    from[i & 3] += i;
                }
                out.set(lane.id(), from[lane.id() & 3] * 100 + to[0] * 10 + to[1]);
            }),
            new Program("choice", out -> lane -> {
                int[] a = {1, 2};
                int[] b = {3, 4};
                int[] chosen = lane.id() % 2 == 0 ? a : b;
                chosen[1] += 5;
                out.set(lane.id(), chosen[0] * 1000 + a[1] * 100 + b[1]);
            }),
            new Program("choice of lengths", out -> lane -> {
                int[] a = {1, 2, 3};
                int[] b = {3, 4};
                int[] chosen = lane.id() % 2 == 0 ? a : b;
                int sum = 0;
                for (int x : chosen) {
                    sum = sum * 7 + x;
                }
                out.set(lane.id(), sum + chosen.length);
            }),
            new Program("null or array", out -> lane -> {
                int[] a = null;
                if (lane.id() > 2) {
                    a = new int[] {1, 2};
                }
                out.set(lane.id(), a == null ? 7 : a[1]);
            }),
            new Program("matrix replaced", out -> lane -> {
                Matrix m = Matrix.of(lane.id());
                Matrix o = Matrix.of(1);
                for (int i = 0; i < 5; i++) {
                    m = m.multiply(o);
                    if ((i & 1) == 0) {
                        o = m;
                    }
                }
                out.set(lane.id(), m.hash() * 31 + o.hash());
            }),
            new Program("two dimensions", out -> lane -> {
                int[][] m = new int[4][5];
                for (int i = 0; i < 4; i++) {
                    for (int j = 0; j < 5; j++) {
                        m[i][j] = i * lane.id() + j;
                    }
                }
                int[] row = m[1];
                m[1] = m[3];
                m[3] = row;
                row[2] = 99;
                int h = 0;
                for (int[] r : m) {
                    for (int x : r) {
                        h = h * 31 + x;
                    }
                }
                out.set(lane.id(), h);
            }),
            new Program("two dimensions in a loop", out -> lane -> {
                int h = 0;
                for (int k = 0; k < 3; k++) {
                    int[][] m = new int[4][5];
                    m[k][lane.id() % 5] = k + 1;
                    int[] t = m[0];
                    m[0] = m[k];
                    m[k] = t;
                    for (int[] r : m) {
                        for (int x : r) {
                            h = h * 31 + x;
                        }
                    }
                }
                out.set(lane.id(), h);
            }),
            new Program("jagged", out -> lane -> {
                int[][] m = {{1}, {2, 3}, {4, 5, 6}};
                int h = 0;
                for (int i = 0; i < m.length; i++) {
                    for (int j = 0; j < m[i].length; j++) {
                        m[i][j] += lane.id();
                        h = h * 31 + m[i][j];
                    }
                }
                out.set(lane.id(), h);
            }),
            new Program("rows made in a loop", out -> lane -> {
                int[][] m = new int[4][];
                for (int i = 0; i < 4; i++) {
                    m[i] = new int[3];
                    m[i][i % 3] = i + lane.id();
                }
                int h = 0;
                for (int[] r : m) {
                    for (int x : r) {
                        h = h * 31 + x;
                    }
                }
                m[lane.id() & 3] = m[0];
                m[0][1] = 17;
                out.set(lane.id(), h + m[lane.id() & 3][1]);
            }),
            new Program("rows made in nested loops", out -> lane -> {
                int h = 0;
                int[][] last = null;
                for (int k = 0; k < 4; k++) {
                    int[][] m = new int[3][];
                    for (int i = 0; i < 3; i++) {
                        m[i] = new int[2];
                        m[i][i & 1] = i + lane.id() + k;
                    }
                    if (last != null) {
                        m[k % 3] = last[(k + 1) % 3];
                    }
                    last = m;
                    for (int[] r : m) {
                        h = h * 31 + r[0] * 7 + r[1];
                    }
                }
                out.set(lane.id(), h);
            }),
            new Program("records by variable index", out -> lane -> {
                Pair[] pairs = new Pair[4];
                for (int i = 0; i < 4; i++) {
                    pairs[i] = new Pair(i, i * lane.id());
                }
                Pair t = pairs[lane.id() & 3];
                pairs[lane.id() & 3] = pairs[0];
                pairs[0] = t;
                int h = 0;
                for (Pair p : pairs) {
                    h = h * 31 + p.left() * 5 + p.right();
                }
                out.set(lane.id(), h);
            }),
            new Program("boxes and nulls by variable index", out -> lane -> {
                Integer[] boxes = new Integer[5];
                for (int i = 0; i < 5; i += 2) {
                    boxes[i] = i * lane.id();
                }
                int h = 1;
                for (int i = 0; i < 5; i++) {
                    Integer box = boxes[i];
                    h = h * 31 + (box == null ? -1 : box);
                }
                out.set(lane.id(), h);
            }),
            new Program("enums by variable index", out -> lane -> {
                Colour[] colours = {Colour.RED, Colour.BLUE, Colour.GREEN};
                colours[lane.id() % 3] = Colour.values()[lane.id() & 1];
                int h = 1;
                for (Colour c : colours) {
                    h = h * 31 + c.ordinal();
                }
                out.set(lane.id(), h);
            }),
            new Program("handles by variable index", out -> lane -> {
                Ints[] all = {out, lane.id() > 3 ? out : null};
                Ints one = all[lane.id() >> 2];
                if (one != null) {
                    one.set(lane.id(), 5 + lane.id());
                }
            }),
            new Program("choice between mutable objects", out -> lane -> {
                Counter a = new Counter(1);
                Counter b = new Counter(2);
                Counter c = (lane.id() & 1) == 0 ? a : b;
                c.add(lane.id());
                a.add(3);
                for (int i = 0; i < 4; i++) {
                    Counter t = a;
                    a = b;
                    b = i == lane.id() ? a : t;
                    b.add(i);
                }
                out.set(
                        lane.id(),
                        (int) (a.total * 31 + b.total * 7 + c.total + a.count + (a == b ? 1000 : 0))
                                + c.history[lane.id() % 3]);
            }),
            new Program("objects in an array", out -> lane -> {
                Counter[] all = new Counter[3];
                for (int i = 0; i < 3; i++) {
                    all[i] = new Counter(i);
                }
                all[1] = all[lane.id() % 3];
                for (int i = 0; i < 7; i++) {
                    all[(i * lane.id()) % 3].add(i);
                }
                int h = 0;
                for (Counter c : all) {
                    h = h * 31 + (int) c.total + c.count + c.history[1];
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
            new Program("classes in one variable", out -> lane -> {
                Animal a = new Animal();
                Dog d = new Dog();
                Animal x = lane.id() % 2 == 0 ? a : d;
                x.age = lane.id();
                d.tail++;
                Animal[] both = {a, d, x};
                int h = 0;
                for (int i = 0; i < 3; i++) {
                    h = h * 31 + both[i].sound();
                }
                out.set(lane.id(), h + (x == d ? 5 : 0));
            }),
            new Program("kept from one round to the next", out -> lane -> {
                int[] last = null;
                int sum = 1;
                for (int i = 0; i < 5; i++) {
                    int[] values = new int[4];
                    values[(lane.id() + i) & 3] = i + 1;
                    sum += last == null ? 0 : last[i & 3] * 10 + last[(i + lane.id()) & 3];
                    last = values;
                }
                out.set(lane.id(), sum);
            }),
            new Program("kept in a record", out -> lane -> {
                Holder last = null;
                int sum = 1;
                for (int i = 0; i < 3; i++) {
                    int[] values = new int[4];
                    values[(lane.id() + i) & 3] = i + 1;
                    sum = sum * 31 + (last == null ? 0 : last.values()[i] + last.values()[(lane.id() + 1) & 3]);
                    last = new Holder(values);
                }
                out.set(lane.id(), sum);
            }),
            new Program("clone of what is followed", out -> lane -> {
                int[] a = {1, lane.id(), 3};
                int[] b = a.clone();
                b[1] += 5;
                out.set(lane.id(), a[1] * 100 + b[1] + b.length);
            }),
            new Program("clone by variable index", out -> lane -> {
                int[] a = new int[40];
                for (int i = 0; i < 40; i++) {
                    a[i] = i * lane.id() + 1;
                }
                int[] b = a.clone();
                int[] c = b.clone();
                b[lane.id()] = -1;
                c[lane.id() + 1] = -2;
                out.set(lane.id(), Arrays.hashCode(a) + Arrays.hashCode(b) * 3 + Arrays.hashCode(c) * 7);
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
            new Program("clone in a loop", out -> lane -> {
                long[] state = {1, 2, 3, lane.id()};
                long[] before = state;
                for (int i = 0; i < 6; i++) {
                    long[] next = state.clone();
                    next[i & 3] = state[(i + 1) & 3] * 31 + before[(i + lane.id()) & 3];
                    before = state;
                    state = next;
                }
                out.set(lane.id(), Arrays.hashCode(state) ^ Arrays.hashCode(before) * 3);
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
            new Program("three dimensions", out -> lane -> {
                int sum = 0;
                for (int round = 0; round < 3; round++) {
                    long[][][] cube = new long[3][4][2];
                    for (int i = 0; i < 24; i++) {
                        cube[i / 8][i / 2 % 4][i & 1] = (long) i * lane.id() + round;
                    }
                    long[][] plane = cube[round];
                    cube[round] = cube[0];
                    cube[0] = plane;
                    plane[lane.id() & 3] = cube[2][1];
                    for (long[][] p : cube) {
                        for (long[] r : p) {
                            for (long x : r) {
                                sum = sum * 31 + (int) x;
                            }
                        }
                    }
                }
                out.set(lane.id(), sum);
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
            new Program("linked objects", out -> lane -> {
                Link a = new Link(1);
                Link b = new Link(2);
                Link c = new Link(3);
                a.next = b;
                b.next = c;
                c.next = a;
                Link at = a;
                int h = 1;
                for (int i = 0; i < lane.id() + 3; i++) {
                    h = h * 31 + at.value++;
                    at = at.next;
                }
                out.set(lane.id(), h);
            }),
        };
    }

    static final class Link {
        int value;

        @Nullable
        Link next;

        Link(int value) {
            this.value = value;
        }
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
