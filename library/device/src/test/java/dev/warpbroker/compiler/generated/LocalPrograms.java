package dev.warpbroker.compiler.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes programs from a seed in which arrays and mutable objects are values: chosen at run time, exchanged, replaced in
 * loops, kept in records, objects and arrays, shared, copied and compared. No index is out of bounds, and nothing that
 * may be null is used unless it was looked at.
 */
final class LocalPrograms {
    private static final int MAX_VARIABLES = 14;

    /** What a variable can hold. */
    private enum Kind {
        INTS("int[]"),
        LONGS("long[]"),
        DOUBLES("double[]"),
        BYTES("byte[]"),
        TABLE("int[][]"),
        PAIRS("Pair[]"),
        CELL("Cell"),
        CELLS("Cell[]"),
        MATRIX("Matrix"),
        HANDLES("Ints[]"),
        BOXES("Integer[]"),
        COLOURS("Colour[]"),
        SHAPES("Shape[]"),
        MAYBE("int[]");

        private final String source;

        Kind(String source) {
            this.source = source;
        }
    }

    private record Variable(String name, Kind kind) {}

    private final Choices choices;
    private final String className;
    private final boolean linked;
    private final List<Variable> variables = new ArrayList<>();
    private final List<String> numbers = new ArrayList<>(List.of("x", "lane.id()"));
    private int loops;

    private LocalPrograms(long seed) {
        choices = new Choices(seed);
        className = "Locals" + Long.toHexString(seed);
        linked = choices.percent(8);
    }

    static GeneratedProgram generate(long seed) {
        return new LocalPrograms(seed).program(seed);
    }

    private GeneratedProgram program(long seed) {
        choices.allow(26, 200, 10);
        var body = new ArrayList<Code>();
        body.add(Code.line("int x = intIn.get(lane.id());"));
        body.add(Code.line("int h = 1;"));
        for (int i = 0; i < choices.between(2, 5); i++) {
            body.add(declaration(choices.of(Kind.values())));
        }
        if (choices.percent(35)) {
            choices.use(Construct.LOCALS_IN_OUTER_LOOP);
            loops++;
            numbers.add("round");
            int before = variables.size();
            var inner = block(choices.between(5, 9));
            inner.add(Code.line("h = h * 31 + %s;".formatted(observed(before))));
            forget(before);
            body.add(Code.nest("for (int round = 0; round < 3; round++)", inner));
            numbers.remove("round");
            loops--;
        }
        body.addAll(block(choices.between(5, 10)));
        body.add(Code.line("intOut.set(lane.id() * 4, h + %s);".formatted(observed(0))));
        var members = members();
        return GeneratedProgram.ofKernel(
                seed,
                className,
                List.of("java.util.Arrays", "java.util.function.*"),
                members,
                body,
                false,
                choices.constructs());
    }

