package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.ClassFiles;
import dev.warpbroker.compiler.bytecode.Linker;
import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.BlockBuilder;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Edge;
import dev.warpbroker.compiler.ir.Instruction.Check;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Terminator;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.value.Fields;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualObject;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows the bytecode of one region up to its end.
 *
 * <p>A method that is called is followed at once, in the same region, and so is what comes after it, as long as control
 * can come from nowhere else: work and room are then in proportion to what is followed.
 */
final class Interpreter {
    private final Compilation compilation;
    private final Translator translator;
    private final Region region;
    private final BlockBuilder code;
    private final Calls calls;
    private final TypeTests typeTests;
    private final LaneObjects objects;
    private final LocalArrays arrays;
    private final Exceptions exceptions;
    private Frame frame;
    private int index;

    /** Methods entered in this region and not yet left, counted from 1. */
    private int entered;

    /** Those of them after which control can come from other regions, too. */
    private final BitSet meetOthersAfterReturn = new BitSet();

    Interpreter(Compilation compilation, Translator translator, Region region) {
        this.compilation = compilation;
        this.translator = translator;
        this.region = region;
        this.code = new BlockBuilder(region.block());
        this.frame = translator.copier().copy(region.state());
        this.index = region.index();
        this.calls = new Calls(this);
        this.typeTests = new TypeTests(this);
        this.objects = new LaneObjects(this, translator.heap());
        this.arrays = new LocalArrays(this);
        this.exceptions = new Exceptions(this);
    }

    void run() {
        try {
            boolean first = true;
            while (!isEnded()) {
                if (!first && method().isLeader(index)) {
                    jump(index);
                } else {
                    first = false;
                    translator.budget().follow(frame.context());
                    code.at(position());
                    step(method().instruction(index));
                    index++;
                }
            }
        } catch (Refusal refusal) {
            throw Translator.refusal(refusal, position());
        } catch (Linker.UnknownClassException e) {
            throw Translator.refusal(
                    new Refusal("class " + e.getMessage() + " cannot be loaded", "put it on the class path"),
                    position());
        } catch (ClassFiles.MissingClassFileException e) {
            throw Translator.refusal(
                    new Refusal(
                            String.valueOf(e.getMessage()),
                            "use classes that are loaded from class files, not generated at run time"),
                    position());
        }
    }

    // ---- what the parts of the interpreter share ----

    Compilation compilation() {
        return compilation;
    }

    Translator translator() {
        return translator;
    }

    Exceptions exceptions() {
        return exceptions;
    }

    BlockBuilder code() {
        return code;
    }

    Frame frame() {
        return frame;
    }

    MethodCode method() {
        return frame.context().method();
    }

    LaneObjects objects() {
        return objects;
    }

    TypeTests typeTests() {
        return typeTests;
    }

    LocalArrays arrays() {
        return arrays;
    }

    /** Goes on at the start of a method that is called. */
    void enter(Frame callee) {
        settleTests();
        if (callee.context().method().isLeader(0)) {
            objects.move(callee, 0);
            code.terminate(new Terminator.Jump(translator.edge(callee, 0)));
            return;
        }
        // The classes that a receiver can have are followed separately, each from the call on.
        boolean meetsOthers = entered == 0
                && frame.context() == region.context()
                && index == region.index()
                && method().instruction(index) instanceof InvokeInstruction call
                && call.opcode() != Opcode.INVOKESTATIC;
        entered++;
        meetOthersAfterReturn.set(entered, meetsOthers);
        frame = callee;
        index = -1;
    }

    /** Goes back to the caller of a method that returns. */
    void leave(InlineContext left, Frame caller) {
        frame = caller;
        index = left.callIndex();
    }

    /** Goes on after the call of a method that returned; its caller is the current frame. */
    void goOnAfter(InlineContext left) {
        if (entered > 0 && !meetOthersAfterReturn.get(entered)) {
            entered--;
        } else {
            objects.move(frame, left.callIndex() + 1);
            code.terminate(new Terminator.Jump(translator.edge(frame, left.callIndex() + 1)));
        }
    }

