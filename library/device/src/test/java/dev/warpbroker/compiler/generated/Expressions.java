package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Scope.Variable;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random expressions of a wanted type. */
final class Expressions {
    private static final List<String> INTS = List.of(
            "0", "1", "-1", "2", "7", "-13", "31", "32", "255", "65536", "Integer.MAX_VALUE", "Integer.MIN_VALUE");
    private static final List<String> LONGS = List.of(
            "0L",
            "1L",
            "-1L",
            "3L",
            "63L",
            "-1000L",
            "4294967296L",
            "0x123456789abcdefL",
            "Long.MAX_VALUE",
            "Long.MIN_VALUE");
    private static final List<String> FLOATS = List.of(
            "0f",
            "-0f",
            "1f",
            "-1.5f",
            "0.1f",
            "3e10f",
            "1e-40f",
            "Float.NaN",
            "Float.POSITIVE_INFINITY",
            "Float.MIN_VALUE",
            "Float.MAX_VALUE");
    private static final List<String> DOUBLES = List.of(
            "0.0",
            "-0.0",
            "1.0",
            "-2.5",
            "0.1",
            "1e15",
            "1e-310",
            "Double.NaN",
            "Double.NEGATIVE_INFINITY",
            "Double.MIN_VALUE",
            "Double.MAX_VALUE");

    private final Choices choices;
    private final Vocabulary vocabulary;
    private final boolean mayDivideByZero;

    /** Null in programs without handles as values. */
    private @Nullable HandleExpressions handles;

    /** Null in programs without tables. */
    private @Nullable TableExpressions tables;

    Expressions(Choices choices, Vocabulary vocabulary, boolean mayDivideByZero) {
        this.choices = choices;
        this.vocabulary = vocabulary;
        this.mayDivideByZero = mayDivideByZero;
    }

    /** From now on expressions may go through handles, too. */
    void use(HandleExpressions expressions) {
        handles = expressions;
    }

    /** From now on expressions may read tables and call StrictMath, too. */
    void use(TableExpressions expressions) {
        tables = expressions;
    }

    private HandleExpressions handles() {
        return Objects.requireNonNull(handles, "a program without handles");
    }

    String any(Type type, Scope scope, int depth) {
        return switch (type) {
            case Primitive primitive -> primitive(primitive, scope, depth);
            case Product product -> product(product, scope, depth);
            case Sum sum -> sum(sum, scope, depth);
            case Enumeration enumeration -> enumeration(enumeration, scope, depth);
            case Array(Primitive element, int length) -> "new %s[%d]".formatted(element.source(), length);
            case Mutable(String name) -> "new %s()".formatted(name);
            case Function function -> function(function, scope, depth);
            case Handle handle -> handles().handle(handle, scope, depth);
            case HandleArray array -> handles().array(array, scope, depth);
            case Holder holder -> handles().holder(holder, scope, depth);
            case Maker maker -> handles().maker(maker, scope, depth);
        };
    }

    String primitive(Primitive type, Scope scope, int depth) {
        if (depth <= 0 || !choices.spendExpression()) {
            return leaf(type, scope);
        }
        if (choices.percent(12)) {
            return leaf(type, scope);
        }
        if (handles != null && choices.percent(30)) {
            var read = handles.read(type, scope, depth - 1);
            if (read.isPresent()) {
                return read.get();
            }
        }
        if (tables != null && choices.percent(30)) {
            var read = tables.read(type, scope, depth - 1);
            if (read.isPresent()) {
                return read.get();
            }
        }
        if (choices.percent(35)) {
            return common(type, scope, depth - 1);
        }
        return switch (type) {
            case INT -> intOperation(scope, depth - 1);
            case LONG -> longOperation(scope, depth - 1);
            case FLOAT -> floatOperation(scope, depth - 1);
            case DOUBLE -> doubleOperation(scope, depth - 1);
            case BOOLEAN -> booleanOperation(scope, depth - 1);
        };
    }

