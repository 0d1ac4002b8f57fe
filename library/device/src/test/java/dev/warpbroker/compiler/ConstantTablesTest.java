package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.compiler.generated.Assembler;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.faults.EachDevice;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays made before the launch are read in kernels as on the JVM, whatever they hold and however they are reached. */
final class ConstantTablesTest {
    private enum Word {
        NULL("null"),
        TRUE("true"),
        FALSE("false");

        final String text;

        Word(String text) {
            this.text = text;
        }
    }

    private static final int LANES = 40;

    private static final int[] INTS = {3, -1, 4, 1, -5, 9};
    private static final String[] TEXTS = {"he", "she", "", "he"};
    private static final @Nullable String[] NAMES = {"one", null, "three", null};
    private static final String[][] LINES = {{"a"}, {}, {"a", "bc", "def"}};
    private static final int[][] JAGGED = {{1}, {}, {2, 3, 4}, {5, 6}};
    private static final long[][][] CUBE = {{{1, 2}, {3}}, {{4}, {5, 6, 7}}};
    private static final Integer[] BOXES = {5, -6, 7};

    record Point(int x, int y) {}

    record Circle(int radius) {}

    record Form(String name, Function<Ints, Kernel> kernel) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Form> forms() {
        int[] captured = {8, 6, 7, 5, 3, 0, 9};
        return Stream.of(
                new Form("texts", out -> lane -> out.set(lane.id(), TEXTS[lane.id() % 4].hashCode())),
                new Form("text of an enum constant", out -> lane -> {
                    Word word = Word.values()[lane.id() % 3];
                    out.set(lane.id(), 100 * word.text.length() + word.text.charAt(lane.id() % 4));
                }),
                new Form("texts or null", out -> lane -> {
                    String text = NAMES[lane.id() & 3];
                    out.set(lane.id(), text == null ? -1 : text.length());
                }),
                new Form("texts in rows", out -> lane -> {
                    String[] row = LINES[lane.id() % 3];
                    int sum = row.length;
                    for (int i = lane.id() & 1; i < row.length; i++) {
                        sum = 31 * sum + row[i].length();
                    }
                    out.set(lane.id(), sum);
                }),
                new Form("texts compared", out -> lane -> {
                    String text = TEXTS[lane.id() % 4];
                    String other = TEXTS[lane.id() / 4 % 4];
                    int order = Integer.signum(text.compareTo(other));
                    out.set(lane.id(), order * 4 + (text.equals(other) ? 2 : 0) + (text == other ? 1 : 0));
                }),
                new Form(
                        "switch over texts",
                        out -> lane -> out.set(
                                lane.id(),
                                switch (TEXTS[lane.id() % 4]) {
                                    case "he" -> 1;
                                    case "" -> 2;
                                    default -> 3;
                                })),
                new Form("argument", out -> lane -> out.set(lane.id(), sum(captured) + sum(INTS))),
                new Form("null or table", out -> lane -> {
                    int[] table = null;
                    if (lane.id() % 3 != 0) {
                        table = lane.id() % 3 == 1 ? INTS : captured;
                    }
                    out.set(lane.id(), table == null ? -1 : table[lane.id() % table.length]);
                }),
                new Form("cube", out -> lane -> {
                    long sum = lane.id();
                    for (long[][] plane : CUBE) {
                        for (long[] row : plane) {
                            for (long number : row) {
                                sum = 10 * sum + number;
                            }
                        }
                    }
                    out.set(lane.id(), (int) sum);
                }),
                new Form("boxes", out -> lane -> out.set(lane.id(), BOXES[lane.id() % 3])));
    }

