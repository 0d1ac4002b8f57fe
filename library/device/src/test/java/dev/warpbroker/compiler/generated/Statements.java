package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Scope.Use;
import dev.warpbroker.compiler.generated.Scope.Variable;
import dev.warpbroker.compiler.generated.Type.Array;
import dev.warpbroker.compiler.generated.Type.Function;
import dev.warpbroker.compiler.generated.Type.Mutable;
import dev.warpbroker.compiler.generated.Type.Primitive;
import dev.warpbroker.compiler.generated.Type.Product;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Random statements. */
final class Statements {
    private static final int EXPRESSION_DEPTH = 3;
    private static final int NESTING = 4;
    private static final int LOOP_NESTING = 3;

    private final Choices choices;
    private final Vocabulary vocabulary;
    private final Expressions expressions;

    /** Null in programs without handles as values. */
    private @Nullable HandleStatements handles;

    /** Null in programs without tables. */
    private @Nullable TableExpressions tables;

    Statements(Choices choices, Vocabulary vocabulary, Expressions expressions) {
        this.choices = choices;
        this.vocabulary = vocabulary;
        this.expressions = expressions;
    }

    /** From now on statements may deal with handles, too. */
    void use(HandleStatements statements) {
        handles = statements;
    }

    /** From now on statements may go through tables, too. */
    void use(TableExpressions expressions) {
        tables = expressions;
    }

    /**
     * Where a statement stands.
     *
     * @param label the label of the outermost loop, if there is one
     */
    record Position(int depth, int loops, @Nullable String label) {
        static Position outermost() {
            return new Position(0, 0, null);
        }

        Position nested() {
            return new Position(depth + 1, loops, label);
        }

        Position inLoop(@Nullable String own) {
            return new Position(depth + 1, loops + 1, label == null ? own : label);
        }
    }

    List<Code> several(int count, Scope scope, Position position) {
        var code = new ArrayList<Code>();
        for (int i = 0; i < count && choices.spendStatement(); i++) {
            code.addAll(statement(scope, position));
        }
        return code;
    }

    private List<Code> body(Scope scope, Position position) {
        return body(scope, scope.inner(), position);
    }

    /** A body in a scope of its own, which hands some of its values on to variables outside. */
    List<Code> body(Scope outer, Scope inner, Position position) {
        var code = new ArrayList<>(several(choices.between(1, 4), inner, position));
        for (Variable local : inner.declaredHere()) {
            var targets = outer.assignable(local.type());
            if (!targets.isEmpty() && choices.percent(70)) {
                var target = choices.of(targets).name();
                var operator = local.type() instanceof Primitive primitive ? combining(primitive) : "=";
                code.add(Code.line("%s %s %s;".formatted(target, operator, local.name())));
            }
        }
        return code;
    }

    private String combining(Primitive type) {
        return switch (type) {
            case INT, LONG -> choices.of("+=", "^=", "-=");
            case FLOAT, DOUBLE -> choices.of("+=", "*=", "=");
            case BOOLEAN -> choices.of("^=", "=");
        };
    }

    private List<Code> statement(Scope scope, Position position) {
        if (handles != null && choices.percent(50)) {
            var code = handles.statement(scope, position, this);
            if (!code.isEmpty()) {
                return code;
            }
        }
        if (tables != null && choices.percent(10)) {
            var code = tables.statement(scope);
            if (!code.isEmpty()) {
                return code;
            }
        }
        if (position.loops() > 0 && choices.percent(10)) {
            return jump(scope, position);
        }
        if (position.loops() > 0 && choices.percent(12)) {
            return reassignObject(scope, position);
        }
        boolean deep = position.depth() >= NESTING;
        return switch (choices.below(deep ? 16 : 29)) {
            case 0, 1, 2 -> List.of(declarePrimitive(scope));
            case 3, 4 -> assign(scope, position);
            case 5 -> compound(scope);
            case 6 -> List.of(declareObject(scope));
            case 7 -> reassignObject(scope, position);
            case 8, 9, 10 -> array(scope);
            case 11 -> List.of(declareFunction(scope));
            case 12, 13 -> store(scope);
            case 14 -> shared(scope);
            case 15 -> jump(scope, position);
            case 16, 17, 18 -> conditional(scope, position);
            case 19, 20 -> intSwitch(scope, position);
            case 21 -> enumSwitch(scope, position);
            case 22 -> patternSwitch(scope, position);
            case 23 -> instanceOf(scope, position);
            default -> loop(scope, position);
        };
    }

