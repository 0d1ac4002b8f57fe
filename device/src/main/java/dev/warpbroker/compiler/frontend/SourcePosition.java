package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.ir.Position;
import java.util.ArrayList;
import java.util.List;

/** An instruction in a chain of inlined calls. */
record SourcePosition(InlineContext context, int index) implements Position {
    @Override
    public List<StackTraceElement> trace() {
        var trace = new ArrayList<StackTraceElement>();
        int at = index;
        for (InlineContext frame = context; frame != null; frame = frame.caller()) {
            trace.add(frame.method().position(at));
            at = frame.callIndex();
        }
        return trace;
    }

    /** Two instructions of one line in the same chain are at the same position for a reader. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SourcePosition position && position.context == context && position.line() == line();
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(context) * 31 + line();
    }

    private int line() {
        return context.method().position(index).getLineNumber();
    }
}
