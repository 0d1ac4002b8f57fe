package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Type.Component;
import dev.warpbroker.compiler.generated.Type.Enumeration;
import dev.warpbroker.compiler.generated.Type.Mutable;
import dev.warpbroker.compiler.generated.Type.Primitive;
import dev.warpbroker.compiler.generated.Type.Product;
import dev.warpbroker.compiler.generated.Type.Sum;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The types and methods that a program declares.
 *
 * @param helpers static methods declared so far; a method calls only those before it, so there is no recursion
 */
record Vocabulary(
        String className,
        Product flat,
        Product nested,
        Sum sum,
        Enumeration enumeration,
        Mutable mutable,
        List<Helper> helpers) {
    /** A static method. */
    record Helper(String name, List<Component> parameters, Primitive result) {}

    static Vocabulary random(Choices choices, String className) {
        var flat = new Product("Flat", components(choices, choices.between(1, 3)));
        var nestedComponents = new ArrayList<>(components(choices, choices.between(0, 2)));
        nestedComponents.add(choices.below(nestedComponents.size() + 1), new Component("flat", flat));
        var nested = new Product("Nested", nestedComponents);
        var sum = new Sum(
                "Choice",
                IntStream.range(0, choices.between(2, 4))
                        .mapToObj(i -> variant(choices, "Choice.V" + i, flat))
                        .toList());
        var enumeration = new Enumeration(
                "Colour", List.of("RED", "GREEN", "BLUE", "GREY").subList(0, choices.between(2, 4)));
        return new Vocabulary(className, flat, nested, sum, enumeration, new Mutable("Tally"), new ArrayList<>());
    }

    private static Product variant(Choices choices, String name, Product flat) {
        var components = new ArrayList<>(components(choices, choices.between(0, 3)));
        if (choices.percent(25)) {
            components.add(new Component("inner", flat));
        }
        return new Product(name, components);
    }

    private static List<Component> components(Choices choices, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Component("c" + i, choices.of(Primitive.values())))
                .toList();
    }

    List<Product> products() {
        return List.of(flat, nested);
    }
}
