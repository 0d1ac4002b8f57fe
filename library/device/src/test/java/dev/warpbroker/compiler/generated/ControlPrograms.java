package dev.warpbroker.compiler.generated;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes programs of exceptions from a seed: nests of try, catch and finally, in loops and in methods that call each
 * other, with exceptions of the program's own classes and those that instructions throw, at any depth. Besides there
 * are equals and hashCode of records, nullable enums, optional values, the methods of Objects, and texts.
 *
 * <p>Every lane catches what it throws at the end, except, in some programs, one lane.
 */
final class ControlPrograms {
    /** What handlers catch, subclasses first. */
    private static final List<String> CAUGHT = List.of(
            "Grave",
            "Fault",
            "Counted",
            "ArithmeticException",
            "ArrayIndexOutOfBoundsException",
            "IndexOutOfBoundsException",
            "NullPointerException",
            "ClassCastException",
            "NegativeArraySizeException",
            "java.util.NoSuchElementException",
            "IllegalStateException",
            "RuntimeException",
            "Exception",
            "Throwable");

    /** Handlers of several of these may be one. */
    private static final List<String> UNRELATED = List.of(
            "Fault",
            "Counted",
            "ArithmeticException",
            "IndexOutOfBoundsException",
            "NullPointerException",
            "ClassCastException",
            "IllegalStateException");

    private static final List<String> TYPES = List.of(
            "enum Kind { LOW(3), HIGH(40) { int turn(int x) { return x / 3; } }, FAR(500); final int weight;"
                    + " Kind(int weight) { this.weight = weight; } int turn(int x) { return x ^ weight; } }",
            "record Cell(int a, float b, long c, boolean d, byte e) {}",
            "record Labelled(Cell cell, Kind kind, Integer number, String name) {}",
            "sealed interface Form { int size(); }",
            "record Line(int size) implements Form {}",
            "record Box(int size, Cell cell) implements Form {"
                    + " public int size() { return cell == null ? 10 / size : size; } }",
            "static class Fault extends RuntimeException { final int code; final long weight; Fault(int code, long"
                + " weight) { super(\"fault\"); this.code = code; this.weight = weight > code ? weight : code; }"
                + " Fault(int code, String text, Throwable cause) { super(text, cause); this.code = code; weight = -1;"
                + " } int code() { return code; } }",
            "static final class Grave extends Fault { Grave(int code) { super(code, 77); } int code() { if (code =="
                    + " 13) { throw new IllegalStateException(\"unlucky\"); } return -code; } }",
            "static final class Counted extends RuntimeException { int seen; Counted(int seen) { this.seen = seen; } }",
            "static final class Checked extends Exception { final int code; Checked(int code) { this.code = code; } }",
            "static final class Door implements AutoCloseable { final Ints log; final int at; final int key;"
                    + " Door(Ints log, int at, int key) { this.log = log; this.at = at; this.key = key; }"
                    + " public void close() { log.set(at, log.get(at) * 3 + key);"
                    + " if ((key & 7) == 5) { throw new IllegalStateException(\"stuck\"); } } }",
            "static Kind kind(int x) { return switch (x & 3) { case 0 -> Kind.LOW; case 1 -> Kind.HIGH;"
                    + " case 2 -> Kind.FAR; default -> null; }; }",
            "static Cell cell(int x) { return (x & 7) == 7 ? null :"
                    + " new Cell(x & 1, (x & 2) == 0 ? Float.NaN : -0f, x & 4, (x & 8) == 0, (byte) (x & 3)); }",
            "static Integer number(int x) { return (x & 3) == 2 ? null : Integer.valueOf(x & 5); }",
            "static String name(int x) { return switch (x & 3) { case 0 -> \"north\"; case 1 -> \"south\";"
                    + " case 2 -> \"\"; default -> null; }; }",
            "static Labelled labelled(int x) { return new Labelled(cell(x), kind(x >> 1), number(x), name(x >> 2)); }",
            "static Form form(int x) { return (x & 1) == 0 ? new Line(x & 7) : new Box(x & 3, (x & 4) == 0 ? null :"
                    + " cell(x)); }",
            "static Optional<Integer> half(int x) { return (x & 1) == 0 ? Optional.of(x / 2) : Optional.empty(); }",
            "static OptionalLong wide(int x) { return (x & 2) == 0 ? OptionalLong.of(x * 5L) : OptionalLong.empty(); }",
            "static int checked(int x) throws Checked { if ((x & 3) == 1) { throw new Checked(x >> 2); } return x + 1;"
                    + " }",
            "static int codeOf(Throwable t) { return switch (t) { case null -> -9; case Grave g -> 1; case Fault f ->"
                + " f.code + 2; case Counted c -> c.seen; case ArithmeticException _ -> 3; case"
                + " IndexOutOfBoundsException _ -> 4; case NullPointerException _ -> 5; case ClassCastException _ ->"
                + " 6; case IllegalStateException s -> s.getMessage() == null ? 7 : s.getMessage().length() + 8;"
                + " default -> 99; }; }");