    private List<Code> members() {
        var cell = new ArrayList<Code>();
        cell.add(Code.line("int n;"));
        cell.add(Code.line("int[] data;"));
        if (linked) {
            choices.use(Construct.LOCALS_LINKED);
            cell.add(Code.line("Cell other;"));
        }
        cell.add(Code.line("Cell(int n, int[] data) { this.n = n; this.data = data; }"));
        cell.add(Code.line("void add(int v) { n = n * 31 + v; data[Math.floorMod(v, data.length)] += n; }"));
        cell.add(Code.line("Cell with(int v) { var c = new Cell(n ^ v, data.clone()); c.add(v); return c; }"));
        cell.add(Code.line("int hash() { return n * 7 + LIST(data); }".replace("LIST", className + ".hash")));
        return new ArrayList<>(List.of(
                Code.line("enum Colour { RED, GREEN, BLUE }"),
                Code.line("record Pair(int left, long right) {}"),
                Code.line("sealed interface Shape { int area(); }"),
                Code.line("record Circle(int r) implements Shape { public int area() { return r * 3; } }"),
                Code.line("record Box(int w, long h) implements Shape { public int area() { return w * (int) h; } }"),
                Code.nest("static final class Cell", cell),
                Code.nest(
                        "record Matrix(double[] a)",
                        List.of(
                                Code.nest(
                                        "Matrix times(Matrix o)",
                                        List.of(
                                                Code.line("var r = new double[4];"),
                                                Code.line("for (int i = 0; i < 4; i++)"),
                                                Code.line("    r[i] = a[i & 2] * o.a[i & 1] + a[i | 1] * o.a[i & 1 |"
                                                        + " 2];"),
                                                Code.line("return new Matrix(r);"))),
                                Code.line("Matrix same() { return this; }"))),
                Code.line("static int[] choose(int[] a, int[] b, int v) { if ((v & 1) == 0) { return a; } return b; }"),
                Code.line("static int[] made(int v) { var a = new int[3]; a[v & 1] = v; return a; }"),
                Code.line("static int hash(int[] a) { int h = 1; for (int v : a) { h = h * 31 + v; } return h; }"),
                Code.line("static int hash(long[] a) { long h = 1; for (long v : a) { h = h * 31 + v; } return (int)"
                        + " h; }"),
                Code.line("static int hash(double[] a) { long h = 1; for (double v : a)"
                        + " { h = h * 31 + Double.doubleToLongBits(v); } return (int) (h ^ h >>> 32); }"),
                Code.line(
                        "static int hash(int[][] a) { int h = 1; for (int[] v : a) { h = h * 31 + hash(v); } return h;"
                                + " }"),
                Code.line("static int value(Integer b) { return b == null ? -3 : b; }")));
    }

    // ---- variables ----

    private List<Variable> of(Kind kind) {
        return variables.stream().filter(each -> each.kind == kind).toList();
    }

    private void forget(int from) {
        variables.subList(from, variables.size()).clear();
    }

    private String observed(int from) {
        var all = variables.subList(from, variables.size()).stream()
                .map(this::observed)
                .collect(Collectors.joining(" * 31 + "));
        return all.isEmpty() ? "0" : all;
    }

    private String observed(Variable variable) {
        var name = variable.name;
        return switch (variable.kind) {
            case INTS, LONGS, DOUBLES, TABLE -> "hash(%s)".formatted(name);
            case BYTES -> "Arrays.hashCode(%s)".formatted(name);
            case PAIRS -> "(%1$s[0].left() + (int) %1$s[%1$s.length - 1].right())".formatted(name);
            case CELL -> "%s.hash()".formatted(name);
            case CELLS -> "(%1$s[0].hash() * 3 + %1$s[%1$s.length - 1].hash())".formatted(name);
            case MATRIX -> "hash(%s.a())".formatted(name);
            case HANDLES -> "%s[1].get(lane.id())".formatted(name);
            case BOXES -> "value(%1$s[0]) * 3 + value(%1$s[%1$s.length - 1])".formatted(name);
            case COLOURS -> "%s[1].ordinal()".formatted(name);
            case SHAPES -> "%s[1].area()".formatted(name);
            case MAYBE -> "(%1$s == null ? 5 : hash(%1$s))".formatted(name);
        };
    }

    // ---- numbers ----

    private String number() {
        return number(2);
    }

    private String number(int depth) {
        if (depth == 0 || choices.percent(35)) {
            return choices.percent(60) ? choices.of(numbers) : Integer.toString(choices.between(-9, 40));
        }
        if (choices.percent(45) && !variables.isEmpty()) {
            return read(choices.of(variables), depth);
        }
        return "(%s %s %s)".formatted(number(depth - 1), choices.of("+", "-", "*", "^", "&"), number(depth - 1));
    }

    private String condition() {
        if (choices.percent(25)) {
            var kind = choices.of(Kind.INTS, Kind.CELL, Kind.TABLE);
            if (!of(kind).isEmpty()) {
                choices.use(Construct.LOCALS_IDENTITY);
                return "%s == %s".formatted(choices.of(of(kind)).name, existing(kind));
            }
        }
        return "(%s & %d) %s 0".formatted(number(1), choices.of(1, 2, 3), choices.of("==", "!="));
    }

