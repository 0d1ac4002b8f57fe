package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;
import static dev.warpbroker.experiments.papers.Figures.range;

import dev.warpbroker.experiments.page.Quantity;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figures 3.8 to 3.10 of the thesis on work stealing: spawn and sync. */
final class SpawnedThreads {
    private static final List<Integer> KERNELS = List.of(100, 1000, 10_000, 100_000);

    private static final List<Integer> PROCESSORS = List.of(1, 2, 4, 8, 16, 32, 64);

    private static final List<Integer> UP_TO_32 = List.of(1, 2, 4, 8, 16, 32);

    private static final String SPAWN =
            "bench spawn --device cuda --threads 1,2,4,8,16,32,64 --fib 12 --reps 6 --out spawn.jsonl";

    private static final String OTHER_CODE =
            "A kernel alone (SC 2, n = 1, in figure 3.9) takes fork-join less time than the unit with k = 100,000: its"
                + " code is another, the recursion written out and each lane a task. By so much it is ahead of theory,"
                + " which counts in the thesis's kernels.";

    private static final String SPAWN_CPU =
            "bench spawn --device jvm --threads 1,2,4,8,16 --reps 51 --warmup 200 --out spawn-cpu.jsonl";

    /** As far from theory as times may be that match it almost ideally, as the thesis says, or are as expected. */
    private static final double THEORY = 1.1;

    /** From here on times are far away from theory. */
    private static final double FAR = 2;

    private SpawnedThreads() {}

    static Exhibit recursion() {
        return Exhibit.of("figure 3.8")
                .shows("SC 1: a recursion of 32 threads, each with a kernel of k additions, by n processors.")
                .run(SPAWN)
                .remark("A processor is a warp. WS is the thesis's spawn and sync, fork-join this library's. The unit"
                        + " is the kernel alone, run without spawn and sync.")
                .remark(OTHER_CODE)
                .remark("Of large kernels the thesis says k and 10,000; the sign between them is lost in the text that"
                        + " we have. It is not ≥, which that text has elsewhere, so k = 100,000 is judged.")
                .claim(Claim.that(
                                "With large kernels the time almost ideally is that of theory, 32 / n kernels"
                                        + " rounded up.",
                                records -> {
                                    double[] ratios = overTheory(records.gpu("spawn"), "WS", 100_000, UP_TO_32);
                                    return Found.of(
                                            figures(ratios) + " times theory with n = 1 to 32, k = 100,000; "
                                                    + figures(overTheory(records.gpu("spawn"), "WS", 10_000, UP_TO_32))
                                                    + " with k = 10,000",
                                            most(ratios) <= THEORY && least(ratios) >= 1 / THEORY);
                                })
                        .otherwise(
                                SpawnedThreads::weighsLessTheLargerKernelsAre,
                                records -> "what spawn and sync cost weighs the less the larger kernels are:"
                                        + " with n = 32, where every processor has one thread, the time beyond"
                                        + " theory is "
                                        + eachKernel(
                                                k -> Quantity.time(beyondTheory(records.gpu("spawn"), "WS", k, 32)))
                                        + " for k = 100 to 100,000, which is "
                                        + eachKernel(k -> Quantity.significant(kernelsBeyondTheory(records, k)))
                                        + " kernels: one of k = 100,000 takes "
                                        + Quantity.time(kernel(records.gpu("spawn"), 100_000))
                                        + " here, and larger ones were not run. Why that time grows with k no"
                                        + " record tells."))
                .claim(Claim.that("With small kernels spawn and sync outweigh what is gained.", records -> {
                    double ratio = recursion(records.gpu("spawn"), "WS", 100, 32);
                    return Found.of(Quantity.significant(ratio) + " times theory, k = 100, n = 32", ratio > 2);
                }))
                .claim(Claim.that("WS and BL need at most n times the space of one processor.", records -> {
                    double[] shares = PROCESSORS.stream()
                            .flatMap(n -> Stream.of("WS", "BL").map(algorithm -> space(records, algorithm, n) / n))
                            .mapToDouble(share -> share)
                            .toArray();
                    return Found.of(
                            "S_n over n S_1 is " + range(shares) + " for n up to 64; with BL without rule 3 it is "
                                    + Quantity.significant(space(records, "BL without rule 3", 1)) + " for n = 1",
                            most(shares) <= 1);
                }))
                .claim(Claim.impossible("The same on the Xeon Phi.", WorkStealingThesis.NO_XEON_PHI))
                .grid(recursionGrid("GPU, WS", "WS", PROCESSORS, "GPU"))
                .grid(recursionGrid("GPU, fork-join", "fork-join", PROCESSORS, "GPU"))
                .grid(space());
    }

