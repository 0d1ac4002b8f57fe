package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.range;
import static dev.warpbroker.experiments.papers.Figures.times;

import dev.warpbroker.experiments.page.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Figures 3d and 3e of the Broker Queue paper: PageRank. */
final class BrokerQueueRanks {
    private static final List<Integer> RANK_THREADS = List.of(2048, 10_240, 32_768, 67_584, 135_168, 270_336);

    private static final List<Integer> LANES_THREADS = List.of(67_584, BrokerQueuePaper.ALL_THREADS);

    /** With rings as small as the paper's. */
    private static final int RING_THREADS = 67_584;

    private static final String RANK =
            "bench pagerank --device cuda --graph web-NotreDame.txt.gz --graph p2p-Gnutella31.txt.gz --structures ";

    private static final String WARPS = RANK
            + "BQ,BQ-fused,OVQ,BWD,BSQ,GQ,HTQ,LCRQ,WFQ,G-LFQ,G-WFQ --form warp --threads"
            + " 2048,10240,32768,67584,135168,270336 --reps 9 --limit 0.15 --out pagerank.jsonl";

    private static final String LANES_OPTIONS =
            " --form thread --threads 67584,270336 --reps 9 --limit 0.15 --out pagerank.jsonl";

    private static final List<String> FAST = List.of("BQ", "BQ-fused", "BWD", "BSQ", "GQ", "HTQ");

    private static final String LANES = RANK + String.join(",", FAST) + LANES_OPTIONS;

    private static final List<String> SLOW = List.of("OVQ", "LCRQ", "WFQ", "G-LFQ", "G-WFQ");

    private static final String OTHER_LANES = RANK + String.join(",", SLOW) + LANES_OPTIONS;

    private static final String SMALL_RINGS =
            RANK + "LCRQ,WFQ --ring 64 --memory-factor 32 --threads 67584 --reps 3 --limit 0.3 --out pagerank.jsonl";

    private BrokerQueueRanks() {}

