package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Scope.Use;
import dev.warpbroker.compiler.generated.Scope.Variable;
import dev.warpbroker.compiler.generated.Statements.Position;
import dev.warpbroker.compiler.generated.Type.Array;
import dev.warpbroker.compiler.generated.Type.Component;
import dev.warpbroker.compiler.generated.Type.Enumeration;
import dev.warpbroker.compiler.generated.Type.Function;
import dev.warpbroker.compiler.generated.Type.Handle;
import dev.warpbroker.compiler.generated.Type.HandleArray;
import dev.warpbroker.compiler.generated.Type.Holder;
import dev.warpbroker.compiler.generated.Type.Maker;
import dev.warpbroker.compiler.generated.Type.Mutable;
import dev.warpbroker.compiler.generated.Type.Primitive;
import dev.warpbroker.compiler.generated.Type.Product;
import dev.warpbroker.compiler.generated.Type.Sum;
import dev.warpbroker.compiler.generated.Vocabulary.Helper;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a random kernel from a seed.
 *
 * <p>What a program computes depends on its inputs only: loops are bounded, every lane writes to elements of its own,
 * and what lanes share is updated by operations whose order does not matter. A few programs may divide by zero.
 */
final class ProgramGenerator {
    private final long seed;
    private final Choices choices;
    private final Vocabulary vocabulary;
    private final Expressions expressions;
    private final Statements statements;
    private final boolean mayDivideByZero;

    /** Null in programs without handles as values. */
    private final @Nullable HandleVocabulary handles;

    /** Null in programs without tables. */
    private final @Nullable TableExpressions tables;

    private ProgramGenerator(long seed, boolean withHandles, boolean withTables) {
        this.seed = seed;
        choices = new Choices(seed);
        mayDivideByZero = choices.percent(5);
        vocabulary = Vocabulary.random(
                choices, (withHandles ? "Handles" : withTables ? "Tables" : "Program") + Long.toHexString(seed));
        expressions = new Expressions(choices, vocabulary, mayDivideByZero);
        statements = new Statements(choices, vocabulary, expressions);
        handles = withHandles ? HandleVocabulary.random(choices) : null;
        if (handles != null) {
            var handleExpressions = new HandleExpressions(choices, vocabulary, handles, expressions);
            expressions.use(handleExpressions);
            statements.use(new HandleStatements(choices, handles, expressions, handleExpressions));
        }
        tables = withTables ? new TableExpressions(choices, vocabulary, expressions) : null;
        if (tables != null) {
            expressions.use(tables);
            statements.use(tables);
        }
    }

    /** {@return a program that uses all of kernel Java but handles as values} */
    static GeneratedProgram generate(long seed) {
        return new ProgramGenerator(seed, false, false).program();
    }

    /**
     * {@return a program that uses all of kernel Java, and in which handles, and objects that hold them, are values}
     */
    static GeneratedProgram withHandles(long seed) {
        return new ProgramGenerator(seed, true, false).program();
    }

    /** {@return a program that reads arrays made before the launch, and calls StrictMath} */
    static GeneratedProgram withTables(long seed) {
        return new ProgramGenerator(seed, false, true).program();
    }

    private GeneratedProgram program() {
        // No calls between the members of types: they would be recursive.
        choices.allow(0, 40, 0);
        var members = new ArrayList<Code>();
        members.add(enumeration());
        members.add(record(vocabulary.flat(), "", List.of(changed())));
        members.add(record(vocabulary.nested(), "", List.of()));
        members.add(sealedInterface());
        members.add(mutable());
        members.add(method("static boolean holds(boolean value)", "return value;"));
        members.add(Code.nest(
                "static int fold(int n, int start, IntBinaryOperator step)",
                List.of(
                        Code.line("int state = start;"),
                        Code.nest(
                                "for (int i = 0; i < n; i++)",
                                List.of(Code.line("state = step.applyAsInt(state, i);"))),
                        Code.line("return state;"))));
        if (handles != null) {
            members.addAll(new HandleMembers(choices, handles, expressions, statements).members());
        }
        if (tables != null) {
            members.addAll(tables.members());
        }
        members.add(helper("twist", List.of(new Component("x", Primitive.INT)), Primitive.INT, 0));
        for (int i = 0; i < choices.between(1, 3); i++) {
            members.add(randomHelper(i));
        }
        members.add(kernel());
        var code = List.of(
                Code.line("package %s;".formatted(GeneratedProgram.PACKAGE)),
                Code.line("import dev.warpbroker.device.*;"),
                Code.line("import java.util.function.*;"),
                Code.nest("public final class " + vocabulary.className(), members));
        boolean divides = choices.uses(Construct.UNGUARDED_DIVISION);
        return new GeneratedProgram(seed, vocabulary.className(), code, divides, choices.constructs());
    }

    private static Code method(String head, String... lines) {
        return Code.nest(head, List.of(lines).stream().map(Code::line).toList());
    }

