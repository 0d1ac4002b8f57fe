package dev.warpbroker.compiler.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.compiler.generated.Comparison.Problem;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Generated kernels compute the same on the JVM and on the simulator, and where {@code ptxas} is installed it takes them
 * all. The seeds of a run follow the system property {@code warpbroker.seed}; a failing program is printed with its own
 * seed at once, and in full after it was made smaller. The long run takes its length from {@code warpbroker.programs}.
 */
final class GeneratedProgramsTest {
    private static final long FIRST_SEED = Long.getLong("warpbroker.seed", 1);
    private static final int BATCH = 50;
    private static final int PROGRESS = 1_000;
    private static final int MOST_REPORTED = 3;

    @Test
    void programsComputeTheSameOnJvmAndSimulator() {
        assertSame(300);
    }

    @Test
    @Tag("long")
    void manyProgramsComputeTheSameOnJvmAndSimulator() {
        assertSame(Integer.getInteger("warpbroker.programs", 20_000));
    }

    @Test
    void sameSeedMakesTheSameProgram() {
        assertThat(ProgramGenerator.generate(7).source())
                .isEqualTo(ProgramGenerator.generate(7).source());
        assertThat(ProgramGenerator.generate(8).source())
                .isNotEqualTo(ProgramGenerator.generate(7).source());
    }

    @Test
    void everyConstructOccursOften() {
        var counts = new EnumMap<Construct, Integer>(Construct.class);
        LongStream.range(0, 300).forEach(seed -> count(ProgramGenerator.generate(seed), counts));
        assertThat(counts).containsOnlyKeys(Construct.values());
        assertThat(counts)
                .allSatisfy((construct, count) ->
                        assertThat(count).as(construct.name()).isGreaterThan(5));
    }

    private static void assertSame(int programs) {
        System.out.printf("%d generated programs from seed %d%n", programs, FIRST_SEED);
        var counts = new ConcurrentHashMap<Construct, Integer>();
        var problems = new ConcurrentLinkedQueue<Problem>();
        var compared = new AtomicInteger();
        IntStream.range(0, Math.ceilDiv(programs, BATCH)).parallel().forEach(batch -> {
            if (problems.size() < MOST_REPORTED) {
                long first = FIRST_SEED + (long) batch * BATCH;
                long end = Math.min(first + BATCH, FIRST_SEED + programs);
                List<Problem> found = problems(first, end, counts);
                found.forEach(problem ->
                        System.out.println("seed " + problem.program().seed() + ": " + problem.description()));
                problems.addAll(found);
                reportProgress(compared.addAndGet((int) (end - first)), programs);
            }
        });
        report(counts);
        assertThat(describe(problems)).isEmpty();
    }

    private static void reportProgress(int compared, int programs) {
        if (compared % PROGRESS == 0) {
            System.out.printf("%d of %d programs compared%n", compared, programs);
        }
    }

    private static List<Problem> problems(long first, long end, Map<Construct, Integer> counts) {
        var batch = LongStream.range(first, end)
                .mapToObj(ProgramGenerator::generate)
                .toList();
        batch.forEach(program -> count(program, counts));
        try (var comparison = new Comparison(FIRST_SEED)) {
            return comparison.problems(batch);
        }
    }

    private static void count(GeneratedProgram program, Map<Construct, Integer> counts) {
        program.constructs().forEach((construct, count) -> counts.merge(construct, count, Integer::sum));
    }

    private static void report(Map<Construct, Integer> counts) {
        System.out.println(new TreeMap<>(counts)
                .entrySet().stream()
                        .map(each -> each.getKey().name().toLowerCase(Locale.ROOT) + " " + each.getValue())
                        .collect(Collectors.joining(", ", "constructs: ", "")));
        System.out.println(
                Assembler.onPath().isPresent()
                        ? "all assembled by ptxas"
                        : "ptxas is not on the PATH: nothing assembled");
    }

    private static String describe(Collection<Problem> problems) {
        try (var comparison = new Comparison(FIRST_SEED)) {
            return problems.stream()
                    .limit(MOST_REPORTED)
                    .map(problem -> new Minimiser(comparison::problemIfJava).minimise(problem))
                    .map(problem -> "seed %d: %s%n%s"
                            .formatted(
                                    problem.program().seed(),
                                    problem.description(),
                                    problem.program().source()))
                    .collect(Collectors.joining("\n"));
        }
    }
}
