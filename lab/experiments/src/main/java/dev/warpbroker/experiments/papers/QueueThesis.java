package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;
import static dev.warpbroker.experiments.papers.Figures.range;

import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.papers.Paper.Illustration;
import dev.warpbroker.experiments.suite.Suite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Performance Evaluation of Blocking and Non-Blocking Concurrent Queues on GPUs, 2018. */
final class QueueThesis {
    private static final String BLOCKING = "locked-linked";
    private static final String NON_BLOCKING = "CAS-linked";
    private static final List<Integer> GROUPS = List.of(64, 128, 256);
    private static final List<Integer> SIZES =
            IntStream.rangeClosed(1, 10).mapToObj(i -> 10_000 * i).toList();
    private static final String MIX = "bench mix --device cuda --structures locked-linked,CAS-linked --threads 2048"
            + " --operations 10000,20000,30000,40000,50000,60000,70000,80000,90000,100000 --reps 3 --limit 1.5 --out"
            + " mix.jsonl";
    private static final String SEARCH_AGAIN =
            "bench bfs --device cuda --variants queue-only --graphs road-like:pa,road-like:tx,road-like:ca --structures"
                    + " locked-linked,CAS-linked --no-check --reps 3 --warmup 0 --limit 60 --out"
                    + " bfs-queue-only-again.jsonl";
    private static final String SEARCH_FREE =
            "bench bfs --device cuda --variants queue-only --structures CAS-linked --reps 1 --warmup 0 --limit 20 --out"
                    + " bfs-queue-only.jsonl";
    private static final String SEARCH_LOCKED =
            "bench bfs --device cuda --variants queue-only --structures locked-linked --no-check --reps 1 --warmup 0"
                    + " --limit 40 --out bfs-queue-only.jsonl";

    /** Of the queues, if nobody says otherwise. */
    private static final int CAPACITY = 131_072;

    /** Of the thesis's GPU. */
    private static final int COMPUTE_UNITS = 8;

    /** How much more one size of work groups may take than another on the same multiprocessors. */
    private static final double NOT_AT_ALL = 1.05;

    private static final String NEAR = "near:" + COMPUTE_UNITS;
    private static final String FAR = "far:" + COMPUTE_UNITS;
    private static final String ANYWHERE = "any";

    /** Of queues that lie elsewhere in memory. */
    private static final int OTHER_CAPACITY = 262_144;

    private static String mixOnMultiprocessors(int capacity) {
        return "bench mix --device cuda --structures locked-linked,CAS-linked --mixes 80/20 --threads 2048 --operations"
                + " 100000 --groups 64,128,256 --multiprocessors any," + NEAR + "," + FAR + " --capacity " + capacity
                + " --reps 3 --limit 3 --out mix-places.jsonl";
    }

    /** How much more one size of work groups may take than another for the size hardly to matter. */
    private static final double HARDLY = 1.3;

    private static final String EXTRAPOLATED =
            "All is measured but for what is marked ≈: by the time for a vertex in the largest network that was"
                    + " searched with such groups.";

    /** A road network: how we call its stand-in, and what the thesis says of it. */
    private record Road(String name, String standIn, long vertices, long edges, List<String> speedUps) {}

    private static final List<Road> ROADS = List.of(
            new Road("California", "road-like:ca", 1_965_206, 2_766_607, List.of("1.12", "1.09", "1.10")),
            new Road("Pennsylvania", "road-like:pa", 1_088_092, 1_541_898, List.of("1.14", "1.09", "1.12")),
            new Road("Texas", "road-like:tx", 1_379_917, 1_921_660, List.of("1.13", "1.13", "1.12")));

    private static final Road PENNSYLVANIA = ROADS.get(1);

