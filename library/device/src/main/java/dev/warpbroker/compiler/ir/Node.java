package dev.warpbroker.compiler.ir;

import org.jspecify.annotations.Nullable;

/** An instruction at its place in a block. */
public final class Node extends Definition {
    private final Instruction instruction;
    private final @Nullable Position position;

    public Node(Instruction instruction, @Nullable Position position) {
        super(instruction.type());
        this.instruction = instruction;
        this.position = position;
    }

    public Instruction instruction() {
        return instruction;
    }

    /** {@return where it stands in the Java source, if anywhere} */
    public @Nullable Position position() {
        return position;
    }
}
