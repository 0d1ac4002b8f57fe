package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.range;
import static dev.warpbroker.experiments.papers.Figures.times;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.properties.Answer;
import dev.warpbroker.experiments.properties.PaperTable;
import dev.warpbroker.experiments.properties.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The Broker Queue, ICS 2018. */
final class BrokerQueuePaper {
    static final List<Integer> THREADS = List.of(1024, 8192, 65_536, 131_072, 270_336);
    private static final int ALL_THREADS = 270_336;
    private static final String THREADS_OPTION = "--threads 1024,8192,65536,131072,270336";

    private static final List<String> FAST =
            List.of("BQ", "BQ-fused", "BWD", "BSQ", "GQ", "HTQ", "CBQ", "SFQ", "LCRQ", "WFQ");
    private static final List<String> CAS = List.of("TZQ", "SHCQ", "NSFQ", "MSQ");
    private static final List<String> SLOW = List.of("TZQ", "SHCQ", "NSFQ", "MSQ", "2MQ", "BAQ");
    private static final List<String> THAT_RETURN = List.of("BQ", "BQ-fused", "BWD", "BSQ", "GQ", "LCRQ", "WFQ");
    private static final List<Integer> LOAD_THREADS = List.of(8192, 65_536, 270_336);
    private static final List<Integer> RANK_THREADS = List.of(2048, 10_240, 32_768, 67_584, 135_168, 270_336);
    private static final List<Double> RATIOS = List.of(0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0);

    static final Paper PAPER = new Paper(
            "Broker Queue",
            "B. Kerbl, M. Kenzel, J. H. Mueller, D. Schmalstieg, M. Steinberger: The Broker Queue: A Fast, Linearizable"
                    + " FIFO Queue for Fine-Granular Work Distribution on the GPU, ICS 2018",
            "an NVIDIA GTX Titan X (Pascal), 28 multiprocessors, at most 57,344 threads at once; ours has 132 and"
                    + " 270,336",
            List.of(
                    properties(),
                    contention(),
                    pairs(),
                    pairsPerWarp(),
                    moreEnqueues(),
                    moreDequeues(),
                    prefilled(),
                    pageRank("figure 3d", "p2p-Gnutella31.txt", new AtLeast("LCRQ", 60), new AtLeast("WFQ", 6)),
                    pageRank("figure 3e", "web-NotreDame.txt", new AtLeast("LCRQ", 95), new AtLeast("WFQ", 400)),
                    variants("figure 4a", 0),
                    variants("figure 4b", 320)),
            List.of());

    private BrokerQueuePaper() {}

    private static Exhibit properties() {
        return Exhibit.of("table 1")
                .shows("Which queues fulfil eight properties that work distribution wants.")
                .run("bench properties --device cuda --out properties.jsonl")
                .remark("Each cell is decided by running something; criteria and evidence are in the report.")
                .remark("The text that the paper's table was read from leaves 5 of its 104 cells open: marked ?.")
                .claim(Claim.that("BQ fulfils all eight.", records -> {
                    var lacks = Arrays.stream(Property.values())
                            .filter(property -> !holds(records, "BQ", property))
                            .map(Property::toString)
                            .toList();
                    return Found.of(
                            lacks.isEmpty() ? "all eight" : "all but " + String.join(", ", lacks), lacks.isEmpty());
                }))
                .claim(Claim.that("No queue of other authors fulfils all eight.", records -> {
                    var all = PaperTable.columns().stream()
                            .filter(queue -> !queue.equals("BQ"))
                            .filter(queue -> Arrays.stream(Property.values())
                                    .allMatch(property -> holds(records, queue, property)))
                            .toList();
                    return Found.of(all.isEmpty() ? "none" : String.join(", ", all), all.isEmpty());
                }))
                .claims(Arrays.stream(Property.values())
                        .map(BrokerQueuePaper::row)
                        .toList())
                .grid(Grid.of(
                                "Ours (the paper's): • fulfilled, ◦ partly, - not, ? unclear",
                                "",
                                Arrays.stream(Property.values())
                                        .map(Property::toString)
                                        .toList(),
                                PaperTable.columns(),
                                (records, property, queue) ->
                                        Cell.of(mark(Answer.valueOf(records.property(String.valueOf(queue), property)
                                                .verdict()
                                                .toUpperCase(Locale.ROOT)))))
                        .beside((property, column) -> PaperTable.of(
                                        PaperTable.columns().get(column), property(property))
                                .map(BrokerQueuePaper::mark)
                                .orElse("")));
    }

