package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.range;
import static dev.warpbroker.experiments.papers.Figures.times;

import dev.warpbroker.experiments.page.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Figures 3a to 3c and 4 of the Broker Queue paper: enqueues and dequeues by chance. */
final class BrokerQueueLoads {
    private static final List<Integer> LOAD_THREADS = List.of(8192, 65_536, 270_336);

    /** As many as in the paper, and all. */
    private static final List<Integer> MANY_THREADS =
            List.of(BrokerQueuePaper.PAPER_THREADS, BrokerQueuePaper.ALL_THREADS);

    private static final List<Integer> SOME_THREADS =
            List.of(8192, BrokerQueuePaper.PAPER_THREADS, BrokerQueuePaper.ALL_THREADS);

    /** Multiply-adds after a dequeue. */
    private static final List<Integer> WORK = List.of(0, 320, 3200, 32_000, 320_000);

    private static final List<Double> RATIOS = List.of(0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0);

    private static final String LOAD_OPTIONS = " --structures BQ,BQ-fused,OVQ,BWD,BSQ,GQ,LCRQ,WFQ,G-LFQ,G-WFQ"
            + " --threads 8192,57344,65536,270336 --reps 5 --warmup 1 --limit 0.5 --out ";

    /** Attempts of an operation before it asks for help, in place of never. */
    private static final int NEVER = 1_000_000;

    private static final String RETRIES = "retriesPerOperation";

    /** Multiply-adds after a dequeue in figure 3. */
    private static final int FMA = 128;

    /** Those of the paper. */
    private static final String[] COMPETITORS = {"BQ", "BWD", "BSQ", "GQ", "LCRQ", "WFQ"};

    private static final String DEQUEUES = "bench imbalance --device cuda --p-enq 0.25 --p-deq 0.5 --structures ";

    /** With more dequeues and this many multiply-adds launches were profiled. */
    private static final int MUCH_WORK = 320_000;

    private static final String INSTRUCTIONS = "smsp__inst_executed.sum";

    private static final String LANES = "smsp__thread_inst_executed_per_inst_executed.ratio";

    private BrokerQueueLoads() {}

