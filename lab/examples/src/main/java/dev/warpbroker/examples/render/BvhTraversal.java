package dev.warpbroker.examples.render;

import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.Warp;

/**
 * A ray's way through a {@link Bvh}, with a stack of groups of nodes: section 4 of the paper named there.
 *
 * @param nodes those of {@link Bvh#nodes}
 * @param places on the stack
 */
record BvhTraversal(Longs nodes, Triangles triangles, int places) implements Traversal {
    /*
     * A group of nodes is a long: where the inner children of a node begin, and above that a word with the mask of
     * slots that have inner children in its lowest byte, and in its highest, a bit for each child that the ray meets
     * and that was not visited yet. These bits are sorted so that the nearer child has the higher bit: as slots say on
     * which side of the node a child is, the bit of a slot is its number, with each of its bits turned around if the
     * ray goes towards higher coordinates.
     *
     * A group of triangles is a long, too: the first one, and above that bits for those that come after it. If few
     * lanes of a warp have triangles to look at, they put them on the stack, and all go on together: later, more lanes
     * have some. So at most one group of nodes and one of triangles of each level are on the stack.
     *
     * A byte b becomes the float 2^15 + b by putting it among the bits of a float, which costs less than a conversion.
     * The plane is at origin + b * step, and so the ray meets it at (2^15 + b) * (step * inverse) + base, if base is
     * (origin - start) * inverse - 2^15 * (step * inverse). Its rounding error is at most 2^15 * 2^-24 of a step, and
     * boxes are widened by more.
     */
    private static final int TWO_TO_15 = 0x47000000;
    private static final int FIRST_HIT = 1 << Bvh.INNER;

    /** The group that has just the root. */
    private static final long ROOT = 1L << 63;

    private static final int MANTISSA_BITS = 23;

    /** Lanes are few if they are one in so many. */
    private static final int FEW = 4;

    /** {@return the places of a stack for a tree; few different ones, as each makes a kernel of its own} */
    static int places(int levels) {
        return Math.max(32, Integer.highestOneBit(4 * levels - 1));
    }

    /** A ray as nodes need it. */
    private record Ray(Vec origin, Vec inverse, int order) {
        static Ray of(Vec origin, Vec direction) {
            return new Ray(origin, Slabs.inverse(direction), Slabs.backwards(direction) ^ Bvh.SLOTS - 1);
        }
    }

    /** Where a ray meets the planes of a node along one axis: at bytes * step + base. */
    private record Axis(float step, float base) {
        static Axis of(float nodeOrigin, int exponent, float origin, float inverse) {
            float step = Float.intBitsToFloat(exponent << MANTISSA_BITS) * inverse;
            return new Axis(step, Math.fma(-0x1p15f, step, (nodeOrigin - origin) * inverse));
        }

        /** {@return where a ray meets the plane of a slot, one of four} */
        float meets(int planes, int slot) {
            int shifted = slot == 0 ? planes << Byte.SIZE : slot == 1 ? planes : planes >>> (slot - 1) * Byte.SIZE;
            return Math.fma(Float.intBitsToFloat(shifted & 0xff00 | TWO_TO_15), step, base);
        }
    }

    /** What a ray meets in a node: a group of inner children, and triangles from a first one on. */
    private record Found(long group, int firstTriangle, int ofTriangles) {}

    /** {@return whether there are nodes to be visited in a group} */
    private static boolean hasNodes(long group) {
        return group >>> Integer.SIZE + Bvh.INNER != 0;
    }

