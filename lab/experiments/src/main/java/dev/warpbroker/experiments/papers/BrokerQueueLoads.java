package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.range;
import static dev.warpbroker.experiments.papers.Figures.times;

import dev.warpbroker.experiments.page.Quantity;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Figures 3a to 3c and 4 of the Broker Queue paper: enqueues and dequeues by chance. */
final class BrokerQueueLoads {
    private static final List<Integer> LOAD_THREADS = List.of(8192, 65_536, 270_336);

    private static final List<Double> RATIOS = List.of(0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0);

    private static final String LOAD_OPTIONS = " --structures BQ,BQ-fused,OVQ,BWD,BSQ,GQ,LCRQ,WFQ,G-LFQ,G-WFQ"
            + " --threads 8192,57344,65536,270336 --reps 5 --warmup 1 --limit 0.5 --out ";

    /** Attempts of an operation before it asks for help, in place of never. */
    private static final int NEVER = 1_000_000;

    private static final String WITH_HELP = "bench imbalance --device sim --p-enq 0.25 --p-deq 0.5 --structures WFQ"
            + " --threads 512,2048 --reps 5 --warmup 1 --limit 20 --no-check --patience ";

    private static final String TO_FILE = " --out wfq-help.jsonl";

    private BrokerQueueLoads() {}

    static Exhibit moreEnqueues() {
        return Exhibit.of("figure 3a")
                .shows("Every thread makes 1 to 10 rounds of enqueue and dequeue by chance, enqueues twice as likely,"
                        + " and 128 multiply-adds after a dequeue.")
                .run("bench imbalance --device cuda" + LOAD_OPTIONS + "imbalance.jsonl")
                .run("bench prefilled --device cuda --p-enq 0.5 --p-deq 0.25 --structures BQ,BWD,BSQ,GQ --threads"
                        + " 270336 --reps 3 --warmup 1 --limit 0.3 --out why.jsonl")
                .remark("P(enq) = 0.5, P(deq) = 0.25: the paper says only that one is twice the other.")
                .claim(Claim.that("The work narrows the gap between queues.", records -> {
                    var queues = new String[] {"BQ", "BWD", "BSQ", "GQ", "LCRQ", "WFQ"};
                    var loaded = load(records, "imbalance", true).most("threads", queues);
                    double threads = load(records, "imbalance", true)
                            .values("threads", queues)
                            .getLast();
                    double with = spread(loaded, queues);
                    double without = spread(BrokerQueuePairs.perThread(records).with("threads", threads), queues);
                    return Found.of(
                            "slowest over fastest: " + Quantity.significant(without) + " without work, "
                                    + Quantity.significant(with) + " here",
                            with < without);
                }))
                .claim(Claim.that("Queues do not run empty.", records -> {
                            var rows = load(records, "imbalance", true).with("threads", BrokerQueuePaper.ALL_THREADS);
                            var empty = Stream.of("BQ", "BWD", "BSQ", "GQ")
                                    .filter(queue -> rows.observed(queue, "empty") > 0)
                                    .map(queue -> queue + " " + Quantity.plain(rows.observed(queue, "empty")))
                                    .toList();
                            return Found.of(
                                    empty.isEmpty()
                                            ? "no dequeue found nothing"
                                            : "dequeues that found nothing: " + String.join(", ", empty),
                                    empty.isEmpty());
                        })
                        .otherwise(records ->
                                "only BWD says Empty at all, which waits for nobody, and only in the first moments,"
                                    + " when dequeues come before the first enqueues have ended. With elements in the"
                                    + " queue at the beginning, all else as here, it says so "
                                        + Quantity.plain(load(records, "prefilled", true)
                                                .with("threads", BrokerQueuePaper.ALL_THREADS)
                                                .observed("BWD", "empty"))
                                        + " times (bench prefilled --p-enq 0.5 --p-deq 0.25)."))
                .grid(loadGrid("imbalance", true));
    }

