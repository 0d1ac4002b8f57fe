package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.LambdaReader;
import dev.warpbroker.compiler.bytecode.Linker;
import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Terminator;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.value.Shape;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualArray;
import dev.warpbroker.compiler.value.VirtualObject;
import java.io.Serializable;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls: every one is inlined, so its target must be known. */
final class Calls {
    /** A method may call itself so often, as nested lambdas do; deeper is recursion. */
    private static final int MAX_NESTING = 8;

    /** If a constant among its arguments differs from call to call, it may call itself so often. */
    private static final int MAX_COUNTED_NESTING = 64;

    private static final char DYNAMIC_PART = '\u0001';
    private static final char CONSTANT_PART = '\u0002';

    private static final Map<String, Class<?>> BOXES = Map.of(
            "I", Integer.class,
            "J", Long.class,
            "F", Float.class,
            "D", Double.class,
            "Z", Boolean.class,
            "B", Byte.class,
            "S", Short.class,
            "C", Character.class);

    /**
     * A call before it is known where it goes.
     *
     * @param arguments with the receiver first, unless the method is static
     * @param returnAs the descriptor that the caller expects of the result, if it differs from the method's own
     */
    record Call(
            Class<?> owner,
            String name,
            MethodTypeDesc type,
            boolean isStatic,
            boolean isSpecial,
            List<Value> arguments,
            @Nullable String returnAs) {
        String descriptor() {
            return type.descriptorString();
        }

        Value receiver() {
            return arguments.getFirst();
        }

        String describe() {
            return owner.getSimpleName() + "." + name;
        }

        Call on(Class<?> type, List<Value> others) {
            return new Call(type, name, type(), isStatic, isSpecial, others, returnAs);
        }
    }

    private final Interpreter in;
    private final ArrayMethods arrayMethods;

    Calls(Interpreter in) {
        this.in = in;
        this.arrayMethods = new ArrayMethods(in);
    }

    static boolean isBox(Class<?> type) {
        return BOXES.containsValue(type);
    }

    // ---- call instructions ----

    void invoke(InvokeInstruction instruction) {
        if (instruction.owner().asSymbol().isArray() && instruction.name().equalsString("clone")) {
            arrayMethods.copyWhole(this);
            return;
        }
        MethodTypeDesc type = instruction.typeSymbol();
        boolean isStatic = instruction.opcode() == Opcode.INVOKESTATIC;
        List<Value> arguments = popArguments(type.parameterCount() + (isStatic ? 0 : 1));
        ClassDesc owner = instruction.owner().asSymbol();
        String name = instruction.name().stringValue();
        if (owner.isArray()) {
            throw new Refusal("a call of " + name + " on an array", "work with its elements");
        }
        dispatch(new Call(
                in.resolve(owner),
                name,
                type,
                isStatic,
                instruction.opcode() == Opcode.INVOKESPECIAL,
                arguments,
                null));
    }

    private List<Value> popArguments(int count) {
        var arguments = new ArrayList<Value>();
        for (int i = 0; i < count; i++) {
            Value argument = in.pop();
            arguments.addFirst(argument instanceof Value.TypeTest ? new Value.Scalar(in.scalar(argument)) : argument);
        }
        return arguments;
    }

    void floatingRemainder() {
        List<Value> arguments = popArguments(2);
        substitute("remainder", in.scalar(arguments.getFirst()).type(), arguments, null);
    }

    /** Calls a method of {@link KernelMath} in place of something that the machine lacks. */
    private void substitute(String name, Type type, List<Value> arguments, @Nullable String returnAs) {
        ClassDesc desc = type == Type.FLOAT ? ConstantDescs.CD_float : ConstantDescs.CD_double;
        String descriptor = MethodTypeDesc.of(desc, desc, desc).descriptorString();
        enter(
                Objects.requireNonNull(in.compilation().classFiles().declared(KernelMath.class, name, descriptor)),
                arguments,
                returnAs);
    }

