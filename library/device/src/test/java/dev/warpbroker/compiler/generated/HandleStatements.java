package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Scope.Use;
import dev.warpbroker.compiler.generated.Scope.Variable;
import dev.warpbroker.compiler.generated.Statements.Position;
import dev.warpbroker.compiler.generated.Type.Array;
import dev.warpbroker.compiler.generated.Type.Handle;
import dev.warpbroker.compiler.generated.Type.HandleArray;
import dev.warpbroker.compiler.generated.Type.Primitive;
import dev.warpbroker.compiler.generated.Type.Product;
import dev.warpbroker.compiler.generated.Type.Sharing;
import java.util.ArrayList;
import java.util.List;

/** Random statements in which handles, and objects that hold handles, are values. */
final class HandleStatements {
    private static final int DEPTH = 3;
    private static final int NESTING = 4;

    private final Choices choices;
    private final HandleVocabulary handles;
    private final Expressions expressions;
    private final HandleExpressions handleExpressions;

    HandleStatements(
            Choices choices, HandleVocabulary handles, Expressions expressions, HandleExpressions handleExpressions) {
        this.choices = choices;
        this.handles = handles;
        this.expressions = expressions;
        this.handleExpressions = handleExpressions;
    }

    /** {@return a statement, with bodies made by {@code statements}; none if there is no handle here} */
    List<Code> statement(Scope scope, Position position, Statements statements) {
        var available = handleExpressions.available(scope);
        if (available.isEmpty()) {
            return List.of();
        }
        var handle = choices.percent(50) && available.contains(handles.main()) ? handles.main() : choices.of(available);
        boolean deep = position.depth() >= NESTING;
        if (!scope.inKernel()) {
            return switch (choices.below(4)) {
                case 0 -> List.of(declare(handle, scope));
                case 1 -> assign(handle, scope);
                case 2 -> exchange(handle, scope);
                default -> update(handle, scope);
            };
        }
        return switch (choices.below(deep ? 26 : 40)) {
            case 0, 1, 2, 3 -> List.of(declare(handle, scope));
            case 4, 5, 6 -> assign(handle, scope);
            case 7, 8, 9 -> exchange(handle, scope);
            case 10, 11, 12 -> update(handle, scope);
            case 13, 14 -> List.of(declare(choices.of(handles.products()), scope));
            case 15, 16, 17 -> replace(scope);
            case 18 -> List.of(declare(handles.view(), scope));
            case 19, 20, 21 -> cursor(scope);
            case 22, 23 -> array(handle, scope, statements, position);
            case 24 -> List.of(declare(choices.of(handles.makers(handle)), scope));
            case 25 -> List.of(sharedMemory(scope));
            case 26, 27, 28, 29 -> loop(handle, scope, position, statements);
            case 30, 31 -> patternSwitch(scope, position, statements);
            case 32, 33 -> perhapsNull(handle, scope, position, statements);
            case 34, 35 -> memorySwitch(handle, scope, position, statements);
            case 36, 37 -> deconstruction(scope, position, statements);
            case 38 -> boxes(scope);
            default -> rare(handle, scope);
        };
    }

    private String expression(Type type, Scope scope) {
        return expressions.any(type, scope, DEPTH);
    }

    private Code declare(Type type, Scope scope) {
        choices.use(Construct.HANDLE_VARIABLE);
        var name = choices.name("h");
        var value = expression(type, scope);
        boolean assignable = !(type instanceof Type.Maker) && choices.percent(80);
        scope.declare(new Variable(name, type, assignable ? Use.VARIABLE : Use.CONSTANT));
        return Code.line("%s %s = %s;".formatted(type.source(), name, value));
    }

    private List<Code> assign(Handle handle, Scope scope) {
        var targets = scope.assignable(handle);
        if (targets.isEmpty()) {
            return List.of(declare(handle, scope));
        }
        choices.use(Construct.HANDLE_ASSIGNMENT);
        return List.of(Code.line("%s = %s;".formatted(choices.of(targets).name(), expression(handle, scope))));
    }