    static Exhibit moreDequeues() {
        return Exhibit.of("figure 3b")
                .shows("As 3a, but dequeues are twice as likely, so that queues run empty.")
                .run("bench imbalance --device cuda" + LOAD_OPTIONS + "imbalance.jsonl")
                .run("bench imbalance --device cuda --p-enq 0.25 --p-deq 0.5 --structures LCRQ,WFQ --threads 8192,65536"
                        + " --count --reps 3 --warmup 1 --limit 0.5 --out why.jsonl")
                .run("bench imbalance --device cuda --p-enq 0.25 --p-deq 0.5 --structures BQ,BQ-fused,OVQ,BWD,GQ"
                        + " --threads 57344,270336 --count --reps 3 --warmup 1 --limit 0.5 --out retries.jsonl")
                .run(WITH_HELP + "0" + TO_FILE)
                .run(WITH_HELP + NEVER + TO_FILE)
                .remark("Queues of the paper's authors, authors-BQ and others, are those of"
                        + " lab/peers/cuda/authors.cu.")
                .claim(Claim.that(
                                "LCRQ takes at least 2.5 times as long as GQ, BQ and BWD.",
                                records -> behind(records, "LCRQ"))
                        .otherwise(records -> "it does beside GQ and BWD, "
                                + Quantity.significant(load(records, "imbalance", false)
                                        .with("threads", BrokerQueuePaper.ALL_THREADS)
                                        .ratio("LCRQ", "GQ"))
                                + " and "
                                + Quantity.significant(load(records, "imbalance", false)
                                        .with("threads", BrokerQueuePaper.ALL_THREADS)
                                        .ratio("LCRQ", "BWD"))
                                + " times with all threads. BQ is no longer ahead because its own wait for Empty grows"
                                + " with the threads (below): LCRQ takes "
                                + LOAD_THREADS.stream()
                                        .map(threads -> Quantity.significant(load(records, "imbalance", false)
                                                        .with("threads", threads)
                                                        .ratio("LCRQ", "BQ"))
                                                + " times as long with " + Quantity.count(threads) + " threads")
                                        .collect(Collectors.joining(", "))
                                + "."))
                .claim(Claim.that(
                        "WFQ takes at least 2.5 times as long as GQ, BQ and BWD.", records -> behind(records, "WFQ")))
                .claim(Claim.that("WFQ's time rises about 6 times as slowly as LCRQ's.", records -> {
                            var rows = load(records, "imbalance", false);
                            var threads = rows.values("threads", "LCRQ", "WFQ");
                            double lcrq = rise(rows, "LCRQ", threads);
                            double wfq = rise(rows, "WFQ", threads);
                            return Found.of(
                                    "from " + Quantity.plain(threads.getFirst()) + " to "
                                            + Quantity.plain(threads.getLast()) + " threads LCRQ " + times(lcrq)
                                            + ", WFQ "
                                            + times(wfq),
                                    wfq < lcrq);
                        })
                        .otherwise(records ->
                                "neither makes more attempts in vain the more threads there are, for an operation with"
                                        + " 8,192 and with 65,536 threads LCRQ "
                                        + Quantity.significant(retries(records, "LCRQ", 8192)) + " and "
                                        + Quantity.significant(retries(records, "LCRQ", 65_536)) + ", WFQ "
                                        + Quantity.significant(retries(records, "WFQ", 8192)) + " and "
                                        + Quantity.significant(retries(records, "WFQ", 65_536))
                                        + " (bench imbalance --count). But between these LCRQ's time rises "
                                        + times(rise(
                                                load(records, "imbalance", false), "LCRQ", List.of(8192.0, 65_536.0)))
                                        + ", WFQ's "
                                        + times(rise(
                                                load(records, "imbalance", false), "WFQ", List.of(8192.0, 65_536.0)))
                                        + ". It is the help: an operation that asks for it takes the longer the more"
                                        + " threads there are. On the simulator four times as many threads take "
                                        + times(riseWithHelp(records, 0))
                                        + " as long where every operation asks for help (--patience 0), and "
                                        + times(riseWithHelp(records, NEVER))
                                        + " where none does. The paper puts LCRQ's rise down to rings that are"
                                        + " allocated; here they are all there before the launch."))
                .claim(Claim.that(
                                "GQ is up to 64 % faster than BQ.",
                                records -> {
                                    double ratio = load(records, "imbalance", false)
                                            .with("threads", BrokerQueuePaper.ALL_THREADS)
                                            .ratio("BQ", "GQ");
                                    return Found.beside(
                                            "BQ takes " + times(ratio) + " as long", ratio > 1, ratio, 1.64);
                                })
                        .otherwise(records -> {
                            var rows = load(records, "imbalance", false);
                            return "it is the wait until Empty can be seen: BWD is the same queue without it, and BQ"
                                    + " takes "
                                    + LOAD_THREADS.stream()
                                            .map(threads -> Quantity.significant(rows.with("threads", threads)
                                                            .ratio("BQ", "BWD"))
                                                    + " times as long with " + Quantity.count(threads) + " threads")
                                            .collect(Collectors.joining(", "))
                                    + ". Those who wait try again, "
                                    + Quantity.significant(retries(records, "BQ", BrokerQueuePaper.PAPER_THREADS))
                                    + " times for an operation with 57,344 threads, as many as in the paper, and "
                                    + Quantity.significant(retries(records, "BQ", BrokerQueuePaper.ALL_THREADS))
                                    + " times with all; BWD and GQ do not. It is this GPU's doing: BQ of the paper's"
                                    + " authors takes "
                                    + Quantity.significant(rows.with("threads", BrokerQueuePaper.PAPER_THREADS)
                                            .ratio("authors-BQ", "authors-GQ"))
                                    + " times as long as their GQ here with 57,344 threads, where ours takes "
                                    + Quantity.significant(rows.with("threads", BrokerQueuePaper.PAPER_THREADS)
                                            .ratio("BQ", "GQ"))
                                    + " times; BQ itself takes "
                                    + Quantity.time(rows.with("threads", BrokerQueuePaper.PAPER_THREADS)
                                            .time("authors-BQ"))
                                    + " and ours "
                                    + Quantity.time(rows.with("threads", BrokerQueuePaper.PAPER_THREADS)
                                            .time("BQ"))
                                    + ", GQ "
                                    + Quantity.time(rows.with("threads", BrokerQueuePaper.PAPER_THREADS)
                                            .time("authors-GQ"))
                                    + " and "
                                    + Quantity.time(rows.with("threads", BrokerQueuePaper.PAPER_THREADS)
                                            .time("GQ"))
                                    + " (results/h200-papers/authors.jsonl).";
                        }))
                .claim(Claim.that(
                                "BWD is the fastest, 10 % ahead of GQ at full occupancy.",
                                records -> {
                                    double ratio = load(records, "imbalance", false)
                                            .with("threads", BrokerQueuePaper.ALL_THREADS)
                                            .ratio("BWD", "GQ");
                                    return Found.of("BWD takes " + times(ratio) + " as long as GQ", ratio < 1);
                                })
                        .otherwise(records ->
                                "every operation of BWD reads and adds to Count, two accesses to one word; GQ's"
                                        + " bounds get three for two operations, each its own, at the same time. "
                                        + BrokerQueuePairs.oneWord(records)
                                        + " With no work and as many enqueues as dequeues, where the warps"
                                        + " claim together, BWD is ahead: "
                                        + times(BrokerQueuePairs.perThread(records)
                                                .with("threads", BrokerQueuePaper.ALL_THREADS)
                                                .ratio("BWD", "GQ"))
                                        + " GQ's time (figure 2a). With the code of the paper's authors it is the one"
                                        + " or the other: their BWD takes "
                                        + authors(records, "2a6ea635")
                                        + " their GQ's time with 57,344 and with all threads where the probabilities"
                                        + " are constants of the program (2a6ea635), "
                                        + authors(records, "b41989f6")
                                        + " where they are parameters (b41989f6). Their BWD takes the same time in"
                                        + " both, so how GQ is compiled decides."))
                .claim(Claim.that("BSQ looks for work in vain and never makes up for it.", records -> {
                    double ratio = load(records, "imbalance", false)
                            .with("threads", BrokerQueuePaper.ALL_THREADS)
                            .ratio("BSQ", "BWD");
                    return Found.of(times(ratio) + " BWD's time", ratio > 1);
                }))
                .grid(loadGrid("imbalance", false));
    }

