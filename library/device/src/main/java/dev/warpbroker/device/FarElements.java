package dev.warpbroker.device;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Access to elements of memory that is too long for an array. In a class of its own, so that programs without such
 * memory do not load what it needs.
 */
final class FarElements {
    static final VarHandle BYTE = ValueLayout.JAVA_BYTE.arrayElementVarHandle();
    static final VarHandle SHORT = ValueLayout.JAVA_SHORT.arrayElementVarHandle();
    static final VarHandle INT = ValueLayout.JAVA_INT.arrayElementVarHandle();
    static final VarHandle LONG = ValueLayout.JAVA_LONG.arrayElementVarHandle();
    static final VarHandle FLOAT = ValueLayout.JAVA_FLOAT.arrayElementVarHandle();
    static final VarHandle DOUBLE = ValueLayout.JAVA_DOUBLE.arrayElementVarHandle();

    private FarElements() {}
}