    private static int nearest(long group) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Words.highInt(group));
    }

    private static long without(long group, int bit) {
        return group & ~(1L << Integer.SIZE + bit);
    }

    /** {@return the number of the node that a bit of a group stands for} */
    private static int node(long group, int bit, int order) {
        int slot = (bit - Bvh.INNER) ^ order;
        return Words.lowInt(group) + Integer.bitCount(Words.highInt(group) & (1 << slot) - 1);
    }

    @Override
    public long[] stack() {
        return new long[places];
    }

    @Override
    public void follow(Vec origin, Vec direction, Aim aim, long[] stack) {
        var warp = Lane.current().warp();
        var ray = Ray.of(origin, direction);
        int waiting = 0;
        long group = ROOT;
        boolean more = true;
        while (more) {
            var found = trianglesOf(group);
            if (hasNodes(group)) {
                int bit = nearest(group);
                long rest = without(group, bit);
                if (hasNodes(rest)) {
                    stack[waiting++] = rest;
                }
                found = visit(node(rest, bit, ray.order()), ray, aim.limit());
            }
            group = found.group();
            int left = found.ofTriangles();
            int few = few(warp);
            while (left != 0) {
                if (Integer.bitCount(warp.activeMask()) <= few) {
                    stack[waiting++] = Words.pair(found.firstTriangle(), left);
                    left = 0;
                } else {
                    int triangle = found.firstTriangle() + Integer.numberOfTrailingZeros(left);
                    left &= left - 1;
                    aim.meet(
                            triangles,
                            triangle,
                            triangles.meet(triangle, origin, direction).distance());
                    left = aim.isReached() ? 0 : left;
                }
            }
            more = !aim.isReached() && (hasNodes(group) || waiting > 0);
            if (!hasNodes(group) && more) {
                group = stack[--waiting];
            }
        }
    }

    /** {@return the triangles of a group that is none of nodes} */
    private static Found trianglesOf(long group) {
        return new Found(0, Words.lowInt(group), Words.highInt(group));
    }

    /** {@return how many of the lanes that are here are too few to look at triangles while the others wait} */
    private static int few(Warp warp) {
        return Integer.bitCount(warp.activeMask()) / FEW;
    }

    /** {@return what a ray meets in a node before {@code limit}} */
    private Found visit(int node, Ray ray, float limit) {
        int at = node * Bvh.LONGS_PER_NODE;
        long originXY = nodes.get(at);
        long originZ = nodes.get(at + 1);
        long first = nodes.get(at + 2);
        long meta = nodes.get(at + 3);
        long lowX = nodes.get(at + 4);
        long lowY = nodes.get(at + 5);
        long lowZ = nodes.get(at + 6);
        long highX = nodes.get(at + 7);
        long highY = nodes.get(at + 8);
        long highZ = nodes.get(at + 9);
        int exponents = Words.highInt(originZ);
        var origin = ray.origin();
        var inverse = ray.inverse();
        var x = Axis.of(Words.low(originXY), exponents & 0xff, origin.x(), inverse.x());
        var y = Axis.of(Words.high(originXY), exponents >>> 8 & 0xff, origin.y(), inverse.y());
        var z = Axis.of(Words.low(originZ), exponents >>> 16 & 0xff, origin.z(), inverse.z());
        boolean forwardsX = (ray.order() & 1) != 0;
        boolean forwardsY = (ray.order() & 2) != 0;
        boolean forwardsZ = (ray.order() & 4) != 0;
        long nearX = forwardsX ? lowX : highX;
        long nearY = forwardsY ? lowY : highY;
        long nearZ = forwardsZ ? lowZ : highZ;
        long farX = forwardsX ? highX : lowX;
        long farY = forwardsY ? highY : lowY;
        long farZ = forwardsZ ? highZ : lowZ;
        var box = new Boxes(x, y, z, ray.order(), limit);
        int met = box.met(
                        Words.lowInt(meta),
                        Words.lowInt(nearX),
                        Words.lowInt(nearY),
                        Words.lowInt(nearZ),
                        Words.lowInt(farX),
                        Words.lowInt(farY),
                        Words.lowInt(farZ))
                | box.met(
                        Words.highInt(meta),
                        Words.highInt(nearX),
                        Words.highInt(nearY),
                        Words.highInt(nearZ),
                        Words.highInt(farX),
                        Words.highInt(farY),
                        Words.highInt(farZ));
        int hits = met & -FIRST_HIT | exponents >>> 24;
        return new Found(Words.pair(Words.lowInt(first), hits), Words.highInt(first), met & FIRST_HIT - 1);
    }

    /** Boxes of a node, four at a time. */
    private record Boxes(Axis x, Axis y, Axis z, int order, float limit) {
        /** {@return bits for the children that a ray meets} */
        int met(int meta, int nearX, int nearY, int nearZ, int farX, int farY, int farZ) {
            // Slots of inner children, and only these, have both of these bits.
            int inner = (meta & meta << 1) >>> 4 & 0x01010101;
            int bits = (meta ^ inner * order) & 0x1f1f1f1f;
            int ones = meta >>> 5 & 0x07070707;
            return met(0, bits, ones, nearX, nearY, nearZ, farX, farY, farZ)
                    | met(1, bits, ones, nearX, nearY, nearZ, farX, farY, farZ)
                    | met(2, bits, ones, nearX, nearY, nearZ, farX, farY, farZ)
                    | met(3, bits, ones, nearX, nearY, nearZ, farX, farY, farZ);
        }

        private int met(int slot, int bits, int ones, int nearX, int nearY, int nearZ, int farX, int farY, int farZ) {
            int in = Slabs.latest(x.meets(nearX, slot), y.meets(nearY, slot), z.meets(nearZ, slot));
            int out = Slabs.earliest(x.meets(farX, slot), y.meets(farY, slot), z.meets(farZ, slot), limit);
            int shift = slot * Byte.SIZE;
            int all = (ones >>> shift & 7) << (bits >>> shift);
            return in > out ? 0 : all;
        }
    }
}
