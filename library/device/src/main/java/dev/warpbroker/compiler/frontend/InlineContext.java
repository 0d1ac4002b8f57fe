package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.MethodCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A method together with the chain of calls that led to it. There is one object per chain. */
final class InlineContext {
    /** One of the calls that led here. */
    record Step(int callIndex, MethodCode method) {}

    private record Call(
            int index, MethodCode method, @Nullable String returnAs) {}

    private final @Nullable InlineContext caller;
    private final int callIndex;
    private final MethodCode method;
    private final @Nullable String returnAs;
    private final Map<Call, InlineContext> callees = new LinkedHashMap<>();
    private long spent;

    private InlineContext(@Nullable InlineContext caller, int callIndex, MethodCode method, @Nullable String returnAs) {
        this.caller = caller;
        this.callIndex = callIndex;
        this.method = method;
        this.returnAs = returnAs;
    }

    static InlineContext root(MethodCode method) {
        return new InlineContext(null, -1, method, null);
    }

    /**
     * {@return the context of a method called from here}
     *
     * @param returnAs the descriptor that the caller expects of the result, where it differs from the method's own
     */
    InlineContext call(int index, MethodCode callee, @Nullable String returnAs) {
        return callees.computeIfAbsent(
                new Call(index, callee, returnAs), call -> new InlineContext(this, index, callee, returnAs));
    }

    @Nullable
    InlineContext caller() {
        return caller;
    }

    Collection<InlineContext> callees() {
        return callees.values();
    }

    /** Notes what following this method took, without the methods that it calls. */
    void spend(int amount) {
        spent += amount;
    }

    long spent() {
        return spent;
    }

    /** {@return the number of calls that led here} */
    int depth() {
        int depth = 0;
        for (InlineContext at = caller; at != null; at = at.caller) {
            depth++;
        }
        return depth;
    }

    int callIndex() {
        return callIndex;
    }

    MethodCode method() {
        return method;
    }

    @Nullable
    String returnAs() {
        return returnAs;
    }

    /**
     * {@return the calls that led here, innermost first; equal for the same way in another attempt to follow a kernel}
     */
    List<Step> way() {
        var way = new ArrayList<Step>();
        for (InlineContext at = this; at != null; at = at.caller) {
            way.add(new Step(at.callIndex, at.method));
        }
        return way;
    }

    int timesInChain(MethodCode searched) {
        int times = 0;
        for (InlineContext at = this; at != null; at = at.caller) {
            if (at.method == searched) {
                times++;
            }
        }
        return times;
    }
}
