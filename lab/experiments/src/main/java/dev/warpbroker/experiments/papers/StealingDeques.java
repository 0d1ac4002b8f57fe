package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;

import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figures 3.4 and 3.5 and table 3.2 of the thesis on work stealing: deques. */
final class StealingDeques {
    private static final List<String> SETUPS = List.of("i", "ii", "iii");
    private static final List<String> STEALING = List.of("ii", "iii");

    private static final List<Integer> GPU_WORKERS = List.of(1, 8, 32, 128, 256, 512, 1024, 2048, 4096);

    private static final String DEQUE = "bench deque --device cuda --reps 5 --out deque.jsonl";

    private static final int CPU_ELEMENTS = 320_000;

    private static final String DEQUE_CPU = "bench deque --device jvm --structures locked,ABP --threads 1,2,4,8,16"
            + " --elements 320000 --reps 15 --warmup 5 --limit 20 --out deque-cpu.jsonl";

    private static final String CHUNKS =
            "bench deque --device cuda --setups ii --structures locked --chunk 1,32 --threads"
                    + " 512 --reps 5 --out deque-chunks.jsonl";

    private static final String CHUNKS_CPU =
            "bench deque --device jvm --setups ii,iii --structures locked --chunk 1,32 --threads 16 --elements 320000"
                    + " --reps 15 --warmup 5 --limit 20 --out deque-cpu-chunks.jsonl";

    private static final String PACKED =
            "bench deque --device jvm --structures locked,ABP --threads 16 --elements 320000"
                    + " --packed --reps 15 --warmup 5 --limit 20 --out deque-cpu-packed.jsonl";

    private static final String FAA_CPU = "bench faa --device jvm --threads 1,2,4,8,16 --out faa-cpu.jsonl";

    /** What stealChunk takes at once. */
    private static final int CHUNK = 32;

    /** A rank correlation above this is not chance, with 16 workers or more. */
    private static final double ALIKE = 0.6;

    private StealingDeques() {}

    static Exhibit deques(String number, String kind, String words) {
        return Exhibit.of(number)
                .shows("Throughput of deques, " + words
                        + ", by workers with a deque each: i) pop, ii) pop and steal, iii)"
                        + " push, pop and steal; and how many elements each worker acquired.")
                .run(DEQUE)
                .run(CHUNKS)
                .run(DEQUE_CPU)
                .run(CHUNKS_CPU)
                .run(FAA_CPU)
                .remark("8,000 elements in each deque on the GPU, where the thesis has 32,000, and 320,000 on the CPU:"
                        + " runs with fewer are over after a millisecond.")
                .claim(scaling(kind, "GPU", 512))
                .claim(scaling(kind, "CPU", 16))
                .claim(bySetup(kind))
                .claim(onCpu(kind))
                .claim(stealsOnGpu(kind))
                .claim(stealsOnCpu(kind))
                .claim(Claim.that("Workers acquire between 0.9 and 1.1 times the mean, on the GPU.", records -> {
                    var rows = deque(records.gpu("deque"), "iii", 512);
                    double least = rows.observed(kind, "leastAcquired");
                    double most = rows.observed(kind, "mostAcquired");
                    return Found.of(
                            Quantity.significant(least) + " to " + Quantity.significant(most),
                            least > 0.9 && most < 1.1);
                }))
                .claim(sameVictims(kind, "GPU", 512))
                .claim(sameVictims(kind, "CPU", 16).otherwise(records -> allAlike(records, kind)))
                .claim(Claim.impossible("The same on the Xeon Phi.", WorkStealingThesis.NO_XEON_PHI))
                .grid(dequeGrid("GPU", kind, GPU_WORKERS))
                .grid(dequeGrid("CPU", kind, WorkStealingThesis.CPU_WORKERS));
    }