    /** Two variables change places, or three in a circle. */
    private List<Code> exchange(Handle handle, Scope scope) {
        var targets = scope.assignable(handle);
        if (targets.size() < 2) {
            return List.of(declare(handle, scope));
        }
        choices.use(Construct.HANDLE_EXCHANGE);
        var circle = new ArrayList<String>();
        int length = targets.size() > 2 && choices.percent(50) ? 3 : 2;
        int first = choices.below(targets.size());
        for (int i = 0; i < length; i++) {
            circle.add(targets.get((first + i) % targets.size()).name());
        }
        var code = circle(handle, circle);
        return choices.percent(30)
                ? List.of(Code.nest("if (%s)".formatted(expression(Primitive.BOOLEAN, scope)), code))
                : code;
    }

    private List<Code> circle(Type type, List<String> variables) {
        var code = new ArrayList<Code>();
        var before = choices.name("t");
        code.add(Code.line("%s %s = %s;".formatted(type.source(), before, variables.getFirst())));
        for (int i = 0; i < variables.size(); i++) {
            code.add(Code.line(
                    "%s = %s;".formatted(variables.get(i), i == variables.size() - 1 ? before : variables.get(i + 1))));
        }
        return code;
    }

    private List<Code> update(Handle handle, Scope scope) {
        var element = handle.element();
        var base = handleExpressions.base(scope);
        return switch (handle.sharing()) {
            case INPUT -> List.of(declare(handle, scope));
            case TALLY -> {
                choices.use(Construct.SHARED_UPDATE);
                var operation = choices.of(SharedUpdate.values());
                yield List.of(Code.line("%s.%s(%d, %s);"
                        .formatted(
                                expression(handle, scope),
                                choices.percent(50) ? operation.method() : operation.relaxedMethod(),
                                operation.element(),
                                expression(element, scope))));
            }
            case OWN -> {
                if (base.isEmpty()) {
                    yield List.of(declare(handle, scope));
                }
                choices.use(Construct.HANDLE_WRITE);
                yield List.of(Code.line("%s.%s(%s + (%s & 3), %s);"
                        .formatted(
                                expression(handle, scope),
                                choices.of("set", "set", "setOpaque", "setRelease", "setVolatile", "getAndAdd"),
                                base.get(),
                                expressions.primitive(Primitive.INT, scope, 1),
                                expression(element, scope))));
            }
        };
    }

    /** A record that holds handles is replaced by another. */
    private List<Code> replace(Scope scope) {
        var targets = scope.assignable().stream()
                .filter(variable -> variable.type() instanceof Product product && handles.declares(product)
                        || variable.type().equals(handles.view()))
                .toList();
        if (targets.isEmpty()) {
            return List.of(declare(choices.of(handles.products()), scope));
        }
        choices.use(Construct.HANDLE_RECORD_REPLACED);
        var target = choices.of(targets);
        if (target.type().equals(handles.pair()) && choices.percent(50)) {
            return List.of(Code.line("%1$s = %1$s.swapped();".formatted(target.name())));
        }
        if (target.type().equals(handles.slice()) && choices.percent(40)) {
            return List.of(Code.line("%1$s = %1$s.moved(%2$s);"
                    .formatted(target.name(), expressions.primitive(Primitive.INT, scope, 1))));
        }
        var others = scope.assignable(target.type());
        if (others.size() > 1 && choices.percent(40)) {
            var circle = List.of(others.getFirst().name(), others.getLast().name());
            return circle(target.type(), circle);
        }
        return List.of(Code.line("%s = %s;".formatted(target.name(), expression(target.type(), scope))));
    }

