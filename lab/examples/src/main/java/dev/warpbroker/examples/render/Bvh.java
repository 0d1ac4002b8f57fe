package dev.warpbroker.examples.render;

import dev.warpbroker.device.Longs;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A hierarchy of boxes with up to eight children to a node, in 80 bytes: Henri Ylitie, Tero Karras, Samuli Laine:
 * <i>Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs</i>, HPG 2017.
 *
 * <p>First a binary tree is made by the surface area heuristic with bins, down to single triangles. Then nodes of it
 * are chosen as those of the wide tree, so that the cost by the same heuristic is the least (section 3.1 of the paper).
 * The children of a node are put into slots by where they are, so that rays that go the same way along all axes meet
 * them about in the same order, whatever the node (section 3.2; the assignment is greedy, where the paper has an
 * auction).
 *
 * <p>As every triangle is in one leaf, and boxes are widened where numbers are rounded, a search finds what it would
 * find without a tree.
 */
final class Bvh implements SearchTree {
    /*
     * A node has ten longs, each of two 32-bit words, the low one first:
     *     origin x, y | origin z, exponents and mask of inner children | first inner child, first triangle
     *     | meta of slots 0 to 3, 4 to 7 | low x | low y | low z | high x | high y | high z
     * The last six have a byte for each slot: planes at origin + byte * 2^exponent. Exponents are a byte each, with the
     * bias of floats, from the lowest on, and the mask is the highest.
     * Meta of a slot is 0 if it is empty. The lower five bits are the number of a bit in the result of a search: 24 +
     * slot for an inner child, else the place of the first triangle among those of the node, of which there are at most
     * 24. The upper three bits are the ones to be set there: 001 for an inner child, else one for each triangle.
     * Inner children of a node are in a row, in the order of slots, and so are triangles.
     */
    static final int LONGS_PER_NODE = 10;
    static final int SLOTS = 8;

    /** The number of the bit of slot 0, where a search keeps inner children. */
    static final int INNER = 24;

    /**
     * Of a step between planes: how much boxes are widened, because {@link BvhTraversal} computes with bytes + 2^15.
     */
    private static final double SLACK = 1.0 / 256;

    private static final int MAX_IN_LEAF = 3;
    private static final int MAX_TRIANGLES = 1 << 27;
    private static final int BINS = 16;

    /** What it costs to look at a node, and at a triangle. */
    private static final float NODE_COST = 1;

    private static final float TRIANGLE_COST = 0.3f;

    /** From so many triangles on, the halves of a node are made in parallel. */
    private static final int PARALLEL = 4_096;

    private static final int EXPONENT_BIAS = 127;
    private static final int MAX_BYTE = 255;

    /** A box that grows. */
    private static final class Bounds {
        final float[] low = {Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY};
        final float[] high = {Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY};

        void enclose(int axis, float from, float to) {
            low[axis] = from < low[axis] ? from : low[axis];
            high[axis] = to > high[axis] ? to : high[axis];
        }

        void enclose(Bounds other) {
            for (int axis = 0; axis < 3; axis++) {
                enclose(axis, other.low[axis], other.high[axis]);
            }
        }

        float extent(int axis) {
            return high[axis] - low[axis];
        }

        float area() {
            return extent(0) * extent(1) + extent(1) * extent(2) + extent(2) * extent(0);
        }

        double centre(int axis) {
            return ((double) low[axis] + high[axis]) / 2;
        }
    }

    /** A node of the binary tree; one without children is a leaf of one triangle. */
    private static final class Node {
        final Bounds box = new Bounds();
        final int from;
        final int to;

        @Nullable
        Node left;

        @Nullable
        Node right;

        /** What it costs to be at most 1, 2 … 7 nodes of the wide tree. */
        final float[] costs = new float[SLOTS - 1];

        /** For each of these, how many are from the left child: 0 if it is the same as with one less. */
        final byte[] fromLeft = new byte[SLOTS];

        /** Whether this as a single node of the wide tree is a leaf. */
        boolean isLeaf;

        Node(int from, int to) {
            this.from = from;
            this.to = to;
        }

        int size() {
            return to - from;
        }
    }

