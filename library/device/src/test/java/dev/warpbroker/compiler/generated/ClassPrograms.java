package dev.warpbroker.compiler.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes programs from a seed of what Java has besides ints and records: variables, fields, parameters and arrays of
 * narrow types with the conversions that assignments imply, operands with side effects, classes that override each
 * other's methods (also while they are constructed), default methods, classes within methods, iterators,
 * {@code finally} that jumps.
 */
final class ClassPrograms {
    /** A type of numbers. */
    private enum Number {
        BYTE,
        SHORT,
        CHAR,
        INT,
        LONG,
        FLOAT,
        DOUBLE;

        String source() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isIntegral() {
            return compareTo(LONG) <= 0;
        }

        boolean isNarrow() {
            return compareTo(INT) < 0;
        }

        /** {@return the type of an operation on operands of this and another type} */
        Number with(Number other) {
            var wider = compareTo(other) > 0 ? this : other;
            return wider.isNarrow() ? INT : wider;
        }
    }

    /** Source text, and the type of its value; where that is narrow it may be {@link Number#INT} instead. */
    private record Operand(String source, Number type) {}

    /** @param changes whether it can be assigned to */
    private record Variable(String name, Number type, boolean changes) {}

    /** What code at a place can name. */
    private static final class Scope {
        final List<Variable> numbers = new ArrayList<>();

        /** Arrays of four elements. */
        final List<Variable> arrays = new ArrayList<>();

        /** Objects, by how they are written; each has what {@code Base} has. */
        final List<String> objects = new ArrayList<>();

        /** Whether objects are variables. */
        final boolean inKernel;

        int loops;

        Scope(boolean inKernel) {
            this.inKernel = inKernel;
        }

        Scope inner() {
            var inner = new Scope(inKernel);
            inner.numbers.addAll(numbers);
            inner.arrays.addAll(arrays);
            inner.objects.addAll(objects);
            inner.loops = loops;
            return inner;
        }

        List<Variable> changing() {
            return numbers.stream().filter(Variable::changes).toList();
        }
    }

    private static final List<String> COMPARISONS = List.of("<", "<=", ">", ">=", "==", "!=");
    private static final List<String> TEXTS = List.of("Aa", "BB", "AaAa", "BBBB", "AaBB", "x", "");

    private final Choices choices;

    private ClassPrograms(long seed) {
        choices = new Choices(seed);
    }

    static GeneratedProgram generate(long seed) {
        return new ClassPrograms(seed).program(seed);
    }

    private GeneratedProgram program(long seed) {
        choices.allow(60, 110, 10);
        var members = new ArrayList<Code>();
        members.add(base());
        members.add(derived("Left", "Base"));
        members.add(derived("Right", choices.of("Base", "Left")));
        members.add(derived("Last", "Right"));
        members.add(scaled());
        members.add(scale("Plain", false));
        members.add(scale("Own", true));
        members.add(Code.line("interface Op { char apply(char c, short s); }"));
        members.add(sum());
        members.add(search());
        members.add(leave());
        members.add(range());

        choices.allow(40, 110, 12);
        var scope = new Scope(true);
        var body = new ArrayList<Code>();
        body.add(Code.line("int id = lane.id(); int x = intIn.get(id); long l = longIn.get(id);"));
        body.add(Code.line("float f = floatIn.get(id); double d = doubleIn.get(id);"));
        scope.numbers.add(new Variable("id", Number.INT, false));
        scope.numbers.add(new Variable("x", Number.INT, true));
        scope.numbers.add(new Variable("l", Number.LONG, true));
        scope.numbers.add(new Variable("f", Number.FLOAT, true));
        scope.numbers.add(new Variable("d", Number.DOUBLE, true));
        for (int i = 0; i < 3; i++) {
            body.add(declaration(scope));
        }
        body.add(arrayDeclaration(scope));
        body.add(objectDeclaration(scope));
        body.addAll(statements(choices.between(6, 12), scope));
        body.add(Code.line("intOut.set(id * 4, x); longOut.set(id * 4, l); floatOut.set(id * 4, f);"));
        body.add(Code.line("doubleOut.set(id * 4, d);"));
        body.add(Code.line("intOut.set(id * 4 + 1, %s);"
                .formatted(scope.numbers.stream()
                        .map(each -> "(int) " + each.name)
                        .collect(Collectors.joining(" * 31 + ")))));
        body.add(Code.line("intOut.set(id * 4 + 2, %s);"
                .formatted(scope.arrays.stream()
                        .flatMap(each -> IntStream.range(0, 4).mapToObj(i -> "(int) %s[%d]".formatted(each.name, i)))
                        .collect(Collectors.joining(" * 31 + ")))));
        body.add(Code.line("intOut.set(id * 4 + 3, %s);"
                .formatted(scope.objects.stream()
                        .map(each -> "%1$s.b * 7 + %1$s.c * 5 + %1$s.f((byte) 3)".formatted(each))
                        .collect(Collectors.joining(" * 31 + ")))));
        return GeneratedProgram.ofKernel(
                seed,
                "Classes" + Long.toHexString(seed),
                List.of("java.util.*"),
                members,
                body,
                false,
                choices.constructs());
    }

