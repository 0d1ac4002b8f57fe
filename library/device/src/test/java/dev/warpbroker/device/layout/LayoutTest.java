package dev.warpbroker.device.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the words of a value lie and what comes back from them. */
class LayoutTest {
    record Numbers(int i, long l, float f, double d, boolean z, byte b, short s, char c) {}

    record Empty() {}

    private record Point(int x, int y) {}

    private record Line(Point from, Empty nothing, Point to) {}

    private enum Colour {
        RED,
        GREEN,
        BLUE {
            @Override
            public String toString() {
                return "blue, with a class of its own";
            }
        }
    }

    private record Dot(@Nullable Colour colour, @Nullable Point at) {}

    sealed interface Task {}

    record Small(int a) implements Task {}

    sealed interface More extends Task {}

    record Wide(long a, int b) implements More {}

    private record Hidden(Inner.Mark mark) implements More {}

    sealed interface Inner extends Task {
        record Mark() implements Inner {}
    }

    record Holder(int before, Task task, int after) {}

    record Positive(int value) {
        Positive {
            if (value < 1) {
                throw new IllegalArgumentException("not positive");
            }
        }
    }

    private record Picky(long value) {
        @Override
        public long value() {
            if (value < 0) {
                throw new IllegalStateException("negative");
            }
            return value;
        }
    }

    @SuppressWarnings("UnusedTypeParameter")
    record Marked<T>(int value) {}

    @AutoClose
    private final Device device = Device.jvm();

    private final Ints memory = device.ints(32);

    @Test
    void hostEncodesWhatKernelsReadAndDecodesWhatTheyWrite() {
        var layout = Layout.of(Holder.class);
        var values = List.of(new Holder(1, new Small(2), 3), new Holder(4, new Wide(5L << 40, 6), 7));

        try (var simulator = Device.simulator(1)) {
            var words = simulator.ints(2L * layout.words());
            words.copyIn(layout.encode(values));
            simulator.run(Grid.threads(2), lane -> {
                int at = lane.id() * layout.words();
                var holder = layout.read(words, at);
                layout.write(
                        words,
                        at,
                        new Holder(/* before= */ holder.after(), holder.task(), /* after= */ holder.before()));
            });

            int[] written = words.copyOut();
            assertThat(layout.decode(written, 0)).isEqualTo(new Holder(3, new Small(2), 1));
            assertThat(layout.decode(written, layout.words())).isEqualTo(new Holder(7, new Wide(5L << 40, 6), 4));
        }
    }

    @Test
    void hostEncodesWithinAnArray() {
        var words = new int[] {1, 2, 3};

        Layout.of(Small.class).encode(new Small(7), words, 1);

        assertThat(words).containsExactly(1, 7, 3);
    }

    @Test
    void hostEncodesIntoASegmentAndDecodesAllOfIt() {
        var layout = Layout.of(Holder.class);
        var values = List.of(new Holder(1, new Small(2), 3), new Holder(4, new Wide(5L << 40, 6), 7));
        try (var arena = Arena.ofConfined()) {
            var segment = arena.allocate(2L * layout.words() * Integer.BYTES);
            layout.encode(values, segment);

            assertThat(segment.toArray(ValueLayout.JAVA_INT)).isEqualTo(layout.encode(values));
            assertThat(layout.decodeAll(segment)).isEqualTo(values);
            assertThat(layout.decodeAll(layout.encode(values))).isEqualTo(values);
            assertThatThrownBy(() -> layout.decodeAll(segment.asSlice(4)))
                    .hasMessageContaining("do not hold values of " + layout.words() + " words");
        }
    }

    @Test
    void componentsLieInOrderAndWideOnesLowWordFirst() {
        var layout = Layout.of(Numbers.class);
        layout.write(memory, 3, new Numbers(-1, 0x1122334455667788L, 1.5f, -2.25, true, (byte) -3, (short) -4, (char)
                0xFFFE));

        long bits = Double.doubleToRawLongBits(-2.25);
        assertThat(layout.words()).isEqualTo(10);
        assertThat(memory.copyOut())
                .startsWith(
                        0,
                        0,
                        0,
                        -1,
                        0x55667788,
                        0x11223344,
                        Float.floatToRawIntBits(1.5f),
                        (int) bits,
                        (int) (bits >>> 32),
                        1,
                        -3,
                        -4,
                        0xFFFE,
                        0);
    }

    @Test
    void whatWasWrittenIsRead() {
        var layout = Layout.of(Numbers.class);
        for (var numbers : new Numbers[] {
            new Numbers(1, -1L, -0.0f, Double.MIN_VALUE, false, Byte.MIN_VALUE, Short.MIN_VALUE, 'x'),
            new Numbers(Integer.MIN_VALUE, Long.MIN_VALUE, Float.MAX_VALUE, -0.0, true, (byte) 127, (short) 9, '\uffff')
        }) {
            layout.write(memory, 5, numbers);
            assertThat(layout.read(memory, 5)).isEqualTo(numbers);
        }
    }

