package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.range;
import static dev.warpbroker.experiments.papers.Figures.times;

import dev.warpbroker.experiments.page.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Figures 1 and 2 of the Broker Queue paper: counters under contention, and pairs of enqueue and dequeue. */
final class BrokerQueuePairs {
    private static final String THREADS_OPTION = "--threads 1024,8192,65536,131072,270336";

    static final String FAA = "bench faa --device cuda --out faa.jsonl";

    private static final String CONTENDED =
            "bench faa --device cuda --threads 1,16,256,1024,4096,10000,16384,65536,270336 --out faa.jsonl";

    private static final String CONTENDED_CPU = "bench faa --device jvm --threads 1,2,4,8,10,16 --out faa-cpu.jsonl";

    private static final List<String> FAST =
            List.of("BQ", "BQ-fused", "OVQ", "BWD", "BSQ", "GQ", "HTQ", "CBQ", "SFQ", "LCRQ", "WFQ", "G-LFQ", "G-WFQ");

    /** To each bound of GQ, for an operation: a read and two adds for a pair. */
    private static final double BOUND_ACCESSES = 1.5;

    /** To Count of BQ, for an operation. */
    private static final double COUNT_ACCESSES = 2;

    private static final List<String> CAS = List.of("TZQ", "SHCQ", "NSFQ", "MSQ");

    private static final List<String> SLOW = List.of("TZQ", "SHCQ", "NSFQ", "MSQ", "2MQ", "BAQ");

    private BrokerQueuePairs() {}

    static Exhibit contention() {
        return Exhibit.of("figure 1")
                .shows("Time of a fetch-add on one word by many threads, over that of an uncontended read.")
                .run(CONTENDED)
                .run(CONTENDED_CPU)
                .remark("On the CPU it is getAndAdd of an int in Java.")
                .claim(Claim.that(
                                "On the GPU 10,000 threads that contend cost about what 10 cost on the CPU.",
                                records -> {
                                    double gpu = overhead(records.gpu("faa").recordedBy(CONTENDED), 10_000);
                                    double cpu = overhead(records.cpu("faa").recordedBy(CONTENDED_CPU), 10);
                                    return Found.beside(
                                            "GPU, 10,000 threads: " + times(gpu) + "; CPU, 10 threads: " + times(cpu),
                                            gpu < 2 * cpu,
                                            gpu / cpu,
                                            1);
                                })
                        .otherwise(records -> {
                            var cpu = records.cpu("faa");
                            double read =
                                    1e9 / records.gpu("faa").with("threads", 1).rate("uncontended read");
                            double add = 1e9 / addsToOneWord(records);
                            double cpuRead = 1e9 / cpu.with("threads", 1).rate("uncontended read");
                            double cpuAdd = 1e9 / cpu.with("threads", 10).rate("fetch-add");
                            return "threads that contend wait for each other's adds, so what counts is how long an add"
                                    + " to one word takes beside a read. On an H200 it is "
                                    + Quantity.significant(add) + " ns beside " + Quantity.time(read) + ", as "
                                    + Quantity.significant(read / add)
                                    + " adds are made while one thread reads; on the CPU, where 10 threads hand the"
                                    + " line on to each other, " + Quantity.significant(cpuAdd) + " ns beside "
                                    + Quantity.significant(cpuRead) + " ns, an add "
                                    + Quantity.significant(cpuAdd / cpuRead)
                                    + " reads long (bench faa). So 10,000 threads wait "
                                    + Quantity.significant(10_000 * add / read) + " reads and 10 about "
                                    + Quantity.significant(10 * cpuAdd / cpuRead)
                                    + ". The paper has no times of its own, only the ratio.";
                        }))
                .claim(Claim.that("On the CPU the cost rises sharply with the threads.", records -> {
                    var rows = records.cpu("faa");
                    var threads = rows.values("threads", "fetch-add");
                    double one = rows.with("threads", threads.getFirst()).observed("fetch-add", "overhead");
                    double all = rows.with("threads", threads.getLast()).observed("fetch-add", "overhead");
                    return Found.of(
                            times(one) + " with one thread, " + times(all) + " with "
                                    + Quantity.plain(threads.getLast()),
                            all > 4 * one);
                }))
                .claim(Claim.that(
                        "The GPU forgives contention: no more than a few times up to 1,000 threads.", records -> {
                            double cost = overhead(records.gpu("faa").recordedBy(CONTENDED), 1024);
                            return Found.of(times(cost) + " with 1,024 threads", cost < 6);
                        }))
                .grid(Grid.of(
                        "GPU: time over that of an uncontended read by one thread, by threads",
                        "access",
                        List.of("fetch-add", "warp-aggregated fetch-add", "CAS loop", "fetch-add, distinct words"),
                        List.of(1, 16, 256, 1024, 4096, 10_000, 16_384, 65_536, 270_336),
                        (records, access, threads) -> {
                            var faa = records.gpu("faa");
                            double read = faa.with("threads", 1).time("uncontended read");
                            return faa.with("threads", threads).cell(access, time -> time.ratio(read));
                        }))
                .grid(Grid.of(
                        "CPU: the same",
                        "access",
                        List.of("fetch-add", "CAS loop", "fetch-add, distinct words"),
                        List.of(1, 2, 4, 8, 10, 16),
                        (records, access, threads) -> Cell.of(Quantity.significant(
                                records.cpu("faa").with("threads", threads).observed(access, "overhead")))));
    }