    /** Theorems 2 and 3: what keeps leaves busy needs no more than n times the space of one processor. */
    private static Grid space() {
        return Grid.of(
                "GPU: space S_n over S_1 of a Fibonacci number, where WS and BL, by their theorems, keep to n at most;"
                        + " without rule 3 of BL leaves are not busy, by n",
                "algorithm",
                List.of("WS", "BL", "BL without rule 3"),
                PROCESSORS,
                (records, algorithm, n) -> Cell.of(Quantity.significant(space(records, algorithm, n))));
    }

    /** How many times the space of one processor n of them need. */
    private static double space(Records records, String algorithm, Object n) {
        var rows = spawn(records.gpu("spawn"), "space", 1, n);
        return rows.observed(algorithm, "space") / rows.observed(algorithm, "spaceOfOne");
    }

    static Exhibit imbalance() {
        return Exhibit.of("figure 3.9")
                .shows("SC 2: processor i begins a recursion of depth i; speed-up by stealing.")
                .run(SPAWN)
                .remark(OTHER_CODE)
                .claim(Claim.that("With large kernels the speed-up is that of theory, n over (n + 1) / 2.", records -> {
                    double ours = speedUp(records.gpu("spawn"), "WS", 100_000, 64);
                    double theory = 64 / Math.ceil(65 / 2.0);
                    return Found.of(
                            Quantity.significant(ours) + " with n = 64, in theory " + Quantity.significant(theory),
                            ours * THEORY >= theory && ours <= THEORY * theory);
                }))
                .claim(Claim.that("With small kernels there is none.", records -> {
                    double ours = speedUp(records.gpu("spawn"), "WS", 100, 64);
                    return Found.of(Quantity.significant(ours) + " with k = 100, n = 64", ours < 1.2);
                }))
                .claim(Claim.impossible("The same on the Xeon Phi.", WorkStealingThesis.NO_XEON_PHI))
                .grid(speedUpGrid("GPU, WS", "WS", PROCESSORS, "GPU"))
                .grid(speedUpGrid("GPU, fork-join", "fork-join", PROCESSORS, "GPU"));
    }