    /** {@return an edge to a handler of one of the methods that are being followed} */
    Edge edgeToHandler(Frame catching, int target, Value exception) {
        int depth = entered;
        for (Frame at = frame; at != catching; at = Objects.requireNonNull(at.caller())) {
            depth--;
        }
        if (depth > 0) {
            meetOthersAfterReturn.set(depth);
        }
        var handling = new Frame(catching.context(), catching.caller());
        System.arraycopy(catching.locals, 0, handling.locals, 0, catching.locals.length);
        handling.stack.add(exception);
        if (!objects.heap().hasMarks()) {
            return translator.edge(handling, target);
        }
        // On this way only: where no exception is thrown everything stays as it is.
        Frame moved = translator.copier().copy(handling);
        objects.move(moved, target);
        return translator.edge(moved, target);
    }

    /** {@return whether an edge leads back to the start of this region} */
    boolean startsAt(Edge edge) {
        return edge.target() == region.block();
    }

    /** {@return the index of the instruction that is being followed} */
    int index() {
        return index;
    }

    SourcePosition position() {
        return new SourcePosition(frame.context(), index);
    }

    boolean isEnded() {
        return code.block().isTerminated();
    }

    void push(Value value) {
        frame.stack.add(value);
    }

    void push(Operand operand) {
        frame.stack.add(new Value.Scalar(operand));
    }

    Value pop() {
        return frame.stack.removeLast();
    }

    Operand popScalar() {
        return scalar(pop());
    }

    Operand scalar(Value value) {
        return value instanceof Value.TypeTest test ? typeTests.materialize(test) : compilation.scalar(value);
    }

    /** {@return a reference that can be worked with; refuses what could not be merged} */
    static Value usable(Value value) {
        if (value instanceof Value.Conflict conflict) {
            throw Compilation.unusable(conflict);
        }
        return value;
    }

    Edge edge(int target) {
        endBlock();
        return translator.edge(frame, target);
    }

    void jump(int target) {
        code.terminate(new Terminator.Jump(edge(target)));
    }

    void branch(Condition condition, int yes, int no) {
        if (condition.isDecided()) {
            jump(condition.decide() ? yes : no);
        } else {
            endBlock();
            code.terminate(new Terminator.Branch(condition, edge(yes), edge(no)));
        }
    }

    /** Makes the variables ready for edges that leave the block. */
    void endBlock() {
        settleTests();
        objects.move(frame, index);
    }

    /** Answers of type tests that outlive this block become numbers. Those of callers did when they called. */
    void settleTests() {
        frame.stack.replaceAll(this::settled);
        for (int i = 0; i < frame.locals.length; i++) {
            Value local = frame.locals[i];
            frame.locals[i] = local == null ? null : settled(local);
        }
    }

    private Value settled(Value value) {
        return value instanceof Value.TypeTest test ? new Value.Scalar(typeTests.materialize(test)) : value;
    }

    /** An exception is thrown unless the condition holds. */
    void check(Condition condition, Class<?> exception, @Nullable String message, Operand detail) {
        if (condition.isDecided()) {
            if (!condition.decide()) {
                fail(exception, message, detail);
            }
        } else if (exceptions.isCaught(exception)) {
            exceptions.throwUnless(condition, exception, message, wide(detail));
        } else {
            code.append(new Check(condition, site(exception, message), wide(detail)));
        }
    }

    /** {@return whether memory is accessed by an index that must be checked first} */
    boolean checksBounds() {
        return compilation.boundsChecks() || exceptions.isCaught(ArrayIndexOutOfBoundsException.class);
    }

    /** An exception is thrown unless the index is from 0 to below the length. */
    void checkIndex(Class<?> exception, Operand index, Operand length) {
        check(
                Condition.unsigned(Comparison.LT, index, length),
                exception,
                "Index " + FaultSite.half("I", false) + " out of bounds for length "
                        + (length instanceof Constant constant ? constant.intValue() : FaultSite.half("I", true)),
                length instanceof Constant ? index : packed(index, length));
    }

    /** {@return two ints in a long} */
    Operand packed(Operand low, Operand high) {
        Operand upper = code.compute(
                Operator.SHIFT_LEFT, code.compute(Operator.CONVERT, Type.LONG, high), Constant.of(Integer.SIZE));
        return code.compute(Operator.OR, upper, code.compute(Operator.EXTEND_UNSIGNED, Type.LONG, low));
    }