    // ---- members ----

    private Scope fields(Variable... more) {
        var scope = new Scope(false);
        scope.numbers.add(new Variable("b", Number.BYTE, true));
        scope.numbers.add(new Variable("c", Number.CHAR, true));
        scope.numbers.addAll(List.of(more));
        return scope;
    }

    private Code base() {
        choices.use(Construct.NARROW_FIELD);
        var v = new Variable("v", Number.INT, true);
        return Code.nest(
                "static abstract class Base",
                List.of(
                        Code.line("byte b = %s;".formatted(value(Number.BYTE, new Scope(false), 1))),
                        Code.line("char c;"),
                        Code.line("{ c += b; b++; }"),
                        Code.line("Base(int v) { init(v); b += %s; }".formatted(operand(fields(v), 2).source)),
                        Code.line("void init(int v) { c = %s; }".formatted(value(Number.CHAR, fields(v), 2))),
                        Code.line("abstract short f(byte v);"),
                        Code.line("int g(char v) { return f((byte) v) + %s; }"
                                .formatted(value(Number.INT, fields(new Variable("v", Number.CHAR, true)), 2)))));
    }

    private Code derived(String name, String from) {
        var own = choices.of(Number.SHORT, Number.BYTE, Number.LONG, Number.FLOAT);
        var field = new Variable("own" + name, own, true);
        var members = new ArrayList<Code>();
        members.add(Code.line("%s %s = %s;".formatted(own.source(), field.name, value(own, fields(), 1))));
        members.add(Code.line("%s(int v) { super(v * %d); }".formatted(name, choices.between(-3, 7))));
        if (choices.percent(60)) {
            choices.use(Construct.OVERRIDE_IN_CONSTRUCTOR);
            members.add(Code.line("@Override void init(int v) { %s%s += v; b = %s; }"
                    .formatted(
                            choices.percent(60) ? "super.init(v); " : "",
                            field.name,
                            value(Number.BYTE, fields(field, new Variable("v", Number.INT, true)), 2))));
        }
        if (from.equals("Base") || choices.percent(60)) {
            var v = new Variable("v", Number.BYTE, true);
            var above = "";
            if (!from.equals("Base")) {
                choices.use(Construct.SUPER_CALL);
                above = "super.f(v) + ";
            }
            choices.use(Construct.NARROW_PARAMETER);
            members.add(Code.line("@Override short f(byte v) { v *= 3; return (short) (%s%s); }"
                    .formatted(above, value(Number.INT, fields(field, v), 2))));
        }
        if (choices.percent(40)) {
            members.add(Code.line("@Override int g(char v) { return super.g(v) - %s; }"
                    .formatted(value(Number.INT, fields(field, new Variable("v", Number.CHAR, true)), 1))));
        }
        return Code.nest("static class %s extends %s".formatted(name, from), members);
    }

