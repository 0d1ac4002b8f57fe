package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.ClassFiles;
import dev.warpbroker.compiler.bytecode.GeneratedClasses;
import dev.warpbroker.compiler.bytecode.JdkArrays;
import dev.warpbroker.compiler.bytecode.LambdaReader;
import dev.warpbroker.compiler.bytecode.Linker;
import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.capture.Captures;
import dev.warpbroker.compiler.capture.Fact;
import dev.warpbroker.compiler.capture.KernelParameter;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.BasicBlock;
import dev.warpbroker.compiler.ir.BlockBuilder;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Definition;
import dev.warpbroker.compiler.ir.Folding;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Position;
import dev.warpbroker.compiler.ir.Scope;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.SpecialRegister;
import dev.warpbroker.compiler.ir.Trace;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.ir.Variable;
import dev.warpbroker.compiler.log.LogSite;
import dev.warpbroker.compiler.value.Shape;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualObject;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.DeviceOptions;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one compilation gathers: the entry block with values that are available everywhere, parameters, fault sites,
 * variables, numbers of shapes, and the facts about captured values that it relied on.
 */
final class Compilation {
    private record MemoryParameter(CapturePath path, Operand base) {}

    private record CapturedField(CapturePath path, Field field) {}

    /** What tells fault sites apart; its position stands for the same text as that of the site. */
    private record SiteKey(
            FaultSite.Kind kind,
            String exceptionType,
            @Nullable String message,
            Position position) {}

    /** What tells places apart that log. */
    private record LogKey(List<String> texts, String kinds, Position position) {}

    /** A place may declare variables of several sizes, if the size is an argument of the method that it is in. */
    private record Declaration(Object place, long bytes) {}

    private final ClassFiles classFiles;
    private final Captures captures;
    private final DeviceOptions options;
    private final List<LogSite> logSites = new ArrayList<>();
    private final Map<LogKey, Integer> logNumbers = new HashMap<>();
    private final Set<CapturePath> variables;
    private final ConstantTables tables = new ConstantTables(this);
    private final BlockBuilder entry = new BlockBuilder(new BasicBlock());
    private final Set<Definition> entryNodes = new HashSet<>();
    private final List<KernelParameter> parameters = new ArrayList<>();
    private final Map<KernelParameter, Operand> parameterValues = new HashMap<>();
    private final IdentityHashMap<DeviceMemory, MemoryParameter> memoryParameters = new IdentityHashMap<>();
    private final Map<CapturePath, Operand> lengths = new HashMap<>();
    private final Map<CapturedField, Value> capturedFields = new HashMap<>();
    private final Map<CapturePath, Value.Closure> closures = new HashMap<>();
    private final List<FaultSite> sites = new ArrayList<>();
    private final Map<SiteKey, Integer> siteNumbers = new HashMap<>();
    private final Map<Position, Trace> traces = new HashMap<>();
    private final Map<Declaration, Variable> declared = new HashMap<>();
    private final Set<Object> switchTables = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Shape, Integer> tags = new HashMap<>();
    private final Map<String, Value> characters = new HashMap<>();
    private final Set<Fact> facts = new LinkedHashSet<>();
    private @Nullable Operand laneId;
    private @Nullable Operand threads;
    private @Nullable Operand blockLanes;
    private boolean waits;

    /** Null if the grid has one dimension. */
    private final @Nullable LanePlaces places;

    /** @param variables captured numbers that are to be parameters, not constants */
    Compilation(ClassFiles classFiles, Captures captures, DeviceOptions options, Set<CapturePath> variables) {
        this.classFiles = classFiles;
        this.captures = captures;
        this.options = options;
        this.variables = variables;
        places = captures.form().isFlat() ? null : new LanePlaces(this, captures.form());
    }

    ConstantTables tables() {
        return tables;
    }

    Captures captures() {
        return captures;
    }

    void relyOn(Fact fact) {
        facts.add(fact);
    }

    ClassFiles classFiles() {
        return classFiles;
    }

    boolean boundsChecks() {
        return options.boundsChecks();
    }

    /** {@return whether assertions of a class check; javac asks its outermost class} */
    boolean checksAssertions(Class<?> type) {
        if (options.assertions() != null) {
            return options.assertions();
        }
        Class<?> outermost = type;
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        return outermost.desiredAssertionStatus();
    }

