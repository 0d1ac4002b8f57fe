package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.ir.BasicBlock;

/** A block of the result together with the bytecode it comes from and what is known at its start. */
final class Region {
    /**
     * @param variant keeps apart states that are worth following separately, such as a boolean result that is about to
     *     be branched on
     */
    record Key(InlineContext context, int index, String variant) {}

    private final Key key;
    private final BasicBlock block = new BasicBlock();
    private final Frame state;
    private final GrowthGuard growth = new GrowthGuard();
    private boolean queued;

    Region(Key key, Frame state) {
        this.key = key;
        this.state = state;
    }

    InlineContext context() {
        return key.context();
    }

    int index() {
        return key.index();
    }

    BasicBlock block() {
        return block;
    }

    /** {@return what is true on all ways seen so far; merging changes it in place} */
    Frame state() {
        return state;
    }

    /** {@return what notices that the state grows for ever} */
    GrowthGuard growth() {
        return growth;
    }

    boolean isQueued() {
        return queued;
    }

    void queued(boolean now) {
        queued = now;
    }
}