    static Exhibit dequeTable() {
        Map<String, List<String>> gpu =
                Map.of("i", List.of("0.95", "0.17"), "ii", List.of("0.82", "0.13"), "iii", List.of("0.31", "0.09"));
        Map<String, List<String>> cpu =
                Map.of("i", List.of("2.06", "4.42"), "ii", List.of("1.89", "4.23"), "iii", List.of("1.94", "4.06"));
        return Exhibit.of("table 3.2")
                .shows("Throughput for each deque, million elements a second; latency is its inverse.")
                .run(DEQUE)
                .run(CHUNKS)
                .run(DEQUE_CPU)
                .run(CHUNKS_CPU)
                .run(PACKED)
                .run("bench faa --device cuda --out faa.jsonl")
                .remark("On the GPU 512 workers; the thesis has 256 for the blocking one. On the CPU 16.")
                .claim(Claim.that("On the GPU the non-blocking deque is to be used.", records -> {
                    double[] ratios = dequeRatios(records, "GPU");
                    return Found.of(
                            setups(ratios) + " times the throughput",
                            DoubleStream.of(ratios).allMatch(ratio -> ratio > 1));
                }))
                .claim(Claim.that("It has 5.6, 6.3 and 3.4 times the throughput there.", records -> {
                            double[] ratios = dequeRatios(records, "GPU");
                            return Found.beside(setups(ratios), least(ratios) > 1, ratios[0], 5.6);
                        })
                        .otherwise(records -> {
                            double read =
                                    1e9 / records.gpu("faa").with("threads", 1).rate("uncontended read");
                            double locked = perDeque(records, "GPU", "i", "locked");
                            double free = perDeque(records, "GPU", "i", "ABP");
                            return "a lock that nobody else wants costs two more atomics. In setup i a pop takes "
                                    + Quantity.time(1e9 / locked) + " with the lock and " + Quantity.time(1e9 / free)
                                    + " without, "
                                    + Quantity.significant((1e9 / locked - 1e9 / free) / read)
                                    + " reads of memory more (a read: " + Quantity.time(read)
                                    + ", bench faa). An atomic of an H200 takes "
                                    + Quantity.significant(records.gpu("faa")
                                            .with("threads", 1)
                                            .observed("fetch-add", "overhead"))
                                    + " times as long as a read; the thesis's lock cost 4.83 µs, by its table.";
                        }))
                .claim(Claim.that(
                                "On the CPU the blocking deque is the better one, about 2.1 times the throughput.",
                                records -> {
                                    double[] ratios = dequeRatios(records, "CPU");
                                    return Found.of(
                                            "non-blocking " + setups(ratios) + " times the throughput of blocking",
                                            DoubleStream.of(ratios).allMatch(ratio -> ratio < 1));
                                })
                        .otherwise(StealingDeques::whereEndsLie))
                .claim(Claim.that(
                                "stealChunk makes the blocking deque about 1.4 times as fast on the CPU.", records -> {
                                    double[] ratios = chunkRatios(records);
                                    return Found.of(
                                            Figures.range(ratios) + " times, the median "
                                                    + Quantity.significant(Figures.median(ratios))
                                                    + ", setups ii and iii of "
                                                    + ratios.length / STEALING.size() + " processes",
                                            Figures.median(ratios) > 1.15);
                                })
                        .otherwise(records -> "few elements are stolen at all: of these processes "
                                + percents(stolen(records, 1)) + " one by one and " + percents(stolen(records, CHUNK))
                                + " in chunks, with 16 threads, so that there is next to nothing to gain; and a thief"
                                + " that takes 32 at once has the owner's lock until it has them."))
                .claim(Claim.that("On the GPU stealChunk is only a small gain.", StealingDeques::chunkOnGpu))
                .claim(Claim.impossible("The Xeon Phi's column.", WorkStealingThesis.NO_XEON_PHI))
                .grid(throughput("GPU", gpu))
                .grid(throughput("CPU", cpu));
    }

    private static Claim stealsOnGpu(String kind) {
        return kind.equals("ABP")
                ? Claim.that(
                        "About 10 % of attempts to steal succeed on the GPU.",
                        records -> {
                            double share = successful(deque(records.gpu("deque"), "iii", 512), kind);
                            return Found.beside(Figures.percent(share), true, share, 0.1);
                        })
                : Claim.that("On the GPU only the non-blocking deque seems to work well.", records -> {
                            var rows = records.gpu("deque");
                            double gain = deque(rows, "i", 512).rate(kind)
                                    / deque(rows, "i", 1).rate(kind);
                            return Found.of(
                                    "the blocking one makes " + Quantity.significant(gain)
                                            + " times as much with 512 workers as with one, and acquires all",
                                    gain < 0.5 * 512);
                        })
                        .otherwise(records -> "the lock makes a pop "
                                + Quantity.time(1e9 / perDeque(records, "GPU", "i", "locked")
                                        - 1e9 / perDeque(records, "GPU", "i", "ABP"))
                                + " longer here, with 512 workers, and 4.83 µs in the thesis, by its table: atomics of"
                                + " its GPU took several times as long.");
    }