    private final Choices choices;
    private final String className;
    private final List<Code> members = new ArrayList<>();
    private int helpers;

    /** What the code that is being made may do. */
    private record Place(int depth, boolean inLoop, boolean inMethod) {
        Place deeper() {
            return new Place(depth + 1, inLoop, inMethod);
        }

        Place loop() {
            return new Place(depth + 1, true, inMethod);
        }
    }

    private ControlPrograms(long seed) {
        choices = new Choices(seed);
        className = "Control" + Long.toHexString(seed);
    }

    static GeneratedProgram generate(long seed) {
        return new ControlPrograms(seed).program(seed);
    }

    private GeneratedProgram program(long seed) {
        boolean oneFails = choices.percent(15);
        TYPES.forEach(type -> members.add(Code.line(type)));
        for (int i = 0; i < choices.between(1, 2); i++) {
            helper();
        }
        choices.allow(14, 0, 2);
        var body = new ArrayList<Code>();
        body.add(Code.line("int id = lane.id();"));
        body.add(Code.line("int x = intIn.get(id);"));
        body.add(Code.line("int y = intIn2.get(id);"));
        body.add(Code.line("long z = longIn.get(id);"));
        body.add(Code.line("int[] cells = {1, 2, 3, 4, 5};"));
        body.add(Code.line("RuntimeException last = null;"));
        body.add(Code.nest("try", statements(choices.between(4, 7), new Place(0, false, false))));
        var guarded = new ArrayList<Code>();
        if (oneFails) {
            choices.use(Construct.EXCEPTION_UNCAUGHT);
            guarded.add(Code.line("if (id == 13) { throw t; }"));
        }
        guarded.add(Code.line("x = x * 31 + codeOf(t);"));
        body.add(Code.nest("catch (RuntimeException t)", guarded));
        body.add(Code.line("intOut.set(id * 4, x);"));
        body.add(Code.line("intOut.set(id * 4 + 1, y);"));
        body.add(Code.line("intOut.set(id * 4 + 2, codeOf(last) + cells[1] * 10 + cells[3]);"));
        body.add(Code.line("longOut.set(id * 4, z);"));
        return GeneratedProgram.ofKernel(
                seed, className, List.of("java.util.*"), members, body, oneFails, choices.constructs());
    }

    /** A method that may call those made before it. */
    private void helper() {
        choices.allow(7, 0, helpers == 0 ? 0 : 1);
        var body = new ArrayList<Code>();
        body.add(Code.line("long z = y;"));
        body.add(Code.line("int[] cells = {x & 1, 7, y & 3};"));
        body.add(Code.line("RuntimeException last = null;"));
        body.addAll(statements(choices.between(2, 4), new Place(0, false, true)));
        body.add(Code.line("return x + y * 3 + (int) z + codeOf(last);"));
        members.add(Code.nest(
                "static int helper%d(int x, int y, int id, Ints intIn2, Ints intOwn)".formatted(helpers), body));
        helpers++;
    }