    private static int sum(int[] numbers) {
        int sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            sum = 17 * sum + numbers[i];
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("forms")
    void compiledKernelsReadWhatTheJvmReads(Form form) {
        try (var jvm = Device.jvm();
                var plain = Device.simulator(1);
                var checked = Device.simulator(
                        SimulatorOptions.seeded(2).adversarial(),
                        DeviceOptions.defaults().withBoundsChecks(true))) {
            int[] expected = run(jvm, form.kernel());
            assertThat(run(plain, form.kernel())).isEqualTo(expected);
            assertThat(run(checked, form.kernel())).as("with checks").isEqualTo(expected);
            String ptx = plain.ptx(form.kernel().apply(plain.ints(LANES)));
            Assembler.onPath()
                    .ifPresent(assembler -> assertThat(assembler.rejection(ptx)).isEmpty());
        }
    }

    private static int[] run(Device device, Function<Ints, Kernel> kernel) {
        Ints out = device.ints(LANES);
        device.run(Grid.threads(LANES), kernel.apply(out));
        return out.copyOut();
    }

    /** Of no use to a kernel are the device, what is too deep, and one another. */
    record Cell(Device owner, Ints memory, Tree deep, int number) {}

    static final class Tree {
        final int number;
        final @Nullable Tree left;
        final @Nullable Tree right;

        Tree(int number, int depth) {
            this.number = number;
            left = depth == 0 ? null : new Tree(2 * number, depth - 1);
            right = depth == 0 ? null : new Tree(2 * number + 1, depth - 1);
        }
    }

    private static Cell[] cells(Device device) {
        return new Cell[] {
            new Cell(device, device.ints(LANES), new Tree(1, 17), 5),
            new Cell(device, device.ints(LANES), new Tree(2, 17), 6)
        };
    }

    @EachDevice
    void whatAKernelDoesNotUseOfAnElementMayBeAnything(Device device) {
        Cell[] cells = cells(device);
        Kernel kernel = lane -> {
            Cell cell = cells[lane.id() % 2];
            Tree deep = cell.deep();
            cell.memory().set(lane.id(), 10 * cell.number() + deep.left.right.number + (cell.owner() == null ? 1 : 0));
        };
        device.run(Grid.threads(LANES), kernel);
        assertThat(cells[0].memory().copyOut(0, 4)).containsExactly(55, 0, 55, 0);
        assertThat(cells[1].memory().copyOut(0, 4)).containsExactly(0, 69, 0, 69);
        if (device.properties().lanesPerWorker() > 1) {
            String ptx = device.ptx(kernel);
            Assembler.onPath()
                    .ifPresent(assembler -> assertThat(assembler.rejection(ptx)).isEmpty());
        }
    }

    @Test
    void whatIsTooDeepInAnElementIsRefusedWhereItIsUsed() {
        try (var device = Device.simulator(1);
                var out = device.ints(LANES)) {
            Cell[] cells = cells(device);
            assertThatExceptionOfType(KernelCompileException.class)
                    .isThrownBy(() -> device.run(Grid.threads(LANES), lane -> {
                        Tree at = cells[lane.id() % 2].deep();
                        for (int i = 0; i < 12; i++) {
                            at = at.left;
                        }
                        out.set(lane.id(), at.number);
                    }))
                    .withMessageContainingAll("of a Tree", "the limit is 1024 objects in an element")
                    .withMessageContaining("refer to them by index");
            assertThatExceptionOfType(KernelCompileException.class)
                    .isThrownBy(() -> device.run(
                            Grid.threads(LANES),
                            lane -> out.set(
                                    lane.id(), cells[lane.id() % 2].owner().isOpen() ? 1 : 0)))
                    .withMessageContaining("a call of Device.isOpen, which is for the host");
        }
    }

    @EachDevice
    void aLaunchSeesWhatTheArrayHeldWhenItWasLaunched(Device device) {
        int[] table = {1, 2, 3, 4};
        int[][] rows = {{1, 2}, {3, 4}};
        Point[] points = {new Point(1, 1), new Point(2, 2)};
        Ints out = device.ints(4);
        Kernel kernel = lane -> out.set(
                lane.id(),
                table[lane.id()] + 10 * table[2] + 100 * rows[lane.id() & 1][1] + 1000 * points[lane.id() & 1].x());
        for (int round = 1; round < 9; round++) {
            table[round & 3] += round;
            rows[1][1] = round;
            rows[0] = new int[] {round, round + 1};
            points[round & 1] = new Point(round, 0);
            device.run(Grid.threads(4), kernel);
            int[] expected = new int[4];
            for (int i = 0; i < 4; i++) {
                expected[i] = table[i] + 10 * table[2] + 100 * rows[i & 1][1] + 1000 * points[i & 1].x();
            }
            assertThat(out.copyOut()).as("%s round %d", device, round).isEqualTo(expected);
        }
    }

    @Test
    void otherContentsNeedNoOtherCode() {
        var compiler = new KernelCompiler(DeviceOptions.defaults());
        try (var simulator = Device.simulator(1)) {
            Ints out = simulator.ints(4);
            String first =
                    compiler.bind(reading(new int[] {1, 2, 3, 4}, out)).code().ptx();
            assertThat(compiler.bind(reading(new int[] {9, 8, 7, 6}, out))
                            .code()
                            .ptx())
                    .isSameAs(first);
            assertThat(compiler.bind(reading(new int[] {1}, out)).code().ptx()).isNotSameAs(first);
        }
    }

    private static Kernel reading(int[] table, Ints out) {
        return lane -> out.set(lane.id(), table[lane.id() % table.length]);
    }

    @Test
    void newKindsOfElementsNeedOtherCode() {
        Object[] things = {new Point(1, 2), new Point(3, 4)};
        try (var simulator = Device.simulator(1)) {
            Ints out = simulator.ints(2);
            Kernel kernel = lane -> out.set(lane.id(), things[lane.id()] instanceof Point point ? point.x() : -1);
            simulator.run(Grid.threads(2), kernel);
            assertThat(out.copyOut()).containsExactly(1, 3);
            things[1] = new Circle(5);
            simulator.run(Grid.threads(2), kernel);
            assertThat(out.copyOut()).containsExactly(1, -1);
        }
    }

    @Test
    void newTextsNeedOtherCode() {
        try (Device simulator = Device.simulator(1)) {
            String[] texts = {"a", "bc"};
            Ints out = simulator.ints(2);
            Kernel kernel = lane -> out.set(lane.id(), texts[lane.id()].equals("bc") ? 1 : 0);
            simulator.run(Grid.threads(2), kernel);
            assertThat(out.copyOut()).containsExactly(0, 1);
            texts[0] = String.valueOf(new char[] {'b', 'c'});
            texts[1] = "d";
            simulator.run(Grid.threads(2), kernel);
            assertThat(out.copyOut()).containsExactly(1, 0);
        }
    }

    @EachDevice
    void indexOutsideOfATableIsAnException(Device device) {
        Ints out = device.ints(8);
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> device.run(Grid.threads(8), lane -> out.set(lane.id(), INTS[lane.id()])))
                .withMessageContainingAll("ArrayIndexOutOfBoundsException", "out of bounds for length 6");
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> device.run(Grid.threads(8), lane -> out.set(lane.id(), JAGGED[lane.id() & 3][1])))
                .withMessageContaining("Index 1 out of bounds for length");
    }

    @Test
    void aWriteIsRefused() {
        int[] table = {1, 2};
        try (var simulator = Device.simulator(1)) {
            assertThatThrownBy(() -> simulator.run(Grid.threads(2), lane -> table[lane.id()] = 7))
                    .isInstanceOf(KernelCompileException.class)
                    .hasMessageContainingAll("a write to an element of captured int[]", "ConstantTablesTest.java:");
            assertThatThrownBy(() -> simulator.run(Grid.threads(2), lane -> JAGGED[lane.id()][0]++))
                    .isInstanceOf(KernelCompileException.class)
                    .hasMessageContaining("a write to an element of captured int[]");
        }
    }

    @Test
    void megabytesAreReadFromMemory() {
        var random = new SplittableRandom(5);
        int[] table = random.ints(1 << 20).toArray();
        long[][] rows = new long[64][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = random.longs(i * 100L).toArray();
        }
        try (var simulator = Device.simulator(1)) {
            Ints out = simulator.ints(64);
            Kernel kernel = lane -> {
                int at = table[lane.id()] & table.length - 1;
                long[] row = rows[lane.id()];
                out.set(lane.id(), table[at] + (row.length == 0 ? 0 : (int) row[row.length - 1]));
            };
            simulator.run(Grid.threads(64), kernel);
            int[] expected = new int[64];
            Arrays.setAll(
                    expected,
                    i -> table[table[i] & table.length - 1] + (i == 0 ? 0 : (int) rows[i][rows[i].length - 1]));
            assertThat(out.copyOut()).isEqualTo(expected);
            assertThat(simulator.ptx(kernel)).hasSizeLessThan(20_000);
        }
    }

    @Test
    void manyTablesDoNotFillTheDevice() {
        try (var simulator = Device.simulator(1)) {
            Ints out = simulator.ints(4);
            // After 8 of them the oldest are freed.
            for (int round = 0; round < 10; round++) {
                var table = new int[8 << 20];
                table[3] = round;
                simulator.run(Grid.threads(4), reading(table, out));
                assertThat(out.copyOut()[3]).isEqualTo(round);
            }
        }
    }
}
