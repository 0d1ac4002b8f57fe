package dev.warpbroker.examples.render;

import java.util.Locale;

/** How the triangles of a scene are arranged, so that a ray meets few of them. It makes no difference to pictures. */
public enum Accelerator {
    /** The thesis's octree as lists with skip links, see {@link Octree}. */
    OCTREE("the thesis's octree, written down as lists with skip links") {
        @Override
        SearchTree tree(Scene scene) {
            return new Octree(scene);
        }
    },

    /** A hierarchy of boxes with eight children and 80 bytes to a node, see {@link Bvh}. */
    BVH("a compressed hierarchy of boxes, eight to a node") {
        @Override
        SearchTree tree(Scene scene) {
            return new Bvh(scene);
        }
    };

    private final String description;

    Accelerator(String description) {
        this.description = description;
    }

    /** {@return what it is, in words} */
    public String description() {
        return description;
    }

    abstract SearchTree tree(Scene scene);

    /** The name on the command line and in records. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