    private List<Code> statements(int count, Place place) {
        var code = new ArrayList<Code>();
        for (int i = 0; i < count && choices.spendStatement(); i++) {
            code.addAll(statement(place));
        }
        return code;
    }

    private List<Code> statement(Place place) {
        if (place.depth() < 4 && choices.percent(45)) {
            return switch (choices.below(7)) {
                case 0, 1, 2 -> attempt(place);
                case 3 -> loop(place);
                case 4 -> resources(place);
                case 5 -> checkedCall(place);
                default ->
                    List.of(
                            Code.nest("if (" + condition() + ")", statements(choices.between(1, 3), place.deeper())),
                            Code.nest("else", statements(choices.between(0, 2), place.deeper())));
            };
        }
        return List.of(simple(place));
    }

    private Code simple(Place place) {
        int kind = choices.below(100);
        if (kind < 30) {
            return Code.line(thrown());
        }
        if (kind < 55) {
            return Code.line(choices.of("x += ", "y ^= ", "z += ", "x = 31 * x + ") + implicit() + ";");
        }
        if (kind < 80) {
            return Code.line(choices.of("x += ", "y = y * 7 + ", "z ^= ") + value() + ";");
        }
        if (kind < 86 && helpers > 0 && choices.spendCall()) {
            return Code.line("x = helper%d(x, y, id, intIn2, intOwn);".formatted(choices.below(helpers)));
        }
        if (kind < 90 && place.inLoop()) {
            return Code.line("if (%s) { %s; }".formatted(condition(), choices.of("break", "continue")));
        }
        if (kind < 94 && place.inMethod()) {
            return Code.line("if (%s) { return x + %d; }".formatted(condition(), choices.below(50)));
        }
        return Code.line(choices.of(
                "cells[x & 1] = y;", "intOwn.set(id * 4 + (x & 3), y);", "z = z * 3 + x;", "y = x ^ (int) z;"));
    }

    private String condition() {
        return choices.of(
                "(x & %d) == %d".formatted(choices.of(1, 3, 7), choices.below(3)),
                "y > x",
                "(y & 3) != 0",
                "z %% 3 == %d".formatted(choices.below(3)),
                "kind(x) == kind(y)",
                "id > %d".formatted(choices.below(60)));
    }

    private String thrown() {
        choices.use(Construct.EXCEPTION_THROWN);
        var made = choices.of(
                "new Fault(x & 63, y)",
                "new Fault(%d, \"deep\", last)".formatted(choices.below(40)),
                "new Grave(x & 31)",
                "new Counted(y & 15)",
                "new ArithmeticException()",
                "new IllegalStateException(\"%s\")".formatted(choices.of("a", "bcd", "efghi")),
                "new IllegalStateException((x & 1) == 0 ? \"even\" : \"uneven\")",
                "new IllegalStateException()",
                "new IndexOutOfBoundsException(\"at \" + x)",
                "(y & 1) == 0 ? new Fault(3, x) : new Counted(4)");
        return "if (%s) { throw %s; }".formatted(condition(), made);
    }

    /** An int that instructions may fail to compute. */
    private String implicit() {
        choices.use(Construct.EXCEPTION_IMPLICIT);
        return choices.of(
                "100 / (x & 3)",
                "(int) (77L % (y & 1))",
                "cells[x & 7]",
                "cells[(x & 3) - 1]",
                "intIn2.get((x & 127) - 20)",
                "cell(x).a()",
                "kind(y).weight",
                "kind(x).turn(y)",
                "number(x)",
                "name(x).length()",
                "((Line) form(x)).size()",
                "((Box) form(y)).size()",
                "form(x).size()",
                "(form(x) instanceof Box(int size, Cell cell) ? size + codeOf(last) : 2)",
                "half(x).get()",
                "(int) wide(y).getAsLong()",
                "half(x).orElseThrow(() -> new Fault(5, 5))",
                "Objects.checkIndex(x & 7, 5)",
                "Objects.checkFromToIndex(x & 3, y & 3, 3)",
                "Objects.requireNonNull(kind(x)).ordinal()",
                "Objects.requireNonNull(number(y), \"number\")",
                "Math.addExact(x, y)",
                "Math.toIntExact(z)",
                "new int[-1].length",
                "Integer.divideUnsigned(x, y & 3)",
                "\"some text\".charAt(x & 15)",
                "name(y).charAt(x & 3)");
    }

