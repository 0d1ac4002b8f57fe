package dev.warpbroker.examples.render;

import dev.warpbroker.device.Longs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An octree of a scene's triangles, written down as lists of nodes in pre-order, each with a box: a ray that hits the
 * box goes on to the child, which is the next node; one that misses it follows the skip link past all that is inside.
 *
 * <p>As in section 4.1.2 of a thesis on work stealing (2013) with two differences. There are eight lists, one for each
 * combination of signs of a ray's direction, in which the children are in the order in which such a ray meets them, so
 * that near triangles are found first and what is behind them is skipped. And every triangle is in one leaf only, that
 * of its centre; the boxes are as small as their contents allow and may overlap. A triangle that is large for its cell
 * is kept beside the cell's children and does not make their boxes large.
 */
final class Octree implements SearchTree {
    /*
     * Before the first list there are as many longs as for a node, of which the first is the length of a list.
     *
     * A node has four longs, each of two 32-bit words, the low one first:
     *     near x, near y | near z, far x | far y, far z | skip, leaf
     * Near and far are the corners of the box that rays of this list meet first and last. Skip is the place of a node's
     * four longs, or the end of the list. Leaf is first << COUNT_BITS | count for the triangles of a leaf, else 0.
     */
    static final int LONGS_PER_NODE = 4;
    static final int COUNT_BITS = 4;
    static final int LISTS = 8;

    private static final int MAX_IN_LEAF = 4;
    private static final int MAX_DEPTH = 28;
    private static final int MAX_TRIANGLES = 1 << 27;

    /** From so many triangles on, the children of a cell are made in parallel. */
    private static final int PARALLEL = 4_096;

    /** A node of the tree: a leaf has triangles, other nodes have children. */
    private static final class Node {
        final float[] low = {Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY};
        final float[] high = {Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY};
        final int[] triangles;

        /** Children by the cell they are in; the ninth has the triangles that are large for their cell. */
        final List<Node> children;

        /** Where the triangles of a leaf are in the order of all. */
        int first;

        Node(int[] triangles, List<Node> children) {
            this.triangles = triangles;
            this.children = children;
        }

        boolean isLeaf() {
            return children.isEmpty();
        }

        boolean isEmpty() {
            return isLeaf() && triangles.length == 0;
        }

        /** {@return the i-th child that rays of a list meet} */
        Node child(int list, int i) {
            return children.get(children.size() > LISTS && i < LISTS ? i ^ list : i);
        }

        /** {@return the number of nodes from here on} */
        int size() {
            int size = isEmpty() ? 0 : 1;
            for (var child : children) {
                size += child.size();
            }
            return size;
        }
    }

    private final Scene scene;
    private final float margin;

    /** Of each triangle's own box: its centre, three numbers, and its longest edge. */
    private final float[] centres;

    private final float[] extents;

    private final int[] order;

    /** Nodes in each list. */
    private final int size;

    private final long[] lists;

    Octree(Scene scene) {
        if (scene.triangles() > MAX_TRIANGLES) {
            throw new IllegalArgumentException(
                    scene.triangles() + " triangles; the most in an octree are " + MAX_TRIANGLES);
        }
        this.scene = scene;
        var box = scene.box();
        margin = scene.margin();
        centres = new float[3 * scene.triangles()];
        extents = new float[scene.triangles()];
        IntStream.range(0, scene.triangles()).parallel().forEach(this::measure);
        int[] all = IntStream.range(0, scene.triangles()).toArray();
        var root = cell(all, box.low(), Math.max(box.size().largest(), Float.MIN_NORMAL), 0, true);
        order = new int[all.length];
        number(root, 0);
        size = root.size();
        if ((long) size * LISTS * LONGS_PER_NODE > Integer.MAX_VALUE - LONGS_PER_NODE) {
            throw new IllegalArgumentException("an octree of " + size + " nodes; the most are "
                    + Integer.MAX_VALUE / (LISTS * LONGS_PER_NODE) + ": split the scene");
        }
        lists = new long[listStart(LISTS)];
        lists[0] = (long) size * LONGS_PER_NODE;
        IntStream.range(0, LISTS).parallel().forEach(list -> write(root, list, listStart(list)));
    }

    @Override
    public int[] order() {
        return order;
    }

    /** {@return the length of a list, and all lists, one after the other} */
    @Override
    public long[] nodes() {
        return lists;
    }

    @Override
    public Traversal traversal(Longs copied, Triangles triangles) {
        return new OctreeTraversal(copied, triangles);
    }

    private void measure(int triangle) {
        for (int axis = 0; axis < 3; axis++) {
            float low = scene.low(triangle, axis);
            float high = scene.high(triangle, axis);
            centres[3 * triangle + axis] = (low + high) / 2;
            extents[triangle] = Math.max(extents[triangle], high - low);
        }
    }

    private int listStart(int list) {
        return (1 + list * size) * LONGS_PER_NODE;
    }

