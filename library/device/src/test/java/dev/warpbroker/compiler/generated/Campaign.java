package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Verdict.Problem;
import java.io.PrintStream;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Generates, runs and compares programs, on all processors. It ends early once it has found a few problems.
 *
 * @param targets the devices that are compared with the JVM
 * @param progress where it says how far it is and what it found
 */
record Campaign(Family family, long firstSeed, int programs, List<Target> targets, PrintStream progress) {
    private static final int BATCH = 50;
    private static final int REPORTS = 20;
    private static final int MAX_REPORTED = 3;

    /**
     * What a campaign found.
     *
     * @param same how many programs computed the same everywhere
     * @param refused how many were refused as documented, by reason
     */
    record Findings(
            int same, Map<String, Integer> refused, Map<Construct, Integer> constructs, Collection<Problem> problems) {
        int refusals() {
            return refused.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    Findings run() throws InterruptedException {
        progress.printf(
                "%d generated programs (%s) from seed %d, jvm against %s%n", programs, family, firstSeed, targets);
        var work = new Work();
        int batch = Math.clamp(programs / Runtime.getRuntime().availableProcessors(), 1, BATCH);
        var next = new AtomicInteger();
        try (var threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                threads.execute(() -> {
                    for (int from = next.getAndAdd(batch);
                            from < programs && work.problems.size() < MAX_REPORTED;
                            from = next.getAndAdd(batch)) {
                        work.compare(firstSeed + from, firstSeed + Math.min(from + batch, programs));
                    }
                });
            }
            threads.shutdown();
            threads.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
        }
        var findings = work.findings();
        report(findings);
        return findings;
    }

    /** What the threads gather. */
    private final class Work {
        private final Map<Construct, Integer> constructs = new ConcurrentHashMap<>();
        private final Map<String, Integer> refused = new ConcurrentHashMap<>();
        private final Collection<Problem> problems = new ConcurrentLinkedQueue<>();
        private final AtomicInteger same = new AtomicInteger();
        private final AtomicInteger compared = new AtomicInteger();

        void compare(long first, long end) {
            var batch = LongStream.range(first, end).mapToObj(family::generate).toList();
            batch.forEach(program -> count(program, constructs));
            try (var comparison = new Comparison(family, firstSeed, targets)) {
                comparison.verdicts(batch).forEach(this::note);
            } catch (IllegalStateException notJava) {
                note(new Problem(batch.getFirst(), "in the batch from here on: " + notJava.getMessage()));
            }
            int done = compared.addAndGet(batch.size());
            int step = Math.max(1, programs / REPORTS);
            if (done / step != (done - batch.size()) / step) {
                progress.printf("%d of %d programs compared%n", done, programs);
            }
        }

        private void note(Verdict verdict) {
            switch (verdict) {
                case Verdict.Same _ -> same.incrementAndGet();
                case Verdict.Refused(var _, String kind) -> refused.merge(kind, 1, Integer::sum);
                case Problem problem -> {
                    progress.println("seed " + problem.program().seed() + ": " + problem.description());
                    problems.add(problem);
                }
            }
        }

        Findings findings() {
            return new Findings(same.get(), new TreeMap<>(refused), new TreeMap<>(constructs), problems);
        }
    }

    static void count(GeneratedProgram program, Map<Construct, Integer> counts) {
        program.constructs().forEach((construct, count) -> counts.merge(construct, count, Integer::sum));
    }

    private void report(Findings findings) {
        progress.println(findings.constructs().entrySet().stream()
                .map(each -> each.getKey().name().toLowerCase(Locale.ROOT) + " " + each.getValue())
                .collect(Collectors.joining(", ", "constructs: ", "")));
        findings.refused().forEach((kind, count) -> progress.printf("refused %d: %s%n", count, kind));
        progress.printf(
                "%d of %d programs the same on jvm and %s, %d refused, %d problems%n",
                findings.same(),
                programs,
                targets,
                findings.refusals(),
                findings.problems().size());
        if (targets.contains(Target.SIM)) {
            progress.println(
                    Assembler.onPath().isPresent()
                            ? "all assembled by ptxas"
                            : "ptxas is not on the PATH: nothing assembled");
        }
    }

    /** {@return the problems with their programs, which are made smaller first} */
    String describe(Findings findings) {
        try (var comparison = new Comparison(family, firstSeed, targets)) {
            return findings.problems().stream()
                    .limit(MAX_REPORTED)
                    .map(problem -> new Minimiser(comparison::problemIfJava).minimise(problem))
                    .map(problem -> "seed %d: %s%n%s"
                            .formatted(
                                    problem.program().seed(),
                                    problem.description(),
                                    problem.program().source()))
                    .collect(Collectors.joining("\n"));
        }
    }

    /** {@return how often each construct occurs in programs} */
    static Map<Construct, Integer> constructs(Family family, int programs) {
        var counts = new EnumMap<Construct, Integer>(Construct.class);
        LongStream.range(0, programs).forEach(seed -> count(family.generate(seed), counts));
        return counts;
    }
}