    /** An exception is thrown. */
    void fail(Class<?> exception, @Nullable String message, Operand detail) {
        if (exceptions.isCaught(exception)) {
            exceptions.throwImplicit(exception, message, wide(detail));
        } else {
            end(site(exception, message), wide(detail));
        }
    }

    /** The lane ends, and reports a fault. */
    private void end(int site, Operand detail) {
        code.terminate(new Terminator.Fail(Constant.of(site + 1), detail));
    }

    /** {@return the number of the fault site for an exception that is thrown here} */
    int site(Class<?> exception, @Nullable String message) {
        return compilation.site(FaultSite.Kind.THROWN, exception.getName(), message, position());
    }

    Operand wide(Operand detail) {
        return detail.type() == Type.LONG ? detail : code.compute(Operator.CONVERT, Type.LONG, detail);
    }

    /** {@return the class that a descriptor in the current method names} */
    Class<?> resolve(ClassDesc type) {
        return Linker.resolve(method().owner(), type);
    }

    /** {@return the class of an object, or null if it is not exactly known} */
    @Nullable
    Class<?> classOf(Value value) {
        return switch (value) {
            case Value.Captured(Object object, var _) -> object.getClass();
            case VirtualObject object -> object.type();
            case Value.Handle handle -> handle.kind();
            case Value.LaneView view -> view.type();
            case Value.Reference reference -> reference.type();
            default -> null;
        };
    }

    // ---- instructions ----

    private void step(Instruction instruction) {
        switch (instruction) {
            case LoadInstruction load -> load(load);
            case StoreInstruction store -> frame.locals[store.slot()] = pop();
            case IncrementInstruction increment -> increment(increment);
            case ConstantInstruction constant -> constant(constant);
            case StackInstruction stack -> stack(stack.opcode());
            case OperatorInstruction operator -> operator(operator.opcode());
            case ConvertInstruction convert -> push(convert(convert.toType(), popScalar()));
            case BranchInstruction branch -> branch(branch);
            case TableSwitchInstruction choice -> choose(choice.cases(), method().target(choice.defaultTarget()));
            case LookupSwitchInstruction choice -> choose(choice.cases(), method().target(choice.defaultTarget()));
            case ReturnInstruction end -> calls.leave(end.opcode());
            case NewObjectInstruction created ->
                push(newObject(resolve(created.className().asSymbol())));
            case FieldInstruction field -> field(field);
            case TypeCheckInstruction check -> typeTests.check(check);
            case InvokeInstruction call -> calls.invoke(call);
            case InvokeDynamicInstruction call -> calls.invokeDynamic(call, typeTests);
            case ThrowInstruction _ -> exceptions.throwTop(typeTests);
            case NewPrimitiveArrayInstruction created ->
                arrays.create(resolve(created.typeKind().upperBound()), popScalar());
            case NewReferenceArrayInstruction created ->
                arrays.create(resolve(created.componentType().asSymbol()), popScalar());
            case ArrayLoadInstruction _ -> {
                if (!typeTests.splitAt(1)) {
                    arrays.load();
                }
            }
            case ArrayStoreInstruction _ -> {
                if (!typeTests.splitAt(2)) {
                    arrays.store();
                }
            }
            case NewMultiArrayInstruction created ->
                arrays.create(resolve(created.arrayType().asSymbol()), created.dimensions());
            case MonitorInstruction _ ->
                throw new Refusal(
                        "synchronized cannot be compiled: a GPU has no monitors",
                        "use atomic operations on device memory, or a lock of the library");
            case NopInstruction _ -> {}
            default ->
                throw new Refusal("bytecode " + instruction.opcode(), "write it in plain Java, compiled by javac");
        }
    }

    /** {@return an object that the current instruction makes} */
    VirtualObject newObject(Class<?> type) {
        return new VirtualObject(type, false, new LaneHeap.Place(frame.context(), index));
    }

    private void load(LoadInstruction load) {
        Value value = frame.locals[load.slot()];
        if (value == null) {
            throw new IllegalStateException("local variable " + load.slot() + " read before it was written");
        }
        push(load.typeKind() == TypeKind.REFERENCE ? usable(value) : value);
    }

