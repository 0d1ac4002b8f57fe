package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Type.Array;
import dev.warpbroker.compiler.generated.Type.Component;
import dev.warpbroker.compiler.generated.Type.Handle;
import dev.warpbroker.compiler.generated.Type.Holder;
import dev.warpbroker.compiler.generated.Type.Maker;
import dev.warpbroker.compiler.generated.Type.Primitive;
import dev.warpbroker.compiler.generated.Type.Product;
import dev.warpbroker.compiler.generated.Type.Sharing;
import dev.warpbroker.compiler.generated.Type.Sum;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The types of a program that hold handles.
 *
 * @param main the handle that most of them hold
 * @param slice a handle and an offset
 * @param pair two handles of one type
 * @param mixed handles and numbers
 * @param outer a record that holds the others
 * @param box a generic record
 * @param view a sealed interface of records that hold handles; its method is {@code int weight(int base)}
 * @param cursor a mutable class
 * @param pickers static methods that return one of their handles
 * @param chooser a serialisable interface, so that kernels can capture lambdas of it
 */
record HandleVocabulary(
        Handle main,
        Product slice,
        Product pair,
        Product mixed,
        Product outer,
        Product box,
        Sum view,
        Holder cursor,
        List<Picker> pickers,
        Maker chooser) {
    static final List<Handle> HANDLES = ProgramMemory.PARAMETERS.stream()
            .map(ProgramMemory.Parameter::type)
            .distinct()
            .toList();

    /** A static method with parameters {@code (int base, int k, H x, H y, H z)}. */
    record Picker(String name, Handle handle) {}

    static HandleVocabulary random(Choices choices) {
        var main = new Handle(choices.of(Primitive.NUMERIC), Sharing.OWN);
        var slice = new Product(
                "Slice",
                List.of(
                        new Component("data", new Handle(choices.of(Primitive.NUMERIC), readable(choices))),
                        new Component("offset", Primitive.INT)));
        var pair = new Product("Pair", List.of(new Component("from", main), new Component("to", main)));
        var mixed = new Product("Mixed", components(choices, choices.between(1, 3), choices.between(0, 2)));
        var outerComponents = new ArrayList<>(components(choices, choices.between(0, 1), choices.between(0, 1)));
        outerComponents.add(choices.below(outerComponents.size() + 1), new Component("slice", slice));
        outerComponents.add(choices.below(outerComponents.size() + 1), new Component("inner", choices.of(pair, mixed)));
        var outer = new Product("Outer", outerComponents);
        var box = new Product("Box<%s>".formatted(main.source()), List.of(new Component("value", main)));
        var view = new Sum(
                "View",
                IntStream.range(0, choices.between(2, 4))
                        .mapToObj(i -> variant(choices, "View.W" + i, slice))
                        .toList());
        var cursor = new Holder(
                "Cursor",
                List.of(
                        new Component("data", main),
                        new Component("spare", main),
                        new Component("other", choices.of(HANDLES)),
                        new Component("slice", slice),
                        new Component("position", Primitive.INT),
                        new Component("total", Primitive.LONG),
                        new Component("cells", new Array(choices.of(Primitive.INT, Primitive.LONG), 4))));
        var chooser = new Maker("Chooser", "of", List.of(Primitive.INT), main);
        return new HandleVocabulary(main, slice, pair, mixed, outer, box, view, cursor, new ArrayList<>(), chooser);
    }

    private static Sharing readable(Choices choices) {
        return choices.percent(70) ? Sharing.OWN : Sharing.INPUT;
    }

    private static Product variant(Choices choices, String name, Product slice) {
        var components = new ArrayList<>(components(choices, choices.between(0, 2), choices.between(0, 2)));
        if (choices.percent(25)) {
            components.add(new Component("inner", slice));
        }
        return new Product(name, components);
    }

    private static List<Component> components(Choices choices, int handles, int numbers) {
        var types = new ArrayList<Type>();
        for (int i = 0; i < handles; i++) {
            types.add(choices.of(HANDLES));
        }
        for (int i = 0; i < numbers; i++) {
            types.add(choices.below(types.size() + 1), choices.of(Primitive.values()));
        }
        return IntStream.range(0, types.size())
                .mapToObj(i -> new Component("c" + i, types.get(i)))
                .toList();
    }

    List<Product> products() {
        return List.of(slice, pair, mixed, outer, box);
    }

    boolean declares(Product product) {
        return products().contains(product) || view.variants().contains(product);
    }

    /** {@return the functional interfaces for handles of a type} */
    List<Maker> makers(Handle handle) {
        var source = handle.source();
        var makers = new ArrayList<>(List.of(
                new Maker("Supplier<%s>".formatted(source), "get", List.of(), handle),
                new Maker("IntFunction<%s>".formatted(source), "apply", List.of(Primitive.INT), handle),
                new Maker("UnaryOperator<%s>".formatted(source), "apply", List.of(handle), handle),
                new Maker("BinaryOperator<%s>".formatted(source), "apply", List.of(handle, handle), handle)));
        if (handle.equals(main)) {
            makers.add(chooser);
        }
        return makers;
    }
}