    static Exhibit prefilled() {
        return Exhibit.of("figure 3c")
                .shows("As 3b, on queues with elements at the beginning.")
                .run("bench prefilled --device cuda" + LOAD_OPTIONS + "prefilled.jsonl")
                .remark("32,768 elements; the paper does not say how many.")
                .claims(Stream.of("BQ", "LCRQ", "WFQ")
                        .map(queue -> Claim.that(queue + " feels underflow only above 25,600 threads.", records -> {
                            var rows = load(records, "prefilled", false);
                            double few = rows.with("threads", 8192).ratio(queue, "BWD");
                            double many = rows.with("threads", 65_536).ratio(queue, "BWD");
                            return Found.of(
                                    times(few) + " BWD's time with 8,192 threads, " + times(many) + " with 65,536",
                                    many > 1.5 * few);
                        }))
                        .toList())
                .claim(Claim.that("With fewer threads LCRQ is as fast as BQ.", records -> {
                            double ratio = load(records, "prefilled", false)
                                    .with("threads", 8192)
                                    .ratio("LCRQ", "BQ");
                            return Found.of(times(ratio) + " BQ's time", ratio < 1.5);
                        })
                        .otherwise(records ->
                                "LCRQ costs more than BQ where lanes of a warp use it together: each swaps a cell of"
                                    + " its own, while they read and write tickets of BQ in one access. Pairs by all"
                                    + " of 8,192 threads take "
                                        + times(BrokerQueuePairs.perThread(records)
                                                .with("threads", 8192)
                                                .ratioAtLeast("LCRQ", "BQ")
                                                .value())
                                        + " BQ's time (figure 2a), by one lane of each warp "
                                        + Quantity.significant(BrokerQueuePairs.perWarp(records)
                                                .with("threads", 8192)
                                                .ratio("LCRQ", "BQ"))
                                        + " (figure 2b)."))
                .grid(loadGrid("prefilled", false));
    }