    private void increment(IncrementInstruction increment) {
        Value local = frame.locals[increment.slot()];
        if (local == null) {
            throw new IllegalStateException("local variable incremented before it was written");
        }
        frame.locals[increment.slot()] =
                new Value.Scalar(code.compute(Operator.ADD, scalar(local), Constant.of(increment.constant())));
    }

    private void constant(ConstantInstruction constant) {
        switch (constant.constantValue()) {
            case Integer i -> push(Constant.of(i));
            case Long l -> push(Constant.of(l));
            case Float f -> push(Constant.of(f));
            case Double d -> push(Constant.of(d));
            case String s -> push(new Value.Captured(s.intern(), new CapturePath.Static(s.intern())));
            case ClassDesc type -> {
                Class<?> resolved = resolve(type);
                push(new Value.Captured(resolved, new CapturePath.Static(resolved)));
            }
            default -> {
                if (constant.opcode() != Opcode.ACONST_NULL) {
                    throw new Refusal(
                            "a constant of type "
                                    + constant.constantValue().getClass().getSimpleName(),
                            "use numbers, strings and enum constants");
                }
                push(Value.Null.NULL);
            }
        }
    }

    private void stack(Opcode opcode) {
        switch (opcode) {
            case POP -> take(1);
            case POP2 -> take(2);
            case DUP -> duplicate(1, 0);
            case DUP_X1 -> duplicate(1, 1);
            case DUP_X2 -> duplicate(1, 2);
            case DUP2 -> duplicate(2, 0);
            case DUP2_X1 -> duplicate(2, 1);
            case DUP2_X2 -> duplicate(2, 2);
            default -> {
                Value upper = pop();
                Value lower = pop();
                push(upper);
                push(lower);
            }
        }
    }

    /** Puts a copy of the upper values below the {@code skipped} slots under them. */
    private void duplicate(int slots, int skipped) {
        List<Value> upper = take(slots);
        List<Value> lower = take(skipped);
        frame.stack.addAll(upper);
        frame.stack.addAll(lower);
        frame.stack.addAll(upper);
    }

    /** Takes values off the stack that fill this number of slots; the lowest comes first. */
    private List<Value> take(int slots) {
        var taken = new ArrayList<Value>();
        for (int left = slots; left > 0; ) {
            Value value = pop();
            taken.addFirst(value);
            left -= value instanceof Value.Scalar(Operand operand)
                            && operand.type().isWide()
                    ? 2
                    : 1;
        }
        return taken;
    }

    private void operator(Opcode opcode) {
        switch (opcode) {
            case ARRAYLENGTH -> {
                if (!typeTests.splitAt(0)) {
                    arrays.length();
                }
            }
            case INEG, LNEG, FNEG, DNEG -> push(code.compute(Operator.NEGATE, popScalar()));
            case FREM, DREM -> calls.floatingRemainder();
            default -> binary(opcode);
        }
    }

    private void binary(Opcode opcode) {
        Operand right = popScalar();
        Operand left = popScalar();
        Operator operator = switch (opcode) {
            case IADD, LADD, FADD, DADD -> Operator.ADD;
            case ISUB, LSUB, FSUB, DSUB -> Operator.SUBTRACT;
            case IMUL, LMUL, FMUL, DMUL -> Operator.MULTIPLY;
            case IDIV, LDIV, FDIV, DDIV -> Operator.DIVIDE;
            case IREM, LREM -> Operator.REMAINDER;
            case IAND, LAND -> Operator.AND;
            case IOR, LOR -> Operator.OR;
            case IXOR, LXOR -> Operator.XOR;
            case ISHL, LSHL -> Operator.SHIFT_LEFT;
            case ISHR, LSHR -> Operator.SHIFT_RIGHT;
            case IUSHR, LUSHR -> Operator.SHIFT_RIGHT_UNSIGNED;
            case LCMP, FCMPL, DCMPL -> Operator.COMPARE_NAN_LESS;
            case FCMPG, DCMPG -> Operator.COMPARE_NAN_GREATER;
            default -> throw new Refusal("operator " + opcode, "write it with other operators");
        };
        switch (operator) {
            case COMPARE_NAN_LESS, COMPARE_NAN_GREATER -> push(code.compute(operator, Type.INT, left, right));
            case DIVIDE, REMAINDER -> {
                checkDivisor(right);
                if (!isEnded()) {
                    push(divide(operator, left, right));
                }
            }
            default -> push(code.compute(operator, left, right));
        }
    }