    /**
     * {@return the node of a cell}
     *
     * @param apart whether triangles that are large for the cell are kept apart from the others
     */
    private Node cell(int[] triangles, Vec low, float edge, int depth, boolean apart) {
        if (triangles.length <= MAX_IN_LEAF) {
            return leaf(triangles);
        }
        if (depth == MAX_DEPTH) {
            return inner(IntStream.iterate(0, from -> from < triangles.length, from -> from + MAX_IN_LEAF)
                    .mapToObj(from ->
                            leaf(Arrays.copyOfRange(triangles, from, Math.min(triangles.length, from + MAX_IN_LEAF))))
                    .toList());
        }
        float half = edge / 2;
        var middle = low.plus(Vec.all(half));
        int[][] parts = split(triangles, middle, apart ? edge : Float.POSITIVE_INFINITY);
        for (int i = 0; i <= LISTS; i++) {
            if (parts[i].length == triangles.length) {
                return i == LISTS
                        ? cell(triangles, low, edge, depth, false)
                        : cell(triangles, lowOf(i, low, middle), half, depth + 1, apart);
            }
        }
        var children = IntStream.rangeClosed(0, LISTS);
        if (triangles.length >= PARALLEL) {
            children = children.parallel();
        }
        return inner(children.mapToObj(i -> i == LISTS
                        ? cell(parts[i], low, edge, depth, false)
                        : cell(parts[i], lowOf(i, low, middle), half, depth + 1, apart))
                .toList());
    }

    private static Vec lowOf(int child, Vec low, Vec middle) {
        return new Vec(
                (child & 1) == 0 ? low.x() : middle.x(),
                (child & 2) == 0 ? low.y() : middle.y(),
                (child & 4) == 0 ? low.z() : middle.z());
    }

    /**
     * {@return the triangles by the cell of their centre, and in the end those whose extent is more than {@code most}}
     */
    private int[][] split(int[] triangles, Vec middle, float most) {
        int[] partOf = new int[triangles.length];
        int[] sizes = new int[LISTS + 1];
        for (int i = 0; i < triangles.length; i++) {
            int t = triangles[i];
            partOf[i] = extents[t] > most
                    ? LISTS
                    : (centres[3 * t] < middle.x() ? 0 : 1)
                            | (centres[3 * t + 1] < middle.y() ? 0 : 2)
                            | (centres[3 * t + 2] < middle.z() ? 0 : 4);
            sizes[partOf[i]]++;
        }
        int[][] parts = new int[sizes.length][];
        Arrays.setAll(parts, part -> new int[sizes[part]]);
        int[] filled = new int[sizes.length];
        for (int i = 0; i < triangles.length; i++) {
            int part = partOf[i];
            parts[part][filled[part]++] = triangles[i];
        }
        return parts;
    }

    private static Node inner(List<Node> children) {
        var node = new Node(new int[0], children);
        for (var child : children) {
            for (int axis = 0; axis < 3; axis++) {
                node.low[axis] = Math.min(node.low[axis], child.low[axis]);
                node.high[axis] = Math.max(node.high[axis], child.high[axis]);
            }
        }
        return node;
    }

    private Node leaf(int[] triangles) {
        var node = new Node(triangles, List.of());
        for (int t : triangles) {
            for (int axis = 0; axis < 3; axis++) {
                node.low[axis] = Math.min(node.low[axis], scene.low(t, axis) - margin);
                node.high[axis] = Math.max(node.high[axis], scene.high(t, axis) + margin);
            }
        }
        return node;
    }

    /** {@return how many triangles have been numbered, with those of {@code node}} */
    private int number(Node node, int numbered) {
        node.first = numbered;
        System.arraycopy(node.triangles, 0, order, numbered, node.triangles.length);
        int next = numbered + node.triangles.length;
        for (var child : node.children) {
            next = number(child, next);
        }
        return next;
    }

    /** Writes a node, unless it is empty, and all below it; {@return where the next node of the list goes} */
    private int write(Node node, int list, int at) {
        if (node.isEmpty()) {
            return at;
        }
        int next = at + LONGS_PER_NODE;
        for (int i = 0; i < node.children.size(); i++) {
            next = write(node.child(list, i), list, next);
        }
        float[] near = new float[3];
        float[] far = new float[3];
        for (int axis = 0; axis < 3; axis++) {
            boolean backwards = (list >> axis & 1) != 0;
            near[axis] = backwards ? node.high[axis] : node.low[axis];
            far[axis] = backwards ? node.low[axis] : node.high[axis];
        }
        lists[at] = Words.pair(near[0], near[1]);
        lists[at + 1] = Words.pair(near[2], far[0]);
        lists[at + 2] = Words.pair(far[1], far[2]);
        lists[at + 3] = Words.pair(next, node.isLeaf() ? node.first << COUNT_BITS | node.triangles.length : 0);
        return next;
    }
}