    BasicBlock entry() {
        return entry.block();
    }

    List<KernelParameter> parameters() {
        return parameters;
    }

    List<FaultSite> sites() {
        return sites;
    }

    Set<Fact> facts() {
        return facts;
    }

    boolean waits() {
        return waits;
    }

    void markWaiting() {
        waits = true;
    }

    // ---- values of the entry block ----

    boolean isAvailableEverywhere(Operand operand) {
        return operand instanceof Constant || entryNodes.contains(operand);
    }

    private Operand everywhere(Operand operand) {
        if (operand instanceof Definition definition) {
            entryNodes.add(definition);
        }
        return operand;
    }

    Operand parameter(KernelParameter parameter) {
        Operand known = parameterValues.get(parameter);
        if (known == null) {
            known = everywhere(entry.parameter(parameters.size()));
            parameters.add(parameter);
            parameterValues.put(parameter, known);
        }
        return known;
    }

    int parameterIndex(KernelParameter parameter) {
        parameter(parameter);
        return parameters.indexOf(parameter);
    }

    /** {@return where the lane is, or null if the grid has one dimension} */
    @Nullable
    LanePlaces places() {
        return places;
    }

    /** {@return whether the lane exists, in the entry block} */
    Condition exists() {
        return places == null ? Condition.signed(Comparison.LT, laneId(), threads()) : places.exists();
    }

    /** {@return a value that is computed in the entry block} */
    Operand inEntry(Operator operator, Type type, Operand... operands) {
        return everywhere(entry.compute(operator, type, operands));
    }

    Operand inEntry(SpecialRegister register) {
        return everywhere(entry.special(register));
    }

    Operand laneId() {
        if (places != null) {
            return places.laneId();
        }
        if (laneId == null) {
            Operand block = everywhere(entry.special(SpecialRegister.BLOCK_INDEX));
            Operand size = everywhere(entry.special(SpecialRegister.BLOCK_SIZE));
            Operand thread = everywhere(entry.special(SpecialRegister.THREAD_IN_BLOCK));
            Operand before = everywhere(entry.compute(Operator.MULTIPLY, block, size));
            laneId = everywhere(entry.compute(Operator.ADD, before, thread));
        }
        return laneId;
    }

    /** {@return the number of lanes that exist in the block} */
    Operand blockLanes() {
        if (places != null) {
            return places.blockLanes();
        }
        if (blockLanes == null) {
            Operand before = everywhere(entry.compute(
                    Operator.SUBTRACT, laneId(), everywhere(entry.special(SpecialRegister.THREAD_IN_BLOCK))));
            Operand fromBlockOn = everywhere(entry.compute(Operator.SUBTRACT, threads(), before));
            Operand full = everywhere(entry.special(SpecialRegister.BLOCK_SIZE));
            blockLanes = everywhere(entry.compute(Operator.MINIMUM, full, fromBlockOn));
        }
        return blockLanes;
    }

    /** {@return the number of lanes in a full warp, which the code depends on from now on} */
    Constant warpSize() {
        facts.add(new Fact.HasWarps(captures.warpSize()));
        return Constant.of(captures.warpSize());
    }

    Operand threads() {
        if (threads == null) {
            Operand wide = parameter(new KernelParameter.Threads());
            threads = everywhere(entry.compute(Operator.CONVERT, Type.INT, wide));
        }
        return threads;
    }

    BlockBuilder entryBuilder() {
        return entry;
    }

    // ---- faults and variables ----

    int site(FaultSite.Kind kind, String exceptionType, @Nullable String message, Position position) {
        return siteNumbers.computeIfAbsent(new SiteKey(kind, exceptionType, message, position), _ -> {
            sites.add(new FaultSite(kind, exceptionType, message, trace(position)));
            return sites.size() - 1;
        });
    }

    int logLines() {
        return options.logLines();
    }

    List<LogSite> logSites() {
        return logSites;
    }

    /** Logs a line. */
    void log(BlockBuilder code, List<String> texts, String kinds, List<Operand> values, Position position) {
        parameter(new KernelParameter.Log());
        parameter(new KernelParameter.Control());
        int site = logNumbers.computeIfAbsent(new LogKey(List.copyOf(texts), kinds, position), key -> {
            logSites.add(new LogSite(key.texts(), kinds, position.place()));
            return logSites.size() - 1;
        });
        code.append(new Instruction.Log(site, values));
    }