    private Code enumeration() {
        var constants = vocabulary.enumeration().constants();
        var values = IntStream.range(0, constants.size())
                .mapToObj(i ->
                        "%s(%d, %s)".formatted(constants.get(i), choices.between(-50, 50), choices.below(99) / 4.0))
                .toList();
        var arms = constants.stream()
                .map(constant -> Code.line("case %s -> (x & %d) == 0 ? %s : %s;"
                        .formatted(constant, choices.between(1, 7), choices.of(constants), choices.of(constants))))
                .toList();
        return Code.nest(
                "enum " + vocabulary.enumeration().name(),
                List.of(
                        Code.line(String.join(", ", values) + ";"),
                        Code.line("final int weight;"),
                        Code.line("final double scale;"),
                        method(
                                vocabulary.enumeration().name() + "(int weight, double scale)",
                                "this.weight = weight;",
                                "this.scale = scale;"),
                        Code.nest(
                                vocabulary.enumeration().name() + " next(int x)",
                                List.of(new Code.Nest("return switch (this) {", arms, "};")))));
    }

    private Code record(Product product, String supertypes, List<Code> members) {
        var simpleName = product.name().substring(product.name().indexOf('.') + 1);
        return Code.nest("record %s(%s)%s".formatted(simpleName, product.parameters(), supertypes), members);
    }

    private Code changed() {
        var flat = vocabulary.flat();
        var scope = Scope.ofMethod(flat.components());
        scope.declare(Variable.constant("x", Primitive.INT));
        var values = flat.components().stream()
                .map(component -> expressions.any(component.type(), scope, 1))
                .toList();
        return method(
                "%s changed(int x)".formatted(flat.name()),
                "return new %s(%s);".formatted(flat.name(), String.join(", ", values)));
    }

    private Code sealedInterface() {
        var members = new ArrayList<Code>();
        members.add(Code.line("int weight(int x);"));
        var variants = vocabulary.sum().variants();
        var scope = Scope.ofMethod(List.of(new Component("x", Primitive.INT)));
        var arms = new ArrayList<Code>();
        for (int i = 0; i < variants.size(); i++) {
            var values = variants.get(i).components().stream()
                    .map(component -> expressions.any(component.type(), scope, 1))
                    .toList();
            arms.add(Code.line("%s -> new %s(%s);"
                    .formatted(
                            i == variants.size() - 1 ? "default" : "case " + i,
                            variants.get(i).name(),
                            String.join(", ", values))));
        }
        members.add(Code.nest(
                "static Choice of(int x)",
                List.of(new Code.Nest("return switch (x & %d) {".formatted(choices.of(3, 7)), arms, "};"))));
        for (Product variant : variants) {
            var inner = Scope.ofMethod(variant.components());
            inner.declare(Variable.constant("x", Primitive.INT));
            var weight = method(
                    "public int weight(int x)", "return %s;".formatted(expressions.primitive(Primitive.INT, inner, 2)));
            members.add(record(variant, " implements Choice", List.of(weight)));
        }
        return Code.nest("sealed interface Choice", members);
    }

    private Code mutable() {
        return Code.nest(
                "static final class " + vocabulary.mutable().name(),
                List.of(
                        Code.line("int count;"),
                        Code.line("long total = %dL;".formatted(choices.below(100))),
                        method("void add(int x)", "count++;", "total = total * 31 + x;")));
    }

    private Code randomHelper(int number) {
        var parameters = new ArrayList<Component>();
        for (int i = 0; i < choices.between(1, 3); i++) {
            parameters.add(new Component("x" + i, choices.of(Primitive.values())));
        }
        if (choices.percent(30)) {
            parameters.add(new Component("flat", vocabulary.flat()));
        }
        if (choices.percent(30)) {
            parameters.add(new Component("choice", vocabulary.sum()));
        }
        return helper("helper" + number, parameters, choices.of(Primitive.values()), choices.between(0, 3));
    }

    private Code helper(String name, List<Component> parameters, Primitive result, int length) {
        choices.allow(8, 30, 2);
        var scope = Scope.ofMethod(parameters);
        var body = new ArrayList<>(statements.several(length, scope, Position.outermost()));
        body.add(Code.line("return %s;".formatted(expressions.primitive(result, scope, 2))));
        vocabulary.helpers().add(new Helper(name, List.copyOf(parameters), result));
        var source = parameters.stream().map(Component::source).toList();
        return Code.nest("static %s %s(%s)".formatted(result.source(), name, String.join(", ", source)), body);
    }

