package dev.warpbroker.compiler.generated;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What kernels may contain, and what they may not, as a user would write it. Which of it works is not said here:
 * {@link KernelJavaTest} tries it and writes the tables of docs/kernels.md.
 *
 * <p>In a sample {@code x} is a number that differs between lanes, {@code i} is {@code lane.id()}, and {@code out} is
 * memory with a word for each lane.
 */
final class Samples {
    /**
     * A sample.
     *
     * @param members of the class, may be empty
     * @param before statements on the host, may be empty
     * @param kernel statements in the kernel
     */
    record Sample(String what, String members, String before, String kernel) {
        String source(String className) {
            return """
                package samples;

                import dev.warpbroker.device.*;
                import java.util.*;
                import java.util.function.*;

                public final class NAME {
                    MEMBERS

                    public static Kernel kernel(Device device, Ints in, Ints out) {
                        BEFORE
                        return lane -> {
                            int i = lane.id();
                            int x = in.get(i);
                            KERNEL
                        };
                    }
                }
                """.replace("NAME", className)
                    .replace("MEMBERS", members)
                    .replace("BEFORE", before)
                    .replace("KERNEL", kernel);
        }

        /** {@return what the reader sees} */
        String code() {
            return Stream.of(members, before, kernel)
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(" "));
        }
    }

    /** Samples of one kind. */
    record Group(String name, List<Sample> samples) {
        Group(String name, Sample... samples) {
            this(name, List.of(samples));
        }
    }

    private static Sample of(String what, String kernel) {
        return new Sample(what, "", "", kernel);
    }

    private static Sample with(String what, String members, String kernel) {
        return new Sample(what, members, "", kernel);
    }

    private static Sample captured(String what, String before, String kernel) {
        return new Sample(what, "", before, kernel);
    }

    static final List<Group> GROUPS = List.of(
            new Group(
                    "Numbers",
                    of("integers wrap around, shifts are masked", "out.set(i, x * 0x9E3779B9 >>> x);"),
                    of("remainder of floating point", "out.set(i, (int) (x / 3.0 % 0.7 * 1e6));"),
                    of("narrowing as in Java", "out.set(i, (byte) x + (char) -x + (int) (x * 1e30));"),
                    of(
                            "unsigned arithmetic, bits",
                            "out.set(i, Integer.divideUnsigned(-x, 7) ^ Long.numberOfLeadingZeros(x));"),
                    of("StrictMath, to the bit", "out.set(i, (int) (1e9 * StrictMath.sin(x)));"),
                    of("Math", "out.set(i, Math.floorMod(x, 7) + Math.toIntExact(Math.round(x / 3.0)));"),
                    of("half floats", "out.set(i, Float.floatToFloat16(x / 3f));"),
                    of("checked arithmetic", "out.set(i, Math.multiplyExact(x, 3));")),
            new Group(
                    "Records, classes, enums",
                    with(
                            "records with methods",
                            "record V(int a, int b) { V plus(V o) { return new V(a + o.a, b + o.b); } }",
                            "V v = new V(x, 1); for (int k = 0; k < 4; k++) v = v.plus(v); out.set(i, v.a());"),
                    with(
                            "record patterns over a sealed interface",
                            "sealed interface S {} record C(int r) implements S {} record Q(int a) implements S {}",
                            "S s = x > 0 ? new C(x) : new Q(-x); out.set(i, switch (s) { case C(int r) -> 3 * r; case"
                                    + " Q(int a) -> a * a; });"),
                    with(
                            "equality of records",
                            "record P(int a, long b) {}",
                            "out.set(i, new P(x, 1).equals(new P(3, 1)) ? 1 : new P(x, 2).hashCode());"),
                    with(
                            "mutable objects",
                            "static class Counter { int n; void add(int k) { n += k; } }",
                            "var c = new Counter(); for (int k = 0; k < 5; k++) c.add(x); out.set(i, c.n);"),
                    with(
                            "a choice between mutable objects",
                            "static class Box { int n; }",
                            "var a = new Box(); var b = new Box(); var c = x > 0 ? a : b; c.n = x; out.set(i, a.n -"
                                    + " b.n);"),
                    with(
                            "inheritance and virtual calls",
                            "static abstract class A { abstract int f(int k); } static class B extends A { int f(int"
                                + " k) { return k + 1; } } static class D extends A { int f(int k) { return 2 * k; }"
                                + " }",
                            "A a = x > 0 ? new B() : new D(); out.set(i, a.f(x));"),
                    with(
                            "enums with fields",
                            "enum Op { ADD(1), SUB(-1); final int sign; Op(int sign) { this.sign = sign; } }",
                            "Op op = Op.values()[x & 1]; out.set(i, op.sign * x + op.ordinal());"),
                    with(
                            "an enum that may be null",
                            "enum Colour { RED, GREEN }",
                            "Colour c = x > 9 ? Colour.RED : x > 0 ? Colour.GREEN : null; out.set(i, c == null ? -1 :"
                                    + " c == Colour.RED ? 1 : 2);"),
                    with(
                            "names of enums",
                            "enum Colour { RED, GREEN }",
                            "Colour c = Colour.values()[x & 1]; out.set(i, c.name().length() + (c =="
                                    + " Colour.valueOf(\"RED\") ? 9 : 0));"),
                    with(
                            "a record built in a loop that contains itself",
                            "record Node(int n, Node next) {}",
                            "Node n = null; for (int k = 0; k < x; k++) n = new Node(k, n); out.set(i," + " n.n());")),
            new Group(
                    "Lambdas and generics",
                    of("lambdas", "IntUnaryOperator f = k -> k * x; out.set(i, f.applyAsInt(3));"),
                    of(
                            "a lambda chosen at run time",
                            "IntBinaryOperator f = x > 0 ? Math::max : (a, b) -> a - b; out.set(i, f.applyAsInt(x,"
                                    + " 7));"),
                    with(
                            "generic methods",
                            "static <T> T pick(boolean first, T a, T b) { return first ? a : b; }",
                            "out.set(i, pick(x > 0, x, 7));"),
                    of("Optional", "out.set(i, Optional.of(x).filter(k -> k > 3).orElse(-1));"),
                    of(
                            "OptionalInt",
                            "var o = x > 0 ? OptionalInt.of(x) : OptionalInt.empty(); out.set(i," + " o.orElse(9));"),
                    captured(
                            "a captured lambda that is not serialisable",
                            "IntUnaryOperator f = k -> k + 1;",
                            "out.set(i, f.applyAsInt(x));"),
                    captured(
                            "collections",
                            "var list = new ArrayList<>(List.of(1, 2, 3));",
                            "out.set(i, list.get(x & 1));"),
                    captured("streams", "int[] a = {1, 2, 3};", "out.set(i, Arrays.stream(a).sum());")),
            new Group(
                    "Arrays made in the kernel",
                    of("variable index", "int[] a = {3, 1, 4, 1}; a[x & 3] = 9; out.set(i, a[x & 1]);"),
                    of("for each", "int s = 0; for (int k : new int[] {x, 2, 3}) s += k; out.set(i, s);"),
                    of(
                            "swap",
                            "int[] a = {x, 1}, b = {2, x}; if (x > 0) { int[] t = a; a = b; b = t; } a[x & 1]++;"
                                    + " out.set(i, a[0] + 10 * b[0]);"),
                    of("a choice", "int[] a = {1}, b = {2, 3}; int[] c = x > 0 ? a : b; out.set(i, c.length);"),
                    of("two dimensions", "int[][] m = new int[3][4]; m[x & 1][x & 3] = x; out.set(i, m[1][2]);"),
                    of(
                            "rows that change places",
                            "int[][] m = {{1, x}, {x, 2}}; int[] r = m[x & 1]; m[x & 1] = m[0]; m[0] = r; out.set(i,"
                                    + " m[0][1] * 5 + m[1][0]);"),
                    of("copies", "int[] a = {x, 2, 3}; int[] b = a.clone(); b[x & 1] = 7; out.set(i, a[0] - b[0]);"),
                    of(
                            "arraycopy, fill, copyOf",
                            "int[] a = new int[8]; Arrays.fill(a, x); System.arraycopy(a, 0, a, 4, 3); out.set(i,"
                                    + " Arrays.copyOf(a, 5)[x & 3]);"),
                    of("sort", "int[] a = {x, 5, -x, 2}; Arrays.sort(a); out.set(i, a[0] * 3 + a[3]);"),
                    with(
                            "records by a variable index",
                            "record P(int a, double b) {}",
                            "P[] p = {new P(x, 1.5), new P(2, x)}; p[x & 1] = new P(7, 7); out.set(i, p[0].a() + (int)"
                                    + " p[1].b());"),
                    with(
                            "an object with an array, replaced in a loop",
                            "record M(int[] a) { M times(M o) { int[] r = new int[2]; for (int k = 0; k < 2; k++) r[k]"
                                    + " = a[k] * o.a[1 - k] + k; return new M(r); } }",
                            "M m = new M(new int[] {x, 2}); for (int k = 0; k < 3; k++) m = m.times(m); out.set(i,"
                                    + " m.a()[x & 1]);"),
                    of("a length that is not a constant", "int[] a = new int[1 + (x & 7)]; out.set(i, a.length);")),
            new Group(
                    "Tables: arrays made before the launch",
                    with("static final", "static final int[] T = {2, 3, 5, 7};", "out.set(i, T[x & 3] * T.length);"),
                    captured("captured", "double[] t = {1.5, 2.5};", "out.set(i, (int) (10 * t[x & 1]));"),
                    captured("two dimensions", "int[][] t = {{1}, {2, 3}};", "out.set(i, t[x & 1][0]);"),
                    new Sample(
                            "of records",
                            "record Move(int dx, int dy) {}",
                            "Move[] t = {new Move(1, 0), new Move(0, 1)};",
                            "out.set(i, t[x & 1].dx() * x);"),
                    captured("writing to one", "int[] t = {1, 2};", "t[x & 1] = x;")),
            new Group(
                    "Texts and characters",
                    of("a character of a constant", "out.set(i, \"0123456789abcdef\".charAt(x & 15));"),
                    captured("a captured text", "String s = \"hello\";", "out.set(i, s.charAt(x & 3) + s.length());"),
                    of("kinds of characters", "char c = (char) x; out.set(i, Character.isDigit(c) ? c - '0' : -1);"),
                    of("upper case", "out.set(i, Character.toUpperCase((char) ('a' + (x & 15))));"),
                    of("parsing digits", "out.set(i, Character.digit((char) ('0' + (x & 7)), 10));"),
                    of(
                            "switch on a text",
                            "String s = x > 0 ? \"on\" : \"off\"; out.set(i, switch (s) { case \"on\" -> 1; default ->"
                                    + " 0; });"),
                    of("building text", "String s = \"x\" + x; out.set(i, s.length());")),
            new Group(
                    "Control",
                    of(
                            "an exception caught in the kernel",
                            "int r; try { r = 100 / (x & 3); } catch (ArithmeticException e) { r = -1; } out.set(i,"
                                    + " r);"),
                    with(
                            "exceptions of your own",
                            "static class Bad extends RuntimeException { final int code; Bad(int c) { code = c; } }"
                                    + " static int check(int k) { if (k < 0) throw new Bad(k); return k; }",
                            "int r; try { r = check(x); } catch (Bad e) { r = e.code * 10; } out.set(i, r);"),
                    of(
                            "finally",
                            "int r = 0; try { if (x > 5) throw new IllegalStateException(); r = 1; } catch"
                                    + " (IllegalStateException e) { r = 2; } finally { r += 10; } out.set(i, r);"),
                    of(
                            "an index out of bounds",
                            "int[] a = {1, 2}; int r; try { r = a[x & 3]; } catch (ArrayIndexOutOfBoundsException e) {"
                                    + " r = -5; } out.set(i, r);"),
                    of("assert", "assert x < 1000 : x; out.set(i, x);"),
                    of(
                            "labelled loops",
                            "a: for (int k = 0; ; k++) for (int m = 0; m < k; m++) if (k * m > (x & 31)) { out.set(i,"
                                    + " k); break a; }"),
                    of("null checks", "Integer n = x > 0 ? x : null; out.set(i, Objects.requireNonNullElse(n, 4));"),
                    of("Objects.checkIndex", "out.set(i, Objects.checkIndex(x & 3, 4));"),
                    with(
                            "recursion",
                            "static int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }",
                            "out.set(i, f(x & 7));"),
                    of("synchronized", "synchronized (Object.class) { out.set(i, x); }"),
                    with("static variables", "static int n;", "n++; out.set(i, x);")),
            new Group(
                    "Memory",
                    captured("bytes", "Bytes b = device.bytes(64);", "b.set(i, (byte) x); out.set(i, b.get(i));"),
                    captured(
                            "characters",
                            "Shorts s = device.shorts(64);",
                            "s.setChar(i, 'ß'); out.set(i, s.getChar(i));"),
                    captured(
                            "atomic addition of floats",
                            "Floats f = device.floats(1);",
                            "f.getAndAdd(0, 1); out.set(i, x);"),
                    of("handles in an array", "Ints[] m = {in, out}; out.set(i, m[x & 0].get(i));"),
                    captured(
                            "elements by a long index",
                            "Longs l = device.longs(64);",
                            "l.set((long) i, x); out.set(i, (int) l.get((long) i));"),
                    new Sample(
                            "records over words",
                            "record Ray(float a, int b) {}",
                            "var layout = Layout.of(Ray.class); Ints w = device.ints(128);",
                            "layout.write(w, 2 * i, new Ray(0.5f, x)); out.set(i, layout.read(w, 2 *" + " i).b());")),
            new Group(
                    "Lanes together",
                    of("ballot", "out.set(i, lane.warp().ballot(-1, x > 0));"),
                    of("shuffle", "out.set(i, lane.warp().shuffle(-1, x, 0));"),
                    of(
                            "shared memory and barrier",
                            "var s = lane.block().sharedInts(64); int k = lane.block().lane(); s.set(k, x);"
                                    + " lane.block().barrier(); out.set(i, s.get(lane.block().size() - 1 - k));"),
                    captured(
                            "a barrier of the whole grid",
                            "Ints t = device.ints(64);",
                            "t.set(i, x); lane.gridBarrier(); out.set(i, t.get(63 - i));"),
                    of("a line for the log", "if (i < 2) lane.log(\"x = \", x); out.set(i, x);")));

    private Samples() {}
}