    private static boolean holds(Records records, String queue, Property property) {
        return records.property(queue, property.toString()).verdict().equals(Answer.YES.toString());
    }

    private static Property property(String name) {
        return Arrays.stream(Property.values())
                .filter(property -> property.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String mark(Answer answer) {
        return answer == Answer.NO ? "-" : answer.mark().isBlank() ? answer.toString() : answer.mark();
    }

    /** A row of the table: the same queues as in the paper. */
    private static Claim row(Property property) {
        String fulfil = PaperTable.columns().stream()
                .filter(queue -> PaperTable.of(queue, property).orElseThrow() == Answer.YES)
                .collect(Collectors.joining(", "));
        return Claim.that("Row “" + property + "”: " + fulfil + ".", records -> {
                    var other = different(records, property);
                    return Found.of(
                            other.isEmpty()
                                    ? "the same"
                                    : "other than the paper: "
                                            + other.stream()
                                                    .map(cell -> cell.structure() + " " + cell.verdict())
                                                    .collect(Collectors.joining(", ")),
                            other.isEmpty());
                })
                .otherwise(records -> "decided by: " + property.criterion() + ". "
                        + different(records, property).stream()
                                .map(cell -> cell.structure() + ": "
                                        + cell.evidence().lines().findFirst().orElse(""))
                                .collect(Collectors.joining("; "))
                        + "." + REASONS.getOrDefault(property, ""));
    }

    private static final Map<Property, String> REASONS = Map.of(
            Property.HIGHLY_SCALABLE,
            " The yardstick is the best queue of today, which is several times as fast as the paper's best.",
            Property.FAIR_ORDERING,
            " The paper calls a queue fair that serves operations in the order in which they came; this measures what"
                    + " threads get done.",
            Property.STATIC_MEMORY,
            " Queues of nodes or segments have all their memory before the launch here, and use it again: what can be"
                    + " told apart is how much they take, and whether it runs out.",
            Property.MULTI_ELEMENT,
            " The paper credits the two-lock queue with it, for a holder of the lock could take several; ours does not"
                    + " offer that.");

    /** Where we found something else than the paper, both being certain. */
    private static List<Archive.Property> different(Records records, Property property) {
        var different = new ArrayList<Archive.Property>();
        for (String queue : PaperTable.columns()) {
            var paper = PaperTable.of(queue, property).orElseThrow();
            var ours = records.property(queue, property.toString());
            if (paper != Answer.UNCLEAR && !ours.verdict().equals(paper.toString())) {
                different.add(ours);
            }
        }
        return different;
    }

    private static Exhibit contention() {
        return Exhibit.of("figure 1")
                .shows("Time of a fetch-add on one word by many threads, over that of an uncontended read.")
                .run("bench faa --device cuda --out faa.jsonl")
                .run("bench faa --device jvm --out faa-cpu.jsonl")
                .remark("On the CPU it is getAndAdd of an int in Java.")
                .claim(Claim.that(
                        "On the GPU 10,000 threads that contend cost about what 10 cost on the CPU.", records -> {
                            double gpu = overhead(records.gpu("faa"), "fetch-add", 10_000);
                            double cpu = overhead(records.cpu("faa"), "fetch-add", 10);
                            return Found.of(
                                    "GPU, 10,000 threads: " + times(gpu) + "; CPU, 10 threads: " + times(cpu),
                                    gpu < 2 * cpu);
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
                            double cost = overhead(records.gpu("faa"), "fetch-add", 1024);
                            return Found.of(times(cost) + " with 1,024 threads", cost < 10);
                        }))
                .grid(Grid.of(
                        "GPU: time over that of an uncontended read by one thread, by threads",
                        "access",
                        List.of("fetch-add", "warp-aggregated fetch-add", "CAS loop", "fetch-add, distinct words"),
                        List.of(1, 16, 256, 1024, 4096, 16_384, 65_536, 270_336),
                        (records, access, threads) -> {
                            var faa = records.gpu("faa");
                            double read = faa.with("threads", 1).time("uncontended read");
                            return faa.with("threads", threads).cell(access, time -> time.ratio(read));
                        }))
                .grid(Grid.of(
                        "CPU: the same",
                        "access",
                        List.of("fetch-add", "CAS loop", "fetch-add, distinct words"),
                        List.of(1, 2, 4, 8, 16),
                        (records, access, threads) -> Cell.of(Quantity.significant(
                                records.cpu("faa").with("threads", threads).observed(access, "overhead")))));
    }

    /** Between the two numbers of threads that were measured: on a line, for above some tens it grows like one. */
    private static double overhead(Rows rows, String access, int threads) {
        var measured = rows.values("threads", access);
        double below = measured.stream()
                .filter(value -> value <= threads)
                .reduce((_, b) -> b)
                .orElse(measured.getFirst());
        double above =
                measured.stream().filter(value -> value >= threads).findFirst().orElse(measured.getLast());
        double low = rows.with("threads", below).observed(access, "overhead");
        double high = rows.with("threads", above).observed(access, "overhead");
        return above == below ? low : low + (high - low) * (threads - below) / (above - below);
    }

    private static Rows perThread(Records records) {
        return records.gpu("pairs").with("form", "thread").without("ring");
    }

    private static Rows perWarp(Records records) {
        return records.gpu("pairs").with("form", "one-per-warp").without("ring");
    }

    /** How many fetch-adds to one word the GPU makes in a second. */
    private static double addsToOneWord(Records records) {
        return records.gpu("faa").most("threads", "fetch-add").rate("fetch-add");
    }

    private static String oneWord(Records records) {
        return "One word of an H200 takes " + Quantity.rate(addsToOneWord(records)) + " fetch-adds, words apart "
                + Quantity.rate(records.gpu("faa")
                        .most("threads", "fetch-add, distinct words")
                        .rate("fetch-add, distinct words"))
                + " (bench faa).";
    }

    /** Operations per second of a queue, one lane of each warp: what its busiest counter sees. */
    private static String operations(Records records, String queue) {
        var rows = perWarp(records).most("threads", queue);
        return queue + " " + Quantity.rate(rows.rate(queue));
    }

    private static Exhibit pairs() {
        return Exhibit.of("figure 2a", "figure 2c")
                .shows("Run time of 10 pairs of enqueue and dequeue by every thread; 2c has the fastest queues.")
                .run("bench pairs --device cuda --form thread " + THREADS_OPTION
                        + " --reps 7 --warmup 1 --limit 0.3 --out pairs.jsonl")
                .remark("SFQ and CBQ work for whole warps in the paper; here single lanes may call them as well.")
                .remark("A queue of which one run takes longer than the limit is left out with more threads: > says"
                        + " so.")
                .claim(Claim.that(
                        "Near full occupancy TZQ, SHCQ, NSFQ, MSQ (compare-and-swap) take more than 1,000 times as long"
                                + " as the others.",
                        records -> allAbove(perThread(records).with("threads", ALL_THREADS), CAS, "BQ", 1000)))
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
                                    + " how many accesses to memory follow on each other in one. A read takes "
                                    + Quantity.time(read) + " on an H200 (bench faa, one thread); an operation of 2MQ "
                                    + Quantity.significant(1e9 / rows.rate("2MQ") / read) + " of those, of MSQ "
                                    + Quantity.significant(1e9 / rows.rate("MSQ") / read)
                                    + ": take the lock, read, write, give the lock back, against read, swap, and as a"
                                    + " rule swap once more.";
                        }))
                .claim(Claim.that("GQ takes more than twice as long as BQ above 45,056 threads.", records -> {
                            double ratio = perThread(records)
                                    .with("threads", ALL_THREADS)
                                    .ratio("GQ", "BQ");
                            return Found.of(times(ratio), ratio > 2);
                        })
                        .otherwise(records -> "in both the busiest word gets one add for each operation (Count; the"
                                + " upper or the lower bound), and the words that GQ has beside it lie on lines"
                                + " of their own, so that adds to them go on meanwhile. " + oneWord(records)
                                + " Operations by one lane of each warp, with all warps: " + operations(records, "BQ")
                                + ", " + operations(records, "GQ")
                                + ": both are near what one word takes, an add and a read for each. In the paper the"
                                + " two bounds cost as much again as the rest."))
                .claim(Claim.that(
                                "LCRQ takes 3 to 6 times as long as BQ even with few threads.",
                                records -> baseCost(records, "LCRQ"))
                        .otherwise(records -> "with few threads LCRQ stays within one ring, and a pair there is two"
                                + " fetch-adds and two swaps of its own cells, without a broker: "
                                + Quantity.time(
                                        perThread(records).with("threads", 1024).time("LCRQ"))
                                + " against BQ's "
                                + Quantity.time(
                                        perThread(records).with("threads", 1024).time("BQ"))
                                + " for 1,024 threads. With 16-byte swaps in hardware, which an H200 has, that costs no"
                                + " more than a word's."))
                .claim(Claim.that(
                        "WFQ takes 3 to 6 times as long as BQ even with few threads.",
                        records -> baseCost(records, "WFQ")))
                .claim(Claim.that("LCRQ and WFQ quickly fall behind with more threads.", records -> {
                    var figures = new ArrayList<String>();
                    boolean agrees = true;
                    for (String queue : List.of("LCRQ", "WFQ")) {
                        var few = perThread(records).with("threads", 1024).ratioAtLeast(queue, "BQ");
                        var all =
                                perThread(records).with("threads", ALL_THREADS).ratioAtLeast(queue, "BQ");
                        figures.add(queue + " from " + few + " to " + all + " times BQ's time");
                        agrees &= all.value() > few.value();
                    }
                    return Found.of(String.join(", ", figures), agrees);
                }))
                .claim(Claim.that("BWD behaves like BQ here.", records -> alike(records, "BWD")))
                .claim(Claim.that("BSQ behaves like BQ here.", records -> alike(records, "BSQ"))
                        .otherwise(records -> "BSQ has a queue for each block, so its counters are apart. "
                                + oneWord(records) + " Operations by one lane of each warp: "
                                + operations(records, "BQ") + ", " + operations(records, "BSQ")
                                + ". With few threads its second look at where to begin costs more than it saves. In"
                                + " the paper, with a fifth of the threads, one counter for all was evidently no"
                                + " limit."))
                .claim(Claim.that("BQ is the fastest queue of all.", records -> {
                            var rows = perThread(records).with("threads", ALL_THREADS);
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
                        THREADS,
                        "thread"));
    }

