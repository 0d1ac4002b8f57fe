package dev.warpbroker.examples.tree;

import java.util.Arrays;
import java.util.Optional;

/** The sample trees of the authors of {@link Uts}, with the sizes that they published. */
public enum UtsSample {
    /** Four million nodes, 10 deep. */
    T1(new Uts.Geometric(UtsShape.FIXED, 10, 4, 19), new TreeSize(4_130_071, 3_305_118, 10)),
    /** Four million nodes, 81 deep. */
    T2(new Uts.Geometric(UtsShape.CYCLIC, 16, 6, 502), new TreeSize(4_117_769, 2_342_762, 81)),
    /** Four million nodes, 1,572 deep. */
    T3(new Uts.Binomial(2_000, 0.124875, 8, 42), new TreeSize(4_112_897, 3_599_034, 1_572)),
    /** Four million nodes, 134 deep. */
    T4(
            new Uts.Hybrid(UtsShape.LINEAR, 16, 6, 0.234375, 4, Uts.Hybrid.USUAL_SHIFT, 1),
            new TreeSize(4_132_453, 3_108_986, 134)),
    /** Four million nodes, 20 deep. */
    T5(new Uts.Geometric(UtsShape.LINEAR, 20, 4, 34), new TreeSize(4_147_582, 2_181_318, 20)),
    /** A hundred million nodes, 13 deep. */
    T1L(new Uts.Geometric(UtsShape.FIXED, 13, 4, 29), new TreeSize(102_181_082, 81_746_377, 13)),
    /** A hundred million nodes, 17,844 deep: there are a few thousand at a depth, and as few tasks at a time. */
    T3L(new Uts.Binomial(2_000, 0.200014, 5, 7), new TreeSize(111_345_631, 89_076_904, 17_844));

    @SuppressWarnings("ImmutableEnumChecker") // records of numbers
    private final Uts tree;

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final TreeSize size;

    UtsSample(Uts tree, TreeSize size) {
        this.tree = tree;
        this.size = size;
    }

    /** {@return the parameters} */
    public Uts tree() {
        return tree;
    }

    /** {@return what there is to be found} */
    public TreeSize size() {
        return size;
    }

    /** {@return the sample that has these parameters, if there is one} */
    static Optional<UtsSample> of(Uts tree) {
        return Arrays.stream(values())
                .filter(sample -> sample.tree.equals(tree))
                .findFirst();
    }
}
