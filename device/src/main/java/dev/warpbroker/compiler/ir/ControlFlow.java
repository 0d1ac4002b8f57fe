package dev.warpbroker.compiler.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The blocks that can be reached from the entry, in reverse post-order, with their predecessors and dominators. */
public final class ControlFlow {
    private final List<BasicBlock> order;
    private final Map<BasicBlock, Integer> number = new HashMap<>();
    private final Map<BasicBlock, List<Edge>> incoming = new HashMap<>();
    private final Map<Edge, BasicBlock> sources = new HashMap<>();

    public ControlFlow(BasicBlock entry) {
        order = reversePostOrder(entry);
        for (int i = 0; i < order.size(); i++) {
            number.put(order.get(i), i);
            incoming.put(order.get(i), new ArrayList<>());
        }
        for (BasicBlock block : order) {
            for (Edge edge : block.terminator().edges()) {
                if (sources.put(edge, block) == null) {
                    incoming(edge.target()).add(edge);
                }
            }
        }
    }

    /** {@return the blocks, each before those it leads to, except along loops} */
    public List<BasicBlock> order() {
        return order;
    }

    /** {@return the edges into a block} */
    public List<Edge> incoming(BasicBlock block) {
        return Objects.requireNonNull(incoming.get(block));
    }

    public BasicBlock source(Edge edge) {
        return Objects.requireNonNull(sources.get(edge));
    }

    public boolean contains(Edge edge) {
        return sources.containsKey(edge);
    }

    /** {@return for each block but the entry the last block that all ways to it go through} */
    public Map<BasicBlock, BasicBlock> immediateDominators() {
        int[] dominator = new int[order.size()];
        Arrays.fill(dominator, -1);
        dominator[0] = 0;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int block = 1; block < order.size(); block++) {
                int candidate = -1;
                for (Edge edge : incoming(order.get(block))) {
                    int predecessor = Objects.requireNonNull(number.get(source(edge)));
                    if (dominator[predecessor] >= 0) {
                        candidate = candidate < 0 ? predecessor : common(dominator, candidate, predecessor);
                    }
                }
                if (dominator[block] != candidate) {
                    dominator[block] = candidate;
                    changed = true;
                }
            }
        }
        var result = new HashMap<BasicBlock, BasicBlock>();
        for (int block = 1; block < order.size(); block++) {
            result.put(order.get(block), order.get(dominator[block]));
        }
        return result;
    }

    private static int common(int[] dominator, int a, int b) {
        int x = a;
        int y = b;
        while (x != y) {
            while (x > y) {
                x = dominator[x];
            }
            while (y > x) {
                y = dominator[y];
            }
        }
        return x;
    }

    private static List<BasicBlock> reversePostOrder(BasicBlock entry) {
        record Visit(BasicBlock block, Iterator<Edge> edges) {}
        Set<BasicBlock> seen = new HashSet<>(List.of(entry));
        var result = new ArrayList<BasicBlock>();
        var stack = new ArrayDeque<Visit>();
        stack.push(new Visit(entry, successors(entry)));
        while (!stack.isEmpty()) {
            Visit top = stack.peek();
            if (top.edges().hasNext()) {
                BasicBlock next = top.edges().next().target();
                if (seen.add(next)) {
                    stack.push(new Visit(next, successors(next)));
                }
            } else {
                result.add(stack.pop().block());
            }
        }
        Collections.reverse(result);
        return result;
    }

    /** The way visited last comes right after the block: the one that javac let fall through. */
    private static Iterator<Edge> successors(BasicBlock block) {
        return block.terminator().edges().iterator();
    }
}
