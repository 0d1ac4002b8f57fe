package dev.warpbroker.compiler.generated;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes programs of much code from a seed: chains of thousands of steps whose end is the index of an atomic, trees of
 * up to 4,096 inlined calls, chains of a thousand calls, large arrays, hundreds of branches, and loops with long
 * bodies.
 */
final class LargePrograms {
    private static final List<String> STEPS = List.of(
            "x ^= x << 13;",
            "x ^= x >>> 17;",
            "x += 0x9E3779B9;",
            "x *= 0x85EBCA6B;",
            "x = Integer.rotateLeft(x, 7) - y;",
            "y += x;",
            "y ^= y >>> 3;",
            "y = y * 31 + 12345;",
            "x = Math.max(x, y) ^ 77;",
            "z = z * 6364136223846793005L + x;",
            "y -= (int) (z >>> 32);",
            "z ^= z << 21;");
    private static final String STATE = "int x, int y, long z";

    private final Choices choices;
    private final String className;
    private final List<Code> members = new ArrayList<>();
    private final List<Code> body = new ArrayList<>();

    private LargePrograms(long seed) {
        choices = new Choices(seed);
        className = "Large" + Long.toHexString(seed);
    }

    static GeneratedProgram generate(long seed) {
        return new LargePrograms(seed).program(seed);
    }

    private GeneratedProgram program(long seed) {
        body.add(Code.line("int x = intIn.get(lane.id());"));
        body.add(Code.line("int y = intIn2.get(lane.id());"));
        body.add(Code.line("long z = longIn.get(lane.id());"));
        for (int i = 0; i < choices.between(1, 2); i++) {
            part(i);
        }
        body.add(Code.line("intTally.getAndAdd(x & 7, 1);"));
        body.add(Code.line("intOut.getAndAdd(lane.id() * 4 + (y & 3), x);"));
        body.add(Code.line("longOut.set(lane.id() * 4 + (x & 3), z + y);"));
        return GeneratedProgram.ofKernel(seed, className, List.of(), members, body, false, choices.constructs());
    }

    private void part(int number) {
        switch (choices.below(9)) {
            case 0 -> {
                choices.use(Construct.STRAIGHT_LINE);
                steps(choices.between(200, 3_000), body);
            }
            case 1 -> callTree("tree" + number);
            case 2 -> callChain("link" + number);
            case 3 -> {
                choices.use(Construct.DEEP_EXPRESSION);
                int depth = choices.between(50, 600);
                var expression = new StringBuilder("x");
                for (int i = 0; i < depth; i++) {
                    expression.insert(0, "(").append(choices.of(" + y)", " * 31)", " ^ 5)", " - (y >>> 2))"));
                }
                body.add(Code.line("x = " + expression + ";"));
            }
            case 4 -> arrays(number);
            case 5 -> branches();
            case 6 -> {
                choices.use(Construct.LONG_LOOP);
                var round = new ArrayList<Code>();
                steps(choices.between(100, 1_000), round);
                body.add(Code.nest("for (int i = 0; i < (lane.id() & 3); i++)", round));
            }
            case 7 -> variables(number);
            default -> manyCases();
        }
    }

    private void steps(int count, List<Code> code) {
        for (int i = 0; i < count; i++) {
            code.add(Code.line(choices.of(STEPS)));
        }
    }

    private Code method(String head, List<Code> code) {
        return Code.nest(head, code);
    }

    /** Methods that call the one below several times. */
    private void callTree(String name) {
        choices.use(Construct.CALL_TREE);
        int width = choices.of(2, 4, 8);
        int calls = 1 << choices.between(8, 12);
        var leaf = new ArrayList<Code>();
        steps(choices.between(1, 3), leaf);
        leaf.add(Code.line("return x + y + (int) z;"));
        members.add(method("static int %s0(%s)".formatted(name, STATE), leaf));
        int level = 0;
        for (int made = width; made <= calls; made *= width) {
            level++;
            var code = new ArrayList<Code>();
            for (int i = 0; i < width; i++) {
                code.add(Code.line("x = %s%d(x, y + %d, z);".formatted(name, level - 1, i)));
            }
            code.add(Code.line("return x;"));
            members.add(method("static int %s%d(%s)".formatted(name, level, STATE), code));
        }
        body.add(Code.line("x = %s%d(x, y, z);".formatted(name, level)));
    }

