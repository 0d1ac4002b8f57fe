package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Edge;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.Terminator;
import dev.warpbroker.compiler.value.Shape;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualArray;
import dev.warpbroker.compiler.value.VirtualObject;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DynamicConstantDesc;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** instanceof, casts, pattern switches, and comparisons of references. */
final class TypeTests {
    private static final Set<Opcode> FLOATING_COMPARISONS =
            EnumSet.of(Opcode.FCMPL, Opcode.FCMPG, Opcode.DCMPL, Opcode.DCMPG);

    private final Interpreter in;

    TypeTests(Interpreter in) {
        this.in = in;
    }

    static boolean isPatternSwitch(InvokeDynamicInstruction instruction) {
        return instruction.bootstrapMethod().owner().displayName().equals("SwitchBootstraps");
    }

    // ---- instanceof and casts ----

    void check(TypeCheckInstruction instruction) {
        Class<?> type = in.resolve(instruction.type().asSymbol());
        Value value = Interpreter.usable(in.pop());
        if (instruction.opcode() == Opcode.INSTANCEOF) {
            in.push(test(value, shape -> shape.isInstanceOf(type) ? 1 : 0));
        } else {
            cast(value, type);
        }
    }

    private void cast(Value value, Class<?> type) {
        if (value instanceof Value.Union union) {
            in.push(castUnion(union, type));
        } else if (value == Value.Null.NULL || type.isArray() || shapeOf(value).isInstanceOf(type)) {
            in.push(value);
        } else {
            in.fail(ClassCastException.class, value.describe() + " is no " + type.getName(), Constant.of(0L));
        }
    }

    private Value castUnion(Value.Union union, Class<?> type) {
        var allowed = new LinkedHashMap<Shape, Value>();
        union.alternatives().forEach((shape, alternative) -> {
            if (shape.isNull() || shape.isInstanceOf(type)) {
                allowed.put(shape, alternative);
            }
        });
        if (allowed.size() < union.alternatives().size()) {
            Operand answer = materialize(new Value.TypeTest(union, shape -> allowed.containsKey(shape) ? 1 : 0));
            in.check(
                    Condition.signed(Comparison.NE, answer, Constant.of(0)),
                    ClassCastException.class,
                    "the object is no " + type.getName(),
                    Constant.of(0L));
        }
        return narrowed(union, new ArrayList<>(allowed.keySet()));
    }

    /** Throws if a value cannot be an element of an array of a class. */
    void checkStore(Value value, Class<?> element) {
        if (value instanceof Value.Union union) {
            Value fits = test(union, shape -> shape.isNull() || shape.isInstanceOf(element) ? 1 : 0);
            in.check(
                    Condition.signed(Comparison.NE, in.scalar(fits), Constant.of(0)),
                    ArrayStoreException.class,
                    null,
                    Constant.of(0L));
            return;
        }
        Shape shape = Shape.of(value);
        if (shape != null && !shape.isNull() && !shape.isInstanceOf(element)) {
            in.fail(ArrayStoreException.class, shape.type().getName(), Constant.of(0L));
        }
    }

    private static Shape shapeOf(Value value) {
        Shape shape = Shape.of(value);
        if (shape != null) {
            return shape;
        }
        return switch (value) {
            case Value.LaneView view -> Shape.of(view.type());
            case Value.Text _ -> Shape.of(String.class);
            case VirtualArray array -> Shape.of(array.elementType().arrayType());
            case Value.LocalArray array -> Shape.of(array.elementType().arrayType());
            default -> throw new Refusal("the class of " + value.describe() + " is not known", "avoid the type test");
        };
    }

    // ---- tests on unions ----

    /** {@return the answer for a value: a constant if it is the same for everything the value can be} */
    private Value test(Value value, ToIntFunction<Shape> answer) {
        if (!(value instanceof Value.Union union)) {
            return Value.Scalar.of(answer.applyAsInt(shapeOf(value)));
        }
        int[] answers = union.alternatives().keySet().stream()
                .mapToInt(answer)
                .distinct()
                .toArray();
        return answers.length == 1 ? Value.Scalar.of(answers[0]) : new Value.TypeTest(union, answer);
    }

    /** {@return the answer as a number} */
    Operand materialize(Value.TypeTest test) {
        Operand result = null;
        for (Shape shape : sortedShapes(test.union())) {
            Constant answer = Constant.of(test.answer().applyAsInt(shape));
            result = result == null ? answer : in.code().select(isThere(test.union(), shape), answer, result);
        }
        return Objects.requireNonNull(result);
    }

    private Condition isThere(Value.Union union, Shape shape) {
        return Condition.signed(Comparison.EQ, union.tag(), in.compilation().tag(shape));
    }