    /** An int that can always be computed. */
    private String value() {
        return switch (choices.below(6)) {
            case 0 -> {
                choices.use(Construct.RECORD_EQUALITY);
                yield choices.of(
                        "(labelled(x).equals(labelled(y)) ? 5 : 6)",
                        "(labelled(x & 15).equals(labelled(y & 15)) ? 1 : 2)",
                        "(Objects.equals(cell(x), cell(y)) ? 7 : 8)",
                        "Objects.hashCode(cell(x))",
                        "new Cell(x, y, z, true, (byte) y).hashCode()",
                        "(form(x).equals(form(y)) ? 1 : 2)",
                        "new Line(x).hashCode()");
            }
            case 1 -> {
                choices.use(Construct.NULLABLE_ENUM);
                yield choices.of(
                        "(kind(x) == kind(y) ? 1 : 2)",
                        "(kind(x) == null ? 3 : 4)",
                        "(kind(x) == Kind.HIGH ? 5 : 6)",
                        "(Objects.equals(kind(x), kind(y)) ? 7 : 8)",
                        "(switch (kind(x)) { case null -> 1; case LOW -> 2; case HIGH -> y; case FAR -> 3; })");
            }
            case 2 -> {
                choices.use(Construct.OPTIONAL);
                yield choices.of(
                        "half(x).map(v -> v * 3).filter(v -> (v & 1) == 0).orElse(y)",
                        "half(x).flatMap(%s::half).or(() -> Optional.of(9)).get()".formatted(className),
                        "(half(x).equals(half(y)) ? 1 : 2)",
                        "half(x).hashCode()",
                        "(int) wide(x).orElse(4)",
                        "(wide(x).isPresent() ? 1 : 0)",
                        "Optional.ofNullable(name(x)).map(String::length).orElse(-1)",
                        "Optional.ofNullable(kind(x)).map(k -> k.weight).orElseGet(() -> 8)");
            }
            case 3 -> {
                choices.use(Construct.OBJECTS_METHOD);
                yield choices.of(
                        "Objects.hash(x, y, z)",
                        "Objects.hash(cell(x), number(y), \"text\")",
                        "Objects.requireNonNullElse(number(x), 4)",
                        "(Objects.isNull(cell(y)) ? 1 : 0)",
                        "(Objects.equals(number(x), number(y)) ? 11 : 12)",
                        "Objects.hashCode(name(x))");
            }
            case 4 -> {
                choices.use(Construct.CHOSEN_TEXT);
                yield choices.of(
                        "(\"north\".equals(name(x)) ? 1 : 2)",
                        "(Objects.equals(name(x), name(y)) ? 3 : 4)",
                        "(switch (name(x)) { case null -> 1; case \"north\" -> 2; case \"\" -> 3; default -> 4; })",
                        "(name(x) == null ? 0 : name(x).compareTo(\"norway\"))",
                        "\"0123456789\".indexOf(x & 127)",
                        "(Character.isLetter(x & 1023) ? Character.toUpperCase((char) (x & 1023)) : Character.digit(y,"
                                + " 16))",
                        "Character.getType((char) y)");
            }
            default -> choices.of("x * 31", "(y >>> 3)", "(int) z", "cells[2]", "Integer.bitCount(x)", "codeOf(last)");
        };
    }

    private List<Code> attempt(Place place) {
        choices.use(Construct.TRY);
        var code = new ArrayList<Code>();
        code.add(Code.nest("try", statements(choices.between(1, 3), place.deeper())));
        int before = code.size();
        handlers(code, place);
        if (code.size() == before || choices.percent(35)) {
            choices.use(Construct.FINALLY);
            code.add(Code.nest("finally", finalizing(place)));
        }
        return code;
    }