    private Code scaled() {
        choices.use(Construct.DEFAULT_METHOD);
        return Code.nest(
                "interface Scaled",
                List.of(
                        Code.line("short scale();"),
                        Code.line("default int twice(char v) { return scale() * v + bonus(); }"),
                        Code.line("default byte bonus() { return (byte) (scale() + hidden()); }"),
                        Code.line("private int hidden() { return %d; }".formatted(choices.between(-200, 200))),
                        Code.line("static long of(Scaled s, int v) { return s.twice((char) v) - s.hidden(); }")));
    }

    private Code scale(String name, boolean overrides) {
        var head = "record %s(short scale) implements Scaled".formatted(name);
        return overrides
                ? Code.nest(
                        head,
                        List.of(Code.line("public byte bonus() { return (byte) (Scaled.super.bonus() * %d); }"
                                .formatted(choices.between(2, 9)))))
                : Code.nest(head, List.of());
    }

    private Code sum() {
        var type = choices.of(Number.BYTE, Number.SHORT, Number.LONG);
        return Code.line(
                "static int sum(%s... v) { int s = v.length; for (%1$s e : v) { s = s * 31 + (int) e; } return s; }"
                        .formatted(type.source()));
    }

    /** Loops that are left in several ways. */
    private Code search() {
        var scope = new Scope(false);
        scope.numbers.add(new Variable("v", Number.INT, true));
        scope.numbers.add(new Variable("w", Number.LONG, true));
        scope.numbers.add(new Variable("n", Number.SHORT, true));
        var inside = scope.inner();
        inside.numbers.add(new Variable("i", Number.BYTE, false));
        var deeper = inside.inner();
        deeper.numbers.add(new Variable("k", Number.CHAR, false));
        return Code.nest(
                "static int search(int v, long w)",
                List.of(
                        Code.line("short n = 0;"),
                        Code.nest(
                                "outer: for (byte i = 0; i < %d; i++)".formatted(choices.between(2, 5)),
                                List.of(
                                        Code.line("if (%s) { n += 3; continue; }".formatted(condition(inside, 1))),
                                        Code.line("char k = 'a';"),
                                        Code.nest(
                                                "do",
                                                List.of(
                                                        Code.line("k += %d;".formatted(choices.between(1, 3))),
                                                        Code.line("if (%s) { continue; }"
                                                                .formatted(condition(deeper, 1))),
                                                        Code.line("n *= %s;".formatted(operand(deeper, 1).source)),
                                                        Code.line("if (%s) { return n + k; }"
                                                                .formatted(condition(deeper, 1))),
                                                        Code.line("if (%s) { continue outer; }"
                                                                .formatted(condition(deeper, 1))),
                                                        Code.line("if (%s) { break outer; }"
                                                                .formatted(condition(deeper, 1))))),
                                        Code.line("while (k < 'h');"),
                                        Code.line("v -= %s;".formatted(operand(inside, 1).source)))),
                        Code.line("return n ^ v;")));
    }

    /** A {@code finally} that returns, goes on or throws away what was to be returned. */
    private Code leave() {
        choices.use(Construct.FINALLY_JUMPS);
        var scope = new Scope(false);
        scope.numbers.add(new Variable("v", Number.INT, true));
        scope.numbers.add(new Variable("r", Number.BYTE, true));
        return Code.nest(
                "static int leave(int v)",
                List.of(
                        Code.line("byte r = 1;"),
                        Code.nest(
                                "for (short i = 0; i < 4; i++)",
                                List.of(
                                        Code.nest(
                                                "try",
                                                List.of(
                                                        Code.line(
                                                                "if (%s) { return r; }".formatted(condition(scope, 1))),
                                                        Code.line("if (%s) { throw new IllegalStateException(); }"
                                                                .formatted(condition(scope, 1))),
                                                        Code.line("r += 100 / (v & 3);"))),
                                        Code.nest(
                                                "catch (ArithmeticException | IllegalStateException e)",
                                                List.of(Code.line("r ^= %s; if (%s) { return v++; }"
                                                        .formatted(integral(scope, 1).source, condition(scope, 1))))),
                                        Code.nest(
                                                "finally",
                                                List.of(
                                                        Code.line("v += i; r *= 3;"),
                                                        Code.line("if (%s) { %s }"
                                                                .formatted(
                                                                        condition(scope, 1),
                                                                        choices.of(
                                                                                "continue;",
                                                                                "break;",
                                                                                "return r - v;"))),
                                                        Code.line("r++; if (i == 2) { break; }"))))),
                        Code.line("return r * 31 + v;")));
    }

