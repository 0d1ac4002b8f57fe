package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Local variables and stack of a method that is being followed, on top of those of its callers. */
final class Frame {
    private final InlineContext context;
    private final @Nullable Frame caller;
    /** Null where nothing was stored on some way. */
    final @Nullable Value[] locals;

    final List<Value> stack = new ArrayList<>();

    Frame(InlineContext context, @Nullable Frame caller) {
        this.context = context;
        this.caller = caller;
        this.locals = new Value[context.method().maxLocals()];
    }

    /** {@return a frame, on top of such frames of the callers, that holds what the values here are mapped to} */
    Frame map(UnaryOperator<Value> mapping) {
        Deque<Frame> outermostFirst = new ArrayDeque<>();
        for (Frame at = this; at != null; at = at.caller) {
            outermostFirst.push(at);
        }
        Frame mapped = null;
        for (Frame original : outermostFirst) {
            mapped = new Frame(original.context, mapped);
            for (int i = 0; i < original.locals.length; i++) {
                Value local = original.locals[i];
                mapped.locals[i] = local == null ? null : mapping.apply(local);
            }
            for (Value value : original.stack) {
                mapped.stack.add(mapping.apply(value));
            }
        }
        return Objects.requireNonNull(mapped);
    }

    InlineContext context() {
        return context;
    }

    @Nullable
    Frame caller() {
        return caller;
    }
}