    private static double overhead(Rows rows, int threads) {
        return rows.with("threads", threads).observed("fetch-add", "overhead");
    }

    static Exhibit pairs() {
        return Exhibit.of("figure 2a", "figure 2c")
                .shows("Run time of 10 pairs of enqueue and dequeue by every thread; 2c has the fastest queues.")
                .run("bench pairs --device cuda --form thread " + THREADS_OPTION
                        + " --reps 7 --warmup 1 --limit 0.3 --out pairs.jsonl")
                .run("bench pairs --device cuda --form thread --structures TZQ,SHCQ,NSFQ,MSQ,2MQ --threads 1024 --count"
                        + " --reps 3 --warmup 1 --limit 0.5 --out why.jsonl")
                .remark("SFQ and CBQ work for whole warps in the paper; here single lanes may call them as well.")
                .remark("Code that needs more registers than all threads have is compiled with fewer, and the rest in"
                        + " memory, where not all threads would run at once: so WFQ runs with 270,336 threads.")
                .remark("A queue of which one run takes longer than the limit is left out with more threads: > says"
                        + " so.")
                .run("bench pairs --device cuda --form thread --structures LCRQ,TZQ,SHCQ,NSFQ,MSQ,2MQ --threads 270336"
                        + " --reps 1 --warmup 0 --limit 6 --no-check --out why.jsonl")
                .run(FAA)
                .run(BrokerQueueProperties.COMMAND)
                .remark("Queues of the paper's authors, authors-BQ and others, are those of their framework of"
                        + " 2020; results/h200-papers/README.md has the settings.")
                .claim(Claim.that(
                        "Near full occupancy TZQ, SHCQ, NSFQ, MSQ (compare-and-swap) and 2MQ take more than 1,000 times"
                                + " as long as the others.",
                        records -> {
                            var rows = perThread(records).with("threads", BrokerQueuePaper.ALL_THREADS);
                            String slowest = Stream.of("BQ", "GQ", "LCRQ", "WFQ")
                                    .max(Comparator.comparingDouble(rows::time))
                                    .orElseThrow();
                            var found = allAbove(
                                    rows,
                                    Stream.concat(CAS.stream(), Stream.of("2MQ"))
                                            .toList(),
                                    slowest,
                                    1000);
                            return new Found(
                                    found.figure() + " the time of " + slowest + ", the slowest of the others",
                                    found.outcome());
                        }))
                .claim(Claim.that("2MQ, which lets in two threads at a time, is much faster than those.", records -> {
                            var rows = perThread(records).most("threads", "2MQ", "TZQ", "SHCQ", "NSFQ", "MSQ");
                            return Found.of(
                                    "time over that of 2MQ: "
                                            + CAS.stream()
                                                    .map(queue -> queue + " "
                                                            + Quantity.significant(rows.ratio(queue, "2MQ")))
                                                    .collect(Collectors.joining(", ")),
                                    CAS.stream().allMatch(queue -> rows.ratio(queue, "2MQ") > 1.5));
                        })
                        .otherwise(records -> {
                            var rows = perThread(records).most("threads", "2MQ", "MSQ");
                            double read =
                                    1e9 / records.gpu("faa").with("threads", 1).rate("uncontended read");
                            return "under contention all five make one operation after the other, and what counts is"
                                    + " how long one keeps the others waiting. A read takes "
                                    + Quantity.time(read) + " on an H200 (bench faa, one thread); an operation of 2MQ "
                                    + Quantity.significant(1e9 / rows.rate("2MQ") / read) + " of those, of MSQ "
                                    + Quantity.significant(1e9 / rows.rate("MSQ") / read)
                                    + ". Who has not got on tries again, and delays who has: with 1,024 threads an"
                                    + " operation has "
                                    + Quantity.significant(attempts(records, "2MQ")) + " attempts in vain on the locks"
                                    + " of 2MQ, "
                                    + CAS.stream()
                                            .map(queue ->
                                                    Quantity.significant(attempts(records, queue)) + " of " + queue)
                                            .collect(Collectors.joining(", "))
                                    + " (bench pairs --count).";
                        }))
                .claim(Claim.that("GQ takes more than twice as long as BQ above 45,056 threads.", records -> {
                            double ratio = perThread(records)
                                    .with("threads", BrokerQueuePaper.ALL_THREADS)
                                    .ratio("GQ", "BQ");
                            return Found.of(times(ratio), ratio > 2);
                        })
                        .otherwise(records -> "it is this GPU's doing: " + authorsPairs(records)
                                + " The paper puts GQ's loss down to the two counters that it has beside its ends. "
                                + accesses(records)))
                .claim(Claim.that(
                                "LCRQ takes 3 to 6 times as long as BQ even with few threads.",
                                records -> baseCost(records, "LCRQ"))
                        .otherwise(records -> "with few threads LCRQ stays within one ring, and a pair there is two"
                                + " fetch-adds and two swaps of its own cells, without a broker: "
                                + Quantity.time(
                                        perThread(records).with("threads", 1024).time("LCRQ"))
                                + " against BQ's "
                                + Quantity.time(perThread(records)
                                        .with("threads", 1024)
                                        .together("LCRQ", "BQ")
                                        .time("BQ"))
                                + " for 1,024 threads."))
                .claim(Claim.that(
                        "WFQ takes 3 to 6 times as long as BQ even with few threads.",
                        records -> baseCost(records, "WFQ")))
                .claim(Claim.that("LCRQ and WFQ quickly fall behind with more threads.", records -> {
                    var figures = new ArrayList<String>();
                    boolean agrees = true;
                    for (String queue : List.of("LCRQ", "WFQ")) {
                        var few = perThread(records).with("threads", 1024).ratioAtLeast(queue, "BQ");
                        var all = perThread(records)
                                .with("threads", BrokerQueuePaper.ALL_THREADS)
                                .ratioAtLeast(queue, "BQ");
                        figures.add(queue + " from " + few + " to " + all + " times BQ's time");
                        agrees &= all.value() > few.value();
                    }
                    return Found.of(String.join(", ", figures), agrees);
                }))
                .claims(BrokerQueueProperties.registers())
                .claim(Claim.that("BWD behaves like BQ here.", records -> alike(records, "BWD")))
                .claim(Claim.that("BSQ behaves like BQ here.", records -> alike(records, "BSQ"))
                        .otherwise(records -> "BSQ has a queue for each block, so its counters are apart. "
                                + oneWord(records) + " Operations by one lane of each warp: "
                                + operations(records, "BQ") + ", " + operations(records, "BSQ") + "."))
                .claim(Claim.that("BQ is the fastest queue of all.", records -> {
                            var rows = perThread(records).with("threads", BrokerQueuePaper.ALL_THREADS);
                            var faster = Stream.of("GQ", "HTQ", "CBQ", "SFQ", "LCRQ", "WFQ")
                                    .filter(queue ->
                                            rows.ratioAtLeast(queue, "BQ").value() < 1)
                                    .map(queue -> queue + " " + Quantity.significant(rows.ratio(queue, "BQ")))
                                    .toList();
                            return Found.of(
                                    faster.isEmpty()
                                            ? "so it is"
                                            : "time over BQ's: " + String.join(", ", faster) + "; BQ-fused "
                                                    + Quantity.significant(rows.ratio("BQ-fused", "BQ")),
                                    faster.isEmpty());
                        })
                        .otherwise(records -> "SFQ and CBQ add once to Head or Tail for an operation; BQ reads Count,"
                                + " adds to it, and then adds to Head or Tail: four times as many accesses to its"
                                + " busiest word. " + oneWord(records) + " Operations by one lane of each warp: "
                                + operations(records, "BQ") + ", " + operations(records, "HTQ") + ", "
                                + operations(records, "SFQ") + ", " + operations(records, "CBQ")
                                + ". HTQ has no ticket to wait for. The same algorithm with Count in parts and"
                                + " one claim for warps together is our"
                                + " BQ-fused:"
                                + " " + operations(records, "BQ-fused")
                                + "."))
                .grid(pairsGrid(
                        "Run time by threads",
                        Stream.concat(FAST.stream(), SLOW.stream()).toList(),
                        BrokerQueuePaper.THREADS,
                        "thread"));
    }

