package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;
import static dev.warpbroker.experiments.papers.Figures.percent;
import static dev.warpbroker.experiments.papers.Figures.range;

import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.papers.Paper.Illustration;
import dev.warpbroker.experiments.suite.Suite;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Scan Stack: A Search-based Concurrent Stack for GPU, ACMSE 2023. */
final class ScanStackPaper {
    private static final List<String> PLAIN = List.of("No-Optimizations", "LA", "EL+LA", "EL+LA+PX");
    private static final List<String> INVALIDATING = List.of("Inval", "Inval+LA", "Inval+EL+LA", "Inval+EL+LA+PX");
    private static final List<String> ALL =
            Stream.concat(PLAIN.stream(), INVALIDATING.stream()).toList();

    /** The fastest of the mix first, by the paper. */
    private static final List<String> BY_PAPER = List.of("EL+LA", "LA", "EL+LA+PX", "No-Optimizations");

    private static final List<String> TABLES = List.of("LA", "EL+LA", "Inval+LA", "Inval+EL+LA");
    private static final List<String> LISTED =
            TABLES.stream().map(ScanStackPaper::listed).toList();
    private static final List<Integer> MILLIONS =
            IntStream.rangeClosed(5, 10).mapToObj(i -> 1_000_000 * i).toList();
    private static final List<Integer> SIZES =
            List.of(1000, 10_000, 100_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000);
    private static final List<Integer> INTERVALS =
            IntStream.rangeClosed(0, 10).mapToObj(i -> 2500 * i).toList();
    private static final List<Integer> WITH_AREA =
            INTERVALS.stream().filter(interval -> interval > 0).toList();
    private static final List<Integer> SOME_INTERVALS = List.of(2500, 12_500, 25_000);
    private static final List<Integer> ALIKE_INTERVALS = List.of(2500, 5000, 7500, 12_500, 25_000);

    /** Operations in a row that are alike: those of a warp. */
    private static final int WARP = 32;

    private static final int ENOUGH_RUNS = 50;

    /** What is less likely than this does not count as chance. */
    private static final double UNLIKELY = 0.01;

    /** Of each cell of table 2. */
    private static final double PAPER_RUNS = 3000;

    private static final int RANDOM_OPERATIONS = 1_000_000;
    private static final int BLOCK = 256;
    private static final List<Integer> BLOCKS = List.of(64, 128, BLOCK, 512, 1024);

    /** Bytes with which a block of 256 leaves room for three others on a multiprocessor, without and with LIMP. */
    private static final int BALLAST = 49_152;

    private static final int BALLAST_WITH_LIMP = 40_960;

    /** Cells of stacks that a multiprocessor's cache holds, or most of them. */
    private static final List<Integer> WITHIN_THE_CACHE = List.of(20_000, 30_000, 40_000, 50_000, 60_000, 75_000);

    private static final List<Integer> BEYOND_THE_CACHE = List.of(100_000, 250_000);

    /** One of those, of which more is known. */
    private static final int IN_THE_CACHE = 50_000;

    /** Operations that are on the GPU at once, or nearly so. */
    private static final List<Integer> FEW = List.of(10_000, 30_000, 100_000, 300_000);

    private static final int MAX = 10_000_000;
    private static final int FEW_CELLS = 262_144;
    private static final int THREADS = 270_336;

    /** As many as the paper's GPU holds. */
    private static final int PAPER_THREADS = 125_952;

    private static final List<Integer> FEWER_THREADS = List.of(1056, 8448, 33_792, PAPER_THREADS, THREADS);

    /** The most operations, and threads, where each operation has one. */
    private static final int PUSHES = 5_000_000;

    private static final int POPS = 3_000_000;

    private static final String COUNTED = " --capacity 10000000 --count --reps 1 --warmup 0 --limit 60 --out why.jsonl";
    private static final String PUSHES_EACH =
            "bench stack --device cuda --mix push --stacks LA,EL+LA,EL+LA+PX --operations 100000,5000000"
                    + " --thread-each" + COUNTED;
    private static final String PUSHES_IN_TURN =
            "bench stack --device cuda --mix push --stacks LA,EL+LA --operations 5000000" + COUNTED;
    private static final String POPS_EACH =
            "bench stack --device cuda --mix pop --stacks Inval+LA,Inval+EL+LA --operations 1000000,3000000"
                    + " --thread-each" + COUNTED;

    private static final String FAA = "bench faa --device cuda --out faa.jsonl";
    private static final String SWAP_IN_VAIN = "swap in vain";
    private static final String SWAPS = "swapsPerOperation";

    /** Operations of the mix in which looks and swaps were counted. */
    private static final int COUNTED_MIX = 5_000_000;

    private static final String MIX_COUNTED =
            "bench stack --device cuda --mix random --stacks LA,Inval+LA,EL+LA+PX,Inval+EL+LA+PX --capacity 262144"
                    + " --operations 5000000 --count --reps 1 --warmup 0 --limit 60 --out stack-random-count.jsonl";

    /** Of the swaps in vain that a GPU makes on one word: a stack with more swaps than this is bound by them. */
    private static final double BINDING = 0.75;

    /** What makes more than so many times as many operations a second makes more. */
    private static final double MORE = 1.1;

    private static final String EXTRAPOLATED =
            "All is measured but for what is marked ≈, which grows from the largest number of operations that was"
                    + " measured as a power of it, with the exponent of the four largest, or of the last two if that is"
                    + " greater, and of 1 at least.";
    private static final String IN_TURN =
            "As many threads as are on the GPU at once, 270,336 at most, make one operation after the other; in the"
                + " paper, as its conclusion lets one think (one-to-one thread mapping), each operation has a thread"
                + " of its own.";
    private static final String SIZES_OPTION = "1000,10000,100000,500000,1000000,2000000,5000000,10000000";

    static final Paper PAPER = new Paper(
            "Scan Stack",
            "N. South, B. Jang: Scan Stack: A Search-based Concurrent Stack for GPU, ACMSE 2023",
            "an NVIDIA RTX 3090, at most 125,952 threads at once",
            List.of(random(), throughput(), pushes(), pops(), popsWithout(), invalid(), runTimes()),
            List.of(
                    new Illustration("figure 1", "example of a stack"),
                    new Illustration("figure 2", "lowest necessary area"),
                    new Illustration("figure 3", "push"),
                    new Illustration("figure 4", "push under contention"),
                    new Illustration("figure 5", "pop"),
                    new Illustration("figure 6", "pop under contention"),
                    new Illustration("figure 7", "pushes and pops that contend"),
                    new Illustration("figure 8", "the same")));

    private ScanStackPaper() {}

    /** As the paper has them: scans may read the cache, nothing takes shared memory, each operation is drawn alone. */
    private static Rows plain(Rows rows) {
        return rows.without("fresh").without("ballast").without("alike");
    }

    private static Rows stacks(Records records) {
        return plain(records.gpu("stack"));
    }

    /** Of a stack that is large enough for all pushes; the mix leaves most of that unused, and has a smaller one. */
    private static Rows stack(Records records, String mix) {
        var rows = stacks(records).with("mix", mix).with("threads", THREADS).with("block", BLOCK);
        return mix.equals("random") ? rows.with("capacity", FEW_CELLS).notCounting(SWAPS) : rows.with("capacity", MAX);
    }

    /** Of the mix, where looks and swaps were counted in a run of their own. */
    private static Work mixCounted(Records records, String stack) {
        return Work.of(
                stacks(records)
                        .recordedBy(MIX_COUNTED)
                        .with("mix", "random")
                        .with("threads", THREADS)
                        .with("block", BLOCK)
                        .with("capacity", FEW_CELLS)
                        .with("operations", COUNTED_MIX),
                stack);
    }

    /** Of a thread for each operation, as in the paper. */
    private static Rows each(Records records, String mix, int operations) {
        boolean pushes = mix.equals("push");
        return of(records, mix, pushes ? PUSHES : POPS, operations, pushes ? PUSHES_EACH : POPS_EACH);
    }

    /** Of as many threads as are on the GPU at once, which make one operation after the other. */
    private static Rows inTurn(Records records) {
        return of(records, "push", THREADS, PUSHES, PUSHES_IN_TURN);
    }

    private static Rows of(Records records, String mix, int threads, int operations, String command) {
        return stacks(records)
                .recordedBy(command)
                .with("mix", mix)
                .with("threads", threads)
                .with("block", BLOCK)
                .with("capacity", MAX)
                .with("operations", operations);
    }

    /**
     * What an operation of a stack does, where that was counted.
     *
     * @param looks at cells
     * @param swaps of lanes, those in vain included
     * @param steps in which lanes of a warp swapped together
     * @param rate operations per second, while nothing was counted
     */
    private record Work(double looks, double swaps, double steps, double rate) {
        static Work of(Rows rows, String stack) {
            var counted = rows.counting(SWAPS);
            return new Work(
                    counted.observed(stack, "looksPerOperation"),
                    counted.observed(stack, SWAPS),
                    counted.observed(stack, "swappingStepsPerOperation"),
                    counted.rate(stack));
        }

        /** {@return whether the stack makes about as many swaps as a GPU makes in vain on one word} */
        boolean isBoundBySwaps(Records records) {
            return swaps * rate > BINDING * swapsInVain(records);
        }

        /** {@return how many lanes of a warp swap at once} */
        double lanesAtOnce() {
            return swaps / steps;
        }

        @Override
        public String toString() {
            return Quantity.rate(rate) + " with " + Quantity.significant(swaps) + " attempts each, "
                    + Quantity.rate(swaps * rate) + " attempts in all";
        }
    }

    /** {@return swaps a second that do not succeed, by the most threads: a word takes one after the other} */
    private static double swapsInVain(Records records) {
        return records.gpu("faa").recordedBy(FAA).most("threads", SWAP_IN_VAIN).rate(SWAP_IN_VAIN);
    }

    /** All lanes swap at the first empty cell, or the last value, and that is one word. */
    private static String oneWordBinds(Records records) {
        return "what binds are attempts to swap at one word, most of them in vain: an H200 makes "
                + Quantity.rate(swapsInVain(records)) + " swaps on one word that are all in vain (bench faa, the most"
                + " threads), and no more. With a thread for each operation, attempts counted in a run of their own, ";
    }

