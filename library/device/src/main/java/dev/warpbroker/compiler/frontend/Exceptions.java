package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.Linker;
import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.compiler.bytecode.MethodCode.Handler;
import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.BasicBlock;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Edge;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Terminator;
import dev.warpbroker.compiler.value.Fields;
import dev.warpbroker.compiler.value.Thrown;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualObject;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions of the kernel: how they are made, thrown and caught.
 *
 * <p>Every call is inlined and the class of what is thrown is known, so the handler is known as well. If there is one,
 * in the method that throws or in one of its callers, the throw is a branch to it, with the exception as an object like
 * any other. If there is none, the lane reports the exception and ends.
 *
 * <p>An exception whose fields are all final is a value, as records are.
 */
final class Exceptions {
    private static final String TEXT_REMEDY =
            "tell exceptions apart by their class or by a number in a field, not by their text";

    /** A handler and the method that it belongs to. */
    private record Catcher(Frame frame, int target) {}

    private final Interpreter in;

    Exceptions(Interpreter in) {
        this.in = in;
    }

    // ---- throwing ----

    private @Nullable Catcher catcher(Class<?> exception) {
        int at = in.index();
        for (Frame frame = in.frame(); frame != null; frame = frame.caller()) {
            for (Handler handler : frame.context().method().handlers(at)) {
                if ((!handler.wrapsMatch() || frame != in.frame()) && catches(handler, frame, exception)) {
                    return new Catcher(frame, handler.target());
                }
            }
            at = frame.context().callIndex();
        }
        return null;
    }

    private static boolean catches(Handler handler, Frame frame, Class<?> exception) {
        return handler.type() == null
                || Linker.resolve(frame.context().method().owner(), handler.type())
                        .isAssignableFrom(exception);
    }

    /** {@return whether the kernel catches an exception of this class if it is thrown here} */
    boolean isCaught(Class<?> exception) {
        return catcher(exception) != null;
    }

    /** Throws what an instruction throws, which is caught. */
    void throwImplicit(Class<?> exception, @Nullable String message, Operand detail) {
        in.settleTests();
        in.code().terminate(new Terminator.Jump(edge(implicit(exception, message, detail))));
    }

    /** Throws what an instruction throws, which is caught, unless the condition holds. */
    void throwUnless(Condition condition, Class<?> exception, @Nullable String message, Operand detail) {
        in.settleTests();
        var next = new BasicBlock();
        if (in.objects().heap().hasMarks()) {
            var thrown = new BasicBlock();
            in.code().terminate(new Terminator.Branch(condition, new Edge(next), new Edge(thrown)));
            in.code().goOnIn(thrown);
            in.code().terminate(new Terminator.Jump(edge(implicit(exception, message, detail))));
        } else {
            Edge caught = edge(implicit(exception, message, detail));
            in.code().terminate(new Terminator.Branch(condition, new Edge(next), caught));
        }
        in.code().goOnIn(next);
    }

    private VirtualObject implicit(Class<?> type, @Nullable String message, Operand detail) {
        var exception = new VirtualObject(type, true);
        exception.set(Thrown.MESSAGE, messageOf(type, message, detail));
        exception.set(Thrown.SITE, Value.Scalar.of(in.site(type, message) + 1));
        exception.set(Thrown.DETAIL, new Value.Scalar(detail));
        return exception;
    }

    /** The texts of some exceptions are made by the JVM and differ from ours. */
    private static Value messageOf(Class<?> type, @Nullable String message, Operand detail) {
        if (type == ClassCastException.class || message == null) {
            return new Value.Conflict(
                    "the text of a " + type.getSimpleName() + " that the kernel did not throw itself", TEXT_REMEDY);
        }
        return FaultSite.isComplete(message)
                ? new Value.Captured(message.intern(), new CapturePath.Static(message.intern()))
                : new Value.Text(message, detail);
    }

