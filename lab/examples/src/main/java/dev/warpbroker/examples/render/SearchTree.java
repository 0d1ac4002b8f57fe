package dev.warpbroker.examples.render;

import dev.warpbroker.device.Longs;

/** A tree over the triangles of a scene, made on the host. */
interface SearchTree {
    /** {@return the triangles' numbers in the scene, in the order of the leaves} */
    int[] order();

    /** {@return the nodes as the device needs them} */
    long[] nodes();

    /**
     * {@return how rays go through the tree}
     *
     * @param copied the nodes in device memory
     * @param triangles in the order of the leaves
     */
    Traversal traversal(Longs copied, Triangles triangles);
}
