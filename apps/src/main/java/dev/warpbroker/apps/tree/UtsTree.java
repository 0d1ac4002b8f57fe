package dev.warpbroker.apps.tree;

import dev.warpbroker.device.Ints;
import java.util.ArrayDeque;

/** An unbalanced tree as kernels see it; {@link Uts} says what it is, and makes it. */
public final class UtsTree {
    /** Of the root's children: they follow from its random number. */
    static final int NOT_GIVEN = -1;

    private final Ints thresholds;
    private final int geometricLevels;
    private final int rootChildren;
    private final int lastWithChildren;
    private final int binomialChildren;
    private final int seed;

    UtsTree(
            Ints thresholds,
            int geometricLevels,
            int rootChildren,
            int lastWithChildren,
            int binomialChildren,
            int seed) {
        this.thresholds = thresholds;
        this.geometricLevels = geometricLevels;
        this.rootChildren = rootChildren;
        this.lastWithChildren = lastWithChildren;
        this.binomialChildren = binomialChildren;
        this.seed = seed;
    }

    /** {@return where the tree begins} */
    public UtsNode root() {
        return UtsNode.root(seed);
    }

    /** {@return the number of children of a node} */
    public int children(UtsNode node) {
        if (node.depth() == 0 && rootChildren != NOT_GIVEN) {
            return rootChildren;
        }
        if (node.depth() < geometricLevels) {
            return geometricChildren(node);
        }
        return node.random() <= lastWithChildren ? binomialChildren : 0;
    }

    private int geometricChildren(UtsNode node) {
        int random = node.random();
        int row = node.depth() * Uts.MOST_CHILDREN;
        int children = 0;
        while (children < Uts.MOST_CHILDREN && random > thresholds.get(row + children)) {
            children++;
        }
        return children;
    }

    /** {@return a child of a node, by number} */
    public UtsNode child(UtsNode node, int index) {
        return node.child(index);
    }

    TreeSize searchSequentially() {
        var nodes = new ArrayDeque<UtsNode>();
        nodes.push(root());
        long count = 0;
        long leaves = 0;
        int depth = 0;
        while (!nodes.isEmpty()) {
            UtsNode node = nodes.pop();
            int children = children(node);
            count++;
            leaves += children == 0 ? 1 : 0;
            depth = Math.max(depth, node.depth());
            for (int i = 0; i < children; i++) {
                nodes.push(node.child(i));
            }
        }
        return new TreeSize(count, leaves, depth);
    }
}
