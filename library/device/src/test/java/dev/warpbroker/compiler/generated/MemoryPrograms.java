package dev.warpbroker.compiler.generated;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes programs from a seed that access narrow memory, add to floating-point memory, count elements in longs, and
 * access neighbouring elements, which the compiler may do at once.
 *
 * <p>Lanes write to elements of their own, and to sums of small integers, which are exact in any order. A NaN is not
 * stored as a half float, nor compared bit by bit: which one arithmetic makes is up to the machine.
 */
final class MemoryPrograms {
    private static final int OWN = 4;

    private final Choices choices;
    private final String className;

    private MemoryPrograms(long seed) {
        choices = new Choices(seed);
        className = "Memory" + Long.toHexString(seed);
    }

    static GeneratedProgram generate(long seed) {
        return new MemoryPrograms(seed).program(seed);
    }

    private GeneratedProgram program(long seed) {
        var body = new ArrayList<Code>();
        body.add(Code.line("int own = lane.id() * 4;"));
        body.add(Code.line("long at = lane.id() * 4L;"));
        body.add(Code.line("int a = intIn.get(lane.id());"));
        body.add(Code.line("int b = byteIn.get(lane.id()) - shortIn.getChar(63L - lane.id());"));
        body.add(Code.line("long c = longIn.get(lane.id());"));
        body.add(Code.line("float f = floatIn.get(lane.id());"));
        body.add(Code.line("double d = doubleIn.get(at >> 2);"));
        if (choices.percent(40)) {
            body.addAll(shared());
        }
        body.addAll(statements(choices.between(6, 14), 2));
        body.add(Code.line("intOut.set(own, a);"));
        body.add(Code.line("intOut.set(at + 1, b);"));
        body.add(Code.line("longOut.set(at, c);"));
        body.add(Code.line("floatOut.set(own, f);"));
        body.add(Code.line("doubleOut.set(at + 3, d);"));
        return GeneratedProgram.ofKernel(seed, className, List.of(), List.of(), body, false, choices.constructs());
    }

    private List<Code> statements(int count, int depth) {
        var code = new ArrayList<Code>();
        for (int i = 0; i < count; i++) {
            if (choices.percent(25)) {
                code.addAll(neighbours());
            } else {
                code.add(statement(depth));
            }
        }
        return code;
    }

    /** Accesses to neighbouring elements of memory, and others among them, perhaps of the same memory. */
    private List<Code> neighbours() {
        choices.use(Construct.NEIGHBOURS);
        if (choices.percent(15)) {
            return List.of(beyondTheEnd());
        }
        String element = choices.of("int", "int", "long", "float", "double");
        String one = element + choices.of("Own", "Own2");
        String other = element + choices.of("Own", "Own2", "Out");
        var code = new ArrayList<Code>();
        if (choices.percent(20)) {
            String chosen = choices.name("m");
            code.add(Code.line(
                    "%s %s = (%s & 1) == 0 ? %s : %s;".formatted(handle(element), chosen, number(1), one, other)));
            one = chosen;
        }
        switch (choices.below(4)) {
            case 0 -> {
                String record = choices.name("r");
                code.add(Code.line("int %s = own + 2 * (%s & 1);".formatted(record, number(1))));
                code.addAll(runs(element, one, other, record, 2));
            }
            case 1 -> {
                String record = choices.name("r");
                code.add(Code.nest(
                        "for (int %1$s = own; %1$s < own + 4; %1$s += 2)".formatted(record),
                        runs(element, one, other, record, 2)));
            }
            default -> code.addAll(runs(element, one, other, choices.of("own", "at"), OWN));
        }
        return code;
    }

    private List<Code> runs(String element, String one, String other, String record, int length) {
        var code = new ArrayList<Code>();
        for (int i = choices.between(1, 4); i > 0; i--) {
            String total = total(element);
            List<Integer> order = elements(length);
            switch (choices.below(5)) {
                case 0 -> {
                    var names = new ArrayList<String>();
                    for (int k : order) {
                        names.add(choices.name("x"));
                        code.add(Code.line(
                                "%s %s = %s.get(%s + %d);".formatted(element, names.getLast(), one, record, k)));
                    }
                    code.add(Code.line("%s += %s;".formatted(total, String.join(" * 3 + ", names))));
                }
                case 1 ->
                    order.forEach(k -> code.add(Code.line(
                            "%s.set(%s + %d, %s + %d);".formatted(other, record, k, total, choices.between(-9, 9)))));
                case 2 ->
                    order.forEach(k -> code.add(Code.line("%s.set(%s + %d, %s.get(%s + %d));"
                            .formatted(
                                    one, record, k, other, record, choices.percent(70) ? k : choices.below(length)))));
                case 3 ->
                    order.forEach(k -> code.add(Code.line("%1$s.set(%2$s + %3$d, %1$s.get(%2$s + %3$d) * 3 + %4$d);"
                            .formatted(one, record, k, choices.between(0, 5)))));
                default -> code.add(Code.line(disturbance(element, choices.of(one, other))));
            }
            if (choices.percent(20)) {
                code.add(choices.below(code.size() + 1), Code.line(disturbance(element, choices.of(one, other))));
            }
        }
        return code;
    }