    static final Paper PAPER = new Paper(
            "Thesis on queues",
            "H. Pourmeidani: Performance Evaluation of Blocking and Non-Blocking Concurrent Queues on GPUs, University"
                    + " of Mississippi, 2018",
            "the GPU of an AMD R7 APU, 8 compute units",
            List.of(
                    runTimes("figure 4.1a", "figure 4.1b", BLOCKING, "blocking"),
                    runTimes("figure 4.2a", "figure 4.2b", NON_BLOCKING, "non-blocking"),
                    speedUps("table 4.1", "80/20", "80 % adds", 6.9, 15.1, "20,000"),
                    speedUps("table 4.2", "50/50", "half adds, half deletes", 4.8, 9.2, "30,000"),
                    roads(),
                    searchTimes(),
                    searchSpeedUps()),
            List.of(
                    new Illustration("figure 2.1", "relaxed queue"),
                    new Illustration("figure 2.2", "bad interleaving"),
                    new Illustration("figure 2.3", "OpenCL platform"),
                    new Illustration("figure 2.4", "thread scheduler"),
                    new Illustration("figure 2.5", "work-group, wavefront, work-item"),
                    new Illustration("figure 3.1", "bad interleaving in queues"),
                    new Illustration("figure 3.2", "adds with locks"),
                    new Illustration("figure 3.3", "adds without locks"),
                    new Illustration("figure 3.4", "deletes without locks")));

    private QueueThesis() {}

    private static String mixOf(int threads) {
        return "bench mix --device cuda --structures locked-linked,CAS-linked --threads " + threads
                + " --operations 100000 --groups 64 --reps 3 --limit 3 --out mix-threads.jsonl";
    }

    /** Of the newest run with all sizes: what two commits took is not compared. */
    private static Rows mix(Records records, String mix) {
        var rows = anywhere(records).with("mix", mix).with("threads", 2048).with("capacity", CAPACITY);
        return rows.sameRunAs(rows.with("operations", SIZES.getFirst()).with("block", 128), NON_BLOCKING);
    }

    private static Rows mix(Records records, String mix, int operations, int group) {
        return mix(records, mix).with("operations", operations).with("block", group);
    }

    private static double speedUp(Records records, String mix, int operations, int group) {
        return mix(records, mix, operations, group).ratio(BLOCKING, NON_BLOCKING);
    }

    private static Exhibit runTimes(String adds, String even, String queue, String kind) {
        var exhibit = Exhibit.of(adds, even)
                .shows("Run time of 10,000 to 100,000 operations on the " + kind
                        + " queue, by size of work groups; a: 80 % adds, b: half of them.")
                .run(MIX)
                .run(mixOnMultiprocessors(CAPACITY))
                .run(mixOnMultiprocessors(OTHER_CAPACITY))
                .remark("2,048 threads make the operations; the thesis does not say how many.")
                .claim(Claim.that("The time grows with the number of operations.", records -> {
                    double tenfold = mix(records, "80/20", 100_000, 256).time(queue)
                            / mix(records, "80/20", 10_000, 256).time(queue);
                    return Found.of(
                            Quantity.significant(tenfold) + " times the time for 10 times the operations", tenfold > 5);
                }))
                .claim(Claim.that("The size of work groups hardly matters.", records -> {
                            double[] times = GROUPS.stream()
                                    .mapToDouble(group -> mix(records, "80/20", 100_000, group)
                                            .time(queue))
                                    .toArray();
                            double spread = most(times) / least(times);
                            return Found.of(
                                    "slowest over fastest size: " + Quantity.significant(spread), spread < HARDLY);
                        })
                        .otherwise(QueueThesis::sizesAreAlikeInOnePlace, QueueThesis::places));
        for (String mix : List.of("80/20", "50/50")) {
            exhibit = exhibit.grid(Grid.of(
                    "Run time, " + mix + " adds/deletes, by operations",
                    "groups of",
                    GROUPS.stream().map(String::valueOf).toList(),
                    SIZES,
                    (records, group, operations) -> mix(
                                    records, mix, ((Number) operations).intValue(), Integer.parseInt(group))
                            .cell(queue)));
        }
        return exhibit;
    }

