package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Scope.Variable;
import dev.warpbroker.compiler.generated.Type.Handle;
import dev.warpbroker.compiler.generated.Type.HandleArray;
import dev.warpbroker.compiler.generated.Type.Holder;
import dev.warpbroker.compiler.generated.Type.Maker;
import dev.warpbroker.compiler.generated.Type.Primitive;
import dev.warpbroker.compiler.generated.Type.Product;
import dev.warpbroker.compiler.generated.Type.Sharing;
import dev.warpbroker.compiler.generated.Type.Sum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Random expressions that are handles, or objects that hold handles, and numbers that are read through them.
 *
 * <p>Which memory a handle stands for is hidden behind choices, calls, records and lambdas, but never what a lane may
 * do with it: that is in the handle's type. So every lane keeps to its own elements whatever it chooses.
 */
final class HandleExpressions {
    /** The variable that holds the first of a lane's own elements, in methods that do not know the lane. */
    static final String BASE = "base";

    private final Choices choices;
    private final Vocabulary vocabulary;
    private final HandleVocabulary handles;
    private final Expressions expressions;

    HandleExpressions(Choices choices, Vocabulary vocabulary, HandleVocabulary handles, Expressions expressions) {
        this.choices = choices;
        this.vocabulary = vocabulary;
        this.handles = handles;
        this.expressions = expressions;
    }

    // ---- what can be had ----

    /** {@return the handles that can be named where {@code scope} is} */
    List<Handle> available(Scope scope) {
        if (scope.inKernel()) {
            return HandleVocabulary.HANDLES;
        }
        return HandleVocabulary.HANDLES.stream()
                .filter(handle -> !paths(handle, scope).isEmpty())
                .toList();
    }

    private static List<String> paths(Type wanted, Scope scope) {
        var paths = new ArrayList<String>();
        for (Variable variable : scope.visible()) {
            Expressions.addPaths(variable.name(), variable.type(), wanted, paths);
        }
        return paths;
    }

    private boolean canMake(Product product, Scope scope) {
        return product.components().stream().allMatch(component -> switch (component.type()) {
            case Handle handle -> available(scope).contains(handle);
            case Product inner -> canMake(inner, scope);
            default -> true;
        });
    }

    /** {@return the first of the lane's own elements, if the lane is known} */
    Optional<String> base(Scope scope) {
        if (scope.inKernel()) {
            return Optional.of(choices.of("lane.id() * 4", "(lane.id() << 2)"));
        }
        return scope.visible(Primitive.INT).stream()
                .map(Variable::name)
                .filter(BASE::equals)
                .findFirst();
    }

    /** {@return an index that a lane may use for reading or for its own updates} */
    private String index(Sharing sharing, String base, Scope scope, int depth) {
        return switch (sharing) {
            case INPUT -> "%s & 63".formatted(expressions.primitive(Primitive.INT, scope, depth));
            case OWN ->
                choices.percent(60)
                        ? base + " + " + choices.below(4)
                        : "%s + (%s & 3)".formatted(base, expressions.primitive(Primitive.INT, scope, depth));
            case TALLY -> throw new IllegalArgumentException("what lanes share cannot be read while they run");
        };
    }

    // ---- numbers ----

    /** {@return a number that is read through a handle, or nothing if there is none here} */
    Optional<String> read(Primitive type, Scope scope, int depth) {
        var base = base(scope);
        var available = available(scope);
        if (type == Primitive.INT && !available.isEmpty() && choices.percent(15)) {
            choices.use(Construct.HANDLE_LENGTH);
            return Optional.of(handle(choices.of(available), scope, depth) + ".length()");
        }
        if (type == Primitive.BOOLEAN) {
            return test(scope, depth);
        }
        var readable = available.stream()
                .filter(handle -> handle.element() == type && handle.sharing() != Sharing.TALLY)
                .toList();
        if (base.isEmpty() || readable.isEmpty()) {
            return Optional.empty();
        }
        var cursors = scope.visible(handles.cursor());
        if (!cursors.isEmpty() && type == handles.main().element() && choices.percent(30)) {
            choices.use(Construct.HANDLE_IN_OBJECT);
            return Optional.of(choices.of(cursors).name() + ".next(" + base.get() + ")");
        }
        var slice = handles.slice();
        if (slice.components().getFirst().type() instanceof Handle data
                && data.element() == type
                && canMake(slice, scope)
                && choices.percent(20)) {
            choices.use(Construct.HANDLE_IN_RECORD);
            return Optional.of("%s.at(%s)".formatted(product(slice, scope, depth), base.get()));
        }
        var handle = choices.of(readable);
        return Optional.of(access(handle, handle(handle, scope, depth), base.get(), scope, depth - 1));
    }