    /** {@return the elements of a record, mostly each once, in some order} */
    private List<Integer> elements(int length) {
        var order = new ArrayList<Integer>();
        for (int k = 0; k < length; k++) {
            order.add(k);
        }
        return switch (choices.below(6)) {
            case 0 -> order.reversed();
            case 1 -> {
                order.add(choices.below(length), choices.below(length));
                yield order;
            }
            case 2 -> {
                order.remove(/* index */ choices.below(length));
                yield order;
            }
            default -> order;
        };
    }

    /** {@return an access that neighbours may not be able to pass} */
    private String disturbance(String element, String memory) {
        String total = total(element);
        return switch (choices.below(4)) {
            case 0 -> "%s.%s(%s, %s);".formatted(memory, mode("set"), index(), total);
            case 1 -> "%s += %s.%s(%s);".formatted(total, memory, mode("get"), index());
            case 2 -> "%s = %s.getAndAdd%s(%s, %s);".formatted(total, memory, order(), index(), total);
            default -> "intOwn.set(%s, %s);".formatted(index(), number(1));
        };
    }

    /** The exception must come at the element, not at the first of those that are accessed with it. */
    private Code beyondTheEnd() {
        String record = choices.name("q");
        var body = new ArrayList<Code>();
        body.add(Code.line("int %s = %s * (%s & 1);".formatted(record, choices.of("64", "68"), number(1))));
        for (int k : elements(OWN)) {
            body.add(Code.line("a = a * 31 + intIn2.get(%s + %d);".formatted(record, k)));
        }
        return new Code.Nest("try {", body, "} catch (ArrayIndexOutOfBoundsException _) { b ^= 77; }");
    }

    private static String total(String element) {
        return switch (element) {
            case "int" -> "a";
            case "long" -> "c";
            case "float" -> "f";
            default -> "d";
        };
    }

    private static String handle(String element) {
        return Character.toUpperCase(element.charAt(0)) + element.substring(1) + "s";
    }

    private Code statement(int depth) {
        if (depth > 0 && choices.percent(25)) {
            var inner = statements(choices.between(1, 3), depth - 1);
            var counter = choices.name("i");
            return switch (choices.below(4)) {
                case 0 -> Code.nest("if ((%s & %d) != 0)".formatted(number(1), choices.of(1, 3, 8)), inner);
                case 1 ->
                    Code.nest("for (int %1$s = 0; %1$s < (%2$s & 3); %1$s++)".formatted(counter, number(1)), inner);
                case 2 ->
                    Code.nest(
                            "for (long %1$s = at; %1$s < at + %2$d; %1$s++)"
                                    .formatted(counter, choices.between(1, OWN)),
                            withIndex(inner, counter));
                default ->
                    Code.nest("if (%s > %s)".formatted(choices.of("f", "d"), choices.of("0", "1e-40f", "-3")), inner);
            };
        }
        return Code.line(
                switch (choices.below(14)) {
                    case 0, 1, 2 -> narrowWrite();
                    case 3, 4 -> "%s = %s;".formatted(choices.of("a", "b"), number(2));
                    case 5 -> "c = c * 31 + %s;".formatted(number(2));
                    case 6 -> half();
                    case 7, 8 -> sum();
                    case 9, 10 -> floatUpdate();
                    case 11 -> "intOwn.%s(%s, %s);".formatted(mode("set"), index(), number(2));
                    case 12 ->
                        "longOwn.getAnd%s%s(%s, %s);"
                                .formatted(choices.of("Add", "BitwiseXor", "Max", "Min"), order(), index(), number(1));
                    default -> choice();
                });
    }

    private List<Code> withIndex(List<Code> inner, String counter) {
        var code = new ArrayList<>(inner);
        choices.use(Construct.LONG_INDEX);
        code.add(Code.line("byteOwn.set(%1$s, (byte) (byteOwn.get(%1$s) * 3 + %1$s));".formatted(counter)));
        return code;
    }

    private String narrowWrite() {
        choices.use(Construct.NARROW_WRITE);
        return choices.percent(50)
                ? "byteOwn.%s(%s, (byte) (%s));".formatted(mode("set"), index(), number(2))
                : choices.percent(70)
                        ? "shortOwn.%s(%s, (short) (%s));".formatted(mode("set"), index(), number(2))
                        : "shortOwn.setChar(%s, (char) (%s));".formatted(index(), number(2));
    }

    private String half() {
        choices.use(Construct.HALF_FLOAT);
        return choices.percent(50)
                ? "f = Float.float16ToFloat(%s);"
                        .formatted(choices.of(
                                "shortIn.get(lane.id())",
                                "shortOwn.get(%s)".formatted(index()),
                                "(short) (%s)".formatted(number(1))))
                : "shortOwn.set(%s, Float.floatToFloat16(Float.isNaN(f) ? 1.5f : f));".formatted(index());
    }

