package dev.warpbroker.compiler.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place in the Java source, seen through the calls that were inlined to get there. Equal if it reads the same. */
public interface Position {
    /** {@return the place itself} */
    StackTraceElement place();

    /** {@return the call that led to it, or null if it stands in the kernel's own method} */
    @Nullable
    Position caller();

    /** {@return the place and all calls that led to it, innermost first} */
    default List<StackTraceElement> trace() {
        var trace = new ArrayList<StackTraceElement>();
        for (Position at = this; at != null; at = at.caller()) {
            trace.add(at.place());
        }
        return trace;
    }
}
