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
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
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
 * <p>Each construct stands in a lambda or method on the line after a call of {@link #here}, and a kernel calls that. So
 * the position is known without a line number in this file.
 */
// What the linters warn of is among what the compiler refuses.
@SuppressWarnings({"BoxedPrimitiveEquality", "ReferenceEquality", "ThreadPriorityCheck"})
final class RefusalTest {
    /**
     * A kernel that is to be refused.
     *
     * @param construct what is refused
     * @param reason a word that the reason must contain
     * @param remedy a word that the remedy must contain
     */
    record Refused(String construct, String reason, String remedy, Kernel kernel) {
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
        // Above the construct there may be what javac or the JDK wrote: the equals of a record, a constructor.
        var chain = refusal.position().stream()
                .dropWhile(frame -> markedLine(frame).isEmpty())
                .toList();
        assertThat(chain).as(refusal.getMessage()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(markedLine(chain.getFirst())).hasValue(chain.getFirst().getLineNumber());
        assertThat(chain.getLast().getMethodName()).startsWith("lambda$refused$");
        assertThat(refusal)
                .hasMessageContaining(refusal.reason())
                .hasMessageContaining(refusal.remedy())
                .hasMessageContaining("inlined into");
    }

    /** Marks the line before a refused construct. */
    private static void here() {}

    /** {@return the line after the marker in the method of a frame, if it has one} */
    private static OptionalInt markedLine(StackTraceElement frame) {
        if (!frame.getClassName().startsWith(RefusalTest.class.getName())) {
            return OptionalInt.empty();
        }
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
                        return OptionalInt.of(line + 1);
                    }
                    default -> {}
                }
            }
            return OptionalInt.empty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Computes a number of a lane; what it does first after {@link #here} is refused. */
    private interface Sample extends Serializable {
        int at(Lane lane);
    }

    private static Refused refused(String construct, String reason, String remedy, Sample sample) {
        return new Refused(construct, reason, remedy, lane -> sample.at(lane));
    }

    private static Stream<Refused> refusals() {
        return Stream.of(control(), captures(), objects(), hashes(), texts(), arrays(), hostMethods())
                .flatMap(each -> each);
    }

    private static Stream<Refused> control() {
        Ints out = DEVICE.ints(64);
        return Stream.of(
                refused("recursion", "recurs", "loop", lane -> factorial(lane.id())),
                refused("mutual recursion", "recurs", "loop", lane -> isEven(lane.id() + 1) ? 1 : 0),
                refused("stack trace of a caught exception", "getStackTrace", "device memory", lane -> {
                    try {
                        return 10 / lane.id();
                    } catch (ArithmeticException e) {
                        here();
                        return e.getStackTrace().length;
                    }
                }),
                refused("synchronized block", "synchronized", "atomic", _ -> {
                    here();
                    synchronized (out) {
                        return 1;
                    }
                }),
                refused("synchronized method", "synchronized", "atomic", _ -> {
                    here();
                    return locked();
                }),
                refused("native method", "native", "Java", _ -> {
                    here();
                    return answer();
                }),
                refused("reflection", "reflection", "directly", _ -> {
                    here();
                    return Pair.class.getModifiers();
                }));
    }

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

    private static synchronized int locked() {
        return 1;
    }

    private static native int answer();

    private static int counter;

    private static Stream<Refused> captures() {
        Ints out = DEVICE.ints(64);
        int[] table = {1, 2, 3};
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        Box box = new Box();
        IntUnaryOperator local = x -> x + 1;
        return Stream.of(
                refused("write to a static field", "static", "device memory", lane -> {
                    here();
                    counter = lane.id();
                    return 0;
                }),
                refused("static field that is not final", "final", "final", _ -> {
                    here();
                    return counter;
                }),
                refused("captured field that is not final", "final", "final", _ -> {
                    here();
                    return box.value;
                }),
                refused("write to a captured object", "write to field", "device memory", _ -> {
                    here();
                    box.value = 4;
                    return 0;
                }),
                refused("write to a captured array", "write", "device memory", _ -> {
                    here();
                    table[1] = 2;
                    return 0;
                }),
                refused("captured collection", "collection", "device memory", _ -> {
                    here();
                    return list.size();
                }),
                refused("lambda that is not serialisable", "serialis", "Serializable", _ -> {
                    here();
                    return local.applyAsInt(1);
                }),
                new Instance().refused(),
                refused("host method of memory", "host", "launch", _ -> {
                    here();
                    return out.copyOut().length;
                }));
    }

    /** Has a field that may change. */
    static final class Box {
        int value = 3;
    }

    /** Makes a kernel that uses a field of its maker. */
    static final class Instance {
        private int step = 1;

        Refused refused() {
            step++;
            return RefusalTest.refused("field of the kernel's maker", "final", "final", _ -> {
                here();
                return step;
            });
        }
    }

    record Pair(int left, int right) {}

    enum Colour {
        RED,
        BLUE
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

    private static final class Copied implements Cloneable {
        private int value;

        @Override
        protected Copied clone() throws CloneNotSupportedException {
            return (Copied) super.clone();
        }
    }

    private static Stream<Refused> objects() {
        return Stream.of(
                refused(
                        "field of an exception whose constructor builds a text",
                        "constructor",
                        "assign fields",
                        lane -> {
                            try {
                                throw new Failure(lane.id(), "a text");
                            } catch (Failure e) {
                                here();
                                return e.code;
                            }
                        }),
                refused("identity of records", "==", "component", lane -> {
                    Pair one = new Pair(lane.id(), 1);
                    Pair other = new Pair(1, lane.id());
                    here();
                    return one == other ? 1 : 0;
                }),
                refused("identity of boxes", "==", "primitive", lane -> {
                    Integer one = lane.id();
                    Integer other = lane.count();
                    here();
                    return one == other ? 1 : 0;
                }),
                refused("enum constant that is none", "\"PINK\"", "RED", _ -> {
                    here();
                    return Colour.valueOf("PINK").ordinal();
                }),
                refused("clone of an object", "no array", "constructor", lane -> {
                    var copied = new Copied();
                    copied.value = lane.id();
                    try {
                        here();
                        return copied.clone().value;
                    } catch (CloneNotSupportedException e) {
                        return 0;
                    }
                }));
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

    private static Colour colour(int n) {
        return n > 3 ? Colour.RED : Colour.BLUE;
    }

    // An array has no other hashCode, which is what is refused.
    @SuppressWarnings("ArrayHashCode")
    private static Stream<Refused> hashes() {
        return Stream.of(
                refused("hashCode of an enum", "differs", "ordinal", lane -> {
                    here();
                    return colour(lane.id()).hashCode();
                }),
                refused("hashCode of a record with an enum", "hashCode of an enum", "ordinal", lane -> {
                    here();
                    return new Painted(lane.id(), colour(lane.id())).hashCode();
                }),
                refused("hashCode that the class does not have", "none of its own", "record", _ -> {
                    Box box = new Box();
                    here();
                    return box.hashCode();
                }),
                refused("hashCode of a lambda", "lambda", "record", lane -> {
                    IntUnaryOperator next = x -> x + lane.id();
                    here();
                    return next.hashCode();
                }),
                refused("hashCode of an array", "differs", "Arrays", lane -> {
                    int[] array = {lane.id()};
                    here();
                    return array.hashCode();
                }),
                refused("equals that compares identities", "==", "component", lane -> {
                    Own one = new Own(lane.id());
                    Own other = new Own(1);
                    here();
                    return Objects.equals(one, other) ? 1 : 0;
                }));
    }

    private static Stream<Refused> texts() {
        return Stream.of(
                refused("toString of a record", "toString", "components", lane -> {
                    here();
                    return new Pair(lane.id(), 1).toString().length();
                }),
                refused("string building", "string", "memory", lane -> {
                    here();
                    return ("lane " + lane.id()).length();
                }),
                refused("String.format", "string", "memory", lane -> {
                    here();
                    return String.format("lane %d", lane.id()).length();
                }),
                refused("string builder", "string", "memory", lane -> {
                    here();
                    return new StringBuilder().append(lane.id()).toString().length();
                }),
                refused("printing", "println", "lane.log", lane -> {
                    here();
                    System.out.println(lane.id());
                    return 0;
                }));
    }

    record Chained(int value, @Nullable Chained before) {}

    private static Stream<Refused> arrays() {
        return Stream.of(
                refused("array of unknown length", "length", "constant", lane -> {
                    here();
                    int[] cells = new int[lane.id()];
                    return cells.length;
                }),
                refused("large array", "bytes", "device memory", lane -> {
                    here();
                    long[] cells = new long[1 << 20];
                    return (int) cells[lane.id()];
                }),
                refused("large array of several dimensions", "elements", "device memory", lane -> {
                    here();
                    int[][][] cells = new int[40][60][60];
                    return cells[1][2][lane.id()];
                }),
                refused("records in an array that hold each other", "holds another one of its kind", "index", lane -> {
                    Chained[] all = new Chained[8];
                    all[0] = new Chained(1, null);
                    for (int i = 1; i < 8; i++) {
                        here();
                        all[i] = new Chained(i, all[i - 1]);
                    }
                    return all[lane.id()].value();
                }),
                refused("more objects than a lane has room for", "again and again", "records", lane -> {
                    Box[] all = new Box[300];
                    for (int i = 0; i < 300; i++) {
                        here();
                        all[i] = new Box();
                        all[i].value = i;
                    }
                    return all[lane.id()].value;
                }),
                refused("shared memory of unknown size", "shared memory", "constant", lane -> {
                    here();
                    return lane.block().sharedInts(lane.id()).get(0);
                }));
    }

    private static Stream<Refused> hostMethods() {
        return Stream.of(
                refused("question to the host", "asks the host", "capture", _ -> {
                    here();
                    return System.lineSeparator().length();
                }),
                refused("stream", "IntStream.range: streams", "loop", _ -> {
                    here();
                    return IntStream.range(0, 9).sum();
                }),
                refused("large number", "BigInteger.valueOf", "longs", lane -> {
                    here();
                    return BigInteger.valueOf(lane.id()).intValue();
                }),
                refused("host clock", "nanoTime", "lane.nanoTime", _ -> {
                    here();
                    return (int) System.nanoTime();
                }),
                refused("thread call", "Thread", "Backoff", _ -> {
                    here();
                    Thread.yield();
                    return 0;
                }),
                refused("collection of the JDK", "collection", "device memory", lane -> {
                    here();
                    var list = new ArrayList<Integer>();
                    list.add(lane.id());
                    return list.size();
                }),
                refused("random number of the host", "Math.random", "seed", _ -> {
                    here();
                    return (int) (10 * Math.random());
                }));
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
