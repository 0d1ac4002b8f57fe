package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.page.Quantity;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Scalable Queue for Work Distribution on GPUs, PPoPP 2018: the two pages before the Broker Queue paper. */
final class BrokerQueuePoster {
    static final Paper PAPER = new Paper(
            "Scalable Queue",
            "B. Kerbl, J. Müller, M. Kenzel, D. Schmalstieg, M. Steinberger: A Scalable Queue for Work Distribution on"
                    + " GPUs, PPoPP 2018",
            "a GPU that it does not name",
            List.of(Exhibit.of("figure 1")
                    .shows("Run time of 10 pairs of enqueue and dequeue by every thread: BQ, BWD, GQ, LCRQ.")
                    .run("bench pairs --device cuda --form thread --structures BQ,BWD,GQ,LCRQ --threads"
                            + " 1024,8192,65536,131072,270336 --reps 7 --warmup 1 --limit 0.3 --out pairs.jsonl")
                    .claim(Claim.that("BQ and BWD are faster than GQ and LCRQ.", records -> {
                        var found = Stream.of("GQ", "LCRQ")
                                .map(queue -> queue + " " + all(records).ratioAtLeast(queue, "BQ")
                                        + " times BQ's time, "
                                        + all(records).ratioAtLeast(queue, "BWD") + " BWD's")
                                .collect(Collectors.joining("; "));
                        return Found.of(
                                found + ", with all threads",
                                Stream.of("GQ", "LCRQ")
                                        .allMatch(queue -> all(records)
                                                                .ratioAtLeast(queue, "BQ")
                                                                .value()
                                                        > 1
                                                && all(records)
                                                                .ratioAtLeast(queue, "BWD")
                                                                .value()
                                                        > 1));
                    }))
                    .claim(Claim.that("To be linearizable costs BQ next to nothing against BWD here.", records -> {
                        double ratio = all(records).ratio("BQ", "BWD");
                        return Found.of(Quantity.significant(ratio) + " times BWD's time", ratio < 1.1);
                    }))
                    .claim(Claim.that(
                            "BQ is up to ten times as fast as non-blocking queues (LCRQ stands for them).", records -> {
                                var ratio = all(records).ratioAtLeast("LCRQ", "BQ");
                                return Found.beside(
                                        "LCRQ takes " + ratio + " times BQ's time",
                                        ratio.value() > 1,
                                        ratio.value(),
                                        10);
                            }))
                    .grid(Grid.of(
                            "Run time by threads",
                            "queue",
                            List.of("BQ", "BWD", "GQ", "LCRQ"),
                            BrokerQueuePaper.THREADS,
                            (records, queue, threads) -> BrokerQueuePairs.perThread(records)
                                    .with("threads", threads)
                                    .together("BQ", "BWD", "GQ")
                                    .cell(queue)))),
            List.of());

    private BrokerQueuePoster() {}

    private static Rows all(Records records) {
        return BrokerQueuePairs.perThread(records).with("threads", BrokerQueuePaper.ALL_THREADS);
    }
}