    private String index(String array, int depth) {
        return choices.percent(30)
                ? "0"
                : "Math.floorMod(%s, %s.length)".formatted(number(Math.max(0, depth - 1)), array);
    }

    private String read(Variable variable, int depth) {
        var name = variable.name;
        var index = index(name, depth);
        return switch (variable.kind) {
            case INTS, BYTES -> "%s[%s]".formatted(name, index);
            case LONGS -> "(int) %s[%s]".formatted(name, index);
            case DOUBLES -> "(int) %s[%s]".formatted(name, index);
            case TABLE -> {
                var row = "%s[%s]".formatted(name, index);
                yield "%s[%s]".formatted(row, index(row, 1));
            }
            case PAIRS -> "%s[%s].left()".formatted(name, index);
            case CELL -> choices.of("%s.n", "%s.data[0]", "%s.hash()").formatted(name);
            case CELLS -> "%s[%s].n".formatted(name, index);
            case MATRIX -> "(int) %s.a()[%s & 3]".formatted(name, number(0));
            case HANDLES -> {
                choices.use(Construct.LOCALS_HANDLES);
                yield "%s[%s].get(lane.id())".formatted(name, index);
            }
            case BOXES -> "value(%s[%s])".formatted(name, index);
            case COLOURS -> "%s[%s].ordinal()".formatted(name, index);
            case SHAPES ->
                choices.percent(50)
                        ? "%s[%s].area()".formatted(name, index)
                        : "(%s[%s] instanceof Box(int w, long l) ? w : 4)".formatted(name, index);
            case MAYBE -> "(%1$s == null ? 3 : %1$s[0])".formatted(name);
        };
    }

    // ---- values ----

    private Code declaration(Kind kind) {
        var value = value(kind, 2);
        var name = choices.name("v");
        var code = new ArrayList<Code>();
        code.add(Code.line("%s %s = %s;".formatted(kind.source, name, value)));
        variables.add(new Variable(name, kind));
        return code.getFirst();
    }

    /** {@return an array or object that is there already, or, if there is none, a new one} */
    private String existing(Kind kind) {
        return of(kind).isEmpty() ? made(kind) : choices.of(of(kind)).name;
    }

    private String value(Kind kind, int depth) {
        if (depth > 0 && choices.percent(25)) {
            choices.use(Construct.LOCALS_CHOICE);
            return "(%s ? %s : %s)".formatted(condition(), value(kind, depth - 1), value(kind, depth - 1));
        }
        if (!of(kind).isEmpty() && choices.percent(40)) {
            choices.use(Construct.LOCALS_ALIAS);
            return choices.of(of(kind)).name;
        }
        return made(kind);
    }

    private String made(Kind kind) {
        return switch (kind) {
            case INTS -> ints();
            case LONGS -> numbers("long", kind);
            case DOUBLES -> numbers("double", kind);
            case BYTES -> numbers("byte", kind);
            case TABLE -> table();
            case PAIRS -> list("Pair", () -> "new Pair(%s, %s)".formatted(number(), number(1)), kind);
            case CELL -> cell();
            case CELLS -> list("Cell", () -> choices.percent(30) ? existing(Kind.CELL) : cell(), kind);
            case MATRIX -> matrix();
            case HANDLES ->
                "new Ints[] {%s}"
                        .formatted(IntStream.range(0, choices.between(2, 4))
                                .mapToObj(_ -> choices.of("intIn", "intIn2", "intOwn", "intOwn2", "hostOwn"))
                                .collect(Collectors.joining(", ")));
            case BOXES ->
                list("Integer", () -> choices.percent(30) ? "null" : "Integer.valueOf(%s)".formatted(number(0)), kind);
            case COLOURS -> list("Colour", this::colour, kind);
            case SHAPES -> list("Shape", this::shape, kind);
            case MAYBE -> choices.percent(40) ? "null" : ints();
        };
    }

