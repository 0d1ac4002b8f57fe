package dev.warpbroker.compiler.ir;

import java.util.List;

/** A place in the Java source, seen through the calls that were inlined to get there. */
public interface Position {
    /** {@return the innermost place first} */
    List<StackTraceElement> trace();
}