    /** What lanes do where threads make several operations, which is where LA makes more and more. */
    private static String comeApart(Records records) {
        var apart = Work.of(inTurn(records), "LA");
        var together = Work.of(inTurn(records), "EL+LA");
        return " In the figure threads make several operations, one after the other. Lanes of LA come apart then, "
                + Quantity.significant(apart.lanesAtOnce()) + " of a warp try at once, "
                + Quantity.significant(apart.swaps()) + " times for a push, and LA makes " + Quantity.rate(apart.rate())
                + "; those of EL+LA begin each operation with their block, "
                + Quantity.significant(together.lanesAtOnce()) + " try at once, "
                + Quantity.significant(together.swaps()) + " times.";
    }

    private static Rows stack(Records records, String mix, int operations) {
        return stack(records, mix).with("operations", operations);
    }

    /** How many times the operations per second of a stack another one makes. */
    private static double over(Records records, String mix, int operations, String stack, String other) {
        return stack(records, mix, operations).ratio(other, stack);
    }

    private static Grid rates(String caption, String mix, List<String> stacks, List<Integer> sizes) {
        return Grid.of(caption, "stack", stacks, sizes, (records, name, operations) -> {
            int number = ((Number) operations).intValue();
            return Cell.of(
                    stack(records, mix).timeByGrowth(name, "operations", number).rate(number));
        });
    }

    private static Exhibit random() {
        return Exhibit.of("figure 9")
                .shows("Operations per second and run time of a random mix of pushes and pops, by operations.")
                .run("bench stack --device cuda --mix random --capacity 262144 --operations " + SIZES_OPTION
                        + " --limit 12 --reps 1 --warmup 0 --no-check --out stack.jsonl")
                .remark("The stack has 262,144 cells: the paper does not say how many; with 10,000,000 a look at all of"
                        + " them from the far end takes a second, whatever is done.")
                .remark("The paper's text lets figures 9 to 11 be those with invalidation, and table 1, by its"
                        + " caption, is the data of figure 9. Ours are both.")
                .remark(IN_TURN)
                .remark("A factor counts as near the paper's only if both are, with and without invalidation.")
                .claim(mixed("EL+LA makes 39 times as many operations as without optimizations.", "EL+LA", "", 39))
                .claim(mixed("The lowest area alone makes 10 times as many.", "LA", "", 10)
                        .otherwise(ScanStackPaper::cells))
                .claim(mixed("EL+LA+PX makes 6.5 times as many.", "EL+LA+PX", "", 6.5)
                        .otherwise(ScanStackPaper::withoutAny))
                .claim(mixed("EL+LA makes more than 6 times as many as EL+LA+PX.", "EL+LA", "EL+LA+PX", 6))
                .grid(rates("Operations per second by operations", "random", ALL, SIZES));
    }

    /** What a look at the stack from its far end takes depends on how many cells it has, unless it begins elsewhere. */
    private static String cells(Records records) {
        return "what the lowest area saves is the way from the end of the stack, and how long that is the paper does"
                + " not say: "
                + Stream.of(FEW_CELLS, MAX)
                        .map(capacity -> {
                            var rows = stacks(records)
                                    .with("mix", "random")
                                    .with("threads", THREADS)
                                    .with("operations", 1000)
                                    .with("capacity", capacity);
                            return "on " + Quantity.count(capacity) + " cells 1,000 operations take "
                                    + Quantity.time(rows.time("No-Optimizations")) + " without optimizations and "
                                    + Quantity.time(rows.time("LA")) + " with it, "
                                    + Quantity.significant(rows.ratio("No-Optimizations", "LA")) + " times as many";
                        })
                        .collect(Collectors.joining("; "))
                + ". The paper's 10 lies between these.";
    }

    /** What all optimizations are compared with is another stack with invalidation, and another one here. */
    private static String withoutAny(Records records) {
        var rows = stack(records, "random", MAX);
        return "EL+LA+PX itself makes " + Quantity.rate(rows.rate("EL+LA+PX")) + ", with invalidation "
                + Quantity.rate(rows.rate("Inval+EL+LA+PX"))
                + ", and 9.48 M/s in the paper. What differs is the stack without optimizations: "
                + Quantity.rate(rows.rate("No-Optimizations")) + ", with invalidation "
                + Quantity.rate(rows.rate("Inval")) + ", and 1.46 M/s in the paper. What that one makes depends on how"
                + " many cells it walks over from the end of the stack, which the paper does not say: 1,000 operations"
                + " take "
                + Stream.of(FEW_CELLS, MAX)
                        .map(capacity -> Quantity.time(stacks(records)
                                        .with("mix", "random")
                                        .with("threads", THREADS)
                                        .with("operations", 1000)
                                        .with("capacity", capacity)
                                        .time("No-Optimizations"))
                                + " on " + Quantity.count(capacity) + " cells")
                        .collect(Collectors.joining(" and "))
                + ".";
    }

    /**
     * How many times as many operations of the mix a stack makes as another one, with and without invalidation.
     *
     * @param other without its invalidation; empty for the one without optimizations
     */
    private static Claim mixed(String says, String stack, String other, double paper) {
        return Claim.that(says, records -> {
            String beside = other.isEmpty() ? "No-Optimizations" : other;
            double plain = over(records, "random", MAX, stack, beside);
            double invalidating = over(records, "random", MAX, invalidating(stack), invalidating(beside));
            return Found.beside(
                    Quantity.significant(plain) + " times; with invalidation " + Quantity.significant(invalidating),
                    plain > 1 && invalidating > 1,
                    farther(plain, invalidating, paper),
                    paper);
        });
    }

    /** {@return which of two is farther from the paper's, by its factor} */
    private static double farther(double one, double other, double paper) {
        return Math.abs(Math.log(one / paper)) > Math.abs(Math.log(other / paper)) ? one : other;
    }

    /** {@return the same stack with invalidation} */
    private static String invalidating(String stack) {
        return INVALIDATING.get(PLAIN.indexOf(stack));
    }

    /** The rates of the mix in the paper's order. */
    private static double[] byPaper(Records records, UnaryOperator<String> form) {
        return BY_PAPER.stream()
                .map(form)
                .mapToDouble(name -> stack(records, "random", MAX).rate(name))
                .toArray();
    }

    private static boolean isFalling(double... values) {
        return IntStream.range(1, values.length).allMatch(i -> values[i - 1] > values[i]);
    }

    private static String rates(double... rates) {
        return DoubleStream.of(rates).mapToObj(Quantity::rate).collect(Collectors.joining(", "));
    }

    /** Whether invalidation makes LA look much farther, and EL+LA+PX not. */
    private static boolean looksFartherWithoutProxies(Records records) {
        return mixCounted(records, "Inval+LA").looks()
                        > 1.5 * mixCounted(records, "LA").looks()
                && mixCounted(records, "Inval+EL+LA+PX").looks()
                        < MORE * mixCounted(records, "EL+LA+PX").looks();
    }

    /** What invalidation costs an operation of the mix. */
    private static String costOfInvalidation(Records records) {
        return "without invalidation it is the paper's order; with it LA falls behind EL+LA+PX. Of 5,000,000"
                + " operations, counted in a run of their own, one of LA "
                + looksAndSwaps(records, "LA")
                + ". One of EL+LA+PX, of which one lane of a warp is at the stack, "
                + looksAndSwaps(records, "EL+LA+PX") + ". Of 10,000,000 invalidation takes LA "
                + Quantity.significant(over(records, "random", MAX, "LA", "Inval+LA"))
                + " times the time and EL+LA+PX "
                + Quantity.significant(over(records, "random", MAX, "EL+LA+PX", "Inval+EL+LA+PX"))
                + " times; in the paper it is 1.71 to 1.84 times for LA (table 3, a million operations).";
    }

    private static String looksAndSwaps(Records records, String stack) {
        var without = mixCounted(records, stack);
        var with = mixCounted(records, invalidating(stack));
        return "looks at " + Quantity.significant(without.looks()) + " cells and tries to swap "
                + Quantity.significant(without.swaps()) + " times, with invalidation "
                + Quantity.significant(with.looks()) + " and " + Quantity.significant(with.swaps()) + " times: "
                + Quantity.rate(without.rate()) + " and " + Quantity.rate(with.rate());
    }

    private static Exhibit throughput() {
        var paper = Findings.of(Suite.class, "stack");
        return Exhibit.of("table 1")
                .shows("Operations per second of the random mix, 5 to 10 million operations.")
                .run("bench stack --device cuda --mix random --capacity 262144 --operations"
                        + " 5000000,6000000,7000000,8000000,9000000,10000000 --limit 12 --reps 1 --warmup 0 --no-check"
                        + " --out stack.jsonl")
                .remark("In the text that the paper's table was read from one of the six numbers of EL+LA+PX, 9.56 M/s,"
                        + " stands before its row. The last is 9.48 M/s, as the paper's 648 % of no optimizations"
                        + " confirms; in which of the other columns 9.56, 9.07, 8.60, 9.11 and 9.45 M/s are is not"
                        + " known, so these are left blank.")
                .run(MIX_COUNTED)
                .claim(Claim.that("EL+LA, LA, EL+LA+PX, none: in this order.", records -> {
                            double[] plain = byPaper(records, name -> name);
                            double[] invalidating = byPaper(records, ScanStackPaper::invalidating);
                            return Found.of(
                                    rates(plain) + "; with invalidation " + rates(invalidating),
                                    isFalling(plain) && isFalling(invalidating));
                        })
                        .otherwise(ScanStackPaper::looksFartherWithoutProxies, ScanStackPaper::costOfInvalidation))
                .claim(Claim.that("EL+LA makes 57 million a second.", records -> {
                    double plain = stack(records, "random", MAX).rate("EL+LA");
                    double invalidating = stack(records, "random", MAX).rate("Inval+EL+LA");
                    return Found.beside(
                            Quantity.rate(plain) + "; with invalidation " + Quantity.rate(invalidating),
                            true,
                            farther(plain, invalidating, 57e6),
                            57e6);
                }))
                .grid(Grid.of(
                                "Operations per second (the paper's), by operations",
                                "stack",
                                ALL,
                                MILLIONS,
                                rates("", "random", ALL, MILLIONS).cell())
                        .beside((name, column) -> {
                            double found = paper.number(
                                    "table 1",
                                    name.equals("Inval") ? "No-Optimizations" : name.replace("Inval+", ""),
                                    column);
                            return Double.isNaN(found) ? "" : Quantity.rate(found);
                        }));
    }