    private static Grid pairsGrid(String caption, List<String> queues, List<Integer> threads, String form) {
        return Grid.of(
                caption,
                "queue",
                queues,
                threads,
                (records, queue, number) -> records.gpu("pairs")
                        .with("form", form)
                        .without("ring")
                        .with("threads", number)
                        .cell(queue));
    }

    private static Found baseCost(Records records, String queue) {
        double ratio = perThread(records).with("threads", 1024).ratio(queue, "BQ");
        return Found.beside(times(ratio) + " with 1,024 threads", ratio > 1, ratio, 4.5);
    }

    private static Found alike(Records records, String queue) {
        var ratios = THREADS.stream()
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

    private static Exhibit pairsPerWarp() {
        return Exhibit.of("figure 2b", "figure 2d")
                .shows("The same with one thread of each warp, by warps; 2d has the fastest queues.")
                .run("bench pairs --device cuda --form one-per-warp " + THREADS_OPTION
                        + " --reps 7 --warmup 1 --limit 0.3 --out pairs.jsonl")
                .claim(Claim.that(
                        "TZQ, SHCQ, NSFQ, MSQ take more than 100 times as long as the others.",
                        records -> allAbove(perWarp(records).with("threads", ALL_THREADS), CAS, "BQ", 100)))
                .claim(Claim.that(
                                "SFQ takes 1.4 to 9 % longer than BQ above 512 warps.",
                                records -> {
                                    double[] ratios = Stream.of(65_536, 131_072, ALL_THREADS)
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
                                    .with("threads", ALL_THREADS)
                                    .ratio("GQ", "BQ");
                            return Found.of(times(ratio), ratio > 2);
                        })
                        .otherwise(records -> "as with all threads: adds to GQ's second bound go on beside those to the"
                                + " first. " + oneWord(records)))
                .claim(Claim.that("LCRQ catches up with GQ.", records -> catchesUp(records, "LCRQ"))
                        .otherwise(records -> {
                            var rows = perWarp(records);
                            return "a ring that more users share than it has cells is closed and left over and over"
                                    + " again. Over BQ's time: "
                                    + THREADS.stream()
                                            .map(threads -> Quantity.significant(rows.with("threads", threads)
                                                            .ratio("LCRQ", "BQ"))
                                                    + " with " + Quantity.count(threads / 32) + " warps")
                                            .collect(Collectors.joining(", "))
                                    + ".";
                        }))
                .claim(Claim.that("WFQ catches up with GQ.", records -> catchesUp(records, "WFQ")))
                .claim(Claim.that("With more warps LCRQ loses its advantage over WFQ.", records -> {
                    double few = perWarp(records).with("threads", 1024).ratio("LCRQ", "WFQ");
                    double all = perWarp(records).with("threads", ALL_THREADS).ratio("LCRQ", "WFQ");
                    return Found.of(
                            "from " + Quantity.significant(few) + " to " + Quantity.significant(all)
                                    + " times WFQ's time",
                            few < 1 && all > few);
                }))
                .claim(Claim.that("LCRQ's run time varies the most of the fast ones.", records -> {
                            var rows = perWarp(records).with("threads", ALL_THREADS);
                            var spreads = Stream.of("LCRQ", "WFQ", "GQ", "SFQ", "BQ")
                                    .collect(Collectors.toMap(
                                            queue -> queue,
                                            queue -> {
                                                var times = rows.newest(queue).nanoseconds();
                                                return times.max() / times.min();
                                            },
                                            (a, _) -> a,
                                            LinkedHashMap::new));
                            return Found.of(
                                    "slowest over fastest run: "
                                            + spreads.entrySet().stream()
                                                    .map(entry -> entry.getKey() + " "
                                                            + Quantity.significant(entry.getValue()))
                                                    .collect(Collectors.joining(", ")),
                                    spreads.values().stream().allMatch(spread -> spread <= spreads.get("LCRQ")));
                        })
                        .otherwise(records -> "all of them vary little: clocks are steady, and each run begins with"
                                + " the same memory. Rings that are never used up, and segments allocated"
                                + " before the launch, take away what made LCRQ's time vary."))
                .grid(pairsGrid(
                        "Run time by threads, of which one in 32 works",
                        Stream.concat(FAST.stream(), SLOW.stream()).toList(),
                        THREADS,
                        "one-per-warp"));
    }

    private static Found catchesUp(Records records, String queue) {
        double ratio = perWarp(records).with("threads", ALL_THREADS).ratio(queue, "GQ");
        return Found.of(times(ratio) + " as long as GQ with all warps", ratio < 1.5);
    }

    private static Rows load(Records records, String experiment, boolean moreEnqueues) {
        return records.gpu(experiment)
                .without("ring")
                .with("pEnq", moreEnqueues ? 0.5 : 0.25)
                .with("pDeq", moreEnqueues ? 0.25 : 0.5);
    }

    private static final String LOAD_OPTIONS = " --structures BQ,BQ-fused,BWD,BSQ,GQ,LCRQ,WFQ"
            + " --threads 8192,65536,270336 --reps 5 --warmup 1 --limit 0.3 --out ";

    private static Grid loadGrid(String experiment, boolean moreEnqueues) {
        return Grid.of(
                "Run time by threads",
                "queue",
                THAT_RETURN,
                LOAD_THREADS,
                (records, queue, threads) -> load(records, experiment, moreEnqueues)
                        .with("threads", threads)
                        .cell(queue));
    }

    private static Exhibit moreEnqueues() {
        return Exhibit.of("figure 3a")
                .shows("Every thread makes 1 to 10 rounds of enqueue and dequeue by chance, enqueues twice as likely,"
                        + " and 128 multiply-adds after a dequeue.")
                .run("bench imbalance --device cuda" + LOAD_OPTIONS + "imbalance.jsonl")
                .remark("P(enq) = 0.5, P(deq) = 0.25: the paper says only that one is twice the other.")
                .claim(Claim.that("The work narrows the gap between queues.", records -> {
                    var queues = new String[] {"BQ", "BWD", "BSQ", "GQ", "LCRQ", "WFQ"};
                    var loaded = load(records, "imbalance", true).most("threads", queues);
                    double threads = load(records, "imbalance", true)
                            .values("threads", queues)
                            .getLast();
                    double with = spread(loaded, queues);
                    double without = spread(perThread(records).with("threads", threads), queues);
                    return Found.of(
                            "slowest over fastest: " + Quantity.significant(without) + " without work, "
                                    + Quantity.significant(with) + " here",
                            with < without);
                }))
                .claim(Claim.that("Queues do not run empty.", records -> {
                            var rows = load(records, "imbalance", true).with("threads", ALL_THREADS);
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
                        .otherwise(records -> "only BWD says Empty at all, in the first moments, when dequeues come"
                                + " before the first enqueues have ended: of "
                                + Quantity.plain(load(records, "imbalance", true)
                                        .with("threads", ALL_THREADS)
                                        .observed("BWD", "accepted"))
                                + " elements nobody had to wait for one. BQ waits until it"
                                + " knows, which BWD does not."))
                .grid(loadGrid("imbalance", true));
    }

    private static double spread(Rows rows, String... queues) {
        var times = Arrays.stream(queues).mapToDouble(rows::time).toArray();
        return DoubleStream.of(times).max().orElseThrow()
                / DoubleStream.of(times).min().orElseThrow();
    }

    private static Exhibit moreDequeues() {
        return Exhibit.of("figure 3b")
                .shows("As 3a, but dequeues are twice as likely, so that queues run empty.")
                .run("bench imbalance --device cuda" + LOAD_OPTIONS + "imbalance.jsonl")
                .claim(Claim.that(
                        "LCRQ takes at least 2.5 times as long as GQ, BQ and BWD.", records -> behind(records, "LCRQ")))
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
                                "LCRQ has its rings before the launch, 32 times the memory as in the paper, and they"
                                        + " do not run out here: what made its time rise on a Titan X, rings closed and"
                                        + " new ones made, is rare, while WFQ's slow path is taken more often the more"
                                        + " threads wait: its time with all of them is "
                                        + Quantity.time(load(records, "imbalance", false)
                                                .most("threads", "WFQ")
                                                .time("WFQ"))
                                        + ", LCRQ's "
                                        + Quantity.time(load(records, "imbalance", false)
                                                .most("threads", "LCRQ")
                                                .time("LCRQ"))
                                        + "."))
                .claim(Claim.that(
                                "GQ is up to 64 % faster than BQ.",
                                records -> {
                                    double ratio = load(records, "imbalance", false)
                                            .with("threads", ALL_THREADS)
                                            .ratio("BQ", "GQ");
                                    return Found.beside(
                                            "BQ takes " + times(ratio) + " as long", ratio > 1, ratio, 1.64);
                                })
                        .otherwise(records -> {
                            var rows = load(records, "imbalance", false);
                            return "BQ says Empty only when it has seen that, and the more threads there are the longer"
                                    + " that takes. BWD is the same queue without the wait: BQ takes "
                                    + LOAD_THREADS.stream()
                                            .map(threads -> Quantity.significant(rows.with("threads", threads)
                                                            .ratio("BQ", "BWD"))
                                                    + " times as long with " + Quantity.count(threads) + " threads")
                                            .collect(Collectors.joining(", "))
                                    + ". The paper's GPU ends at 57,344 threads, ours has almost five times as many.";
                        }))
                .claim(Claim.that(
                                "BWD is the fastest, 10 % ahead of GQ at full occupancy.",
                                records -> {
                                    double ratio = load(records, "imbalance", false)
                                            .with("threads", ALL_THREADS)
                                            .ratio("BWD", "GQ");
                                    return Found.of("BWD takes " + times(ratio) + " as long as GQ", ratio < 1);
                                })
                        .otherwise(records ->
                                "every operation of BWD reads and adds to Count, two accesses to one word; GQ's"
                                        + " bounds get three for two operations, each its own, at the same time. "
                                        + oneWord(records)
                                        + " With no work and as many enqueues as dequeues, where the warps"
                                        + " claim together, BWD is ahead: "
                                        + times(perThread(records)
                                                .with("threads", ALL_THREADS)
                                                .ratio("BWD", "GQ"))
                                        + " GQ's time (figure 2a)."))
                .claim(Claim.that("BSQ looks for work in vain and never makes up for it.", records -> {
                    double ratio = load(records, "imbalance", false)
                            .with("threads", ALL_THREADS)
                            .ratio("BSQ", "BWD");
                    return Found.of(times(ratio) + " BWD's time", ratio > 1);
                }))
                .grid(loadGrid("imbalance", false));
    }

    private static Found behind(Records records, String queue) {
        var rows = load(records, "imbalance", false).most("threads", queue, "GQ", "BQ", "BWD");
        double least = Stream.of("GQ", "BQ", "BWD")
                .mapToDouble(other -> rows.ratio(queue, other))
                .min()
                .orElseThrow();
        return Found.of("at least " + times(least), least >= 2.5);
    }

    private static double rise(Rows rows, String queue, List<Double> threads) {
        return rows.with("threads", threads.getLast()).time(queue)
                / rows.with("threads", threads.getFirst()).time(queue);
    }

    private static Exhibit prefilled() {
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
                        .otherwise(records -> "LCRQ costs more than BQ from the start here, as in figure 2a: "
                                + times(perThread(records)
                                        .with("threads", 8192)
                                        .ratioAtLeast("LCRQ", "BQ")
                                        .value())
                                + " BQ's time for pairs with 8,192 threads."))
                .grid(loadGrid("prefilled", false));
    }

