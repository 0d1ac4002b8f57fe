package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.range;
import static dev.warpbroker.experiments.papers.Figures.times;

import dev.warpbroker.experiments.page.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Figures 3d and 3e of the Broker Queue paper: PageRank. */
final class BrokerQueueRanks {
    private static final List<Integer> RANK_THREADS = List.of(2048, 10_240, 32_768, 67_584, 135_168, 270_336);

    private BrokerQueueRanks() {}

    static Exhibit pageRank(String number, String graph, AtLeast... slower) {
        String file = graph + ".gz";
        var exhibit = Exhibit.of(number)
                .shows("Eight iterations of PageRank of " + graph.replace(".txt", "") + ", by threads.")
                .run("bench pagerank --device cuda --graph " + file
                        + " --structures BQ,BQ-fused,OVQ,BWD,BSQ,GQ,HTQ,LCRQ,WFQ,G-LFQ,G-WFQ --form warp,thread"
                        + " --reps 21 --limit 0.15 --out pagerank.jsonl")
                .run("bench pagerank --device cuda --graph " + file
                        + " --structures LCRQ,WFQ --ring 64 --memory-factor 32 --threads 67584 --reps 3 --limit 0.3"
                        + " --out pagerank.jsonl")
                .remark("The graph is the paper's. In doubles. All queues by the same interface: lanes of a warp poll"
                        + " and enqueue together, with one claim where the algorithm allows it; the second table"
                        + " has each lane for itself.")
                .claim(Claim.that(
                                "BQ and BWD are 10 to 15 % faster than GQ above 10,240 threads.",
                                records -> {
                                    double[] ratios = manyThreads()
                                            .flatMap(threads -> Stream.of("BQ", "BWD")
                                                    .map(queue -> ranks(records, graph, threads)
                                                            .ratio("GQ", queue)))
                                            .mapToDouble(ratio -> ratio)
                                            .toArray();
                                    return Found.of(
                                            "GQ takes " + range(ratios) + " times as long",
                                            DoubleStream.of(ratios).allMatch(ratio -> ratio > 1.05));
                                })
                        .otherwise(records -> "not at every number of threads: with all of them GQ takes "
                                + times(ranks(records, graph, BrokerQueuePaper.ALL_THREADS)
                                        .ratio("GQ", "BQ"))
                                + " BQ's time, and "
                                + times(ranks(records, graph, 32_768).ratio("GQ", "BQ"))
                                + " with 32,768. Most of the time goes to the edges, whose additions"
                                + " do not depend on the queue."));
        for (var claimed : slower) {
            exhibit = exhibit.claim(Claim.that(
                            claimed.queue() + " takes at least " + Quantity.plain(claimed.times())
                                    + " times as long as GQ, BQ and its variants above 10,240 threads.",
                            records -> {
                                var ratios = manyThreads()
                                        .map(threads -> ranks(records, graph, threads)
                                                .ratioAtLeast(claimed.queue(), slowest(records, graph, threads)))
                                        .toList();
                                var least = ratios.stream()
                                        .min(Comparator.comparingDouble(Rows.Ratio::value))
                                        .orElseThrow();
                                return least.value() >= claimed.times()
                                        ? Found.of("at least " + least + " times", true)
                                        : Found.beside(
                                                "at least " + least + " times",
                                                least.value() > 1,
                                                least.value(),
                                                claimed.times());
                            })
                    .otherwise(records -> "the paper's queue runs out of segments and makes new ones while others wait;"
                            + " ours has segments as small, but allocates none in the kernel, and one lane asks for its"
                            + " warp. With 32,768 threads it takes "
                            + ranks(records, graph, 32_768).timeAtLeast(claimed.queue())
                            + ", BQ "
                            + ranks(records, graph, 32_768).timeAtLeast("BQ")
                            + ": still far behind."));
        }
        if (graph.startsWith("web")) {
            exhibit = exhibit.claim(Claim.that(
                            "With all threads BSQ is the fastest, 9 % ahead of BWD.",
                            records -> {
                                var rows = ranks(records, graph, BrokerQueuePaper.ALL_THREADS);
                                double ratio = rows.ratio("BWD", "BSQ");
                                boolean fastest =
                                        Stream.of("BQ", "BWD", "GQ").allMatch(queue -> rows.ratio(queue, "BSQ") >= 1);
                                return Found.of("BWD takes " + times(ratio) + " as long", fastest);
                            })
                    .otherwise(records -> "BSQ and BQ are within the spread of repetitions: "
                            + times(ranks(records, graph, BrokerQueuePaper.ALL_THREADS)
                                    .ratio("BSQ", "BQ"))
                            + "."));
        }
        return exhibit.grid(Grid.of(
                        "Run time by threads, warps together",
                        "queue",
                        Stream.concat(BrokerQueuePaper.THAT_RETURN.stream(), Stream.of("HTQ"))
                                .toList(),
                        RANK_THREADS,
                        (records, queue, threads) ->
                                ranks(records, graph, threads).cell(queue)))
                .grid(Grid.of(
                        "Run time by threads, each lane for itself",
                        "queue",
                        List.of("BQ", "BQ-fused", "BWD", "BSQ", "GQ", "HTQ"),
                        List.of(67_584, BrokerQueuePaper.ALL_THREADS),
                        (records, queue, threads) -> allRanks(records, graph)
                                .with("form", "thread")
                                .with("threads", threads)
                                .cell(queue)))
                .grid(Grid.of(
                        "Run time with rings and segments of 64 cells, as in the paper, by threads",
                        "queue",
                        List.of("LCRQ", "WFQ"),
                        List.of(67_584),
                        (records, queue, threads) -> records.gpu("pagerank")
                                .with("graph", graph)
                                .with("ring", 64)
                                .with("threads", threads)
                                .cell(queue)));
    }

    /** A queue and how many times as long as BQ it takes, at least. */
    record AtLeast(String queue, double times) {}

    private static Rows allRanks(Records records, String graph) {
        return records.gpu("pagerank")
                .with("graph", graph)
                .with("precision", "DOUBLE")
                .without("ring");
    }

    private static Rows ranks(Records records, String graph, Object threads) {
        return allRanks(records, graph).with("threads", threads).preferring("form", "warp");
    }

    private static Stream<Integer> manyThreads() {
        return RANK_THREADS.stream().filter(threads -> threads > 10_240);
    }

    private static String slowest(Records records, String graph, int threads) {
        var rows = ranks(records, graph, threads);
        return Stream.of("GQ", "BQ", "BWD", "BSQ")
                .max(Comparator.comparingDouble(rows::time))
                .orElseThrow();
    }
}
