package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.HandleVocabulary.Picker;
import dev.warpbroker.compiler.generated.Scope.Use;
import dev.warpbroker.compiler.generated.Scope.Variable;
import dev.warpbroker.compiler.generated.Statements.Position;
import dev.warpbroker.compiler.generated.Type.Array;
import dev.warpbroker.compiler.generated.Type.Component;
import dev.warpbroker.compiler.generated.Type.Handle;
import dev.warpbroker.compiler.generated.Type.Primitive;
import dev.warpbroker.compiler.generated.Type.Product;
import dev.warpbroker.compiler.generated.Type.Sharing;
import java.util.ArrayList;
import java.util.List;

/** The types and methods of a program that deal with handles. */
final class HandleMembers {
    /** How many of the cursor's fields its constructor takes; the others start as zero. */
    static final int CONSTRUCTOR_PARAMETERS = 4;

    private final Choices choices;
    private final HandleVocabulary handles;
    private final Expressions expressions;
    private final Statements statements;

    HandleMembers(Choices choices, HandleVocabulary handles, Expressions expressions, Statements statements) {
        this.choices = choices;
        this.handles = handles;
        this.expressions = expressions;
        this.statements = statements;
    }

    List<Code> members() {
        var members = new ArrayList<Code>();
        members.add(Code.nest(
                "interface Chooser extends java.io.Serializable",
                List.of(Code.line("%s of(int k);".formatted(handles.main().source())))));
        members.add(method("static <T> T either(boolean first, T x, T y)", "return first ? x : y;"));
        members.add(method(
                "static <T extends DeviceMemory> T longer(T x, T y)", "return x.length() < y.length() ? y : x;"));
        members.add(Code.nest(
                "static <T> T third(int k, T x, T y, T z)",
                List.of(
                        Code.nest("if ((k & 3) == 0)", List.of(Code.line("return x;"))),
                        Code.nest("if ((k & 3) == 1)", List.of(Code.line("return y;"))),
                        Code.line("return z;"))));
        members.add(method("static <T> T orElse(T x, T y)", "return x == null ? y : x;"));
        members.add(slice());
        members.add(pair());
        members.add(record(handles.mixed(), ""));
        members.add(record(handles.outer(), ""));
        members.add(Code.line("record Box<T>(T value) {}"));
        members.add(view());
        members.add(cursor());
        for (int i = 0; i < choices.between(1, 2); i++) {
            var handle = choices.percent(60) ? handles.main() : choices.of(HandleVocabulary.HANDLES);
            members.add(picker(new Picker("pick" + i, handle)));
        }
        return members;
    }

    private static Code method(String head, String... lines) {
        return Code.nest(head, List.of(lines).stream().map(Code::line).toList());
    }

    private static Code record(Product product, String supertypes, Code... members) {
        var simpleName = product.name().substring(product.name().indexOf('.') + 1);
        return Code.nest("record %s(%s)%s".formatted(simpleName, product.parameters(), supertypes), List.of(members));
    }

    private Code slice() {
        var data = (Handle) handles.slice().components().getFirst().type();
        var index = data.sharing() == Sharing.OWN ? "base + (offset & 3)" : "(base + offset) & 63";
        return record(
                handles.slice(),
                "",
                method("%s at(int base)".formatted(data.element().source()), "return data.get(%s);".formatted(index)),
                method("Slice moved(int by)", "return new Slice(data, offset + by);"),
                method("Slice with(%s other)".formatted(data.source()), "return new Slice(other, offset);"));
    }

    private Code pair() {
        var main = handles.main().source();
        return record(
                handles.pair(),
                "",
                method("Pair swapped()", "return new Pair(to, from);"),
                method("%s pick(int k)".formatted(main), "return (k & 1) == 0 ? from : to;"));
    }