    private static Exhibit pushes() {
        return Exhibit.of("figure 10")
                .shows("Operations per second and run time of pushes alone, by operations.")
                .run("bench stack --device cuda --mix push --operations " + SIZES_OPTION
                        + " --limit 20 --reps 1 --warmup 0 --out stack.jsonl")
                .run("bench stack --device cuda --mix push --stacks LA,EL+LA,EL+LA+PX --operations 100000 --capacity"
                        + " 10000000 --threads 1056 --reps 1 --warmup 0 --limit 3 --out why.jsonl")
                .run("bench stack --device cuda --mix push --stacks LA,EL+LA,EL+LA+PX --operations 100000 --capacity"
                        + " 10000000 --threads 125952 --reps 1 --warmup 0 --limit 20 --no-check --out why.jsonl")
                .run("bench stack --device cuda --mix push --stacks LA,EL+LA,EL+LA+PX --operations 100000 --capacity"
                        + " 10000000 --threads 8448 --reps 1 --warmup 0 --limit 20 --no-check --out why.jsonl")
                .run("bench stack --device cuda --mix push --stacks LA,EL+LA,EL+LA+PX --operations 100000 --capacity"
                        + " 10000000 --threads 33792 --reps 1 --warmup 0 --limit 20 --no-check --out why.jsonl")
                .run(PUSHES_EACH)
                .run(PUSHES_IN_TURN)
                .run(FAA)
                .remark(EXTRAPOLATED)
                .remark(IN_TURN)
                .claim(Claim.that(
                                "LA makes 4.1 times as many pushes as without optimizations.",
                                records -> pushes(records, "LA", 4.1))
                        .otherwise(records -> fromTheBottom(records, "LA")))
                .claim(Claim.that("EL+LA makes 3.8 times as many.", records -> pushes(records, "EL+LA", 3.8))
                        .otherwise(records -> fromTheBottom(records, "EL+LA")))
                .claim(Claim.that(
                                "EL+LA+PX makes no more than without optimizations (97 %).",
                                records -> {
                                    var rows =
                                            stack(records, "push").most("operations", "EL+LA+PX", "No-Optimizations");
                                    double ratio = rows.ratio("No-Optimizations", "EL+LA+PX");
                                    return Found.of(Quantity.significant(ratio) + " times as many", ratio < 1.2);
                                })
                        .otherwise(
                                records -> isBoundBySwaps(records, "EL+LA", PUSHES)
                                        && !isBoundBySwaps(records, "EL+LA+PX", PUSHES),
                                ScanStackPaper::proxies))
                .claim(Claim.that(
                                "The more pushes the more of them LA and EL+LA make a second; EL+LA+PX does not.",
                                records -> {
                                    double la = growthOfEach(records, "LA");
                                    double eliminating = growthOfEach(records, "EL+LA");
                                    double proxies = growthOfEach(records, "EL+LA+PX");
                                    return Found.of(
                                            "with a thread for each, from 100,000 to 5,000,000 operations: LA "
                                                    + Quantity.significant(la) + " times, EL+LA "
                                                    + Quantity.significant(eliminating) + ", EL+LA+PX "
                                                    + Quantity.significant(proxies)
                                                    + "; with threads that make several, to 10,000,000: "
                                                    + Stream.of("LA", "EL+LA", "EL+LA+PX")
                                                            .map(stack -> Quantity.significant(
                                                                    growth(records, "push", stack)))
                                                            .collect(Collectors.joining(", ")),
                                            la > MORE && eliminating > MORE && proxies < MORE);
                                })
                        .otherwise(
                                records -> Stream.of(100_000, PUSHES)
                                        .allMatch(size -> isBoundBySwaps(records, "LA", size)
                                                && isBoundBySwaps(records, "EL+LA", size)
                                                && !isBoundBySwaps(records, "EL+LA+PX", size)),
                                ScanStackPaper::fromFewToMany))
                .claim(Claim.that("Without optimizations it is a flat line.", records -> {
                            double growth = growth(records, "push", "No-Optimizations");
                            return Found.of(
                                    "from 100,000 to 10,000,000 operations to " + percent(growth),
                                    growth > 0.7 && growth < 1.5);
                        })
                        .otherwise(records -> fromTheBottom(records, "LA")))
                .claim(Claim.that("Pushes do not dive as pops do, as invalid cells are nothing to them.", records -> {
                            double[] pushes = ofTenthOn(records, "push");
                            double[] pops = ofTenthOn(records, "pop");
                            return Found.of(
                                    "of 100,000 instead of 10,000 operations Inval+LA and Inval+EL+LA make "
                                            + percent(pushes[0]) + " and " + percent(pushes[1]) + " as many pushes a"
                                            + " second, and " + percent(pops[0]) + " and " + percent(pops[1])
                                            + " as many pops",
                                    least(pushes) > 1.5 * most(pops));
                        })
                        .otherwise(ScanStackPaper::oneTop))
                .grid(rates("Operations per second by operations", "push", ALL, SIZES));
    }

    /** Operations per second at the most operations over those at 100,000. */
    private static double growth(Records records, String mix, String stack) {
        return stack(records, mix).most("operations", stack).rate(stack)
                / stack(records, mix, 100_000).rate(stack);
    }

    private static Found pushes(Records records, String stack, double paper) {
        var rows = stack(records, "push").most("operations", stack, "No-Optimizations");
        double ratio = rows.ratio("No-Optimizations", stack);
        return Found.beside(
                Quantity.significant(ratio) + " times as many, "
                        + Quantity.plain(stack(records, "push")
                                .values("operations", stack, "No-Optimizations")
                                .getLast())
                        + " operations",
                ratio > 1,
                ratio,
                paper);
    }

    /** Without the lowest area a push looks at all that was pushed before. */
    private static String fromTheBottom(Records records, String stack) {
        return "without the lowest area a push begins at the bottom and looks at all that was pushed before: ten times"
                + " as many, 10,000,000 instead of 1,000,000, take "
                + Quantity.significant(stack(records, "push", MAX).time("No-Optimizations")
                        / stack(records, "push", 1_000_000).time("No-Optimizations"))
                + " times as long, with " + stack + " "
                + Quantity.significant(stack(records, "push", MAX).time(stack)
                        / stack(records, "push", 1_000_000).time(stack))
                + " times. So what it saves grows with the number of pushes, "
                + Stream.of(1_000_000, 2_000_000, 5_000_000)
                        .map(operations ->
                                Quantity.significant(over(records, "push", operations, stack, "No-Optimizations"))
                                        + " times as many of " + Quantity.count(operations))
                        .collect(Collectors.joining(", "))
                + ", and passes the paper's factor on the way.";
    }

    /** What share of the operations per second of 10,000 operations 100,000 have. */
    private static double[] ofTenthOn(Records records, String mix) {
        return Stream.of("Inval+LA", "Inval+EL+LA")
                .mapToDouble(name -> stack(records, mix, 100_000).rate(name)
                        / stack(records, mix, 10_000).rate(name))
                .toArray();
    }

    /** Swaps on one word by threads, without a stack around them. */
    private static String swaps(Records records) {
        var swaps = records.gpu("faa");
        return "an H200 makes " + Quantity.rate(swaps.with("threads", 256).rate("CAS loop"))
                + " swaps on one word with 256 threads, "
                + Quantity.rate(swaps.with("threads", 4096).rate("CAS loop"))
                + " with 4,096, and with 16,384 they did not come to an end within the limit (bench faa)";
    }

    /** From 100,000 to 5,000,000 pushes with a thread for each. */
    private static double growthOfEach(Records records, String stack) {
        return each(records, "push", PUSHES).rate(stack)
                / each(records, "push", 100_000).rate(stack);
    }

    private static boolean isBoundBySwaps(Records records, String stack, int pushes) {
        return Work.of(each(records, "push", pushes), stack).isBoundBySwaps(records);
    }

    private static String proxies(Records records) {
        var many = each(records, "push", PUSHES);
        return "two factors make it. EL+LA makes "
                + Quantity.significant(over(records, "push", MAX, "EL+LA", "No-Optimizations"))
                + " times as many as without optimizations, as its scan does not begin at the bottom (see there)."
                + " EL+LA+PX makes " + Quantity.significant(over(records, "push", MAX, "EL+LA+PX", "EL+LA"))
                + " times as many as EL+LA, and a quarter in the paper: " + oneWordBinds(records) + "EL+LA makes "
                + Work.of(many, "EL+LA") + ", of 5,000,000, and EL+LA+PX " + Work.of(many, "EL+LA+PX")
                + ". So that does not bind proxies; what they cost is that one lane of a warp looks at "
                + Quantity.significant(Work.of(many, "EL+LA+PX").looks())
                + " cells for a push, alone. They are behind where few threads are at the stack, and ahead where many"
                + " are: " + byThreads(records) + " The paper does not say how many were at its stack at once.";
    }

    private static Rows ofThreads(Records records, int threads) {
        return stacks(records)
                .with("mix", "push")
                .with("operations", 100_000)
                .with("capacity", MAX)
                .with("block", BLOCK)
                .with("threads", threads);
    }

    /** Of an operation each: with 125,952 threads as on the paper's GPU. */
    private static String byThreads(Records records) {
        return "of 100,000 pushes EL+LA+PX makes "
                + FEWER_THREADS.stream()
                        .filter(threads ->
                                Stream.of("EL+LA+PX", "EL+LA").allMatch(ofThreads(records, threads)::isMeasured))
                        .map(threads -> {
                            var rows = ofThreads(records, threads);
                            return Quantity.rate(rows.rate("EL+LA+PX")) + " with " + Quantity.count(threads)
                                    + " threads, where EL+LA makes " + Quantity.rate(rows.rate("EL+LA"));
                        })
                        .collect(Collectors.joining("; "))
                + ". An RTX 3090 holds 125,952 threads.";
    }