    private static Exhibit speedUps(String number, String mix, String words, double least, double most, String peak) {
        var thesis = Findings.of(Suite.class, "mix");
        var exhibit = Exhibit.of(number)
                .shows("Times as fast as the blocking queue the non-blocking one is: " + words + ".")
                .run(MIX)
                .run(mixOnMultiprocessors(CAPACITY))
                .run(mixOnMultiprocessors(OTHER_CAPACITY))
                .run(mixOf(32))
                .run(mixOf(256))
                .claim(Claim.that("The non-blocking queue is faster at every size.", records -> {
                    double[] all = all(records, mix);
                    return Found.of(
                            range(all) + " times as fast", DoubleStream.of(all).allMatch(x -> x > 1));
                }))
                .claim(Claim.that(
                                "By " + Quantity.plain(least) + " to " + Quantity.plain(most) + " times.", records -> {
                                    double[] all = all(records, mix);
                                    double middle =
                                            DoubleStream.of(all).average().orElseThrow();
                                    return Found.beside(range(all), middle > 1, middle, Math.sqrt(least * most));
                                })
                        .otherwise(records -> serial(records, mix)))
                .claim(Claim.that("The speed-up falls as operations become more.", records -> {
                            double few = speedUp(records, mix, 10_000, 256);
                            double many = speedUp(records, mix, 100_000, 256);
                            return Found.of(
                                    Quantity.significant(few) + " for 10,000, " + Quantity.significant(many)
                                            + " for 100,000 (groups of 256)",
                                    many < 0.9 * few);
                        })
                        .otherwise(records -> "both queues do one operation after the other, so both times are"
                                + " proportional to their number: ten times as many take "
                                + Quantity.significant(tenfold(records, mix, BLOCKING)) + " (blocking) and "
                                + Quantity.significant(tenfold(records, mix, NON_BLOCKING))
                                + " times as long. Each run follows on another one, so that nothing is left to be done"
                                + " once only. The thesis puts it down to the overhead of atomic operations and its"
                                + " control flow, of which an operation has as much here whether there are many others"
                                + " or few; its own speed-up rises at first, up to " + peak + " operations."))
                .claim(Claim.that("The size of work groups hardly matters.", records -> {
                            double[] groups = GROUPS.stream()
                                    .mapToDouble(group -> speedUp(records, mix, 100_000, group))
                                    .toArray();
                            return Found.of(range(groups) + " for 100,000", most(groups) < HARDLY * least(groups));
                        })
                        .otherwise(QueueThesis::sizesAreAlikeInOnePlace, QueueThesis::places));
        if (mix.equals("80/20")) {
            exhibit = exhibit.claim(Claim.that("More adds, more speed-up: higher than with half deletes.", records -> {
                double adds = speedUp(records, "80/20", 100_000, 256);
                double even = speedUp(records, "50/50", 100_000, 256);
                return Found.of(Quantity.significant(adds) + " against " + Quantity.significant(even), adds > even);
            }));
        }
        return exhibit.grid(Grid.of(
                        "Speed-up (the thesis's), by operations",
                        "groups of",
                        GROUPS.stream().map(String::valueOf).toList(),
                        SIZES,
                        (records, group, operations) -> Cell.of(Quantity.significant(
                                speedUp(records, mix, ((Number) operations).intValue(), Integer.parseInt(group)))))
                .beside((group, column) -> Quantity.plain(thesis.number(mix, "groups of " + group, column))));
    }

    /** On the same multiprocessors sizes make no difference, but which ones these are does. */
    private static boolean sizesAreAlikeInOnePlace(Records records) {
        return Stream.of(NEAR, FAR)
                        .allMatch(where -> spread(records, where, NON_BLOCKING) < NOT_AT_ALL
                                && spread(records, where, BLOCKING) < HARDLY)
                && placed(records, CAPACITY, FAR, 256).time(NON_BLOCKING)
                        > HARDLY * placed(records, CAPACITY, NEAR, 256).time(NON_BLOCKING);
    }