    private boolean isFloatingExtreme(Call call) {
        return call.owner() == Math.class
                && (call.name().equals("min") || call.name().equals("max"))
                && Type.ofDescriptor(call.type().returnType().descriptorString())
                        .isFloating();
    }

    private static boolean isHalfConversion(Call call) {
        return call.owner() == Float.class
                && (call.name().equals("float16ToFloat") || call.name().equals("floatToFloat16"));
    }

    private static boolean hashesArray(Call call) {
        return call.descriptor().equals("([Ljava/lang/Object;)I")
                && (call.owner() == Objects.class && call.name().equals("hash")
                        || call.owner() == Arrays.class && call.name().equals("hashCode"))
                && call.receiver() instanceof VirtualArray;
    }

    // ---- where a call goes ----

    private void dispatch(Call call) {
        if (call.name().equals("<init>") && construct(call) || in.exceptions().makesText(call)) {
            return;
        }
        if (arrayMethods.apply(this, call)) {
            return;
        }
        if (Intrinsics.apply(in, call) || HostMethods.apply(in, call)) {
            adaptResult(call);
            return;
        }
        MethodCode substitute = MemoryAccess.substitute(in, call);
        if (substitute != null) {
            enter(substitute, call);
            return;
        }
        if (isHalfConversion(call)) {
            enter(
                    required(
                            in.compilation().classFiles().declared(KernelMath.class, call.name(), call.descriptor()),
                            call),
                    call);
            return;
        }
        if (call.owner() == Character.class && call.isStatic()) {
            MethodCode byTable =
                    in.compilation().classFiles().declared(KernelCharacters.class, call.name(), call.descriptor());
            if (byTable != null) {
                enter(byTable, call);
                return;
            }
        }
        if (call.owner() == Objects.class && KernelObjects.NAMES.contains(call.name())
                || (call.owner() == Comparator.class || call.owner() == Collections.class)
                        && KernelObjects.ORDERS.contains(call.name())) {
            substituteObjects(call);
            return;
        }
        if (hashesArray(call)) {
            enter(
                    in.compilation()
                            .classFiles()
                            .arrayHashCode(
                                    ((VirtualArray) call.receiver()).elements().size()),
                    call);
            return;
        }
        if (isFloatingExtreme(call)) {
            Type type = Type.ofDescriptor(call.type().returnType().descriptorString());
            substitute(call.name(), type, call.arguments(), call.returnAs());
            return;
        }
        if (call.isStatic()) {
            enter(
                    required(
                            in.compilation().classFiles().declared(call.owner(), call.name(), call.descriptor()), call),
                    call);
            return;
        }
        Value receiver = in.nonNull(Interpreter.usable(call.receiver()));
        if (in.isEnded()) {
            return;
        }
        MethodCode named = in.compilation().classFiles().declared(call.owner(), call.name(), call.descriptor());
        if (call.isSpecial()) {
            enter(
                    required(in.compilation().classFiles().resolve(call.owner(), call.name(), call.descriptor()), call),
                    call);
        } else if (named != null && named.isPrivate()) {
            enter(named, call);
        } else {
            dispatchVirtual(call, receiver);
        }
    }

    private void dispatchVirtual(Call call, Value receiver) {
        switch (receiver) {
            case Value.Closure closure -> callClosure(closure, call);
            case Value.Union union -> split(union, call);
            case Value.EnumValue(Class<?> type, Operand ordinal) -> callOnEnum(type, ordinal, receiver, call);
            case Value.Captured captured
            when LambdaReader.isLambda(captured.object()) ->
                callClosure(in.compilation().closure(captured), call);
            case Value.Captured _, VirtualObject _, Value.Reference _, Value.Handle _, Value.LaneView _ -> {
                Class<?> type = Objects.requireNonNull(in.classOf(receiver));
                enterFrom(type.isArray() ? Object.class : type, call);
            }
            case VirtualArray _, Value.LocalArray _, Value.TableArray _, Value.TableRow _ ->
                enterFrom(Object.class, call);
            default ->
                throw new Refusal(
                        "a call of " + call.describe() + " on " + receiver.describe() + ", whose class is not known",
                        "call it on a captured object, or on a sealed interface of records");
        }
    }