    static Exhibit pairsPerWarp() {
        return Exhibit.of("figure 2b", "figure 2d")
                .shows("The same with one thread of each warp, by warps; 2d has the fastest queues.")
                .run("bench pairs --device cuda --form one-per-warp " + THREADS_OPTION
                        + " --reps 7 --warmup 1 --limit 0.3 --out pairs.jsonl")
                .run("bench pairs --device cuda --form one-per-warp --structures LCRQ --ring 1024 --memory-factor 32"
                        + " --threads 65536 --reps 11 --warmup 1 --limit 0.5 --no-check --out why.jsonl")
                .run(FAA)
                .claim(Claim.that(
                        "TZQ, SHCQ, NSFQ, MSQ take more than 100 times as long as the others.",
                        records -> allAbove(
                                perWarp(records).with("threads", BrokerQueuePaper.ALL_THREADS), CAS, "BQ", 100)))
                .claim(Claim.that(
                                "SFQ takes 1.4 to 9 % longer than BQ above 512 warps.",
                                records -> {
                                    double[] ratios = Stream.of(65_536, 131_072, BrokerQueuePaper.ALL_THREADS)
                                            .mapToDouble(threads -> perWarp(records)
                                                    .with("threads", threads)
                                                    .ratio("SFQ", "BQ"))
                                            .toArray();
                                    return Found.of(
                                            range(ratios) + " times BQ's time",
                                            DoubleStream.of(ratios).allMatch(ratio -> ratio >= 1));
                                })
                        .otherwise(records -> "SFQ adds once for an operation, to Head or to Tail; BQ reads and adds to"
                                + " Count, which both ends share, before it does that. " + oneWord(records)
                                + " With all warps: " + operations(records, "BQ") + ", " + operations(records, "SFQ")
                                + ". The paper puts SFQ's loss down to polling whether the queue is closed; that does"
                                + " not weigh where counters are the limit."))
                .claim(Claim.that("GQ takes more than twice as long as BQ above 1,504 warps.", records -> {
                            double ratio = perWarp(records)
                                    .with("threads", BrokerQueuePaper.ALL_THREADS)
                                    .ratio("GQ", "BQ");
                            return Found.of(times(ratio), ratio > 2);
                        })
                        .otherwise(records -> "as with all threads, where it is this GPU's doing: "
                                + authorsPairs(records) + " " + accesses(records)))
                .claim(Claim.that("LCRQ catches up with GQ.", records -> catchesUp(records, "LCRQ"))
                        .otherwise(records -> {
                            var rows = perWarp(records);
                            return "a ring that more users share than it has cells is closed and left over and over"
                                    + " again. Over BQ's time: "
                                    + BrokerQueuePaper.THREADS.stream()
                                            .map(threads -> Quantity.significant(rows.with("threads", threads)
                                                            .ratio("LCRQ", "BQ"))
                                                    + " with " + Quantity.count(threads / 32) + " warps")
                                            .collect(Collectors.joining(", "))
                                    + ".";
                        }))
                .claim(Claim.that("WFQ catches up with GQ.", records -> catchesUp(records, "WFQ")))
                .claim(Claim.that("With more warps LCRQ loses its advantage over WFQ.", records -> {
                            double[] ratios = BrokerQueuePaper.THREADS.stream()
                                    .mapToDouble(threads -> perWarp(records)
                                            .with("threads", threads)
                                            .ratio("LCRQ", "WFQ"))
                                    .toArray();
                            double few = ratios[0];
                            double all = ratios[ratios.length - 1];
                            return Found.of(
                                    DoubleStream.of(ratios)
                                                    .mapToObj(Quantity::significant)
                                                    .collect(Collectors.joining(", "))
                                            + " times WFQ's time, from the fewest warps to all",
                                    few < 1 && all > 1.2 * few);
                        })
                        .otherwise(records -> "a ring of ours has a cell for each user, and so none is closed and"
                                + " replaced. With rings of 1,024 cells for 2,048 warps (--ring 1024) LCRQ takes "
                                + Quantity.time(smallRings(records, 65_536).time("LCRQ")) + ", WFQ "
                                + Quantity.time(
                                        perWarp(records).with("threads", 65_536).time("WFQ"))
                                + ": then the advantage is lost."))
                .claim(Claim.that("LCRQ's run time varies the most of the fast ones.", records -> {
                            var rows = perWarp(records).with("threads", BrokerQueuePaper.ALL_THREADS);
                            return Found.of(
                                    "slowest over fastest run: "
                                            + Stream.of("LCRQ", "WFQ", "GQ", "SFQ", "BQ")
                                                    .map(queue ->
                                                            queue + " " + Quantity.significant(variation(rows, queue)))
                                                    .collect(Collectors.joining(", ")),
                                    Stream.of("WFQ", "GQ", "SFQ", "BQ")
                                            .allMatch(queue -> variation(rows, queue) <= variation(rows, "LCRQ")));
                        })
                        .otherwise(records ->
                                "what varies is how many rings are closed and replaced, and with a cell for each user"
                                        + " none is: its slowest run takes "
                                        + Quantity.significant(
                                                variation(perWarp(records).with("threads", 1024), "LCRQ"))
                                        + " times its fastest with 32 warps and "
                                        + Quantity.significant(variation(
                                                perWarp(records).with("threads", BrokerQueuePaper.ALL_THREADS), "LCRQ"))
                                        + " times with all of them. With rings of 1,024 cells for 2,048 warps it is "
                                        + Quantity.significant(variation(smallRings(records, 65_536), "LCRQ"))
                                        + " times, in "
                                        + Quantity.significant(
                                                smallRings(records, 65_536).time("LCRQ")
                                                        / perWarp(records)
                                                                .with("threads", 65_536)
                                                                .time("LCRQ"))
                                        + " times the time (--ring 1024)."))
                .grid(pairsGrid(
                        "Run time by threads, of which one in 32 works",
                        Stream.concat(FAST.stream(), SLOW.stream()).toList(),
                        BrokerQueuePaper.THREADS,
                        "one-per-warp"));
    }