    private String expression(Type type, Scope scope) {
        return expressions.any(type, scope, EXPRESSION_DEPTH);
    }

    Code declarePrimitive(Scope scope) {
        var type = choices.of(Primitive.values());
        var name = choices.name("v");
        var value = expression(type, scope);
        if (type == Primitive.INT && choices.percent(10)) {
            choices.use(Construct.BOX);
            scope.declare(Variable.constant("(int) " + name, type));
            return Code.line("Integer %s = %s;".formatted(name, value));
        }
        scope.declare(new Variable(name, type, choices.percent(70) ? Use.VARIABLE : Use.CONSTANT));
        return Code.line("%s %s = %s;".formatted(type.source(), name, value));
    }

    private Code declareObject(Scope scope) {
        var type = choices.of(List.of(
                vocabulary.flat(), vocabulary.nested(), vocabulary.sum(), vocabulary.sum(), vocabulary.enumeration()));
        var name = choices.name("r");
        var value = expression(type, scope);
        scope.declare(new Variable(name, type, choices.percent(75) ? Use.VARIABLE : Use.CONSTANT));
        return Code.line("%s %s = %s;".formatted(type.source(), name, value));
    }

    private List<Code> reassignObject(Scope scope, Position position) {
        var targets = scope.assignable().stream()
                .filter(variable -> !(variable.type() instanceof Primitive))
                .toList();
        if (targets.isEmpty()) {
            return List.of(declareObject(scope));
        }
        var target = choices.of(targets);
        if (position.loops() > 0) {
            if (target.type().equals(vocabulary.sum())) {
                choices.use(Construct.SEALED_IN_LOOP);
            } else if (target.type() instanceof Product) {
                choices.use(Construct.RECORD_IN_LOOP);
            }
        }
        choices.use(Construct.ASSIGNMENT);
        return List.of(Code.line("%s = %s;".formatted(target.name(), expression(target.type(), scope))));
    }

    private List<Code> assign(Scope scope, Position position) {
        if (choices.percent(30)) {
            return reassignObject(scope, position);
        }
        var targets = scope.assignable().stream()
                .filter(variable -> variable.type() instanceof Primitive)
                .toList();
        if (targets.isEmpty()) {
            return List.of(declarePrimitive(scope));
        }
        choices.use(Construct.ASSIGNMENT);
        var target = choices.of(targets);
        return List.of(Code.line("%s = %s;".formatted(target.name(), expression(target.type(), scope))));
    }

    /** An assignment that narrows its result by itself: {@code i += f}. */
    private List<Code> compound(Scope scope) {
        var target = choices.of(Primitive.NUMERIC);
        var targets = scope.assignable(target);
        if (targets.isEmpty()) {
            return List.of(declarePrimitive(scope));
        }
        choices.use(Construct.COMPOUND_ASSIGNMENT);
        var name = choices.of(targets).name();
        boolean integral = target == Primitive.INT || target == Primitive.LONG;
        if (integral && choices.percent(50)) {
            var operator = choices.of("&=", "|=", "^=", "<<=", ">>=", ">>>=");
            var operand = choices.of(Primitive.INT, target);
            return List.of(Code.line("%s %s %s;".formatted(name, operator, expression(operand, scope))));
        }
        var operand = choices.of(Primitive.NUMERIC);
        return List.of(
                Code.line("%s %s %s;".formatted(name, choices.of("+=", "-=", "*="), expression(operand, scope))));
    }

    private List<Code> array(Scope scope) {
        var arrays = scope.visible(Array.class);
        var mutables = scope.visible(Mutable.class);
        if (!mutables.isEmpty() && choices.percent(40)) {
            choices.use(Construct.MUTABLE_OBJECT);
            return List.of(
                    Code.line("%s.add(%s);".formatted(choices.of(mutables).name(), expression(Primitive.INT, scope))));
        }
        if (mutables.isEmpty() && choices.percent(30)) {
            choices.use(Construct.MUTABLE_OBJECT);
            var name = choices.name("m");
            scope.declare(Variable.constant(name, vocabulary.mutable()));
            return List.of(Code.line(
                    "var %s = new %s();".formatted(name, vocabulary.mutable().name())));
        }
        if (arrays.isEmpty() || (arrays.size() < 3 && choices.percent(40))) {
            choices.use(Construct.LOCAL_ARRAY);
            var type = new Array(choices.of(Primitive.values()), choices.of(2, 4, 8));
            var name = choices.name("a");
            var code = new ArrayList<Code>();
            if (type.length() <= 4 && choices.percent(40)) {
                var elements = new ArrayList<String>();
                for (int i = 0; i < type.length(); i++) {
                    elements.add(expressions.primitive(type.element(), scope, 1));
                }
                code.add(Code.line("%s %s = {%s};".formatted(type.source(), name, String.join(", ", elements))));
            } else {
                code.add(Code.line("%s %s = %s;".formatted(type.source(), name, expression(type, scope))));
            }
            scope.declare(Variable.constant(name, type));
            return code;
        }
        var array = choices.of(arrays);
        var element = ((Array) array.type()).element();
        return List.of(
                Code.line("%s = %s;".formatted(expressions.element(array, scope, 1), expression(element, scope))));
    }

