package dev.warpbroker.compiler.ir;

import java.util.LinkedHashMap;
import java.util.Map;

/** A value that depends on the edge by which its block was entered. */
public final class Phi extends Definition {
    private final Map<Edge, Operand> inputs = new LinkedHashMap<>();

    public Phi(Type type) {
        super(type);
    }

    /** {@return one operand per edge into the block} */
    public Map<Edge, Operand> inputs() {
        return inputs;
    }
}