    static Exhibit pool() {
        return Exhibit.of("figure 3.10")
                .shows("SC 1 and SC 2 with Cilk on the Xeon Phi.")
                .run(SPAWN_CPU)
                .remark("Cilk Plus is no longer part of compilers, and there is no Xeon Phi: ForkJoinPool, which does"
                        + " for Java what Cilk does for C, takes its place, on 16 threads of a Xeon.")
                .remark("Recorded with nothing beside, but SC 2 with k = 100,000 and n = 16: that is of an earlier run,"
                        + " beside processes of the GPU with the least priority, which had what 16 threads left.")
                .claim(Claim.that(
                                "With k below 100,000 there is almost no speed-up over one processor (SC 1).",
                                records -> {
                                    double ours = poolSpeedUp(records, 10_000);
                                    return Found.of(
                                            Quantity.significant(ours) + " times as fast with 16 threads, k = 10,000",
                                            ours < 2);
                                })
                        .otherwise(records -> "with k = 100 and 1,000 it is "
                                + Quantity.significant(poolSpeedUp(records, 100)) + " and "
                                + Quantity.significant(poolSpeedUp(records, 1000)) + " times: 32 threads take "
                                + pool(records, 100) + " and " + pool(records, 1000)
                                + " with 16 processors. A kernel of k = 10,000 takes "
                                + Quantity.time(kernel(records.cpu("spawn"), 10_000))
                                + ", 32 of them "
                                + Quantity.significant(32
                                        * kernel(records.cpu("spawn"), 10_000)
                                        / spawn(records.cpu("spawn"), "SC 1", 1000, 16)
                                                .time("java-pool"))
                                + " times the latter, so there is something to gain. What spawn and sync by Cilk cost"
                                + " on the Xeon Phi the thesis does not say; it doubts itself that it used Cilk as one"
                                + " should."))
                .claim(Claim.that("With k = 100,000 it behaves as expected (SC 1).", records -> {
                            double[] ratios = overTheory(
                                    records.cpu("spawn"), "java-pool", 100_000, WorkStealingThesis.CPU_WORKERS);
                            return Found.of(figures(ratios) + " times theory with n = 1 to 16", most(ratios) <= THEORY);
                        })
                        .otherwise(
                                SpawnedThreads::costsAsMuchWithOneThread,
                                records -> "the time beyond theory is about"
                                        + " the same with any number of threads, "
                                        + WorkStealingThesis.CPU_WORKERS.stream()
                                                .map(n -> Quantity.time(
                                                        beyondTheory(records.cpu("spawn"), "java-pool", 100_000, n)))
                                                .collect(Collectors.joining(", "))
                                        + " with 1 to 16, so it weighs the more the fewer kernels a thread has. A"
                                        + " kernel takes "
                                        + Quantity.time(kernel(records.cpu("spawn"), 100_000))
                                        + "; how long it took on the Xeon Phi the thesis does not say. Besides,"
                                        + " threads that share nothing are slower side by side on this machine: with"
                                        + " 16 an add to a word of one's"
                                        + " own takes"
                                        + " " + Quantity.significant(sideBySide(records))
                                        + " times as long as with one (bench faa)."))
                .claim(Claim.that(
                                "Times of SC 2, too, are far away from what is expected with k below 100,000.",
                                records -> {
                                    double[] ratios = KERNELS.stream()
                                            .filter(k -> k < 100_000)
                                            .mapToDouble(k -> imbalance(records.cpu("spawn"), "java-pool", k, 16))
                                            .toArray();
                                    return Found.of(
                                            figures(ratios) + " times theory with k = 100, 1,000 and 10,000, n = 16; "
                                                    + figures(Stream.of(100, 1000, 10_000)
                                                            .mapToDouble(k ->
                                                                    imbalance(records.cpu("spawn"), "java-pool", k, 8))
                                                            .toArray())
                                                    + " with n = 8",
                                            least(ratios) > FAR);
                                })
                        .otherwise(records -> "it is a matter of k. Of k = 10,000 the 9 kernels"
                                + " that a processor has in theory take "
                                + Quantity.time(9 * kernel(records.cpu("spawn"), 10_000))
                                + ", and it takes "
                                + Quantity.time(spawn(records.cpu("spawn"), "SC 2", 10_000, 16)
                                        .time("java-pool"))
                                + "; with k = 1,000, where there is little else than spawn and sync, "
                                + Quantity.time(spawn(records.cpu("spawn"), "SC 2", 1000, 16)
                                        .time("java-pool"))
                                + ". The thesis leaves open whether it is Cilk or how it was used, which ForkJoinPool"
                                + " cannot tell."))
                .grid(recursionGrid("CPU, ForkJoinPool", "java-pool", WorkStealingThesis.CPU_WORKERS, "CPU"))
                .grid(speedUpGrid("CPU, ForkJoinPool", "java-pool", WorkStealingThesis.CPU_WORKERS, "CPU"))
                .grid(recursionGrid("CPU, WS", "WS", WorkStealingThesis.CPU_WORKERS, "CPU"));
    }

    private static Grid recursionGrid(String name, String engine, List<Integer> processors, String machine) {
        return Grid.of(
                name + ", SC 1: time over theory, by n",
                "k",
                KERNELS.stream().map(String::valueOf).toList(),
                processors,
                (records, k, n) -> Cell.of(Quantity.significant(recursion(
                        WorkStealingThesis.machine(records, machine, "spawn"),
                        engine,
                        Integer.parseInt(k),
                        ((Number) n).intValue()))));
    }