    private static Claim stealsOnCpu(String kind) {
        return Claim.that(
                        "About 15 % of attempts to steal succeed on the CPU, with locks and without.",
                        records -> {
                            var rows = deque(onCpu(records), "iii", 16);
                            double share = successful(rows, kind);
                            double other = successful(rows, kind.equals("ABP") ? "locked" : "ABP");
                            return Found.of(
                                    Figures.percent(share) + ", of the other deque " + Figures.percent(other),
                                    most(share, other) < 0.3 && least(share, other) > 0.075);
                        })
                .otherwise(records -> {
                    var rows = deque(onCpu(records), "iii", 16);
                    return "it is a matter of how often thieves look in vain, and how long they wait between two looks"
                            + " the thesis does not say: "
                            + Stream.of("locked", "ABP")
                                    .map(deque -> deque + " "
                                            + Quantity.plain(rows.observed(deque, "attempts")) + " attempts for "
                                            + Quantity.plain(rows.observed(deque, "stolen")) + " elements")
                                    .collect(Collectors.joining(", "))
                            + ". A thief that finds the lock taken has failed; without locks it fails only if there is"
                            + " nothing, or another was quicker.";
                });
    }

    private static double successful(Rows rows, String kind) {
        return rows.observed(kind, "stolen") / rows.observed(kind, "attempts");
    }

    /** By the thesis's table 3.2. */
    private static Claim onCpu(String kind) {
        String thesis = kind.equals("ABP") ? "2.06, 1.89, 1.94" : "4.42, 4.23, 4.06";
        return Claim.that(
                        "On the CPU i) is the fastest, and the others are close: " + thesis
                                + " million a second for each deque.",
                        records -> {
                            double[] rates = SETUPS.stream()
                                    .mapToDouble(setup -> perDeque(records, "CPU", setup, kind) / 1e6)
                                    .toArray();
                            double[] others = firstOver(records, kind, "ii");
                            double[] pushed = firstOver(records, kind, "iii");
                            return Found.of(
                                    setups(rates) + " with 16 threads in the newest run; in " + others.length
                                            + " runs i) has " + Figures.range(others) + " times as many as ii) and "
                                            + Figures.range(pushed) + " times as many as iii)",
                                    least(least(others), least(pushed)) >= 1
                                            && most(most(others), most(pushed)) < 1 / 0.75);
                        })
                .otherwise(records -> pushesAndThieves(records, kind));
    }

    /** {@return how many times the throughput of a setup the first one has on the CPU, in each run that has all} */
    private static double[] firstOver(Records records, String kind, String setup) {
        var rows = onCpu(records).with("workers", 16).with("chunk", 1).except("packed", true);
        return rows.runs(kind).stream()
                .filter(run ->
                        SETUPS.stream().allMatch(each -> run.with("setup", each).isMeasured(kind)))
                .mapToDouble(run -> run.with("setup", "i").rate(kind)
                        / run.with("setup", setup).rate(kind))
                .toArray();
    }

    private static Claim scaling(String kind, String machine, int processors) {
        return Claim.that("Throughput grows almost linearly up to the processors of the " + machine + ".", records -> {
                    var rows = on(records, machine);
                    double one = deque(rows, "i", 1).rate(kind);
                    double all = deque(rows, "i", processors).rate(kind);
                    return Found.of(
                            Quantity.significant(all / one) + " times as much with " + processors + " workers",
                            all > 0.75 * processors * one);
                })
                .otherwise(records -> {
                    var adds = records.cpu("faa");
                    double alone = 1e9 / adds.with("threads", 1).rate("fetch-add, distinct words");
                    double together =
                            1e9 * processors / adds.with("threads", processors).rate("fetch-add, distinct words");
                    return "threads of this machine are slower beside each other, also where they share nothing: an"
                            + " add to a word of its own takes a thread " + Quantity.time(alone) + " by itself and "
                            + Quantity.time(together) + " beside " + (processors - 1) + " others, so that "
                            + processors + " make " + Quantity.significant(processors * alone / together)
                            + " times as many (bench faa).";
                });
    }