    private static String places(Records records) {
        return "it is which multiprocessors groups are on, not how large groups are. On the same " + COMPUTE_UNITS
                + ", as many as the thesis's GPU has compute units, 2,048 threads make 100,000 operations without"
                + " locks in "
                + times(records, CAPACITY, NEAR, NON_BLOCKING) + " in groups of 64, 128 and 256 if these are the ones"
                + " nearest to the queue, and in " + times(records, CAPACITY, FAR, NON_BLOCKING)
                + " if they are the farthest (with locks in " + times(records, CAPACITY, NEAR, BLOCKING) + ", and in "
                + times(records, CAPACITY, FAR, BLOCKING)
                + "). One thread alone takes " + alone(records, CAPACITY, NEAR, 256)
                + " for an operation on the nearest"
                + " and " + alone(records, CAPACITY, FAR, 256)
                + " on the farthest. An H200 puts groups of 64, 128 and 256 on "
                + multiprocessors(records) + " multiprocessors, where an operation alone takes "
                + alone(records, CAPACITY) + ", and all of them "
                + times(records, CAPACITY, ANYWHERE, NON_BLOCKING)
                + "; if the queue lies elsewhere (--capacity " + OTHER_CAPACITY + "), "
                + alone(records, OTHER_CAPACITY) + " and " + times(records, OTHER_CAPACITY, ANYWHERE, NON_BLOCKING)
                + ". The R7 has " + COMPUTE_UNITS + " compute units in all.";
    }

    /** {@return how many times the time of the fastest size of groups the slowest takes} */
    private static double spread(Records records, String where, String queue) {
        double[] times = GROUPS.stream()
                .mapToDouble(group -> placed(records, CAPACITY, where, group).time(queue))
                .toArray();
        return most(times) / least(times);
    }

    /** All of the newest run of a capacity. */
    private static Rows placed(Records records, int capacity, String where, int group) {
        var rows = records.gpu("mix")
                .with("mix", "80/20")
                .with("threads", 2048)
                .with("operations", 100_000)
                .with("capacity", capacity)
                .counting("nanosAlone")
                .recordedBy(mixOnMultiprocessors(capacity));
        return rows.sameRunAs(rows.with("multiprocessors", NEAR), NON_BLOCKING)
                .with("multiprocessors", where)
                .with("block", group);
    }

    private static String times(Records records, int capacity, String where, String queue) {
        return enumerated(
                group -> Quantity.time(placed(records, capacity, where, group).time(queue)));
    }

    /** {@return how long an operation takes where groups of each size are} */
    private static String alone(Records records, int capacity) {
        return enumerated(group -> alone(records, capacity, ANYWHERE, group));
    }

    private static String alone(Records records, int capacity, String where, int group) {
        return Quantity.time(placed(records, capacity, where, group).observed(NON_BLOCKING, "nanosAlone"));
    }

    private static String multiprocessors(Records records) {
        return enumerated(group -> Quantity.count(
                (long) placed(records, CAPACITY, ANYWHERE, group).observed(NON_BLOCKING, "multiprocessors")));
    }

    /** {@return something of each size of groups} */
    private static String enumerated(IntFunction<String> words) {
        return words.apply(GROUPS.get(0)) + ", " + words.apply(GROUPS.get(1)) + " and " + words.apply(GROUPS.get(2));
    }

    /** {@return mixes whose threads are wherever the GPU puts them} */
    private static Rows anywhere(Records records) {
        return records.gpu("mix").without("multiprocessors");
    }

    private static double[] all(Records records, String mix) {
        return SIZES.stream()
                .flatMap(size -> GROUPS.stream().map(group -> speedUp(records, mix, size, group)))
                .mapToDouble(speedUp -> speedUp)
                .toArray();
    }

    private static double tenfold(Records records, String mix, String queue) {
        return mix(records, mix, 100_000, 256).time(queue)
                / mix(records, mix, 10_000, 256).time(queue);
    }

