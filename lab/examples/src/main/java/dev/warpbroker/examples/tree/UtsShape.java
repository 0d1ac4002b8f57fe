package dev.warpbroker.examples.tree;

/** How the expected number of children of a geometric tree depends on the depth. */
public enum UtsShape {
    /** Falls linearly from the root's to 0 at the depth of the tree. */
    LINEAR {
        @Override
        double branching(double root, int depth, int treeDepth) {
            return root * (1.0 - (double) depth / treeDepth);
        }

        @Override
        int levels(double root, int treeDepth) {
            return treeDepth;
        }
    },
    /** Falls as a power of the depth, to 1 at the depth of the tree; the tree goes deeper. */
    EXPONENTIAL {
        @Override
        double branching(double root, int depth, int treeDepth) {
            return root * StrictMath.pow(depth, -StrictMath.log(root) / StrictMath.log(treeDepth));
        }

        // As many as leave less than one node in 2^64 trees below them.
        @Override
        int levels(double root, int treeDepth) {
            double logExpected = 0;
            int levels = 0;
            while (logExpected > -LOG_NEVER || levels <= treeDepth) {
                logExpected += StrictMath.log(levels == 0 ? root : branching(root, levels, treeDepth));
                levels++;
            }
            return levels;
        }
    },
    /** Swings between the root's and its inverse with the depth of the tree as its period, five times. */
    CYCLIC {
        @Override
        double branching(double root, int depth, int treeDepth) {
            return StrictMath.pow(root, StrictMath.sin(2.0 * Math.PI * depth / treeDepth));
        }

        @Override
        int levels(double root, int treeDepth) {
            return CYCLES * treeDepth + 1;
        }
    },
    /** The root's down to the depth of the tree. */
    FIXED {
        @Override
        double branching(double root, int depth, int treeDepth) {
            return root;
        }

        @Override
        int levels(double root, int treeDepth) {
            return treeDepth;
        }
    };

    private static final int CYCLES = 5;
    private static final double LOG_NEVER = 64 * StrictMath.log(2);

    /** {@return the expected number of children of a node at a depth of at least 1 and less than {@link #levels}} */
    abstract double branching(double root, int depth, int treeDepth);

    /** {@return the smallest depth from which on nodes have no children} */
    abstract int levels(double root, int treeDepth);
}
