package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import java.io.Serializable;
import java.util.Locale;

/**
 * The parameters of a tree of UTS: S. Olivier, J. Huan, J. Liu, J. Prins, J. Dinan, P. Sadayappan and C.-W. Tseng,
 * "UTS: An Unbalanced Tree Search Benchmark", LCPC 2006. Trees are the same to the node as those of the authors'
 * program, so that its published sizes are a check.
 *
 * <p>A node's number of children is random. The randomness of its child number i is the SHA-1 digest of its own and i,
 * so that a tree unfolds in any order, on any number of threads, always the same, and nobody can tell from a node how
 * large its subtree is.
 *
 * <p>The authors' program takes the logarithm of a 31-bit number at every node of a geometric tree. The last bit of a
 * logarithm differs between machines, and GPUs have none that is exact. Here the host computes, for every depth, the
 * 31-bit numbers after which one child more begins ({@link #on}); a kernel only compares.
 */
public sealed interface Uts extends Serializable {
    /** The most children that a node may have; more are cut off, as the authors' program does. */
    int MAX_CHILDREN = 100;

    /** A sample tree (T3L) has a little more than 1, and ends by luck. */
    double MAX_EXPECTED_CHILDREN = 1.001;

    /** {@return the seed of the root} */
    int seed();

    /**
     * The number of children follows a geometric distribution, whose mean depends on the depth.
     *
     * @param branching the mean at the root
     * @param depth the shape's depth; {@link UtsShape} says what it means
     */
    record Geometric(UtsShape shape, int depth, double branching, int seed) implements Uts {
        public Geometric {
            checkShape(shape, depth, branching);
            checkSeed(seed);
        }

        @Override
        public String toString() {
            return "geometric, " + words(shape, depth, branching) + ", seed " + seed;
        }
    }

    /**
     * The root has {@code branching} children, every other node has {@code m} with probability {@code q}, else none. If
     * {@code q * m} is about 1, the sizes of subtrees vary by orders of magnitude.
     */
    record Binomial(int branching, double q, int m, int seed) implements Uts {
        private static final int MAX_AT_ROOT = 1 << 20;

        public Binomial {
            check(
                    branching >= 1 && branching <= MAX_AT_ROOT,
                    "branching " + branching + " of a binomial tree is outside 1.." + MAX_AT_ROOT
                            + ", the children of its root; give a whole number in that range");
            checkChildren(q, m);
            checkSeed(seed);
        }

        @Override
        public String toString() {
            return "binomial, " + branching + " children at the root, " + words(q, m) + ", seed " + seed;
        }
    }

    /**
     * Geometric near the root, binomial from {@code shift * depth} on.
     *
     * @param shift the part of {@code depth} that is geometric, from 0 to 1
     */
    record Hybrid(UtsShape shape, int depth, double branching, double q, int m, double shift, int seed) implements Uts {
        /** What the authors' program takes if nothing is said. */
        public static final double USUAL_SHIFT = 0.5;

        public Hybrid {
            checkShape(shape, depth, branching);
            checkChildren(q, m);
            check(
                    shift >= 0 && shift <= 1,
                    "shift " + shift + " is outside 0..1; it is the part of the depth that is geometric");
            checkSeed(seed);
        }

        @Override
        public String toString() {
            return "hybrid, " + words(shape, depth, branching) + ", then " + words(q, m) + ", shift " + shift
                    + ", seed " + seed;
        }
    }

    /** {@return the tree, ready to be walked by kernels of a device} */
    default UtsTree on(Device device) {
        int[] thresholds = thresholds();
        Ints memory = device.ints(Math.max(1, thresholds.length));
        memory.copyIn(thresholds);
        TreeSize published = UtsSample.of(this).map(UtsSample::size).orElse(null);
        return switch (this) {
            case Geometric tree ->
                new UtsTree(device, describe(), memory, levels(), UtsTree.NOT_GIVEN, -1, 0, tree.seed, published);
            case Binomial tree ->
                new UtsTree(
                        device,
                        describe(),
                        memory,
                        0,
                        tree.branching,
                        lastWithChildren(tree.q),
                        tree.m,
                        tree.seed,
                        published);
            case Hybrid tree ->
                new UtsTree(
                        device,
                        describe(),
                        memory,
                        levels(),
                        UtsTree.NOT_GIVEN,
                        lastWithChildren(tree.q),
                        tree.m,
                        tree.seed,
                        published);
        };
    }