    private String access(Handle handle, String memory, String base, Scope scope, int depth) {
        choices.use(Construct.HANDLE_READ);
        var index = index(handle.sharing(), base, scope, depth);
        if (handle.sharing() == Sharing.OWN && choices.percent(25)) {
            return ownUpdate(handle, memory, index, scope, depth);
        }
        return "%s.%s(%s)"
                .formatted(memory, choices.of("get", "get", "get", "getOpaque", "getAcquire", "getVolatile"), index);
    }

    private String ownUpdate(Handle handle, String memory, String index, Scope scope, int depth) {
        choices.use(Construct.HANDLE_UPDATE);
        var element = handle.element();
        var value = expressions.primitive(element, scope, depth);
        if (element == Primitive.FLOAT || element == Primitive.DOUBLE) {
            return "%s.getAndAdd(%s, %s)".formatted(memory, index, value);
        }
        return switch (choices.below(4)) {
            case 0 ->
                "%s.compareAndExchange(%s, %s, %s)"
                        .formatted(memory, index, expressions.primitive(element, scope, depth), value);
            case 1 -> "%s.getAndSet(%s, %s)".formatted(memory, index, value);
            default ->
                "%s.getAnd%s%s(%s, %s)"
                        .formatted(
                                memory,
                                choices.of("Add", "BitwiseXor", "BitwiseOr", "Min", "Max"),
                                choices.of("", "Relaxed"),
                                index,
                                value);
        };
    }

    private Optional<String> test(Scope scope, int depth) {
        if (!canMakeView(scope)) {
            return Optional.empty();
        }
        choices.use(Construct.INSTANCEOF_PATTERN);
        return Optional.of("(%s instanceof %s)"
                .formatted(
                        view(scope, depth),
                        choices.of(handles.view().variants()).source()));
    }

    // ---- handles ----

    String handle(Handle handle, Scope scope, int depth) {
        if (depth <= 0 || !choices.spendExpression()) {
            return leaf(handle, scope);
        }
        return switch (choices.below(15)) {
            case 0, 1, 2, 3, 4 -> chosen(handle, () -> handle(handle, scope, depth - 1), scope, depth - 1);
            case 5, 6 -> pickerCall(handle, scope, depth - 1);
            case 7, 8 -> makerCall(handle, scope, depth - 1);
            case 9 -> assignment(handle, scope, depth - 1);
            case 10, 11 -> fromProduct(handle, scope, depth - 1);
            case 12 -> fromMemory(handle, scope, depth - 1);
            case 13 -> fromArray(handle, scope, depth - 1);
            default -> leaf(handle, scope);
        };
    }

    private String leaf(Handle handle, Scope scope) {
        var paths = paths(handle, scope);
        if (!paths.isEmpty() && (!scope.inKernel() || choices.percent(65))) {
            return choices.of(paths);
        }
        choices.use(Construct.HANDLE_CAPTURED);
        return choices.of(captured(handle));
    }

    static List<String> captured(Handle handle) {
        return ProgramMemory.PARAMETERS.stream()
                .filter(each -> each.type().equals(handle))
                .map(ProgramMemory.Parameter::name)
                .toList();
    }

    /** One of several values of a reference type. */
    private String chosen(Type type, Supplier<String> value, Scope scope, int depth) {
        choices.use(Construct.HANDLE_CHOICE);
        return switch (choices.below(9)) {
            case 0, 1 -> "(%s ? %s : %s)".formatted(condition(scope, depth), value.get(), value.get());
            case 2 ->
                "(%s ? %s : %s ? %s : %s)"
                        .formatted(
                                condition(scope, depth),
                                value.get(),
                                condition(scope, depth),
                                value.get(),
                                value.get());
            case 3 ->
                "(switch (%s & 3) { case 0 -> %s; case 1 -> %s; default -> %s; })"
                        .formatted(number(scope, depth), value.get(), value.get(), value.get());
            case 4 -> {
                // javac takes "yield (" for a call.
                var arms = new ArrayList<String>();
                for (var label : List.of("case 0", "case 1: case 2", "default")) {
                    var name = choices.name("y");
                    arms.add("%1$s: %2$s %3$s = %4$s; yield %3$s;".formatted(label, type.source(), name, value.get()));
                }
                yield "(switch (%s & 3) { %s })".formatted(number(scope, depth), String.join(" ", arms));
            }
            case 5 ->
                "(switch (%s) {%s })"
                        .formatted(
                                expressions.any(vocabulary.enumeration(), scope, depth),
                                vocabulary.enumeration().constants().stream()
                                        .map(constant -> " case " + constant + " -> " + value.get() + ";")
                                        .collect(Collectors.joining()));
            case 6 -> {
                choices.use(Construct.GENERIC_CALL);
                yield "either(%s, %s, %s)".formatted(condition(scope, depth), value.get(), value.get());
            }
            case 7 -> {
                choices.use(Construct.GENERIC_CALL);
                if (type instanceof Handle && choices.percent(40)) {
                    yield "longer(%s, %s)".formatted(value.get(), value.get());
                }
                yield "third(%s, %s, %s, %s)".formatted(number(scope, depth), value.get(), value.get(), value.get());
            }
            default -> {
                choices.use(Construct.GENERIC_CALL);
                yield "orElse(%s ? null : %s, %s)".formatted(condition(scope, depth), value.get(), value.get());
            }
        };
    }