    private static Grid speedUpGrid(String name, String engine, List<Integer> processors, String machine) {
        return Grid.of(
                name + ", SC 2: speed-up over no stealing, by n",
                "k",
                KERNELS.stream().map(String::valueOf).toList(),
                processors,
                (records, k, n) -> Cell.of(Quantity.significant(speedUp(
                        WorkStealingThesis.machine(records, machine, "spawn"), engine, Integer.parseInt(k), n))));
    }

    private static Rows spawn(Rows rows, String scenario, int k, Object n) {
        return rows.with("scenario", scenario).with("k", k).with("n", n);
    }

    /** How many times as fast 16 threads of ForkJoinPool are as one. */
    private static double poolSpeedUp(Records records, int k) {
        return spawn(records.cpu("spawn"), "SC 1", k, 1).time("java-pool")
                / spawn(records.cpu("spawn"), "SC 1", k, 16).time("java-pool");
    }

    /** How long one thread's kernel takes without spawn and sync. */
    private static double kernel(Rows rows, int k) {
        return spawn(rows, "SC 2", k, 1).time("no stealing");
    }

    private static double recursion(Rows rows, String engine, int k, int n) {
        return spawn(rows, "SC 1", k, n).time(engine) / (kernel(rows, k) * Math.ceil(32.0 / n));
    }

    private static double[] overTheory(Rows rows, String engine, int k, List<Integer> processors) {
        return processors.stream()
                .mapToDouble(n -> recursion(rows, engine, k, n))
                .toArray();
    }

    /** What SC 1 takes longer than in theory. */
    private static double beyondTheory(Rows rows, String engine, int k, int n) {
        return spawn(rows, "SC 1", k, n).time(engine) - kernel(rows, k) * Math.ceil(32.0 / n);
    }

    /** {@return what SC 1 by 32 processors of a GPU takes longer than in theory, in kernels} */
    private static double kernelsBeyondTheory(Records records, int k) {
        return beyondTheory(records.gpu("spawn"), "WS", k, 32) / kernel(records.gpu("spawn"), k);
    }

    /** With fewer than 32 processors it is theory, and with 32 the nearer the larger kernels are. */
    private static boolean weighsLessTheLargerKernelsAre(Records records) {
        double[] few = overTheory(records.gpu("spawn"), "WS", 100_000, UP_TO_32.subList(0, UP_TO_32.size() - 1));
        double[] kernels = KERNELS.stream()
                .mapToDouble(k -> kernelsBeyondTheory(records, k))
                .toArray();
        return most(few) <= THEORY
                && least(few) >= 1 / THEORY
                && IntStream.range(1, kernels.length).allMatch(i -> kernels[i] < kernels[i - 1]);
    }

    private static String eachKernel(IntFunction<String> words) {
        return KERNELS.stream().map(words::apply).collect(Collectors.joining(", "));
    }

    /** Not less than half of what 16 threads cost is there with one, too. */
    private static boolean costsAsMuchWithOneThread(Records records) {
        var rows = records.cpu("spawn");
        return beyondTheory(rows, "java-pool", 100_000, 1) >= beyondTheory(rows, "java-pool", 100_000, 16) / 2;
    }

    /** {@return how many times as long as with one thread an add takes with 16 that share nothing} */
    private static double sideBySide(Records records) {
        var adds = records.cpu("faa");
        String own = "fetch-add, distinct words";
        return 16 * adds.with("threads", 1).rate(own) / adds.with("threads", 16).rate(own);
    }

    /** How many times what SC 2 takes in theory it takes. */
    private static double imbalance(Rows rows, String engine, int k, int n) {
        return spawn(rows, "SC 2", k, n).time(engine) / (kernel(rows, k) * Math.ceil((n + 1) / 2.0));
    }

    private static String pool(Records records, int k) {
        return Quantity.time(spawn(records.cpu("spawn"), "SC 1", k, 16).time("java-pool"));
    }

    private static String figures(double... values) {
        return DoubleStream.of(values).mapToObj(Quantity::significant).collect(Collectors.joining(", "));
    }

    private static double speedUp(Rows rows, String engine, int k, Object n) {
        var at = spawn(rows, "SC 2", k, n);
        return at.time("no stealing") / at.time(engine);
    }
}
