package dev.warpbroker.compiler.value;

import dev.warpbroker.compiler.bytecode.LambdaReader;
import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.capture.Step;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.MemoryType;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Scope;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.Variable;
import dev.warpbroker.device.Block;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Warp;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A local variable, stack entry or field as the compiler sees it.
 *
 * <p>Objects never exist at run time: of an object created in a kernel only its fields do, of a captured one only the
 * constants and addresses read from it.
 */
public sealed interface Value
        permits Value.Scalar,
                Value.Null,
                Value.Captured,
                Value.Handle,
                Value.LaneView,
                Value.Closure,
                Value.EnumValue,
                Value.EnumTable,
                Value.Union,
                Value.TypeTest,
                Value.LocalArray,
                Value.Reference,
                Value.TableArray,
                Value.TableRow,
                Value.Text,
                Value.Conflict,
                VirtualObject,
                VirtualArray {

    /** {@return the value in words, for messages} */
    String describe();

    /** {@return the values that this one consists of} */
    default Collection<Value> parts() {
        return List.of();
    }

    /** {@return what of this value, apart from its parts, the machine computes} */
    default List<Operand> operands() {
        return List.of();
    }

    /**
     * {@return this value with other parts and operands}
     *
     * @param made told of a value with an identity as soon as it is there: an object or an array, which may contain
     *     itself, before it has its parts
     */
    default Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
        return this;
    }

    /** A number. */
    record Scalar(Operand operand) implements Value {
        public static Scalar of(int value) {
            return new Scalar(Constant.of(value));
        }

        @Override
        public List<Operand> operands() {
            return List.of(operand);
        }

        @Override
        public Value map(UnaryOperator<Operand> mapping, UnaryOperator<Value> part, Consumer<Value> made) {
            return new Scalar(mapping.apply(operand));
        }

        @Override
        public String describe() {
            return operand instanceof Constant ? "a constant number" : "a number";
        }
    }

    /** The null reference. */
    enum Null implements Value {
        NULL;

        @Override
        public String describe() {
            return "null";
        }
    }

    /** An object that existed before the launch. */
    record Captured(Object object, CapturePath path) implements Value {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Captured captured && captured.object == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }

        @Override
        public String describe() {
            return switch (object) {
                case Enum<?> constant -> constant.getDeclaringClass().getSimpleName() + "." + constant.name();
                case Object lambda when LambdaReader.isLambda(lambda) -> "a captured lambda";
                default -> "captured " + object.getClass().getSimpleName();
            };
        }
    }

    /**
     * Device memory.
     *
     * @param kind the class of the handle
     * @param scope where the memory is seen: in the block, on the device, or the host as well
     * @param large whether it may have more elements than an int can number
     * @param length a long
     */
    record Handle(Class<?> kind, Space space, Scope scope, boolean large, Operand base, Operand length)
            implements Value {
        @Override
        public List<Operand> operands() {
            return List.of(base, length);
        }

        @Override
        public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
            return new Handle(kind, space, scope, large, operand.apply(base), operand.apply(length));
        }

        @Override
        public String describe() {
            return kind.getSimpleName();
        }
    }

    /** The running lane, its warp, or its block. */
    enum LaneView implements Value {
        LANE(Lane.class),
        WARP(Warp.class),
        BLOCK(Block.class);

        private final Class<?> type;

        LaneView(Class<?> type) {
            this.type = type;
        }

        /** {@return the class it has in the kernel's source} */
        public Class<?> type() {
            return type;
        }

        @Override
        public String describe() {
            return "the " + name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A lambda or method reference: one made in the kernel, or a captured one taken apart.
     *
     * @param home the class that made it
     * @param interfaces what it implements
     */
    record Closure(
            Shape shape, DirectMethodHandleDesc method, Class<?> home, List<Class<?>> interfaces, List<Value> captured)
            implements Value {
        public Closure {
            interfaces = List.copyOf(interfaces);
            captured = List.copyOf(captured);
        }

        /** {@return the same lambda with other captured values} */
        public Closure with(List<Value> others) {
            return new Closure(shape, method, home, interfaces, others);
        }

        @Override
        public Collection<Value> parts() {
            return captured;
        }

        @Override
        public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
            return with(captured.stream().map(part).toList());
        }

        @Override
        public String describe() {
            return "a lambda for " + interfaces.getFirst().getSimpleName();
        }
    }

    /** A constant of an enum that is known at run time only. */
    record EnumValue(Class<?> type, Operand ordinal) implements Value {
        @Override
        public List<Operand> operands() {
            return List.of(ordinal);
        }

        @Override
        public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
            return new EnumValue(type, operand.apply(ordinal));
        }

        @Override
        public String describe() {
            return "a " + type.getSimpleName();
        }
    }

    /** What {@code values()} of an enum gives. */
    record EnumTable(Class<?> type) implements Value {
        @Override
        public String describe() {
            return type.getSimpleName() + ".values()";
        }
    }

    /**
     * One of several objects; which one is known at run time only. Has an identity, so that a test can narrow all
     * variables that hold it.
     *
     * @param tag the number of the shape that is there
     */
    record Union(Operand tag, Map<Shape, Value> alternatives) implements Value {
        public Union {
            // In their order: the same kernel gives the same code every time.
            alternatives = Collections.unmodifiableMap(new LinkedHashMap<>(alternatives));
        }

        @Override
        public Collection<Value> parts() {
            return alternatives.values();
        }

        @Override
        public List<Operand> operands() {
            return List.of(tag);
        }

        @Override
        public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
            var mapped = new LinkedHashMap<Shape, Value>();
            alternatives.forEach((shape, alternative) -> mapped.put(shape, part.apply(alternative)));
            var union = new Union(operand.apply(tag), mapped);
            made.accept(union);
            return union;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public String describe() {
            return "one of "
                    + alternatives.keySet().stream()
                            .map(Shape::describe)
                            .sorted()
                            .toList();
        }
    }

    /** The answer of instanceof or of a pattern switch, before anybody branches on it. */
    record TypeTest(Union union, ToIntFunction<Shape> answer) implements Value {
        @Override
        public String describe() {
            return "the result of a type test";
        }
    }

    /**
     * An array in the lane's own memory that is followed statically: the only one of its place at a time.
     *
     * @param elementType the class of its elements
     * @param site the place in the code that made it
     */
    record LocalArray(Class<?> elementType, MemoryType element, int length, Variable variable, Object site)
            implements Value {
        @Override
        public String describe() {
            return "an array of " + length + " " + element.name().toLowerCase(Locale.ROOT) + "s";
        }
    }

    /**
     * An array of primitives that existed before the launch, and that kernels only read.
     *
     * @param type the class of the array
     * @param base the address of its first element
     */
    record TableArray(Class<?> type, Operand base, Operand length) implements Value {
        @Override
        public List<Operand> operands() {
            return List.of(base, length);
        }

        @Override
        public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
            return new TableArray(type, operand.apply(base), operand.apply(length));
        }

        @Override
        public String describe() {
            return "captured " + type.getSimpleName();
        }
    }

    /**
     * An array of objects inside a captured array; which one is known at run time only.
     *
     * @param type the class of the array
     * @param table the outermost array
     * @param steps lead from the outermost array to the level of the elements of this one
     * @param start how many elements of that level come before the first of this one
     */
    record TableRow(Class<?> type, CapturePath table, List<Step> steps, Operand start, Operand length)
            implements Value {
        public TableRow {
            steps = List.copyOf(steps);
        }

        @Override
        public List<Operand> operands() {
            return List.of(start, length);
        }

        @Override
        public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
            return new TableRow(type, table, steps, operand.apply(start), operand.apply(length));
        }

        @Override
        public String describe() {
            return "captured " + type.getSimpleName();
        }
    }

    /**
     * An object or array in the lane's own memory, which one is known at run time only. Never null: a variable that may
     * be null is a union.
     *
     * @param type its exact class
     * @param sites the places in the code that may have made it
     * @param offset where it begins, in bytes
     * @param length of an array; 0 for other objects
     */
    record Reference(Class<?> type, Set<Object> sites, Operand offset, Operand length) implements Value {
        public Reference {
            // In their order: the same kernel gives the same code every time.
            sites = Collections.unmodifiableSet(new LinkedHashSet<>(sites));
        }

        @Override
        public List<Operand> operands() {
            return List.of(offset, length);
        }

        @Override
        public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
            return new Reference(type, sites, operand.apply(offset), operand.apply(length));
        }

        @Override
        public String describe() {
            return type.isArray()
                    ? "an array of " + type.getComponentType().getSimpleName()
                    : "a new " + type.getSimpleName();
        }
    }

    /**
     * A text that only an exception can use.
     *
     * @param template its constant parts, and what stands for the others as in {@link FaultSite}
     * @param detail what is known at run time only: one value of 64 bits or two of 32, as a long; or null
     */
    record Text(String template, @Nullable Operand detail) implements Value {
        @Override
        public List<Operand> operands() {
            return detail == null ? List.of() : List.of(detail);
        }

        @Override
        public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
            return new Text(template, detail == null ? null : operand.apply(detail));
        }

        @Override
        public String describe() {
            return "a text made in the kernel";
        }
    }

    /**
     * Something that differs by the path taken in a way that cannot be expressed; an error only if it is used.
     *
     * @param sites the places that made the objects in question; the paths could meet if those were in memory
     */
    record Conflict(String reason, String remedy, Set<Object> sites) implements Value {
        public Conflict(String reason, String remedy) {
            this(reason, remedy, Set.of());
        }

        @Override
        public String describe() {
            return reason;
        }
    }
}
