package dev.warpbroker.compiler.ir;

/** A way from the end of one block to the start of another; each has an identity of its own. */
public final class Edge {
    private BasicBlock target;

    public Edge(BasicBlock target) {
        this.target = target;
    }

    public BasicBlock target() {
        return target;
    }

    void retarget(BasicBlock block) {
        target = block;
    }
}