    private String ints() {
        return switch (choices.below(9)) {
            case 0, 1 -> "new int[%d]".formatted(choices.between(1, 6));
            case 2 -> "new int[] {%s, %s, %s}".formatted(number(), number(), number(0));
            case 3 -> {
                choices.use(Construct.LOCALS_CLONE);
                yield "%s.clone()".formatted(existing(Kind.INTS));
            }
            case 4 -> {
                choices.use(Construct.LOCALS_COPY);
                yield "Arrays.copyOf(%s, %d)".formatted(existing(Kind.INTS), choices.between(1, 6));
            }
            case 5 -> "choose(%s, %s, %s)".formatted(existing(Kind.INTS), value(Kind.INTS, 0), number());
            case 6 -> {
                if (of(Kind.TABLE).isEmpty()) {
                    yield "made(%s)".formatted(number());
                }
                choices.use(Construct.LOCALS_ROW);
                var table = choices.of(of(Kind.TABLE)).name;
                yield "%s[%s]".formatted(table, index(table, 2));
            }
            case 7 -> of(Kind.CELL).isEmpty() ? "new int[2]" : choices.of(of(Kind.CELL)).name + ".data";
            default -> "made(%s)".formatted(number());
        };
    }

    private String numbers(String type, Kind kind) {
        if (!of(kind).isEmpty() && choices.percent(30)) {
            choices.use(Construct.LOCALS_CLONE);
            return "%s.clone()".formatted(choices.of(of(kind)).name);
        }
        return choices.percent(50)
                ? "new %s[%d]".formatted(type, choices.between(1, 20))
                : "new %1$s[] {(%1$s) %2$s, (%1$s) %3$s}".formatted(type, number(), number(0));
    }

    private String table() {
        choices.use(Construct.LOCALS_TABLE);
        return switch (choices.below(4)) {
            case 0, 1 -> "new int[%d][%d]".formatted(choices.between(2, 4), choices.between(1, 4));
            case 2 -> "new int[][] {{%s}, {1, %s}, %s}".formatted(number(), number(0), existing(Kind.INTS));
            default -> of(Kind.TABLE).isEmpty() ? "new int[2][3]" : choices.of(of(Kind.TABLE)).name + ".clone()";
        };
    }

    private String cell() {
        choices.use(Construct.LOCALS_OBJECT);
        return !of(Kind.CELL).isEmpty() && choices.percent(30)
                ? "%s.with(%s)".formatted(choices.of(of(Kind.CELL)).name, number())
                : "new Cell(%s, %s)".formatted(number(), choices.percent(50) ? "new int[2]" : value(Kind.INTS, 1));
    }

    private String matrix() {
        choices.use(Construct.LOCALS_OWNER);
        if (!of(Kind.MATRIX).isEmpty() && choices.percent(60)) {
            var one = choices.of(of(Kind.MATRIX)).name;
            return choices.percent(70)
                    ? "%s.times(%s)".formatted(one, choices.of(of(Kind.MATRIX)).name)
                    : "%s.same()".formatted(one);
        }
        return "new Matrix(new double[] {%s, 0.5, %s, 2})".formatted(number(0), number());
    }

    private String colour() {
        return choices.percent(60)
                ? "Colour." + choices.of("RED", "GREEN", "BLUE")
                : "Colour.values()[Math.floorMod(%s, 3)]".formatted(number(0));
    }

    private String shape() {
        return choices.percent(50)
                ? "new Circle(%s)".formatted(number())
                : "new Box(%s, %s)".formatted(number(0), number());
    }

