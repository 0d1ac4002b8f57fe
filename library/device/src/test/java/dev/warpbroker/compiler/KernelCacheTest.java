package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Block;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import java.io.Serializable;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Code is used again for what differs in memory only, and never for what differs in anything that was baked in. */
class KernelCacheTest {
    @AutoClose
    private final Device device = Device.simulator(1);

    enum Mode {
        SLOW,
        FAST
    }

    sealed interface Shape {}

    record Point(int x, int y) implements Shape {}

    record Line(Point from, Point to) implements Shape {}

    interface Operation extends IntUnaryOperator, Serializable {}

    record Setter(Ints out, int value) implements Kernel {
        private static final long serialVersionUID = 1;

        @Override
        public void run(Lane lane) {
            out.set(0, value);
        }
    }

    @Test
    void kernelThatWasNotUsedForLongestIsForgotten() {
        var compiler = new KernelCompiler(DeviceOptions.defaults(), Block.MAX_SHARED_BYTES, 2);
        try (Ints out = device.ints(1)) {
            Kernel first = lane -> out.set(0, 1);
            Kernel second = lane -> out.set(0, 2);
            Kernel third = lane -> out.set(0, 3);
            var codeOfFirst = compiler.bind(first).code();
            var codeOfSecond = compiler.bind(second).code();
            assertThat(compiler.bind(first).code()).isSameAs(codeOfFirst);
            compiler.bind(third);
            assertThat(compiler.bind(first).code()).isSameAs(codeOfFirst);
            assertThat(compiler.bind(second).code()).isNotSameAs(codeOfSecond);
        }
    }

    @Test
    void numbers() {
        assertThat(store(1)).isEqualTo(1);
        assertThat(store(2)).isEqualTo(2);
        assertThat(storeLong(1L << 40)).isEqualTo(1 << 8);
        assertThat(storeLong(1L << 41)).isEqualTo(1 << 9);
    }

    @Test
    void zerosOfBothSigns() {
        assertThat(storeSign(0.0)).isEqualTo(0);
        assertThat(storeSign(-0.0)).isEqualTo(-1);
    }

    @Test
    void booleans() {
        assertThat(storeIf(true)).isEqualTo(1);
        assertThat(storeIf(false)).isEqualTo(2);
        assertThat(storeIf(true)).isEqualTo(1);
    }

    @Test
    void boxes() {
        assertThat(storeBox(1_000)).isEqualTo(1_000);
        assertThat(storeBox(2_000)).isEqualTo(2_000);
    }

    @Test
    void enumConstants() {
        assertThat(storeMode(Mode.SLOW)).isEqualTo(10);
        assertThat(storeMode(Mode.FAST)).isEqualTo(20);
    }

    @Test
    void texts() {
        assertThat(storeText("short")).isEqualTo(5);
        assertThat(storeText("longer")).isEqualTo(6);
    }

    @Test
    void nestedRecords() {
        assertThat(storeLine(new Line(new Point(1, 2), new Point(3, 4)))).isEqualTo(4);
        assertThat(storeLine(new Line(new Point(1, 2), new Point(3, 5)))).isEqualTo(5);
    }

    @Test
    void nullAndObject() {
        assertThat(storePoint(null)).isEqualTo(-1);
        assertThat(storePoint(new Point(7, 8))).isEqualTo(7);
        assertThat(storePoint(null)).isEqualTo(-1);
    }

    @Test
    void nullAfterManyObjects() {
        for (int i = 0; i < 10; i++) {
            assertThat(storePoint(new Point(i, 0))).isEqualTo(i);
            assertThat(storeShape(new Point(i, 0))).isEqualTo(i);
        }
        assertThat(storePoint(null)).isEqualTo(-1);
        assertThat(storeShape(new Line(new Point(1, 2), new Point(3, 4)))).isEqualTo(4);
    }

    @Test
    void nullAfterAFewObjects() {
        for (int i = 0; i < 4; i++) {
            assertThat(storePoint(new Point(i, 0))).isEqualTo(i);
            assertThat(storeShape(new Point(i, 0))).isEqualTo(i);
        }
        assertThat(storePoint(null)).isEqualTo(-1);
        assertThat(storeShape(new Line(new Point(1, 2), new Point(3, 4)))).isEqualTo(4);
    }

    @Test
    void lambdasOfOneClassThatCapturedOtherNumbers() {
        assertThat(apply(adding(1))).isEqualTo(101);
        assertThat(apply(adding(2))).isEqualTo(102);
    }