    private Code range() {
        return Code.nest(
                "record Range(byte from, short to) implements Iterable<Short>",
                List.of(Code.nest(
                        "public Iterator<Short> iterator()",
                        List.of(new Code.Nest(
                                "return new Iterator<>() {",
                                List.of(
                                        Code.line("short next = from;"),
                                        Code.line("public boolean hasNext() { return next < to; }"),
                                        Code.line("public Short next() { return next++; }")),
                                "};")))));
    }

    // ---- statements ----

    private List<Code> statements(int count, Scope scope) {
        var code = new ArrayList<Code>();
        for (int i = 0; i < count && choices.spendStatement(); i++) {
            code.addAll(statement(scope));
        }
        return code;
    }

    private List<Code> statement(Scope scope) {
        return switch (choices.below(22)) {
            case 0, 1 -> List.of(declaration(scope));
            case 2 -> List.of(arrayDeclaration(scope));
            case 3 -> List.of(objectDeclaration(scope));
            case 4, 5, 6 -> List.of(compound(choices.of(scope.changing()).name, scope));
            case 7 -> {
                var variable = choices.of(scope.changing());
                yield List.of(Code.line("%s = %s;".formatted(variable.name, value(variable.type, scope, 3))));
            }
            case 8, 9 -> {
                choices.use(Construct.NARROW_ARRAY);
                yield List.of(compound(element(scope), scope));
            }
            case 10 -> {
                var object = choices.of(scope.objects);
                yield List.of(compound(object + choices.of(".b", ".c"), scope));
            }
            case 11 -> List.of(Code.line("%s = %s;".formatted(choices.of(scope.objects), object(scope))));
            case 12, 13 -> {
                var inner = scope.inner();
                var code = new ArrayList<Code>();
                code.add(Code.nest("if (%s)".formatted(condition(scope, 2)), statements(choices.between(1, 3), inner)));
                if (choices.percent(50)) {
                    code.add(Code.nest("else", statements(choices.between(1, 3), scope.inner())));
                }
                yield code;
            }
            case 14, 15 -> loop(scope);
            case 16 -> narrowSwitch(scope);
            case 17 -> textSwitch(scope);
            case 18 -> lambda(scope);
            case 19 -> classWithin(scope);
            case 20 -> {
                choices.use(Construct.LABELLED_BLOCK);
                var name = choices.name("block");
                var inner = scope.inner();
                var body = new ArrayList<>(statements(1, inner));
                body.add(Code.line("if (%s) { break %s; }".formatted(condition(inner, 1), name)));
                body.addAll(statements(2, inner));
                yield List.of(Code.nest(name + ":", body));
            }
            default -> iteration(scope);
        };
    }

    private Code declaration(Scope scope) {
        var type = choices.of(
                Number.BYTE,
                Number.BYTE,
                Number.SHORT,
                Number.SHORT,
                Number.CHAR,
                Number.CHAR,
                Number.INT,
                Number.LONG,
                Number.FLOAT,
                Number.DOUBLE);
        if (type.isNarrow()) {
            choices.use(Construct.NARROW_LOCAL);
        }
        var name = choices.name("n");
        var code = Code.line("%s %s = %s;".formatted(type.source(), name, value(type, scope, 2)));
        scope.numbers.add(new Variable(name, type, true));
        return code;
    }

