package dev.warpbroker.compiler.generated;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes programs from a seed in which a type contains itself and a loop makes objects of it that grow. No kernel can
 * have those, as all objects live in registers; the compiler must say so at once. A few are built without a loop.
 */
final class RecursivePrograms {
    private final Choices choices;
    private final String className;
    private final List<Code> members = new ArrayList<>();

    private RecursivePrograms(long seed) {
        choices = new Choices(seed);
        className = "Recursive" + Long.toHexString(seed);
    }

    static GeneratedProgram generate(long seed) {
        return new RecursivePrograms(seed).program(seed);
    }

    /**
     * A type that contains itself.
     *
     * @param start the first object, or null
     * @param grown an object that holds {@code all}, made in round {@code i}
     * @param result a number from {@code all}
     */
    private record Growth(String type, String start, String grown, String result) {}

    private GeneratedProgram program(long seed) {
        var growth = growth();
        var body = new ArrayList<Code>();
        body.add(Code.line("int x = intIn.get(lane.id());"));
        body.add(Code.line("int result = 0;"));
        body.add(Code.line("%s all = %s;".formatted(growth.type(), growth.start())));
        body.addAll(built(growth));
        body.add(Code.line("result += %s;".formatted(growth.result())));
        body.add(Code.line("intOut.set(lane.id() * 4, result);"));
        return GeneratedProgram.ofKernel(
                seed, className, List.of("java.util.function.*"), members, body, false, choices.constructs());
    }

    private List<Code> built(Growth growth) {
        var grow = new ArrayList<Code>();
        grow.add(Code.line("var before0 = all;"));
        grow.add(Code.line("all = %s;".formatted(growth.grown())));
        if (choices.percent(25)) {
            grow.add(Code.nest("if ((x >> i & 1) == 0)", List.of(Code.line("continue;"))));
            grow.add(Code.line("result += i;"));
        }
        if (choices.percent(15)) {
            choices.use(Construct.RECURSIVE_TYPE);
            return List.of(
                    Code.nest("", List.of(Code.line("int i = 1;"), Code.line("var before0 = all;"), grow.get(1))),
                    Code.nest("", List.of(Code.line("int i = x;"), Code.line("var before0 = all;"), grow.get(1))));
        }
        choices.use(Construct.RECURSIVE_TYPE_IN_LOOP);
        return switch (choices.below(4)) {
            case 0 -> List.of(Code.nest("for (int i = 0; i < %d; i++)".formatted(choices.between(2, 9)), grow));
            case 1 -> List.of(Code.nest("for (int i = 0; i < (x & 7); i++)", grow));
            case 2 ->
                List.of(Code.nest(
                        "for (int j = 0; j < 3; j++)",
                        List.of(Code.nest("for (int i = j; i < (lane.id() & 3); i++)", grow))));
            default -> {
                var conditional = new ArrayList<Code>();
                conditional.add(Code.nest("if ((x >> i & 3) == 1)", List.of(Code.line("continue;"))));
                conditional.addAll(grow);
                yield List.of(Code.nest("for (int i = 0; i < 6; i++)", conditional));
            }
        };
    }

    private Growth growth() {
        return switch (choices.below(9)) {
            case 0 -> {
                members.add(Code.line("record Node(int value, Node next) {}"));
                yield new Growth(
                        "Node", "null", "new Node(i, all)", walk("Node", "all.value()", ".value()", ".next()"));
            }
            case 1 -> {
                members.add(Code.line("record Node(long weight, Ints data, Node next, int value) {}"));
                yield new Growth(
                        "Node",
                        "new Node(1, intOut, null, 3)",
                        "new Node(i, (i & 1) == 0 ? intIn : intOut, all, x)",
                        walk("Node", "all.value()", ".value()", ".next()"));
            }
            case 2 -> {
                members.add(Code.line("record Tree(Tree left, Tree right, int value) {}"));
                yield new Growth(
                        "Tree",
                        "null",
                        choices.of("new Tree(all, all, i)", "new Tree(null, all, i)", "new Tree(all, null, x)"),
                        walk("Tree", "all.value()", ".value()", choices.of(".left()", ".right()")));
            }
            case 3 -> {
                members.add(Code.nest(
                        "sealed interface List",
                        List.of(
                                Code.line("record Nil() implements List {}"),
                                Code.line("record Cons(int head, List tail) implements List {}"))));
                yield new Growth(
                        "List",
                        "new List.Nil()",
                        "new List.Cons(i, all)",
                        "switch (all) { case List.Nil _ -> 0; case List.Cons(int head, List tail) -> head; }");
            }
            case 4 -> {
                members.add(Code.nest(
                        "static final class Node",
                        List.of(
                                Code.line("int value;"),
                                Code.line("Node next;"),
                                Code.line("Node(int value, Node next) { this.value = value; this.next = next; }"))));
                yield new Growth("Node", "null", "new Node(i, all)", "(all == null ? -1 : all.value)");
            }
            case 5 ->
                new Growth(
                        "IntUnaryOperator",
                        "v -> v + 1",
                        "v -> before0.applyAsInt(v) * 3",
                        "all.applyAsInt(lane.id())");
            case 6 -> new Growth("Supplier<Integer>", "() -> 5", "() -> before0.get() + 2", "all.get()");
            case 7 -> {
                members.add(Code.line("record Box<T>(T value) {}"));
                yield new Growth("Object", "null", "new Box<>(all)", "(all instanceof Box<?> ? 3 : 4)");
            }
            default -> {
                members.add(Code.line("record Link(Chain chain, int value) {}"));
                members.add(Code.line("record Chain(Link link) {}"));
                yield new Growth(
                        "Chain", "null", "new Chain(new Link(all, i))", "(all == null ? -1 : all.link().value())");
            }
        };
    }

    /** {@return the first value, or the sum of all of them by a loop} */
    private String walk(String type, String first, String value, String next) {
        if (choices.percent(50)) {
            return "(all == null ? -1 : %s)".formatted(first);
        }
        members.add(Code.nest(
                "static int sum(%s from)".formatted(type),
                List.of(
                        Code.line("int sum = 0;"),
                        Code.nest(
                                "for (%s at = from; at != null; at = at%s)".formatted(type, next),
                                List.of(Code.line("sum = sum * 3 + at%s;".formatted(value)))),
                        Code.line("return sum;"))));
        return "sum(all)";
    }
}
