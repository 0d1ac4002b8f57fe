package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskSum;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.ArrayDeque;
import java.util.OptionalLong;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** An unbalanced tree as kernels see it; {@link Uts} says what it is, and makes it. */
public final class UtsTree implements TreeWork<UtsVisit, TreeSize> {
    private static final Layout<UtsVisit> LAYOUT = Layout.of(UtsVisit.class);
    private static final Layout<TreeSize> SIZES = Layout.of(TreeSize.class);

    /** Of the root's children: they follow from its random number. */
    static final int NOT_GIVEN = -1;

    private final String description;
    private final Ints thresholds;
    private final int geometricLevels;
    private final int rootChildren;
    private final int lastWithChildren;
    private final int binomialChildren;
    private final int seed;

    /** What there is to be found, if that is known. */
    private final @Nullable TreeSize published;

    private final TaskSum nodes;
    private final TaskSum leaves;
    private final TaskMaximum depth;

    UtsTree(
            Device device,
            String description,
            Ints thresholds,
            int geometricLevels,
            int rootChildren,
            int lastWithChildren,
            int binomialChildren,
            int seed,
            @Nullable TreeSize published) {
        this.description = description;
        this.thresholds = thresholds;
        this.geometricLevels = geometricLevels;
        this.rootChildren = rootChildren;
        this.lastWithChildren = lastWithChildren;
        this.binomialChildren = binomialChildren;
        this.seed = seed;
        this.published = published;
        nodes = TaskSum.on(device);
        leaves = TaskSum.on(device);
        depth = new TaskMaximum(device);
    }

    @Override
    public UtsVisit root() {
        return UtsVisit.root(seed);
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
        int row = node.depth() * Uts.MAX_CHILDREN;
        int children = 0;
        while (children < Uts.MAX_CHILDREN && random > thresholds.get(row + children)) {
            children++;
        }
        return children;
    }

    /** {@return a child of a node, by number} */
    public UtsNode child(UtsNode node, int index) {
        return node.child(index);
    }

    @Override
    public Layout<UtsVisit> layout() {
        return LAYOUT;
    }

    @Override
    public void reset() {
        nodes.clear();
        leaves.clear();
        depth.clear();
    }

    @Override
    public TaskBody<UtsVisit, Spawner<UtsVisit>> body() {
        return (visit, out) -> {
            UtsNode node = visit.node();
            int children = children(node);
            nodes.add(1);
            depth.raise(node.depth());
            if (children == 0) {
                leaves.add(1);
            }
            for (int i = 0; i < children; i++) {
                out.spawn(UtsVisit.of(node, i));
            }
        };
    }

    @Override
    public TreeSize collect() {
        return new TreeSize(nodes.total(), leaves.total(), (int) depth.value());
    }

    @Override
    public Join<TreeSize> join() {
        return Join.of(
                SIZES,
                () -> new TreeSize(0, 0, 0),
                (one, other) -> new TreeSize(
                        one.nodes() + other.nodes(),
                        one.leaves() + other.leaves(),
                        Math.max(one.depth(), other.depth())));
    }

    @Override
    public TaskBody<UtsVisit, Fork<UtsVisit, TreeSize>> forkingBody() {
        return (visit, fork) -> {
            UtsNode node = visit.node();
            int children = children(node);
            fork.complete(new TreeSize(1, children == 0 ? 1 : 0, node.depth()));
            for (int i = 0; i < children; i++) {
                fork.spawn(UtsVisit.of(node, i));
            }
        };
    }

    @Override
    public TreeSize onJavaPool(ForkJoinPool pool) {
        var found = new JavaTally(new LongAdder(), new LongAdder(), new LongAccumulator(Math::max, 0));
        pool.invoke(new JavaTask(null, this, UtsNode.root(seed), found));
        return new TreeSize(
                found.nodes().sum(), found.leaves().sum(), (int) found.depth().get());
    }

    private record JavaTally(LongAdder nodes, LongAdder leaves, LongAccumulator depth) {}

    /** A completer, whose end is a count: joins of a deep tree would nest deeper than a thread's stack. */
    private static final class JavaTask extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        private final transient UtsTree tree;
        private final transient UtsNode node;
        private final transient JavaTally found;

        JavaTask(@Nullable JavaTask parent, UtsTree tree, UtsNode node, JavaTally found) {
            super(parent);
            this.tree = tree;
            this.node = node;
            this.found = found;
        }

        @Override
        public void compute() {
            int children = tree.children(node);
            found.nodes().increment();
            found.depth().accumulate(node.depth());
            if (children == 0) {
                found.leaves().increment();
            }
            setPendingCount(children);
            for (int i = 0; i < children; i++) {
                new JavaTask(this, tree, node.child(i), found).fork();
            }
            tryComplete();
        }
    }

    @Override
    public TreeSize sequentially() {
        var stack = new ArrayDeque<UtsNode>();
        stack.push(UtsNode.root(seed));
        long count = 0;
        long childless = 0;
        int deepest = 0;
        while (!stack.isEmpty()) {
            UtsNode node = stack.pop();
            int children = children(node);
            count++;
            childless += children == 0 ? 1 : 0;
            deepest = Math.max(deepest, node.depth());
            for (int i = 0; i < children; i++) {
                stack.push(node.child(i));
            }
        }
        return new TreeSize(count, childless, deepest);
    }

    @Override
    public OptionalLong tasks(TreeSize result) {
        return OptionalLong.of(result.nodes());
    }

    @Override
    public @Nullable String problem(TreeSize result) {
        return published == null || published.equals(result) ? null : result + "; must be " + published;
    }

    @Override
    public String toString() {
        return description;
    }

    @Override
    public void close() {
        thresholds.close();
        nodes.close();
        leaves.close();
        depth.close();
    }
}