    /** What an element takes beyond a pop: with one worker, whom nobody disturbs, and with thieves. */
    private static String pushesAndThieves(Records records, String kind) {
        double alone = nanos(records, "i", 1, kind);
        double pushed = nanos(records, "iii", 1, kind);
        double[] others = firstOver(records, kind, "ii");
        return (least(others) < 1 && most(others) > 1
                        ? "which of i) and ii) is ahead differs from run to run. In"
                        : "in")
                + " iii) half of the elements are pushed first, and whether to push is a choice at random. With one"
                + " worker, whom no thief disturbs, an element takes " + Quantity.time(alone) + " in i) and "
                + Quantity.time(pushed) + " in iii), "
                + Quantity.significant(pushed / alone)
                + " times as long; with 16 workers "
                + SETUPS.stream()
                        .map(setup -> Quantity.time(nanos(records, setup, 16, kind)) + " in " + setup + ")")
                        .collect(Collectors.joining(", "))
                + ". In the thesis, by its table, a pop takes "
                + (kind.equals("ABP") ? "485" : "226") + " ns, beside which a push is little.";
    }

    /** Which of the two is ahead by where their ends lie. */
    private static String whereEndsLie(Records records) {
        double locked = nanos(records, "i", 16, "locked");
        double free = nanos(records, "i", 16, "ABP");
        double lockedPacked = packedNanos(records, "locked");
        double freePacked = packedNanos(records, "ABP");
        return "where the ends of deques lie counts more than the lock. Of 16 workers each of which pops from its own"
                + " (setup i) an element takes " + Quantity.time(locked) + " with the lock and " + Quantity.time(free)
                + " without if no ends of two deques share a cache line, and " + Quantity.time(lockedPacked) + " and "
                + Quantity.time(freePacked)
                + " if they do (--packed). So a non-blocking deque whose ends share lines is "
                + Quantity.significant(freePacked / locked) + " times as slow as a blocking one whose ends do not, and"
                + " a blocking one that shares is " + Quantity.significant(lockedPacked / free)
                + " times as slow as a non-blocking one that does not. In the thesis an element takes 226 ns with the"
                + " lock and 485 ns without, by its table; one worker alone takes "
                + Quantity.time(nanos(records, "i", 1, "locked")) + " and "
                + Quantity.time(nanos(records, "i", 1, "ABP"))
                + " here. So something that is not in the thesis's listings held its deques up; where it has their"
                + " ends it does not say, and with both alike the lock is the slower one here, packed or not.";
    }

    /** How long a worker takes for an element, on the CPU. */
    private static double nanos(Records records, String setup, int workers, String kind) {
        return 1e9 * workers / deque(onCpu(records), setup, workers).rate(kind);
    }

    /** With 16 threads, several ends in a cache line. */
    private static double packedNanos(Records records, String kind) {
        return 1e9
                * 16
                / onCpu(records)
                        .with("setup", "i")
                        .with("workers", 16)
                        .with("packed", true)
                        .rate(kind);
    }

    private static Rows on(Records records, String machine) {
        return machine.equals("GPU") ? records.gpu("deque") : onCpu(records);
    }

    private static Rows onCpu(Records records) {
        return records.cpu("deque").with("elements", CPU_ELEMENTS);
    }

    private static Grid dequeGrid(String machine, String kind, List<Integer> workers) {
        return Grid.of(
                machine + ": elements per second, by workers",
                "setup",
                SETUPS,
                workers,
                (records, setup, number) -> Cell.of(
                        Quantity.rate(deque(on(records, machine), setup, number).rate(kind))));
    }

    private static Grid throughput(String machine, Map<String, List<String>> thesis) {
        return Grid.of(
                        machine + ": million elements a second for each deque (the thesis's)",
                        "setup",
                        SETUPS,
                        List.of("non-blocking", "blocking"),
                        (records, setup, column) -> Cell.of(Quantity.significant(
                                perDeque(records, machine, setup, column.equals("blocking") ? "locked" : "ABP") / 1e6)))
                .beside((setup, column) ->
                        thesis.getOrDefault(setup, List.of("", "")).get(column));
    }

    /** Of one run, that has all setups. */
    private static Rows deque(Rows rows, String setup, Object workers) {
        return deque(rows, setup, workers, 1).sameRunAs(deque(rows, "i", workers, 1), "ABP");
    }

    private static Rows deque(Rows rows, String setup, Object workers, int chunk) {
        return rows.with("setup", setup)
                .with("workers", workers)
                .with("chunk", chunk)
                .except("packed", true);
    }

    private static double perDeque(Records records, String machine, String setup, String kind) {
        int workers = machine.equals("GPU") ? 512 : 16;
        return deque(on(records, machine), setup, workers).rate(kind) / workers;
    }