    private String list(String type, Supplier<String> element, Kind kind) {
        choices.use(Construct.LOCALS_REFERENCES);
        if (!of(kind).isEmpty() && choices.percent(20)) {
            choices.use(Construct.LOCALS_CLONE);
            return "%s.clone()".formatted(choices.of(of(kind)).name);
        }
        return "new %s[] {%s}"
                .formatted(
                        type,
                        IntStream.range(0, choices.between(2, 4))
                                .mapToObj(_ -> element.get())
                                .collect(Collectors.joining(", ")));
    }

    // ---- statements ----

    private List<Code> block(int length) {
        var code = new ArrayList<Code>();
        for (int i = 0; i < length && choices.spendStatement(); i++) {
            code.addAll(statement());
        }
        return code;
    }

    /** Statements in a scope of their own. */
    private List<Code> nested(int length) {
        int before = variables.size();
        var code = block(length);
        forget(before);
        return code.isEmpty() ? List.of(Code.line("h++;")) : code;
    }

    private List<Code> statement() {
        if (variables.isEmpty() || variables.size() < MAX_VARIABLES && choices.percent(15)) {
            return List.of(declaration(choices.of(Kind.values())));
        }
        return switch (choices.below(14)) {
            case 0, 1 -> replaced();
            case 2 -> exchanged();
            case 3, 4, 5 -> stored(choices.of(variables));
            case 6 -> copied();
            case 7 -> List.of(Code.nest("if (%s)".formatted(condition()), nested(choices.between(1, 3))));
            case 8 -> List.of(Code.nest("if (%s)".formatted(condition()), nested(2)), Code.nest("else", nested(2)));
            case 9, 10 -> loop();
            case 11 -> lambda();
            default -> List.of(Code.line("h = h * 31 + %s;".formatted(number(3))));
        };
    }

    private List<Code> replaced() {
        var variable = choices.of(variables);
        choices.use(loops > 0 ? Construct.LOCALS_REPLACED_IN_LOOP : Construct.LOCALS_REPLACED);
        return List.of(Code.line("%s = %s;".formatted(variable.name, value(variable.kind, 1))));
    }

    private List<Code> exchanged() {
        var one = choices.of(variables);
        var other = choices.of(of(one.kind));
        choices.use(Construct.LOCALS_EXCHANGE);
        if (one.kind == Kind.TABLE || one.kind == Kind.CELLS || one.kind == Kind.PAIRS) {
            var name = choices.name("t");
            var i = index(one.name, 2);
            var j = index(other.name, 2);
            return List.of(Code.line("{ var %1$s = %2$s[%3$s]; %2$s[%3$s] = %4$s[%5$s]; %4$s[%5$s] = %1$s; }"
                    .formatted(name, one.name, i, other.name, j)));
        }
        var name = choices.name("t");
        return List.of(
                Code.line("{ var %1$s = %2$s; %2$s = %3$s; %3$s = %1$s; }".formatted(name, one.name, other.name)));
    }

    private List<Code> stored(Variable variable) {
        var name = variable.name;
        var at = "%s[%s]".formatted(name, index(name, 2));
        return List.of(Code.line(
                switch (variable.kind) {
                    case INTS -> "%s %s %s;".formatted(at, choices.of("=", "+=", "^="), number());
                    case LONGS, DOUBLES -> "%s %s %s;".formatted(at, choices.of("=", "+=", "*="), number());
                    case BYTES -> "%s += (byte) %s;".formatted(at, number());
                    case TABLE ->
                        choices.percent(35)
                                ? "%s = %s;".formatted(at, value(Kind.INTS, 1))
                                : "%s[%s] += %s;".formatted(at, index(at, 1), number());
                    case PAIRS -> "%s = new Pair(%s, %s);".formatted(at, number(), number(1));
                    case CELL ->
                        switch (choices.below(linked ? 4 : 3)) {
                            case 0 -> "%s.n += %s;".formatted(name, number());
                            case 1 -> "%s.add(%s);".formatted(name, number());
                            case 2 -> "%s.data = %s;".formatted(name, value(Kind.INTS, 1));
                            default ->
                                "%1$s.other = %2$s; if (%1$s.other.other != null) { %1$s.other.other.n++; }"
                                        .formatted(name, existing(Kind.CELL));
                        };
                    case CELLS ->
                        choices.percent(50)
                                ? "%s = %s;".formatted(at, value(Kind.CELL, 1))
                                : "%s.add(%s);".formatted(at, number());
                    case MATRIX -> "%s.a()[%s & 3] += 0.25 * %s;".formatted(name, number(0), number(0));
                    case HANDLES -> "%s = %s;".formatted(at, choices.of("intIn", "intIn2", "intOwn"));
                    case BOXES ->
                        "%s = %s;"
                                .formatted(
                                        at, choices.percent(25) ? "null" : "Integer.valueOf(%s)".formatted(number()));
                    case COLOURS -> "%s = %s;".formatted(at, colour());
                    case SHAPES -> "%s = %s;".formatted(at, shape());
                    case MAYBE -> "%s = %s;".formatted(name, choices.percent(30) ? "null" : value(Kind.INTS, 1));
                }));
    }

