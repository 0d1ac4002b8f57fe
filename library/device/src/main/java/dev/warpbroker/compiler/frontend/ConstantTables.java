package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.capture.Captures;
import dev.warpbroker.compiler.capture.Column;
import dev.warpbroker.compiler.capture.Fact;
import dev.warpbroker.compiler.capture.KernelParameter;
import dev.warpbroker.compiler.capture.Kind;
import dev.warpbroker.compiler.capture.Step;
import dev.warpbroker.compiler.capture.TableContents;
import dev.warpbroker.compiler.ir.Access;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.MemoryType;
import dev.warpbroker.compiler.ir.Node;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Scope;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.value.Fields;
import dev.warpbroker.compiler.value.Shape;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualObject;
import dev.warpbroker.device.DeviceMemory;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arrays that existed before the launch: static final ones, captured ones, and those inside of them.
 *
 * <p>An element whose index is a constant is read now, like a final field. For one whose index is known at run time
 * only, the numbers in question are in the memory of the device: of primitives the elements themselves; of objects one
 * {@link Column} for each primitive number that they consist of, and from the numbers of one index the object is put
 * together again. Rows of all arrays at one level lie behind each other.
 *
 * <p>Nothing of this depends on what the numbers are, so other contents need other tables but no other code. Where the
 * code does depend on them, {@link Fact}s say so.
 */
final class ConstantTables {
    /** How deep objects in tables may consist of objects, arrays not counted. */
    private static final int MAX_DEPTH = 16;

    /** How many objects one of a table may consist of: what is deeper is left out. */
    private static final int MAX_PARTS = 1024;

    /** How many different texts an array may hold that is read at an index which is known at run time only. */
    private static final int MAX_TEXTS = 64;

    private final Compilation compilation;
    private final Map<Class<?>, CapturePath> enumConstants = new HashMap<>();

    ConstantTables(Compilation compilation) {
        this.compilation = compilation;
    }

    /** The objects at one level of a table, and which one of them. */
    private record Place(CapturePath table, List<Step> steps, Operand index) {
        Place then(Step step, Operand other) {
            var longer = new ArrayList<>(steps);
            longer.add(step);
            return new Place(table, longer, other);
        }
    }

    /**
     * Where an object is in what the kernel asked for.
     *
     * @param depth 0 for what the kernel asked for; parts of that are deeper, and perhaps never used
     * @param limit where parts are left out
     */
    private record Level(int depth, int limit) {
        boolean isAsked() {
            return depth == 0;
        }

        Level next() {
            return new Level(depth + 1, limit);
        }
    }

    // ---- arrays ----

    /** {@return whether a value is a captured array of primitives} */
    static boolean isArray(Value value) {
        return value instanceof Value.TableArray
                || value instanceof Value.Captured(Object object, var _)
                        && object.getClass().isArray()
                        && object.getClass().componentType().isPrimitive();
    }

    /** {@return a captured array of primitives as its address and length} */
    Value.TableArray array(Value value) {
        return switch (value) {
            case Value.TableArray array -> array;
            case Value.Captured captured
            when isArray(captured) -> {
                Class<?> type = captured.object().getClass();
                yield new Value.TableArray(type, base(captured.path(), type), length(captured));
            }
            default -> throw new IllegalStateException("no table: " + value.describe());
        };
    }

    private Operand base(CapturePath path, Class<?> type) {
        return compilation.parameter(new KernelParameter.Table(
                path, new Column(List.of(), new Column.Content.Elements(type.componentType()))));
    }

    private Operand length(Value.Captured array) {
        int length = Array.getLength(array.object());
        boolean constant = array.path() instanceof CapturePath.Static || array.path() instanceof CapturePath.Frozen;
        return constant
                ? Constant.of(length)
                : compilation.scalar(compilation.lift(length, int.class, new CapturePath.LengthOf(array.path())));
    }

    /** {@return whether the array is one of those here, and its length was pushed} */
    boolean pushLength(Interpreter in, Value array) {
        Operand length = switch (array) {
            case Value.TableArray table -> table.length();
            case Value.TableRow row -> row.length();
            case Value.Captured captured when captured.object().getClass().isArray() -> length(captured);
            default -> null;
        };
        if (length != null) {
            in.push(length);
        }
        return length != null;
    }