    private void callChain(String name) {
        choices.use(Construct.CALL_CHAIN);
        int length = choices.of(100, 300, 1_000);
        for (int i = 0; i <= length; i++) {
            members.add(method(
                    "static int %s%d(%s)".formatted(name, i, STATE),
                    List.of(
                            Code.line(choices.of(STEPS)),
                            Code.line(
                                    i == 0
                                            ? "return x ^ y ^ (int) z;"
                                            : "return %s%d(x, y, z) + %d;".formatted(name, i - 1, i)))));
        }
        body.add(Code.line("x = %s%d(x, y, z);".formatted(name, length)));
    }

    private void arrays(int number) {
        choices.use(Construct.LARGE_ARRAY);
        for (int i = 0; i < choices.between(1, 8); i++) {
            var type = choices.of("byte", "short", "int", "long", "char", "boolean");
            int most = switch (type) {
                case "byte", "boolean" -> 4096;
                case "short", "char" -> 2048;
                case "int" -> 1024;
                default -> 512;
            };
            int length = choices.percent(50) ? most : choices.between(64, most);
            var name = "a" + number + "_" + i;
            body.add(Code.line("%s[] %s = new %s[%d];".formatted(type, name, type, length)));
            var value = type.equals("boolean") ? "(x & 1) == 0" : "(%s) (x + i)".formatted(type);
            var round = List.of(Code.line("%s[Math.floorMod(x + i * 7, %d)] = %s;".formatted(name, length, value)));
            body.add(Code.nest("for (int i = 0; i < 8; i++)", round));
            body.add(Code.line(
                    type.equals("boolean")
                            ? "y += %s[Math.floorMod(x, %d)] ? 3 : 4;".formatted(name, length)
                            : "y += (int) %s[Math.floorMod(x + 14, %d)];".formatted(name, length)));
        }
    }

    private void branches() {
        choices.use(Construct.MANY_BRANCHES);
        for (int i = 0; i < choices.between(100, 500); i++) {
            var then = Code.nest(
                    "if ((x & %d) %s 0)".formatted(choices.between(1, 255), choices.of("==", "!=")),
                    List.of(Code.line(choices.of(STEPS))));
            body.add(then);
            if (choices.percent(50)) {
                body.add(Code.nest("else", List.of(Code.line(choices.of(STEPS)))));
            }
        }
    }

    /** Many variables that are all in use in a loop. */
    private void variables(int number) {
        choices.use(Construct.MANY_VARIABLES);
        int count = choices.between(50, 200);
        var round = new ArrayList<Code>();
        var sum = new StringBuilder("x");
        for (int i = 0; i < count; i++) {
            var name = "v" + number + "_" + i;
            body.add(Code.line("int %s = x * %d + y;".formatted(name, i)));
            round.add(Code.line("%s = %s * 3 + v%d_%d;".formatted(name, name, number, choices.below(i + 1))));
            sum.append(" + ").append(name);
        }
        body.add(Code.nest("for (int i = 0; i < (lane.id() & 7); i++)", round));
        body.add(Code.line("x = " + sum + ";"));
    }

    private void manyCases() {
        choices.use(Construct.MANY_CASES);
        var arms = new ArrayList<Code>();
        int count = choices.between(50, 300);
        for (int i = 0; i < count; i++) {
            arms.add(Code.nest(
                    "case %d ->".formatted(i * choices.of(1, 1, 1000) + i),
                    List.of(Code.line("x += %d;".formatted(i)), Code.line(choices.of(STEPS)))));
        }
        arms.add(Code.nest("default ->", List.of(Code.line(choices.of(STEPS)))));
        body.add(Code.nest("switch (x & 511)", distinct(arms)));
    }

    private static List<Code> distinct(List<Code> arms) {
        var heads = new ArrayList<String>();
        var kept = new ArrayList<Code>();
        for (Code arm : arms) {
            if (arm instanceof Code.Nest nest && !heads.contains(nest.head())) {
                heads.add(nest.head());
                kept.add(arm);
            }
        }
        return kept;
    }
}
