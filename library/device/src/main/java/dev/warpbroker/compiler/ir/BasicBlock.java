package dev.warpbroker.compiler.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Instructions that run one after the other, and where control goes from there. */
public final class BasicBlock {
    private final List<Phi> phis = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private @Nullable Terminator terminator;
    private @Nullable Position end;

    public List<Phi> phis() {
        return phis;
    }

    public List<Node> nodes() {
        return nodes;
    }

    public Terminator terminator() {
        if (terminator == null) {
            throw new IllegalStateException("block without an end");
        }
        return terminator;
    }

    public boolean isTerminated() {
        return terminator != null;
    }

    public void terminate(Terminator by, @Nullable Position position) {
        terminator = by;
        end = position;
    }

    /** {@return where the terminator stands in the Java source, if anywhere} */
    public @Nullable Position end() {
        return end;
    }

    /** Forgets instructions and end, so that the block can be built again. */
    public void clear() {
        nodes.clear();
        terminator = null;
        end = null;
    }
}