    /** {@return whether the array is one of those here, and the element was pushed, or the lane ended} */
    boolean load(Interpreter in, Value array, Operand index) {
        switch (array) {
            case Value.TableArray table -> loadNumber(in, table, index, true);
            case Value.TableRow row -> {
                Place elements = new Place(row.table(), row.steps(), row.start());
                loadObject(in, elements, row.length(), index);
            }
            case Value.Captured captured
            when captured.object().getClass().isArray() -> loadCaptured(in, captured, index);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void loadCaptured(Interpreter in, Value.Captured array, Operand index) {
        Operand length = length(array);
        if (index instanceof Constant constant && length instanceof Constant) {
            in.checkIndex(ArrayIndexOutOfBoundsException.class, index, length);
            if (!in.isEnded()) {
                in.push(element(array, constant.intValue()));
            }
        } else if (isArray(array)) {
            loadNumber(in, array(array), index, !(array.path() instanceof CapturePath.Frozen));
        } else {
            loadObject(in, new Place(array.path(), List.of(Step.Each.EACH), Constant.of(0)), length, index);
        }
    }

    /** {@return an element that is known now} */
    private Value element(Value.Captured array, int index) {
        Object element = Array.get(array.object(), index);
        Class<?> type = array.object().getClass().componentType();
        CapturePath path = array.path() instanceof CapturePath.Frozen && element != null
                ? element.getClass().isArray() ? new CapturePath.Frozen(element) : new CapturePath.Static(element)
                : new CapturePath.Element(array.path(), index);
        return compilation.lift(element, type, path);
    }

    private void loadNumber(Interpreter in, Value.TableArray table, Operand index, boolean checked) {
        if (checked) {
            checkIndex(in, index, table.length());
        }
        if (!in.isEnded()) {
            in.push(load(in, LocalArrays.memoryType(table.type().componentType()), table.base(), index));
        }
    }

    private static void checkIndex(Interpreter in, Operand index, Operand length) {
        boolean within = length instanceof Constant constant && largest(index) < constant.longValue();
        if (!within) {
            in.checkIndex(ArrayIndexOutOfBoundsException.class, index, length);
        }
    }

    /** {@return the largest that an int can be, taken as unsigned} */
    private static long largest(Operand operand) {
        if (operand instanceof Constant constant) {
            return Integer.toUnsignedLong(constant.intValue());
        }
        long any = Integer.toUnsignedLong(-1);
        if (!(operand instanceof Node node)
                || !(node.instruction()
                        instanceof Instruction.Compute(Operator operator, var _, List<Operand> operands))) {
            return any;
        }
        return switch (operator) {
            case AND -> Math.min(largest(operands.get(0)), largest(operands.get(1)));
            case SHIFT_RIGHT_UNSIGNED ->
                operands.get(1) instanceof Constant count && operands.getFirst().type() == Type.INT
                        ? any >>> (count.intValue() & 31)
                        : any;
            case TO_CHAR -> Character.MAX_VALUE;
            default -> any;
        };
    }

    private static Operand load(Interpreter in, MemoryType memory, Operand base, Operand index) {
        boolean fits = index instanceof Constant constant
                && constant.intValue() >= 0
                && constant.longValue() * memory.bytes() < Instruction.MAX_OFFSET;
        Operand address = fits ? base : address(in, memory, base, index);
        int offset = fits ? ((Constant) index).intValue() * memory.bytes() : 0;
        return in.code().append(new Instruction.Load(memory, Access.weak(Space.TABLE), address, offset));
    }

    private static Operand address(Interpreter in, MemoryType memory, Operand base, Operand index) {
        return in.code().compute(Operator.INDEX_ADDRESS, Type.LONG, index, Constant.of(memory.bytes()), base);
    }

    static Refusal write(Value array) {
        return new Refusal(
                "a write to an element of " + array.describe()
                        + ", which was made outside the kernel: kernels may only read it",
                "keep results in device memory (Ints, Longs, …), or make an array in the kernel");
    }

    // ---- objects ----

    /** @param elements with the number of elements before the array as its index */
    private void loadObject(Interpreter in, Place elements, Operand length, Operand index) {
        checkIndex(in, index, length);
        if (!in.isEnded()) {
            Operand at = in.code().compute(Operator.ADD, index, elements.index());
            var place = new Place(elements.table(), elements.steps(), at);
            in.push(Interpreter.usable(object(in, place, new Level(0, reach(place)))));
        }
    }

    /** {@return a field of an enum constant that is known at run time only} */
    Value enumField(Interpreter in, Class<?> type, Operand ordinal, Field field) {
        CapturePath constants =
                enumConstants.computeIfAbsent(type, _ -> new CapturePath.Static(type.getEnumConstants()));
        var place = new Place(constants, List.of(Step.Each.EACH), ordinal);
        int limit = field.getType().isPrimitive() ? MAX_DEPTH : reach(place.then(new Step.FieldOf(field), ordinal));
        return field(in, place, field, new Level(-1, limit));
    }

    private Value object(Interpreter in, Place place, Level level) {
        Set<Kind> kinds = contents(place).kinds(place.steps());
        rely(place, new Fact.HasKinds(place.table(), place.steps(), Set.copyOf(kinds)));
        var types = new LinkedHashMap<Class<?>, Scope>();
        for (Kind kind : kinds) {
            types.merge(kind.type(), kind.hostVisible() ? Scope.SYSTEM : Scope.DEVICE, Scope::widest);
        }
        if (types.isEmpty()) {
            return Value.Null.NULL;
        }
        var values = new LinkedHashMap<Object, Value>();
        for (Map.Entry<Class<?>, Scope> type : types.entrySet()) {
            if (type.getKey() == String.class && level.isAsked()) {
                values.putAll(texts(place));
            } else {
                values.put(type.getKey(), objectOf(in, place, type.getKey(), type.getValue(), level));
            }
        }
        var alternatives = new LinkedHashMap<Shape, Value>();
        var tags = new ArrayList<Integer>();
        for (Value value : values.values()) {
            Shape shape = Shape.of(value);
            if (values.size() == 1 || shape == null) {
                return value;
            }
            alternatives.put(shape, value);
            tags.add(compilation.tag(shape).intValue());
        }
        var tag = new Column.Content.Tag(List.copyOf(values.keySet()), tags);
        return new Value.Union(number(in, place, tag, MemoryType.INT), alternatives);
    }

    /** {@return the texts that are elements of an array; code that works with one of them is there once for each} */
    private Map<Object, Value> texts(Place place) {
        Set<String> texts = contents(place).texts(place.steps());
        if (texts.size() > MAX_TEXTS) {
            return Map.of(
                    String.class,
                    new Value.Conflict(
                            "an element of a captured array of " + texts.size()
                                    + " different texts, by an index that is" + " known at run time only; the limit is "
                                    + MAX_TEXTS,
                            "keep the characters in an array of char[], or in device memory"));
        }
        boolean interned = contents(place).areInterned(place.steps());
        rely(place, new Fact.HasTexts(place.table(), place.steps(), Set.copyOf(texts), interned));
        var values = new LinkedHashMap<Object, Value>();
        for (String text : texts) {
            // Which of several equal texts it is, is not known: a copy that is not interned stands for all.
            String known = interned ? text.intern() : String.valueOf(text.toCharArray());
            values.put(text, new Value.Captured(known, new CapturePath.Static(known)));
        }
        return values;
    }

    private Value objectOf(Interpreter in, Place place, Class<?> type, Scope scope, Level level) {
        if (type == Void.class) {
            return Value.Null.NULL;
        }
        if (type.isEnum()) {
            return new Value.EnumValue(type, number(in, place, new Column.Content.Ordinal(), MemoryType.INT));
        }
        if (type.isArray()) {
            return row(in, place, type);
        }
        if (DeviceMemory.class.isAssignableFrom(type)) {
            return new Value.Handle(
                    type,
                    Space.GLOBAL,
                    scope,
                    false,
                    number(in, place, new Column.Content.Address(), MemoryType.LONG),
                    in.code()
                            .compute(
                                    Operator.CONVERT,
                                    Type.LONG,
                                    number(in, place, new Column.Content.Length(), MemoryType.INT)));
        }
        Class<?> boxed = MethodType.methodType(type).unwrap().returnType();
        if (boxed.isPrimitive()) {
            var box = new VirtualObject(type, true);
            MemoryType memory = LocalArrays.memoryType(boxed);
            box.set(
                    in.find(type, "value"),
                    new Value.Scalar(number(in, place, new Column.Content.Boxed(type), memory)));
            return box;
        }
        if (type == String.class) {
            return new Value.Conflict(
                    "a text in an object from a captured array, by an index that is known at run time only",
                    "keep the texts in an array of their own");
        }
        Object only = type.isHidden() ? contents(place).only(place.steps()) : null;
        if (only != null && isAlongFields(place)) {
            rely(place, new Fact.IsOne(place.table(), place.steps()));
            return compilation.lift(only, Object.class, pathToFirst(place, only));
        }
        if (type == Class.class || type.isHidden()) {
            return new Value.Conflict(
                    "an element of a captured array of " + (type == Class.class ? "classes" : "lambdas")
                            + ", by an index that is known at run time only",
                    "choose it in a switch over the index");
        }
        var object = new VirtualObject(type, true);
        Value.Conflict unread = unread(type, level);
        object.replaceAll((field, _) -> unread != null ? unread : field(in, place, field, level));
        return object;
    }

    /** {@return whether the way leads from the elements of the table along fields, past no other array} */
    private static boolean isAlongFields(Place place) {
        return place.steps().stream().filter(step -> step == Step.Each.EACH).count() == 1;
    }

    private static CapturePath pathToFirst(Place place, Object object) {
        if (place.table() instanceof CapturePath.Frozen) {
            return new CapturePath.Static(object);
        }
        CapturePath path = place.table();
        for (Step step : place.steps()) {
            path = switch (step) {
                case Step.Each _ -> new CapturePath.Element(path, 0);
                case Step.FieldOf(Field field) -> new CapturePath.FieldOf(path, field);
            };
        }
        return path;
    }

    /** {@return what to say if a field of such an object is used; null if fields are read} */
    private static Value.@Nullable Conflict unread(Class<?> type, Level level) {
        if (HostMethods.isOfHost(type)) {
            return new Value.Conflict(
                    "what belongs to a " + type.getSimpleName() + ", which is for the host",
                    "read it before the launch, and capture it");
        }
        if (level.depth() < level.limit()) {
            return null;
        }
        return new Value.Conflict(
                "a field of a " + type.getSimpleName() + ", " + level.depth()
                        + " objects deep in an element of a captured array, by an index that is known at run time"
                        + " only; the limit is "
                        + (level.limit() == MAX_DEPTH ? MAX_DEPTH : MAX_PARTS + " objects in an element"),
                "keep the objects in arrays, and refer to them by index");
    }

    /** {@return how deep objects can be followed from here until they are too many: most may never be used} */
    private int reach(Place place) {
        var level = List.of(place.steps());
        int parts = 0;
        for (int depth = 0; depth < MAX_DEPTH; depth++) {
            var next = new ArrayList<List<Step>>();
            for (List<Step> steps : level) {
                addParts(new Place(place.table(), steps, place.index()), next);
            }
            parts += next.size();
            if (parts > MAX_PARTS) {
                return depth;
            }
            level = List.copyOf(next);
        }
        return MAX_DEPTH;
    }

    /** Adds where the objects are that objects consist of. */
    private void addParts(Place place, List<List<Step>> parts) {
        Set<Kind> kinds;
        try {
            kinds = contents(place).kinds(place.steps());
        } catch (Captures.InaccessibleFieldException e) {
            return;
        }
        for (Kind kind : kinds) {
            if (hasParts(kind.type())) {
                for (Field field : Fields.ofObjects(kind.type())) {
                    if (!field.getType().isPrimitive() && Modifier.isFinal(field.getModifiers())) {
                        parts.add(place.then(new Step.FieldOf(field), place.index())
                                .steps());
                    }
                }
            }
        }
    }

    private static boolean hasParts(Class<?> type) {
        return type != Void.class
                && !type.isEnum()
                && !type.isArray()
                && !DeviceMemory.class.isAssignableFrom(type)
                && !Calls.isBox(type)
                && type != String.class
                && type != Class.class
                && !type.isHidden()
                && !HostMethods.isOfHost(type);
    }

    /** {@return a field; an error only if it is used where it cannot be read} */
    private Value field(Interpreter in, Place place, Field field, Level level) {
        if (!Modifier.isFinal(field.getModifiers())) {
            Refusal refusal = Compilation.notFinal(field);
            return new Value.Conflict(refusal.reason(), refusal.remedy());
        }
        try {
            if (!field.getType().isPrimitive()) {
                return object(in, place.then(new Step.FieldOf(field), place.index()), level.next());
            }
            MemoryType memory = LocalArrays.memoryType(field.getType());
            var content = new Column.Content.FieldValue(field);
            contents(place).column(new Column(place.steps(), content));
            return new Value.Scalar(number(in, place, content, memory));
        } catch (Captures.InaccessibleFieldException e) {
            Refusal refusal = Compilation.inaccessible(field);
            return new Value.Conflict(refusal.reason(), refusal.remedy());
        }
    }

    private Value row(Interpreter in, Place place, Class<?> type) {
        int common = contents(place).commonLength(place.steps());
        rely(place, new Fact.HasRows(place.table(), place.steps(), common));
        Operand start = common >= 0
                ? in.code().compute(Operator.MULTIPLY, place.index(), Constant.of(common))
                : number(in, place, new Column.Content.Start(), MemoryType.INT);
        Operand length =
                common >= 0 ? Constant.of(common) : number(in, place, new Column.Content.Length(), MemoryType.INT);
        if (!type.componentType().isPrimitive()) {
            return new Value.TableRow(
                    type, place.table(), place.then(Step.Each.EACH, start).steps(), start, length);
        }
        Operand base = compilation.parameter(new KernelParameter.Table(
                place.table(), new Column(place.steps(), new Column.Content.Elements(type.componentType()))));
        return new Value.TableArray(
                type, address(in, LocalArrays.memoryType(type.componentType()), base, start), length);
    }

    private Operand number(Interpreter in, Place place, Column.Content content, MemoryType memory) {
        Operand base =
                compilation.parameter(new KernelParameter.Table(place.table(), new Column(place.steps(), content)));
        return load(in, memory, base, place.index());
    }

    private TableContents contents(Place place) {
        return compilation.captures().contents(place.table());
    }

    private void rely(Place place, Fact fact) {
        if (!(place.table() instanceof CapturePath.Frozen)) {
            compilation.relyOn(fact);
        }
    }
}