    static Exhibit variants(String number, int fma) {
        var exhibit = Exhibit.of(number)
                .shows("BQ, BWD and BSQ with all threads, by P(enq) over P(deq), with " + fma
                        + " multiply-adds after a dequeue.")
                .run("bench variants --device cuda --ratios 0.125,0.25,0.5,1 --reps 3 --warmup 1 --limit 0.3 --out"
                        + " variants.jsonl")
                .run("bench variants --device cuda --ratios 2,4,8 --reps 3 --warmup 1 --limit 0.3 --no-check --out"
                        + " variants.jsonl")
                .remark("The larger of the two probabilities is 0.5.")
                .remark("Where enqueues are many the checks take long, as a few lanes drain the queue: rows with P(enq)"
                        + " / P(deq) = 2, 4 and 8 are without (--no-check).");
        if (fma == 0) {
            exhibit = exhibit.claim(Claim.that(
                            "With more enqueues than dequeues BQ and BWD differ by less than 10 %.",
                            records -> {
                                double[] ratios = more(records, "BQ", "BWD", fma);
                                return Found.of(
                                        range(ratios) + " times BWD's time",
                                        DoubleStream.of(ratios).allMatch(ratio -> Math.abs(ratio - 1) < 0.1));
                            }))
                    .claim(Claim.that(
                                    "There BSQ is a little faster, by less than 10 %.",
                                    records -> {
                                        double[] ratios = more(records, "BSQ", "BWD", fma);
                                        return Found.of(
                                                range(ratios) + " times BWD's time",
                                                DoubleStream.of(ratios).allMatch(ratio -> Math.abs(ratio - 1) < 0.1));
                                    })
                            .otherwise(records ->
                                    "it is faster by much more: every block has counters of its own, and here"
                                            + " counters are the limit. " + BrokerQueuePairs.oneWord(records)))
                    .claim(Claim.that("With fewer enqueues BSQ takes up to 30 times as long.", records -> {
                                double most = DoubleStream.of(fewer(records, "BSQ", "BWD", fma))
                                        .max()
                                        .orElseThrow();
                                return Found.beside("up to " + times(most) + " BWD's time", most > 1, most, 30);
                            })
                            .otherwise(records -> "a dequeue in vain of BSQ looks at the queues of all blocks, which"
                                    + " takes about as long whatever the others do: where dequeues are twice as many"
                                    + " it takes "
                                    + LOAD_THREADS.stream()
                                            .map(threads -> {
                                                var rows = load(records, "imbalance", false)
                                                        .with("threads", threads);
                                                return Quantity.time(rows.time("BSQ")) + " with "
                                                        + Quantity.count(threads) + " threads, "
                                                        + Quantity.significant(rows.ratio("BSQ", "BWD"))
                                                        + " times BWD's time";
                                            })
                                            .collect(Collectors.joining(", "))
                                    + " (figure 3b). So the factor is one of how long BWD takes."))
                    .claim(Claim.that(
                                    "To be linearizable costs BQ up to 20 times the time, where the queue is nearly"
                                            + " empty.",
                                    records -> {
                                        double most = DoubleStream.of(fewer(records, "BQ", "BWD", fma))
                                                .max()
                                                .orElseThrow();
                                        return Found.beside("up to " + times(most) + " BWD's time", most > 1, most, 20);
                                    })
                            .otherwise(
                                    records -> "it is less on this GPU with the code of the paper's authors, too: their"
                                            + " BQ takes " + authorsByRatio(records, BrokerQueuePaper.ALL_THREADS, fma)
                                            + " times as long as their BWD at ratios 1/8, 1/4 and 1/2 with all"
                                            + " threads, and "
                                            + authorsByRatio(records, BrokerQueuePaper.PAPER_THREADS, fma)
                                            + " with 57,344 (results/h200-papers/authors.jsonl)."))
                    .claim(Claim.that(
                                    "BQ and BWD differ most where dequeues are twice as many as enqueues, up to 5"
                                            + " times.",
                                    records -> {
                                        double half = variant(records, 0.5, fma).ratio("BQ", "BWD");
                                        double most = DoubleStream.of(fewer(records, "BQ", "BWD", fma))
                                                .max()
                                                .orElseThrow();
                                        return Found.beside(
                                                times(half) + " at 1/2, " + times(most) + " at most",
                                                half >= 0.9 * most,
                                                half,
                                                5);
                                    })
                            .otherwise(
                                    records -> "with the code of the paper's authors it is so on this GPU, too, by as"
                                            + " many threads as in the paper: "
                                            + authorsByRatio(records, BrokerQueuePaper.PAPER_THREADS, fma)
                                            + " times at ratios 1/8, 1/4 and 1/2. By all threads of this GPU there is"
                                            + " no more difference between the ratios: "
                                            + authorsByRatio(records, BrokerQueuePaper.ALL_THREADS, fma)
                                            + ". Ours, which pauses longer the longer it has waited, "
                                            + byRatio(records, "", fma)
                                            + "; before it did, "
                                            + byRatio(records, "0fed5e25", fma)
                                            + " (0fed5e25)."));
        } else {
            exhibit = exhibit.run(
                            "bench variants --device cuda --ratios 0.5 --fma 0,320,3200,32000,320000 --reps 3 --warmup"
                                    + " 1 --limit 0.5 --no-check --out variants.jsonl")
                    .claim(Claim.that("With that work BQ and BWD are nearly the same.", records -> {
                                double most = DoubleStream.of(fewer(records, "BQ", "BWD", fma))
                                        .max()
                                        .orElseThrow();
                                return Found.of("BQ takes up to " + times(most) + " BWD's time", most < 1.5);
                            })
                            .otherwise(BrokerQueueLoads::waitStays))
                    .claim(Claim.that("With fewer enqueues BSQ takes only about 6 times as long.", records -> {
                                double most = DoubleStream.of(fewer(records, "BSQ", "BWD", fma))
                                        .max()
                                        .orElseThrow();
                                double idle = DoubleStream.of(fewer(records, "BSQ", "BWD", 0))
                                        .max()
                                        .orElseThrow();
                                return Found.beside(
                                        "up to " + times(most) + " BWD's time, " + times(idle) + " without work",
                                        most < 0.8 * idle,
                                        most,
                                        6);
                            })
                            .otherwise(records -> "320 multiply-adds are next to nothing here: BWD takes "
                                    + Quantity.time(variant(records, 0.5, 0).time("BWD")) + " without and "
                                    + Quantity.time(variant(records, 0.5, 320).time("BWD"))
                                    + " with them at ratio 1/2. With more of them it is as the paper says: BSQ takes "
                                    + byWork(records, "BSQ") + "."));
        }
        return exhibit.grid(Grid.of(
                "Run time by P(enq) / P(deq)",
                "queue",
                List.of("BQ", "BWD", "BSQ"),
                RATIOS,
                (records, queue, ratio) ->
                        variant(records, ((Number) ratio).doubleValue(), fma).cell(queue)));
    }