    private static String fromFewToMany(Records records) {
        var few = each(records, "push", 100_000);
        var many = each(records, "push", PUSHES);
        return oneWordBinds(records)
                + Stream.of("LA", "EL+LA", "EL+LA+PX")
                        .map(stack -> stack + " makes " + Work.of(few, stack) + ", of 100,000 pushes and "
                                + Work.of(many, stack) + ", of 5,000,000")
                        .collect(Collectors.joining("; "))
                + ". So that word holds LA and EL+LA back, and not EL+LA+PX." + comeApart(records);
    }

    /** What pushes and pops have in common: all swap at the top. */
    private static String oneTop(Records records) {
        return "as many threads as there are operations, up to 270,336, swap at one top, and " + swaps(records)
                + ". So it falls from 10,000 to 100,000 operations, and not by invalidation alone: Inval+LA makes "
                + Quantity.rate(stack(records, "pop", 10_000).rate("Inval+LA")) + " and "
                + Quantity.rate(stack(records, "pop", 100_000).rate("Inval+LA")) + " pops, LA "
                + Quantity.rate(stack(records, "pop", 10_000).rate("LA")) + " and "
                + Quantity.rate(stack(records, "pop", 100_000).rate("LA"))
                + ", and pushes, which invalidate nothing, fall from "
                + Quantity.rate(stack(records, "push", 10_000).rate("Inval+LA")) + " to "
                + Quantity.rate(stack(records, "push", 100_000).rate("Inval+LA"))
                + ". Nor is it how far they scan: 100,000 pushes without optimizations, which scan from the bottom,"
                + " make " + Quantity.rate(stack(records, "push", 100_000).rate("No-Optimizations")) + ", with LA "
                + Quantity.rate(stack(records, "push", 100_000).rate("LA")) + ".";
    }

    private static Exhibit pops() {
        return Exhibit.of("figure 11")
                .shows("Operations per second and run time of pops alone, with invalidation, by operations.")
                .run("bench stack --device cuda --mix pop --operations " + SIZES_OPTION
                        + " --limit 20 --reps 1 --warmup 0 --out stack.jsonl")
                .run(full(100_000))
                .run(full(500_000))
                .run(POPS_EACH)
                .run(PUSHES_IN_TURN)
                .run(FAA)
                .remark(EXTRAPOLATED)
                .remark(IN_TURN)
                .claim(Claim.that(
                                "LA is no better than without optimizations (99 %).",
                                records -> pops(records, "Inval+LA"))
                        .otherwise(ScanStackPaper::farEnd))
                .claim(Claim.that("EL+LA is no better either (100 %).", records -> pops(records, "Inval+EL+LA"))
                        .otherwise(ScanStackPaper::farEnd))
                .claim(Claim.that(
                                "EL+LA+PX makes a fifth of its pushes (19 %).",
                                records -> {
                                    var pops = stack(records, "pop").most("operations", "Inval+EL+LA+PX");
                                    double operations = stack(records, "pop")
                                            .values("operations", "Inval+EL+LA+PX")
                                            .getLast();
                                    double ratio = pops.rate("Inval+EL+LA+PX")
                                            / stack(records, "push")
                                                    .with("operations", operations)
                                                    .rate("Inval+EL+LA+PX");
                                    return Found.beside(
                                            percent(ratio) + ", " + Quantity.plain(operations) + " operations",
                                            ratio < 1,
                                            ratio,
                                            0.19);
                                })
                        .otherwise(records -> {
                            var rows = stack(records, "pop", MAX);
                            return "the paper puts it down to invalidation, which makes a pop swap twice. Here that"
                                    + " costs pops of EL+LA a factor of "
                                    + Quantity.significant(rows.rate("EL+LA") / rows.rate("Inval+EL+LA"))
                                    + ", but those of EL+LA+PX, where one lane in 32 is at the stack, "
                                    + Quantity.significant(rows.rate("EL+LA+PX") / rows.rate("Inval+EL+LA+PX"))
                                    + ": they make " + Quantity.rate(rows.rate("Inval+EL+LA+PX")) + " with it and "
                                    + Quantity.rate(rows.rate("EL+LA+PX")) + " without.";
                        }))
                .claim(Claim.that("At a million operations the throughput of all plummets.", records -> {
                            double[] shares = INVALIDATING.stream()
                                    .mapToDouble(name -> stack(records, "pop", 1_000_000)
                                                    .rate(name)
                                            / stack(records, "pop", 500_000).rate(name))
                                    .toArray();
                            return Found.of(
                                    "of a million instead of half a million "
                                            + IntStream.range(0, shares.length)
                                                    .mapToObj(i -> INVALIDATING.get(i) + " makes " + percent(shares[i]))
                                                    .collect(Collectors.joining(", "))
                                            + " as many a second",
                                    most(shares) < 0.7);
                        })
                        .otherwise(ScanStackPaper::oneTop))
                .claim(Claim.that("After that LA and EL+LA make more the more operations there are.", records -> {
                            double[] growths = Stream.of("Inval+LA", "Inval+EL+LA")
                                    .mapToDouble(name -> stack(records, "pop", MAX)
                                                    .rate(name)
                                            / stack(records, "pop", 1_000_000).rate(name))
                                    .toArray();
                            return Found.of(
                                    "from a million to ten million Inval+LA to " + percent(growths[0])
                                            + ", Inval+EL+LA to " + percent(growths[1]),
                                    least(growths) > MORE);
                        })
                        .otherwise(ScanStackPaper::arePopsBoundBySwaps, ScanStackPaper::popsOfMany))
                .claim(Claim.that("Pops are the worst of the three mixes.", records -> {
                    double[][] rates = INVALIDATING.stream()
                            .map(name -> Stream.of("pop", "push", "random")
                                    .mapToDouble(mix -> stack(records, mix, MAX).rate(name))
                                    .toArray())
                            .toArray(double[][]::new);
                    return Found.of(
                            "pops, pushes and the mix of 10,000,000: "
                                    + IntStream.range(0, rates.length)
                                            .mapToObj(i -> INVALIDATING.get(i) + " " + Quantity.rate(rates[i][0]) + ", "
                                                    + Quantity.rate(rates[i][1]) + ", " + Quantity.rate(rates[i][2]))
                                            .collect(Collectors.joining("; ")),
                            Stream.of(rates).allMatch(of -> of[0] < of[1] && of[0] < of[2]));
                }))
                .grid(rates("Operations per second by operations", "pop", INVALIDATING, SIZES));
    }

    private static String popsOfMany(Records records) {
        var few = each(records, "pop", 1_000_000);
        var many = each(records, "pop", POPS);
        return oneWordBinds(records)
                + Stream.of("Inval+LA", "Inval+EL+LA")
                        .map(stack -> stack + " makes " + Work.of(few, stack) + ", of 1,000,000 pops and "
                                + Quantity.rate(many.rate(stack)) + " of 3,000,000")
                        .collect(Collectors.joining("; "))
                + ": as many of many as of few, with or without blocks that wait for their threads. Without"
                + " invalidation LA makes " + fromMillionOn(records, "pop", "LA") + " pops of 1,000,000 and 10,000,000"
                + " and EL+LA " + fromMillionOn(records, "pop", "EL+LA") + ", and LA makes "
                + fromMillionOn(records, "push", "LA") + " pushes and EL+LA " + fromMillionOn(records, "push", "EL+LA")
                + ", so it is neither invalidation nor pops." + comeApart(records);
    }

    /** Whether swaps bind both with a thread for each pop, so that neither makes more of many. */
    private static boolean arePopsBoundBySwaps(Records records) {
        var few = each(records, "pop", 1_000_000);
        var many = each(records, "pop", POPS);
        return Stream.of("Inval+LA", "Inval+EL+LA")
                .allMatch(stack ->
                        Work.of(few, stack).isBoundBySwaps(records) && many.rate(stack) < MORE * few.rate(stack));
    }

    private static String fromMillionOn(Records records, String mix, String stack) {
        return Quantity.rate(stack(records, mix, 1_000_000).rate(stack)) + " and "
                + Quantity.rate(stack(records, mix, MAX).rate(stack));
    }

    /** Pops of a stack that is as large as its content. */
    private static String full(int cells) {
        return "bench stack --device cuda --mix pop --stacks Inval,Inval+LA,Inval+EL+LA --operations " + cells
                + " --capacity " + cells + " --reps 1 --warmup 0 --limit 20 --no-check --out why.jsonl";
    }

    private static Found pops(Records records, String stack) {
        var rows = stack(records, "pop").most("operations", stack, "Inval");
        double ratio = rows.ratio("Inval", stack);
        return Found.of(
                Quantity.significant(ratio) + " times as many, "
                        + Quantity.plain(stack(records, "pop")
                                .values("operations", stack, "Inval")
                                .getLast())
                        + " operations",
                ratio > 0.7 && ratio < 1.5);
    }

    private static Rows ofFull(Records records, int cells) {
        return stacks(records)
                .with("mix", "pop")
                .with("threads", THREADS)
                .with("operations", cells)
                .with("capacity", cells);
    }

    private static String farEnd(Records records) {
        return "without the lowest area a pop begins at the far end of the stack and walks over what was emptied"
                + " before, so it takes the longer the larger the stack is. Of a full one, all of which is popped, a"
                + " pop takes "
                + Stream.of(100_000, 500_000, MAX)
                        .map(cells -> {
                            var rows = ofFull(records, cells);
                            return Quantity.time(rows.time("Inval") / cells) + " (Inval), "
                                    + Quantity.time(rows.time("Inval+LA") / cells) + " (Inval+LA) and "
                                    + Quantity.time(rows.time("Inval+EL+LA") / cells) + " (Inval+EL+LA) with "
                                    + Quantity.count(cells) + " cells: these make "
                                    + Quantity.significant(rows.ratio("Inval", "Inval+LA")) + " and "
                                    + Quantity.significant(rows.ratio("Inval", "Inval+EL+LA")) + " times as many";
                        })
                        .collect(Collectors.joining("; "))
                + ". Up to 500,000 it is as in the paper, which has it so up to 10,000,000 and does not say how many"
                + " cells its stack has.";
    }

