package dev.warpbroker.cli.run;

import dev.warpbroker.cli.cluster.ClusterOption;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.examples.tree.TreeSize;
import dev.warpbroker.examples.tree.Uts;
import dev.warpbroker.examples.tree.UtsShape;
import dev.warpbroker.experiments.page.Quantity;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run uts}: unbalanced tree search. */
@Command(
        name = "uts",
        description = {
            "Unbalanced tree search (Olivier et al., 2006): counts the nodes of a random tree, each node a task.",
            "Sample tree T1: --type geometric --shape fixed --depth 10 --branching 4 --seed 19 (4,130,071 nodes).",
            "Sample tree T3: --type binomial --branching 2000 --q 0.124875 --m 8 --seed 42 (4,112,897 nodes).",
            "T3L: --type binomial --branching 2000 --q 0.200014 --m 5 --seed 7 (111,345,631 nodes, 17,844 deep)."
        })
public final class UtsCommand implements Callable<Integer> {
    private enum Type {
        GEOMETRIC,
        BINOMIAL,
        HYBRID
    }

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final TreeOptions options = new TreeOptions();

    @Option(
            names = "--type",
            paramLabel = "T",
            defaultValue = "geometric",
            description = "geometric, binomial or hybrid (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Type type;

    @Option(
            names = "--shape",
            paramLabel = "S",
            description = "Geometric and hybrid: linear, exponential, cyclic or fixed (default: linear).")
    private @Nullable UtsShape shape;

    @Option(
            names = "--depth",
            paramLabel = "D",
            description = "Geometric and hybrid: the depth at which the shape ends or repeats itself (default: 6).")
    private @Nullable Integer depth;

    @Option(
            names = "--branching",
            paramLabel = "B",
            defaultValue = "4",
            description = "Children of the root, on average for a geometric tree (default: ${DEFAULT-VALUE}).")
    private double branching;

    @Option(
            names = "--q",
            paramLabel = "Q",
            description = "Binomial and hybrid: the probability that a node has children (default: 0.234375).")
    private @Nullable Double q;

    @Option(
            names = "--m",
            paramLabel = "M",
            description = "Binomial and hybrid: the children of a node that has some (default: 4).")
    private @Nullable Integer m;

    @Option(
            names = "--shift",
            paramLabel = "F",
            description = "Hybrid: the part of the depth that is geometric (default: 0.5).")
    private @Nullable Double shift;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "0", description = "Of the root (default: 0).")
    private int seed;

    @Mixin
    private final ClusterOption cluster = new ClusterOption();

    @Mixin
    private final SliceOption slice = new SliceOption();

    @Override
    public Integer call() throws IOException {
        Uts tree = tree();
        if (slice.isOnCluster(cluster)) {
            return options.run(console, cluster, slice, tree::on, UtsCommand::lines);
        }
        return options.run(console, tree::on, UtsCommand::lines);
    }

    private static List<String> lines(TreeSize size) {
        return List.of(
                "nodes    " + Quantity.count(size.nodes()),
                "leaves   " + Quantity.count(size.leaves()),
                "depth    " + Quantity.count(size.depth()));
    }

    private Uts tree() {
        if (type == Type.BINOMIAL) {
            refuse("--shape", shape);
            refuse("--depth", depth);
        } else if (type == Type.GEOMETRIC) {
            refuse("--q", q);
            refuse("--m", m);
        }
        if (type != Type.HYBRID) {
            refuse("--shift", shift);
        }
        UtsShape chosenShape = shape == null ? UtsShape.LINEAR : shape;
        int chosenDepth = depth == null ? 6 : depth;
        double chosenQ = q == null ? 15.0 / 64 : q;
        int chosenM = m == null ? 4 : m;
        return switch (type) {
            case GEOMETRIC -> new Uts.Geometric(chosenShape, chosenDepth, branching, seed);
            case BINOMIAL -> new Uts.Binomial(rootChildren(), chosenQ, chosenM, seed);
            case HYBRID ->
                new Uts.Hybrid(
                        chosenShape,
                        chosenDepth,
                        branching,
                        chosenQ,
                        chosenM,
                        shift == null ? Uts.Hybrid.USUAL_SHIFT : shift,
                        seed);
        };
    }

    private int rootChildren() {
        if (branching != (int) branching) {
            throw new IllegalArgumentException("--branching " + branching
                    + " of a binomial tree is the number of its root's children; give a whole number");
        }
        return (int) branching;
    }

    private void refuse(String option, @Nullable Object value) {
        if (value != null) {
            throw new IllegalArgumentException(option + " " + value + " means nothing for a "
                    + type.name().toLowerCase(Locale.ROOT) + " tree; leave it out");
        }
    }
}
