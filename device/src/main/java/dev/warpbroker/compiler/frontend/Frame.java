package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.value.Value;
import java.util.ArrayList;
import java.util.List;
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
}