    private Operand divide(Operator operator, Operand dividend, Operand divisor) {
        if (KnownDivisor.isUseful(dividend, divisor)) {
            var known = new KnownDivisor(code, (Constant) divisor);
            return operator == Operator.DIVIDE ? known.quotient(dividend) : known.remainder(dividend);
        }
        return code.compute(operator, dividend, divisor);
    }

    /** Integer division by zero throws. */
    void checkDivisor(Operand divisor) {
        if (!divisor.type().isFloating()) {
            check(
                    Condition.signed(Comparison.NE, divisor, Constant.zero(divisor.type())),
                    ArithmeticException.class,
                    "/ by zero",
                    Constant.of(0L));
        }
    }

    private Operand convert(TypeKind to, Operand value) {
        return switch (to) {
            case BYTE -> code.compute(Operator.TO_BYTE, value);
            case SHORT -> code.compute(Operator.TO_SHORT, value);
            case CHAR -> code.compute(Operator.TO_CHAR, value);
            case LONG -> code.compute(Operator.CONVERT, Type.LONG, value);
            case FLOAT -> code.compute(Operator.CONVERT, Type.FLOAT, value);
            case DOUBLE -> code.compute(Operator.CONVERT, Type.DOUBLE, value);
            default -> code.compute(Operator.CONVERT, Type.INT, value);
        };
    }

    // ---- branches ----

    private void branch(BranchInstruction branch) {
        int target = method().target(branch.target());
        int next = index + 1;
        switch (branch.opcode()) {
            case GOTO, GOTO_W -> jump(target);
            case IFNULL -> typeTests.branchIfNull(pop(), target, next);
            case IFNONNULL -> typeTests.branchIfNull(pop(), next, target);
            case IF_ACMPEQ -> typeTests.branchIfSame(pop(), pop(), target, next);
            case IF_ACMPNE -> typeTests.branchIfSame(pop(), pop(), next, target);
            case IFEQ -> branchOnZero(Comparison.EQ, target, next);
            case IFNE -> branchOnZero(Comparison.NE, target, next);
            case IFLT -> branchOnZero(Comparison.LT, target, next);
            case IFLE -> branchOnZero(Comparison.LE, target, next);
            case IFGT -> branchOnZero(Comparison.GT, target, next);
            case IFGE -> branchOnZero(Comparison.GE, target, next);
            case IF_ICMPEQ -> branchOnOrder(Comparison.EQ, target, next);
            case IF_ICMPNE -> branchOnOrder(Comparison.NE, target, next);
            case IF_ICMPLT -> branchOnOrder(Comparison.LT, target, next);
            case IF_ICMPLE -> branchOnOrder(Comparison.LE, target, next);
            case IF_ICMPGT -> branchOnOrder(Comparison.GT, target, next);
            case IF_ICMPGE -> branchOnOrder(Comparison.GE, target, next);
            default -> throw new Refusal("bytecode " + branch.opcode(), "write it in plain Java, compiled by javac");
        }
    }

    private void branchOnOrder(Comparison comparison, int target, int next) {
        Operand right = popScalar();
        Operand left = popScalar();
        branch(Condition.signed(comparison, left, right), target, next);
    }

    private void branchOnZero(Comparison comparison, int target, int next) {
        Value tested = pop();
        if (tested instanceof Value.TypeTest test) {
            typeTests.branch(test, answer -> comparison.holds(answer) ? target : next);
        } else {
            branch(Conditions.comparedWithZero(comparison, scalar(tested)), target, next);
        }
    }

    private void choose(List<SwitchCase> cases, int otherwise) {
        Value selector = pop();
        if (selector instanceof Value.TypeTest test) {
            typeTests.branch(test, answer -> targetOf(cases, answer, otherwise));
            return;
        }
        Operand operand = scalar(selector);
        if (operand instanceof Constant constant) {
            jump(targetOf(cases, constant.intValue(), otherwise));
            return;
        }
        settleTests();
        var ways = new ArrayList<Terminator.Switch.Case>();
        for (SwitchCase one : cases) {
            int target = method().target(one.target());
            if (target != otherwise) {
                ways.add(new Terminator.Switch.Case(one.caseValue(), edge(target)));
            }
        }
        code.terminate(new Terminator.Switch(operand, ways, edge(otherwise)));
    }