    private static double attempts(Records records, String queue) {
        return perThread(records)
                .with("threads", 1024)
                .counting("retriesPerOperation")
                .observed(queue, "retriesPerOperation");
    }

    private static double variation(Rows rows, String queue) {
        var times = rows.newest(queue).nanoseconds();
        return times.max() / times.min();
    }

    private static Grid pairsGrid(String caption, List<String> queues, List<Integer> threads, String form) {
        return Grid.of(
                caption,
                "queue",
                queues,
                threads,
                (records, queue, number) -> pairs(records, form)
                        .with("threads", number)
                        .together("BQ", "BWD", "BSQ", "GQ")
                        .cell(queue));
    }

    private static Found baseCost(Records records, String queue) {
        double ratio = perThread(records).with("threads", 1024).ratio(queue, "BQ");
        return Found.beside(times(ratio) + " with 1,024 threads", ratio > 1, ratio, 4.5);
    }

    private static Found alike(Records records, String queue) {
        var ratios = BrokerQueuePaper.THREADS.stream()
                .mapToDouble(
                        threads -> perThread(records).with("threads", threads).ratio(queue, "BQ"))
                .toArray();
        return Found.of(
                range(ratios) + " times BQ's time",
                DoubleStream.of(ratios).allMatch(ratio -> Math.abs(ratio - 1) < 0.1));
    }

