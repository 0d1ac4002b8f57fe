package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;

import dev.warpbroker.experiments.page.Quantity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Figures 3.4 and 3.5 and table 3.2 of the thesis on work stealing: deques. */
final class StealingDeques {
    private static final List<String> SETUPS = List.of("i", "ii", "iii");

    private static final List<Integer> GPU_WORKERS = List.of(1, 8, 32, 128, 256, 512, 1024, 2048, 4096);

    private static final String DEQUE = "bench deque --device cuda --reps 5 --out deque.jsonl";

    private static final int CPU_ELEMENTS = 320_000;

    private static final String DEQUE_CPU = "bench deque --device jvm --structures locked,ABP --threads 1,2,4,8,16"
            + " --elements 320000 --reps 15 --warmup 5 --limit 20 --out deque-cpu.jsonl";

    private static final String CHUNKS =
            "bench deque --device cuda --setups ii --structures locked --chunk 1,32 --threads"
                    + " 512 --reps 5 --out deque.jsonl";

    private static final String PACKED =
            "bench deque --device jvm --structures locked,ABP --threads 16 --elements 320000"
                    + " --packed --reps 15 --warmup 5 --limit 20 --out deque-cpu-packed.jsonl";

    private static final String FAA_CPU = "bench faa --device jvm --threads 1,2,4,8,16 --out faa-cpu.jsonl";

    private StealingDeques() {}