    private Edge edge(VirtualObject exception) {
        Catcher catcher = catcher(exception.type());
        if (catcher == null) {
            throw new IllegalStateException("nobody catches " + exception.describe());
        }
        return in.edgeToHandler(catcher.frame(), catcher.target(), exception);
    }

    /** Throws what is on top of the stack. */
    void throwTop(TypeTests typeTests) {
        if (typeTests.splitAt(0)) {
            return;
        }
        Value thrown = in.nonNull(Interpreter.usable(in.pop()));
        if (in.isEnded()) {
            return;
        }
        if (!(thrown instanceof VirtualObject exception)) {
            throw new Refusal("throw of " + thrown.describe(), "throw a new exception");
        }
        noteOrigin(exception);
        Catcher catcher = catcher(exception.type());
        if (catcher == null) {
            in.code().terminate(new Terminator.Fail(number(exception, Thrown.SITE), number(exception, Thrown.DETAIL)));
        } else {
            in.settleTests();
            in.code().terminate(new Terminator.Jump(edge(exception)));
        }
    }

    /** An exception that is thrown for the first time is reported with this place. */
    private void noteOrigin(VirtualObject exception) {
        Operand site = number(exception, Thrown.SITE);
        if (site instanceof Constant constant && constant.intValue() != 0) {
            return;
        }
        Operand detail = message(exception) instanceof Value.Text(var _, Operand numbers) && numbers != null
                ? in.wide(numbers)
                : Constant.of(0L);
        Operand here = siteFor(exception.type(), message(exception));
        Condition first = Condition.signed(Comparison.EQ, site, Constant.of(0));
        put(exception, Thrown.SITE, in.code().select(first, here, site));
        put(exception, Thrown.DETAIL, in.code().select(first, detail, number(exception, Thrown.DETAIL)));
    }

    /** {@return the number of the site that reports an exception with this text: one of several if the text is} */
    private Operand siteFor(Class<?> type, Value message) {
        return switch (message) {
            case Value.Captured(String text, var _) -> Constant.of(in.site(type, text) + 1);
            case Value.Text(String template, var _) -> Constant.of(in.site(type, template) + 1);
            case Value.Union union -> {
                Operand site = Constant.of(in.site(type, null) + 1);
                for (var text : union.alternatives().entrySet()) {
                    Condition isThere = Condition.signed(
                            Comparison.EQ, union.tag(), in.compilation().tag(text.getKey()));
                    site = in.code().select(isThere, siteFor(type, text.getValue()), site);
                }
                yield site;
            }
            default -> Constant.of(in.site(type, null) + 1);
        };
    }

    private Operand number(VirtualObject exception, Field field) {
        return in.scalar(in.compilation().field(exception, field));
    }

    private static void put(VirtualObject exception, Field field, Operand content) {
        exception.set(field, new Value.Scalar(content));
    }

    private Value message(VirtualObject exception) {
        return in.compilation().field(exception, Thrown.MESSAGE);
    }

    // ---- constructors ----

    /** {@return whether an object is an exception that is not to change any more once it is made} */
    static boolean isImmutable(Class<?> type) {
        return Throwable.class.isAssignableFrom(type)
                && Fields.ofObjects(type).stream()
                        .allMatch(field -> isOfThrowable(field) || Modifier.isFinal(field.getModifiers()));
    }

    private static boolean isOfThrowable(Field field) {
        return field.getDeclaringClass() == Throwable.class || field.getDeclaringClass() == Thrown.class;
    }

    /** {@return whether the constructor of an exception was dealt with here, and need not be followed} */
    boolean construct(Calls.Call call) {
        if (!(call.receiver() instanceof VirtualObject exception)
                || !Throwable.class.isAssignableFrom(exception.type())
                || isFollowed(call)) {
            return false;
        }
        for (Field field : Fields.ofObjects(call.owner())) {
            if (!isOfThrowable(field)) {
                exception.set(
                        field,
                        new Value.Conflict(
                                "a field of " + call.owner().getSimpleName()
                                        + ", whose constructor does more than keep its arguments",
                                "let the constructor do nothing but assign fields and pass on a text"));
            }
        }
        exception.set(Thrown.MESSAGE, messageFrom(call));
        exception.set(Thrown.CAUSE, causeFrom(call));
        freezeIfMade(exception, call.owner());
        return true;
    }