    /** Whether all these take at least so many times as long as another queue. */
    private static Found allAbove(Rows rows, List<String> queues, String other, double times) {
        var figures = new ArrayList<String>();
        boolean agrees = true;
        for (String queue : queues) {
            var ratio = rows.ratioAtLeast(queue, other);
            figures.add(queue + " " + ratio);
            agrees &= ratio.value() > times;
        }
        return Found.of(String.join(", ", figures) + " times", agrees);
    }

    private static Found catchesUp(Records records, String queue) {
        double ratio =
                perWarp(records).with("threads", BrokerQueuePaper.ALL_THREADS).ratio(queue, "GQ");
        return Found.of(times(ratio) + " as long as GQ with all warps", ratio < 1.5);
    }

    static Rows perThread(Records records) {
        return pairs(records, "thread");
    }

    static Rows perWarp(Records records) {
        return pairs(records, "one-per-warp");
    }

    private static Rows pairs(Records records, String form) {
        return records.gpu("pairs").with("form", form).without("ring").without("patience");
    }

    private static Rows smallRings(Records records, int threads) {
        return records.gpu("pairs")
                .with("form", "one-per-warp")
                .with("ring", 1024)
                .with("threads", threads);
    }

    /** What the paper's authors' own code does on our GPU. */
    private static String authorsPairs(Records records) {
        return "GQ of the paper's authors takes "
                + times(perThread(records)
                        .with("threads", BrokerQueuePaper.PAPER_THREADS)
                        .ratio("authors-GQ", "authors-BQ"))
                + " their BQ's time with 57,344 threads, and "
                + times(perThread(records)
                        .with("threads", BrokerQueuePaper.ALL_THREADS)
                        .ratio("authors-GQ", "authors-BQ"))
                + " with all (results/h200-papers/authors.jsonl).";
    }

