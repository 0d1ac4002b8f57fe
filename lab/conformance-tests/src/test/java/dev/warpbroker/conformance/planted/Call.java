package dev.warpbroker.conformance.planted;

import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;

/**
 * A call in a method.
 *
 * @param callee the class, without its package, and the method
 * @param number which of them, from 1 on
 * @param count how many such calls there must be
 */
record Call(String callee, int number, int count) {
    /** The only call of a method. */
    static Call call(String callee) {
        return new Call(callee, 1, 1);
    }

    /** One of several calls. */
    static Call call(String callee, int number, int count) {
        return new Call(callee, number, count);
    }

    boolean matches(CodeElement element) {
        return element instanceof InvokeInstruction call
                && callee.equals(call.owner().asSymbol().displayName() + "."
                        + call.name().stringValue());
    }
}