    private final Scene scene;
    private final float margin;

    /** Of each triangle's own box: its centre, three numbers; and its low and high corner, six numbers. */
    private final float[] centres;

    private final float[] corners;

    /** The triangles, sorted while the binary tree is made. */
    private final int[] sorted;

    private final int[] order;
    private int ordered;

    private long[] nodes = new long[64 * LONGS_PER_NODE];
    private int made = 1;
    private int levels;

    Bvh(Scene scene) {
        if (scene.triangles() > MAX_TRIANGLES) {
            throw new IllegalArgumentException(
                    scene.triangles() + " triangles; the most in a hierarchy of boxes are " + MAX_TRIANGLES);
        }
        this.scene = scene;
        margin = scene.margin();
        centres = new float[3 * scene.triangles()];
        corners = new float[6 * scene.triangles()];
        IntStream.range(0, scene.triangles()).parallel().forEach(this::measure);
        sorted = IntStream.range(0, scene.triangles()).toArray();
        order = new int[sorted.length];
        var root = new Node(0, sorted.length);
        ForkJoinPool.commonPool().invoke(new Split(root));
        write(root, 0, 1);
        nodes = Arrays.copyOf(nodes, made * LONGS_PER_NODE);
    }

    @Override
    public int[] order() {
        return order;
    }

    @Override
    public long[] nodes() {
        return nodes;
    }

    /** {@return how many nodes are on the longest way from the root to a leaf} */
    int levels() {
        return levels;
    }

    @Override
    public Traversal traversal(Longs copied, Triangles triangles) {
        return new BvhTraversal(copied, triangles, BvhTraversal.places(levels));
    }

    // ---- the binary tree ----

    private void measure(int triangle) {
        for (int axis = 0; axis < 3; axis++) {
            float low = scene.low(triangle, axis);
            float high = scene.high(triangle, axis);
            corners[6 * triangle + axis] = low;
            corners[6 * triangle + 3 + axis] = high;
            centres[3 * triangle + axis] = (low + high) / 2;
        }
    }

    /** Makes all that is below a node, its box, and the costs as nodes of the wide tree. */
    private final class Split extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final transient Node node;