    @Test
    void wordsCanBeCopiedFirstAndDecodedLater() {
        assertCopied(
                Layout.of(Numbers.class),
                new Numbers(1, -1L, -0.0f, Double.MIN_VALUE, true, Byte.MIN_VALUE, Short.MIN_VALUE, 'x'));
        assertCopied(Layout.of(Line.class), new Line(new Point(1, 2), new Empty(), new Point(3, 4)));
        assertCopied(Layout.of(Dot.class), new Dot(Colour.BLUE, new Point(5, 6)));
        assertCopied(Layout.of(Holder.class), new Holder(7, new Wide(-8, 9), 10));
        assertCopied(Layout.of(Empty.class), new Empty());
    }

    private <E> void assertCopied(Layout<E> layout, E value) {
        layout.write(memory, 5, value);
        int[] words = layout.copy(memory, 5);
        memory.fill(-1);
        assertThat(words).hasSize(layout.words());
        assertThat(layout.decode(words)).isEqualTo(value);
    }

    @Test
    void floatingPointNumbersKeepAllBits() {
        var layout = Layout.of(Numbers.class);
        int[] words = new int[32];
        words[3] = 0x7F800001;
        words[4] = 0x00000002;
        words[5] = 0xFFF00000;
        memory.copyIn(words);

        layout.write(memory, 16, layout.read(memory, 0));

        assertThat(memory.get(19)).isEqualTo(0x7F800001);
        assertThat(memory.get(20)).isEqualTo(0x00000002);
        assertThat(memory.get(21)).isEqualTo(0xFFF00000);
    }

    @Test
    void bitsThatAComponentHasNoRoomForAreDropped() {
        var layout = Layout.of(Numbers.class);
        memory.fill(0x12345);
        assertThat(layout.read(memory, 0))
                .extracting(Numbers::z, Numbers::b, Numbers::s, Numbers::c)
                .containsExactly(true, (byte) 0x45, (short) 0x2345, (char) 0x2345);
        memory.fill(0x12346);
        assertThat(layout.read(memory, 0).z()).isFalse();
    }

    @Test
    void nestedRecordsAreFlattened() {
        var layout = Layout.of(Line.class);
        var line = new Line(new Point(1, 2), new Empty(), new Point(3, 4));
        layout.write(memory, 0, line);
        assertThat(layout.words()).isEqualTo(4);
        assertThat(memory.copyOut()).startsWith(1, 2, 3, 4, 0);
        assertThat(layout.read(memory, 0)).isEqualTo(line);
    }

    @Test
    void recordWithoutComponentsTakesNoWords() {
        var layout = Layout.of(Empty.class);
        layout.write(memory, 0, new Empty());
        assertThat(layout.words()).isZero();
        assertThat(layout.read(memory, 0)).isEqualTo(new Empty());
    }