    /** A variable, a component of one, a literal or an input. */
    private String leaf(Primitive type, Scope scope) {
        var paths = new ArrayList<String>();
        for (Variable variable : scope.visible()) {
            addPaths(variable.name(), variable.type(), type, paths);
        }
        if (!paths.isEmpty() && choices.percent(80)) {
            return choices.of(paths);
        }
        if (type == Primitive.BOOLEAN && choices.percent(80)) {
            return "(%s %s %s)"
                    .formatted(leaf(Primitive.INT, scope), choices.of("<", "!="), leaf(Primitive.INT, scope));
        }
        return choices.percent(30) && type != Primitive.BOOLEAN ? input(type, "lane.id()", scope) : literal(type);
    }

    /** Adds every way to get a value of type {@code wanted} out of a variable without an operator. */
    static void addPaths(String path, Type type, Type wanted, List<String> paths) {
        if (type.equals(wanted)) {
            paths.add(path);
            return;
        }
        switch (type) {
            case Product(String _, var components) ->
                components.forEach(each -> addPaths(path + "." + each.name() + "()", each.type(), wanted, paths));
            case Mutable _ -> {
                if (wanted == Primitive.INT) {
                    paths.add(path + ".count");
                } else if (wanted == Primitive.LONG) {
                    paths.add(path + ".total");
                }
            }
            case Holder(String _, var fields) ->
                fields.forEach(each -> addPaths(path + "." + each.name(), each.type(), wanted, paths));
            case HandleArray(var element, int length) -> {
                for (int i = 0; i < length && element.equals(wanted); i++) {
                    paths.add("%s[%d]".formatted(path, i));
                }
            }
            case Primitive _, Sum _, Enumeration _, Array _, Function _, Handle _, Maker _ -> {}
        }
    }

    private String literal(Primitive type) {
        return switch (type) {
            case INT -> choices.percent(50) ? choices.of(INTS) : "" + (choices.below(2000) - 1000);
            case LONG -> choices.percent(50) ? choices.of(LONGS) : choices.below(100_000) + "L";
            case FLOAT -> choices.percent(50) ? choices.of(FLOATS) : choices.below(1000) / 8f + "f";
            case DOUBLE -> choices.percent(50) ? choices.of(DOUBLES) : "" + choices.below(10_000) / 16.0;
            case BOOLEAN -> choices.of("true", "false");
        };
    }

    private String input(Primitive type, String index, Scope scope) {
        if (!scope.inKernel()) {
            return literal(type);
        }
        choices.use(Construct.MEMORY_READ);
        return "%sIn.get(%s)".formatted(type.source(), index);
    }

    /** Operations that exist for every type. */
    private String common(Primitive type, Scope scope, int depth) {
        var arrays = arraysOf(type, scope);
        if (!arrays.isEmpty() && choices.percent(30)) {
            return element(choices.of(arrays), scope, depth);
        }
        if (choices.percent(25) && !scope.visible(Function.class).isEmpty()) {
            return lambdaCall(type, scope, depth);
        }
        return switch (choices.below(12)) {
            case 0, 1 -> {
                choices.use(Construct.CONDITIONAL_EXPRESSION);
                yield "(%s ? %s : %s)"
                        .formatted(
                                primitive(Primitive.BOOLEAN, scope, depth),
                                primitive(type, scope, depth),
                                primitive(type, scope, depth));
            }
            case 2 -> helperCall(type, scope, depth);
            case 3 -> lambdaCall(type, scope, depth);
            case 4 -> patternSwitch(type, scope, depth);
            case 5 -> enumSwitch(type, scope, depth);
            case 6 -> intSwitch(type, scope, depth);
            case 7, 8 -> assignment(type, scope, depth);
            case 9 -> recordPath(type, scope, depth);
            case 10 ->
                type == Primitive.BOOLEAN
                        ? leaf(type, scope)
                        : input(type, primitive(Primitive.INT, scope, depth) + " & 63", scope);
            default -> ownUpdate(type, scope, depth);
        };
    }

    private String helperCall(Primitive type, Scope scope, int depth) {
        var fitting = vocabulary.helpers().stream()
                .filter(helper -> helper.result() == type)
                .toList();
        if (fitting.isEmpty() || !choices.spendCall()) {
            return leaf(type, scope);
        }
        choices.use(Construct.HELPER_CALL);
        var helper = choices.of(fitting);
        return helper.name() + arguments(helper.parameters(), scope, depth);
    }