    private static Exhibit popsWithout() {
        return Exhibit.of("figure 12")
                .shows("Pops alone without invalidation, by operations.")
                .run("bench stack --device cuda --mix pop --operations " + SIZES_OPTION
                        + " --limit 20 --reps 1 --warmup 0 --out stack.jsonl")
                .remark(EXTRAPOLATED)
                .remark(IN_TURN)
                .run(full(100_000))
                .claim(Claim.that("Without invalidation pops are much faster.", records -> {
                            double[] ratios = PLAIN.stream()
                                    .mapToDouble(stack -> over(records, "pop", MAX, stack, invalidating(stack)))
                                    .toArray();
                            return Found.of(
                                    "of 10,000,000 " + ofPlain(ratios, Figures::times) + " as many",
                                    least(ratios) > 1.3);
                        })
                        .otherwise(ScanStackPaper::twoSwapsOrOne))
                .claim(Claim.that("They are then like pushes.", records -> {
                            double[] shares = PLAIN.stream()
                                    .mapToDouble(stack -> popsOfPushes(records, stack))
                                    .toArray();
                            return Found.of(
                                    "of 10,000,000 " + ofPlain(shares, Figures::percent) + " of pushes",
                                    least(shares) > 0.5 && most(shares) < 2);
                        })
                        .otherwise(ScanStackPaper::popsOfProxies))
                .grid(rates("Operations per second by operations", "pop", PLAIN, SIZES));
    }