    private Code declareFunction(Scope scope) {
        var type = choices.of(Function.ALL);
        var name = choices.name("f");
        var value = expressions.any(type, scope, 2);
        scope.declare(Variable.constant(name, type));
        return Code.line("%s %s = %s;".formatted(type.source(), name, value));
    }

    private List<Code> store(Scope scope) {
        if (!scope.inKernel()) {
            return List.of(declarePrimitive(scope));
        }
        choices.use(Construct.MEMORY_WRITE);
        var type = choices.of(Primitive.NUMERIC);
        return List.of(Code.line("%sOut.%s(%s, %s);"
                .formatted(
                        type.source(),
                        choices.of("set", "set", "setOpaque", "setRelease", "setVolatile"),
                        expressions.ownIndex(scope, 1),
                        expression(type, scope))));
    }

    /** An update of memory that all lanes share, by an operation whose order does not matter. */
    private List<Code> shared(Scope scope) {
        if (!scope.inKernel()) {
            return List.of(declarePrimitive(scope));
        }
        choices.use(Construct.SHARED_UPDATE);
        var type = choices.of(Primitive.INT, Primitive.LONG);
        var operation = choices.of(SharedUpdate.values());
        return List.of(Code.line("%sShared.%s(%d, %s);"
                .formatted(
                        type.source(),
                        choices.percent(50) ? operation.method() : operation.relaxedMethod(),
                        operation.element(),
                        expression(type, scope))));
    }

    /** Leaves a loop, goes on with its next round or ends the lane, on a condition. */
    private List<Code> jump(Scope scope, Position position) {
        if (position.loops() == 0) {
            if (!scope.inKernel() || choices.percent(80)) {
                return List.of(declarePrimitive(scope));
            }
            choices.use(Construct.EARLY_RETURN);
            return List.of(Code.nest(
                    "if (%s)".formatted(expression(Primitive.BOOLEAN, scope)), List.of(Code.line("return;"))));
        }
        boolean leave = choices.percent(50);
        choices.use(leave ? Construct.BREAK : Construct.CONTINUE);
        var target = "";
        if (position.label() != null && choices.percent(35)) {
            choices.use(Construct.LABELLED_JUMP);
            target = " " + position.label();
        }
        return List.of(Code.nest(
                "if (%s)".formatted(expression(Primitive.BOOLEAN, scope)),
                List.of(Code.line((leave ? "break" : "continue") + target + ";"))));
    }

    private List<Code> conditional(Scope scope, Position position) {
        var test = Code.nest("if (%s)".formatted(expression(Primitive.BOOLEAN, scope)), body(scope, position.nested()));
        if (choices.percent(50)) {
            choices.use(Construct.IF);
            return List.of(test);
        }
        choices.use(Construct.IF_ELSE);
        return List.of(test, Code.nest("else", body(scope, position.nested())));
    }

    private List<Code> intSwitch(Scope scope, Position position) {
        choices.use(Construct.INT_SWITCH);
        boolean old = choices.percent(40);
        var arms = new ArrayList<Code>();
        for (int label : choices.percent(50) ? List.of(0, 1, 2, 3) : List.of(-1, 0, 7, 65_536)) {
            if (choices.percent(25)) {
                continue;
            }
            var arm = new ArrayList<>(body(scope, position.nested()));
            if (old) {
                if (choices.percent(60)) {
                    arm.add(Code.line("break;"));
                } else {
                    choices.use(Construct.FALL_THROUGH);
                }
                arms.add(Code.nest("case " + label + ":", arm));
            } else {
                arms.add(Code.nest("case " + label + " ->", arm));
            }
        }
        arms.add(Code.nest(old ? "default:" : "default ->", body(scope, position.nested())));
        var mask = choices.percent(70) ? " & 3" : "";
        return List.of(Code.nest("switch (%s%s)".formatted(expression(Primitive.INT, scope), mask), arms));
    }