    static Exhibit deques(String number, String kind, String words) {
        return Exhibit.of(number)
                .shows("Throughput of deques, " + words
                        + ", by workers with a deque each: i) pop, ii) pop and steal, iii)"
                        + " push, pop and steal; and how many elements each worker acquired.")
                .run(DEQUE)
                .run(DEQUE_CPU)
                .remark("8,000 elements in each deque on the GPU, where the thesis has 32,000, and 320,000 on the CPU:"
                        + " runs with fewer are over after a millisecond.")
                .claim(scaling(kind, "GPU", 512))
                .claim(scaling(kind, "CPU", 16))
                .claim(Claim.that("i) is the fastest, then ii), then iii), on the GPU.", records -> {
                            double[] rates = SETUPS.stream()
                                    .mapToDouble(setup -> deque(records.gpu("deque"), setup, 512)
                                            .rate(kind))
                                    .toArray();
                            return Found.of(
                                    Quantity.rate(rates[0]) + ", " + Quantity.rate(rates[1]) + ", "
                                            + Quantity.rate(rates[2]) + " with 512 workers",
                                    rates[0] > rates[1] && rates[1] > rates[2]);
                        })
                        .otherwise(records -> {
                            var own = deque(records.gpu("deque"), "i", 512);
                            var stealing = deque(records.gpu("deque"), "ii", 512);
                            return "workers are not all as fast as each other: where they steal they acquire "
                                    + Quantity.significant(stealing.observed(kind, "leastAcquired")) + " to "
                                    + Quantity.significant(stealing.observed(kind, "mostAcquired"))
                                    + " times the mean in ii), and all are done at the same time. In i) everybody"
                                    + " waits for the slowest, which has its whole share to do: "
                                    + Quantity.time(own.time(kind)) + " instead of "
                                    + Quantity.time(stealing.time(kind)) + ". Steals are "
                                    + Figures.percent(stealing.observed(kind, "stolen")
                                            / stealing.newest(kind).operations())
                                    + " of all operations, and cost less than that.";
                        }))
                .claim(onCpu(kind))
                .claim(Claim.that(
                                kind.equals("ABP")
                                        ? "About 10 % of attempts to steal succeed on the GPU."
                                        : "About 15 % of attempts to steal succeed on the CPU, as without locks.",
                                records -> {
                                    boolean gpu = kind.equals("ABP");
                                    var rows = gpu
                                            ? deque(records.gpu("deque"), "iii", 512)
                                            : deque(onCpu(records), "iii", 16);
                                    double share = rows.observed(kind, "stolen") / rows.observed(kind, "attempts");
                                    return Found.beside(Figures.percent(share), share > 0.05, share, gpu ? 0.1 : 0.15);
                                })
                        .otherwise(records -> {
                            var rows = deque(onCpu(records), "iii", 16);
                            return "a thief that finds the lock taken goes on to the next deque at once and tries"
                                    + " again: "
                                    + Quantity.plain(rows.observed("locked", "attempts")) + " attempts for "
                                    + Quantity.plain(rows.observed("locked", "stolen"))
                                    + " elements, against "
                                    + Quantity.plain(rows.observed("ABP", "attempts")) + " for "
                                    + Quantity.plain(rows.observed("ABP", "stolen"))
                                    + " without locks. How long a thief waits between two attempts decides that share,"
                                    + " and the thesis does not say.";
                        }))
                .claim(Claim.that("Workers acquire between 0.9 and 1.1 times the mean, on the GPU.", records -> {
                    var rows = deque(records.gpu("deque"), "iii", 512);
                    double least = rows.observed(kind, "leastAcquired");
                    double most = rows.observed(kind, "mostAcquired");
                    return Found.of(
                            Quantity.significant(least) + " to " + Quantity.significant(most),
                            least > 0.9 && most < 1.1);
                }))
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
                .run(PACKED)
                .run(FAA_CPU)
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
                        .otherwise(StealingDeques::oneLockedInstruction))
                .claim(Claim.that(
                                "stealChunk makes the blocking deque about 1.4 times as fast on the CPU.",
                                records -> chunk(records, "CPU", 16, 1.15, 10))
                        .otherwise(records -> "few elements are stolen at all: "
                                + Quantity.significant(100
                                        * deque(onCpu(records), "ii", 16).observed("locked", "stolen")
                                        / deque(onCpu(records), "ii", 16)
                                                .newest("locked")
                                                .operations())
                                + " % with 16 threads, so that it hardly matters how many a thief takes at once. Where"
                                + " thieves are more of a nuisance it does: with the ends of several deques in one"
                                + " cache line (bench deque --packed) it is "
                                + Figures.times(packed(records, "ii", 1).time("locked")
                                        / packed(records, "ii", 32).time("locked"))
                                + "."))
                .claim(Claim.that(
                        "On the GPU stealChunk is only a small gain.", records -> chunk(records, "GPU", 512, 1, 1.25)))
                .claim(Claim.impossible("The Xeon Phi's column.", WorkStealingThesis.NO_XEON_PHI))
                .grid(throughput("GPU", gpu))
                .grid(throughput("CPU", cpu));
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
                            return Found.of(
                                    setups(rates) + " with 16 threads",
                                    rates[0] == most(rates) && least(rates) > 0.75 * rates[0]);
                        })
                .otherwise(records -> pushesAndThieves(records, kind));
    }

    private static Claim scaling(String kind, String machine, int processors) {
        return Claim.that("Throughput grows almost linearly up to the processors of the " + machine + ".", records -> {
            var rows = on(records, machine);
            double one = deque(rows, "i", 1).rate(kind);
            double all = deque(rows, "i", processors).rate(kind);
            return Found.of(
                    Quantity.significant(all / one) + " times as much with " + processors + " workers",
                    all > 0.75 * processors * one);
        });
    }

    /** What an element takes beyond a pop: with one worker, whom nobody disturbs, and with thieves. */
    private static String pushesAndThieves(Records records, String kind) {
        double alone = nanos(records, "i", 1, kind);
        double pushed = nanos(records, "iii", 1, kind);
        return "half of the elements of iii) are pushed first, and whether to push is a choice at random. With one"
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

    private static String oneLockedInstruction(Records records) {
        return "either deque has one locked instruction on a pop's way: the compare-and-swap of the lock, or the fence"
                + " between the store to Tail and the look at Head, which listing 3.4 lacks. Such an instruction takes "
                + Quantity.time(1e9 / records.cpu("faa").with("threads", 1).rate("fetch-add, distinct words"))
                + " (bench faa, an add to a word of its own), and a pop, with one worker, "
                + Quantity.time(nanos(records, "i", 1, "locked")) + " with the lock and "
                + Quantity.time(nanos(records, "i", 1, "ABP"))
                + " without. In the thesis it takes 226 and 485 ns, by its table, the longer one without any such"
                + " instruction: something else held it up. Ours take as long where the ends of several deques are in"
                + " one cache line (bench deque --packed, 16 workers): "
                + Quantity.time(packedNanos(records, "locked")) + " with the lock and "
                + Quantity.time(packedNanos(records, "ABP")) + " without.";
    }

    /** How long a worker takes for an element, on the CPU. */
    private static double nanos(Records records, String setup, int workers, String kind) {
        return 1e9 * workers / deque(onCpu(records), setup, workers).rate(kind);
    }

    private static double packedNanos(Records records, String kind) {
        return 1e9 * 16 / packed(records, "i", 1).rate(kind);
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

    /** With 16 threads of the CPU, several ends in a cache line. */
    private static Rows packed(Records records, String setup, int chunk) {
        return records.cpu("deque")
                .with("setup", setup)
                .with("workers", 16)
                .with("chunk", chunk)
                .with("packed", true);
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

    private static Found chunk(Records records, String machine, int workers, double least, double most) {
        var rows = on(records, machine);
        double ratio = Rows.inOneRun(deque(rows, "ii", workers, 1), "locked", deque(rows, "ii", workers, 32), "locked")
                .ratio();
        return Found.of(Quantity.significant(ratio) + " times (setup ii)", ratio > least && ratio < most);
    }
}
