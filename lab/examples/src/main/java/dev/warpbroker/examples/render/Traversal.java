package dev.warpbroker.examples.render;

/** A ray's way through a tree of triangles, in kernel Java. What it finds does not depend on the tree. */
interface Traversal {
    /** Instead of a number of clear surfaces. */
    int DARK = -1;

    /** {@return what ways remember of the tree: an array for all rays of a lane, one after the other} */
    long[] stack();

    /**
     * {@return the nearest triangle that a ray hits; of several at the same distance the first in the scene}
     *
     * @param stack that of the lane
     */
    Hit nearest(Vec origin, Vec direction, long[] stack);

    /**
     * {@return how many surfaces of clear bodies are between a point and another, or {@link #DARK} if there is a
     * triangle that is not clear}
     *
     * @param direction from the point, of length 1
     * @param distance to the other point
     * @param stack that of the lane
     */
    int clearSurfaces(Vec point, Vec direction, float distance, long[] stack);
}