    private List<Code> enumSwitch(Scope scope, Position position) {
        choices.use(Construct.ENUM_SWITCH);
        var arms = new ArrayList<Code>();
        for (String constant : vocabulary.enumeration().constants()) {
            arms.add(Code.nest("case " + constant + " ->", body(scope, position.nested())));
        }
        return List.of(Code.nest("switch (%s)".formatted(expression(vocabulary.enumeration(), scope)), arms));
    }

    private List<Code> patternSwitch(Scope scope, Position position) {
        var value = expression(vocabulary.sum(), scope);
        var arms =
                expressions.patterns(vocabulary.sum(), scope, inner -> body(scope, inner, position.nested())).stream()
                        .map(arm -> Code.nest("case " + arm.pattern() + " ->", arm.result()))
                        .toList();
        return List.of(Code.nest("switch (%s)".formatted(value), arms));
    }

    private List<Code> instanceOf(Scope scope, Position position) {
        choices.use(Construct.INSTANCEOF_PATTERN);
        var value = expression(vocabulary.sum(), scope);
        var variant = choices.of(vocabulary.sum().variants());
        var inner = scope.inner();
        var name = choices.name("p");
        inner.declare(Variable.constant(name, variant));
        var head = "if (%s instanceof %s %s && %s)"
                .formatted(value, variant.source(), name, expression(Primitive.BOOLEAN, inner));
        return List.of(Code.nest(head, body(scope, inner, position.nested())));
    }

    private List<Code> loop(Scope scope, Position position) {
        if (position.loops() >= LOOP_NESTING || position.depth() >= NESTING) {
            return conditional(scope, position);
        }
        var arrays = scope.visible(Array.class);
        if (!arrays.isEmpty() && choices.percent(20)) {
            choices.use(Construct.FOR_EACH);
            var array = choices.of(arrays);
            var inner = scope.inner();
            var name = choices.name("e");
            var element = ((Array) array.type()).element();
            inner.declare(Variable.constant(name, element));
            return List.of(Code.nest(
                    "for (%s %s : %s)".formatted(element.source(), name, array.name()),
                    body(scope, inner, position.inLoop(null))));
        }
        return switch (choices.below(3)) {
            case 0 -> countingLoop(scope, position);
            case 1 -> whileLoop(scope, position);
            default -> doWhileLoop(scope, position);
        };
    }

    private @Nullable String label(Position position) {
        return position.label() == null && choices.percent(30) ? choices.name("loop") : null;
    }

    private static String prefix(@Nullable String label) {
        return label == null ? "" : label + ": ";
    }

    /** The bound depends on data; the counter is assigned by the loop alone. */
    private List<Code> countingLoop(Scope scope, Position position) {
        choices.use(Construct.FOR);
        var counter = choices.name("i");
        var label = label(position);
        var bound = choices.percent(50)
                ? "" + choices.between(1, 5)
                : "(%s & %d)".formatted(expression(Primitive.INT, scope), choices.of(3, 7));
        var head = choices.percent(70)
                ? "%sfor (int %s = 0; %s < %s; %s++)".formatted(prefix(label), counter, counter, bound, counter)
                : "%sfor (int %s = %d; %s > 0; %s -= 2)"
                        .formatted(prefix(label), counter, choices.between(2, 7), counter, counter);
        var inner = scope.inner();
        inner.declare(new Variable(counter, Primitive.INT, Use.COUNTER));
        return List.of(Code.nest(head, body(scope, inner, position.inLoop(label))));
    }

    private List<Code> whileLoop(Scope scope, Position position) {
        choices.use(Construct.WHILE);
        var fuel = choices.name("n");
        var label = label(position);
        var declaration = Code.line("int %s = %d;".formatted(fuel, choices.between(1, 6)));
        var head = "%swhile (%s-- > 0 && %s)".formatted(prefix(label), fuel, expression(Primitive.BOOLEAN, scope));
        return List.of(declaration, Code.nest(head, body(scope, position.inLoop(label))));
    }

    private List<Code> doWhileLoop(Scope scope, Position position) {
        choices.use(Construct.DO_WHILE);
        var fuel = choices.name("n");
        var label = label(position);
        var declaration = Code.line("int %s = %d;".formatted(fuel, choices.between(1, 5)));
        var tail = "} while (--%s > 0 && %s);".formatted(fuel, expression(Primitive.BOOLEAN, scope));
        return List.of(declaration, new Code.Nest(prefix(label) + "do {", body(scope, position.inLoop(label)), tail));
    }
}