    private static double[] dequeRatios(Records records, String machine) {
        return SETUPS.stream()
                .mapToDouble(
                        setup -> perDeque(records, machine, setup, "ABP") / perDeque(records, machine, setup, "locked"))
                .toArray();
    }

    private static String setups(double... ratios) {
        return DoubleStream.of(ratios).mapToObj(Quantity::significant).collect(Collectors.joining(", "));
    }

    private static Found chunkOnGpu(Records records) {
        var rows = records.gpu("deque");
        double ratio = Rows.inOneRun(deque(rows, "ii", 512, 1), "locked", deque(rows, "ii", 512, CHUNK), "locked")
                .ratio();
        return Found.of(Quantity.significant(ratio) + " times (setup ii)", ratio > 1 && ratio < 1.25);
    }

    /** How many times as fast the blocking deque is by chunks, in each process on the CPU, setup by setup. */
    private static double[] chunkRatios(Records records) {
        double[] ratios = processes(onCpu(records), 16, "locked").stream()
                .flatMapToDouble(run -> STEALING.stream()
                        .flatMapToDouble(setup -> pairs(
                                run.with("setup", setup).with("chunk", 1),
                                run.with("setup", setup).with("chunk", CHUNK),
                                "locked",
                                (one, many) -> one.nanoseconds().median()
                                        / many.nanoseconds().median())))
                .toArray();
        if (ratios.length == 0) {
            throw onCpu(records).missing("locked by " + CHUNK);
        }
        return ratios;
    }

    /** What share of all elements is stolen, in the same processes. */
    private static double[] stolen(Records records, int chunk) {
        return processes(onCpu(records), 16, "locked").stream()
                .flatMap(run ->
                        STEALING.stream().map(setup -> run.with("setup", setup).with("chunk", chunk)))
                .filter(rows -> rows.isMeasured("locked"))
                .flatMap(rows -> rows.all("locked").stream())
                .mapToDouble(row -> Field.observed("stolen").number(row) / row.operations())
                .toArray();
    }

    private static String percents(double... shares) {
        return Figures.percent(least(shares)) + " to " + Figures.percent(most(shares));
    }

    /** What was recorded by each run, of as many workers; what took the same command several times is one. */
    private static List<Rows> processes(Rows rows, int workers, String kind) {
        return rows.with("workers", workers).except("packed", true).runs(kind);
    }

    /**
     * Something of two measurements of each process: of a command that ran several times those that belong together.
     */
    private static DoubleStream pairs(
            Rows first, Rows second, String kind, ToDoubleBiFunction<Measurement, Measurement> of) {
        if (!first.isMeasured(kind) || !second.isMeasured(kind)) {
            return DoubleStream.empty();
        }
        var some = first.all(kind);
        var others = second.all(kind);
        return IntStream.range(0, Math.min(some.size(), others.size()))
                .mapToDouble(i -> of.applyAsDouble(some.get(i), others.get(i)));
    }

    private static Claim bySetup(String kind) {
        return Claim.that("i) is the fastest, then ii), then iii), on the GPU.", records -> {
                    var runs = ofAllSetups(records, kind);
                    String figure = runs.stream()
                            .map(run -> SETUPS.stream()
                                    .map(setup -> Quantity.rate(
                                            run.with("setup", setup).rate(kind)))
                                    .collect(Collectors.joining(", ")))
                            .collect(Collectors.joining("; in an earlier process "));
                    boolean newest = isInOrder(runs.getFirst(), kind);
                    return new Found(
                            figure + ", with 512 workers",
                            !newest
                                    ? Outcome.TURNED_AROUND
                                    : runs.stream().allMatch(run -> isInOrder(run, kind))
                                            ? Outcome.REPRODUCED
                                            : Outcome.IN_KIND);
                })
                .otherwise(records -> {
                    var runs = ofAllSetups(records, kind);
                    var stealing = runs.getFirst().with("setup", "ii");
                    return "iii) is the slowest, but i) and ii) are as fast as each other: ii) takes "
                            + runs.stream()
                                    .map(run -> Quantity.significant(
                                            run.with("setup", "ii").time(kind)
                                                    / run.with("setup", "i").time(kind)))
                                    .collect(Collectors.joining(" and "))
                            + " times as long as i), by process. Steals are few, "
                            + Figures.percent(stealing.observed(kind, "stolen")
                                    / stealing.newest(kind).operations())
                            + " of all operations, and save time, too: workers are not all as fast as each other, they"
                            + " acquire " + Quantity.significant(stealing.observed(kind, "leastAcquired")) + " to "
                            + Quantity.significant(stealing.observed(kind, "mostAcquired"))
                            + " times the mean in ii) and are done at the same time, where in i) everybody waits for"
                            + " the slowest. In the thesis, by its table, ii) takes "
                            + (kind.equals("ABP") ? "1.16" : "1.31") + " times as long.";
                });
    }

