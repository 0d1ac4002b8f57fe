package dev.warpbroker.examples.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UtsTest {
    @ParameterizedTest
    @EnumSource(names = {"T1", "T2", "T3", "T4", "T5"})
    void publishedTreesAreExact(UtsSample sample) {
        assertThat(sample.tree().searchSequentially()).isEqualTo(sample.size());
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(names = {"T1L", "T3L"})
    void largePublishedTreesAreExact(UtsSample sample) {
        assertThat(sample.tree().searchSequentially()).isEqualTo(sample.size());
    }

    @Test
    void anotherSizeThanThePublishedOneIsTold() {
        try (Device device = Device.jvm();
                var sample = UtsSample.T3.tree().on(device);
                var other = new Uts.Binomial(2_000, 0.124875, 8, 43).on(device)) {
            var wrong = new TreeSize(4_112_898, 3_599_034, 1_572);
            assertThat(sample.problem(UtsSample.T3.size())).isNull();
            assertThat(sample.problem(wrong)).contains("4112898", "must be", "4112897");
            assertThat(other.problem(wrong)).isNull();
        }
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

    @ParameterizedTest
    @EnumSource(names = {"T1", "T2", "T3", "T4", "T5"})
    void compiledCodeSeesTheSameTree(UtsSample sample) {
        try (Device jvm = Device.jvm();
                Device simulator = Device.simulator(1)) {
            assertThat(descent(simulator, sample.tree())).isEqualTo(descent(jvm, sample.tree()));
        }
    }

    /** 32 lanes go down the tree, each by children of its own choice where it can. */
    private static int[] descent(Device device, Uts parameters) {
        UtsTree tree = parameters.on(device);
        Ints seen = device.ints(32 * 3);
        device.run(Grid.threads(32), lane -> {
            UtsNode node = tree.child(tree.root().node(), lane.id());
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