    private List<Code> cursor(Scope scope) {
        var cursors = scope.visible(handles.cursor());
        if (cursors.isEmpty()) {
            return List.of(newCursor(scope));
        }
        choices.use(Construct.HANDLE_IN_OBJECT);
        var cursor = choices.of(cursors).name();
        var main = handles.main();
        return switch (choices.below(12)) {
            case 0 -> List.of(Code.line("%s.jump(%s);".formatted(cursor, expression(main, scope))));
            case 1, 2 -> List.of(Code.line("%s.swap();".formatted(cursor)));
            case 3, 4 -> {
                var field = choices.of(handles.cursor().fields().subList(0, HandleMembers.CONSTRUCTOR_PARAMETERS));
                yield List.of(
                        Code.line("%s.%s = %s;".formatted(cursor, field.name(), expression(field.type(), scope))));
            }
            case 5 -> List.of(Code.line("%s.count(%s);".formatted(cursor, expression(Primitive.INT, scope))));
            case 6 -> {
                var element = ((Array) handles.cursor().fields().getLast().type()).element();
                yield List.of(Code.line("%s.cells[%s & 3] = %s;"
                        .formatted(
                                cursor, expressions.primitive(Primitive.INT, scope, 1), expression(element, scope))));
            }
            case 7 -> List.of(Code.line("%s.position += %s;".formatted(cursor, expression(Primitive.INT, scope))));
            case 8 -> {
                choices.use(Construct.OBJECT_ALIAS);
                var name = choices.name("alias");
                scope.declare(Variable.constant(name, handles.cursor()));
                yield List.of(Code.line("var %s = %s;".formatted(name, cursor)));
            }
            case 9 -> {
                var name = choices.name("h");
                var value = "%s.choose(%s)".formatted(cursor, expression(Primitive.INT, scope));
                scope.declare(new Variable(name, main, Use.VARIABLE));
                yield List.of(Code.line("%s %s = %s;".formatted(main.source(), name, value)));
            }
            case 10 -> List.of(newCursor(scope));
            default -> {
                var code = circle(main, List.of(cursor + ".data", cursor + ".spare"));
                yield List.of(Code.nest("if (%s)".formatted(expression(Primitive.BOOLEAN, scope)), code));
            }
        };
    }

    private Code newCursor(Scope scope) {
        var name = choices.name("cursor");
        var value = handleExpressions.holder(handles.cursor(), scope, 2);
        scope.declare(new Variable(name, handles.cursor(), choices.percent(30) ? Use.VARIABLE : Use.CONSTANT));
        return Code.line("var %s = %s;".formatted(name, value));
    }

    private List<Code> array(Handle handle, Scope scope, Statements statements, Position position) {
        var arrays = scope.visible(HandleArray.class);
        choices.use(Construct.HANDLE_ARRAY);
        if (arrays.isEmpty() || choices.percent(25)) {
            var type = new HandleArray(handle, choices.of(2, 3, 4));
            var name = choices.name("hs");
            var value = handleExpressions.array(type, scope, 2);
            scope.declare(Variable.constant(name, type));
            return List.of(Code.line("%s %s = %s;".formatted(type.source(), name, value)));
        }
        var variable = choices.of(arrays);
        var type = (HandleArray) variable.type();
        int first = choices.below(type.length());
        int second = (first + 1) % type.length();
        if (choices.percent(5) && position.depth() < NESTING) {
            choices.use(Construct.HANDLE_ARRAY_LOOP);
            var name = choices.name("m");
            var inner = scope.inner();
            inner.declare(Variable.constant(name, type.element()));
            return List.of(Code.nest(
                    "for (%s %s : %s)".formatted(type.element().source(), name, variable.name()),
                    statements.body(scope, inner, position.inLoop(null))));
        }
        if (choices.percent(50)) {
            return circle(
                    type.element(),
                    List.of("%s[%d]".formatted(variable.name(), first), "%s[%d]".formatted(variable.name(), second)));
        }
        return List.of(Code.line("%s[%d] = %s;".formatted(variable.name(), first, expression(type.element(), scope))));
    }

    /** Memory of the block, of which a lane uses its own elements only, after it has set them. */
    private Code sharedMemory(Scope scope) {
        choices.use(Construct.SHARED_MEMORY);
        var element = choices.percent(60) ? handles.main().element() : choices.of(Primitive.NUMERIC);
        var handle = new Handle(element, Sharing.OWN);
        var name = choices.name("s");
        int length = ProgramMemory.LANES * 4 + choices.below(3);
        var code =
                "%s %s = lane.block().shared%s(%d); for (int own = 0; own < 4; own++) { %s.set(lane.id() * 4 + own, %s); }"
                        .formatted(
                                handle.source(),
                                name,
                                handle.source(),
                                length,
                                name,
                                expressions.primitive(element, scope, 1));
        scope.declare(new Variable(name, handle, Use.CONSTANT));
        return Code.line(code);
    }