    private Code kernel() {
        choices.allow(36, 180, 16);
        var scope = Scope.ofKernel();
        var captured = captured(scope);
        var body = new ArrayList<Code>();
        for (Primitive type : Primitive.NUMERIC) {
            var name = choices.name("v");
            body.add(Code.line("%1$s %2$s = %1$sIn.get(lane.id());".formatted(type.source(), name)));
            scope.declare(new Variable(name, type, choices.percent(60) ? Use.VARIABLE : Use.CONSTANT));
        }
        body.addAll(statements.several(choices.between(6, 12), scope, Position.outermost()));
        body.addAll(observations(scope));
        captured.add(new Code.Nest("return lane -> {", body, "};"));
        return Code.nest("public static Kernel kernel(" + ProgramMemory.source() + ")", captured);
    }

    /** Objects that exist before the launch, which the kernel captures. */
    private List<Code> captured(Scope scope) {
        var code = new ArrayList<Code>();
        if (tables != null) {
            code.addAll(tables.captured());
        }
        if (handles == null) {
            return code;
        }
        // On the host: nothing is read, as only the device can.
        var host = Scope.ofMethod(List.of());
        ProgramMemory.PARAMETERS.forEach(each -> host.declare(Variable.constant(each.name(), each.type())));
        for (int i = 0; i < choices.between(0, 4); i++) {
            var type = choices.percent(70) ? choices.of(handles.products()) : handles.view();
            var name = choices.name("captured");
            code.add(Code.line("%s %s = %s;".formatted(type.source(), name, expressions.any(type, host, 0))));
            scope.declare(Variable.constant(name, type));
        }
        for (int i = 0; i < choices.between(0, 2); i++) {
            var name = choices.name("chooser");
            var main = handles.main();
            code.add(Code.line("Chooser %s = k -> (k & %d) == 0 ? %s : %s;"
                    .formatted(
                            name,
                            choices.between(1, 3),
                            expressions.any(main, host, 0),
                            expressions.any(main, host, 0))));
            scope.declare(Variable.constant(name, handles.chooser()));
        }
        return code;
    }

    /** Stores what the kernel's outermost variables hold, so that nothing that was computed goes unseen. */
    private List<Code> observations(Scope scope) {
        var code = new ArrayList<Code>();
        for (Variable variable : scope.visible()) {
            switch (variable.type()) {
                case Primitive primitive -> code.add(observe(primitive, variable.name()));
                case Product product -> observeParts(variable.name(), product, code);
                case Holder holder -> observeParts(variable.name(), holder, code);
                case HandleArray array -> observeParts(variable.name(), array, code);
                case Handle handle -> code.addAll(observe(handle, variable.name()));
                case Sum sum ->
                    code.add(observe(
                            Primitive.INT,
                            variable.name()
                                    + (sum.equals(vocabulary.sum()) ? ".weight(3)" : ".weight(lane.id() * 4)")));
                case Enumeration _ -> code.add(observe(Primitive.INT, variable.name() + ".ordinal()"));
                case Array(Primitive element, int _) -> {
                    var name = choices.name("e");
                    code.add(Code.nest(
                            "for (%s %s : %s)".formatted(element.source(), name, variable.name()),
                            List.of(observe(element, name))));
                }
                case Mutable _ -> {
                    code.add(observe(Primitive.INT, variable.name() + ".count"));
                    code.add(observe(Primitive.LONG, variable.name() + ".total"));
                }
                case Function _, Maker _ -> {}
            }
        }
        return code;
    }

    private void observeParts(String name, Type type, List<Code> code) {
        for (Primitive primitive : Primitive.values()) {
            var paths = new ArrayList<String>();
            Expressions.addPaths(name, type, primitive, paths);
            paths.forEach(path -> code.add(observe(primitive, path)));
        }
        for (Handle handle : HandleVocabulary.HANDLES) {
            var paths = new ArrayList<String>();
            Expressions.addPaths(name, type, handle, paths);
            paths.forEach(path -> code.addAll(observe(handle, path)));
        }
    }

    private List<Code> observe(Handle handle, String value) {
        var length = observe(Primitive.INT, value + ".length()");
        return switch (handle.sharing()) {
            case INPUT -> List.of(length, observe(handle.element(), value + ".get(lane.id())"));
            case OWN -> List.of(length, observe(handle.element(), value + ".get(lane.id() * 4 + 1)"));
            case TALLY -> List.of(length);
        };
    }

    private Code observe(Primitive type, String value) {
        return switch (type) {
            case INT -> mix("int", value);
            case LONG -> mix("long", value);
            case FLOAT -> mix("int", "Float.floatToIntBits(%s)".formatted(value));
            case DOUBLE -> mix("long", "Double.doubleToLongBits(%s)".formatted(value));
            case BOOLEAN -> mix("int", "(%s ? 7 : 13)".formatted(value));
        };
    }

    private Code mix(String memory, String value) {
        int element = choices.below(4);
        return Code.line("%1$sOut.set(lane.id() * 4 + %2$d, %1$sOut.get(lane.id() * 4 + %2$d) * 31 + %3$s);"
                .formatted(memory, element, value));
    }
}