    private Code arrayDeclaration(Scope scope) {
        var type = choices.of(Number.values());
        var values = IntStream.range(0, 4).mapToObj(_ -> value(type, scope, 1)).collect(Collectors.joining(", "));
        var name = choices.name("a");
        var code = choices.percent(30)
                ? Code.line("%s[] %s = new %1$s[4];".formatted(type.source(), name))
                : Code.line("%s[] %s = {%s};".formatted(type.source(), name, values));
        scope.arrays.add(new Variable(name, type, true));
        return code;
    }

    private Code objectDeclaration(Scope scope) {
        var name = choices.name("o");
        var code = Code.line("Base %s = %s;".formatted(name, object(scope)));
        scope.objects.add(name);
        return code;
    }

    private String object(Scope scope) {
        if (!scope.objects.isEmpty() && choices.percent(25)) {
            return "%s ? %s : %s".formatted(condition(scope, 1), choices.of(scope.objects), made(scope));
        }
        return choices.percent(50)
                ? "%s ? %s : %s".formatted(condition(scope, 1), made(scope), made(scope))
                : made(scope);
    }

    private String made(Scope scope) {
        return "new %s(%s)".formatted(choices.of("Left", "Right", "Last"), value(Number.INT, scope, 1));
    }

    /** {@return an element of an array, by an index that may have an effect} */
    private String element(Scope scope) {
        return "%s[%s & 3]".formatted(choices.of(scope.arrays).name, value(Number.INT, scope, 1));
    }

    private Code compound(String target, Scope scope) {
        choices.use(Construct.NARROW_COMPOUND);
        boolean floating = scope.numbers.stream().anyMatch(each -> each.name.equals(target) && !each.type.isIntegral())
                || scope.arrays.stream()
                        .anyMatch(each -> target.startsWith(each.name + "[") && !each.type.isIntegral());
        if (choices.percent(20)) {
            return Code.line(choices.of("%s++;", "%s--;", "++%s;", "--%s;").formatted(target));
        }
        if (floating || choices.percent(50)) {
            return Code.line("%s %s %s;".formatted(target, choices.of("+=", "-=", "*="), operand(scope, 2).source));
        }
        return choices.percent(60)
                ? Code.line("%s %s %s;"
                        .formatted(
                                target, choices.of("<<=", ">>=", ">>>=", "&=", "|=", "^="), integral(scope, 2).source))
                : Code.line("%s %s (%s | 1);".formatted(target, choices.of("/=", "%="), integral(scope, 2).source));
    }

    private List<Code> loop(Scope scope) {
        if (scope.loops == 2) {
            return List.of();
        }
        choices.use(Construct.NARROW_LOOP);
        var i = choices.name("i");
        var inner = scope.inner();
        inner.loops++;
        var type = choices.of(Number.BYTE, Number.SHORT, Number.CHAR);
        inner.numbers.add(new Variable(i, type, false));
        var body = new ArrayList<Code>();
        if (choices.percent(40)) {
            body.add(Code.line("if (%s) { %s }".formatted(condition(inner, 1), choices.of("continue;", "break;"))));
        }
        body.addAll(statements(choices.between(1, 3), inner));
        int start = choices.of(0, 3, type == Number.CHAR ? 65_000 : 100);
        return List.of(Code.nest(
                "for (%s %s = %d; %s < %d; %s)"
                        .formatted(
                                type.source(),
                                i,
                                start,
                                i,
                                start + choices.between(1, 5),
                                choices.of("%s++", "%s += 2", "++%s").formatted(i)),
                body));
    }

    private List<Code> narrowSwitch(Scope scope) {
        choices.use(Construct.NARROW_SWITCH);
        var type = choices.of(Number.BYTE, Number.CHAR, Number.SHORT);
        var code = new ArrayList<Code>();
        boolean arrows = choices.percent(50);
        var labels = type == Number.CHAR ? List.of("'\\0'", "'a'", "'\\uffff'") : List.of("-128", "0", "127");
        for (var label : labels) {
            var body = new ArrayList<>(statements(1, scope.inner()));
            if (!arrows && choices.percent(50)) {
                body.add(Code.line("break;"));
            }
            code.add(Code.nest("case %s %s".formatted(label, arrows ? "->" : ":"), body));
        }
        code.add(Code.nest(arrows ? "default ->" : "default:", statements(1, scope.inner())));
        return List.of(Code.nest("switch (%s)".formatted(value(type, scope, 2)), code));
    }