    @Test
    void otherLambdas() {
        assertThat(apply(adding(1))).isEqualTo(101);
        assertThat(apply(x -> x * 3)).isEqualTo(300);
    }

    @Test
    void recordsAsKernels() {
        Ints out = device.ints(1);
        device.run(Grid.threads(1), new Setter(out, 5));
        assertThat(out.copyOut()).containsExactly(5);
        device.run(Grid.threads(1), new Setter(out, 6));
        assertThat(out.copyOut()).containsExactly(6);
    }

    @Test
    void memoryOfOtherLength() {
        assertThat(storeLength(device.ints(3))).isEqualTo(3);
        assertThat(storeLength(device.ints(4))).isEqualTo(4);
    }

    @Test
    void memoryOfOtherLengthWithBoundsChecks() {
        var checked = DeviceOptions.defaults().withBoundsChecks(true);
        var compiler = new KernelCompiler(checked);
        assertThat(compiler.bind(lastOf(device.ints(3), device.ints(1))).code())
                .isSameAs(compiler.bind(lastOf(device.ints(4), device.ints(1))).code());
    }

    @Test
    void lengthCostsNoCompilation() {
        var compiler = new KernelCompiler(DeviceOptions.defaults());
        Ints out = device.ints(1);
        assertThat(compiler.bind(lengthOf(device.ints(3), out)).code())
                .isSameAs(compiler.bind(lengthOf(device.ints(4), out)).code());
        for (int length = 1; length < 100; length++) {
            assertThat(storeLength(device.ints(length))).isEqualTo(length);
        }
    }

    @Test
    void choiceBetweenTheSameMemoryAndThenBetweenTwo() {
        Ints a = device.ints(1);
        Ints b = device.ints(1);
        a.fill(1);
        b.fill(2);
        assertThat(choose(a, a)).containsExactly(1, 1);
        assertThat(choose(a, b)).containsExactly(1, 2);
        assertThat(choose(b, a)).containsExactly(2, 1);
        assertThat(choose(b, b)).containsExactly(2, 2);
    }

    @Test
    void choiceBetweenTheSameObjectAndThenBetweenTwo() {
        var a = new Point(1, 0);
        var b = new Point(2, 0);
        assertThat(choose(a, a)).containsExactly(1, 1);
        assertThat(choose(a, b)).containsExactly(1, 2);
        assertThat(choose(b, a)).containsExactly(2, 1);
    }

    @Test
    void choiceBetweenTheSameLambdaAndThenBetweenTwo() {
        Operation one = adding(1);
        assertThat(choose(one, one)).containsExactly(1, 1);
        assertThat(choose(one, adding(2))).containsExactly(1, 2);
        assertThat(choose(adding(3), one)).containsExactly(3, 1);
    }

    @Test
    void choiceBetweenTheSameMemoryInsideALambdaAndThenBetweenTwo() {
        Ints a = device.ints(1);
        Ints b = device.ints(1);
        a.fill(1);
        b.fill(2);
        assertThat(chooseReader(a, a)).containsExactly(1, 1);
        assertThat(chooseReader(a, b)).containsExactly(1, 2);
        assertThat(chooseReader(b, a)).containsExactly(2, 1);
    }

    @Test
    void identityOfCapturedObjects() {
        var a = new Point(1, 1);
        var b = new Point(1, 1);
        assertThat(same(a, a)).isEqualTo(1);
        assertThat(same(a, b)).isEqualTo(0);
    }

    @Test
    void layoutsOfOtherTypes() {
        assertThat(storeSecond(Layout.of(Point.class), new Point(1, 2))).isEqualTo(2);
        assertThat(storeSecond(Layout.of(Line.class), new Line(new Point(3, 4), new Point(5, 6))))
                .isEqualTo(4);
        assertThat(storeSecond(Layout.of(Point.class), new Point(7, 8))).isEqualTo(8);
    }

    @Test
    void layoutsOfOneTypeNeedNoCompilation() {
        var compiler = new KernelCompiler(DeviceOptions.defaults());
        CompiledKernel code =
                compiler.bind(copy(Layout.of(Point.class), device.ints(4))).code();

        assertThat(compiler.bind(copy(Layout.of(Point.class), device.ints(8))).code())
                .isSameAs(code);
        assertThat(compiler.bind(copy(Layout.of(Line.class), device.ints(8))).code())
                .isNotSameAs(code);
    }