    /** How many accesses to memory one operation is long. */
    private static String serial(Records records, String mix) {
        double read = 1e9 / records.gpu("faa").with("threads", 1).rate("uncontended read");
        double locked = mix(records, mix, 100_000, 256).time(BLOCKING) / 100_000;
        double free = mix(records, mix, 100_000, 256).time(NON_BLOCKING) / 100_000;
        return "operations follow on each other in both, so what counts is how many accesses to memory one has on its"
                + " way. A read takes " + Quantity.time(read) + " on an H200 (bench faa); an operation takes "
                + Quantity.time(locked) + " with locks, " + Quantity.significant(locked / read) + " reads long, and "
                + Quantity.time(free) + " without, " + Quantity.significant(free / read)
                + " reads long. So the lock costs "
                + Quantity.significant((locked - free) / read)
                + " reads. How many threads want it matters less: by "
                + Stream.of(32, 256, 2048)
                        .map(threads -> Quantity.significant(anywhere(records)
                                        .with("mix", mix)
                                        .with("operations", 100_000)
                                        .with("block", 64)
                                        .with("threads", threads)
                                        .with("capacity", CAPACITY)
                                        .ratio(BLOCKING, NON_BLOCKING))
                                + " times with " + Quantity.count(threads))
                        .collect(Collectors.joining(", "))
                + " threads in groups of 64. How long an atomic takes on the R7 the thesis does not say.";
    }

    private static Exhibit roads() {
        return Exhibit.of("table 4.3")
                .shows("Vertices and edges of the three road networks that are searched.")
                .run(SEARCH_FREE)
                .run(SEARCH_LOCKED)
                .remark("roadNet-PA, TX and CA of the Stanford collection are not at hand: road-like:pa, tx and ca are"
                        + " generated with as many vertices and edges, and nearly the same degrees. That their sizes"
                        + " are the thesis's is no finding: it is what they were made for.")
                .claim(Claim.impossible(
                        "The three networks themselves.",
                        "The files of the Stanford collection were not at hand when these measurements were made;"
                                + " with them: --graphs roadNet-PA.txt.gz,roadNet-TX.txt.gz,roadNet-CA.txt.gz."))
                .grid(Grid.of(
                                "Stand-ins (the thesis's)",
                                "network",
                                ROADS.stream().map(Road::name).toList(),
                                List.of("vertices", "edges"),
                                (records, name, column) -> Cell.of(Quantity.count(
                                        column.equals("vertices")
                                                ? vertices(records, road(name))
                                                : edges(records, road(name)))))
                        .beside((name, column) -> Quantity.count(
                                column == 0 ? road(name).vertices() : road(name).edges())));
    }