    /** {@return a position as names only; a call that leads to several is kept once} */
    private Trace trace(Position position) {
        var unknown = new ArrayDeque<Position>();
        for (Position at = position; at != null && !traces.containsKey(at); at = at.caller()) {
            unknown.push(at);
        }
        for (Position at : unknown) {
            Position caller = at.caller();
            traces.put(at, new Trace(at.place(), caller == null ? null : traces.get(caller)));
        }
        return Objects.requireNonNull(traces.get(position));
    }

    /** {@return the variable that a place in the code declares, the same whenever it is followed again} */
    Variable variable(Object place, Space space, long bytes) {
        return declared.computeIfAbsent(
                new Declaration(place, bytes), _ -> new Variable(space, declared.size(), bytes, false));
    }

    /** {@return the shared variable that belongs to something, the same wherever it is asked for} */
    Variable zeroedVariable(Object owner, long bytes) {
        return declared.computeIfAbsent(
                new Declaration(owner, bytes), _ -> new Variable(Space.SHARED, declared.size(), bytes, true));
    }

    Constant tag(Shape shape) {
        return Constant.of((int) tags.computeIfAbsent(shape, _ -> tags.size()));
    }

    /** {@return the characters of a text as a table} */
    Value characters(String text) {
        return characters.computeIfAbsent(text, _ -> {
            char[] array = text.toCharArray();
            return new Value.Captured(array, new CapturePath.Frozen(array));
        });
    }

    // ---- captured objects ----

    /** {@return a captured object or number as a value} */
    Value lift(@Nullable Object object, Class<?> declaredType, CapturePath path) {
        if (object != null && declaredType.isPrimitive() && variables.contains(path)) {
            return new Value.Scalar(number(Constant.ofBoxed(object).type(), path));
        }
        boolean constant = path instanceof CapturePath.Static || path instanceof CapturePath.Frozen;
        if (object == null || declaredType.isPrimitive() || object instanceof String || object instanceof Enum<?>) {
            if (!constant) {
                facts.add(new Fact.Equals(path, object));
            }
            if (object == null) {
                return Value.Null.NULL;
            }
            return declaredType.isPrimitive()
                    ? new Value.Scalar(Constant.ofBoxed(object))
                    : new Value.Captured(object, path);
        }
        if (!constant) {
            facts.add(new Fact.IsA(path, object.getClass()));
        }
        return new Value.Captured(object, path);
    }

    /** {@return a captured number that is a parameter} */
    private Operand number(Type type, CapturePath path) {
        Operand bits = parameter(new KernelParameter.CapturedNumber(path));
        return switch (type) {
            case INT -> everywhere(entry.compute(Operator.CONVERT, Type.INT, bits));
            case FLOAT -> {
                Operand low = everywhere(entry.compute(Operator.CONVERT, Type.INT, bits));
                yield everywhere(entry.compute(Operator.REINTERPRET, Type.FLOAT, low));
            }
            case DOUBLE -> everywhere(entry.compute(Operator.REINTERPRET, Type.DOUBLE, bits));
            case LONG, VOID -> bits;
        };
    }

    private Value capturedField(Value.Captured captured, Field field) {
        var key = new CapturedField(captured.path(), field);
        Value known = capturedFields.get(key);
        if (known == null) {
            known = readCapturedField(captured, field);
            capturedFields.put(key, known);
        }
        return known;
    }

    private Value readCapturedField(Value.Captured captured, Field field) {
        if (isBox(captured.object())) {
            var path = captured.path();
            if (!(path instanceof CapturePath.Static)) {
                facts.add(new Fact.Equals(path, captured.object()));
            }
            return new Value.Scalar(Constant.ofBoxed(captured.object()));
        }
        if (captured.object() instanceof Throwable) {
            throw new Refusal(captured.describe() + ", an exception made outside the kernel", "throw a new exception");
        }
        if (!Modifier.isFinal(field.getModifiers())) {
            throw notFinal(field);
        }
        Object content = read(captured.object(), field);
        CapturePath path = captured.path() instanceof CapturePath.Static && content != null
                ? new CapturePath.Static(content)
                : new CapturePath.FieldOf(captured.path(), field);
        return lift(content, field.getType(), path);
    }

    /** {@return whether an array is one that javac made to number the cases of a switch over an enum} */
    boolean isSwitchTable(int[] array) {
        return switchTables.contains(array);
    }

