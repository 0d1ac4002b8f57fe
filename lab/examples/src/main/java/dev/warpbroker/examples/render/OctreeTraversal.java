package dev.warpbroker.examples.render;

import dev.warpbroker.device.Longs;

/**
 * A ray's way along a list of an {@link Octree}.
 *
 * @param nodes those of {@link Octree#nodes}
 */
record OctreeTraversal(Longs nodes, Triangles triangles) implements Traversal {
    /*
     * A ray meets the planes of a box at near * inverse - origin * inverse, one fused operation each.
     *
     * The lanes of a warp look for leaves together, and look at triangles together: triangles cost much more than
     * boxes, and if each lane did so when it came to them, the others would wait each time.
     */

    /** A ray as boxes need it: it meets the plane x = c at c * inverse.x + shift.x, and so on. */
    private record Ray(Vec inverse, Vec shift) {
        static Ray of(Vec origin, Vec direction) {
            var inverse = Slabs.inverse(direction);
            return new Ray(inverse, origin.times(-1).times(inverse));
        }
    }

    /** A leaf, 0 if there is none, and the node to go on with. */
    private record Step(int leaf, int next) {
        int first() {
            return leaf >>> Octree.COUNT_BITS;
        }

        int after() {
            return first() + (leaf & (1 << Octree.COUNT_BITS) - 1);
        }
    }

    /** {@return next to nothing: where a list goes on is in its nodes} */
    @Override
    public long[] stack() {
        return new long[1];
    }

    @Override
    public void follow(Vec origin, Vec direction, Aim aim, long[] stack) {
        var ray = Ray.of(origin, direction);
        int length = (int) nodes.get(0);
        int node = Octree.LONGS_PER_NODE + Slabs.backwards(direction) * length;
        int end = node + length;
        while (node < end && !aim.isReached()) {
            var step = nextLeaf(node, end, ray, aim.limit());
            node = step.next();
            for (int triangle = step.first(); triangle < step.after() && !aim.isReached(); triangle++) {
                aim.meet(
                        triangles,
                        triangle,
                        triangles.meet(triangle, origin, direction).distance());
            }
        }
    }

    /** {@return the next leaf whose box a ray meets before {@code limit}} */
    private Step nextLeaf(int from, int end, Ray ray, float limit) {
        var inverse = ray.inverse();
        var shift = ray.shift();
        int node = from;
        int leaf = 0;
        while (leaf == 0 && node < end) {
            long nearXY = nodes.get(node);
            long nearZFarX = nodes.get(node + 1);
            long farYZ = nodes.get(node + 2);
            long links = nodes.get(node + 3);
            int in = Slabs.latest(
                    Math.fma(Words.low(nearXY), inverse.x(), shift.x()),
                    Math.fma(Words.high(nearXY), inverse.y(), shift.y()),
                    Math.fma(Words.low(nearZFarX), inverse.z(), shift.z()));
            int out = Slabs.earliest(
                    Math.fma(Words.high(nearZFarX), inverse.x(), shift.x()),
                    Math.fma(Words.low(farYZ), inverse.y(), shift.y()),
                    Math.fma(Words.high(farYZ), inverse.z(), shift.z()),
                    limit);
            boolean missed = in > out;
            node = missed ? Words.lowInt(links) : node + Octree.LONGS_PER_NODE;
            leaf = missed ? 0 : Words.highInt(links);
        }
        return new Step(leaf, node);
    }
}
