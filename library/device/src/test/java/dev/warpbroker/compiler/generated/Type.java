package dev.warpbroker.compiler.generated;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The types of a generated program. */
sealed interface Type {
    /** {@return the type as Java source} */
    String source();

    /** A primitive type. */
    enum Primitive implements Type {
        INT("Integer"),
        LONG("Long"),
        FLOAT("Float"),
        DOUBLE("Double"),
        BOOLEAN("Boolean");

        static final List<Primitive> NUMERIC = List.of(INT, LONG, FLOAT, DOUBLE);

        private final String box;

        Primitive(String box) {
            this.box = box;
        }

        String box() {
            return box;
        }

        @Override
        public String source() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A component of a record or a parameter of a method. */
    record Component(String name, Type type) {
        String source() {
            return type.source() + " " + name;
        }
    }

    /** A record. */
    record Product(String name, List<Component> components) implements Type {
        @Override
        public String source() {
            return name;
        }

        String parameters() {
            return components.stream().map(Component::source).collect(Collectors.joining(", "));
        }
    }

    /** A sealed interface of records, each of which has a method {@code int weight(int)}. */
    record Sum(String name, List<Product> variants) implements Type {
        @Override
        public String source() {
            return name;
        }
    }

    /** An enum with a field {@code int weight}, a field {@code double scale} and a method {@code next(int)}. */
    record Enumeration(String name, List<String> constants) implements Type {
        @Override
        public String source() {
            return name;
        }
    }

    /** An array of fixed size; the size is a power of two so that an index can be masked. */
    record Array(Primitive element, int length) implements Type {
        @Override
        public String source() {
            return element.source() + "[]";
        }
    }

    /** A mutable class with fields {@code int count} and {@code long total} and a method {@code add(int)}. */
    record Mutable(String name) implements Type {
        @Override
        public String source() {
            return name;
        }
    }

    /** A functional interface. */
    record Function(String source, String method, List<Primitive> parameters, Primitive result) implements Type {
        static final Function INT_UNARY =
                new Function("IntUnaryOperator", "applyAsInt", List.of(Primitive.INT), Primitive.INT);
        static final Function INT_BINARY =
                new Function("IntBinaryOperator", "applyAsInt", List.of(Primitive.INT, Primitive.INT), Primitive.INT);
        static final Function BOXED =
                new Function("Function<Integer, Integer>", "apply", List.of(Primitive.INT), Primitive.INT);
        static final List<Function> ALL = List.of(
                INT_UNARY,
                INT_BINARY,
                BOXED,
                new Function("LongUnaryOperator", "applyAsLong", List.of(Primitive.LONG), Primitive.LONG),
                new Function(
                        "DoubleBinaryOperator",
                        "applyAsDouble",
                        List.of(Primitive.DOUBLE, Primitive.DOUBLE),
                        Primitive.DOUBLE),
                new Function("IntPredicate", "test", List.of(Primitive.INT), Primitive.BOOLEAN));
    }

    /** How lanes share a memory, and so what a lane may do with it. */
    enum Sharing {
        /** Nobody writes to it; every lane may read all its 64 elements. */
        INPUT,
        /** A lane reads and writes the four elements that are its own. */
        OWN,
        /** All lanes update the same elements, by operations whose order does not matter. */
        TALLY
    }

    /** A handle on memory of the device. */
    record Handle(Primitive element, Sharing sharing) implements Type {
        @Override
        public String source() {
            return switch (element) {
                case INT -> "Ints";
                case LONG -> "Longs";
                case FLOAT -> "Floats";
                case DOUBLE -> "Doubles";
                case BOOLEAN -> throw new IllegalStateException("there is no memory of booleans");
            };
        }
    }

    /** A local array of handles. */
    record HandleArray(Handle element, int length) implements Type {
        @Override
        public String source() {
            return element.source() + "[]";
        }
    }

    /** A mutable class with these fields; what it has besides is written where it is declared. */
    record Holder(String name, List<Component> fields) implements Type {
        @Override
        public String source() {
            return name;
        }
    }

    /** A functional interface whose method returns a handle. */
    record Maker(String source, String method, List<Type> parameters, Handle result) implements Type {}
}
