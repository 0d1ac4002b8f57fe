package dev.warpbroker.cli.bench.pagerank;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.graphs.rank.PageRank;
import dev.warpbroker.graphs.rank.PageRankOptions;
import dev.warpbroker.graphs.rank.PageRankResult;
import dev.warpbroker.graphs.rank.RankGraph;
import dev.warpbroker.graphs.rank.StoppingRule;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A queue at work on PageRank. It is made with the first run, so that one that is left out needs nothing. */
final class PageRankContender implements Contender {
    private static final int TOP = 100;

    private final RankGraph graph;
    private final QueueKind kind;
    private final int threads;
    private final int blockSize;
    private final StoppingRule until;
    private final Supplier<PageRankResult> reference;
    private @Nullable PageRank made;

    PageRankContender(
            RankGraph graph,
            QueueKind kind,
            int threads,
            int blockSize,
            StoppingRule until,
            Supplier<PageRankResult> reference) {
        this.graph = graph;
        this.kind = kind;
        this.threads = threads;
        this.blockSize = blockSize;
        this.until = until;
        this.reference = reference;
    }

    @Override
    public String label() {
        return kind.toString();
    }

    @Override
    public long run(Duration limit) {
        return pageRank().run(until, limit).working().toNanos();
    }

    @Override
    public Checked check(Duration limit) {
        var result = pageRank().run(until, limit);
        var expected = reference.get();
        double tolerance = graph.precision().tolerance();
        double worst = result.worstDifference(expected);
        double disorder = result.worstPlace(expected, TOP);
        return new Checked(
                List.of(
                        new CheckResult(
                                "ranks",
                                result.iterations() == expected.iterations() && worst <= tolerance,
                                String.format(Locale.ROOT, "at most %.2g of a rank from the sequential one", worst)),
                        new CheckResult(
                                "order",
                                disorder <= 2 * tolerance,
                                String.format(
                                        Locale.ROOT,
                                        "of the %d highest ranks, at most %.2g of a rank out of place",
                                        TOP,
                                        disorder))),
                Map.of("combiningNanos", result.combining().toNanos()));
    }

    private PageRank pageRank() {
        PageRank pageRank = made;
        if (pageRank == null) {
            pageRank = PageRank.on(graph, new PageRankOptions(kind, threads, blockSize));
            made = pageRank;
        }
        return pageRank;
    }

    @Override
    public void close() {
        if (made != null) {
            made.close();
        }
    }
}