    private String condition(Scope scope, int depth) {
        return choices.percent(40) && scope.inKernel()
                ? "(lane.id() & %d) %s %d"
                        .formatted(choices.between(1, 7), choices.of("==", "!=", "<", ">"), choices.below(4))
                : expressions.primitive(Primitive.BOOLEAN, scope, Math.min(depth, 1));
    }

    private String number(Scope scope, int depth) {
        return choices.percent(30) && scope.inKernel()
                ? "lane.id()"
                : expressions.primitive(Primitive.INT, scope, Math.min(depth, 1));
    }

    private String pickerCall(Handle handle, Scope scope, int depth) {
        var fitting = handles.pickers().stream()
                .filter(picker -> picker.handle().equals(handle))
                .toList();
        var base = base(scope);
        if (fitting.isEmpty() || base.isEmpty() || !choices.spendCall()) {
            return chosen(handle, () -> handle(handle, scope, depth - 1), scope, depth);
        }
        choices.use(Construct.HANDLE_METHOD);
        return "%s(%s, %s, %s, %s, %s)"
                .formatted(
                        choices.of(fitting).name(),
                        base.get(),
                        number(scope, depth),
                        handle(handle, scope, depth - 1),
                        handle(handle, scope, depth - 1),
                        handle(handle, scope, depth - 1));
    }

    private String makerCall(Handle handle, Scope scope, int depth) {
        var variables = scope.visible(Maker.class).stream()
                .filter(variable ->
                        variable.type() instanceof Maker maker && maker.result().equals(handle))
                .toList();
        if (!choices.spendCall()) {
            return leaf(handle, scope);
        }
        choices.use(Construct.HANDLE_LAMBDA);
        if (!variables.isEmpty() && choices.percent(75)) {
            var variable = choices.of(variables);
            return call(variable.name(), (Maker) variable.type(), scope, depth);
        }
        var maker = choices.of(handles.makers(handle));
        return call("((%s) %s)".formatted(maker.source(), lambda(maker, scope, depth)), maker, scope, depth);
    }

    private String call(String receiver, Maker maker, Scope scope, int depth) {
        return maker.parameters().stream()
                .map(parameter -> expressions.any(parameter, scope, depth - 1))
                .collect(Collectors.joining(", ", receiver + "." + maker.method() + "(", ")"));
    }

    String maker(Maker maker, Scope scope, int depth) {
        var variables = scope.visible(maker);
        if (!variables.isEmpty() && choices.percent(30)) {
            return choices.of(variables).name();
        }
        if (depth > 0 && choices.percent(30)) {
            return "(%s ? %s : %s)"
                    .formatted(condition(scope, depth), maker(maker, scope, depth - 1), maker(maker, scope, depth - 1));
        }
        return lambda(maker, scope, depth);
    }

    private String lambda(Maker maker, Scope scope, int depth) {
        choices.use(Construct.LAMBDA);
        var inner = scope.constants();
        var names = new ArrayList<String>();
        for (Type parameter : maker.parameters()) {
            var name = choices.name("q");
            names.add(name);
            inner.declare(Variable.constant(name, parameter));
        }
        return "(%s) -> %s".formatted(String.join(", ", names), handle(maker.result(), inner, Math.min(depth, 2)));
    }

    private String assignment(Handle handle, Scope scope, int depth) {
        var targets = scope.assignable(handle);
        if (targets.isEmpty()) {
            return leaf(handle, scope);
        }
        choices.use(Construct.HANDLE_ASSIGNMENT);
        return "(%s = %s)".formatted(choices.of(targets).name(), handle(handle, scope, depth));
    }

    /** A component of a record that the expression makes itself, or what a method of it returns. */
    private String fromProduct(Handle handle, Scope scope, int depth) {
        if (handle.equals(handles.main()) && choices.percent(40)) {
            choices.use(Construct.HANDLE_IN_RECORD);
            var pair = product(handles.pair(), scope, depth);
            return choices.of(pair + ".pick(" + number(scope, depth) + ")", pair + ".swapped().from()");
        }
        var product = choices.of(handles.products());
        var paths = new ArrayList<String>();
        Expressions.addPaths("", product, handle, paths);
        if (paths.isEmpty() || !canMake(product, scope)) {
            return leaf(handle, scope);
        }
        choices.use(Construct.HANDLE_IN_RECORD);
        return product(product, scope, depth) + choices.of(paths);
    }