    static Rows load(Records records, String experiment, boolean moreEnqueues) {
        return records.gpu(experiment)
                .without("ring")
                .without("patience")
                .with("pEnq", moreEnqueues ? 0.5 : 0.25)
                .with("pDeq", moreEnqueues ? 0.25 : 0.5);
    }

    /** BWD over GQ of the paper's authors, with as many threads as in the paper and with all. */
    private static String authors(Records records, String commit) {
        return Stream.of(BrokerQueuePaper.PAPER_THREADS, BrokerQueuePaper.ALL_THREADS)
                        .map(threads -> Quantity.significant(load(records, "imbalance", false)
                                .at(commit)
                                .with("threads", threads)
                                .ratio("authors-BWD", "authors-GQ")))
                        .collect(Collectors.joining(" and "))
                + " times";
    }

    private static double retries(Records records, String queue, int threads) {
        return load(records, "imbalance", false)
                .with("threads", threads)
                .counting("retriesPerOperation")
                .observed(queue, "retriesPerOperation");
    }

    private static Grid loadGrid(String experiment, boolean moreEnqueues) {
        return Grid.of(
                "Run time by threads",
                "queue",
                BrokerQueuePaper.THAT_RETURN,
                LOAD_THREADS,
                (records, queue, threads) -> load(records, experiment, moreEnqueues)
                        .with("threads", threads)
                        .cell(queue));
    }