    private List<Code> copied() {
        var kind = choices.of(Kind.INTS, Kind.INTS, Kind.LONGS, Kind.BYTES, Kind.CELLS, Kind.PAIRS);
        if (of(kind).isEmpty()) {
            return replaced();
        }
        choices.use(Construct.LOCALS_COPY);
        var from = choices.of(of(kind)).name;
        var to = choices.of(of(kind)).name;
        return switch (choices.below(kind == Kind.INTS ? 4 : 1)) {
            case 1 -> List.of(Code.line("Arrays.fill(%s, %s);".formatted(from, number())));
            case 2 -> List.of(Code.line("h = h * 31 + Arrays.hashCode(%s);".formatted(from)));
            case 3 -> List.of(Code.line("h += Arrays.equals(%s, %s) ? 3 : 8;".formatted(from, to)));
            default -> {
                var n = choices.name("n");
                var shift = choices.of("0", "1 & x");
                yield List.of(Code.line(
                        "{ int %1$s = Math.min(%2$s.length, %3$s.length) - 1; System.arraycopy(%2$s, %4$s, %3$s, %5$s, %1$s); }"
                                .formatted(n, from, to, shift, choices.of("0", "1"))));
            }
        };
    }

    private List<Code> loop() {
        if (loops == 3) {
            return List.of(Code.line("h ^= %s;".formatted(number())));
        }
        loops++;
        var counter = choices.name("i");
        numbers.add(counter);
        var body = new ArrayList<Code>();
        if (choices.percent(20)) {
            body.add(Code.nest("if (%s)".formatted(condition()), List.of(Code.line("continue;"))));
        }
        body.addAll(nested(choices.between(1, 4)));
        if (choices.percent(20)) {
            body.add(Code.nest("if (%s)".formatted(condition()), List.of(Code.line("break;"))));
        }
        numbers.remove(counter);
        loops--;
        var bound = choices.percent(50) ? Integer.toString(choices.between(2, 5)) : "(x & 3) + 1";
        return List.of(Code.nest("for (int %1$s = 0; %1$s < %2$s; %1$s++)".formatted(counter, bound), body));
    }

    private List<Code> lambda() {
        var captured = choices.of(variables);
        if (captured.kind != Kind.INTS && captured.kind != Kind.CELL) {
            return stored(captured);
        }
        choices.use(Construct.LOCALS_IN_LAMBDA);
        var value = choices.name("c");
        var name = choices.name("f");
        var change = captured.kind == Kind.INTS ? "%s[0] += v".formatted(value) : "%s.n ^= v".formatted(value);
        return List.of(
                Code.line("var %s = %s;".formatted(value, captured.name)),
                Code.line("IntUnaryOperator %s = v -> { %s; return v + 1; };".formatted(name, change)),
                Code.line("h += %s.applyAsInt(%s);".formatted(name, number())));
    }
}