    private int targetOf(List<SwitchCase> cases, int answer, int otherwise) {
        for (SwitchCase one : cases) {
            if (one.caseValue() == answer) {
                return method().target(one.target());
            }
        }
        return otherwise;
    }

    // ---- fields ----

    private void field(FieldInstruction access) {
        Class<?> owner = resolve(access.owner().asSymbol());
        String name = access.name().stringValue();
        switch (access.opcode()) {
            case GETSTATIC -> getStatic(owner, name);
            case PUTSTATIC ->
                throw new Refusal(
                        "a write to static field " + owner.getSimpleName() + "." + name,
                        "keep results in device memory (Ints, Longs, …)");
            case GETFIELD -> {
                if (!typeTests.splitAt(0)) {
                    Value object = nonNull(usable(pop()));
                    if (!isEnded()) {
                        push(readField(object, find(owner, name)));
                    }
                }
            }
            default -> {
                if (!typeTests.splitAt(1)) {
                    if (frame.stack.get(frame.stack.size() - 2) instanceof Value.Reference) {
                        objects.move(frame, index);
                    }
                    Value content = settled(pop());
                    Value object = nonNull(usable(pop()));
                    if (!isEnded()) {
                        writeField(object, find(owner, name), content);
                    }
                }
            }
        }
    }

    private void getStatic(Class<?> owner, String name) {
        if (name.equals("$assertionsDisabled")) {
            push(Constant.of(!compilation.checksAssertions(owner)));
        } else if (name.equals("EMPTY") && Optionals.isOptional(owner)) {
            push(new VirtualObject(owner, true));
        } else {
            push(compilation.staticField(find(owner, name)));
        }
    }

    private Value readField(Value object, Field field) {
        return switch (object) {
            case VirtualObject exception
            when Throwable.class.isAssignableFrom(exception.type()) -> usable(compilation.field(object, field));
            case VirtualObject _, Value.Captured _ -> compilation.field(object, field);
            case Value.Reference reference -> objects.field(reference, field);
            case Value.EnumValue(Class<?> type, Operand ordinal) -> enumField(type, ordinal, field);
            default ->
                throw new Refusal(
                        "field " + field.getName() + " of " + object.describe() + " cannot be read",
                        "use the methods of the class");
        };
    }

    /** A field of an enum constant that is known at run time only: a choice among the fields of all constants. */
    private Value enumField(Class<?> type, Operand ordinal, Field field) {
        Object[] constants = type.getEnumConstants();
        Operand result = null;
        for (int i = 0; i < constants.length; i++) {
            Value content =
                    compilation.field(new Value.Captured(constants[i], new CapturePath.Static(constants[i])), field);
            if (!(content instanceof Value.Scalar(Operand operand))) {
                return compilation.tables().enumField(this, type, ordinal, field);
            }
            result = result == null
                    ? operand
                    : code.select(Condition.signed(Comparison.EQ, ordinal, Constant.of(i)), operand, result);
        }
        return new Value.Scalar(Objects.requireNonNull(result));
    }

    private void writeField(Value object, Field field, Value content) {
        if (object instanceof VirtualObject virtual && !virtual.isFrozen()) {
            virtual.set(field, content);
        } else if (object instanceof Value.Reference reference) {
            objects.setField(reference, field, content);
        } else {
            throw new Refusal(
                    "a write to field " + field.getName() + " of " + object.describe()
                            + ", which other lanes would have to see",
                    "keep results in device memory (Ints, Longs, …)");
        }
    }

    Field find(Class<?> owner, String name) {
        for (Class<?> at = owner; at != null; at = at.getSuperclass()) {
            for (Field field : Fields.declaredIn(at)) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
            for (Class<?> declared : at.getInterfaces()) {
                for (Field field : Fields.declaredIn(declared)) {
                    if (field.getName().equals(name)) {
                        return field;
                    }
                }
            }
        }
        throw new Refusal("field " + owner.getSimpleName() + "." + name + " does not exist", "recompile the kernel");
    }

    /** Throws a NullPointerException if the value is null. */
    Value nonNull(Value value) {
        if (value == Value.Null.NULL) {
            fail(NullPointerException.class, null, Constant.of(0L));
        }
        return value;
    }
}
