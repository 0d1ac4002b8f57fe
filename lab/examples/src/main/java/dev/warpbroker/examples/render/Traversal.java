package dev.warpbroker.examples.render;

/** A ray's way through a tree of triangles, in kernel Java. What it finds does not depend on the tree. */
interface Traversal {
    /** {@return what ways remember of the tree: an array for all rays of a lane, one after the other} */
    long[] stack();

    /**
     * Follows a ray until nothing that it meets matters any more.
     *
     * @param direction of length 1
     * @param aim finds out what the ray meets
     * @param stack that of the lane
     */
    void follow(Vec origin, Vec direction, Aim aim, long[] stack);
}