    /** Enters the method that objects of a class have. */
    private void enterFrom(Class<?> type, Call call) {
        enter(required(in.compilation().classFiles().resolve(type, call.name(), call.descriptor()), call), call);
    }

    private static MethodCode required(@Nullable MethodCode method, Call call) {
        if (method == null) {
            throw new Refusal(
                    "method " + call.describe() + call.type().displayDescriptor() + " does not exist",
                    "recompile the kernel");
        }
        return method;
    }

    /** The same instruction is followed once for each class that the receiver can have. */
    private void split(Value.Union union, Call call) {
        in.frame().stack.addAll(call.arguments());
        int here = in.index();
        new TypeTests(in).checkNotNull(union);
        new TypeTests(in).forEachObject(union, here);
    }

    /** The same instruction is followed once for each text that an argument can be. */
    void splitArgument(Value.Union union, Call call) {
        in.frame().stack.addAll(call.arguments());
        new TypeTests(in).forEachShape(union, in.index());
    }

    /** Looks for a character in a text. */
    void search(Value characters, Operand searched) {
        enter(
                Objects.requireNonNull(in.compilation().classFiles().declared(KernelTexts.class, "indexOf", "([CI)I")),
                List.of(characters, new Value.Scalar(searched)),
                null);
    }

    /** Calls a method of {@link KernelObjects} in place of one of the JDK. */
    private void substituteObjects(Call call) {
        enter(
                required(
                        in.compilation().classFiles().declared(KernelObjects.class, call.name(), call.descriptor()),
                        call),
                call);
    }

    private void callOnEnum(Class<?> type, Operand ordinal, Value receiver, Call call) {
        boolean withBodies = false;
        for (Object constant : type.getEnumConstants()) {
            withBodies |= constant.getClass() != type;
        }
        if (withBodies) {
            splitEnum(type, ordinal, receiver, call);
        } else {
            enterFrom(type, call);
        }
    }

    /** The same instruction is followed once for each constant that an enum can be. */
    void splitEnum(Class<?> type, Operand ordinal, Value receiver, Call call) {
        in.frame().stack.addAll(call.arguments());
        in.endBlock();
        Object[] constants = type.getEnumConstants();
        var cases = new ArrayList<Terminator.Switch.Case>();
        for (int i = 0; i < constants.length; i++) {
            var copier = in.translator().copier();
            copier.replace(receiver, new Value.Captured(constants[i], new CapturePath.Static(constants[i])));
            cases.add(new Terminator.Switch.Case(i, in.translator().edge(in.frame(), in.index(), copier)));
        }
        Terminator.Switch.Case last = cases.removeLast();
        in.code().terminate(new Terminator.Switch(ordinal, cases, last.edge()));
    }

    /** {@return whether the constructor was dealt with here} */
    private boolean construct(Call call) {
        return call.owner() == Object.class
                || call.owner() == Record.class
                || in.exceptions().construct(call);
    }

    // ---- lambdas ----

    private void callClosure(Value.Closure closure, Call call) {
        if (isMethodOfObject(call)) {
            throw new Refusal(
                    call.name() + " of a lambda, which has no identity in a kernel",
                    "use a record that implements the interface");
        }
        for (Class<?> implemented : closure.interfaces()) {
            MethodCode ownMethod = in.compilation().classFiles().resolve(implemented, call.name(), call.descriptor());
            if (ownMethod != null && !ownMethod.isAbstract()) {
                enter(ownMethod, call);
                return;
            }
        }
        callMethodHandle(closure.method(), closure.home(), closure.captured(), call);
    }