    @Test
    void otherMemoryNeedsNoCompilation() {
        var compiler = new KernelCompiler(DeviceOptions.defaults());
        CompiledKernel code =
                compiler.bind(lastOf(device.ints(3), device.ints(1))).code();

        assertThat(compiler.bind(lastOf(device.ints(3), device.ints(1))).code()).isSameAs(code);
        assertThat(compiler.bind(new Setter(device.ints(1), 1)).code())
                .isSameAs(compiler.bind(new Setter(device.ints(1), 1)).code());
    }

    @Test
    void otherLengthsNeedNoCompilationUnlessTheKernelAsksForThem() {
        var compiler = new KernelCompiler(DeviceOptions.defaults());
        CompiledKernel code = compiler.bind(new Setter(device.ints(1), 1)).code();

        assertThat(compiler.bind(new Setter(device.ints(1_000), 1)).code()).isSameAs(code);
    }

    private int store(int value) {
        return resultOf(out -> lane -> out.set(0, value));
    }

    private int storeLong(long value) {
        return resultOf(out -> lane -> out.set(0, (int) (value >> 32)));
    }

    private int storeSign(double value) {
        return resultOf(out -> lane -> out.set(0, (int) (Double.doubleToRawLongBits(value) >> 63)));
    }

    private int storeIf(boolean flag) {
        return resultOf(out -> lane -> out.set(0, flag ? 1 : 2));
    }

    private int storeBox(Integer value) {
        return resultOf(out -> lane -> out.set(0, value));
    }

    private int storeMode(Mode mode) {
        return resultOf(out -> lane -> out.set(
                0,
                switch (mode) {
                    case SLOW -> 10;
                    case FAST -> 20;
                }));
    }

    private int storeText(String text) {
        return resultOf(out -> lane -> out.set(0, text.length()));
    }

    private int storeLine(Line line) {
        return resultOf(out -> lane -> out.set(0, line.to().y()));
    }

    private int storePoint(@Nullable Point point) {
        return resultOf(out -> lane -> out.set(0, point == null ? -1 : point.x()));
    }

    private int storeShape(Shape shape) {
        return resultOf(out -> lane -> out.set(
                0,
                switch (shape) {
                    case Point point -> point.x();
                    case Line line -> line.to().y();
                }));
    }

    private <E> int storeSecond(Layout<E> layout, E element) {
        Ints words = device.ints(layout.words());
        resultOf(_ -> lane -> layout.write(words, 0, element));
        return words.copyOut()[1];
    }

    private static <E> Kernel copy(Layout<E> layout, Ints words) {
        return lane -> layout.write(words, layout.words(), layout.read(words, 0));
    }

    private int storeLength(Ints memory) {
        return resultOf(out -> lengthOf(memory, out));
    }

    private static Kernel lengthOf(Ints memory, Ints out) {
        return lane -> out.set(0, memory.length());
    }

    private int apply(Operation operation) {
        return resultOf(out -> lane -> out.set(0, operation.applyAsInt(100)));
    }

    private int same(Point a, Point b) {
        return resultOf(out -> lane -> out.set(0, a == b ? 1 : 0));
    }

    private int[] choose(Ints a, Ints b) {
        return resultsOf(out -> lane -> {
            Ints chosen = lane.id() == 0 ? a : b;
            out.set(lane.id(), chosen.get(0));
        });
    }

    private int[] choose(Point a, Point b) {
        return resultsOf(out -> lane -> {
            Point chosen = lane.id() == 0 ? a : b;
            out.set(lane.id(), chosen.x());
        });
    }

    private int[] choose(Operation a, Operation b) {
        return resultsOf(out -> lane -> {
            Operation chosen = lane.id() == 0 ? a : b;
            out.set(lane.id(), chosen.applyAsInt(0));
        });
    }

    private int[] chooseReader(Ints a, Ints b) {
        return resultsOf(out -> lane -> {
            IntUnaryOperator chosen = lane.id() == 0 ? reading(a) : reading(b);
            out.set(lane.id(), chosen.applyAsInt(0));
        });
    }

    private static IntUnaryOperator reading(Ints memory) {
        return memory::get;
    }

    private static Operation adding(int number) {
        return x -> x + number;
    }

    private static Kernel lastOf(Ints memory, Ints out) {
        return lane -> out.set(0, memory.get(2));
    }

    private interface KernelOf {
        Kernel with(Ints out);
    }

    private int resultOf(KernelOf kernel) {
        return resultsOf(kernel)[0];
    }

    private int[] resultsOf(KernelOf kernel) {
        try (Ints out = device.ints(2)) {
            device.run(Grid.threads(2), kernel.with(out));
            return out.copyOut();
        }
    }
}