    private static double spread(Rows rows, String... queues) {
        var times = Arrays.stream(queues).mapToDouble(rows::time).toArray();
        return DoubleStream.of(times).max().orElseThrow()
                / DoubleStream.of(times).min().orElseThrow();
    }

    private static Found behind(Records records, String queue) {
        var rows = load(records, "imbalance", false).most("threads", queue, "GQ", "BQ", "BWD");
        double least = Stream.of("GQ", "BQ", "BWD")
                .mapToDouble(other -> rows.ratio(queue, other))
                .min()
                .orElseThrow();
        return Found.of("at least " + times(least), least >= 2.5);
    }

    private static double riseWithHelp(Records records, int patience) {
        return rise(
                records.simulator("imbalance").with("patience", patience).with("pEnq", 0.25),
                "WFQ",
                List.of(512.0, 2048.0));
    }

    private static double rise(Rows rows, String queue, List<Double> threads) {
        return rows.with("threads", threads.getLast()).time(queue)
                / rows.with("threads", threads.getFirst()).time(queue);
    }

    private static Rows variant(Records records, double ratio, int fma) {
        return variant(records, ratio, fma, BrokerQueuePaper.ALL_THREADS);
    }

    private static Rows variant(Records records, double ratio, int fma, int threads) {
        return records.gpu("variants")
                .with("threads", threads)
                .with("fma", fma)
                .with("pEnq", Math.min(0.5, 0.5 * ratio))
                .with("pDeq", Math.min(0.5, 0.5 / ratio));
    }

    /** How many times BWD's time a queue takes at ratio 1/2, by multiply-adds. */
    private static String byWork(Records records, String queue) {
        return Stream.of(0, 320, 3200, 32_000, 320_000)
                .map(fma -> Quantity.significant(variant(records, 0.5, fma).ratio(queue, "BWD"))
                        + " times BWD's time with " + Quantity.count(fma))
                .collect(Collectors.joining(", "));
    }

    /** BQ over BWD of the paper's authors at ratios 1/8, 1/4 and 1/2. */
    private static String authorsByRatio(Records records, int threads, int fma) {
        return Stream.of(0.125, 0.25, 0.5)
                .map(ratio -> Quantity.significant(
                        variant(records, ratio, fma, threads).ratio("authors-BQ", "authors-BWD")))
                .collect(Collectors.joining(", "));
    }

    /** Ours, with all threads, at a commit or, without one, the newest. */
    private static String byRatio(Records records, String commit, int fma) {
        return Stream.of(0.125, 0.25, 0.5)
                .map(ratio -> Quantity.significant(
                        variant(records, ratio, fma).at(commit).ratio("BQ", "BWD")))
                .collect(Collectors.joining(", "));
    }

    private static String waitStays(Records records) {
        double without = variant(records, 0.5, 0).time("BWD");
        double with = variant(records, 0.5, 320).time("BWD");
        return "BWD is BQ without the wait until Empty can be seen, and that wait is what is left between them. 320"
                + " multiply-adds do not keep threads away from the queue: BWD takes "
                + Quantity.time(without) + " without and " + Quantity.time(with)
                + " with them at ratio 1/2. A thousand times as many narrow the gap: BQ takes "
                + byWork(records, "BQ")
                + ". It is this GPU's doing, not that of its many threads: with as many as in the paper BQ of its"
                + " authors takes " + authorsByRatio(records, BrokerQueuePaper.PAPER_THREADS, 320)
                + " times as long as their BWD at ratios 1/8, 1/4 and 1/2 with 320, and "
                + authorsByRatio(records, BrokerQueuePaper.PAPER_THREADS, 0) + " without.";
    }

    private static double[] more(Records records, String queue, String other, int fma) {
        return RATIOS.stream()
                .filter(ratio -> ratio > 1)
                .mapToDouble(ratio -> variant(records, ratio, fma).ratio(queue, other))
                .toArray();
    }

    private static double[] fewer(Records records, String queue, String other, int fma) {
        return RATIOS.stream()
                .filter(ratio -> ratio < 1)
                .mapToDouble(ratio -> variant(records, ratio, fma).ratio(queue, other))
                .toArray();
    }
}