    static Exhibit pageRank(String number, String graph, AtLeast... slower) {
        var exhibit = Exhibit.of(number)
                .shows("Eight iterations of PageRank of " + graph.replace(".txt", "") + ", by threads.")
                .run(WARPS)
                .run(LANES)
                .run(OTHER_LANES)
                .run(SMALL_RINGS)
                .remark("The graph is the paper's. In doubles. All queues by the same interface: lanes of a warp poll"
                        + " and enqueue together, with one claim where the algorithm allows it; the second table"
                        + " has each lane for itself, with two of the numbers of threads.")
                .remark("A queue of which one run takes longer than the limit is left out with more threads: > says so."
                        + " More threads need not take longer.")
                .remark("The paper's LCRQ and WFQ had segments of fewer than 128 cells here. Segments of our WFQ have"
                        + " 64, and so have rings of our LCRQ in the third table; in the others a ring has a cell"
                        + " for every thread.")
                .claim(Claim.that(
                                "BQ and BWD are 10 to 15 % faster than GQ above 10,240 threads.",
                                records -> gqBehind(manyThreads().map(threads -> ranks(records, graph, threads))))
                        .otherwise(records -> "not at every number of threads: with all of them GQ takes "
                                + times(ranks(records, graph, BrokerQueuePaper.ALL_THREADS)
                                        .ratio("GQ", "BQ"))
                                + " BQ's time, and "
                                + times(ranks(records, graph, 32_768).ratio("GQ", "BQ"))
                                + " with 32,768. Most of the time goes to the edges, whose additions"
                                + " do not depend on the queue."))
                .claim(Claim.that(
                                "The same, each lane for itself; the paper does not say which it was.",
                                records ->
                                        gqBehind(LANES_THREADS.stream().map(threads -> lanes(records, graph, threads))))
                        .otherwise(records -> "lanes without work ask the queue again and again, and it is what that"
                                + " costs that counts. BQ waits until Empty can be seen and takes "
                                + byThreads(records, graph, "BQ", "BWD")
                                + " BWD's time, which does not; BWD takes "
                                + LANES_THREADS.stream()
                                        .map(threads -> {
                                            double[] runs = lanes(records, graph, threads)
                                                    .ratios("BWD", "GQ");
                                            return range(runs) + " times GQ's time with " + Quantity.count(threads)
                                                    + " threads in " + runs.length + " runs";
                                        })
                                        .collect(Collectors.joining(", "))
                                + ", and where queues run empty without ranks "
                                + times(BrokerQueueLoads.load(records, "imbalance", false)
                                        .with("threads", BrokerQueuePaper.ALL_THREADS)
                                        .ratio("BWD", "GQ"))
                                + " (figure 3b). By warps one lane asks for 32."));
        for (var claimed : slower) {
            exhibit = exhibit.claim(Claim.that(
                            claimed.queue() + " takes at least " + Quantity.plain(claimed.times())
                                    + " times as long as GQ, BQ and its variants above 10,240 threads.",
                            records -> slower(records, graph, claimed))
                    .otherwise(records -> whySlower(records, graph, claimed.queue())));
        }
        if (graph.startsWith("web")) {
            exhibit = exhibit.claim(Claim.that(
                            "With all threads BSQ is the fastest, 9 % ahead of BWD.",
                            records -> {
                                var rows = ranks(records, graph, BrokerQueuePaper.ALL_THREADS);
                                double ratio = rows.ratio("BWD", "BSQ");
                                boolean fastest =
                                        Stream.of("BQ", "BWD", "GQ").allMatch(queue -> rows.ratio(queue, "BSQ") >= 1);
                                double lanes = lanes(records, graph, BrokerQueuePaper.ALL_THREADS)
                                        .ratio("BSQ", "BWD");
                                String figure = "by warps BWD takes " + times(ratio)
                                        + " as long; each lane for itself BSQ takes " + times(lanes) + " BWD's time";
                                return new Found(
                                        figure,
                                        !fastest
                                                ? Outcome.TURNED_AROUND
                                                : lanes < 1 ? Outcome.REPRODUCED : Outcome.IN_KIND);
                            })
                    .otherwise(records -> "a lane without work looks at the queues of all other blocks. Where a warp"
                            + " does that together it is one look for 32 lanes; each lane for itself BSQ takes "
                            + Quantity.time(lanes(records, graph, BrokerQueuePaper.ALL_THREADS)
                                    .time("BSQ"))
                            + ", by warps "
                            + Quantity.time(ranks(records, graph, BrokerQueuePaper.ALL_THREADS)
                                    .time("BSQ"))
                            + ". Without ranks it is the same: figure 3b, where queues run empty, has it at "
                            + times(BrokerQueueLoads.load(records, "imbalance", false)
                                    .with("threads", BrokerQueuePaper.ALL_THREADS)
                                    .ratio("BSQ", "BWD"))
                            + " BWD's time."));
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
                        Stream.concat(FAST.stream(), SLOW.stream()).toList(),
                        LANES_THREADS,
                        (records, queue, threads) -> lanes(records, graph, threads)
                                .recordedBy(FAST.contains(queue) ? LANES : OTHER_LANES)
                                .cell(queue)))
                .grid(Grid.of(
                        "Run time with rings and segments of 64 cells, and 32 times the memory, by threads",
                        "queue",
                        List.of("LCRQ", "WFQ"),
                        List.of(RING_THREADS),
                        (records, queue, _) -> smallRings(records, graph).cell(queue)));
    }

    /** How a queue does beside the slowest of the others: with small rings, by warps, and each lane for itself. */
    private static Found slower(Records records, String graph, AtLeast claimed) {
        String queue = claimed.queue();
        var small = smallRings(records, graph).timeAtLeast(queue);
        var others = ranks(records, graph, RING_THREADS);
        var ratio = new Rows.Ratio(small.over(others.time(slowest(others))), small.exact());
        var warps = least(manyThreads().map(threads -> ranks(records, graph, threads)), queue);
        var lanes = least(LANES_THREADS.stream().map(threads -> lanes(records, graph, threads)), queue);
        boolean rings = queue.equals("LCRQ");
        String figure = "by warps with " + (rings ? "rings of 64 cells " : "32 times the memory ") + ratio
                + " times with " + Quantity.count(RING_THREADS) + " threads, with "
                + (rings ? "a cell for every thread " : "as much as other queues ") + atLeast(warps)
                + "; each lane for itself " + atLeast(lanes);
        double least = Figures.least(ratio.value(), warps.value(), lanes.value());
        return new Found(
                figure,
                least >= claimed.times() ? Outcome.REPRODUCED : least > 1 ? Outcome.IN_KIND : Outcome.TURNED_AROUND);
    }

    private static Rows.Ratio least(Stream<Rows> numbersOfThreads, String queue) {
        return numbersOfThreads
                .map(rows -> rows.ratioAtLeast(queue, slowest(rows)))
                .min(Comparator.comparingDouble(Rows.Ratio::value))
                .orElseThrow();
    }

    private static String atLeast(Rows.Ratio ratio) {
        return (!ratio.exact() ? "" : ratio.value() < 1 ? "as little as " : "at least ") + ratio + " times";
    }

    /** What decides how many times as long LCRQ and WFQ take. */
    private static String whySlower(Records records, String graph, String queue) {
        var all = BrokerQueuePaper.ALL_THREADS;
        String lanes = "each lane for itself, with 67,584 and 270,336 threads, " + queue + " takes "
                + byLanes(rows -> rows.timeAtLeast(queue), records, graph) + ", which is "
                + Stream.of("BQ", "GQ", "BSQ")
                        .map(other -> byLanes(rows -> rows.ratioAtLeast(queue, other), records, graph) + " times "
                                + other + "'s time")
                        .collect(Collectors.joining(", "))
                + ": there a lane without work looks at all queues of BSQ, which takes "
                + Quantity.time(lanes(records, graph, all).time("BSQ")) + " with all threads, and by warps "
                + Quantity.time(ranks(records, graph, all).time("BSQ"))
                + ". What did not end in time (>) is a bound, and may be more.";
        return queue.equals("LCRQ")
                ? "it is the size of the rings: with " + Quantity.count(RING_THREADS)
                        + " threads LCRQ takes " + smallRings(records, graph).timeAtLeast(queue)
                        + " with rings of 64 cells, as the paper had fewer than 128, and "
                        + ranks(records, graph, RING_THREADS).timeAtLeast(queue)
                        + " with a cell for every thread. And " + lanes
                : "it depends on who asks: " + lanes;
    }

    private static String byLanes(Function<Rows, Object> found, Records records, String graph) {
        return LANES_THREADS.stream()
                .map(threads -> found.apply(lanes(records, graph, threads)).toString())
                .collect(Collectors.joining(" and "));
    }

    /** Whether GQ takes longer than BQ and BWD in all of these. */
    private static Found gqBehind(Stream<Rows> numbersOfThreads) {
        double[] ratios = numbersOfThreads
                .flatMap(rows -> Stream.of("BQ", "BWD").map(queue -> rows.ratio("GQ", queue)))
                .mapToDouble(ratio -> ratio)
                .toArray();
        return Found.of(
                "GQ takes " + range(ratios) + " times as long as BQ and BWD",
                DoubleStream.of(ratios).allMatch(ratio -> ratio > 1.05));
    }

    /** A queue and how many times as long as BQ it takes, at least. */
    record AtLeast(String queue, double times) {}

    private static Rows smallRings(Records records, String graph) {
        return records.gpu("pagerank")
                .recordedBy(SMALL_RINGS)
                .with("graph", graph)
                .with("ring", 64)
                .with("threads", RING_THREADS);
    }

    private static Rows allRanks(Records records, String graph) {
        return records.gpu("pagerank")
                .recordedBy(WARPS)
                .with("graph", graph)
                .with("precision", "DOUBLE")
                .without("ring");
    }

    private static Rows ranks(Records records, String graph, Object threads) {
        return allRanks(records, graph).with("threads", threads).preferring("form", "warp");
    }

    private static Rows lanes(Records records, String graph, Object threads) {
        return allRanks(records, graph).recordedBy(LANES).with("form", "thread").with("threads", threads);
    }

    /** How many times the time of another queue one takes, each lane for itself. */
    private static String byThreads(Records records, String graph, String queue, String other) {
        return LANES_THREADS.stream()
                .map(threads ->
                        Quantity.significant(lanes(records, graph, threads).ratio(queue, other)))
                .collect(Collectors.joining(" and ", "", " times"));
    }

    private static Stream<Integer> manyThreads() {
        return RANK_THREADS.stream().filter(threads -> threads > 10_240);
    }

    private static String slowest(Rows rows) {
        return Stream.of("GQ", "BQ", "BWD", "BSQ")
                .max(Comparator.comparingDouble(rows::time))
                .orElseThrow();
    }
}