    Value staticField(Field field) {
        Class<?> element = field.getType().getComponentType();
        if (element != null && element.isEnum() && GeneratedClasses.contains(field.getDeclaringClass())) {
            return new Value.EnumTable(element);
        }
        if (!Modifier.isFinal(field.getModifiers())) {
            throw new Refusal(
                    "static field " + name(field) + " is not final, so its value may change",
                    "make it final, or pass the value to the kernel as a captured variable");
        }
        Object frozen = JdkArrays.array(field);
        if (frozen != null) {
            return new Value.Captured(frozen, new CapturePath.Frozen(frozen));
        }
        Object content = read(null, field);
        if (content instanceof int[] table && field.isSynthetic()) {
            switchTables.add(table);
        }
        return content == null ? Value.Null.NULL : lift(content, field.getType(), new CapturePath.Static(content));
    }

    private @Nullable Object read(@Nullable Object object, Field field) {
        try {
            return captures.readField(object, field);
        } catch (Captures.InaccessibleFieldException e) {
            throw inaccessible(field);
        }
    }

    static Refusal notFinal(Field field) {
        return new Refusal(
                "field " + name(field) + " of a captured object is not final, so its value may change",
                "make the field final, or keep changing data in device memory (Ints, Longs, …)");
    }

    static Refusal inaccessible(Field field) {
        Class<?> owner = field.getDeclaringClass();
        String module = owner.getModule().getName();
        if (module.startsWith("java.") || module.startsWith("jdk.")) {
            return new Refusal(
                    "field " + name(field) + " is one of the JDK's own, which keeps what it holds to itself",
                    "call the method of the JDK before the launch and capture what it returns, or write it yourself");
        }
        return new Refusal(
                "field " + name(field) + " cannot be read: module " + module + " does not open package "
                        + owner.getPackageName() + " to dev.warpbroker.device",
                "add `opens " + owner.getPackageName() + " to dev.warpbroker.device;` to module-info, or"
                        + " open the device with Device.open(MethodHandles.lookup())");
    }

    private static String name(Field field) {
        return field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }

    static boolean isBox(Object object) {
        return object instanceof Integer
                || object instanceof Long
                || object instanceof Float
                || object instanceof Double
                || object instanceof Boolean
                || object instanceof Character
                || object instanceof Byte
                || object instanceof Short;
    }

    boolean isEnum(Value value) {
        return value instanceof Value.EnumValue || value instanceof Value.Captured(Enum<?> _, var _);
    }

    boolean isHandle(Value value) {
        return value instanceof Value.Handle || value instanceof Value.Captured(DeviceMemory _, var _);
    }

    /** {@return whether an object cannot be taken apart into its fields} */
    boolean isOpaque(Value.Captured captured) {
        Object object = captured.object();
        return object instanceof String
                || object instanceof Class<?>
                || object instanceof Throwable
                || object.getClass().isArray()
                || LambdaReader.isLambda(object);
    }

    Operand ordinal(Value value) {
        return switch (value) {
            case Value.EnumValue(var _, Operand ordinal) -> ordinal;
            case Value.Captured(Enum<?> constant, var _) -> Constant.of(constant.ordinal());
            default -> throw new IllegalStateException("no enum: " + value.describe());
        };
    }

    /** {@return a handle of which only the address may be used: its length is not passed to the kernel} */
    Value.Handle handle(Value value) {
        return switch (value) {
            case Value.Handle handle -> handle;
            case Value.Captured(DeviceMemory memory, CapturePath path) ->
                handle(memory, memoryParameter(memory, path).base(), Constant.of(0L));
            default -> throw new IllegalStateException("no memory: " + value.describe());
        };
    }

    /** {@return a handle of which the length may be used, too} */
    Value.Handle measuredHandle(Value value) {
        if (!(value instanceof Value.Captured(DeviceMemory memory, CapturePath path))) {
            return handle(value);
        }
        MemoryParameter known = memoryParameter(memory, path);
        return handle(memory, known.base(), parameter(new KernelParameter.Length(known.path())));
    }

