package dev.warpbroker.compiler.ir;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Which blocks all ways to a block go through: the algorithm of Lengauer and Tarjan (1979) with path compression, in
 * O(edges · log blocks) and without recursion.
 *
 * <p>Blocks are numbered as a depth-first search meets them, so that a block has a larger number than its dominators.
 */
final class Dominators {
    private static final int NONE = -1;

    private final ControlFlow flow;
    private final BasicBlock[] blocks;
    private final Map<BasicBlock, Integer> number;
    private final int[] parent;

    /** Of each block the last block that all ways to it go through. */
    private final int[] immediate;

    /** Dominated blocks have their places from {@code first} on, {@code size} in all, the block itself among them. */
    private final int[] first;

    private final int[] size;

    Dominators(ControlFlow flow) {
        this.flow = flow;
        int count = flow.order().size();
        blocks = new BasicBlock[count];
        number = HashMap.newHashMap(count);
        parent = new int[count];
        immediate = new int[count];
        first = new int[count];
        size = new int[count];
        search(flow.order().getFirst());
        new Search().run();
        placeSubtrees();
    }

    /** {@return whether every way to {@code block} goes through {@code other}, which may be the same} */
    boolean dominates(BasicBlock other, BasicBlock block) {
        int above = number(other);
        return dominates(above, number(block));
    }

    private boolean dominates(int other, int block) {
        return first[other] <= first[block] && first[block] < first[other] + size[other];
    }

    /** {@return the blocks in such an order that those which a block dominates follow it without a gap} */
    List<BasicBlock> preorder() {
        var result = new BasicBlock[blocks.length];
        for (int block = 0; block < blocks.length; block++) {
            result[first[block]] = blocks[block];
        }
        return Arrays.asList(result);
    }

    private int number(BasicBlock block) {
        return Objects.requireNonNull(number.get(block));
    }

    private void search(BasicBlock entry) {
        record Visit(int block, Iterator<Edge> edges) {}
        var stack = new ArrayDeque<Visit>();
        blocks[0] = entry;
        number.put(entry, 0);
        parent[0] = NONE;
        stack.push(new Visit(0, entry.terminator().edges().iterator()));
        while (!stack.isEmpty()) {
            Visit top = stack.peek();
            if (!top.edges().hasNext()) {
                stack.pop();
                continue;
            }
            BasicBlock next = top.edges().next().target();
            int found = number.size();
            if (number.putIfAbsent(next, found) == null) {
                blocks[found] = next;
                parent[found] = top.block();
                stack.push(new Visit(found, next.terminator().edges().iterator()));
            }
        }
    }

    private void placeSubtrees() {
        Arrays.fill(size, 1);
        for (int block = blocks.length - 1; block > 0; block--) {
            size[immediate[block]] += size[block];
        }
        int[] next = new int[blocks.length];
        next[0] = 1;
        for (int block = 1; block < blocks.length; block++) {
            first[block] = next[immediate[block]];
            next[immediate[block]] += size[block];
            next[block] = first[block] + 1;
        }
    }

    /** The names are those of the paper. */
    private final class Search {
        private final int[] semi = new int[blocks.length];
        private final int[] label = new int[blocks.length];
        private final int[] ancestor = new int[blocks.length];
        private final int[] bucket = new int[blocks.length];
        private final int[] nextInBucket = new int[blocks.length];
        private int[] path = new int[16];

        void run() {
            Arrays.setAll(semi, block -> block);
            Arrays.setAll(label, block -> block);
            Arrays.fill(ancestor, NONE);
            Arrays.fill(bucket, NONE);
            for (int w = blocks.length - 1; w > 0; w--) {
                for (Edge edge : flow.incoming(blocks[w])) {
                    semi[w] = Math.min(semi[w], semi[eval(number(flow.source(edge)))]);
                }
                nextInBucket[w] = bucket[semi[w]];
                bucket[semi[w]] = w;
                ancestor[w] = parent[w];
                for (int v = bucket[parent[w]]; v != NONE; v = nextInBucket[v]) {
                    int u = eval(v);
                    immediate[v] = semi[u] < semi[v] ? u : parent[w];
                }
                bucket[parent[w]] = NONE;
            }
            for (int w = 1; w < blocks.length; w++) {
                if (immediate[w] != semi[w]) {
                    immediate[w] = immediate[immediate[w]];
                }
            }
        }

        private int eval(int v) {
            if (ancestor[v] == NONE) {
                return v;
            }
            int length = 0;
            for (int at = v; ancestor[ancestor[at]] != NONE; at = ancestor[at]) {
                if (length == path.length) {
                    path = Arrays.copyOf(path, 2 * length);
                }
                path[length++] = at;
            }
            while (length > 0) {
                int at = path[--length];
                if (semi[label[ancestor[at]]] < semi[label[at]]) {
                    label[at] = label[ancestor[at]];
                }
                ancestor[at] = ancestor[ancestor[at]];
            }
            return label[v];
        }
    }
}
