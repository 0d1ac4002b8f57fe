package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.ir.Position;
import org.jspecify.annotations.Nullable;

/** An instruction in a chain of inlined calls. */
record SourcePosition(InlineContext context, int index) implements Position {
    @Override
    public StackTraceElement place() {
        return context.method().position(index);
    }

    @Override
    public @Nullable SourcePosition caller() {
        InlineContext caller = context.caller();
        return caller == null ? null : new SourcePosition(caller, context.callIndex());
    }

    /** Two instructions of one line in the same chain are at the same position for a reader. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SourcePosition position && position.context == context && position.line() == line();
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(context) * 31 + line();
    }

    private int line() {
        return context.method().line(index);
    }
}