    /** {@return the number of nodes and leaves and the depth, counted by the calling thread alone} */
    default TreeSize searchSequentially() {
        try (Device device = Device.jvm()) {
            return on(device).sequentially();
        }
    }

    private String describe() {
        return "UTS " + this;
    }

    private static String words(UtsShape shape, int depth, double branching) {
        String children =
                branching == Math.rint(branching) ? String.valueOf((int) branching) : String.valueOf(branching);
        return shape.name().toLowerCase(Locale.ROOT) + ", depth " + depth + ", " + children + " children";
    }

    private static String words(double q, int m) {
        return m + " with probability " + q;
    }

    private int levels() {
        return switch (this) {
            case Geometric tree -> tree.shape.levels(tree.branching, tree.depth);
            case Binomial _ -> 0;
            case Hybrid tree ->
                Math.min((int) Math.ceil(tree.shift * tree.depth), tree.shape.levels(tree.branching, tree.depth));
        };
    }

    /** {@return row for row of depths, the largest random number of a node with fewer than 1, 2, ... 100 children} */
    private int[] thresholds() {
        int levels = levels();
        int[] thresholds = new int[levels * MAX_CHILDREN];
        for (int depth = 0; depth < levels; depth++) {
            double logOfMore = StrictMath.log(1 - 1 / (1 + branching(depth)));
            int last = 0;
            for (int children = 1; children <= MAX_CHILDREN; children++) {
                last = lastWithFewer(children, logOfMore, last);
                thresholds[depth * MAX_CHILDREN + children - 1] = last;
            }
        }
        return thresholds;
    }

    private double branching(int depth) {
        return switch (this) {
            case Geometric tree when depth > 0 -> tree.shape.branching(tree.branching, depth, tree.depth);
            case Hybrid tree when depth > 0 -> tree.shape.branching(tree.branching, depth, tree.depth);
            case Geometric tree -> tree.branching;
            case Hybrid tree -> tree.branching;
            case Binomial _ -> throw new IllegalStateException("a binomial tree has no shape");
        };
    }

    /** By bisection: the number of children never falls as the random number grows. */
    private static int lastWithFewer(int children, double logOfMore, int atLeast) {
        int low = atLeast;
        int high = Integer.MAX_VALUE;
        while (low < high) {
            int middle = (int) ((low + 1L + high) >>> 1);
            double u = middle / 0x1p31;
            if (Math.floor(StrictMath.log(1 - u) / logOfMore) < children) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** {@return the largest random number v with v / 2^31 < q; -1 if there is none} */
    private static int lastWithChildren(double q) {
        return (int) Math.ceil(q * 0x1p31 - 1);
    }

    private static void checkShape(UtsShape shape, int depth, double branching) {
        int least = shape == UtsShape.EXPONENTIAL ? 2 : 1;
        int most = 1 << 12;
        check(
                depth >= least && depth <= most,
                "depth " + depth + " is outside " + least + ".." + most + " for a geometric tree of shape " + shape
                        + "; the sample trees have 10 to 23");
        check(
                branching > 0 && branching <= MAX_CHILDREN,
                "branching " + branching + " is not above 0 and at most " + MAX_CHILDREN
                        + ", the most children of a node; give the mean at the root, such as 4");
        check(
                shape != UtsShape.EXPONENTIAL || branching > 1,
                "branching " + branching + " of an exponential shape is not above 1, so that the tree would not end;"
                        + " give more than 1");
    }

    private static void checkChildren(double q, int m) {
        check(q >= 0 && q <= 1, "q " + q + " is outside 0..1; it is the probability of having children");
        check(
                m >= 0 && m <= MAX_CHILDREN,
                "m " + m + " is outside 0.." + MAX_CHILDREN + ", the most children of a node below the root");
        check(
                q * m <= MAX_EXPECTED_CHILDREN,
                "q * m = " + q * m + " is above " + MAX_EXPECTED_CHILDREN
                        + ": nodes would have more than one child on average, and the tree would hardly ever end; give"
                        + " a smaller q or m");
    }

    private static void checkSeed(int seed) {
        check(seed >= 0, "seed " + seed + " is negative; UTS has seeds from 0 to " + Integer.MAX_VALUE);
    }

    private static void check(boolean right, String problem) {
        if (!right) {
            throw new IllegalArgumentException(problem);
        }
    }
}