    private List<Code> textSwitch(Scope scope) {
        choices.use(Construct.TEXT_SWITCH);
        var target = choices.of(scope.changing());
        var text = "%s ? %s : %s ? %s : %s".formatted(condition(scope, 1), text(), condition(scope, 1), text(), text());
        var name = choices.name("t");
        return List.of(
                Code.line("String %s = %s;".formatted(name, text)),
                Code.line(("%s += switch (%s) { case \"Aa\", \"x\" -> %s; case \"BB\" -> 2; case \"AaBB\" ->"
                                + " %2$s.length(); default -> %2$s.hashCode(); };")
                        .formatted(target.name, name, integral(scope, 1).source)));
    }

    private String text() {
        return "\"" + choices.of(TEXTS) + "\"";
    }

    private List<Code> lambda(Scope scope) {
        var inner = captured(scope);
        inner.numbers.add(new Variable("p", Number.CHAR, true));
        inner.numbers.add(new Variable("q", Number.SHORT, true));
        var name = choices.name("op");
        var target = choices.of(scope.changing());
        var code = new ArrayList<>(copies(scope));
        code.add(Code.line("Op %s = (p, q) -> { q += 3; return %s; };".formatted(name, value(Number.CHAR, inner, 2))));
        code.add(Code.line("%s += %s.apply(%s, %s);"
                .formatted(target.name, name, value(Number.CHAR, scope, 1), value(Number.SHORT, scope, 1))));
        return List.of(Code.nest("", code));
    }

    /** {@return what a lambda or a class may use: copies that do not change} */
    private Scope captured(Scope scope) {
        var inner = new Scope(false);
        scope.numbers.stream()
                .limit(6)
                .map(each -> new Variable("final_" + each.name, each.type, false))
                .forEach(inner.numbers::add);
        inner.arrays.addAll(scope.arrays);
        return inner;
    }

    private static List<Code> copies(Scope scope) {
        return scope.numbers.stream()
                .limit(6)
                .map(each -> Code.line("final %s final_%s = %2$s;".formatted(each.type.source(), each.name)))
                .toList();
    }

    private List<Code> classWithin(Scope scope) {
        var inner = captured(scope);
        inner.numbers.add(new Variable("state", Number.BYTE, true));
        inner.numbers.add(new Variable("v", Number.SHORT, true));
        var target = choices.of(scope.changing());
        var code = new ArrayList<>(copies(scope));
        var members = List.of(
                Code.line("byte state = %s;".formatted(value(Number.BYTE, captured(scope), 1))),
                Code.line("int step(short v) { state += %s; return (int) (state++ * %s); }"
                        .formatted(operand(inner, 2).source, integral(inner, 1).source)));
        if (choices.percent(50)) {
            choices.use(Construct.LOCAL_CLASS);
            code.add(Code.nest("class Local", members));
            code.add(Code.line("var made = new Local();"));
        } else {
            choices.use(Construct.ANONYMOUS_CLASS);
            code.add(new Code.Nest("var made = new Object() {", members, "};"));
        }
        code.add(Code.line("%s ^= made.step(%s) + made.step((short) 7) + made.state;"
                .formatted(target.type.isIntegral() ? target.name : "x", value(Number.SHORT, scope, 1))));
        return List.of(Code.nest("", code));
    }

    private List<Code> iteration(Scope scope) {
        choices.use(Construct.ITERATOR);
        var each = choices.name("each");
        var inner = scope.inner();
        inner.loops = 2;
        inner.numbers.add(new Variable(each, Number.SHORT, false));
        return List.of(Code.nest(
                "for (short %s : new Range((byte) %d, (short) (%s & 7)))"
                        .formatted(each, choices.between(0, 4), value(Number.INT, scope, 1)),
                statements(choices.between(1, 2), inner)));
    }