    /** The result depends on the order, so it is not used. */
    private String sum() {
        choices.use(Construct.FLOAT_SUM);
        return choices.percent(60)
                ? "floatSum.getAndAdd%s(%s, %s);"
                        .formatted(
                                order(), element(), choices.of("1f", "%s & 15".formatted(number(1)), "lane.id() & 3"))
                : "doubleSum.getAndAdd%s(%s, (%s & 255) * 0.25);".formatted(order(), element(), number(1));
    }

    private String element() {
        return choices.of("0", "1", "2L", "%s & 3".formatted(number(0)), "c & 3");
    }

    private String floatUpdate() {
        choices.use(Construct.FLOAT_UPDATE);
        String tiny = choices.of("f", "1e-40f", "-0f", "f * 1e-38f", "-f", "Float.MIN_NORMAL", "0x1p-100f", "2.5f");
        return switch (choices.below(4)) {
            case 0, 1 ->
                "f = floatOwn.getAnd%s%s(%s, %s);"
                        .formatted(choices.of("Add", "Add", "Min", "Max"), order(), index(), tiny);
            case 2 ->
                "d = doubleOwn.getAnd%s%s(%s, %s);"
                        .formatted(
                                choices.of("Add", "Add", "Min", "Max"),
                                order(),
                                index(),
                                choices.of("d", "f", "1e-310"));
            default ->
                "f = floatOwn.compareAndExchange%s(%s, Float.isNaN(f) ? 1f : f, %s);".formatted(order(), index(), tiny);
        };
    }

    private String choice() {
        String name = choices.name("m");
        return choices.percent(50)
                ? "Bytes %1$s = (%2$s & 1) == 0 ? byteIn : byteOwn; a += %1$s.length(); c += %1$s.longLength();"
                        .formatted(name, number(1))
                : "Shorts %1$s = (%2$s & 1) == 0 ? shortOwn : shortOwn; %1$s.set(%3$s, (short) (%1$s.get(%3$s) + 1));"
                        .formatted(name, number(1), index());
    }

    /** Before anything diverges: every lane of the block comes to the barrier. */
    private List<Code> shared() {
        choices.use(Construct.NARROW_SHARED);
        boolean bytes = choices.percent(50);
        return List.of(
                Code.line("%1$s mates = lane.block().shared%1$s(32);".formatted(bytes ? "Bytes" : "Shorts")),
                Code.line("mates.%s(lane.block().lane(), (%s) (%s));"
                        .formatted(choices.of("set", "setOpaque"), bytes ? "byte" : "short", number(2))),
                Code.line("lane.block().barrier();"),
                Code.line("a += mates.%s(lane.block().lane() ^ %d);"
                        .formatted(choices.of("get", "getOpaque"), choices.between(0, 31))));
    }

    /** {@return an int} */
    private String number(int depth) {
        if (depth == 0 || choices.percent(25)) {
            return choices.of("a", "b", "(int) c", "lane.id()", String.valueOf(choices.between(-200, 40_000)));
        }
        choices.use(Construct.NARROW_READ);
        return switch (choices.below(11)) {
            case 0 -> "byteIn.%s(%s)".formatted(choices.of("get", "getUnsigned"), anywhere(depth));
            case 1 -> "shortIn.%s(%s)".formatted(choices.of("get", "getChar"), anywhere(depth));
            case 2 -> "byteOwn.%s(%s)".formatted(mode("get"), index());
            case 3 -> "shortOwn.%s(%s)".formatted(mode("get"), index());
            case 4 -> "byteOwn.getUnsigned(%s)".formatted(index());
            case 5 -> "(byte) (%s)".formatted(number(depth - 1));
            case 6 -> "(char) (%s)".formatted(number(depth - 1));
            case 7 -> "(%s >> %d)".formatted(number(depth - 1), choices.between(1, 9));
            default ->
                "(%s %s %s)".formatted(number(depth - 1), choices.of("+", "-", "*", "^", "&"), number(depth - 1));
        };
    }

    /** {@return an index of any input element} */
    private String anywhere(int depth) {
        return choices.percent(50) ? "(%s) & 63".formatted(number(depth - 1)) : longIndex("(c + %d) & 63", 99);
    }

    /** {@return an index of one of the lane's own elements, an int or a long} */
    private String index() {
        return switch (choices.below(4)) {
            case 0 -> "own + " + choices.below(OWN);
            case 1 -> "own + (%s & 3)".formatted(number(0));
            case 2 -> longIndex("at + %d", OWN);
            default -> longIndex("at + ((c + %d) & 3)", 50);
        };
    }

    private String longIndex(String form, int bound) {
        choices.use(Construct.LONG_INDEX);
        return form.formatted(choices.below(bound));
    }

    private String mode(String verb) {
        return verb
                + (verb.equals("get")
                        ? choices.of("", "Opaque", "Acquire", "Volatile")
                        : choices.of("", "Opaque", "Release", "Volatile"));
    }

    private String order() {
        return choices.of("", "AcqRel", "Relaxed");
    }
}