    private Value causeFrom(Calls.Call call) {
        for (int i = 0; i < call.type().parameterCount(); i++) {
            Class<?> parameter = in.resolve(call.type().parameterType(i));
            if (Throwable.class.isAssignableFrom(parameter)) {
                return call.owner().getClassLoader() == null
                        ? call.arguments().get(i + 1)
                        : new Value.Conflict(
                                "the cause of an exception that its class chooses",
                                "let the constructor do nothing but assign fields and pass on a cause");
            }
        }
        return Value.Null.NULL;
    }

    private Value messageFrom(Calls.Call call) {
        List<Value> arguments = call.arguments();
        String parameters = call.descriptor().substring(0, call.descriptor().indexOf(')') + 1);
        return switch (parameters) {
            case "()" -> Value.Null.NULL;
            case "(Ljava/lang/String;)",
                    "(Ljava/lang/String;Ljava/lang/Throwable;)",
                    "(Ljava/lang/String;Ljava/lang/Throwable;ZZ)" -> arguments.get(1);
            case "(Ljava/lang/Throwable;)" ->
                switch (arguments.get(1)) {
                    case Value.Null none -> none;
                    case VirtualObject cause -> describe(cause);
                    default -> unknownMessage();
                };
            case "(Ljava/lang/Object;)", "(Z)", "(C)", "(I)", "(J)", "(F)", "(D)" -> {
                if (call.owner() != AssertionError.class) {
                    yield anyText(arguments);
                }
                var text = new TextBuilder(in);
                text.append(arguments.get(1), call.type().parameterType(0).descriptorString());
                yield text.build();
            }
            default -> anyText(arguments);
        };
    }

    /** {@return a text among the arguments, which the report shows but the kernel cannot see} */
    private static Value anyText(List<Value> arguments) {
        Value found = unknownMessage();
        for (Value argument : arguments) {
            if (argument instanceof Value.Text text) {
                found = text;
            } else if (argument instanceof Value.Captured(String text, var _)) {
                found = new Value.Text(text, null);
            }
        }
        return found;
    }

    private static Value unknownMessage() {
        return new Value.Conflict("the text of an exception that its class makes", TEXT_REMEDY);
    }

    /** After the constructor of its own class an exception without variable fields is a value. */
    void freezeIfMade(VirtualObject exception, Class<?> constructed) {
        Frame caller = in.frame();
        boolean delegated = caller.context().method().name().equals("<init>") && caller.locals[0] == exception;
        if (constructed == exception.type() && !delegated && isImmutable(exception.type())) {
            exception.freeze();
        }
    }