    /** Processes on the GPU that have all setups, the newest first. */
    private static List<Rows> ofAllSetups(Records records, String kind) {
        var runs = processes(records.gpu("deque").with("chunk", 1), 512, kind).stream()
                .filter(run -> SETUPS.stream()
                        .allMatch(setup -> run.with("setup", setup).isMeasured(kind)))
                .toList();
        if (runs.isEmpty()) {
            throw records.gpu("deque").missing(kind + ", all setups");
        }
        return runs;
    }

    private static boolean isInOrder(Rows run, String kind) {
        double[] rates = SETUPS.stream()
                .mapToDouble(setup -> run.with("setup", setup).rate(kind))
                .toArray();
        return rates[0] > rates[1] && rates[1] > rates[2];
    }

    private static Claim sameVictims(String kind, String machine, int workers) {
        return Claim.that(
                "Almost always the same threads are those that elements are stolen from, on the " + machine + ".",
                records -> {
                    double[] within = withinProcesses(records, kind, machine, workers);
                    double[] between = betweenProcesses(records, kind, machine, workers);
                    return Found.of(
                            "workers by what they acquire in ii) and in iii): rank correlation "
                                    + correlations(within) + " in a process"
                                    + (between.length == 0 ? "" : "; in ii) of two processes " + correlations(between)),
                            Figures.median(within) > ALIKE);
                });
    }

    private static String correlations(double... values) {
        return values.length > 4
                ? String.format(
                        Locale.ROOT, "%.2f to %.2f (median %.2f)", least(values), most(values), Figures.median(values))
                : DoubleStream.of(values)
                        .mapToObj(value -> String.format(Locale.ROOT, "%.2f", Math.rint(value * 100) / 100 + 0.0))
                        .collect(Collectors.joining(", "));
    }

    /** Of what workers acquired in setups ii and iii of the same process. */
    private static double[] withinProcesses(Records records, String kind, String machine, int workers) {
        double[] found = processes(on(records, machine).with("chunk", 1), workers, kind).stream()
                .flatMapToDouble(run -> pairs(
                        run.with("setup", "ii"),
                        run.with("setup", "iii"),
                        kind,
                        (one, other) -> Ranks.correlation(acquired(one), acquired(other))))
                .toArray();
        if (found.length == 0) {
            throw on(records, machine).missing(kind + ", setups ii and iii");
        }
        return found;
    }

    /** Of what workers acquired in setup ii, of every two processes. */
    private static double[] betweenProcesses(Records records, String kind, String machine, int workers) {
        var all = deque(on(records, machine), "ii", workers, 1).all(kind);
        return IntStream.range(0, all.size())
                .boxed()
                .flatMapToDouble(i -> all.subList(i + 1, all.size()).stream()
                        .mapToDouble(other -> Ranks.correlation(acquired(all.get(i)), acquired(other))))
                .toArray();
    }

    private static double[] acquired(Measurement measurement) {
        return Field.observed("acquired").in(measurement) instanceof List<?> shares
                ? shares.stream()
                        .mapToDouble(share -> ((Number) share).doubleValue())
                        .toArray()
                : new double[0];
    }

    /** Workers of the CPU between which there is next to no difference. */
    private static String allAlike(Records records, String kind) {
        var rows = deque(onCpu(records), "iii", 16);
        var gpu = deque(records.gpu("deque"), "iii", 512);
        return "threads of the CPU hardly differ: what workers acquire in iii) deviates by "
                + Figures.percent(rows.observed(kind, "acquiredDeviation")) + " from the mean, and "
                + Figures.percent(
                        rows.observed(kind, "stolen") / rows.newest(kind).operations())
                + " of the elements are stolen; on the GPU, where it is the same threads in a process, it is "
                + Figures.percent(gpu.observed(kind, "acquiredDeviation")) + " and "
                + Figures.percent(
                        gpu.observed(kind, "stolen") / gpu.newest(kind).operations())
                + ". Who comes last by so little is mostly chance: ranks of 16 workers at random have correlations that"
                + " deviate by " + String.format(Locale.ROOT, "%.2f", 1 / Math.sqrt(16 - 1)) + " from 0.";
    }
}