    private List<Shape> sortedShapes(Value.Union union) {
        var byTag = new TreeMap<Integer, Shape>();
        union.alternatives()
                .keySet()
                .forEach(shape -> byTag.put(in.compilation().tag(shape).intValue(), shape));
        return new ArrayList<>(byTag.values());
    }

    /** Branches by what the union holds; on each way it is narrowed to what it can still be. */
    void branch(Value.TypeTest test, IntUnaryOperator target) {
        in.endBlock();
        var ways = new TreeMap<Integer, List<Shape>>();
        for (Shape shape : sortedShapes(test.union())) {
            int way = target.applyAsInt(test.answer().applyAsInt(shape));
            ways.computeIfAbsent(way, _ -> new ArrayList<>()).add(shape);
        }
        var edges = new LinkedHashMap<Edge, List<Shape>>();
        ways.forEach((way, shapes) -> edges.put(narrowedEdge(test.union(), shapes, way), shapes));
        terminate(test.union(), edges);
    }

    private Edge narrowedEdge(Value.Union union, List<Shape> shapes, int target) {
        var copier = in.translator().copier();
        copier.replace(union, copier.copy(narrowed(union, shapes)));
        return in.translator().edge(in.frame(), target, copier);
    }

    /** {@return a union without null} */
    static Value withoutNull(Value.Union union) {
        return narrowed(
                union,
                union.alternatives().keySet().stream()
                        .filter(shape -> !shape.isNull())
                        .toList());
    }

    private static Value narrowed(Value.Union union, List<Shape> shapes) {
        if (shapes.size() == 1) {
            return Objects.requireNonNull(union.alternatives().get(shapes.getFirst()));
        }
        var alternatives = new LinkedHashMap<Shape, Value>();
        shapes.forEach(shape -> alternatives.put(
                shape, Objects.requireNonNull(union.alternatives().get(shape))));
        return new Value.Union(union.tag(), alternatives);
    }

    private void terminate(Value.Union union, Map<Edge, List<Shape>> edges) {
        Edge otherwise = edges.entrySet().stream()
                .max((a, b) -> Integer.compare(a.getValue().size(), b.getValue().size()))
                .orElseThrow()
                .getKey();
        var cases = new ArrayList<Terminator.Switch.Case>();
        edges.forEach((edge, shapes) -> {
            if (edge != otherwise) {
                shapes.forEach(shape -> cases.add(
                        new Terminator.Switch.Case(in.compilation().tag(shape).intValue(), edge)));
            }
        });
        in.code()
                .terminate(
                        cases.isEmpty()
                                ? new Terminator.Jump(otherwise)
                                : new Terminator.Switch(union.tag(), cases, otherwise));
    }

    /** Goes on at {@code index} once for each object that a union can hold. */
    void forEachObject(Value.Union union, int index) {
        forEach(
                union,
                sortedShapes(union).stream().filter(shape -> !shape.isNull()).toList(),
                index);
    }

    /** Goes on at {@code index} once for each shape that a union can have, null included. */
    void forEachShape(Value.Union union, int index) {
        forEach(union, sortedShapes(union), index);
    }

    private void forEach(Value.Union union, List<Shape> shapes, int index) {
        in.endBlock();
        var edges = new LinkedHashMap<Edge, List<Shape>>();
        shapes.forEach(shape -> edges.put(narrowedEdge(union, List.of(shape), index), List.of(shape)));
        if (edges.keySet().stream().anyMatch(edge -> in.startsAt(edge))) {
            throw new IllegalStateException(
                    "an instruction is followed for each of " + union.describe() + ", but the ways are not kept apart");
        }
        terminate(union, edges);
    }

    void checkNotNull(Value.Union union) {
        checkNotNull(union, null);
    }

    void checkNotNull(Value.Union union, @Nullable String message) {
        if (union.alternatives().containsKey(Shape.NULL)) {
            in.check(isThere(union, Shape.NULL).negated(), NullPointerException.class, message, Constant.of(0L));
        }
    }

    /**
     * Follows the current instruction once for each object that a union on the stack can hold.
     *
     * @param below how many values are above the union on the stack
     * @return whether there is a union, and the instruction is followed elsewhere
     */
    boolean splitAt(int below) {
        List<Value> stack = in.frame().stack;
        if (!(Interpreter.usable(stack.get(stack.size() - 1 - below)) instanceof Value.Union union)) {
            return false;
        }
        checkNotNull(union);
        forEachObject(union, in.index());
        return true;
    }

    // ---- references ----

    void branchIfNull(Value value, int yes, int no) {
        Value tested = Interpreter.usable(value);
        if (tested instanceof Value.Union
                && test(tested, shape -> shape.isNull() ? 1 : 0) instanceof Value.TypeTest test) {
            branch(test, answer -> answer == 1 ? yes : no);
        } else {
            in.jump(tested == Value.Null.NULL ? yes : no);
        }
    }