    // ---- expressions ----

    private String condition(Scope scope, int depth) {
        if (scope.inKernel && !scope.objects.isEmpty() && choices.percent(25)) {
            choices.use(Construct.INSTANCEOF_AND);
            var name = choices.name("is");
            var object = choices.of(scope.objects);
            return "(%1$s instanceof %2$s %3$s && %3$s.own%2$s > %4$d %5$s)"
                    .formatted(
                            object,
                            choices.of("Left", "Right", "Last"),
                            name,
                            choices.between(-5, 9),
                            choices.percent(40) ? "|| %s instanceof Last".formatted(object) : "");
        }
        if (depth > 1 && choices.percent(30)) {
            return "(%s %s %s%s)"
                    .formatted(
                            condition(scope, depth - 1),
                            choices.of("&&", "||", "&", "|", "^"),
                            choices.of("", "!"),
                            condition(scope, depth - 1));
        }
        return choices.percent(50)
                ? "((%s & %d) %s 0)"
                        .formatted(integral(scope, depth).source, choices.of(1, 2, 3, 4), choices.of("==", "!="))
                : "(%s %s %s)"
                        .formatted(operand(scope, depth).source, choices.of(COMPARISONS), operand(scope, depth).source);
    }

    /** {@return an expression that can be assigned to a variable of a type} */
    private String value(Number type, Scope scope, int depth) {
        return "(%s) (%s)".formatted(type.source(), operand(scope, depth).source);
    }

    private Operand integral(Scope scope, int depth) {
        var operand = operand(scope, depth);
        return operand.type.isIntegral()
                ? operand
                : new Operand("(%s) (%s)".formatted(choices.of("int", "long", "short"), operand.source), Number.LONG);
    }

    private Operand operand(Scope scope, int depth) {
        if (depth == 0 || !choices.spendExpression() || choices.percent(20)) {
            return leaf(scope);
        }
        return switch (choices.below(14)) {
            case 0, 1, 2 -> {
                var left = operand(scope, depth - 1);
                var right = operand(scope, depth - 1);
                yield new Operand(
                        "(%s %s %s)".formatted(left.source, choices.of("+", "-", "*"), right.source),
                        left.type.with(right.type));
            }
            case 3 -> {
                var left = operand(scope, depth - 1);
                var right = integral(scope, depth - 1);
                yield new Operand(
                        "(%s %s (%s | 1))".formatted(left.source, choices.of("/", "%"), right.source),
                        left.type.with(right.type));
            }
            case 4 -> {
                var left = integral(scope, depth - 1);
                yield new Operand(
                        "(%s %s %s)"
                                .formatted(
                                        left.source, choices.of("<<", ">>", ">>>"), integral(scope, depth - 1).source),
                        left.type.with(Number.INT));
            }
            case 5 -> {
                var left = integral(scope, depth - 1);
                var right = integral(scope, depth - 1);
                yield new Operand(
                        "(%s %s %s)".formatted(left.source, choices.of("&", "|", "^"), right.source),
                        left.type.with(right.type));
            }
            case 6 -> {
                var type = choices.of(Number.values());
                yield new Operand(value(type, scope, depth - 1), type);
            }
            case 7 -> {
                choices.use(Construct.MIXED_CONDITIONAL);
                var left = operand(scope, depth - 1);
                var right = operand(scope, depth - 1);
                yield new Operand(
                        "(%s ? %s : %s)".formatted(condition(scope, 1), left.source, right.source),
                        left.type.with(right.type));
            }
            case 8, 9 -> effect(scope, depth);
            case 10 -> call(scope, depth);
            case 11 -> {
                var inner = integral(scope, depth - 1);
                yield new Operand(
                        "(%s %s)".formatted(choices.of("-", "~", "+"), inner.source), inner.type.with(Number.INT));
            }
            case 12 -> {
                var left = operand(scope, depth - 1);
                var right = operand(scope, depth - 1);
                yield new Operand(
                        "Math.%s(%s, %s)".formatted(choices.of("min", "max"), left.source, right.source),
                        left.type.with(right.type));
            }
            default -> {
                if (scope.arrays.isEmpty()) {
                    yield leaf(scope);
                }
                var array = choices.of(scope.arrays);
                yield new Operand("%s[%s & 3]".formatted(array.name, value(Number.INT, scope, depth - 1)), array.type);
            }
        };
    }