    private static boolean isMethodOfObject(Call call) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(method -> method.getName().equals(call.name())
                        && MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                                .descriptorString()
                                .equals(call.descriptor()));
    }

    /** Calls the method behind a lambda with what it captured and the arguments of the interface's method. */
    private void callMethodHandle(DirectMethodHandleDesc handle, Class<?> home, List<Value> captured, Call call) {
        MethodTypeDesc invoked = handle.invocationType();
        var arguments = new ArrayList<>(captured);
        for (int i = 1; i < call.arguments().size(); i++) {
            ClassDesc from = call.type().parameterType(i - 1);
            ClassDesc to = invoked.parameterType(arguments.size());
            arguments.add(adapt(call.arguments().get(i), from, to));
        }
        Class<?> owner = Linker.resolve(home, handle.owner());
        String expected = call.returnAs() != null
                ? call.returnAs()
                : call.type().returnType().descriptorString();
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(handle.lookupDescriptor());
        switch (handle.kind()) {
            case CONSTRUCTOR -> {
                var created = in.newObject(owner);
                if (!expected.equals("V")) {
                    in.push(created);
                }
                arguments.addFirst(created);
                dispatch(new Call(owner, "<init>", type, false, true, arguments, null));
            }
            case STATIC, INTERFACE_STATIC ->
                dispatch(new Call(owner, handle.methodName(), type, true, false, arguments, expected));
            case VIRTUAL, INTERFACE_VIRTUAL -> {
                if (isFollowedByClass(arguments.getFirst(), owner)) {
                    enter(in.compilation().classFiles().call(home, handle), arguments, expected);
                } else {
                    dispatch(new Call(owner, handle.methodName(), type, false, false, arguments, expected));
                }
            }
            default -> dispatch(new Call(owner, handle.methodName(), type, false, true, arguments, expected));
        }
    }

    /** {@return whether a call is followed once for each class or text that there can be: it needs a place for that} */
    private static boolean isFollowedByClass(Value receiver, Class<?> owner) {
        return receiver instanceof Value.Union || receiver instanceof Value.EnumValue || owner == String.class;
    }

    // ---- entering and leaving ----

    private void enter(MethodCode method, Call call) {
        enter(method, call.arguments(), call.returnAs());
    }

    void enter(MethodCode method, List<Value> arguments, @Nullable String returnAs) {
        refuseUnlessInlinable(method, arguments);
        InlineContext context = in.frame().context().call(in.index(), method, returnAs);
        var callee = new Frame(context, in.frame());
        int slot = 0;
        for (Value argument : arguments) {
            callee.locals[slot] = argument;
            slot += argument instanceof Value.Scalar(Operand operand)
                            && operand.type().isWide()
                    ? 2
                    : 1;
        }
        in.enter(callee);
    }

    /**
     * {@return whether a recursive call comes closer to its end: a constant argument is another one than in the call
     * before, or an argument is part of the record or lambda that it was there}
     */
    private boolean counts(MethodCode method, List<Value> arguments) {
        Frame before = in.frame();
        while (before != null && before.context().method() != method) {
            before = before.caller();
        }
        int slot = 0;
        for (Value argument : arguments) {
            Value earlier = before == null ? null : before.locals[slot];
            if (earlier != null
                    && (argument instanceof Value.Scalar(Constant _) && !argument.equals(earlier)
                            || isPart(argument, earlier))) {
                return true;
            }
            slot += argument instanceof Value.Scalar(Operand operand)
                            && operand.type().isWide()
                    ? 2
                    : 1;
        }
        return false;
    }

    private static boolean isPart(Value argument, Value whole) {
        return (whole instanceof Value.Closure
                        || whole instanceof VirtualObject object
                                && object.type().isRecord())
                && whole.parts().stream().anyMatch(part -> part == argument);
    }

    private void refuseUnlessInlinable(MethodCode method, List<Value> arguments) {
        String name = method.owner().getSimpleName() + "." + method.name();
        if (method.owner() == Object.class && method.name().equals("hashCode")) {
            throw new Refusal(
                    "hashCode of an object whose class has none of its own: it differs from run to run",
                    "write a hashCode from the fields, use a record, or Arrays.hashCode");
        }
        if (method.owner() == Object.class && method.name().equals("clone")) {
            throw new Refusal(
                    "clone of an object that is no array", "copy its fields, by a constructor or method of your own");
        }
        if (method.isNative()) {
            throw new Refusal(
                    "method " + name + " is native", "use a method that is written in Java, or one of Lane and Math");
        }
        if (method.isSynchronized()) {
            throw new Refusal(
                    "synchronized method " + name + " cannot be compiled: a GPU has no monitors",
                    "use atomic operations on device memory, or a lock of the library");
        }
        if (method.isAbstract()) {
            throw new Refusal(
                    "method " + name + " is abstract and its receiver is not known",
                    "call it on a captured object, or on a sealed interface of records");
        }
        int nested = in.frame().context().timesInChain(method);
        if (nested >= MAX_COUNTED_NESTING && counts(method, arguments)) {
            throw new Refusal(
                    "recursion: " + name + " calls itself more than " + MAX_COUNTED_NESTING
                            + " deep, the limit where constants decide the depth",
                    "write a loop, with a stack in a small local array if it needs one, or spawn tasks");
        }
        if (nested >= MAX_NESTING && (nested >= MAX_COUNTED_NESTING || !counts(method, arguments))) {
            throw new Refusal(
                    "recursion: " + name + " calls itself",
                    "write a loop with a stack in a small local array, or spawn tasks");
        }
    }

    void leave(Opcode opcode) {
        Value result = opcode == Opcode.RETURN ? null : in.pop();
        Frame left = in.frame();
        Frame caller = left.caller();
        if (caller == null) {
            in.code().terminate(new Terminator.Return());
            return;
        }
        InlineContext context = left.context();
        if (result instanceof Value.TypeTest) {
            result = new Value.Scalar(in.scalar(result));
        }
        in.leave(context, caller);
        if (context.method().name().equals("<init>") && left.locals[0] instanceof VirtualObject object) {
            if (object.type().isRecord() || Optionals.isOptional(object.type())) {
                object.freeze();
            } else {
                in.exceptions().freezeIfMade(object, context.method().owner());
            }
        }
        if (result != null) {
            pushResult(result, context.method().type().returnType(), context.returnAs());
        }
        if (!in.isEnded()) {
            in.goOnAfter(context);
        }
    }

    private void pushResult(Value result, ClassDesc type, @Nullable String returnAs) {
        if (returnAs == null) {
            in.push(result);
        } else if (!returnAs.equals("V")) {
            in.push(adapt(result, type, ClassDesc.ofDescriptor(returnAs)));
        }
    }

    /** What was computed in place of a call is on the stack and may have to be boxed or unboxed. */
    private void adaptResult(Call call) {
        boolean hasResult = call.type().returnType() != ConstantDescs.CD_void
                && !call.type().returnType().descriptorString().equals("V");
        if (!in.isEnded() && hasResult && call.returnAs() != null) {
            pushResult(in.pop(), call.type().returnType(), call.returnAs());
        }
    }

    private Value adapt(Value value, ClassDesc from, ClassDesc to) {
        if (from.isPrimitive() && to.isPrimitive()) {
            return from.equals(to)
                    ? value
                    : new Value.Scalar(in.code()
                            .compute(Operator.CONVERT, Type.ofDescriptor(to.descriptorString()), in.scalar(value)));
        }
        if (from.isPrimitive()) {
            return box(Objects.requireNonNull(BOXES.get(from.descriptorString())), in.scalar(value));
        }
        if (to.isPrimitive()) {
            Operand unboxed = in.scalar(unbox(value));
            return new Value.Scalar(
                    in.code().compute(Operator.CONVERT, Type.ofDescriptor(to.descriptorString()), unboxed));
        }
        return value;
    }

    Value box(Class<?> type, Operand content) {
        var object = new VirtualObject(type, true);
        object.set(in.find(type, "value"), new Value.Scalar(content));
        return object;
    }

    private Value unbox(Value value) {
        Value boxed = in.nonNull(Interpreter.usable(value));
        Class<?> type = in.classOf(boxed);
        if (type == null || !BOXES.containsValue(type)) {
            throw new Refusal(boxed.describe() + " is unboxed, but what it holds is not known", "use a primitive type");
        }
        return in.compilation().field(boxed, in.find(type, "value"));
    }

    // ---- invokedynamic ----

    void invokeDynamic(InvokeDynamicInstruction instruction, TypeTests typeTests) {
        DirectMethodHandleDesc bootstrap = instruction.bootstrapMethod();
        switch (bootstrap.owner().displayName() + "." + bootstrap.methodName()) {
            case "LambdaMetafactory.metafactory", "LambdaMetafactory.altMetafactory" -> makeLambda(instruction);
            case "SwitchBootstraps.typeSwitch", "SwitchBootstraps.enumSwitch" -> typeTests.patternSwitch(instruction);
            case "StringConcatFactory.makeConcatWithConstants" -> concatenate(instruction);
            case "ObjectMethods.bootstrap" -> recordMethod(instruction);
            default ->
                throw new Refusal(
                        "invokedynamic " + bootstrap.owner().displayName() + "." + bootstrap.methodName(),
                        "write it in plain Java, compiled by javac");
        }
    }

    private void recordMethod(InvokeDynamicInstruction instruction) {
        String name = instruction.name().stringValue();
        Class<?> type = in.method().owner();
        List<Value> arguments = popArguments(instruction.typeSymbol().parameterCount());
        MethodCode method = switch (name) {
            case "equals" -> in.compilation().classFiles().recordEquals(type);
            case "hashCode" -> in.compilation().classFiles().recordHashCode(type);
            default -> null;
        };
        if (method == null) {
            throw new Refusal(
                    name + " of a record",
                    name.equals("toString")
                            ? "store the components in device memory"
                            : "write a hashCode from the components: the one of this JDK is not known");
        }
        enter(method, arguments, null);
    }

    private void makeLambda(InvokeDynamicInstruction instruction) {
        MethodTypeDesc type = instruction.typeSymbol();
        List<Value> captured = popArguments(type.parameterCount());
        var method = (DirectMethodHandleDesc) instruction.bootstrapArgs().get(1);
        var interfaces = new ArrayList<Class<?>>(List.of(in.resolve(type.returnType())));
        if (instruction.bootstrapMethod().methodName().equals("altMetafactory")) {
            interfaces.addAll(markers(instruction.bootstrapArgs()));
        }
        var code = new Shape.LambdaCode(method, interfaces.subList(1, interfaces.size()));
        var shape = new Shape(interfaces.getFirst(), code);
        in.push(new Value.Closure(shape, method, in.method().owner(), interfaces, captured));
    }

    /**
     * {@return what a cast to several interfaces adds: behind the flags, the number of further ones and their names}
     */
    private List<Class<?>> markers(List<ConstantDesc> arguments) {
        int flags = (Integer) arguments.get(3);
        var markers = new ArrayList<Class<?>>();
        if ((flags & LambdaMetafactory.FLAG_SERIALIZABLE) != 0) {
            markers.add(Serializable.class);
        }
        if ((flags & LambdaMetafactory.FLAG_MARKERS) != 0) {
            int count = (Integer) arguments.get(4);
            arguments.subList(5, 5 + count).forEach(marker -> markers.add(in.resolve((ClassDesc) marker)));
        }
        return markers;
    }

    private void concatenate(InvokeDynamicInstruction instruction) {
        List<Value> arguments = popArguments(instruction.typeSymbol().parameterCount());
        List<?> constants = instruction.bootstrapArgs();
        var text = new TextBuilder(in);
        int nextArgument = 0;
        int nextConstant = 1;
        for (char part : ((String) constants.get(0)).toCharArray()) {
            switch (part) {
                case CONSTANT_PART -> text.append(String.valueOf(constants.get(nextConstant++)));
                case DYNAMIC_PART -> {
                    String descriptor =
                            instruction.typeSymbol().parameterType(nextArgument).descriptorString();
                    text.append(arguments.get(nextArgument++), descriptor);
                }
                default -> text.append(String.valueOf(part));
            }
        }
        in.push(text.build());
    }
}
