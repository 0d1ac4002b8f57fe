package dev.warpbroker.compiler.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The blocks that can be reached from the entry, in reverse post-order, with their predecessors. */
public final class ControlFlow {
    private final List<BasicBlock> order;
    private final Map<BasicBlock, List<Edge>> incoming = new HashMap<>();
    private final Map<Edge, BasicBlock> sources = new HashMap<>();

    public ControlFlow(BasicBlock entry) {
        order = reversePostOrder(entry);
        for (BasicBlock block : order) {
            incoming.put(block, new ArrayList<>());
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
