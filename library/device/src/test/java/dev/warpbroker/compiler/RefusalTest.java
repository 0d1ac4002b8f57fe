package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import dev.warpbroker.device.Lane;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What cannot be compiled is refused with its position, the calls that led there, the reason and a remedy.
 *
 * <p>Each construct stands in a method of its own, on the line after a call of {@link #here}, and a kernel calls that
 * method. So the position is known without a line number in this file.
 */
// What the linters warn of is among what the compiler refuses.
@SuppressWarnings({"BoxedPrimitiveEquality", "ReferenceEquality", "ThreadPriorityCheck"})
final class RefusalTest {
    /**
     * A kernel that is to be refused.
     *
     * @param construct what is refused
     * @param method the method that contains it
     * @param reason a word that the reason must contain
     * @param remedy a word that the remedy must contain
     */
    record Refused(String construct, String method, String reason, String remedy, Kernel kernel) {
        @Override
        public String toString() {
            return construct;
        }
    }

    @AutoClose
    private static final Device DEVICE = Device.jvm();

    @ParameterizedTest
    @MethodSource("refusals")
    void isRefused(Refused refused) {
        var refusal = catchThrowableOfType(KernelCompileException.class, () -> DEVICE.ptx(refused.kernel()));
        assertThat(refusal).as("refusal of " + refused.construct()).isNotNull();
        assertThat(refusal.reason()).containsIgnoringCase(refused.reason());
        assertThat(refusal.remedy()).containsIgnoringCase(refused.remedy());
        // Above the method there may be what javac or the JDK wrote: the equals of a record, a constructor.
        var chain = refusal.position().stream()
                .dropWhile(frame -> !frame.getMethodName().equals(refused.method()))
                .toList();
        assertThat(chain).as(refusal.getMessage()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(chain.getFirst().getClassName()).startsWith(RefusalTest.class.getName());
        assertThat(chain.getFirst().getLineNumber()).isEqualTo(markedLine(chain.getFirst()));
        assertThat(chain.getLast().getMethodName()).startsWith("lambda$refusals$");
        assertThat(refusal)
                .hasMessageContaining(refusal.reason())
                .hasMessageContaining(refusal.remedy())
                .hasMessageContaining("inlined into");
    }

    /** Marks the line before a refused construct. */
    private static void here() {}

    private static int markedLine(StackTraceElement frame) {
        var resource = "/" + frame.getClassName().replace('.', '/') + ".class";
        try (var bytes = Objects.requireNonNull(RefusalTest.class.getResourceAsStream(resource))) {
            var code = ClassFile.of().parse(bytes.readAllBytes()).methods().stream()
                    .filter(each -> each.methodName().equalsString(frame.getMethodName()))
                    .findFirst()
                    .flatMap(each -> each.code())
                    .orElseThrow();
            int line = 0;
            for (CodeElement element : code) {
                switch (element) {
                    case LineNumber number -> line = number.line();
                    case InvokeInstruction call
                    when call.name().equalsString("here") -> {
                        return line + 1;
                    }
                    default -> {}
                }
            }
            throw new AssertionError("no marker in " + frame);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Refused> refusals() {
        var device = DEVICE;
        Ints out = device.ints(64);
        int[] table = {1, 2, 3};
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        Box box = new Box();
        IntUnaryOperator local = x -> x + 1;
        return List.of(
                refused("recursion", "factorial", "recurs", "loop", lane -> out.set(0, factorial(lane.id()))),
                refused("mutual recursion", "even", "recurs", "loop", lane -> out.set(0, odd(lane.id()))),
                refused(
                        "stack trace of a caught exception",
                        "caught",
                        "getStackTrace",
                        "device memory",
                        lane -> out.set(0, caught(lane.id()))),
                refused("synchronized block", "locked", "synchronized", "atomic", lane -> out.set(0, locked(out))),
                refused(
                        "synchronized method",
                        "callLocked",
                        "synchronized",
                        "atomic",
                        lane -> out.set(0, callLocked())),
                refused("write to a static field", "writeStatic", "static", "device memory", lane -> writeStatic(lane)),
                refused(
                        "static field that is not final",
                        "readStatic",
                        "final",
                        "final",
                        lane -> out.set(0, readStatic())),
                refused(
                        "captured field that is not final",
                        "readBox",
                        "final",
                        "final",
                        lane -> out.set(0, readBox(box))),
                refused(
                        "write to a captured object",
                        "writeBox",
                        "write to field",
                        "device memory",
                        lane -> writeBox(box)),
                refused("write to a captured array", "writeTable", "write", "device memory", lane -> writeTable(table)),
                refused(
                        "captured collection",
                        "readList",
                        "collection",
                        "device memory",
                        lane -> out.set(0, readList(list))),
                refused(
                        "lambda that is not serialisable",
                        "apply",
                        "serialis",
                        "Serializable",
                        lane -> apply(out, local)),
                refused("hashCode of an enum", "hashEnum", "differs", "ordinal", lane -> out.set(0, hashEnum(lane))),
                refused(
                        "hashCode of a record with an enum",
                        "hashRecord",
                        "hashCode of an enum",
                        "ordinal",
                        lane -> out.set(0, hashRecord(lane))),
                refused(
                        "hashCode that the class does not have",
                        "hashObject",
                        "none of its own",
                        "record",
                        lane -> out.set(0, hashObject())),
                refused("hashCode of a lambda", "hashLambda", "lambda", "record", lane -> out.set(0, hashLambda(lane))),
                refused(
                        "equals that compares identities",
                        "sameOwn",
                        "==",
                        "component",
                        lane -> out.set(0, sameOwn(lane))),
                refused(
                        "field of an exception whose constructor builds a text",
                        "readCode",
                        "constructor",
                        "assign fields",
                        lane -> out.set(0, readCode(lane))),
                refused(
                        "toString of a record",
                        "showRecord",
                        "toString",
                        "components",
                        lane -> out.set(0, showRecord(lane))),
                refused(
                        "identity of records",
                        "identicalRecord",
                        "==",
                        "component",
                        lane -> out.set(0, identicalRecord(lane))),
                refused(
                        "identity of boxes",
                        "identicalBoxes",
                        "==",
                        "primitive",
                        lane -> out.set(0, identicalBoxes(lane))),
                refused("string building", "concatenate", "string", "memory", lane -> out.set(0, concatenate(lane))),
                refused("String.format", "format", "string", "memory", lane -> out.set(0, format(lane))),
                refused("string builder", "append", "string", "memory", lane -> out.set(0, append(lane))),
                refused("native method", "callNative", "native", "Java", lane -> out.set(0, callNative())),
                refused(
                        "array of unknown length",
                        "unknownLength",
                        "length",
                        "constant",
                        lane -> out.set(0, unknownLength(lane))),
                refused("large array", "largeArray", "bytes", "device memory", lane -> out.set(0, largeArray(lane))),
                refused(
                        "large array of several dimensions",
                        "largeMatrix",
                        "elements",
                        "device memory",
                        lane -> out.set(0, largeMatrix(lane))),
                refused(
                        "records in an array that hold each other",
                        "chain",
                        "holds another one of its kind",
                        "index",
                        lane -> out.set(0, chain(lane))),
                refused(
                        "more objects than a lane has room for",
                        "crowd",
                        "again and again",
                        "records",
                        lane -> out.set(0, crowd(lane))),
                refused("printing", "print", "println", "lane.log", lane -> print(lane)),
                refused("question to the host", "property", "asks the host", "capture", lane -> out.set(0, property())),
                refused("stream", "stream", "IntStream.range: streams", "loop", lane -> out.set(0, stream())),
                refused("large number", "large", "BigInteger.valueOf", "longs", lane -> out.set(0, large(lane))),
                refused("enum constant that is none", "unknown", "\"PINK\"", "RED", lane -> out.set(0, unknown())),
                refused("clone of an object", "copy", "no array", "constructor", lane -> out.set(0, copy(lane))),
                refused("hashCode of an array", "hashArray", "differs", "Arrays", lane -> out.set(0, hashArray(lane))),
                refused("host clock", "hostClock", "nanoTime", "lane.nanoTime", lane -> hostClock(out)),
                refused("reflection", "reflect", "reflection", "directly", lane -> out.set(0, reflect())),
                refused("thread call", "yieldThread", "Thread", "Backoff", lane -> yieldThread()),
                refused(
                        "collection of the JDK",
                        "makeList",
                        "collection",
                        "device memory",
                        lane -> out.set(0, makeList(lane))),
                refused("random number of the host", "draw", "Math.random", "seed", lane -> out.set(0, draw())),
                refused("host method of memory", "copyOut", "host", "launch", lane -> copyOut(out)),
                refused(
                        "shared memory of unknown size",
                        "unknownShared",
                        "shared memory",
                        "constant",
                        lane -> unknownShared(lane)),
                new Instance().refused());
    }

    private static Refused refused(String construct, String method, String reason, String remedy, Kernel kernel) {
        return new Refused(construct, method, reason, remedy, kernel);
    }

    record Pair(int left, int right) {}

    /** Has a field that may change. */
    static final class Box {
        int value = 3;
    }

    private static int counter;

    private static int factorial(int n) {
        here();
        return n < 2 ? 1 : n * factorial(n - 1);
    }

    private static boolean isEven(int n) {
        return n == 0 || even(n);
    }

    private static boolean even(int n) {
        here();
        return isEven(n - 1);
    }

    private static int odd(int n) {
        return isEven(n + 1) ? 1 : 0;
    }

    private static int caught(int n) {
        try {
            return 10 / n;
        } catch (ArithmeticException e) {
            here();
            return e.getStackTrace().length;
        }
    }

    private static int locked(Ints out) {
        here();
        synchronized (out) {
            return 1;
        }
    }

    private static synchronized int lockedMethod() {
        return 1;
    }

    private static int callLocked() {
        here();
        return lockedMethod();
    }

    private static void writeStatic(Lane lane) {
        here();
        counter = lane.id();
    }

    private static int readStatic() {
        here();
        return counter;
    }

    private static int readBox(Box box) {
        here();
        return box.value;
    }

    private static void writeBox(Box box) {
        here();
        box.value = 4;
    }

    private static void writeTable(int[] table) {
        here();
        table[1] = 2;
    }

    private static int readList(List<Integer> list) {
        here();
        return list.size();
    }

    private static void apply(Ints out, IntUnaryOperator operator) {
        here();
        out.set(0, operator.applyAsInt(1));
    }

    enum Colour {
        RED,
        BLUE
    }

    record Painted(int side, Colour colour) {}

    /** Has an equals of its own, which need not agree with identity. */
    record Own(float value) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Own own && own.value == value;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** Has a constructor that a kernel cannot follow. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        final int code;

        Failure(int code, String message) {
            super(shortened(message));
            this.code = code;
        }

        private static String shortened(String message) {
            return message.trim();
        }
    }

    private static Colour colour(int n) {
        return n > 3 ? Colour.RED : Colour.BLUE;
    }

    private static int hashEnum(Lane lane) {
        here();
        return colour(lane.id()).hashCode();
    }

    private static int hashRecord(Lane lane) {
        here();
        return new Painted(lane.id(), colour(lane.id())).hashCode();
    }

    private static int hashObject() {
        Box box = new Box();
        here();
        return box.hashCode();
    }

    private static int hashLambda(Lane lane) {
        IntUnaryOperator next = x -> x + lane.id();
        here();
        return next.hashCode();
    }

    private static int sameOwn(Lane lane) {
        Own one = new Own(lane.id());
        Own other = new Own(1);
        here();
        return Objects.equals(one, other) ? 1 : 0;
    }

    private static int readCode(Lane lane) {
        try {
            throw new Failure(lane.id(), "a text");
        } catch (Failure e) {
            here();
            return e.code;
        }
    }

    private static int showRecord(Lane lane) {
        here();
        return new Pair(lane.id(), 1).toString().length();
    }

    private static int identicalRecord(Lane lane) {
        Pair one = new Pair(lane.id(), 1);
        Pair other = new Pair(1, lane.id());
        here();
        return one == other ? 1 : 0;
    }

    private static int identicalBoxes(Lane lane) {
        Integer one = lane.id();
        Integer other = lane.count();
        here();
        return one == other ? 1 : 0;
    }

    private static int concatenate(Lane lane) {
        here();
        return ("lane " + lane.id()).length();
    }

    private static int format(Lane lane) {
        here();
        return String.format("lane %d", lane.id()).length();
    }

    private static int append(Lane lane) {
        here();
        return new StringBuilder().append(lane.id()).length();
    }

    private static native int answer();

    private static int callNative() {
        here();
        return answer();
    }

    private static int unknownLength(Lane lane) {
        here();
        int[] cells = new int[lane.id()];
        return cells.length;
    }

    private static int largeArray(Lane lane) {
        here();
        long[] cells = new long[1 << 20];
        return (int) cells[lane.id()];
    }

    private static int largeMatrix(Lane lane) {
        here();
        int[][][] cells = new int[40][60][60];
        return cells[1][2][lane.id()];
    }

    record Chained(int value, @Nullable Chained before) {}

    private static int chain(Lane lane) {
        Chained[] all = new Chained[8];
        all[0] = new Chained(1, null);
        for (int i = 1; i < 8; i++) {
            here();
            all[i] = new Chained(i, all[i - 1]);
        }
        return all[lane.id()].value();
    }

    private static int crowd(Lane lane) {
        Box[] all = new Box[300];
        for (int i = 0; i < 300; i++) {
            here();
            all[i] = new Box();
            all[i].value = i;
        }
        return all[lane.id()].value;
    }

    private static void print(Lane lane) {
        here();
        System.out.println(lane.id());
    }

    private static int property() {
        here();
        return System.lineSeparator().length();
    }

    private static int stream() {
        here();
        return IntStream.range(0, 9).sum();
    }

    private static int large(Lane lane) {
        here();
        return BigInteger.valueOf(lane.id()).intValue();
    }

    private static int unknown() {
        here();
        return Colour.valueOf("PINK").ordinal();
    }

    private static final class Copied implements Cloneable {
        private int value;

        @Override
        protected Copied clone() throws CloneNotSupportedException {
            return (Copied) super.clone();
        }
    }

    private static int copy(Lane lane) {
        var copied = new Copied();
        copied.value = lane.id();
        try {
            here();
            return copied.clone().value;
        } catch (CloneNotSupportedException e) {
            return 0;
        }
    }

    // An array has no other hashCode, which is what is refused.
    @SuppressWarnings("ArrayHashCode")
    private static int hashArray(Lane lane) {
        int[] array = {lane.id()};
        here();
        return array.hashCode();
    }

    private static void hostClock(Ints out) {
        here();
        out.set(0, (int) System.nanoTime());
    }

    private static int reflect() {
        here();
        return Pair.class.getModifiers();
    }

    private static void yieldThread() {
        here();
        Thread.yield();
    }

    private static int makeList(Lane lane) {
        here();
        var list = new ArrayList<Integer>();
        list.add(lane.id());
        return list.size();
    }

    private static int draw() {
        here();
        return (int) (10 * Math.random());
    }

    private static void copyOut(Ints out) {
        here();
        out.copyOut();
    }

    private static void unknownShared(Lane lane) {
        here();
        lane.block().sharedInts(lane.id()).set(0, 1);
    }

    /** Makes a kernel that uses a field of its maker. */
    static final class Instance {
        private int step = 1;

        Refused refused() {
            step++;
            return RefusalTest.refused("field of the kernel's maker", "readStep", "final", "final", refusals());
        }

        /** Named as the method that makes the other kernels. */
        private Kernel refusals() {
            return lane -> readStep();
        }

        private int readStep() {
            here();
            return step;
        }
    }

    @SuppressWarnings({"ReturnValueIgnored", "CheckReturnValue"}) // refused before it is returned
    static Stream<Arguments> methodsOfTheJdk() {
        String texts = "of a text that is known at launch kernels have its length";
        String closed = "is one of the JDK's own";
        return Stream.of(
                Arguments.of(texts, "loop over charAt", (Kernel) lane -> "hello".toCharArray()[lane.id()]++),
                Arguments.of(texts, "loop over charAt", (Kernel) lane -> "hello".substring(lane.id())),
                Arguments.of(texts, "loop over charAt", (Kernel) lane -> "hello".codePointAt(lane.id())),
                Arguments.of(closed, "before the launch", (Kernel) lane -> Character.isEmoji(lane.id())),
                Arguments.of(closed, "before the launch", (Kernel) lane -> TimeUnit.SECONDS.toMillis(lane.id())));
    }

    @ParameterizedTest
    @MethodSource("methodsOfTheJdk")
    void methodsOfTheJdkAreRefusedForWhatTheyNeed(String reason, String remedy, Kernel kernel) {
        try (var device = Device.simulator(1)) {
            assertThatExceptionOfType(KernelCompileException.class)
                    .isThrownBy(() -> device.run(Grid.threads(4), kernel))
                    .withMessageContaining(reason)
                    .withMessageContaining(remedy);
        }
    }
}