    private static String ofPlain(double[] values, DoubleFunction<String> words) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> PLAIN.get(i) + " makes " + words.apply(values[i]))
                .collect(Collectors.joining(", "));
    }

    private static double popsOfPushes(Records records, String stack) {
        return stack(records, "pop", MAX).rate(stack)
                / stack(records, "push", MAX).rate(stack);
    }

    /** Which stacks it does not matter for that a pop swaps twice. */
    private static String twoSwapsOrOne(Records records) {
        var rows = stack(records, "pop", MAX);
        return "it is so where all lanes swap at the top, with LA and EL+LA, as a pop swaps twice with invalidation. Of"
                + " EL+LA+PX one lane in 32 is at the stack: it makes " + Quantity.rate(rows.rate("EL+LA+PX"))
                + " pops, and " + Quantity.rate(rows.rate("Inval+EL+LA+PX")) + " with invalidation. Without"
                + " optimizations it is the way that counts, not the swaps: a pop begins at the far end and walks over"
                + " what was emptied before, and takes " + Quantity.time(rows.time("No-Optimizations") / MAX)
                + " of a full stack of 10,000,000 cells, " + Quantity.time(rows.time("Inval") / MAX)
                + " with invalidation, and "
                + Quantity.time(ofFull(records, 100_000).time("Inval") / 100_000)
                + " with it of one of 100,000.";
    }

    /** How far pops and pushes look, of which one lane makes all of a warp's. */
    private static String popsOfProxies(Records records) {
        return "it is so of all but EL+LA+PX, of which one lane of a warp makes the operations of all, one after the"
                + " other, and looks for their cells alone. For a pop it looks at more of them: a push begins at a"
                + " multiple of the interval (25,000) that is at most an interval below the top, a pop an interval"
                + " above the next one, so it has 25,000 to 50,000 cells to go. Of a stack of 1,000 values 1,000 pops"
                + " take " + Quantity.time(stack(records, "pop", 1000).time("LA")) + " with LA and "
                + Quantity.time(stack(records, "pop", 1000).time("EL+LA+PX")) + " with EL+LA+PX, "
                + Quantity.significant(over(records, "pop", 1000, "LA", "EL+LA+PX"))
                + " times as long, 1,000 pushes, which have at most 1,000 cells to go, "
                + Quantity.time(stack(records, "push", 1000).time("LA")) + " and "
                + Quantity.time(stack(records, "push", 1000).time("EL+LA+PX")) + ".";
    }

    /** By a thread for each operation, in blocks of whatever size, with or without cache and ballast. */
    private static Rows ofThreadEach(Records records, Object interval) {
        return ofCells(records, RANDOM_OPERATIONS, interval);
    }

    /** The same, in a stack of so many cells. */
    private static Rows ofCells(Records records, int cells, Object interval) {
        return records.gpu("stack-invalid")
                .with("threads", RANDOM_OPERATIONS)
                .with("capacity", cells)
                .with("interval", interval);
    }

    private static Rows invalid(Records records, Object interval) {
        return byBlock(records, BLOCK, interval);
    }

    /** Of operations of which so many in a row are all pushes or all pops. */
    private static Rows alike(Records records, int inARow, int interval) {
        return ofThreadEach(records, interval)
                .recordedBy(alikeCommand(inARow, interval))
                .with("block", BLOCK)
                .without("fresh")
                .without("ballast")
                .with("alike", inARow);
    }

    /** What records operations in rows. */
    private static String alikeCommand(int inARow, int interval) {
        return interval == 0
                ? command("EL+LA-listed,Inval+EL+LA-listed", "0", "--runs 200 --limit 8 --alike " + inARow)
                : command("EL+LA-listed", "2500,5000,7500,12500,25000", "--runs 200 --limit 2.5 --alike " + inARow);
    }

    private static String listed(String stack) {
        return stack + "-listed";
    }

    private static String command(String stacks, String intervals, String more) {
        return "bench stack --invalid --device cuda --stacks " + stacks + " --intervals " + intervals + " " + more
                + " --out stack-invalid.jsonl";
    }

    private static final String BOTH = "EL+LA-listed,Inval+EL+LA-listed,EL+LA,Inval+EL+LA";

    /** Operations, and threads, on the simulator. */
    private static final List<Integer> SIMULATED = List.of(128, 256, 512);

    private static String simulate(int operations) {
        return "bench stack --invalid --device sim:1 --stacks " + String.join(",", LISTED)
                + " --intervals 0 --runs 4000"
                + " --limit 15 --block 64 --threads " + operations + " --operations " + operations + " --out"
                + " stack-invalid-sim.jsonl";
    }

    private static final String ALL_INTERVALS = "2500,5000,7500,10000,12500,15000,17500,20000,22500,25000";

    private static Exhibit withCommands(Exhibit exhibit) {
        return exhibit.run(command("EL+LA-listed,Inval+EL+LA-listed", ALL_INTERVALS, "--limit 10"))
                .run(command("LA-listed,Inval+LA-listed", ALL_INTERVALS, "--limit 7"))
                .run(command(String.join(",", LISTED), "0", "--limit 3"))
                .run(command(String.join(",", TABLES), ALL_INTERVALS, "--limit 1"))
                .run(command("LA-listed,LA", "2500", "--runs 60 --limit 12 --resume stack-invalid.jsonl"))
                .run(command("Inval+LA-listed,Inval+LA", "2500", "--runs 50 --limit 30 --resume stack-invalid.jsonl"))
                .remark("A thread makes one operation, as in the paper, in blocks of 256, on a stack of 1,000,000"
                        + " cells; the paper does not say how large blocks and stack are.")
                .remark("The paper's listings do not always do what its text says (a pop that has lost its cell stops"
                        + " at an invalid one, a push at cell 1). Both were measured, and the second table is by"
                        + " the text; what the paper says is asked of the listings where nothing else is said.");
    }

    private static double of1000(Rows rows, String stack) {
        return 1000 * rows.total(stack, "invalid") / rows.total(stack, "runs");
    }

    private static double of1000(Records records, Object interval, String stack) {
        return of1000(invalid(records, interval), stack);
    }

    private static Exhibit invalid() {
        return withCommands(Exhibit.of("table 2")
                        .shows("Invalid final stacks of 1,000 runs of a million operations each, by interval of the"
                                + " lowest area."))
                .run(command("EL+LA-listed,Inval+EL+LA-listed", "0", "--limit 300"))
                .run(smallCommand(IN_THE_CACHE))
                .run(smallPastTheCacheCommand())
                .run(smallWithLessCacheCommand())
                .run(fewCommand(FEW.getFirst()))
                .remark("Stacks of other sizes, and with other numbers of operations, are by the same commands with"
                        + " another --capacity and other --operations.")
                .remark("Shared memory that blocks take for nothing (--ballast) is taken from the cache, with which it"
                        + " shares the 256 KB of a multiprocessor: beside fewer threads at once there is less of that.")
                .run(simulate(128))
                .run(simulate(256))
                .run(simulate(512))
                .run(command(BOTH, "2500", "--runs 200 --limit 2.5 --block 64"))
                .run(command(BOTH, "2500", "--runs 200 --limit 2.5 --block 128"))
                .run(command(BOTH, "2500", "--runs 200 --limit 2.5 --block 512"))
                .run(command(BOTH, "2500", "--runs 200 --limit 2.5 --block 1024"))
                .run(command(String.join(",", LISTED), "2500,12500,25000", "--runs 100 --limit 1.5 --fresh"))
                .run(command("Inval+EL+LA", "2500,12500,25000", "--runs 100 --limit 1.5 --fresh"))
                .run(command("LA-listed,Inval+LA-listed", "2500,12500,25000", "--runs 100 --limit 1.5 --ballast 49152"))
                .run(command(
                        "EL+LA-listed,Inval+EL+LA-listed",
                        "2500,12500,25000",
                        "--runs 100 --limit 1.5 --ballast 40960"))
                .run(command("EL+LA-listed", "5000,7500,12500,25000", "--runs 200 --limit 2.5 --block 64"))
                .run(command("EL+LA-listed", "5000,7500,12500,25000", "--runs 200 --limit 2.5 --block 128"))
                .run(alikeCommand(WARP, 2500))
                .run(alikeCommand(BLOCK, 2500))
                .run(alikeCommand(WARP, 0))
                .remark("As many runs as there was time for, scaled to 1,000; their number is in square brackets. How"
                        + " many of 1,000 are missing, and how long they would take, is in the last table.")
                .claim(Claim.that("Stacks may be invalid: with EL+LA up to 482 of 1,000.", records -> {
                            double most = mostInvalid(records, listed("EL+LA"));
                            double byText = mostInvalid(records, "EL+LA");
                            var fewer = ballast(records, 2500, BALLAST_WITH_LIMP);
                            double least = DoubleStream.concat(
                                            DoubleStream.of(byText, of1000(fewer, listed("EL+LA"))),
                                            BLOCKS.stream()
                                                    .mapToDouble(
                                                            block -> of1000(byBlock(records, block), listed("EL+LA"))))
                                    .min()
                                    .orElseThrow();
                            return Found.beside(
                                    "as listed up to " + Quantity.significant(most) + ", by the text up to "
                                            + Quantity.significant(byText) + "; as listed at 2,500 with 135,168 threads"
                                            + " at once (--ballast) " + rate(fewer, listed("EL+LA"))
                                            + ", in blocks of 512 and 1,024 "
                                            + rate(byBlock(records, 512), listed("EL+LA")) + " and "
                                            + rate(byBlock(records, 1024), listed("EL+LA")),
                                    most > 0,
                                    farther(most, least, 482),
                                    482);
                        })
                        .otherwise(ScanStackPaper::byBlocks))
                .claim(Claim.that("EL+LA leaves invalid stacks at every interval: 22 to 482 of 1,000.", records -> {
                            double[] listed = overAll(records, listed("EL+LA"));
                            return Found.of(
                                    "as listed " + values(listed) + " at 2,500 to 25,000; by the text "
                                            + values(overAll(records, "EL+LA")),
                                    least(listed) > 0);
                        })
                        .otherwise(ScanStackPaper::isInvalidInRows, ScanStackPaper::inRows))
                .claim(Claim.that("Without invalidation: the smaller the interval the more of them.", records -> {
                    boolean more = Stream.of("LA", "EL+LA")
                            .allMatch(stack -> of1000(records, 2500, listed(stack))
                                            > of1000(records, 5000, listed(stack))
                                    && of1000(records, 5000, listed(stack)) > of1000(records, 25_000, listed(stack)));
                    return Found.of(
                            "LA " + overIntervals(records, listed("LA")) + ", EL+LA "
                                    + overIntervals(records, listed("EL+LA")) + " at 2,500, 5,000 and 25,000",
                            more);
                }))
                .claim(Claim.that(
                                "With it, too: Inval+LA from 470 to none, Inval+EL+LA from 127 to none.",
                                records -> Found.of(
                                        "Inval+LA " + overIntervals(records, listed("Inval+LA")) + ", Inval+EL+LA "
                                                + overIntervals(records, listed("Inval+EL+LA"))
                                                + " at 2,500, 5,000 and 25,000",
                                        Stream.of("Inval+LA", "Inval+EL+LA")
                                                .allMatch(stack -> of1000(records, 2500, listed(stack))
                                                        > of1000(records, 25_000, listed(stack)))))
                        .otherwise(ScanStackPaper::fromTheCache))
                .claim(Claim.that("With elimination, invalidation helps: 127 instead of 482 at 2,500.", records -> {
                            double without = of1000(records, 2500, listed("EL+LA"));
                            double with = of1000(records, 2500, listed("Inval+EL+LA"));
                            var harmed = BLOCKS.stream()
                                    .filter(block -> of1000(byBlock(records, block), listed("Inval+EL+LA"))
                                            >= of1000(byBlock(records, block), listed("EL+LA")))
                                    .map(String::valueOf)
                                    .toList();
                            String figure = Quantity.significant(with) + " instead of " + Quantity.significant(without)
                                    + "; by the text " + Quantity.significant(of1000(records, 2500, "Inval+EL+LA"))
                                    + " instead of " + Quantity.significant(of1000(records, 2500, "EL+LA"))
                                    + (harmed.isEmpty()
                                            ? ""
                                            : "; in blocks of " + String.join(" and ", harmed) + " it harms");
                            return with < without && !harmed.isEmpty()
                                    ? new Found(figure, Outcome.IN_KIND)
                                    : Found.beside(figure, with < without, without / with, 482 / 126.67);
                        })
                        .otherwise(ScanStackPaper::byBlocks))
                .claim(Claim.that("Without elimination it harms: 470 instead of 93 at 2,500.", records -> {
                            invalid(records, 2500).requireTotal("runs", ENOUGH_RUNS, listed("LA"), listed("Inval+LA"));
                            double without = of1000(records, 2500, listed("LA"));
                            double with = of1000(records, 2500, listed("Inval+LA"));
                            return Found.beside(
                                    Quantity.significant(with) + " instead of " + Quantity.significant(without)
                                            + "; by the text "
                                            + Quantity.significant(of1000(records, 2500, "Inval+LA")) + " instead of "
                                            + Quantity.significant(of1000(records, 2500, "LA")),
                                    with > without,
                                    with / without,
                                    470.33 / 93);
                        })
                        .otherwise(records ->
                                "LA alone leaves " + Quantity.significant(of1000(records, 2500, listed("LA")))
                                        + " of 1,000 invalid, so that there cannot be five times as many. What makes"
                                        + " them more is the cache, or how many threads are on the way at once,"
                                        + " 270,336 here, or both: with scans that read past the cache (--fresh) LA"
                                        + " leaves "
                                        + rate(fresh(records, 2500), listed("LA")) + "; in blocks that take so much"
                                        + " shared memory that 135,168 are on the way (--ballast; the paper's GPU"
                                        + " holds 125,952), and less is left for the cache, "
                                        + rate(ballast(records, 2500, BALLAST), listed("LA")) + ", and Inval+LA "
                                        + rate(ballast(records, 2500, BALLAST), listed("Inval+LA"))
                                        + ", too few to tell by which factor that is more."))
                .claim(Claim.that(
                                "Even without the lowest area some are invalid: 1.67 of 1,000 with EL+LA, 3 with"
                                        + " Inval+EL+LA.",
                                records -> new Found(
                                        withoutArea(invalid(records, 0)) + " with 1,000,000 cells"
                                                + inASmallStack(records),
                                        withoutArea(records)))
                        .otherwise(ScanStackPaper::isFromTheCacheInSmallStacks, ScanStackPaper::inSmallStacks)
                        .unexplained(ScanStackPaper::byChance))
                .grid(asListed("Of 1,000 (the paper's)", "table 2", ScanStackPaper::invalidOfRuns))
                .grid(byText("table 2", ScanStackPaper::invalidOfRuns))
                .grid(Grid.of(
                        "Runs that are missing from 1,000 at each interval, and how long they would take",
                        "stack",
                        Stream.concat(LISTED.stream(), TABLES.stream()).toList(),
                        List.of("runs", "minutes"),
                        (records, stack, column) -> Cell.of(Quantity.plain(
                                column.equals("runs")
                                        ? missingRuns(records, stack).sum()
                                        : Math.ceil(missingMinutes(records, stack))))));
    }

    /** By the text it was not tried without the lowest area. */
    private static List<Integer> intervals(String stack) {
        return LISTED.contains(stack) ? INTERVALS : WITH_AREA;
    }

    private static double missingRuns(Records records, String stack, int interval) {
        return Math.max(0, 1000 - invalid(records, interval).total(stack, "runs"));
    }

    private static DoubleStream missingRuns(Records records, String stack) {
        return intervals(stack).stream().mapToDouble(interval -> missingRuns(records, stack, interval));
    }

    private static double missingMinutes(Records records, String stack) {
        return intervals(stack).stream()
                .mapToDouble(interval ->
                        missingRuns(records, stack, interval) / 1000 * seconds(records, interval, stack) / 60)
                .sum();
    }

    private static Cell invalidOfRuns(Records records, String stack, Object interval) {
        return Cell.of(Quantity.significant(of1000(records, interval, stack)) + " ["
                + Quantity.plain(invalid(records, interval).total(stack, "runs")) + "]");
    }

    private static Grid asListed(String caption, String number, Grid.Probe cell) {
        return byInterval(caption + ", by interval; 0: no lowest area", number, LISTED, INTERVALS, cell);
    }

    private static Grid byText(String number, Grid.Probe cell) {
        return byInterval("The same by the text", number, TABLES, WITH_AREA, cell);
    }

    private static Grid byInterval(
            String caption, String number, List<String> stacks, List<Integer> intervals, Grid.Probe cell) {
        var paper = Findings.of(Suite.class, "stack-invalid");
        return Grid.of(caption, "stack", stacks, intervals, cell)
                .beside((name, column) -> Quantity.plain(
                        paper.number(number, name.replace("-listed", ""), INTERVALS.indexOf(intervals.get(column)))));
    }

    private static String overIntervals(Records records, String stack) {
        return Stream.of(2500, 5000, 25_000)
                .map(interval -> Quantity.significant(of1000(records, interval, stack)))
                .collect(Collectors.joining(", "));
    }

    /** Of 1,000, for all intervals. */
    private static double[] overAll(Records records, String stack) {
        return WITH_AREA.stream()
                .mapToDouble(interval -> of1000(records, interval, stack))
                .toArray();
    }

    private static String values(double... values) {
        return DoubleStream.of(values).mapToObj(Quantity::significant).collect(Collectors.joining(", "));
    }

    private static boolean isInvalidInRows(Records records) {
        return ALIKE_INTERVALS.stream()
                .allMatch(interval -> of1000(alike(records, WARP, interval), listed("EL+LA")) > 0);
    }

    /** What makes the top fall farther. */
    private static String inRows(Records records) {
        return "it depends on how far the top falls, and so on how operations are drawn, which the paper does not say."
                + " A push begins at a multiple of the interval that the top had passed when it looked, and leaves a"
                + " gap if the top has fallen below that since; so the top has to pass the interval and to fall back."
                + " Drawn one by one, a million operations move it by about the root of a million, "
                + Quantity.plain(Math.sqrt(RANDOM_OPERATIONS)) + "; in rows of " + WARP + " that are alike (--alike),"
                + " as many as lanes of a warp, " + Quantity.significant(Math.sqrt(WARP))
                + " times as far. EL+LA as listed then leaves " + atAlike(interval -> alike(records, WARP, interval))
                + " invalid at 2,500, 5,000, 7,500, 12,500 and 25,000, in rows of " + BLOCK + " "
                + atAlike(interval -> alike(records, BLOCK, interval))
                + ". It is not the size of blocks: one by one it is "
                + Stream.of(64, 128)
                        .map(block -> atAlike(interval -> byBlock(records, block, interval)) + " in blocks of " + block)
                        .collect(Collectors.joining(", and "))
                + ". Whether the paper's operations were in such rows is not known: at 2,500 a run takes "
                + Quantity.time(alike(records, WARP, 2500).mean(listed("EL+LA"), "meanNanoseconds", "runs"))
                + " in rows of " + WARP + ", "
                + Quantity.time(invalid(records, 2500).mean(listed("EL+LA"), "meanNanoseconds", "runs"))
                + " one by one, and 4.39 ms in the paper.";
    }

    private static String atAlike(IntFunction<Rows> rows) {
        return ALIKE_INTERVALS.stream()
                .map(interval -> rate(rows.apply(interval), listed("EL+LA")))
                .collect(Collectors.joining(", "));
    }

    private static Rows ballast(Records records, int interval, int bytes) {
        return ofThreadEach(records, interval)
                .with("block", BLOCK)
                .with("ballast", bytes)
                .without("fresh")
                .without("alike");
    }

    private static Rows fresh(Records records, int interval) {
        return ofThreadEach(records, interval)
                .with("block", BLOCK)
                .with("fresh", true)
                .without("ballast")
                .without("alike");
    }

    /** How many were invalid, of how many runs. */
    private static String withoutArea(Rows rows) {
        return rate(rows, listed("EL+LA")) + " and " + rate(rows, listed("Inval+EL+LA"));
    }

    /** By the simulator, blocks of 64, a thread for each operation. */
    private static Rows simulated(Records records, int operations) {
        return plain(records.simulator("stack-invalid"))
                .recordedBy(simulate(operations))
                .with("interval", 0)
                .with("block", 64)
                .with("threads", operations)
                .with("operations", operations);
    }

    private static Outcome withoutArea(Records records) {
        if (Stream.of("EL+LA", "Inval+EL+LA").anyMatch(stack -> of1000(records, 0, listed(stack)) > 0)) {
            return Outcome.REPRODUCED;
        }
        if (isInvalidInASmallStack(records)) {
            return Outcome.IN_KIND;
        }
        return isLikely(records) ? Outcome.UNDECIDED : Outcome.TURNED_AROUND;
    }

    private static boolean isInvalidInASmallStack(Records records) {
        var rows = small(records, IN_THE_CACHE);
        return rows.isMeasured(listed("Inval+EL+LA")) && of1000(rows, listed("Inval+EL+LA")) > 0;
    }

    private static String inASmallStack(Records records) {
        return isInvalidInASmallStack(records)
                ? "; " + withoutArea(small(records, IN_THE_CACHE)) + " with " + Quantity.count(IN_THE_CACHE)
                : "";
    }

    /**
     * How likely no run is invalid here, if ours are as likely to be so as the paper's, which are means of three times
     * 1,000: that all of those that are invalid, there or here, are there.
     */
    private static double chanceOfNone(Records records) {
        return Math.pow(shareOfPaper(records, "EL+LA"), 5) * Math.pow(shareOfPaper(records, "Inval+EL+LA"), 9);
    }

    private static double shareOfPaper(Records records, String stack) {
        return PAPER_RUNS / (PAPER_RUNS + invalid(records, 0).total(listed(stack), "runs"));
    }

    private static boolean isLikely(Records records) {
        return chanceOfNone(records) > UNLIKELY;
    }

    private static String byChance(Records records) {
        return (isLikely(records) ? "it may be chance" : "it is hardly chance")
                + ": the paper's are means of three times 1,000 runs, so it has 5 and 9 of 3,000, and if ours are as"
                + " likely to be invalid, none of ours is with a probability of " + percent(chanceOfNone(records))
                + ". With operations in rows of " + WARP + " that are alike (--alike) it is "
                + withoutArea(alike(records, WARP, 0)) + ".";
    }

    /** In a stack of so many cells, without lowest area. */
    private static Rows small(Records records, int cells) {
        return plain(ofCells(records, cells, 0).recordedBy(smallCommand(cells))).with("block", BLOCK);
    }

    private static String smallCommand(int cells) {
        return sizesCommand("EL+LA-listed,Inval+EL+LA-listed", "--limit 6 --capacity " + cells);
    }

    private static String smallPastTheCacheCommand() {
        return sizesCommand("EL+LA-listed,Inval+EL+LA-listed", "--limit 5 --fresh --capacity " + IN_THE_CACHE);
    }

    private static String smallWithLessCacheCommand() {
        return sizesCommand(
                "EL+LA-listed,Inval+EL+LA-listed",
                "--limit 5 --ballast " + BALLAST_WITH_LIMP + " --capacity " + IN_THE_CACHE);
    }

    private static String fewCommand(int operations) {
        return sizesCommand(String.join(",", LISTED), "--runs 2000 --limit 4 --operations " + operations);
    }

    private static String sizesCommand(String stacks, String more) {
        return "bench stack --invalid --device cuda --stacks " + stacks + " --intervals 0 " + more
                + " --out stack-sizes.jsonl";
    }

    private static Rows smallPastTheCache(Records records) {
        return ofCells(records, IN_THE_CACHE, 0)
                .recordedBy(smallPastTheCacheCommand())
                .with("block", BLOCK)
                .with("fresh", true)
                .without("ballast")
                .without("alike");
    }

    private static Rows smallWithLessCache(Records records) {
        return ofCells(records, IN_THE_CACHE, 0)
                .recordedBy(smallWithLessCacheCommand())
                .with("block", BLOCK)
                .with("ballast", BALLAST_WITH_LIMP)
                .without("fresh")
                .without("alike");
    }

    /** With a stack of as many cells as operations, most of which are on the GPU at once. */
    private static Rows few(Records records, int operations) {
        return plain(records.gpu("stack-invalid"))
                .recordedBy(fewCommand(operations))
                .with("interval", 0)
                .with("block", BLOCK)
                .with("threads", operations)
                .with("operations", operations)
                .with("capacity", operations);
    }

    /** Whether they are there while most cells are in the cache, and only then, and not if scans read past it. */
    private static boolean isFromTheCacheInSmallStacks(Records records) {
        String stack = listed("Inval+EL+LA");
        return of1000(small(records, IN_THE_CACHE), stack) > 0
                && of1000(smallPastTheCache(records), stack) == 0
                && BEYOND_THE_CACHE.stream().allMatch(cells -> of1000(small(records, cells), stack) == 0);
    }

    private static String inSmallStacks(Records records) {
        String stack = listed("Inval+EL+LA");
        var sizes = Stream.concat(WITHIN_THE_CACHE.stream(), BEYOND_THE_CACHE.stream())
                .toList();
        return "there are none here in a stack of 1,000,000 cells, and " + byChance(records)
                + " How many cells the paper's stack has it does not say. In smaller ones there are many with"
                + " invalidation: a pop makes an invalid cell empty again if the one above it is empty, and it may see"
                + " there what the cache of its multiprocessor had before somebody pushed. That has 256 KB, of which"
                + " blocks take 64 as shared memory, and a cell 4 bytes. A million operations with Inval+EL+LA on "
                + sizes.stream().map(Quantity::count).collect(Collectors.joining(", ")) + " cells leave "
                + sizes.stream()
                        .map(cells -> rate(small(records, cells), stack))
                        .collect(Collectors.joining(", "))
                + " invalid; on " + Quantity.count(IN_THE_CACHE) + " with scans that read past the cache (--fresh) "
                + rate(smallPastTheCache(records), stack)
                + ", and with blocks that take more than half of the 256 KB (--ballast) "
                + rate(smallWithLessCache(records), stack)
                + ". By its times, 165 and 213 ms a run, the paper's stack has hundreds of thousands of cells: ours"
                + " takes "
                + BEYOND_THE_CACHE.stream()
                        .map(cells -> both(small(records, cells)) + " with " + Quantity.count(cells))
                        .collect(Collectors.joining(", "))
                + " and " + both(invalid(records, 0)) + " with 1,000,000. What its GPU keeps for how long cannot be"
                + " measured here. Without invalidation, EL+LA leaves "
                + inAll(sizes.stream().map(cells -> small(records, cells)), listed("EL+LA"))
                + " of all these stacks invalid. It can: a push has passed a value that is popped then, and there is a"
                + " gap below what it pushes, until another push comes from below. The simulator, which does not have a"
                + " GPU's schedules, has "
                + SIMULATED.stream()
                        .map(size -> withoutArea(simulated(records, size)))
                        .collect(Collectors.joining(", "))
                + " with 2, 4 and 8 blocks of 64, and without elimination, where the paper has none, "
                + rate(simulated(records, SIMULATED.getFirst()), listed("LA")) + " and "
                + rate(simulated(records, SIMULATED.getFirst()), listed("Inval+LA"))
                + " with 2. On the GPU, with as many cells as operations, "
                + FEW.stream().map(Quantity::count).collect(Collectors.joining(", "))
                + ", of which most are there at once, EL+LA leaves " + inAll(few(records), listed("EL+LA"))
                + " invalid, Inval+EL+LA " + inAll(few(records), stack) + ", LA " + inAll(few(records), listed("LA"))
                + " and Inval+LA "
                + few(records).map(rows -> rate(rows, listed("Inval+LA"))).collect(Collectors.joining(", ")) + ".";
    }

    private static Stream<Rows> few(Records records) {
        return FEW.stream().map(operations -> few(records, operations));
    }

    private static String inAll(Stream<Rows> all, String stack) {
        var rows = all.toList();
        return Quantity.plain(rows.stream()
                        .mapToDouble(one -> one.total(stack, "invalid"))
                        .sum()) + " of "
                + Quantity.plain(rows.stream()
                        .mapToDouble(one -> one.total(stack, "runs"))
                        .sum());
    }

    /** How long a run takes with EL+LA, and with invalidation. */
    private static String both(Rows rows) {
        return Stream.of("EL+LA", "Inval+EL+LA")
                .map(stack -> Quantity.time(rows.mean(listed(stack), "meanNanoseconds", "runs")))
                .collect(Collectors.joining(" and "));
    }

    private static String rate(Rows rows, String stack) {
        return Quantity.plain(rows.total(stack, "invalid")) + " of " + Quantity.plain(rows.total(stack, "runs"));
    }

    private static Rows byBlock(Records records, int block, Object interval) {
        return plain(ofThreadEach(records, interval)).with("block", block);
    }

    private static Rows byBlock(Records records, int block) {
        return byBlock(records, block, 2500);
    }

    private static String byBlocks(Records records) {
        return "how many there are depends on the size of blocks, which the paper does not say, and on how many threads"
                + " are on the GPU at once. At 2,500: "
                + BLOCKS.stream()
                        .map(block -> {
                            var rows = byBlock(records, block);
                            return "in blocks of " + Quantity.count(block) + " "
                                    + rate(rows, listed("EL+LA")) + ", with invalidation "
                                    + rate(rows, listed("Inval+EL+LA")) + ", by the text "
                                    + rate(rows, "EL+LA") + " and " + rate(rows, "Inval+EL+LA");
                        })
                        .collect(Collectors.joining("; "))
                + ". In blocks of 256 that take so much shared memory that 135,168 threads are there at once"
                + " (--ballast), not 270,336: "
                + rate(ballast(records, 2500, BALLAST_WITH_LIMP), listed("EL+LA")) + ", with invalidation "
                + rate(ballast(records, 2500, BALLAST_WITH_LIMP), listed("Inval+EL+LA"))
                + ". That leaves less for the cache, too; but past the cache (--fresh) and with all threads it is "
                + rate(fresh(records, 2500), listed("EL+LA")) + ", with invalidation "
                + rate(fresh(records, 2500), listed("Inval+EL+LA")) + ".";
    }

    private static String fromTheCache(Records records) {
        return "a pop makes an invalid cell empty again if the one above it is empty, and it may see there what the"
                + " cache of its multiprocessor had before somebody pushed: then there is a gap below that value. At"
                + " 2,500, 12,500 and 25,000 there are, as listed, with Inval+EL+LA "
                + atSome(interval -> rate(invalid(records, interval), listed("Inval+EL+LA")))
                + ", and with scans that read past the cache (--fresh) "
                + atSome(interval -> rate(fresh(records, interval), listed("Inval+EL+LA"))) + "; with Inval+LA "
                + atSome(interval -> rate(invalid(records, interval), listed("Inval+LA"))) + " and "
                + atSome(interval -> rate(fresh(records, interval), listed("Inval+LA")))
                + ". With less of that cache, and fewer threads between look and push, in blocks that take so much"
                + " shared memory that 135,168 threads are on the GPU at once (--ballast), not 270,336, Inval+EL+LA"
                + " has "
                + atSome(interval -> rate(ballast(records, interval, BALLAST_WITH_LIMP), listed("Inval+EL+LA")))
                + ", the fewer the larger the interval, as in the paper, whose GPU holds 125,952"
                + (of1000(ballast(records, 2500, BALLAST_WITH_LIMP), listed("Inval+EL+LA"))
                                > of1000(records, 2500, listed("Inval+EL+LA"))
                        ? "; that these are more at 2,500 than with all threads neither explains"
                        : "")
                + ". Inval+LA has "
                + atSome(interval -> rate(ballast(records, interval, BALLAST), listed("Inval+LA")))
                + ", too few runs to tell. By the text it is not the cache: Inval+EL+LA has "
                + atSome(interval -> rate(invalid(records, interval), "Inval+EL+LA")) + ", and past the cache "
                + atSome(interval -> rate(fresh(records, interval), "Inval+EL+LA"))
                + ". Why there are more then is not known.";
    }

    private static String atSome(IntFunction<String> words) {
        return SOME_INTERVALS.stream().map(words::apply).collect(Collectors.joining(", "));
    }

    private static double mostInvalid(Records records, String stack) {
        return WITH_AREA.stream()
                .mapToDouble(interval -> of1000(records, interval, stack))
                .max()
                .orElseThrow();
    }

    private static Exhibit runTimes() {
        return withCommands(Exhibit.of("table 3")
                        .shows("Seconds for 1,000 runs of a million operations, by interval of the lowest area."))
                .claim(Claim.that(
                        "Without the lowest area runs are the slowest: EL+LA 165 s instead of 4.4 to 20.", records -> {
                            double none = seconds(records, 0, listed("EL+LA"));
                            double most = seconds(records, 25_000, listed("EL+LA"));
                            return Found.of(
                                    Quantity.significant(none) + " s instead of "
                                            + Quantity.significant(seconds(records, 2500, listed("EL+LA"))) + " to "
                                            + Quantity.significant(most),
                                    none > most);
                        }))
                .claim(Claim.that("The larger the interval the slower: EL+LA from 4.4 to 19.7 s.", records -> {
                    double small = seconds(records, 2500, listed("EL+LA"));
                    double large = seconds(records, 25_000, listed("EL+LA"));
                    boolean slower = IntStream.range(1, WITH_AREA.size())
                            .allMatch(i -> seconds(records, WITH_AREA.get(i), listed("EL+LA"))
                                    > seconds(records, WITH_AREA.get(i - 1), listed("EL+LA")));
                    return Found.of(
                            "from " + Quantity.significant(small) + " to " + Quantity.significant(large)
                                    + (slower ? " s, by every step" : " s, not by every step"),
                            slower && large > 2 * small);
                }))
                .claim(Claim.that("LA alone is slower at every interval: 79 to 123 s.", records -> {
                    boolean slower = INTERVALS.stream()
                            .allMatch(interval -> seconds(records, interval, listed("LA"))
                                    > seconds(records, interval, listed("EL+LA")));
                    return Found.of(
                            Quantity.significant(seconds(records, 2500, listed("LA"))) + " s at 2,500, "
                                    + Quantity.significant(seconds(records, 25_000, listed("LA"))) + " at 25,000",
                            slower);
                }))
                .claim(Claim.that("Invalidation costs EL+LA about a third (1.28 to 1.49 times the time).", records -> {
                            double[] costs = invalidation(records, "EL+LA", "");
                            double[] asListed = invalidation(records, "EL+LA", "-listed");
                            return Found.beside(
                                    "by the text " + range(costs) + " times the time, the median of all intervals "
                                            + Quantity.significant(Figures.median(costs)) + "; as listed "
                                            + range(asListed) + ", " + Quantity.significant(Figures.median(asListed)),
                                    least(costs) > 1 && least(asListed) > 1,
                                    Figures.median(costs),
                                    1.36);
                        })
                        .otherwise(ScanStackPaper::popsSwapTwice))
                .claim(Claim.that("It costs LA almost twice the time (1.71 to 1.84 times).", records -> {
                            double[] costs = invalidation(records, "LA", "-listed");
                            return Found.beside(
                                    range(costs) + " times the time, the median of all intervals "
                                            + Quantity.significant(Figures.median(costs)) + "; by the text "
                                            + range(invalidation(records, "LA", "")),
                                    least(costs) > 1,
                                    Figures.median(costs),
                                    1.78);
                        })
                        .otherwise(ScanStackPaper::popsSwapTwice))
                .claim(Claim.that("At 2,500 EL+LA makes 228 million operations a second.", records -> {
                    double rate = rateOfRuns(records, listed("EL+LA"));
                    return Found.beside(
                            Quantity.rate(rate) + "; by the text " + Quantity.rate(rateOfRuns(records, "EL+LA")),
                            true,
                            rate,
                            227.79e6);
                }))
                .claim(Claim.that("Inval+EL+LA makes 178 million.", records -> {
                            double rate = rateOfRuns(records, listed("Inval+EL+LA"));
                            return Found.beside(
                                    Quantity.rate(rate) + "; by the text "
                                            + Quantity.rate(rateOfRuns(records, "Inval+EL+LA")),
                                    true,
                                    rate,
                                    178.25e6);
                        })
                        .otherwise(records -> "it is where the listing does not do what the text says: by it a pop"
                                + " that has lost its cell stops at an invalid one, by the text it goes on. Runs take "
                                + Quantity.significant(seconds(records, 2500, listed("Inval+EL+LA")))
                                + " s by the listing and " + Quantity.significant(seconds(records, 2500, "Inval+EL+LA"))
                                + " by the text; without invalidation, where no cell is invalid, "
                                + Quantity.significant(seconds(records, 2500, listed("EL+LA"))) + " and "
                                + Quantity.significant(seconds(records, 2500, "EL+LA")) + "."))
                .grid(asListed("Seconds (the paper's)", "table 3", ScanStackPaper::secondsOfRuns))
                .grid(byText("table 3", ScanStackPaper::secondsOfRuns));
    }

    private static Cell secondsOfRuns(Records records, String stack, Object interval) {
        return Cell.of(Quantity.significant(seconds(records, interval, stack)));
    }

    /** How many times the time a stack takes with invalidation, for all intervals of the lowest area. */
    private static double[] invalidation(Records records, String stack, String form) {
        return WITH_AREA.stream()
                .mapToDouble(interval ->
                        seconds(records, interval, "Inval+" + stack + form) / seconds(records, interval, stack + form))
                .toArray();
    }

    private static String popsSwapTwice(Records records) {
        return "with invalidation a pop swaps twice, and at the top, where all others swap, too. Pops alone of LA take "
                + Quantity.significant(over(records, "pop", MAX, "LA", "Inval+LA"))
                + " times as long with it, of EL+LA "
                + Quantity.significant(over(records, "pop", MAX, "EL+LA", "Inval+EL+LA"))
                + " times (figures 11 and 12, 10,000,000 operations); the paper has no numbers beside those figures."
                + " Where pushes meet pops before they come to the stack few pops are left.";
    }

    /** At an interval of 2,500. */
    private static double rateOfRuns(Records records, String stack) {
        return 1000.0 * RANDOM_OPERATIONS / seconds(records, 2500, stack);
    }

    /** For 1,000 runs. */
    private static double seconds(Records records, Object interval, String stack) {
        return invalid(records, interval).mean(stack, "meanNanoseconds", "runs") * 1000 / 1e9;
    }
}