    @Test
    void enumsAreTheirOrdinals() {
        var layout = Layout.of(Dot.class);
        layout.write(memory, 0, new Dot(Colour.BLUE, new Point(7, 8)));
        assertThat(memory.copyOut()).startsWith(2, 7, 8);
        assertThat(layout.read(memory, 0).colour()).isEqualTo(Colour.BLUE);
        memory.set(0, 3);
        assertThatThrownBy(() -> layout.read(memory, 0)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }

    @Test
    void sealedInterfaceTakesANumberAndItsWidestRecord() {
        var layout = Layout.of(Task.class);
        assertThat(layout.words()).isEqualTo(4);
        layout.write(memory, 0, new Small(9));
        layout.write(memory, 4, new Wide(5, 6));
        layout.write(memory, 8, new Hidden(new Inner.Mark()));
        layout.write(memory, 12, new Inner.Mark());
        assertThat(memory.copyOut()).startsWith(0, 9, 0, 0, 1, 5, 0, 6, 2, 0, 0, 0, 3, 0);
        assertThat(layout.read(memory, 0)).isEqualTo(new Small(9));
        assertThat(layout.read(memory, 4)).isEqualTo(new Wide(5, 6));
        assertThat(layout.read(memory, 8)).isEqualTo(new Hidden(new Inner.Mark()));
        assertThat(layout.read(memory, 12)).isEqualTo(new Inner.Mark());
    }

    @Test
    void sealedComponent() {
        var layout = Layout.of(Holder.class);
        for (Task task : new Task[] {new Small(1), new Wide(2, 3), new Inner.Mark()}) {
            layout.write(memory, 0, new Holder(4, task, 5));
            assertThat(layout.read(memory, 0)).isEqualTo(new Holder(4, task, 5));
        }
        assertThat(layout.words()).isEqualTo(6);
    }

    @Test
    void numberOfNoRecordIsAnError() {
        memory.set(0, 4);
        var layout = Layout.of(Task.class);
        assertThatThrownBy(() -> layout.read(memory, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("4 is the number of no Task");
    }

    @Test
    void zeroIsWhatZeroedMemoryHolds() {
        assertZero(Layout.of(Numbers.class), new Numbers(0, 0, 0, 0, false, (byte) 0, (short) 0, '\0'));
        assertZero(Layout.of(Dot.class), new Dot(Colour.RED, new Point(0, 0)));
        assertZero(Layout.of(Holder.class), new Holder(0, new Small(0), 0));
        assertZero(Layout.of(Colour.class), Colour.RED);
    }

    private <E> void assertZero(Layout<E> layout, E zero) {
        assertThat(layout.zero()).isEqualTo(zero);
        assertThat(layout.read(device.ints(32), 0)).isEqualTo(zero);
    }

    @Test
    void constructorsThatRefuseZeroRefuseItHere() {
        var layout = Layout.of(Positive.class);
        layout.write(memory, 0, new Positive(3));
        assertThat(layout.read(memory, 0)).isEqualTo(new Positive(3));
        assertThatThrownBy(layout::zero).hasMessage("not positive");
        assertThatThrownBy(() -> layout.read(memory, 1)).hasMessage("not positive");
    }

    @Test
    @SuppressWarnings("NullAway")
    void checkThrowsWhatWriteWouldThrow() {
        checksLikeWrite(Layout.of(Point.class), null);
        checksLikeWrite(Layout.of(Dot.class), new Dot(null, new Point(1, 1)));
        checksLikeWrite(Layout.of(Dot.class), new Dot(Colour.RED, null));
        checksLikeWrite(Layout.of(Task.class), null);
        checksLikeWrite(Layout.of(Holder.class), new Holder(1, null, 2));
        checksLikeWrite(Layout.of(Picky.class), new Picky(-1));
        Layout.of(Picky.class).check(new Picky(1));
        Layout.of(Holder.class).check(new Holder(1, new Wide(2, 3), 4));
        Layout.of(Dot.class).check(new Dot(Colour.BLUE, new Point(1, 1)));
    }

    private <E> void checksLikeWrite(Layout<E> layout, E value) {
        var thrown = catchThrowable(() -> layout.write(memory, 0, value));
        assertThatThrownBy(() -> layout.check(value)).isInstanceOf(thrown.getClass());
    }

    @Test
    void kernelsCatchWhatCheckThrows() {
        try (var simulator = Device.simulator(1);
                var refused = simulator.ints(4)) {
            var dots = Layout.of(Dot.class);
            var numbers = Layout.of(Picky.class);
            simulator.run(Grid.threads(4), lane -> {
                try {
                    dots.check(new Dot(lane.id() == 2 ? null : Colour.RED, new Point(1, 1)));
                    numbers.check(new Picky(lane.id() == 3 ? -1 : 1));
                } catch (NullPointerException | IllegalStateException e) {
                    refused.set(lane.id(), 1);
                }
            });
            assertThat(refused.copyOut()).containsExactly(0, 0, 1, 1);
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullIsRefusedWhereverItIs() {
        assertThatThrownBy(() -> Layout.of(Point.class).write(memory, 0, null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Layout.of(Dot.class).write(memory, 0, new Dot(null, new Point(1, 1))))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Layout.of(Dot.class).write(memory, 0, new Dot(Colour.RED, null)))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Layout.of(Task.class).write(memory, 0, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a Task is null");
    }

    @Test
    void typeHasOneLayout() {
        assertThat(Layout.of(Point.class)).isSameAs(Layout.of(Point.class));
        assertThat(Layout.of(MethodHandles.lookup(), Point.class)).isSameAs(Layout.of(Point.class));
        assertThat(Layout.of(Point.class)).hasToString("Layout[Point, 2 words]");
    }

    @Test
    void genericRecordWhoseComponentsAreKnown() {
        @SuppressWarnings("rawtypes")
        Layout<Marked> layout = Layout.of(Marked.class);
        layout.write(memory, 0, new Marked<String>(3));
        assertThat(layout.read(memory, 0)).isEqualTo(new Marked<Integer>(3));
    }

    @Test
    void publicTypeOfAModuleThatOpensNothing() {
        var layout = Layout.of(TimeUnit.class);
        layout.write(memory, 0, TimeUnit.HOURS);
        assertThat(layout.read(memory, 0)).isEqualTo(TimeUnit.HOURS);
    }

    /** As in a program of one file, which java compiles and loads by a loader of its own. */
    @Test
    void twoTypesOfAnotherLoaderWithoutAPackage(@TempDir Path classes) throws Exception {
        var source = Files.writeString(classes.resolve("One.java"), "record One(int a) {} record Two(long b) {}");
        ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString());
        try (var loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(Layout.of(loader.loadClass("One")).words()).isEqualTo(1);
            assertThat(Layout.of(loader.loadClass("Two")).words()).isEqualTo(2);
        }
    }
}