    /** A loop whose state is a few handles that change places, as in a sort between two buffers. */
    private List<Code> loop(Handle handle, Scope scope, Position position, Statements statements) {
        choices.use(Construct.HANDLE_LOOP);
        var code = new ArrayList<Code>();
        var names = new ArrayList<String>();
        for (int i = 0; i < choices.between(2, 3); i++) {
            var name = choices.name("h");
            code.add(Code.line(
                    "%s %s = %s;".formatted(handle.source(), name, expressions.any(handle, scope, choices.below(2)))));
            names.add(name);
        }
        names.forEach(name -> scope.declare(new Variable(name, handle, Use.VARIABLE)));
        var counter = choices.name("i");
        var inner = scope.inner();
        inner.declare(new Variable(counter, Primitive.INT, Use.COUNTER));
        var body = new ArrayList<Code>();
        body.addAll(update(handle, inner));
        if (choices.percent(50)) {
            body.addAll(statements.several(1, inner, position.inLoop(null)));
        }
        var circle = circle(handle, names);
        if (choices.percent(30)) {
            body.add(Code.nest("if (%s)".formatted(expression(Primitive.BOOLEAN, inner)), circle));
        } else {
            body.addAll(circle);
        }
        if (choices.percent(25)) {
            body.add(Code.nest(
                    "if (%s)".formatted(expression(Primitive.BOOLEAN, inner)),
                    List.of(Code.line(choices.of("break;", "continue;")))));
        }
        if (choices.percent(25)) {
            body.add(Code.line("%s = %s;".formatted(choices.of(names), expression(handle, inner))));
        }
        var bound = choices.percent(50) ? "" + choices.between(1, 5) : "(lane.id() & %d)".formatted(choices.of(3, 7));
        code.add(Code.nest("for (int %1$s = 0; %1$s < %2$s; %1$s++)".formatted(counter, bound), body));
        return code;
    }

    private List<Code> patternSwitch(Scope scope, Position position, Statements statements) {
        var value = handleExpressions.view(scope, DEPTH);
        var arms =
                expressions
                        .patterns(handles.view(), scope, inner -> statements.body(scope, inner, position.nested()))
                        .stream()
                        .map(arm -> Code.nest("case " + arm.pattern() + " ->", arm.result()))
                        .toList();
        return List.of(Code.nest("switch (%s)".formatted(value), arms));
    }

    /** A variable that is null on some ways; what uses it asks first. */
    private List<Code> perhapsNull(Handle handle, Scope scope, Position position, Statements statements) {
        choices.use(Construct.HANDLE_NULL);
        var name = choices.name("maybe");
        var code = new ArrayList<Code>();
        code.add(Code.line("%s %s = null;".formatted(handle.source(), name)));
        var given = Code.line("%s = %s;".formatted(name, expression(handle, scope)));
        code.add(
                choices.percent(50)
                        ? Code.nest("if (%s)".formatted(expression(Primitive.BOOLEAN, scope)), List.of(given))
                        : Code.nest(
                                "for (int %1$s = 0; %1$s < (lane.id() & 3); %1$s++)".formatted(choices.name("i")),
                                List.of(given)));
        if (choices.percent(40)) {
            code.add(Code.nest(
                    "if (%s)".formatted(expression(Primitive.BOOLEAN, scope)),
                    List.of(Code.line(
                            choices.percent(50)
                                    ? "%s = null;".formatted(name)
                                    : "%s = %s;".formatted(name, expression(handle, scope))))));
        }
        var inner = scope.inner();
        inner.declare(new Variable(name, handle, Use.VARIABLE));
        code.add(Code.nest(
                "if (%s != null)".formatted(name),
                concat(update(handle, inner), statements.body(scope, inner, position.nested()))));
        return code;
    }

