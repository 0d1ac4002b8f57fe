package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.rank.PageRank;
import dev.warpbroker.graphs.rank.PullPageRank;
import dev.warpbroker.graphs.rank.RankGraph;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** PageRank by persistent workers on every queue, and by pulling: the ranks of the sequential reference. */
final class PageRankCases {
    private static final String FEATURE = "PageRank";
    private static final long SEED = 1;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private PageRankCases() {}

    /** A queue and what is ranked with it. */
    record OfPageRank(QueueKind kind, Granularity by, RankGraph.Precision precision, PageRank.StoppingRule until)
            implements Check {
        OfPageRank(QueueKind kind, RankGraph.Precision precision, PageRank.StoppingRule until) {
            this(kind, Granularity.WARP, precision, until);
        }

        @Override
        public void on(Device device) {
            var graph = graph(scaled(device, 20, 2_000, isCrowded(kind) ? 5_000 : 100_000));
            var expected = PageRank.sequential(graph, until);
            int threads = scaled(device, 64, 3, isCrowded(kind) ? 1_024 : 0);
            try (var ranked = RankGraph.of(device, graph, precision);
                    var pageRank = PageRank.on(ranked, new PageRank.Options(kind, threads, 128).by(by))) {
                double[] first = new double[0];
                for (int run = 0; run < 2; run++) {
                    var result = pageRank.run(until, LIMIT);
                    double worst = result.worstDifference(expected);
                    if (worst > precision.tolerance()) {
                        throw new Mismatch("a rank differs by " + worst + " of it; at most " + precision.tolerance());
                    }
                    if (run == 0) {
                        first = result.ranks();
                    } else if (!Arrays.equals(first, result.ranks())) {
                        throw new Mismatch("two runs differ");
                    }
                }
            }
        }

        /** Where lanes get in each other's way without end, fewer of them show as much. */
        private static boolean isCrowded(QueueKind kind) {
            return switch (kind) {
                case BQ, BQ_FUSED, BWD, BSQ, GQ, HTQ -> false;
                default -> true;
            };
        }
    }

    /** Ranks that every vertex pulls from its in-edges. */
    record OfPull(RankGraph.Precision precision, PageRank.StoppingRule until) implements Check {
        @Override
        public void on(Device device) {
            for (boolean undirected : new boolean[] {true, false}) {
                compare(device, GraphShapes.random(device, undirected).graph());
                GraphShapes.of(device, undirected).forEach(subject -> compare(device, subject.graph()));
            }
        }

        private void compare(Device device, Graph graph) {
            try (var pageRank = PullPageRank.on(device, graph, precision, scaled(device, 64, 3, 0))) {
                var first = pageRank.run(until, LIMIT);
                var expected = PageRank.sequential(graph, PageRank.StoppingRule.afterIterations(first.iterations()));
                double worst = first.worstDifference(expected);
                if (worst > precision.tolerance()) {
                    throw new Mismatch(
                            graph.name() + ": a rank differs by " + worst + " of it; at most " + precision.tolerance());
                }
                if (until.tolerance() > 0 && first.change() >= until.tolerance()) {
                    throw new Mismatch(graph.name() + ": a change of " + first.change() + " after " + first.iterations()
                            + " iterations");
                }
                if (!Arrays.equals(first.ranks(), pageRank.run(until, LIMIT).ranks())) {
                    throw new Mismatch(graph.name() + ": two runs differ");
                }
            }
        }
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var kind : QueueKind.values()) {
            add(
                    cases,
                    kind + ", 8 iterations",
                    new OfPageRank(kind, RankGraph.Precision.DOUBLE, PageRank.StoppingRule.afterIterations(8)));
        }
        for (var kind : List.of(QueueKind.BQ, QueueKind.SFQ, QueueKind.TWO_LOCK)) {
            add(
                    cases,
                    kind + ", each lane for itself",
                    new OfPageRank(
                            kind,
                            Granularity.THREAD,
                            RankGraph.Precision.DOUBLE,
                            PageRank.StoppingRule.afterIterations(8)));
        }
        add(
                cases,
                "BQ, in floats",
                new OfPageRank(QueueKind.BQ, RankGraph.Precision.FLOAT, PageRank.StoppingRule.afterIterations(8)));
        add(
                cases,
                "BWD, to convergence",
                new OfPageRank(QueueKind.BWD, RankGraph.Precision.DOUBLE, PageRank.StoppingRule.changeBelow(1e-10)));
        cases.add(pull("8 iterations", RankGraph.Precision.DOUBLE, PageRank.StoppingRule.afterIterations(8)));
        cases.add(pull("in floats", RankGraph.Precision.FLOAT, PageRank.StoppingRule.afterIterations(8)));
        cases.add(pull("to convergence", RankGraph.Precision.DOUBLE, PageRank.StoppingRule.changeBelow(1e-9)));
        return cases;
    }

    private static Case pull(String name, RankGraph.Precision precision, PageRank.StoppingRule until) {
        return new Case("PageRank by pulling, " + name, FEATURE, false, new OfPull(precision, until));
    }

    private static void add(List<Case> cases, String name, OfPageRank check) {
        cases.add(new Case("PageRank on " + name, FEATURE, false, check));
    }

    /** A third without in-edges, a third without out-edges, loops, and one vertex to which every tenth edge leads. */
    private static Graph graph(int vertices) {
        var random = new SplittableRandom(SEED);
        int[] pairs = new int[10 * vertices];
        for (int i = 0; i < pairs.length; i += 2) {
            pairs[i] = random.nextInt(2 * vertices / 3);
            pairs[i + 1] = i % 20 == 0 ? vertices / 2 : vertices / 3 + random.nextInt(2 * vertices / 3);
        }
        return Graph.ofEdges("random graph of seed " + SEED, vertices, false, pairs);
    }
}