    /** That the accesses to the busiest word do not tell how BQ and GQ differ. */
    static String accesses(Records records) {
        return "How many accesses the busiest word gets does not decide: for a pair Count of BQ, and of BWD, gets two"
                + " reads and two adds, each bound of GQ a read and two adds, so GQ would take 0.75 times BQ's time,"
                + " and takes "
                + Quantity.significant(perThread(records)
                        .with("threads", BrokerQueuePaper.ALL_THREADS)
                        .ratio("GQ", "BQ"))
                + " (figure 2a). By one lane of each warp a bound of GQ gets "
                + Quantity.rate(perWarp(records).most("threads", "GQ").rate("GQ") * BOUND_ACCESSES)
                + " accesses and Count "
                + Quantity.rate(perWarp(records).most("threads", "BQ").rate("BQ") * COUNT_ACCESSES)
                + ", where one word takes " + Quantity.rate(addsToOneWord(records)) + " fetch-adds (bench faa).";
    }

    static String oneWord(Records records) {
        return "One word of an H200 takes " + Quantity.rate(addsToOneWord(records)) + " fetch-adds, words apart "
                + Quantity.rate(records.gpu("faa")
                        .most("threads", "fetch-add, distinct words")
                        .rate("fetch-add, distinct words"))
                + " (bench faa).";
    }

    /** How many fetch-adds to one word the GPU makes in a second. */
    private static double addsToOneWord(Records records) {
        return records.gpu("faa").most("threads", "fetch-add").rate("fetch-add");
    }

    /** Operations per second of a queue, one lane of each warp: what its busiest counter sees. */
    private static String operations(Records records, String queue) {
        var rows = perWarp(records).most("threads", queue);
        return queue + " " + Quantity.rate(rows.rate(queue));
    }
}