        Split(Node node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            if (node.size() == 1) {
                int triangle = sorted[node.from];
                for (int axis = 0; axis < 3; axis++) {
                    node.box.enclose(
                            axis, corners[6 * triangle + axis] - margin, corners[6 * triangle + 3 + axis] + margin);
                }
                node.isLeaf = true;
                Arrays.fill(node.costs, node.box.area() * TRIANGLE_COST);
                return;
            }
            int middle = partition(node.from, node.to);
            var left = new Node(node.from, middle);
            var right = new Node(middle, node.to);
            node.left = left;
            node.right = right;
            if (node.size() >= PARALLEL) {
                invokeAll(new Split(left), new Split(right));
            } else {
                new Split(left).compute();
                new Split(right).compute();
            }
            node.box.enclose(left.box);
            node.box.enclose(right.box);
            choose(node, left, right);
        }
    }

    /** Sorts a range of triangles into two parts; {@return where the second begins} */
    private int partition(int from, int to) {
        if (to - from <= MAX_IN_LEAF) {
            // Mostly a leaf of the wide tree.
            return from + 1;
        }
        var ofCentres = new Bounds();
        for (int i = from; i < to; i++) {
            for (int axis = 0; axis < 3; axis++) {
                float centre = centres[3 * sorted[i] + axis];
                ofCentres.enclose(axis, centre, centre);
            }
        }
        Bins best = null;
        for (int axis = 0; axis < 3; axis++) {
            if (ofCentres.extent(axis) > 0) {
                var bins = new Bins(axis, ofCentres, from, to);
                best = best == null || bins.cost < best.cost ? bins : best;
            }
        }
        if (best == null || best.cost == Float.POSITIVE_INFINITY) {
            return from + to >>> 1;
        }
        int left = from;
        int right = to - 1;
        while (left <= right) {
            int triangle = sorted[left];
            if (best.of(triangle) < best.first) {
                left++;
            } else {
                sorted[left] = sorted[right];
                sorted[right--] = triangle;
            }
        }
        return left;
    }

    /** Triangles by where their centres are along an axis, and the best place to split them. */
    private final class Bins {
        private final int axis;
        private final float low;
        private final float scale;
        private final int[] counts = new int[BINS];
        private final Bounds[] boxes = new Bounds[BINS];

        /** The least cost, and the first bin of the second part. */
        private float cost = Float.POSITIVE_INFINITY;

        private int first;

        Bins(int axis, Bounds ofCentres, int from, int to) {
            this.axis = axis;
            low = ofCentres.low[axis];
            scale = BINS / ofCentres.extent(axis);
            Arrays.setAll(boxes, _ -> new Bounds());
            for (int i = from; i < to; i++) {
                int triangle = sorted[i];
                int bin = of(triangle);
                counts[bin]++;
                for (int k = 0; k < 3; k++) {
                    boxes[bin].enclose(k, corners[6 * triangle + k], corners[6 * triangle + 3 + k]);
                }
            }
            float[] after = new float[BINS];
            var box = new Bounds();
            int count = 0;
            for (int bin = BINS - 1; bin > 0; bin--) {
                count += counts[bin];
                box.enclose(boxes[bin]);
                after[bin] = count == 0 ? Float.POSITIVE_INFINITY : count * box.area();
            }
            box = new Bounds();
            count = 0;
            for (int bin = 1; bin < BINS; bin++) {
                count += counts[bin - 1];
                box.enclose(boxes[bin - 1]);
                float both = count == 0 ? Float.POSITIVE_INFINITY : count * box.area() + after[bin];
                if (both < cost) {
                    cost = both;
                    first = bin;
                }
            }
        }

        int of(int triangle) {
            return Math.min((int) ((centres[3 * triangle + axis] - low) * scale), BINS - 1);
        }
    }

    // ---- the wide tree ----

    /** Finds out what it costs to be 1 to 7 nodes of the wide tree, and how. */
    private static void choose(Node node, Node left, Node right) {
        float leaf =
                node.size() <= MAX_IN_LEAF ? node.box.area() * node.size() * TRIANGLE_COST : Float.POSITIVE_INFINITY;
        float inner = node.box.area() * NODE_COST + distribute(node, left, right, SLOTS);
        node.isLeaf = leaf <= inner;
        node.costs[0] = Math.min(leaf, inner);
        for (int roots = 2; roots < SLOTS; roots++) {
            float cost = distribute(node, left, right, roots);
            if (cost < node.costs[roots - 2]) {
                node.costs[roots - 1] = cost;
            } else {
                node.costs[roots - 1] = node.costs[roots - 2];
                node.fromLeft[roots - 1] = 0;
            }
        }
    }

    /** {@return the least cost of up to {@code roots} nodes for both children, and notes how many are for the left} */
    private static float distribute(Node node, Node left, Node right, int roots) {
        float least = Float.POSITIVE_INFINITY;
        for (int ofLeft = 1; ofLeft < roots; ofLeft++) {
            float cost = left.costs[ofLeft - 1] + right.costs[roots - ofLeft - 1];
            if (cost < least) {
                least = cost;
                node.fromLeft[roots - 1] = (byte) ofLeft;
            }
        }
        return least;
    }

    /** Puts the nodes of the wide tree that {@code node} becomes into {@code children}; {@return how many there are} */
    private static int collect(Node node, int roots, Node[] children, int count) {
        int chosen = roots;
        while (chosen > 1 && node.fromLeft[chosen - 1] == 0) {
            chosen--;
        }
        var left = node.left;
        var right = node.right;
        if (chosen == 1 || left == null || right == null) {
            children[count] = node;
            return count + 1;
        }
        int ofLeft = node.fromLeft[chosen - 1];
        return collect(right, chosen - ofLeft, children, collect(left, ofLeft, children, count));
    }

    /** Writes a node of the wide tree, and all below it. */
    private void write(Node node, int at, int level) {
        levels = Math.max(levels, level);
        var children = new Node[SLOTS];
        int count = node.isLeaf ? 1 : collect(node, SLOTS, children, 0);
        if (node.isLeaf) {
            children[0] = node;
        }
        var slots = slots(node, children, count);
        int firstInner = made;
        int firstTriangle = ordered;
        int mask = 0;
        long meta = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            var child = slots[slot];
            if (child == null) {
                continue;
            }
            int of;
            if (child.isLeaf) {
                of = ((1 << child.size()) - 1) << 5 | ordered - firstTriangle;
                System.arraycopy(sorted, child.from, order, ordered, child.size());
                ordered += child.size();
            } else {
                of = 1 << 5 | INNER + slot;
                mask |= 1 << slot;
                made++;
            }
            meta |= (long) of << slot * Byte.SIZE;
        }
        if (made * LONGS_PER_NODE > nodes.length) {
            nodes = Arrays.copyOf(nodes, Math.max(2 * nodes.length, made * LONGS_PER_NODE));
        }
        writePlanes(node, slots, at * LONGS_PER_NODE, mask);
        nodes[at * LONGS_PER_NODE + 2] = Words.pair(firstInner, firstTriangle);
        nodes[at * LONGS_PER_NODE + 3] = meta;
        int next = firstInner;
        for (var child : slots) {
            if (child != null && !child.isLeaf) {
                write(child, next++, level + 1);
            }
        }
    }

    /** {@return the children by slots: bit 0 of a slot's number is set where the child is on the high side in x} */
    private static @Nullable Node[] slots(Node node, Node[] children, int count) {
        var slots = new Node[SLOTS];
        boolean[] placed = new boolean[count];
        for (int round = 0; round < count; round++) {
            double best = Double.NEGATIVE_INFINITY;
            int bestChild = 0;
            int bestSlot = 0;
            for (int child = 0; child < count; child++) {
                for (int slot = 0; slot < SLOTS; slot++) {
                    if (!placed[child] && slots[slot] == null) {
                        double gain = 0;
                        for (int axis = 0; axis < 3; axis++) {
                            double aside = children[child].box.centre(axis) - node.box.centre(axis);
                            gain += (slot >> axis & 1) != 0 ? aside : -aside;
                        }
                        if (gain > best) {
                            best = gain;
                            bestChild = child;
                            bestSlot = slot;
                        }
                    }
                }
            }
            placed[bestChild] = true;
            slots[bestSlot] = children[bestChild];
        }
        return slots;
    }

    private void writePlanes(Node node, @Nullable Node[] slots, int at, int mask) {
        int exponents = mask << 24;
        for (int axis = 0; axis < 3; axis++) {
            double lowest = node.box.low[axis];
            int exponent = Math.max(-EXPONENT_BIAS, Math.getExponent(node.box.extent(axis) / MAX_BYTE) - 1);
            double step;
            float origin;
            do {
                exponent++;
                step = Math.scalb(1.0, exponent);
                origin = atMost(lowest - step * SLACK);
            } while ((node.box.high[axis] - (double) origin) / step + SLACK > MAX_BYTE);
            exponents |= exponent + EXPONENT_BIAS << axis * Byte.SIZE;
            long low = 0;
            long high = 0;
            for (int slot = 0; slot < SLOTS; slot++) {
                var child = slots[slot];
                if (child != null) {
                    double from = (child.box.low[axis] - (double) origin) / step - SLACK;
                    double to = (child.box.high[axis] - (double) origin) / step + SLACK;
                    low |= (long) Math.floor(from) << slot * Byte.SIZE;
                    high |= (long) Math.ceil(to) << slot * Byte.SIZE;
                }
            }
            nodes[at + 4 + axis] = low;
            nodes[at + 7 + axis] = high;
            if (axis == 2) {
                nodes[at + 1] = Words.pair(Float.floatToRawIntBits(origin), exponents);
            } else {
                nodes[at] |= Integer.toUnsignedLong(Float.floatToRawIntBits(origin)) << axis * Integer.SIZE;
            }
        }
    }

    /** {@return the largest float that is not more than a number} */
    private static float atMost(double number) {
        float nearest = (float) number;
        return nearest > number ? Math.nextDown(nearest) : nearest;
    }
}