    /** {@return the length as an int of memory that is not large} */
    Operand shortLength(BlockBuilder code, Value value) {
        Value.Handle handle = measuredHandle(value);
        if (!(value instanceof Value.Captured(DeviceMemory memory, CapturePath path))) {
            Operand narrow = Folding.narrowed(handle.length());
            return narrow.type() == Type.INT ? narrow : code.compute(Operator.CONVERT, Type.INT, narrow);
        }
        return lengths.computeIfAbsent(
                memoryParameter(memory, path).path(),
                _ -> everywhere(entry.compute(Operator.CONVERT, Type.INT, handle.length())));
    }

    private static Value.Handle handle(DeviceMemory memory, Operand base, Operand length) {
        Scope scope = memory.isHostVisible() ? Scope.SYSTEM : Scope.DEVICE;
        boolean large = memory.longLength() > Integer.MAX_VALUE;
        return new Value.Handle(memory.getClass(), Space.GLOBAL, scope, large, base, length);
    }

    private MemoryParameter memoryParameter(DeviceMemory memory, CapturePath path) {
        MemoryParameter known = memoryParameters.get(memory);
        if (known == null) {
            known = new MemoryParameter(path, parameter(new KernelParameter.Memory(path)));
            memoryParameters.put(memory, known);
            facts.add(Fact.IsMemory.of(path, memory));
        } else if (!known.path().equals(path)) {
            facts.add(new Fact.Same(known.path(), path, true));
        }
        return known;
    }

    /**
     * {@return a lambda, taken apart if it is a captured one}
     *
     * @throws Refusal if it cannot be
     */
    Value.Closure closure(Value lambda) {
        return switch (lambda) {
            case Value.Closure closure -> closure;
            case Value.Captured captured -> closures.computeIfAbsent(captured.path(), _ -> takeApart(captured));
            default -> throw new IllegalStateException("no lambda: " + lambda.describe());
        };
    }

    private Value.Closure takeApart(Value.Captured captured) {
        Class<?> type = captured.object().getClass();
        SerializedLambda lambda = LambdaReader.read(captured.object());
        if (lambda == null) {
            String implemented = type.getInterfaces()[0].getSimpleName();
            throw new Refusal(
                    "a captured lambda for " + implemented + " is not serialisable",
                    "cast it where it is made: (" + implemented
                            + " & Serializable), or declare an interface that extends Serializable");
        }
        DirectMethodHandleDesc method = LambdaReader.method(lambda);
        MethodTypeDesc signature = method.invocationType();
        var values = new ArrayList<Value>();
        for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
            Object argument = lambda.getCapturedArg(i);
            Class<?> declaredType = signature.parameterType(i).isPrimitive()
                    ? Linker.primitive(signature.parameterType(i))
                    : Object.class;
            CapturePath path = captured.path() instanceof CapturePath.Static && argument != null
                    ? new CapturePath.Static(argument)
                    : new CapturePath.LambdaArgument(captured.path(), i);
            values.add(lift(argument, declaredType, path));
        }
        return new Value.Closure(
                Shape.of(type),
                method,
                Linker.resolve(type, lambda.getCapturingClass()),
                List.of(type.getInterfaces()),
                values);
    }

    /** Notes that the compiled code depends on whether two captured objects are the same. */
    void relyOnIdentity(Value.Captured one, Value.Captured other) {
        if (!one.path().equals(other.path())) {
            facts.add(new Fact.Same(one.path(), other.path(), one.object() == other.object()));
        }
    }

    /** {@return the content of a field of a captured or virtual object} */
    Value field(Value object, Field field) {
        return switch (object) {
            case VirtualObject virtual -> virtual.get(field);
            case Value.Captured captured -> capturedField(captured, field);
            default -> throw new IllegalStateException("no fields: " + object.describe());
        };
    }

    Operand scalar(Value value) {
        return switch (value) {
            case Value.Scalar(Operand operand) -> operand;
            case Value.Conflict conflict -> throw unusable(conflict);
            default ->
                throw new Refusal(
                        value.describe() + " is used as a number", "use its components instead of the object itself");
        };
    }

    /** {@return what to throw where somebody needs to know what a variable holds} */
    static RuntimeException unusable(Value.Conflict conflict) {
        return conflict.sites().isEmpty()
                ? new Refusal("a variable holds " + conflict.reason(), conflict.remedy())
                : new Translator.NeedsMemory(conflict.sites());
    }

    Operand addressOf(BlockBuilder code, Variable variable) {
        return code.append(new Instruction.AddressOf(variable));
    }
}