    /** An operand that changes a variable. */
    private Operand effect(Scope scope, int depth) {
        var changing = scope.changing();
        if (changing.isEmpty()) {
            return leaf(scope);
        }
        choices.use(Construct.EFFECT_IN_OPERAND);
        var variable = choices.of(changing);
        return new Operand(
                switch (choices.below(5)) {
                    case 0 -> variable.name + "++";
                    case 1 -> "--" + variable.name;
                    case 2 -> "(%s = %s)".formatted(variable.name, value(variable.type, scope, depth - 1));
                    case 3 -> "(%s *= %s)".formatted(variable.name, operand(scope, depth - 1).source);
                    default -> "(%s += %s)".formatted(variable.name, operand(scope, depth - 1).source);
                },
                variable.type);
    }

    private Operand call(Scope scope, int depth) {
        if (!scope.inKernel || !choices.spendCall()) {
            return leaf(scope);
        }
        return switch (choices.below(6)) {
            case 0 ->
                new Operand(
                        "search(%s, %s)"
                                .formatted(value(Number.INT, scope, depth - 1), value(Number.LONG, scope, depth - 1)),
                        Number.INT);
            case 1 -> new Operand("leave(%s)".formatted(value(Number.INT, scope, depth - 1)), Number.INT);
            case 2 -> {
                choices.use(Construct.VARARGS);
                yield new Operand(
                        "sum(%s)"
                                .formatted(IntStream.range(0, choices.below(4))
                                        .mapToObj(_ -> value(Number.BYTE, scope, 1))
                                        .collect(Collectors.joining(", "))),
                        Number.INT);
            }
            case 3 ->
                new Operand(
                        "Scaled.of(%s ? new Plain(%s) : new Own(%s), %s)"
                                .formatted(
                                        condition(scope, 1),
                                        value(Number.SHORT, scope, 1),
                                        value(Number.SHORT, scope, 1),
                                        value(Number.INT, scope, 1)),
                        Number.LONG);
            default -> {
                if (scope.objects.isEmpty()) {
                    yield leaf(scope);
                }
                choices.use(Construct.VIRTUAL_CALL);
                var object = choices.of(scope.objects);
                yield choices.percent(50)
                        ? new Operand("%s.f(%s)".formatted(object, value(Number.BYTE, scope, 1)), Number.SHORT)
                        : new Operand("%s.g(%s)".formatted(object, value(Number.CHAR, scope, 1)), Number.INT);
            }
        };
    }

    private Operand leaf(Scope scope) {
        if (!scope.objects.isEmpty() && choices.percent(15)) {
            return choices.percent(50)
                    ? new Operand(choices.of(scope.objects) + ".b", Number.BYTE)
                    : new Operand(choices.of(scope.objects) + ".c", Number.CHAR);
        }
        if (!scope.numbers.isEmpty() && choices.percent(70)) {
            var variable = choices.of(scope.numbers);
            return new Operand(variable.name, variable.type);
        }
        return choices.of(
                new Operand("'" + choices.of("a", "Z", "\\uffff", "\\0") + "'", Number.CHAR),
                new Operand("(byte) " + choices.between(100, 300), Number.BYTE),
                new Operand("(short) " + choices.between(30_000, 70_000), Number.SHORT),
                new Operand(Integer.toString(choices.between(0, 40)), Number.INT),
                new Operand("0x%xL".formatted(0x1_2345_6789_abcdL >>> choices.below(48)), Number.LONG),
                new Operand(choices.of("1.5f", "-0f", "3e9f", "Float.NaN"), Number.FLOAT),
                new Operand(choices.of("0.1", "1e300", "-2.5", "4.9e-324"), Number.DOUBLE));
    }
}
