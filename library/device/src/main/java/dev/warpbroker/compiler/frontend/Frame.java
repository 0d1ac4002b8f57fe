package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
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

    InlineContext context() {
        return context;
    }

    @Nullable
    Frame caller() {
        return caller;
    }

    /** {@return the frame and those of its callers with other values} Values of callers are changed first. */
    Frame map(UnaryOperator<Value> change) {
        var chain = new ArrayDeque<Frame>();
        for (Frame at = this; at != null; at = at.caller) {
            chain.push(at);
        }
        Frame result = null;
        for (Frame at : chain) {
            result = new Frame(at.context, result);
            for (int i = 0; i < at.locals.length; i++) {
                Value local = at.locals[i];
                result.locals[i] = local == null ? null : change.apply(local);
            }
            for (Value value : at.stack) {
                result.stack.add(change.apply(value));
            }
        }
        return Objects.requireNonNull(result);
    }

    /** Does something with this frame and another of the same method, and so with those of their callers. */
    void forEachWith(Frame other, BiConsumer<Frame, Frame> action) {
        Frame counterpart = other;
        for (Frame at = this; at != null; at = at.caller) {
            action.accept(at, Objects.requireNonNull(counterpart));
            counterpart = counterpart.caller;
        }
    }
}