    private Code view() {
        var members = new ArrayList<Code>();
        members.add(Code.line("int weight(int base);"));
        for (Product variant : handles.view().variants()) {
            var scope = Scope.ofMethod(variant.components());
            scope.declare(Variable.constant(HandleExpressions.BASE, Primitive.INT));
            choices.allow(0, 10, 0);
            members.add(record(
                    variant,
                    " implements View",
                    method(
                            "public int weight(int base)",
                            "return %s;".formatted(expressions.primitive(Primitive.INT, scope, 2)))));
        }
        return Code.nest("sealed interface View", members);
    }

    private Code cursor() {
        var cursor = handles.cursor();
        var members = new ArrayList<Code>();
        for (Component field : cursor.fields()) {
            members.add(Code.line(
                    field.type() instanceof Array(Primitive element, int length)
                            ? "final %s[] %s = new %s[%d];"
                                    .formatted(element.source(), field.name(), element.source(), length)
                            : field.source() + ";"));
        }
        var given = cursor.fields().subList(0, CONSTRUCTOR_PARAMETERS);
        members.add(Code.nest(
                "Cursor(%s)"
                        .formatted(String.join(
                                ", ", given.stream().map(Component::source).toList())),
                given.stream()
                        .map(field -> Code.line("this.%s = %s;".formatted(field.name(), field.name())))
                        .toList()));
        var main = handles.main();
        members.add(method(
                "%s next(int base)".formatted(main.element().source()),
                "total = total * 31 + position;",
                "return data.get(base + (position++ & 3));"));
        members.add(method("void jump(%s to)".formatted(main.source()), "spare = data;", "data = to;"));
        members.add(method(
                "void swap()", "%s before = data;".formatted(main.source()), "data = spare;", "spare = before;"));
        members.add(method(
                "%s choose(int k)".formatted(main.source()),
                "position += k & 1;",
                "return (position & 2) == 0 ? data : spare;"));
        members.add(method("void count(int k)", "cells[k & 3] += k;", "cells[1]++;"));
        return Code.nest("static final class Cursor", members);
    }

    /** A method that returns one of three handles, from several places. */
    private Code picker(Picker picker) {
        choices.allow(6, 24, 1);
        var handle = picker.handle();
        var scope = Scope.ofMethod(
                List.of(new Component(HandleExpressions.BASE, Primitive.INT), new Component("k", Primitive.INT)));
        var source = new ArrayList<String>();
        for (var name : List.of("x", "y", "z")) {
            // Lambdas need one that nothing assigns to.
            scope.declare(new Variable(name, handle, name.equals("z") ? Use.CONSTANT : Use.VARIABLE));
            source.add(handle.source() + " " + name);
        }
        var body = new ArrayList<Code>();
        body.addAll(statements.several(choices.between(0, 2), scope, Position.outermost()));
        if (choices.percent(60)) {
            body.add(returnIf(handle, scope));
        }
        if (choices.percent(50)) {
            var counter = choices.name("i");
            var inner = scope.inner();
            inner.declare(new Variable(counter, Primitive.INT, Use.COUNTER));
            var round = new ArrayList<>(statements.several(choices.between(1, 2), inner, new Position(1, 1, null)));
            round.add(returnIf(handle, inner));
            round.addAll(choices.of(
                    List.of(Code.line("%1$s was%2$s = x; x = y; y = was%2$s;".formatted(handle.source(), counter))),
                    List.of(Code.line("%1$s was%2$s = y; y = x; x = z;".formatted(handle.source(), counter)))));
            body.add(Code.nest("for (int %1$s = 0; %1$s < (k & 3); %1$s++)".formatted(counter), round));
        }
        body.add(Code.line("return %s;".formatted(expressions.any(handle, scope, 2))));
        handles.pickers().add(picker);
        return Code.nest(
                "static %s %s(int base, int k, %s)"
                        .formatted(handle.source(), picker.name(), String.join(", ", source)),
                body);
    }

    private Code returnIf(Handle handle, Scope scope) {
        return Code.nest(
                "if (%s)".formatted(expressions.primitive(Primitive.BOOLEAN, scope, 2)),
                List.of(Code.line("return %s;".formatted(expressions.any(handle, scope, 1)))));
    }
}
