package dev.warpbroker.conformance.planted;

import dev.warpbroker.conformance.planted.MethodBody.Piece;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Consumer;

/** A change of a method's instructions that makes it wrong. */
@FunctionalInterface
interface Change {
    void in(MethodBody body);

    /** Calls another method with the same parameters on the same object, as of an access mode that is too weak. */
    static Change rename(Call call, String other) {
        return body -> {
            var old = body.invocation(call);
            body.replace(body.indexOf(call), code -> {
                var owner = old.owner().asSymbol();
                switch (old.opcode()) {
                    case INVOKESTATIC -> code.invokestatic(owner, other, old.typeSymbol(), old.isInterface());
                    case INVOKEINTERFACE -> code.invokeinterface(owner, other, old.typeSymbol());
                    default -> code.invokevirtual(owner, other, old.typeSymbol());
                }
            });
        };
    }

    /** Calls a method of {@link Mistakes}, which gets the object as its first parameter. */
    static Change redirect(Call call, String mistake) {
        return body -> body.replace(body.indexOf(call), code -> invoke(code, mistake));
    }

    /** Leaves a call out, and goes on with 0. */
    static Change drop(Call call) {
        return answer(call, 0);
    }

    /** Leaves a call out, and goes on with {@code result} if something is to be returned. */
    static Change answer(Call call, long result) {
        return body -> {
            var old = body.invocation(call);
            body.replace(body.indexOf(call), code -> {
                popArguments(code, old);
                load(code, old.typeSymbol().returnType(), result);
            });
        };
    }

    /** Leaves the statement of a call out. */
    static Change omit(Call call) {
        return body -> body.remove(body.statement(body.indexOf(call)));
    }

    /** Returns what a method of {@link Mistakes} makes of the result. */
    static Change returned(String mistake) {
        return body -> {
            var returns = body.indices(element -> element instanceof ReturnInstruction);
            for (int at : returns.reversed()) {
                body.insert(at, code -> invoke(code, mistake));
            }
        };
    }

    /** Uses another constant. */
    static Change constant(int old, int other) {
        return body -> body.replace(body.indexOfConstant(old, 1, 1), code -> code.loadConstant(other));
    }

    /** Ignores what a call returned: goes on as if the branch after it were not there. */
    static Change neverBranch(Call call) {
        return body -> neverBranch(body, body.branchAfter(call));
    }

    /** Ignores what a call returned: takes the branch after it. */
    static Change alwaysBranch(Call call) {
        return body -> alwaysBranch(body, body.branchAfter(call));
    }

    /** Takes a branch whatever the two variables are that it compares. */
    static Change alwaysBranch(String left, String right, int number, int count) {
        return body -> alwaysBranch(body, body.branchOn(left, right, number, count));
    }

    /** Does the statement of one call not where it stands but after another call. */
    static Change moveAfter(Call moved, Call place) {
        return body -> {
            var statement = body.statement(body.indexOf(moved));
            body.insert(body.indexOf(place) + 1, statement);
            body.remove(statement);
        };
    }

    /** Does the statement of one call not where it stands but before the statement of another call. */
    static Change moveBefore(Call moved, Call place) {
        return body -> {
            var statement = body.statement(body.indexOf(moved));
            body.insert(body.statementStart(body.indexOf(place)), statement);
            body.remove(statement);
        };
    }

    /** Does the statement of a call again after another call. */
    static Change repeatAfter(Call repeated, Call place) {
        return body -> body.insert(body.indexOf(place) + 1, body.statement(body.indexOf(repeated)));
    }

    /** Does the statement of a call already before the statement of another call. */
    static Change repeatBefore(Call repeated, Call place) {
        return body -> body.insert(body.statementStart(body.indexOf(place)), body.statement(body.indexOf(repeated)));
    }

    /** Does the statement of a call already before the statement of another call, if a variable is true then. */
    static Change repeatBeforeIf(String condition, Call repeated, Call place) {
        return body -> body.insert(body.statementStart(body.indexOf(place)), ifTrue(body, condition, repeated));
    }

    private static Consumer<CodeBuilder> ifTrue(MethodBody body, String condition, Call repeated) {
        int slot = body.local(condition);
        var statement = body.statement(body.indexOf(repeated));
        return code ->
                code.iload(slot).ifThen(then -> statement.forEach(piece -> then.with(((Piece.Old) piece).element())));
    }

    private static void neverBranch(MethodBody body, int at) {
        var branch = body.branch(at);
        body.replace(at, code -> popOperands(code, branch));
    }

    private static void alwaysBranch(MethodBody body, int at) {
        var branch = body.branch(at);
        body.replace(at, code -> {
            popOperands(code, branch);
            code.goto_(branch.target());
        });
    }

    private static void popOperands(CodeBuilder code, BranchInstruction branch) {
        switch (branch.opcode()) {
            case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> code.pop();
            default -> code.pop2();
        }
    }

    private static void popArguments(CodeBuilder code, InvokeInstruction call) {
        for (ClassDesc parameter : call.typeSymbol().parameterList().reversed()) {
            pop(code, parameter);
        }
        if (call.opcode() != Opcode.INVOKESTATIC) {
            code.pop();
        }
    }

    private static void pop(CodeBuilder code, ClassDesc type) {
        if (TypeKind.from(type).slotSize() == 2) {
            code.pop2();
        } else {
            code.pop();
        }
    }

    private static void load(CodeBuilder code, ClassDesc type, long value) {
        switch (TypeKind.from(type).asLoadable()) {
            case INT -> code.loadConstant((int) value);
            case LONG -> code.loadConstant(value);
            case VOID -> {}
            default -> throw new AssertionError("no constant of type " + type.displayName());
        }
    }

    private static void invoke(CodeBuilder code, String mistake) {
        var methods = Arrays.stream(Mistakes.class.getDeclaredMethods())
                .filter(each -> each.getName().equals(mistake))
                .toList();
        if (methods.size() != 1) {
            throw new AssertionError(methods.size() + " methods Mistakes." + mistake);
        }
        Method method = methods.getFirst();
        var type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        code.invokestatic(
                Mistakes.class.describeConstable().orElseThrow(),
                mistake,
                MethodTypeDesc.ofDescriptor(type.descriptorString()));
    }
}