    static Exhibit moreEnqueues() {
        return Exhibit.of("figure 3a")
                .shows("Every thread makes 1 to 10 rounds of enqueue and dequeue by chance, enqueues twice as likely,"
                        + " and 128 multiply-adds after a dequeue.")
                .run("bench imbalance --device cuda" + LOAD_OPTIONS + "imbalance.jsonl")
                .run("bench prefilled --device cuda --p-enq 0.5 --p-deq 0.25 --structures BQ,BWD,BSQ,GQ --threads"
                        + " 270336 --reps 3 --warmup 1 --limit 0.3 --out why.jsonl")
                .run(moreEnqueues(0))
                .run(moreEnqueues(FMA))
                .remark("P(enq) = 0.5, P(deq) = 0.25: the paper says only that one is twice the other.")
                .claim(Claim.that("The work narrows the gap between queues.", BrokerQueueLoads::narrowed))
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
                .run(DEQUEUES + "LCRQ,WFQ --threads 8192,65536 --count --reps 3 --warmup 1 --limit 0.5 --out why.jsonl")
                .run(DEQUEUES + "BQ,BQ-fused,OVQ,BWD,GQ --threads 57344,270336 --count --reps 3 --warmup 1 --limit 0.5"
                        + " --out retries.jsonl")
                .run(DEQUEUES + "BQ,BWD,GQ --threads 8192 --count --reps 5 --warmup 1 --limit 0.5 --out loads.jsonl")
                .run(withHelp(0))
                .run(withHelp(NEVER))
                .run(BrokerQueuePairs.FAA)
                .remark("Queues of the paper's authors, authors-BQ and others, are those of their framework of"
                        + " 2020; results/h200-papers/README.md has the settings.")
                .claims(Stream.of("LCRQ", "WFQ")
                        .map(queue -> Claim.that(
                                        queue + " takes at least 2.5 times as long as GQ, BQ and BWD.",
                                        records -> behind(records, queue))
                                .otherwise(
                                        BrokerQueueLoads::onlyBqTriesAgain,
                                        records -> "it does beside GQ and BWD, at least "
                                                + times(least(load(records, "imbalance", false), queue, "GQ", "BWD"))
                                                + " with any number of threads. It is BQ that is slow. Time over BQ's: "
                                                + byThreads(load(records, "imbalance", false), queue, "BQ") + ". "
                                                + waitForEmpty(records)))
                        .toList())
                .claim(Claim.that(
                                "BQ significantly outperforms both, and is the fastest linearizable queue among those"
                                        + " tested.",
                                records -> {
                                    var rows = load(records, "imbalance", false);
                                    return Found.of(
                                            "LCRQ takes " + range(overThreads(rows, "LCRQ", "BQ"))
                                                    + " times BQ's time, WFQ " + range(overThreads(rows, "WFQ", "BQ"))
                                                    + " times",
                                            least(rows, "LCRQ", "BQ") > 1 && least(rows, "WFQ", "BQ") > 1);
                                })
                        .otherwise(BrokerQueueLoads::onlyBqTriesAgain, records -> {
                            var rows = load(records, "imbalance", false);
                            return "not with the fewest threads. Time over BQ's: " + byThreads(rows, "LCRQ", "BQ")
                                    + "; " + byThreads(rows, "WFQ", "BQ") + ". " + waitForEmpty(records);
                        }))
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
                                "attempts in vain hardly grow with the threads, for an operation with 8,192 and with"
                                        + " 65,536 threads LCRQ "
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
                                        + ". It is the help: where every operation asks for it (--patience 0), eight"
                                        + " times as many threads take " + times(riseWithHelp(records, 0))
                                        + " as long, "
                                        + Quantity.time(
                                                withHelp(records, 0, 65_536).time("WFQ"))
                                        + " with 65,536, and " + times(riseWithHelp(records, NEVER)) + " as long, "
                                        + Quantity.time(
                                                withHelp(records, NEVER, 65_536).time("WFQ")) + ","
                                        + " where none does. The paper puts LCRQ's rise down to rings that are"
                                        + " allocated; here they are all there before the launch."))
                .claim(Claim.that(
                                "GQ is up to 64 % faster than BQ.",
                                records -> {
                                    double[] ratios = overThreads(load(records, "imbalance", false), "BQ", "GQ");
                                    return Found.beside(
                                            "BQ takes " + range(ratios) + " times as long",
                                            Figures.most(ratios) > 1,
                                            Figures.most(ratios),
                                            1.64);
                                })
                        .otherwise(BrokerQueueLoads::waitsOfBoth))
                .claim(Claim.that(
                                "BWD is the fastest, 10 % ahead of GQ at full occupancy.",
                                records -> {
                                    double ratio = load(records, "imbalance", false)
                                            .with("threads", BrokerQueuePaper.ALL_THREADS)
                                            .ratio("BWD", "GQ");
                                    return Found.of("BWD takes " + times(ratio) + " as long as GQ", ratio < 1);
                                })
                        .otherwise(records ->
                                "with the code of the paper's authors it is the one or the other: their BWD takes "
                                        + authors(records, "authors-BWD", "2a6ea635", MANY_THREADS)
                                        + " times their GQ's time with 57,344 and with all threads where the"
                                        + " probabilities are constants of the program (2a6ea635), "
                                        + authors(records, "authors-BWD", "b41989f6", MANY_THREADS)
                                        + " times where they are parameters (b41989f6). Their BWD takes the same time"
                                        + " in both, so how GQ is compiled decides. With no work and as many enqueues"
                                        + " as dequeues our BWD is ahead: "
                                        + times(BrokerQueuePairs.perThread(records)
                                                .with("threads", BrokerQueuePaper.ALL_THREADS)
                                                .ratio("BWD", "GQ"))
                                        + " GQ's time (figure 2a). " + BrokerQueuePairs.accesses(records)))
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
            exhibit = exhibit.run(BrokerQueuePairs.FAA)
                    .claim(Claim.that(
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
                    .remark("What the profiler counts is recorded by results/h200-papers/record.sh profile-loads: one"
                            + " launch of each queue, after another one, with P(enq) / P(deq) = 1/2.")
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
                                    + byWork(records, "BSQ") + ". " + lanesApart(records)));
        }
        return exhibit.grid(Grid.of(
                "Run time by P(enq) / P(deq)",
                "queue",
                List.of("BQ", "BWD", "BSQ"),
                RATIOS,
                (records, queue, ratio) ->
                        variant(records, ((Number) ratio).doubleValue(), fma).cell(queue)));
    }

    /** With the figures' work, and nothing counted meanwhile. */
    static Rows load(Records records, String experiment, boolean moreEnqueues) {
        return load(records, experiment, moreEnqueues, FMA).notCounting(RETRIES);
    }

    private static Rows load(Records records, String experiment, boolean moreEnqueues, int fma) {
        return records.gpu(experiment)
                .without("ring")
                .without("patience")
                .with("fma", fma)
                .with("pEnq", moreEnqueues ? 0.5 : 0.25)
                .with("pDeq", moreEnqueues ? 0.25 : 0.5);
    }

    private static String moreEnqueues(int fma) {
        return "bench imbalance --device cuda --p-enq 0.5 --p-deq 0.25 --fma " + fma + " --structures "
                + String.join(",", BrokerQueuePaper.THAT_RETURN)
                + " --threads 57344,270336 --reps 5 --warmup 1 --limit 0.5 --out loads.jsonl";
    }

    /** Whether queues differ less with work than without, all else being the same, in one run. */
    private static Found narrowed(Records records) {
        var figures = new ArrayList<String>();
        boolean narrower = true;
        for (int threads : MANY_THREADS) {
            var idle = load(records, "imbalance", true, 0).with("threads", threads);
            var of = idle.sameRunAs(idle, "BQ");
            var busy = load(records, "imbalance", true).with("threads", threads).sameRunAs(idle, "BQ");
            double without = spread(of, COMPETITORS);
            double with = spread(busy, COMPETITORS);
            var fastest = of.newest(fastest(of)).nanoseconds();
            figures.add(Quantity.significant(without) + " without work and " + Quantity.significant(with)
                    + " with it by " + Quantity.count(threads) + " threads (runs of the fastest differ by up to "
                    + times(fastest.max() / fastest.min()) + ")");
            narrower &= with < without;
        }
        return Found.of("slowest over fastest: " + String.join(", ", figures), narrower);
    }

    private static String fastest(Rows rows) {
        return Arrays.stream(COMPETITORS)
                .min(Comparator.comparingDouble(rows::time))
                .orElseThrow();
    }

    /** A queue's time over that of GQ, both of the paper's authors, by threads. */
    private static String authors(Records records, String queue, String commit, List<Integer> numbersOfThreads) {
        return numbersOfThreads.stream()
                .map(threads -> Quantity.significant(load(records, "imbalance", false)
                        .at(commit)
                        .with("threads", threads)
                        .ratio(queue, "authors-GQ")))
                .collect(Collectors.joining(", "));
    }

    /** What a queue of the paper's authors takes at two commits, and ours. */
    private static String besideAuthors(Records records, String queue, int threads) {
        var rows = load(records, "imbalance", false).with("threads", threads);
        return "our " + queue + " takes " + Quantity.time(rows.time(queue)) + ", theirs "
                + Quantity.time(rows.at("2a6ea635").time("authors-" + queue)) + " and "
                + Quantity.time(rows.at("b41989f6").time("authors-" + queue));
    }

    private static String besideAuthors(Records records, String queue, int threads, String commit) {
        var rows = load(records, "imbalance", false).with("threads", threads).at(commit);
        double ours = rows.time(queue);
        double theirs = rows.time("authors-" + queue);
        return Quantity.time(ours) + " where theirs takes " + Quantity.time(theirs) + ", " + times(ours / theirs)
                + " as long (" + commit + ")";
    }

    /** Where BQ's wait is the GPU's doing, and where it is ours. */
    private static String waitsOfBoth(Records records) {
        var rows = load(records, "imbalance", false);
        return "it is the wait until Empty can be seen: BWD is the same queue without it. Time over BWD's: "
                + byThreads(rows, "BQ", "BWD") + ". Those who wait try again, "
                + Quantity.significant(retries(records, "BQ", 8192)) + " times for an operation with 8,192 threads, "
                + Quantity.significant(retries(records, "BQ", BrokerQueuePaper.PAPER_THREADS))
                + " times with 57,344, as many as in the paper, and "
                + Quantity.significant(retries(records, "BQ", BrokerQueuePaper.ALL_THREADS))
                + " times with all; BWD and GQ do not. With 57,344 threads and more it is this GPU's doing: BQ of the"
                + " paper's authors takes " + authors(records, "authors-BQ", "2a6ea635", SOME_THREADS)
                + " times their GQ's time with 8,192, 57,344 and all threads where the probabilities are constants of"
                + " the program (2a6ea635), and " + authors(records, "authors-BQ", "b41989f6", SOME_THREADS)
                + " times where they are parameters (b41989f6); ours "
                + SOME_THREADS.stream()
                        .map(threads -> Quantity.significant(
                                rows.with("threads", threads).ratio("BQ", "GQ")))
                        .collect(Collectors.joining(", "))
                + " times. With 57,344 threads " + besideAuthors(records, "BQ", BrokerQueuePaper.PAPER_THREADS) + "; "
                + besideAuthors(records, "GQ", BrokerQueuePaper.PAPER_THREADS)
                + " (results/h200-papers/authors.jsonl). With 8,192 threads it is our BQ as well: it takes "
                + besideAuthors(records, "BQ", 8192, "2a6ea635") + " and "
                + besideAuthors(records, "BQ", 8192, "b41989f6") + "; " + besideAuthors(records, "GQ", 8192) + ". "
                + longerPauses(records);
    }

    private static boolean onlyBqTriesAgain(Records records) {
        return retries(records, "BQ", 8192) > 0
                && retries(records, "BWD", 8192) == 0
                && retries(records, "GQ", 8192) == 0;
    }

    /** Why BQ is slow where queues run empty. */
    private static String waitForEmpty(Records records) {
        var counted =
                load(records, "imbalance", false, FMA).with("threads", 8192).counting(RETRIES);
        return "BQ waits until Empty can be seen: with 8,192 threads it tries again "
                + Quantity.significant(counted.observed("BQ", RETRIES)) + " times for an operation and takes "
                + Quantity.time(counted.time("BQ")) + "; BWD, the same queue without the wait, tries again "
                + Quantity.plain(counted.observed("BWD", RETRIES)) + " times and takes "
                + Quantity.time(counted.time("BWD")) + ", GQ " + Quantity.plain(counted.observed("GQ", RETRIES))
                + " times and " + Quantity.time(counted.time("GQ")) + " (bench imbalance --count).";
    }

    /** What it costs and saves that those who wait for Empty pause the longer the longer they have waited. */
    private static String longerPauses(Records records) {
        var rows = load(records, "imbalance", false);
        return "Those who wait pause the longer the longer they have waited. Before they did, BQ took "
                + withFewAndAll(rows.at("0fed5e25")) + " with 8,192 and all threads (0fed5e25), with pauses of up to 16"
                + " µs " + withFewAndAll(rows.at("2a6ea635"))
                + " (2a6ea635), and since these are the shorter the fewer threads there are " + withFewAndAll(rows)
                + ".";
    }

    private static String withFewAndAll(Rows rows) {
        return Quantity.time(rows.with("threads", 8192).time("BQ")) + " and "
                + Quantity.time(
                        rows.with("threads", BrokerQueuePaper.ALL_THREADS).time("BQ"));
    }

    private static double retries(Records records, String queue, int threads) {
        return load(records, "imbalance", false, FMA)
                .with("threads", threads)
                .counting(RETRIES)
                .observed(queue, RETRIES);
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
        var rows = load(records, "imbalance", false);
        double broker = least(rows, queue, "BQ");
        double others = least(rows, queue, "GQ", "BWD");
        return Found.of(
                "at least " + times(broker) + " BQ's time, " + times(others) + " that of GQ and BWD",
                broker >= 2.5 && others >= 2.5);
    }

    /**
     * How many times as long a queue takes as another one, with each number of threads that both were measured with.
     */
    private static double[] overThreads(Rows rows, String queue, String other) {
        return rows.values("threads", queue, other).stream()
                .mapToDouble(threads -> rows.with("threads", threads).ratio(queue, other))
                .toArray();
    }

    private static double least(Rows rows, String queue, String... others) {
        return Arrays.stream(others)
                .flatMapToDouble(other -> DoubleStream.of(overThreads(rows, queue, other)))
                .min()
                .orElseThrow();
    }

    /** A queue's time over that of another one, by threads. */
    private static String byThreads(Rows rows, String queue, String other) {
        return rows.values("threads", queue, other).stream()
                .map(threads -> Quantity.significant(
                                rows.with("threads", threads).ratio(queue, other)) + " with " + Quantity.plain(threads))
                .collect(Collectors.joining(", ", queue + " ", " threads"));
    }

    private static String withHelp(int patience) {
        return DEQUEUES + "WFQ --threads 8192,65536 --patience " + patience
                + " --reps 5 --warmup 1 --limit 2 --no-check --out loads.jsonl";
    }

    private static Rows withHelp(Records records, int patience, int threads) {
        return records.gpu("imbalance")
                .with("patience", patience)
                .with("fma", FMA)
                .with("pEnq", 0.25)
                .with("pDeq", 0.5)
                .with("threads", threads);
    }

    private static double riseWithHelp(Records records, int patience) {
        return Rows.inOneRun(withHelp(records, patience, 65_536), "WFQ", withHelp(records, patience, 8192), "WFQ")
                .ratio();
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
        return WORK.stream()
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
        return "BWD is BQ without the wait until Empty can be seen. 320 multiply-adds do not keep threads away from the"
                + " queue: BWD takes "
                + Quantity.time(without) + " without and " + Quantity.time(with)
                + " with them at ratio 1/2. More of them do not end the wait: BQ takes "
                + WORK.stream()
                        .map(fma -> {
                            var rows = variant(records, 0.5, fma);
                            var both = Rows.inOneRun(rows, "BQ", rows, "BWD");
                            return Quantity.time(both.first() - both.second()) + " longer than BWD with "
                                    + Quantity.count(fma) + ", " + times(both.ratio()) + " its time";
                        })
                        .collect(Collectors.joining("; "))
                + ". NVIDIA's profiler counted with 320,000: " + counted(records, "BQ") + "; " + counted(records, "BWD")
                + "; " + counted(records, "GQ") + ". So BQ executes "
                + times(profiled(records).observed("BQ", INSTRUCTIONS)
                        / profiled(records).observed("BWD", INSTRUCTIONS))
                + " as many instructions as BWD and takes "
                + times(profiled(records).ratio("BQ", "BWD"))
                + " as long: the rest of the time its warps stand still. We conclude that waits become as long as the"
                + " work: a lane that waits is in a warp whose other lanes work, and others wait for it. It is this"
                + " GPU's doing, not that of its many threads: with as many as in the paper BQ of its authors takes "
                + authorsByRatio(records, BrokerQueuePaper.PAPER_THREADS, 320)
                + " times as long as their BWD at ratios 1/8, 1/4 and 1/2 with 320, and "
                + authorsByRatio(records, BrokerQueuePaper.PAPER_THREADS, 0) + " without.";
    }

    /** What is left of BSQ's loss where there is much work. */
    private static String lanesApart(Records records) {
        return "With 320,000 it is no longer the search: NVIDIA's profiler counted " + counted(records, "BSQ") + "; "
                + counted(records, "BWD") + ". BSQ executes "
                + times(profiled(records).observed("BSQ", INSTRUCTIONS)
                        / profiled(records).observed("BWD", INSTRUCTIONS))
                + " as many instructions, each by fewer lanes: lanes of a warp come apart and work one after the"
                + " other.";
    }

    private static String counted(Records records, String queue) {
        var rows = profiled(records);
        return queue + " " + Quantity.significant(rows.observed(queue, INSTRUCTIONS) / 1e9)
                + " G instructions of warps, by " + Quantity.significant(rows.observed(queue, LANES))
                + " lanes each, in " + Quantity.time(rows.time(queue));
    }

    private static Rows profiled(Records records) {
        return records.gpu("profile")
                .with("fma", MUCH_WORK)
                .with("threads", BrokerQueuePaper.ALL_THREADS)
                .with("pEnq", 0.25)
                .with("pDeq", 0.5);
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