    private static List<Code> concat(List<Code> first, List<Code> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /** A switch over what kind of memory a handle stands for. */
    private List<Code> memorySwitch(Handle handle, Scope scope, Position position, Statements statements) {
        choices.use(Construct.HANDLE_TYPE_TEST);
        var own = new Handle(handle.element(), handle.sharing());
        var arms = new ArrayList<Code>();
        for (Primitive element : Primitive.NUMERIC) {
            var inner = scope.inner();
            var name = choices.name("m");
            var memory = new Handle(element, element == own.element() ? own.sharing() : Sharing.TALLY);
            if (element == own.element()) {
                inner.declare(Variable.constant(name, memory));
            }
            var length = observeLength(name, scope);
            arms.add(Code.nest(
                    "case %s %s ->".formatted(memory.source(), name),
                    concat(length, statements.body(scope, inner, position.nested()))));
        }
        arms.add(Code.line("case Bytes _, Shorts _ -> {}"));
        var value = handleExpressions.anyMemory(own, scope, DEPTH);
        return List.of(Code.nest("switch (%s)".formatted(value), arms));
    }

    private List<Code> observeLength(String name, Scope scope) {
        choices.use(Construct.HANDLE_LENGTH);
        var targets = scope.assignable(Primitive.INT);
        return targets.isEmpty()
                ? List.of()
                : List.of(Code.line(
                        "%s += %s.length();".formatted(choices.of(targets).name(), name)));
    }

    private List<Code> deconstruction(Scope scope, Position position, Statements statements) {
        choices.use(Construct.RECORD_PATTERN);
        var product = choices.of(handles.outer(), handles.pair(), handles.slice(), handles.mixed());
        var inner = scope.inner();
        var value = expression(product, scope);
        var pattern = expressions.recordPattern(product, inner);
        return List.of(Code.nest(
                "if (%s instanceof %s)".formatted(value, pattern), statements.body(scope, inner, position.nested())));
    }

    /** Boxed numbers that are chosen. */
    private List<Code> boxes(Scope scope) {
        choices.use(Construct.BOX);
        var type = choices.of(Primitive.INT, Primitive.LONG, Primitive.DOUBLE);
        var name = choices.name("boxed");
        var code = new ArrayList<Code>();
        code.add(Code.line("%s %s = %s;".formatted(type.box(), name, expression(type, scope))));
        var other = Code.line("%s = %s;".formatted(name, expression(type, scope)));
        code.add(Code.nest("if (%s)".formatted(expression(Primitive.BOOLEAN, scope)), List.of(other)));
        scope.declare(new Variable("(%s) %s".formatted(type.source(), name), type, Use.COUNTER));
        return code;
    }

    /** Comparisons of handles, texts, arrays of handles with a variable index. */
    private List<Code> rare(Handle handle, Scope scope) {
        var arrays = scope.visible(HandleArray.class);
        var targets = scope.assignable(Primitive.INT);
        if (targets.isEmpty()) {
            return assign(handle, scope);
        }
        var target = choices.of(targets).name();
        if (choices.percent(8)) {
            choices.use(Construct.TEXT);
            var text = choices.name("text");
            return List.of(
                    Code.line("String %s = %s;"
                            .formatted(
                                    text,
                                    choices.percent(80)
                                            ? choices.of("\"one\"", "\"two\"")
                                            : "lane.id() == 1 ? \"one\" : \"three\"")),
                    Code.nest(
                            "switch (%s)".formatted(text),
                            List.of(
                                    Code.line("case \"one\" -> %s += 1;".formatted(target)),
                                    Code.line("case \"two\" -> %s += %s.length();".formatted(target, text)),
                                    Code.line("default -> %s ^= 3;".formatted(target)))));
        }
        if (!arrays.isEmpty() && choices.percent(15)) {
            choices.use(Construct.HANDLE_ARRAY_LOOP);
            var array = choices.of(arrays);
            return List.of(Code.line("%s += %s[Math.floorMod(%s, %s.length)].length();"
                    .formatted(target, array.name(), expression(Primitive.INT, scope), array.name())));
        }
        choices.use(Construct.HANDLE_IDENTITY);
        return List.of(Code.line(
                "%s += %s == %s ? 3 : 5;".formatted(target, expression(handle, scope), expression(handle, scope))));
    }
}