    /** A queue and how many times as long as BQ it takes, at least. */
    private record AtLeast(String queue, double times) {}

    private static Exhibit pageRank(String number, String graph, AtLeast... slower) {
        String file = graph + ".gz";
        var exhibit = Exhibit.of(number)
                .shows("Eight iterations of PageRank of " + graph.replace(".txt", "") + ", by threads.")
                .run("bench pagerank --device cuda --graph " + file
                        + " --structures BQ,BQ-fused,BWD,BSQ,GQ,HTQ,LCRQ,WFQ --form warp,thread --reps 21 --limit 0.15"
                        + " --out pagerank.jsonl")
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
                                                    .map(queue -> ranks(records, graph)
                                                            .with("threads", threads)
                                                            .ratio("GQ", queue)))
                                            .mapToDouble(ratio -> ratio)
                                            .toArray();
                                    return Found.of(
                                            "GQ takes " + range(ratios) + " times as long",
                                            DoubleStream.of(ratios).allMatch(ratio -> ratio > 1.05));
                                })
                        .otherwise(records -> "not at every number of threads: with all of them GQ takes "
                                + times(ranks(records, graph)
                                        .with("threads", ALL_THREADS)
                                        .ratio("GQ", "BQ"))
                                + " BQ's time, and "
                                + times(ranks(records, graph)
                                        .with("threads", 32_768)
                                        .ratio("GQ", "BQ"))
                                + " with 32,768. Most of the time goes to the edges, whose additions"
                                + " do not depend on the queue."));
        for (var claimed : slower) {
            exhibit = exhibit.claim(Claim.that(
                            claimed.queue() + " takes at least " + Quantity.plain(claimed.times())
                                    + " times as long as GQ, BQ and its variants above 10,240 threads.",
                            records -> {
                                var ratios = manyThreads()
                                        .map(threads -> ranks(records, graph)
                                                .with("threads", threads)
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
                            + ranks(records, graph).with("threads", 32_768).timeAtLeast(claimed.queue())
                            + ", BQ "
                            + ranks(records, graph).with("threads", 32_768).timeAtLeast("BQ")
                            + ": still far behind."));
        }
        if (graph.startsWith("web")) {
            exhibit = exhibit.claim(Claim.that(
                            "With all threads BSQ is the fastest, 9 % ahead of BWD.",
                            records -> {
                                var rows = ranks(records, graph).with("threads", ALL_THREADS);
                                double ratio = rows.ratio("BWD", "BSQ");
                                boolean fastest =
                                        Stream.of("BQ", "BWD", "GQ").allMatch(queue -> rows.ratio(queue, "BSQ") >= 1);
                                return Found.of("BWD takes " + times(ratio) + " as long", fastest);
                            })
                    .otherwise(records -> "BSQ and BQ are within the spread of repetitions: "
                            + times(ranks(records, graph)
                                    .with("threads", ALL_THREADS)
                                    .ratio("BSQ", "BQ")) + "."));
        }
        return exhibit.grid(Grid.of(
                        "Run time by threads, warps together",
                        "queue",
                        Stream.concat(THAT_RETURN.stream(), Stream.of("HTQ")).toList(),
                        RANK_THREADS,
                        (records, queue, threads) ->
                                ranks(records, graph).with("threads", threads).cell(queue)))
                .grid(Grid.of(
                        "Run time by threads, each lane for itself",
                        "queue",
                        List.of("BQ", "BQ-fused", "BWD", "BSQ", "GQ", "HTQ"),
                        List.of(67_584, ALL_THREADS),
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

    private static Rows allRanks(Records records, String graph) {
        return records.gpu("pagerank")
                .with("graph", graph)
                .with("precision", "DOUBLE")
                .without("ring");
    }

    private static Rows ranks(Records records, String graph) {
        return allRanks(records, graph).preferring("form", "warp");
    }

    private static Stream<Integer> manyThreads() {
        return RANK_THREADS.stream().filter(threads -> threads > 10_240);
    }

    private static String slowest(Records records, String graph, int threads) {
        var rows = ranks(records, graph).with("threads", threads);
        return Stream.of("GQ", "BQ", "BWD", "BSQ")
                .max(Comparator.comparingDouble(rows::time))
                .orElseThrow();
    }

    private static Rows variant(Records records, double ratio, int fma) {
        return records.gpu("variants")
                .with("fma", fma)
                .with("pEnq", Math.min(0.5, 0.5 * ratio))
                .with("pDeq", Math.min(0.5, 0.5 / ratio));
    }

    private static Exhibit variants(String number, int fma) {
        var exhibit = Exhibit.of(number)
                .shows("BQ, BWD and BSQ with all threads, by P(enq) over P(deq), with " + fma
                        + " multiply-adds after a dequeue.")
                .run("bench variants --device cuda --reps 3 --warmup 1 --limit 0.3 --out variants.jsonl")
                .remark("The larger of the two probabilities is 0.5.");
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
                                            + " counters are the limit. " + oneWord(records)))
                    .claim(Claim.that("With fewer enqueues BSQ takes up to 30 times as long.", records -> {
                        double most = DoubleStream.of(fewer(records, "BSQ", "BWD", fma))
                                .max()
                                .orElseThrow();
                        return Found.beside("up to " + times(most) + " BWD's time", most > 1, most, 30);
                    }))
                    .claim(Claim.that(
                            "To be linearizable costs BQ up to 20 times the time, where the queue is nearly empty.",
                            records -> {
                                double most = DoubleStream.of(fewer(records, "BQ", "BWD", fma))
                                        .max()
                                        .orElseThrow();
                                return Found.beside("up to " + times(most) + " BWD's time", most > 1, most, 20);
                            }))
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
                            .otherwise(records -> "the wait for an Empty that can be seen grows with the threads, of"
                                    + " which there are almost five times as many, and is long for all ratios"
                                    + " below 1: BQ over BWD "
                                    + range(fewer(records, "BQ", "BWD", fma)) + "."));
        } else {
            exhibit = exhibit.claim(Claim.that("With that work BQ and BWD are nearly the same.", records -> {
                                double most = DoubleStream.of(fewer(records, "BQ", "BWD", fma))
                                        .max()
                                        .orElseThrow();
                                return Found.of("BQ takes up to " + times(most) + " BWD's time", most < 1.5);
                            })
                            .otherwise(BrokerQueuePaper::workIsNothing))
                    .claim(Claim.that("With fewer enqueues BSQ takes only about 6 times as long.", records -> {
                                double most = DoubleStream.of(fewer(records, "BSQ", "BWD", fma))
                                        .max()
                                        .orElseThrow();
                                return Found.beside("up to " + times(most) + " BWD's time", most > 1, most, 6);
                            })
                            .otherwise(BrokerQueuePaper::workIsNothing));
        }
        return exhibit.grid(Grid.of(
                "Run time by P(enq) / P(deq)",
                "queue",
                List.of("BQ", "BWD", "BSQ"),
                RATIOS,
                (records, queue, ratio) ->
                        variant(records, ((Number) ratio).doubleValue(), fma).cell(queue)));
    }

    private static String workIsNothing(Records records) {
        double without = variant(records, 0.5, 0).time("BWD");
        double with = variant(records, 0.5, 320).time("BWD");
        return "320 multiply-adds are next to nothing on this GPU: they make BWD "
                + Quantity.significant(100 * (with / without - 1)) + " % slower at ratio 1/2, from "
                + Quantity.time(without) + " to " + Quantity.time(with)
                + ". On the paper's they kept threads away from the queue.";
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