    private String arguments(List<Component> parameters, Scope scope, int depth) {
        return parameters.stream()
                .map(parameter -> any(parameter.type(), scope, depth))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static List<Variable> arraysOf(Primitive type, Scope scope) {
        return scope.visible(Array.class).stream()
                .filter(variable -> variable.type() instanceof Array(Primitive element, int _) && element == type)
                .toList();
    }

    /** {@return an element of an array, as a value or as the target of an assignment} */
    String element(Variable variable, Scope scope, int depth) {
        if (!(variable.type() instanceof Array(Primitive _, int length))) {
            throw new IllegalArgumentException(variable + " is no array");
        }
        if (choices.percent(40)) {
            choices.use(Construct.ARRAY_CONSTANT_INDEX);
            return "%s[%d]".formatted(variable.name(), choices.below(length));
        }
        choices.use(Construct.ARRAY_VARIABLE_INDEX);
        return "%s[%s & %d]".formatted(variable.name(), primitive(Primitive.INT, scope, depth), length - 1);
    }

    private String lambdaCall(Primitive type, Scope scope, int depth) {
        var functions = scope.visible(Function.class).stream()
                .filter(variable -> variable.type() instanceof Function function && function.result() == type)
                .toList();
        if (type == Primitive.INT && choices.percent(30) && choices.spendCall()) {
            choices.use(Construct.HIGHER_ORDER_CALL);
            return "fold(%d, %s, %s)"
                    .formatted(
                            choices.between(1, 4),
                            primitive(Primitive.INT, scope, depth),
                            function(Function.INT_BINARY, scope, depth));
        }
        if (functions.isEmpty() || !choices.spendCall()) {
            return leaf(type, scope);
        }
        choices.use(Construct.LAMBDA_CALL);
        var variable = choices.of(functions);
        var function = (Function) variable.type();
        // Without the cast, == would compare the boxes.
        var unboxed = function.equals(Function.BOXED) ? "(int) " : "";
        return function.parameters().stream()
                .map(parameter -> primitive(parameter, scope, depth))
                .collect(Collectors.joining(", ", unboxed + variable.name() + "." + function.method() + "(", ")"));
    }

    private String patternSwitch(Primitive type, Scope scope, int depth) {
        return "switch (%s) {%s}"
                .formatted(
                        any(vocabulary.sum(), scope, depth),
                        patterns(vocabulary.sum(), scope, inner -> primitive(type, inner, depth)).stream()
                                .map(each -> " case " + each.pattern() + " -> " + each.result() + ";")
                                .collect(Collectors.joining()));
    }

    /** One arm of a pattern switch over the sealed type. */
    record Arm<T>(String pattern, T result) {}

    /** {@return arms that cover the sealed type, in the order of its variants} */
    <T> List<Arm<T>> patterns(Sum sum, Scope scope, java.util.function.Function<Scope, T> result) {
        choices.use(Construct.PATTERN_SWITCH);
        var arms = new ArrayList<Arm<T>>();
        for (Product variant : sum.variants()) {
            if (choices.percent(25)) {
                choices.use(Construct.GUARD);
                var inner = scope.inner();
                var pattern = pattern(variant, inner);
                // A constant guard is a compile-time error, and what a method returns is no constant.
                var guard = "holds(%s)".formatted(primitive(Primitive.BOOLEAN, inner.constants(), 2));
                arms.add(new Arm<>(pattern + " when " + guard, result.apply(inner)));
            }
            var inner = scope.inner();
            var pattern = pattern(variant, inner);
            arms.add(new Arm<>(pattern, result.apply(inner)));
        }
        return arms;
    }

    /** {@return a type or record pattern, its variables declared in {@code scope}} */
    private String pattern(Product product, Scope scope) {
        if (choices.percent(50)) {
            var name = choices.name("p");
            scope.declare(Variable.constant(name, product));
            return product.source() + " " + name;
        }
        return recordPattern(product, scope);
    }

    /** {@return a record pattern, its variables declared in {@code scope}} */
    String recordPattern(Product product, Scope scope) {
        choices.use(Construct.RECORD_PATTERN);
        return product.components().stream()
                .map(component -> {
                    if (component.type() instanceof Product inner && choices.percent(50)) {
                        return pattern(inner, scope);
                    }
                    var name = choices.name("p");
                    scope.declare(Variable.constant(name, component.type()));
                    return component.type().source() + " " + name;
                })
                .collect(Collectors.joining(", ", product.source() + "(", ")"));
    }

    private String enumSwitch(Primitive type, Scope scope, int depth) {
        choices.use(Construct.ENUM_SWITCH);
        var enumeration = vocabulary.enumeration();
        return "switch (%s) {%s}"
                .formatted(
                        any(enumeration, scope, depth),
                        enumeration.constants().stream()
                                .map(constant -> " case " + constant + " -> " + primitive(type, scope, depth) + ";")
                                .collect(Collectors.joining()));
    }

    private String intSwitch(Primitive type, Scope scope, int depth) {
        choices.use(Construct.SWITCH_EXPRESSION);
        int mask = choices.of(1, 3, 7);
        var arms = IntStream.rangeClosed(0, mask)
                .filter(_ -> choices.percent(60))
                .mapToObj(i -> " case " + i + " -> " + primitive(type, scope, depth - 1) + ";")
                .collect(Collectors.joining());
        return "switch (%s & %d) {%s default -> %s;}"
                .formatted(primitive(Primitive.INT, scope, depth), mask, arms, primitive(type, scope, depth));
    }

    private String assignment(Primitive type, Scope scope, int depth) {
        var targets = scope.assignable(type);
        if (targets.isEmpty()) {
            return leaf(type, scope);
        }
        choices.use(Construct.ASSIGNMENT_EXPRESSION);
        var target = choices.of(targets).name();
        if (type == Primitive.INT && choices.percent(40)) {
            return choices.of("%s++", "--%s", "++%s").formatted(target);
        }
        return "(%s = %s)".formatted(target, primitive(type, scope, depth));
    }

    /** A component of a record that the expression makes itself. */
    private String recordPath(Primitive type, Scope scope, int depth) {
        var paths = new ArrayList<String>();
        var product = choices.of(vocabulary.products());
        addPaths("", product, type, paths);
        if (paths.isEmpty()) {
            return leaf(type, scope);
        }
        return product(product, scope, depth) + choices.of(paths);
    }

    /** A read-modify-write of an element that belongs to the lane, so the value found is known. */
    private String ownUpdate(Primitive type, Scope scope, int depth) {
        if ((type != Primitive.INT && type != Primitive.LONG) || !scope.inKernel()) {
            return leaf(type, scope);
        }
        choices.use(Construct.OWN_UPDATE);
        var memory = type.source() + "Out";
        var index = ownIndex(scope, depth);
        var value = primitive(type, scope, depth);
        return switch (choices.below(4)) {
            case 0 ->
                "%s.compareAndExchange(%s, %s, %s)".formatted(memory, index, primitive(type, scope, depth), value);
            case 1 -> "%s.getAndSet(%s, %s)".formatted(memory, index, value);
            default ->
                "%s.getAnd%s%s(%s, %s)"
                        .formatted(
                                memory,
                                choices.of("Add", "BitwiseXor", "BitwiseOr", "BitwiseAnd"),
                                choices.of("", "Relaxed"),
                                index,
                                value);
        };
    }

    /** {@return the index of an element that only this lane uses} */
    String ownIndex(Scope scope, int depth) {
        return choices.percent(60)
                ? "lane.id() * 4 + " + choices.below(4)
                : "(lane.id() << 2) + (%s & 3)".formatted(primitive(Primitive.INT, scope, depth));
    }

    private String intOperation(Scope scope, int depth) {
        return switch (choices.below(20)) {
            case 0, 1, 2, 3, 4 -> {
                choices.use(Construct.INT_ARITHMETIC);
                yield binary(Primitive.INT, choices.of("+", "-", "*", "&", "|", "^"), scope, depth);
            }
            case 5, 6 -> {
                choices.use(Construct.SHIFT);
                yield "(%s %s %s)"
                        .formatted(
                                primitive(Primitive.INT, scope, depth),
                                choices.of("<<", ">>", ">>>"),
                                primitive(choices.of(Primitive.INT, Primitive.LONG), scope, depth));
            }
            case 7, 8 -> division(Primitive.INT, scope, depth);
            case 9 -> "(%s%s)".formatted(choices.of("- ", "~"), primitive(Primitive.INT, scope, depth));
            case 10, 11 -> cast(Primitive.INT, scope, depth);
            case 12 -> {
                choices.use(Construct.SMALL_CAST);
                yield "(int) (%s) (%s)"
                        .formatted(
                                choices.of("byte", "short", "char"),
                                primitive(choices.of(Primitive.NUMERIC), scope, depth));
            }
            case 13 -> {
                choices.use(Construct.MATH_FUNCTION);
                yield choices.percent(30)
                        ? "Math.abs(%s)".formatted(primitive(Primitive.INT, scope, depth))
                        : "Math.%s(%s, %s)"
                                .formatted(
                                        choices.of("min", "max"),
                                        primitive(Primitive.INT, scope, depth),
                                        primitive(Primitive.INT, scope, depth));
            }
            case 14 -> {
                choices.use(Construct.BIT_FUNCTION);
                yield choices.percent(30)
                        ? "Integer.%s(%s, %s)"
                                .formatted(
                                        choices.of("rotateLeft", "rotateRight"),
                                        primitive(Primitive.INT, scope, depth),
                                        primitive(Primitive.INT, scope, depth))
                        : "%s(%s)"
                                .formatted(
                                        choices.of(
                                                "Integer.bitCount",
                                                "Integer.numberOfLeadingZeros",
                                                "Integer.numberOfTrailingZeros",
                                                "Integer.reverse",
                                                "Integer.reverseBytes",
                                                "Integer.highestOneBit",
                                                "Integer.signum"),
                                        primitive(Primitive.INT, scope, depth));
            }
            case 15 -> {
                choices.use(Construct.BIT_CAST);
                yield choices.percent(50)
                        ? "Float.floatToIntBits(%s)".formatted(primitive(Primitive.FLOAT, scope, depth))
                        : "Math.round(%s)".formatted(primitive(Primitive.FLOAT, scope, depth));
            }
            case 16 -> {
                choices.use(Construct.COMPARISON);
                var operand = choices.of(Primitive.NUMERIC);
                yield "%s.compare(%s, %s)"
                        .formatted(operand.box(), primitive(operand, scope, depth), primitive(operand, scope, depth));
            }
            case 17 -> {
                var values = any(vocabulary.enumeration(), scope, depth);
                choices.use(Construct.ENUM_FIELD);
                yield values + choices.of(".weight", ".ordinal()");
            }
            case 18 -> {
                if (!choices.spendCall()) {
                    yield leaf(Primitive.INT, scope);
                }
                choices.use(Construct.VIRTUAL_CALL);
                yield "%s.weight(%s)"
                        .formatted(any(vocabulary.sum(), scope, depth), primitive(Primitive.INT, scope, depth));
            }
            default -> {
                choices.use(Construct.BOX);
                yield "(int) Integer.valueOf(%s)".formatted(primitive(Primitive.INT, scope, depth));
            }
        };
    }

    private String longOperation(Scope scope, int depth) {
        return switch (choices.below(13)) {
            case 0, 1, 2, 3 -> {
                choices.use(Construct.LONG_ARITHMETIC);
                yield binary(Primitive.LONG, choices.of("+", "-", "*", "&", "|", "^"), scope, depth);
            }
            case 4, 5 -> {
                choices.use(Construct.SHIFT);
                yield "(%s %s %s)"
                        .formatted(
                                primitive(Primitive.LONG, scope, depth),
                                choices.of("<<", ">>", ">>>"),
                                primitive(choices.of(Primitive.INT, Primitive.LONG), scope, depth));
            }
            case 6 -> division(Primitive.LONG, scope, depth);
            case 7, 8 -> cast(Primitive.LONG, scope, depth);
            case 9 -> {
                choices.use(Construct.MATH_FUNCTION);
                yield "Math.%s(%s, %s)"
                        .formatted(
                                choices.of("min", "max"),
                                primitive(Primitive.LONG, scope, depth),
                                primitive(Primitive.LONG, scope, depth));
            }
            case 10 -> {
                choices.use(Construct.BIT_FUNCTION);
                yield "Long.%s(%s)"
                        .formatted(
                                choices.of("reverse", "reverseBytes", "highestOneBit", "lowestOneBit"),
                                primitive(Primitive.LONG, scope, depth));
            }
            case 11 -> {
                choices.use(Construct.BIT_CAST);
                yield choices.percent(50)
                        ? "Double.doubleToLongBits(%s)".formatted(primitive(Primitive.DOUBLE, scope, depth))
                        : "Math.round(%s)".formatted(primitive(Primitive.DOUBLE, scope, depth));
            }
            default -> {
                choices.use(Construct.UNSIGNED_FUNCTION);
                yield "Integer.toUnsignedLong(%s)".formatted(primitive(Primitive.INT, scope, depth));
            }
        };
    }

    private String floatOperation(Scope scope, int depth) {
        return switch (choices.below(12)) {
            case 0, 1, 2, 3, 4 -> {
                choices.use(Construct.FLOAT_ARITHMETIC);
                yield binary(Primitive.FLOAT, choices.of("+", "-", "*", "/"), scope, depth);
            }
            case 5 -> {
                choices.use(Construct.FLOATING_REMAINDER);
                yield binary(Primitive.FLOAT, "%", scope, depth);
            }
            case 6 -> "(- %s)".formatted(primitive(Primitive.FLOAT, scope, depth));
            case 7, 8 -> cast(Primitive.FLOAT, scope, depth);
            case 9 -> {
                choices.use(Construct.BIT_CAST);
                yield "Float.intBitsToFloat(%s)".formatted(primitive(Primitive.INT, scope, depth));
            }
            default -> {
                choices.use(Construct.MATH_FUNCTION);
                yield switch (choices.below(4)) {
                    case 0 -> "Math.abs(%s)".formatted(primitive(Primitive.FLOAT, scope, depth));
                    case 1 -> "(float) Math.sqrt(%s)".formatted(primitive(Primitive.FLOAT, scope, depth));
                    case 2 ->
                        "Math.fma(%s, %s, %s)"
                                .formatted(
                                        primitive(Primitive.FLOAT, scope, depth),
                                        primitive(Primitive.FLOAT, scope, depth),
                                        primitive(Primitive.FLOAT, scope, depth));
                    default ->
                        "Math.%s(%s, %s)"
                                .formatted(
                                        choices.of("min", "max"),
                                        primitive(Primitive.FLOAT, scope, depth),
                                        primitive(Primitive.FLOAT, scope, depth));
                };
            }
        };
    }

    private String doubleOperation(Scope scope, int depth) {
        return switch (choices.below(13)) {
            case 0, 1, 2, 3, 4 -> {
                choices.use(Construct.DOUBLE_ARITHMETIC);
                yield binary(Primitive.DOUBLE, choices.of("+", "-", "*", "/"), scope, depth);
            }
            case 5 -> {
                choices.use(Construct.FLOATING_REMAINDER);
                yield binary(Primitive.DOUBLE, "%", scope, depth);
            }
            case 6 -> "(- %s)".formatted(primitive(Primitive.DOUBLE, scope, depth));
            case 7, 8 -> cast(Primitive.DOUBLE, scope, depth);
            case 9 -> {
                choices.use(Construct.BIT_CAST);
                yield "Double.longBitsToDouble(%s)".formatted(primitive(Primitive.LONG, scope, depth));
            }
            case 10 -> {
                var value = any(vocabulary.enumeration(), scope, depth);
                choices.use(Construct.ENUM_FIELD);
                yield value + ".scale";
            }
            default -> {
                choices.use(Construct.MATH_FUNCTION);
                yield switch (choices.below(3)) {
                    case 0 ->
                        "Math.%s(%s)"
                                .formatted(
                                        choices.of("abs", "sqrt", "floor", "ceil", "rint"),
                                        primitive(Primitive.DOUBLE, scope, depth));
                    case 1 ->
                        "Math.fma(%s, %s, %s)"
                                .formatted(
                                        primitive(Primitive.DOUBLE, scope, depth),
                                        primitive(Primitive.DOUBLE, scope, depth),
                                        primitive(Primitive.DOUBLE, scope, depth));
                    default ->
                        "Math.%s(%s, %s)"
                                .formatted(
                                        choices.of("min", "max"),
                                        primitive(Primitive.DOUBLE, scope, depth),
                                        primitive(Primitive.DOUBLE, scope, depth));
                };
            }
        };
    }

    private String booleanOperation(Scope scope, int depth) {
        return switch (choices.below(12)) {
            case 0, 1, 2, 3, 4, 5 -> {
                choices.use(Construct.COMPARISON);
                var operand = choices.of(Primitive.NUMERIC);
                yield binary(operand, choices.of("<", "<=", ">", ">=", "==", "!="), scope, depth);
            }
            case 6, 7 -> {
                choices.use(Construct.BOOLEAN_LOGIC);
                yield binary(Primitive.BOOLEAN, choices.of("&&", "||", "&", "|", "^", "==", "!="), scope, depth);
            }
            case 8 -> {
                choices.use(Construct.BOOLEAN_LOGIC);
                yield "!" + parenthesised(primitive(Primitive.BOOLEAN, scope, depth));
            }
            case 9 -> {
                choices.use(Construct.INSTANCEOF_PATTERN);
                yield "(%s instanceof %s)"
                        .formatted(
                                any(vocabulary.sum(), scope, depth),
                                choices.of(vocabulary.sum().variants()).source());
            }
            case 10 -> {
                choices.use(Construct.ENUM_VALUE);
                yield "(%s == %s)"
                        .formatted(
                                any(vocabulary.enumeration(), scope, depth),
                                any(vocabulary.enumeration(), scope, depth));
            }
            default -> {
                choices.use(Construct.UNSIGNED_FUNCTION);
                var type = choices.of(Primitive.INT, Primitive.LONG);
                yield "(%s.compareUnsigned(%s, %s) %s 0)"
                        .formatted(
                                type.box(),
                                primitive(type, scope, depth),
                                primitive(type, scope, depth),
                                choices.of("<", ">=", "=="));
            }
        };
    }

    private String binary(Primitive operand, String operator, Scope scope, int depth) {
        return "(%s %s %s)".formatted(primitive(operand, scope, depth), operator, primitive(operand, scope, depth));
    }

    private String division(Primitive type, Scope scope, int depth) {
        choices.use(Construct.INTEGER_DIVISION);
        var dividend = primitive(type, scope, depth);
        var divisor = primitive(type, scope, depth);
        if (mayDivideByZero && choices.percent(60)) {
            choices.use(Construct.UNGUARDED_DIVISION);
            return "(%s %s %s)".formatted(dividend, choices.of("/", "%"), parenthesised(divisor));
        }
        return switch (choices.below(4)) {
            case 0 -> "Math.%s(%s, %s | 1)".formatted(choices.of("floorMod", "floorDiv"), dividend, divisor);
            case 1 -> {
                choices.use(Construct.UNSIGNED_FUNCTION);
                yield "%s.%s(%s, %s | 1)"
                        .formatted(type.box(), choices.of("divideUnsigned", "remainderUnsigned"), dividend, divisor);
            }
            default -> "(%s %s (%s | 1))".formatted(dividend, choices.of("/", "%"), divisor);
        };
    }

    private String cast(Primitive type, Scope scope, int depth) {
        choices.use(Construct.CAST);
        return "(%s) %s"
                .formatted(type.source(), parenthesised(primitive(choices.of(Primitive.NUMERIC), scope, depth)));
    }

    private static String parenthesised(String expression) {
        return "(" + expression + ")";
    }

    private String product(Product product, Scope scope, int depth) {
        if (handles != null && handles.declares(product)) {
            return handles.product(product, scope, depth);
        }
        if (tables != null && depth > 0 && choices.percent(30)) {
            var element = tables.product(product, scope, depth - 1);
            if (element.isPresent()) {
                return element.get();
            }
        }
        var paths = new ArrayList<String>();
        for (Variable variable : scope.visible()) {
            addPaths(variable.name(), variable.type(), product, paths);
        }
        if (!paths.isEmpty() && (depth <= 0 || choices.percent(40))) {
            return choices.of(paths);
        }
        if (depth > 0 && product.equals(vocabulary.flat()) && choices.percent(25) && choices.spendCall()) {
            choices.use(Construct.RECORD_METHOD);
            return "%s.changed(%s)"
                    .formatted(product(product, scope, depth - 1), primitive(Primitive.INT, scope, depth - 1));
        }
        if (depth > 0 && choices.percent(15)) {
            choices.use(Construct.CONDITIONAL_EXPRESSION);
            return "(%s ? %s : %s)"
                    .formatted(
                            primitive(Primitive.BOOLEAN, scope, depth - 1),
                            product(product, scope, depth - 1),
                            product(product, scope, depth - 1));
        }
        choices.use(product.equals(vocabulary.nested()) ? Construct.NESTED_RECORD : Construct.RECORD);
        return "new " + product.source() + arguments(product.components(), scope, depth - 1);
    }

    private String sum(Sum sum, Scope scope, int depth) {
        if (handles != null && handles.isView(sum)) {
            return handles.view(scope, depth);
        }
        if (tables != null && depth > 0 && choices.percent(30)) {
            return tables.sum(scope, depth - 1);
        }
        var variables = scope.visible(sum);
        if (!variables.isEmpty() && (depth <= 0 || choices.percent(50))) {
            return choices.of(variables).name();
        }
        if (depth > 0 && choices.percent(30)) {
            choices.use(Construct.CONDITIONAL_EXPRESSION);
            return "(%s ? %s : %s)"
                    .formatted(
                            primitive(Primitive.BOOLEAN, scope, depth - 1),
                            sum(sum, scope, depth - 1),
                            sum(sum, scope, depth - 1));
        }
        choices.use(Construct.SEALED_VALUE);
        if (choices.percent(50) && choices.spendCall()) {
            return "Choice.of(%s)".formatted(primitive(Primitive.INT, scope, depth - 1));
        }
        var variant = choices.of(sum.variants());
        // The cast keeps a conditional expression or a switch from seeing only one variant.
        return "((%s) new %s%s)"
                .formatted(sum.source(), variant.source(), arguments(variant.components(), scope, depth - 1));
    }

    private String enumeration(Enumeration enumeration, Scope scope, int depth) {
        if (tables != null && depth > 0 && choices.percent(30)) {
            return tables.enumeration(scope, depth - 1);
        }
        var variables = scope.visible(enumeration);
        if (!variables.isEmpty() && (depth <= 0 || choices.percent(50))) {
            return choices.of(variables).name();
        }
        choices.use(Construct.ENUM_VALUE);
        if (depth > 0 && choices.percent(40)) {
            return "(%s ? %s : %s)"
                    .formatted(
                            primitive(Primitive.BOOLEAN, scope, depth - 1),
                            enumeration(enumeration, scope, depth - 1),
                            enumeration(enumeration, scope, depth - 1));
        }
        if (depth > 0 && choices.percent(20)) {
            return "%s.next(%s)"
                    .formatted(enumeration(enumeration, scope, depth - 1), primitive(Primitive.INT, scope, depth - 1));
        }
        return enumeration.source() + "." + choices.of(enumeration.constants());
    }

    private String function(Function function, Scope scope, int depth) {
        if (function.equals(Function.INT_UNARY) && choices.percent(25)) {
            choices.use(Construct.METHOD_REFERENCE);
            return choices.of(vocabulary.className() + "::twist", "Math::abs", "Integer::reverse");
        }
        if (function.equals(Function.INT_BINARY) && choices.percent(25)) {
            choices.use(Construct.METHOD_REFERENCE);
            return choices.of("Math::max", "Integer::sum", "Integer::rotateLeft");
        }
        choices.use(Construct.LAMBDA);
        var inner = scope.constants();
        var names = new ArrayList<String>();
        for (Primitive parameter : function.parameters()) {
            var name = choices.name("q");
            names.add(name);
            inner.declare(Variable.constant(function.equals(Function.BOXED) ? "(int) " + name : name, parameter));
        }
        return "(%s) -> %s"
                .formatted(String.join(", ", names), primitive(function.result(), inner, Math.min(depth, 2)));
    }
}