    private List<Code> finalizing(Place place) {
        var code = new ArrayList<Code>();
        code.add(Code.line(choices.of("x++;", "y = y * 3 + 1;", "z -= x;", "cells[0]++;")));
        code.addAll(statements(choices.between(0, 1), place.deeper()));
        return code;
    }

    private void handlers(List<Code> code, Place place) {
        if (choices.percent(15)) {
            return;
        }
        if (choices.percent(15)) {
            choices.use(Construct.MULTI_CATCH);
            int first = choices.below(UNRELATED.size() - 1);
            var types = UNRELATED.get(first) + " | " + UNRELATED.get(choices.between(first + 1, UNRELATED.size() - 1));
            code.add(handler(types, place));
            return;
        }
        for (String type : CAUGHT) {
            if (choices.percent(10)) {
                code.add(handler(type, place));
            }
        }
    }

    private Code handler(String type, Place place) {
        choices.use(Construct.CATCH);
        var e = choices.name("e");
        var body = new ArrayList<Code>();
        body.add(Code.line("x = x * 5 + codeOf(%s);".formatted(e)));
        switch (type) {
            case "Fault", "Grave" ->
                body.add(Code.line(choices.of("y += %s.code();", "z += %s.weight;", "y ^= %s.code;")
                        .formatted(e)));
            case "Counted" -> body.add(Code.line("%s.seen += 3; y += %s.seen;".formatted(e, e)));
            default -> {}
        }
        if (!type.equals("Exception") && !type.equals("Throwable") && choices.percent(30)) {
            choices.use(Construct.EXCEPTION_KEPT);
            body.add(Code.line("last = %s;".formatted(e)));
        }
        body.addAll(statements(choices.between(0, 2), place.deeper()));
        if (choices.percent(25)) {
            choices.use(Construct.RETHROW);
            body.add(Code.line("if (%s) { throw %s; }".formatted(condition(), e)));
        } else if (choices.percent(15)) {
            choices.use(Construct.WRAP);
            body.add(Code.line("if (%s) { throw new Fault(x & 7, \"deep\", %s); }".formatted(condition(), e)));
        } else if (choices.percent(20)) {
            body.add(Code.line("y += codeOf(%s.getCause());".formatted(e)));
        }
        return Code.nest("catch (%s %s)".formatted(type, e), body);
    }

    private List<Code> loop(Place place) {
        choices.use(Construct.TRY_IN_LOOP);
        var i = choices.name("i");
        var body = new ArrayList<Code>();
        body.addAll(attempt(place.loop()));
        body.add(Code.line("x += %s;".formatted(i)));
        body.addAll(statements(choices.between(0, 2), place.loop()));
        return List.of(Code.nest("for (int %s = 0; %s < %d; %s++)".formatted(i, i, choices.between(2, 4), i), body));
    }

    private List<Code> resources(Place place) {
        choices.use(Construct.TRY_WITH_RESOURCES);
        var one = choices.name("door");
        var head = "try (var %s = new Door(intOwn, id * 4 + 1, x & %d)".formatted(one, choices.of(1, 7, 15));
        if (choices.percent(40)) {
            head += "; var %s = new Door(intOwn, id * 4 + 1, y & 3)".formatted(choices.name("door"));
        }
        var code = new ArrayList<Code>();
        code.add(Code.nest(head + ")", statements(choices.between(1, 2), place.deeper())));
        if (choices.percent(60)) {
            code.add(handler(choices.of("IllegalStateException", "RuntimeException"), place));
        }
        return code;
    }

    private List<Code> checkedCall(Place place) {
        choices.use(Construct.CHECKED_EXCEPTION);
        var e = choices.name("e");
        var body = new ArrayList<Code>();
        body.add(Code.line("x += checked(y);"));
        body.addAll(statements(choices.between(0, 2), place.deeper()));
        return List.of(
                Code.nest("try", body),
                Code.nest("catch (Checked %s)".formatted(e), List.of(Code.line("z = z * 7 + %s.code;".formatted(e)))));
    }
}
