package dev.warpbroker.examples.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class UtsTest {
    static Stream<Arguments> sampleTrees() {
        return Stream.of(
                arguments("T1", new Uts.Geometric(UtsShape.FIXED, 10, 4, 19), new TreeSize(4_130_071, 3_305_118, 10)),
                arguments("T2", new Uts.Geometric(UtsShape.CYCLIC, 16, 6, 502), new TreeSize(4_117_769, 2_342_762, 81)),
                arguments("T3", new Uts.Binomial(2_000, 0.124875, 8, 42), new TreeSize(4_112_897, 3_599_034, 1_572)),
                arguments(
                        "T4",
                        new Uts.Hybrid(UtsShape.LINEAR, 16, 6, 0.234375, 4, Uts.Hybrid.USUAL_SHIFT, 1),
                        new TreeSize(4_132_453, 3_108_986, 134)),
                arguments("T5", new Uts.Geometric(UtsShape.LINEAR, 20, 4, 34), new TreeSize(4_147_582, 2_181_318, 20)));
    }

    static Stream<Arguments> largeTrees() {
        return Stream.of(
                arguments(
                        "T1L", new Uts.Geometric(UtsShape.FIXED, 13, 4, 29), new TreeSize(102_181_082, 81_746_377, 13)),
                arguments(
                        "T3L", new Uts.Binomial(2_000, 0.200014, 5, 7), new TreeSize(111_345_631, 89_076_904, 17_844)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sampleTrees")
    void publishedTreesAreExact(String name, Uts tree, TreeSize size) {
        assertThat(tree.searchSequentially()).isEqualTo(size);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("largeTrees")
    void largePublishedTreesAreExact(String name, Uts tree, TreeSize size) {
        assertThat(tree.searchSequentially()).isEqualTo(size);
    }

    @Test
    void aTreeSaysItsParametersInWords() {
        assertThat(new Uts.Geometric(UtsShape.FIXED, 13, 4, 29))
                .hasToString("geometric, fixed, depth 13, 4 children, seed 29");
        assertThat(new Uts.Geometric(UtsShape.LINEAR, 5, 2.5, 0))
                .hasToString("geometric, linear, depth 5, 2.5 children, seed 0");
        assertThat(new Uts.Binomial(2_000, 0.124875, 8, 42))
                .hasToString("binomial, 2000 children at the root, 8 with probability 0.124875, seed 42");
        assertThat(new Uts.Hybrid(UtsShape.LINEAR, 16, 6, 0.234375, 4, 0.5, 1))
                .hasToString(
                        "hybrid, linear, depth 16, 6 children, then 4 with probability 0.234375, shift 0.5, seed 1");
    }

    @Test
    void thresholdsGiveWhatLogarithmsGive() {
        try (Device device = Device.jvm()) {
            double branching = 3.7;
            UtsTree tree = new Uts.Geometric(UtsShape.FIXED, 2, branching, 0).on(device);
            double p = 1 / (1 + branching);
            IntStream.concat(
                            IntStream.iterate(0, random -> random >= 0, random -> random + 10_007),
                            IntStream.rangeClosed(Integer.MAX_VALUE - 5_000, Integer.MAX_VALUE - 1))
                    .forEach(random -> {
                        int expected = (int) Math.floor(StrictMath.log(1 - random / 0x1p31) / StrictMath.log(1 - p));
                        assertThat(tree.children(new UtsNode(0, 0, 0, 0, random, 1)))
                                .as("children for %d", random)
                                .isEqualTo(Math.min(expected, Uts.MAX_CHILDREN));
                    });
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sampleTrees")
    void compiledCodeSeesTheSameTree(String name, Uts parameters, TreeSize size) {
        try (Device jvm = Device.jvm();
                Device simulator = Device.simulator(1)) {
            assertThat(descent(simulator, parameters)).isEqualTo(descent(jvm, parameters));
        }
    }

    /** 32 lanes go down the tree, each by children of its own choice where it can. */
    private static int[] descent(Device device, Uts parameters) {
        UtsTree tree = parameters.on(device);
        Ints seen = device.ints(32 * 3);
        device.run(Grid.threads(32), lane -> {
            UtsNode node = tree.child(tree.root(), lane.id());
            int children = tree.children(node);
            while (children > 0) {
                node = tree.child(node, lane.id() % children);
                children = tree.children(node);
            }
            seen.set(3 * lane.id(), node.state0());
            seen.set(3 * lane.id() + 1, node.random());
            seen.set(3 * lane.id() + 2, node.depth());
        });
        return seen.copyOut();
    }

    /** The definition, with logarithms at every node. */
    private static long nodes(UtsShape shape, int treeDepth, double root, UtsNode node) {
        double branching = node.depth() == 0
                ? root
                : switch (shape) {
                    case LINEAR -> root * (1 - node.depth() / (double) treeDepth);
                    case EXPONENTIAL -> root * Math.pow(node.depth(), -Math.log(root) / Math.log(treeDepth));
                    case CYCLIC ->
                        node.depth() > 5 * treeDepth
                                ? 0
                                : Math.pow(root, Math.sin(2 * 3.141592653589793 * node.depth() / treeDepth));
                    case FIXED -> node.depth() < treeDepth ? root : 0;
                };
        double p = 1 / (1 + branching);
        int children = (int) Math.floor(Math.log(1 - node.random() / 0x1p31) / Math.log(1 - p));
        return 1
                + IntStream.range(0, Math.min(children, Uts.MAX_CHILDREN))
                        .mapToLong(i -> nodes(shape, treeDepth, root, node.child(i)))
                        .sum();
    }

    @ParameterizedTest
    @EnumSource
    void everyShapeFollowsItsDefinition(UtsShape shape) {
        long all = 0;
        for (int seed = 0; seed < 40; seed++) {
            long nodes = nodes(shape, 5, 3, UtsNode.root(seed));
            assertThat(new Uts.Geometric(shape, 5, 3, seed).searchSequentially().nodes())
                    .as("seed %d", seed)
                    .isEqualTo(nodes);
            all += nodes;
        }
        assertThat(all).as("nodes of all trees").isGreaterThan(1_000);
    }

    @Test
    void badParametersAreNamed() {
        assertThatThrownBy(() -> new Uts.Binomial(2_000, 0.6, 2, 1)).hasMessageContaining("q * m = 1.2 is above 1.001");
        assertThatThrownBy(() -> new Uts.Binomial(0, 0.1, 2, 1)).hasMessageContaining("branching 0");
        assertThatThrownBy(() -> new Uts.Binomial(10, 1.1, 0, 1)).hasMessageContaining("q 1.1 is outside 0..1");
        assertThatThrownBy(() -> new Uts.Binomial(10, 0.001, 101, 1)).hasMessageContaining("m 101 is outside 0..100");
        assertThatThrownBy(() -> new Uts.Geometric(UtsShape.FIXED, 0, 4, 1)).hasMessageContaining("depth 0");
        assertThatThrownBy(() -> new Uts.Geometric(UtsShape.EXPONENTIAL, 10, 0.9, 1))
                .hasMessageContaining("branching 0.9");
        assertThatThrownBy(() -> new Uts.Geometric(UtsShape.FIXED, 10, 4, -1)).hasMessageContaining("seed -1");
        assertThatThrownBy(() -> new Uts.Hybrid(UtsShape.LINEAR, 16, 6, 0.2, 4, 1.5, 1))
                .hasMessageContaining("shift 1.5");
    }
}