    /** Constructors of the user's own exceptions are followed, unless they call what a kernel cannot. */
    private boolean isFollowed(Calls.Call call) {
        if (call.owner().getClassLoader() == null) {
            return false;
        }
        MethodCode constructor = in.compilation().classFiles().declared(call.owner(), call.name(), call.descriptor());
        if (constructor == null) {
            return false;
        }
        for (int i = 0; i < constructor.length(); i++) {
            boolean simple = switch (constructor.instruction(i)) {
                case FieldInstruction field -> field.opcode() != Opcode.PUTSTATIC;
                case InvokeInstruction invoked ->
                    invoked.opcode() == Opcode.INVOKESPECIAL
                            || invoked.name().equalsString("valueOf")
                                    && invoked.owner().name().stringValue().startsWith("java/lang/")
                            || invoked.owner().name().equalsString("java/util/Objects")
                            || isOpenText(
                                    invoked.owner().name().stringValue(),
                                    invoked.name().stringValue(),
                                    invoked.type().stringValue())
                            || !invoked.type().stringValue().contains("L");
                case InvokeDynamicInstruction made ->
                    made.bootstrapMethod().methodName().equals("makeConcatWithConstants");
                case MonitorInstruction _ -> false;
                default -> true;
            };
            if (!simple) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return whether the call makes a text for an exception, in its constructor, and was dealt with} Only the report
     * shows such a text, so it may stay open what it is: the method is not followed.
     */
    boolean makesText(Calls.Call call) {
        MethodCode caller = in.frame().context().method();
        if (!isOpenText(call.owner().getName().replace('.', '/'), call.name(), call.descriptor())
                || !caller.name().equals("<init>")
                || !Throwable.class.isAssignableFrom(caller.owner())
                || isKnownText(call)) {
            return false;
        }
        if (!call.isStatic() && !call.receiver().equals(unknownMessage())) {
            Value receiver = in.nonNull(Interpreter.usable(call.receiver()));
            if (receiver instanceof Value.Union union && !in.isEnded()) {
                new TypeTests(in).checkNotNull(union);
            }
        }
        if (!in.isEnded()) {
            in.push(unknownMessage());
        }
        return true;
    }

    /** {@return whether a method makes a text and does nothing else: one of the JDK, or one that names an object} */
    private static boolean isOpenText(String owner, String name, String descriptor) {
        return descriptor.endsWith(")Ljava/lang/String;")
                && (owner.startsWith("java/")
                        || descriptor.startsWith("()") && (name.equals("name") || name.equals("toString")));
    }

    private static boolean isKnownText(Calls.Call call) {
        return call.owner() == StringBuilder.class
                || call.owner() == String.class && call.name().equals("valueOf")
                || call.name().equals("name")
                        && !call.isStatic()
                        && call.receiver() instanceof Value.Captured(Enum<?> _, var _);
    }

    // ---- methods ----

    /** {@return whether a method of an exception was dealt with here; the others are followed} */
    boolean call(Calls.Call call) {
        if (!(call.receiver() instanceof VirtualObject exception)
                || !Throwable.class.isAssignableFrom(exception.type())
                || !reachesThrowable(exception.type(), call.name(), call.descriptor())) {
            return false;
        }
        switch (call.name()) {
            case "getMessage" -> in.push(Interpreter.usable(message(exception)));
            case "getCause" -> in.push(Interpreter.usable(in.compilation().field(exception, Thrown.CAUSE)));
            case "toString" -> in.push(Interpreter.usable(describe(exception)));
            case "fillInStackTrace" -> in.push(exception);
            case "addSuppressed", "setStackTrace" -> {}
            case "getLocalizedMessage" -> {
                return false;
            }
            default ->
                throw new Refusal(
                        "a call of Throwable." + call.name() + ": of an exception a kernel has message and cause",
                        "store what is to be known of the exception in device memory, or let it end the launch");
        }
        return true;
    }

    private boolean reachesThrowable(Class<?> type, String name, String descriptor) {
        MethodCode method = in.compilation().classFiles().resolve(type, name, descriptor);
        return method != null && (method.owner() == Throwable.class || method.owner() == NullPointerException.class);
    }

    /** {@return what toString of an exception gives} */
    private Value describe(VirtualObject exception) {
        String noArguments = "()Ljava/lang/String;";
        boolean plain = List.of("toString", "getLocalizedMessage", "getMessage").stream()
                .allMatch(name -> reachesThrowable(exception.type(), name, noArguments));
        Value message = message(exception);
        if (!plain || message instanceof Value.Conflict || message instanceof Value.Union) {
            return unknownMessage();
        }
        var text = new TextBuilder(in);
        text.append(exception.type().getName());
        if (message != Value.Null.NULL) {
            text.append(": ");
            text.append(message, "Ljava/lang/String;");
        }
        return text.build();
    }
}