    /** A handle whose type was forgotten and is found again. */
    private String fromMemory(Handle handle, Scope scope, int depth) {
        choices.use(Construct.HANDLE_TYPE_TEST);
        var name = choices.name("z");
        return "(%s instanceof %s %s ? %s : %s)"
                .formatted(
                        anyMemory(handle, scope, depth), handle.source(), name, name, handle(handle, scope, depth - 1));
    }

    /** A {@code DeviceMemory} that may be a handle of this type, or one of another element type. */
    String anyMemory(Handle handle, Scope scope, int depth) {
        var others = available(scope).stream()
                .filter(other -> other.element() != handle.element())
                .toList();
        var first = "(DeviceMemory) " + handle(handle, scope, depth - 1);
        if (others.isEmpty()) {
            return "(" + first + ")";
        }
        var second = handle(choices.of(others), scope, depth - 1);
        return choices.percent(50)
                ? "(%s ? %s : %s)".formatted(condition(scope, depth), first, second)
                : "(switch (%s & 3) { case 0 -> %s; case 1 -> %s; default -> %s; })"
                        .formatted(number(scope, depth), second, first, handle(choices.of(others), scope, depth - 1));
    }

    private String fromArray(Handle handle, Scope scope, int depth) {
        choices.use(Construct.HANDLE_ARRAY);
        int length = choices.between(1, 4);
        return "%s[%d]".formatted(array(new HandleArray(handle, length), scope, depth), choices.below(length));
    }

    String array(HandleArray array, Scope scope, int depth) {
        return IntStream.range(0, array.length())
                .mapToObj(_ -> handle(array.element(), scope, depth - 1))
                .collect(Collectors.joining(", ", "new " + array.source() + " {", "}"));
    }

    // ---- objects that hold handles ----

    boolean declares(Product product) {
        return handles.declares(product);
    }

    String product(Product product, Scope scope, int depth) {
        var paths = paths(product, scope);
        if (!paths.isEmpty() && (depth <= 0 || choices.percent(40) || !canMake(product, scope))) {
            return choices.of(paths);
        }
        if (depth > 0 && choices.percent(25)) {
            return chosen(product, () -> product(product, scope, depth - 1), scope, depth - 1);
        }
        if (depth > 0 && product.equals(handles.pair()) && choices.percent(25)) {
            return product(product, scope, depth - 1) + ".swapped()";
        }
        if (depth > 0 && product.equals(handles.slice()) && choices.percent(25)) {
            return choices.percent(50)
                    ? "%s.moved(%s)".formatted(product(product, scope, depth - 1), number(scope, depth - 1))
                    : "%s.with(%s)"
                            .formatted(
                                    product(product, scope, depth - 1),
                                    expressions.any(
                                            product.components().getFirst().type(), scope, depth - 1));
        }
        choices.use(Construct.HANDLE_IN_RECORD);
        return "new " + product.source() + arguments(product, scope, depth - 1);
    }

    private String arguments(Product product, Scope scope, int depth) {
        return product.components().stream()
                .map(component -> expressions.any(component.type(), scope, depth))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    boolean isView(Sum sum) {
        return sum.equals(handles.view());
    }

    private boolean canMakeView(Scope scope) {
        return !scope.visible(handles.view()).isEmpty()
                || handles.view().variants().stream().allMatch(variant -> canMake(variant, scope));
    }

    String view(Scope scope, int depth) {
        var view = handles.view();
        var variables = scope.visible(view);
        var variants = view.variants().stream()
                .filter(variant -> canMake(variant, scope))
                .toList();
        if (!variables.isEmpty() && (depth <= 0 || variants.isEmpty() || choices.percent(50))) {
            return choices.of(variables).name();
        }
        if (depth > 0 && choices.percent(35)) {
            return chosen(view, () -> view(scope, depth - 1), scope, depth - 1);
        }
        choices.use(Construct.HANDLE_IN_SEALED);
        var variant = choices.of(variants);
        return "((View) new %s%s)".formatted(variant.source(), arguments(variant, scope, depth - 1));
    }

    String holder(Holder holder, Scope scope, int depth) {
        choices.use(Construct.HANDLE_IN_OBJECT);
        return holder.fields().stream()
                .limit(HandleMembers.CONSTRUCTOR_PARAMETERS)
                .map(field -> expressions.any(field.type(), scope, depth - 1))
                .collect(Collectors.joining(", ", "new " + holder.name() + "(", ")"));
    }
}
