package dev.warpbroker.compiler.generated;

import static java.lang.String.format;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.compiler.CompiledKernel;
import dev.warpbroker.compiler.KernelCompiler;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Kernels that are long, deep or wide. Compiled on small stacks, for the compiler must not recurse over their length.
 */
class LargeKernelTest {
    private static final long SMALL_STACK = 256 << 10;
    private static final int LANES = 40;

    private static String each(int count, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining("\n"));
    }

    /** A class whose method k gives a kernel that stores what an expression of lane and x, the lane's number, gives. */
    private static GeneratedProgram program(String methods, String expression) {
        return new GeneratedProgram(
                0, "Large", List.of(new Code.Line("""
                    package generated;
                    import dev.warpbroker.device.*;
                    public class Large {
                        %s
                        public static Kernel k(Ints out) {
                            return lane -> {
                                int x = lane.id();
                                out.set(x, %s);
                            };
                        }
                    }
                    """.formatted(methods, expression))), false, Map.of());
    }

    private static Kernel kernel(String methods, String expression, Ints out) {
        var kernel = new AtomicReference<Kernel>();
        onAThread(
                1L << 28,
                () -> kernel.set((Kernel) new SourceCompiler()
                        .compile(List.of(program(methods, expression)))
                        .loadClass("generated.Large")
                        .getMethod("k", Ints.class)
                        .invoke(null, out)));
        return kernel.get();
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void onAThread(long stack, Action action) {
        var failure = new AtomicReference<@Nullable Throwable>();
        var thread = new Thread(
                null,
                () -> {
                    try {
                        action.run();
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                },
                "compiler",
                stack);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private static CompiledKernel compiled(String methods, String expression) {
        var code = new AtomicReference<CompiledKernel>();
        try (var device = Device.simulator(1)) {
            Kernel kernel = kernel(methods, expression, device.ints(LANES));
            onAThread(SMALL_STACK, () -> code.set(new KernelCompiler(DeviceOptions.defaults()).compile(kernel)));
        }
        return code.get();
    }

    private static void isTheSameOnBothDevices(String methods, String expression) {
        int[] expected;
        try (var jvm = Device.jvm()) {
            Ints out = jvm.ints(LANES);
            jvm.run(Grid.threads(LANES), kernel(methods, expression, out));
            expected = out.copyOut();
        }
        try (var simulator = Device.simulator(1)) {
            Ints out = simulator.ints(LANES);
            Kernel kernel = kernel(methods, expression, out);
            onAThread(SMALL_STACK, () -> simulator.run(Grid.threads(LANES), kernel));
            assertThat(out.copyOut()).isEqualTo(expected);
        }
    }

    private static String doubling(int levels, String innermost) {
        return "static int m0(int x) { " + innermost + " }\n"
                + each(levels, i -> "static int m%d(int x) { return m%d(m%d(x)); }".formatted(i + 1, i, i));
    }

    private static String chain(int length, String before) {
        return "static int f0(int x) { return x * 31; }\n"
                + each(
                        length,
                        i -> format(
                                "static int f%d(int x) { %s return f%d(x + %d) ^ %d; }",
                                i + 1, before.formatted(i), i, i, i));
    }

    @Test
    void straightCodeOfAHundredThousandBytecodesEndsInAnAtomic() {
        String methods = each(
                40,
                i -> format(
                        "static int t%d(int x) {\n%s\nreturn x; }",
                        i, each(320, j -> "x ^= x << " + (1 + j % 30) + "; x += " + 77 * j + ";")));
        String all = IntStream.range(0, 40).mapToObj(Integer::toString).reduce("x", (x, i) -> "t" + i + "(" + x + ")");
        CompiledKernel code = compiled(methods, "out.getAndAdd(" + all + " & 7, 1)");
        assertThat(code.ptx().lines().filter(line -> line.contains("shl.b32"))).hasSize(40 * 320);
        assertThat(code.ptx()).contains("atom.");
    }

    @Test
    void straightCodeGivesWhatJavaGives() {
        isTheSameOnBothDevices(
                doubling(9, "x ^= x << 13; x ^= x >>> 17; x ^= x << 5; return x + 0x9E3779B9;"), "m9(x)");
    }

    @Test
    void branchesInAThousandInlinedCallsGiveWhatJavaGives() {
        isTheSameOnBothDevices(doubling(9, "if ((x & 1) == 0) { return 3 * x + 1; } return x >> 1;"), "m9(x)");
    }

    @Test
    void deepExpressionGivesWhatJavaGives() {
        String left = each(2000, i -> "+ " + i + " * x");
        isTheSameOnBothDevices(
                "static int g(int x) { return (x " + left + ") ^ " + "(x ^ ".repeat(300) + "x" + ")".repeat(300)
                        + "; }",
                "g(x)");
    }

    @Test
    void longElseIfChainGivesWhatJavaGives() {
        isTheSameOnBothDevices(
                "static int e(int x) { int y; "
                        + each(1500, i -> "if (x == " + (i - 700) + ") y = x * " + i + "; else ")
                        + "y = -1; return y; }",
                "e(x)");
    }

    @Test
    void largeSwitchGivesWhatJavaGives() {
        isTheSameOnBothDevices(
                "static int s(int x) { switch (x) { "
                        + each(2000, i -> "case " + (3 * i) + ": return x * " + i + " + 1;")
                        + " default: return 3; } }",
                "s(x)");
    }

    @Test
    void callsNestedAThousandDeepTakeRoomInProportion() {
        int shallow = compiled(chain(250, ""), "f250(x)").ptx().length();
        int deep = compiled(chain(1000, ""), "f1000(x)").ptx().length();
        assertThat(deep).isLessThan(6 * shallow);
        isTheSameOnBothDevices(chain(300, "if (x == %d) { return 5; }"), "f300(x)");
    }

    @Test
    void callsThatDoubleTooOftenAreRefusedWithTheCallToCut() {
        assertThatThrownBy(() -> compiled(doubling(30, "return x * 31 + 7;"), "m30(x)"))
                .isInstanceOf(KernelCompileException.class)
                .hasMessageContainingAll("the kernel is too large", "Large.m0 is inlined ", "the call of Large.m")
                .hasMessageContainingAll("inlined into generated.Large.m30(Large.java:", "in a loop");
    }

    @Test
    void callsWithBranchesNestedTooDeepAreRefused() {
        assertThatThrownBy(() -> compiled(chain(2500, "if (x == %d) { return 5; }"), "f2500(x)"))
                .isInstanceOf(KernelCompileException.class)
                .hasMessageContainingAll("the kernel is too large", "deep", "more calls");
    }

    @Test
    void methodWithAnArrayInMemoryIsInlinedOften() {
        isTheSameOnBothDevices(
                "static int a(int x) { int[] t = new int[8]; t[x & 7] = x; return t[(x + 1) & 7] + x; }\n"
                        + "static int b(int x) {\n" + each(100, _ -> "x = a(x) + 1;") + "\nreturn x; }",
                "b(x)");
    }

    @Test
    void largeArraysAreClearedInALoopEachTime() {
        String body = "static int a(int x) { int s = 0; for (int i = 0; i < 3; i++) { byte[] b = new byte[%d]; s +="
            + " b[(x * 31 + i) %% %d]; for (int j = 0; j < %d; j++) { b[j] = (byte) (x + j); } s += b[x]; } return s;"
            + " }";
        for (int length : new int[] {65, 127, 1000}) {
            isTheSameOnBothDevices(body.formatted(length, length, length), "a(x)");
        }
        assertThat(compiled(body.formatted(4096, 4096, 4096), "a(x)").ptx().lines())
                .hasSizeLessThan(150);
    }
}