    private static Road road(String name) {
        return ROADS.stream()
                .filter(road -> road.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long vertices(Records records, Road road) {
        return (long) Field.parameter("vertices").number(searches(records, road).newest(NON_BLOCKING));
    }

    /** Records count an undirected edge in both directions. */
    private static long edges(Records records, Road road) {
        return (long) Field.parameter("edges").number(searches(records, road).newest(NON_BLOCKING)) / 2;
    }

    private static Rows searches(Records records, Road road) {
        return searches(records, road, 2048);
    }

    private static Rows searches(Records records, Road road, int threads) {
        return records.gpu("bfs-queue-only")
                .like("graph", road.standIn(), "scale")
                .with("threads", threads);
    }

    /**
     * A search that there was no time for takes as long for each vertex as in the largest network that was searched.
     */
    private static Time searchTime(Records records, Road road, int group, String queue) {
        var own = searches(records, road).with("block", group);
        var others = ROADS.stream()
                .filter(other -> searches(records, other).with("block", group).isMeasured(queue))
                .sorted(Comparator.comparingLong(Road::vertices));
        return own.isMeasured(queue)
                ? new Time(own.time(queue), Time.Kind.MEASURED)
                : others.reduce((_, larger) -> larger)
                        .map(other -> new Time(
                                searches(records, other).with("block", group).time(queue)
                                        / other.vertices()
                                        * road.vertices(),
                                Time.Kind.ESTIMATED))
                        .orElseGet(() -> own.timeAtLeast(queue));
    }

    private static Exhibit searchTimes() {
        var exhibit = Exhibit.of("figure 4.3a", "figure 4.3b")
                .shows("Run time of breadth-first search with every vertex through the queue; a: blocking, b:"
                        + " non-blocking.")
                .run(SEARCH_FREE)
                .run(SEARCH_LOCKED)
                .remark(EXTRAPOLATED)
                .claim(Claim.that("The larger the network the longer the search, with both queues.", records -> {
                    var found = new ArrayList<String>();
                    boolean grows = true;
                    for (String queue : List.of(BLOCKING, NON_BLOCKING)) {
                        var searched = ROADS.stream()
                                .sorted(Comparator.comparingLong(Road::vertices))
                                .filter(road -> searches(records, road)
                                        .with("block", 128)
                                        .isMeasured(queue))
                                .toList();
                        double[] times = searched.stream()
                                .mapToDouble(road -> searches(records, road)
                                        .with("block", 128)
                                        .time(queue))
                                .toArray();
                        if (times.length < 2) {
                            throw searches(records, ROADS.getFirst())
                                    .with("block", 128)
                                    .missing(queue);
                        }
                        for (int i = 0; i < times.length; i++) {
                            found.add(searched.get(i).name() + " " + Quantity.time(times[i]));
                            grows &= i == 0 || times[i] > times[i - 1];
                        }
                    }
                    return Found.of(String.join(", ", found) + " (blocking, then non-blocking, groups of 128)", grows);
                }))
                .claim(Claim.that("Both queues scale alike.", records -> {
                            double[] growths = GROUPS.stream()
                                    .mapToDouble(group ->
                                            growth(records, group, BLOCKING) / growth(records, group, NON_BLOCKING))
                                    .toArray();
                            return Found.of(
                                    "from Pennsylvania to California the time grows "
                                            + GROUPS.stream()
                                                    .map(group -> Quantity.significant(growth(records, group, BLOCKING))
                                                            + " and "
                                                            + Quantity.significant(
                                                                    growth(records, group, NON_BLOCKING)))
                                                    .collect(Collectors.joining(", "))
                                            + " times (blocking and non-blocking, groups of 64, 128, 256)",
                                    most(growths) < HARDLY && 1 / least(growths) < HARDLY);
                        })
                        .otherwise(QueueThesis::searchesDiffer))
                .run(SEARCH_AGAIN);
        for (String queue : List.of(BLOCKING, NON_BLOCKING)) {
            exhibit = exhibit.grid(Grid.of(
                    "Run time on " + queue + ", by size of groups",
                    "network",
                    ROADS.stream().map(Road::name).toList(),
                    GROUPS,
                    (records, name, group) ->
                            Cell.of(searchTime(records, road(name), ((Number) group).intValue(), queue)
                                    .toString())));
        }
        return exhibit;
    }

    private static Exhibit searchSpeedUps() {
        return Exhibit.of("table 4.4")
                .shows("Times as fast as with the blocking queue the search is with the non-blocking one.")
                .run(SEARCH_FREE)
                .run(SEARCH_LOCKED)
                .run("bench bfs --device cuda --variants queue-only --graphs road-like:pa --groups 64 --threads 64"
                        + " --structures locked-linked,CAS-linked --no-check --reps 1 --warmup 0 --limit 20 --out"
                        + " why.jsonl")
                .remark(EXTRAPOLATED)
                .claim(Claim.that("The non-blocking queue hardly helps: 1.09 to 1.14 times as fast.", records -> {
                            double[] all = searchRatios(records);
                            return Found.of(
                                    range(all) + " in " + all.length + " of 9 searches",
                                    DoubleStream.of(all).allMatch(x -> x > 0.9 && x < 1.3));
                        })
                        .otherwise(records -> {
                            double mixed = mix(records, "50/50", 100_000, 128).time(BLOCKING) / 100_000;
                            double searching = operation(records, BLOCKING);
                            return "every vertex is enqueued and dequeued once, or a little more often. An operation"
                                    + " without locks takes as long as in table 4.2: "
                                    + Quantity.time(operation(records, NON_BLOCKING)) + ", there "
                                    + Quantity.time(
                                            mix(records, "50/50", 100_000, 128).time(NON_BLOCKING) / 100_000)
                                    + " (Pennsylvania, groups of 128). One with locks takes "
                                    + Quantity.time(searching) + " instead of "
                                    + Quantity.time(mixed) + ", "
                                    + Quantity.significant(searching / mixed)
                                    + " times as long, by as many threads: a road network has few vertices at a time"
                                    + " for 2,048 threads, and whoever comes in vain has held the lock for nothing,"
                                    + " where without locks it has only read. With 64 threads the non-blocking queue"
                                    + " is "
                                    + Quantity.significant(searches(records, PENNSYLVANIA, 64)
                                            .with("block", 64)
                                            .ratio(BLOCKING, NON_BLOCKING))
                                    + " times as fast. How many threads searched on the R7 the thesis does not say.";
                        }))
                .claim(Claim.that("The size of work groups hardly matters.", records -> {
                            var found = new ArrayList<String>();
                            boolean hardly = true;
                            for (var road : ROADS) {
                                double[] groups = GROUPS.stream()
                                        .mapToDouble(group -> searches(records, road)
                                                .with("block", group)
                                                .ratio(BLOCKING, NON_BLOCKING))
                                        .toArray();
                                found.add(road.name() + " " + range(groups));
                                hardly &= most(groups) < HARDLY * least(groups);
                            }
                            return Found.of(String.join(", ", found), hardly);
                        })
                        .otherwise(QueueThesis::searchesDiffer))
                .run(SEARCH_AGAIN)
                .grid(Grid.of(
                                "Speed-up (the thesis's), by size of groups",
                                "network",
                                ROADS.stream().map(Road::name).toList(),
                                GROUPS,
                                (records, name, size) -> {
                                    int group = ((Number) size).intValue();
                                    return Cell.of(searchTime(records, road(name), group, BLOCKING)
                                            .ratio(searchTime(records, road(name), group, NON_BLOCKING)
                                                    .nanos()));
                                })
                        .beside((name, column) -> road(name).speedUps().get(column)));
    }

    /** How many times as long as Pennsylvania a search of California takes. */
    private static double growth(Records records, int group, String queue) {
        return searches(records, ROADS.getFirst()).with("block", group).time(queue)
                / searches(records, PENNSYLVANIA).with("block", group).time(queue);
    }

    /** The same search twice may take more or less by more than sizes and networks make out. */
    private static String searchesDiffer(Records records) {
        return "with locks one search differs from the same one again by more than that. "
                + ROADS.stream()
                        .map(road -> road.name() + " took "
                                + GROUPS.stream()
                                        .map(group -> searches(records, road)
                                                .with("block", group)
                                                .spread(BLOCKING)
                                                .toString())
                                        .collect(Collectors.joining(", ")))
                        .collect(Collectors.joining("; "))
                + " in groups of 64, 128 and 256. Without locks "
                + PENNSYLVANIA.name() + " took "
                + GROUPS.stream()
                        .map(group -> searches(records, PENNSYLVANIA)
                                .with("block", group)
                                .spread(NON_BLOCKING)
                                .toString())
                        .collect(Collectors.joining(", "))
                + ".";
    }

    /** How long a queue takes for an operation of the search, of which there are two for a vertex. */
    private static double operation(Records records, String queue) {
        return searches(records, PENNSYLVANIA).with("block", 128).time(queue) / (2.0 * PENNSYLVANIA.vertices());
    }

    /** Of all searches that were made with both queues. */
    private static double[] searchRatios(Records records) {
        double[] ratios = ROADS.stream()
                .flatMap(road ->
                        GROUPS.stream().map(group -> searches(records, road).with("block", group)))
                .filter(rows -> rows.isMeasured(BLOCKING) && rows.isMeasured(NON_BLOCKING))
                .mapToDouble(rows -> rows.ratio(BLOCKING, NON_BLOCKING))
                .toArray();
        if (ratios.length == 0) {
            throw searches(records, PENNSYLVANIA).missing(BLOCKING);
        }
        return ratios;
    }
}