    void branchIfSame(Value right, Value left, int yes, int no) {
        Value a = Interpreter.usable(left);
        Value b = Interpreter.usable(right);
        Compilation compilation = in.compilation();
        if (b == Value.Null.NULL) {
            branchIfNull(a, yes, no);
        } else if (a == Value.Null.NULL) {
            branchIfNull(b, yes, no);
        } else if (a instanceof Value.Union || b instanceof Value.Union) {
            in.push(a);
            in.push(b);
            var union = a instanceof Value.Union first ? first : (Value.Union) b;
            forEachShape(union, in.index());
        } else if (compilation.isHandle(a) && compilation.isHandle(b)) {
            branchIfSameMemory(compilation.handle(a), compilation.handle(b), yes, no);
        } else if (compilation.isEnum(a) && compilation.isEnum(b)) {
            in.branch(Condition.signed(Comparison.EQ, compilation.ordinal(a), compilation.ordinal(b)), yes, no);
        } else if (a instanceof Value.Captured(String x, var _)
                && b instanceof Value.Captured(String y, var _)
                && x.equals(y)
                && (isAskedByEquals() || !isInterned(x) || !isInterned(y))) {
            if (!isAskedByEquals()) {
                throw new Refusal("== between texts that are no literals", "use equals");
            }
            in.jump(yes);
        } else if (a instanceof Value.Captured x && b instanceof Value.Captured y && !Compilation.isBox(x.object())) {
            compilation.relyOnIdentity(x, y);
            in.jump(x.object() == y.object() ? yes : no);
        } else if (a instanceof Value.Reference x && b instanceof Value.Reference y && x.type() == y.type()) {
            in.branch(Condition.signed(Comparison.EQ, x.offset(), y.offset()), yes, no);
        } else if (isMadeHere(a) && isMadeHere(b)) {
            in.jump(a.equals(b) ? yes : no);
        } else if (isMadeHere(a) && b instanceof Value.Captured || a instanceof Value.Captured && isMadeHere(b)) {
            in.jump(no);
        } else if (a instanceof Value.LaneView && b instanceof Value.LaneView) {
            in.jump(a == b ? yes : no);
        } else if (differInClass(a, b)) {
            in.jump(no);
        } else if (isAskedByEquals() && (a == b || isEqualIfSame(a) && isEqualIfSame(b))) {
            in.jump(a == b ? yes : no);
        } else {
            throw new Refusal(
                    "== between " + a.describe() + " and " + b.describe()
                            + ": records, boxed numbers and lambdas have no identity in a kernel",
                    "compare their components, or use primitive types");
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isInterned(String text) {
        return text == text.intern();
    }

    private boolean differInClass(Value a, Value b) {
        Class<?> one = in.classOf(a);
        Class<?> other = in.classOf(b);
        return one != null && other != null && one != other;
    }

    /** {@return whether the JDK compares references only to save the comparison of what they refer to} */
    private boolean isAskedByEquals() {
        return in.method().owner().getClassLoader() == null
                && in.method().name().equals("equals");
    }

    /**
     * {@return whether the equals of an object finds it equal to itself: it is known to, or the user's own is asked
     * next, which has to}
     */
    private boolean isEqualIfSame(Value value) {
        Class<?> type = in.classOf(value);
        return type != null
                && (Calls.isBox(type)
                        || Optionals.isOptional(type)
                        || type.isRecord() && in.compilation().classFiles().isEqualsOfRecord(type)
                        || in.method().owner() == Objects.class && hasReflexiveEquals(type));
    }

    /**
     * {@return whether a class has another equals than that of Object, which compares identities, and one that does not
     * compare floating numbers itself, of which NaN is not equal to itself}
     */
    private boolean hasReflexiveEquals(Class<?> type) {
        MethodCode equals = in.compilation().classFiles().resolve(type, "equals", "(Ljava/lang/Object;)Z");
        return equals != null
                && equals.owner() != Object.class
                && !equals.isAbstract()
                && IntStream.range(0, equals.length())
                        .mapToObj(equals::instruction)
                        .noneMatch(instruction -> instruction instanceof OperatorInstruction compared
                                && FLOATING_COMPARISONS.contains(compared.opcode()));
    }

    private static boolean isMadeHere(Value value) {
        return value instanceof VirtualObject object && !object.isFrozen()
                || value instanceof VirtualArray
                || value instanceof Value.LocalArray
                || value instanceof Value.Reference;
    }

    private void branchIfSameMemory(Value.Handle a, Value.Handle b, int yes, int no) {
        if (a.kind() != b.kind() || a.space() != b.space()) {
            in.jump(no);
        } else if (a.space() == Space.GLOBAL) {
            in.branch(Condition.signed(Comparison.EQ, a.base(), b.base()), yes, no);
        } else {
            throw new Refusal(
                    "== between two pieces of shared memory", "remember in a number which of them a variable holds");
        }
    }

    // ---- pattern switches ----

    void patternSwitch(InvokeDynamicInstruction instruction) {
        Operand restart = in.popScalar();
        Value selector = Interpreter.usable(in.pop());
        if (!(restart instanceof Constant from)) {
            throw new Refusal("a pattern switch whose guard changes its own selector", "use if and instanceof");
        }
        List<ConstantDesc> labels = instruction.bootstrapArgs();
        if (selector instanceof Value.Union union
                && union.alternatives().keySet().stream()
                        .anyMatch(shape -> shape.type().isEnum())) {
            in.push(selector);
            in.push(restart);
            forEachShape(union, in.index());
            return;
        }
        if (selector instanceof Value.Scalar) {
            ClassDesc type = instruction.typeSymbol().parameterType(0);
            in.push(Constant.of(firstPrimitiveMatch(labels, type, from.intValue())));
        } else if (in.compilation().isEnum(selector)) {
            in.push(enumSwitch(labels, selector, from.intValue()));
        } else {
            in.push(test(selector, shape -> firstMatch(labels, shape, from.intValue())));
        }
    }

    private int firstMatch(List<ConstantDesc> labels, Shape shape, int from) {
        if (shape.isNull()) {
            return -1;
        }
        for (int i = from; i < labels.size(); i++) {
            if (labels.get(i) instanceof ClassDesc type) {
                if (shape.isInstanceOf(in.resolve(type))) {
                    return i;
                }
            } else if (labels.get(i) instanceof String text && shape.code() instanceof String) {
                if (shape.code().equals(text)) {
                    return i;
                }
            } else if (!(labels.get(i) instanceof DynamicConstantDesc<?>)
                    || shape.type().isEnum()) {
                throw new Refusal("a constant label among type patterns", "use if and equality");
            }
        }
        return labels.size();
    }

    /** Components of primitive type that are matched by several patterns of one record are switched over, too. */
    private static int firstPrimitiveMatch(List<ConstantDesc> labels, ClassDesc type, int from) {
        for (int i = from; i < labels.size(); i++) {
            boolean sameType = labels.get(i) instanceof DynamicConstantDesc<?> label
                    ? label.constantName().equals(type.descriptorString())
                    : labels.get(i).equals(type);
            if (!sameType) {
                throw new Refusal("a pattern that converts a primitive value", "use if and comparisons");
            }
            return i;
        }
        return labels.size();
    }

    private Operand enumSwitch(List<ConstantDesc> labels, Value selector, int from) {
        Object[] constants = shapeOf(selector).type().getEnumConstants();
        Operand ordinal = in.compilation().ordinal(selector);
        Operand result = Constant.of(labels.size());
        for (int constant = 0; constant < constants.length; constant++) {
            int match = enumMatch(labels, (Enum<?>) constants[constant], from);
            result = in.code()
                    .select(
                            Condition.signed(Comparison.EQ, ordinal, Constant.of(constant)),
                            Constant.of(match),
                            result);
        }
        return result;
    }

    /** javac writes Colour.RED as invoke(EnumDesc::of, invoke(ClassDesc::of, "Colour"), "RED"). */
    private static boolean isQualifiedName(DynamicConstantDesc<?> label, Enum<?> constant) {
        List<ConstantDesc> description = label.bootstrapArgsList();
        if (description.size() != 3
                || !(description.get(1) instanceof DynamicConstantDesc<?> type)
                || !(type.bootstrapArgsList().getLast() instanceof String typeName)) {
            throw new Refusal("a label " + label + " among enum constants", "use if and equality");
        }
        return typeName.equals(constant.getDeclaringClass().getName())
                && description.get(2).equals(constant.name());
    }

    private int enumMatch(List<ConstantDesc> labels, Enum<?> constant, int from) {
        for (int i = from; i < labels.size(); i++) {
            boolean matches = switch (labels.get(i)) {
                case String name -> name.equals(constant.name());
                case Enum.EnumDesc<?> desc -> desc.constantName().equals(constant.name());
                case ClassDesc type -> in.resolve(type).isInstance(constant);
                case DynamicConstantDesc<?> label -> isQualifiedName(label, constant);
                default ->
                    throw new Refusal("a label " + labels.get(i) + " among enum constants", "use if and equality");
            };
            if (matches) {
                return i;
            }
        }
        return labels.size();
    }
}
