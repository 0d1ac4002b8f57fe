package dev.warpbroker.compiler.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.compiler.generated.Comparison.Problem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Generated kernels compute the same on the JVM and on the simulator, and where {@code ptxas} is installed it takes them
 * all. The seeds of a run follow the system property {@code warpbroker.seed}; a failing program is printed with its own
 * seed after it was made smaller.
 */
final class GeneratedProgramsTest {
    private static final long FIRST_SEED = Long.getLong("warpbroker.seed", 1);
    private static final int BATCH = 100;
    private static final int MOST_REPORTED = 3;

    @Test
    void programsComputeTheSameOnJvmAndSimulator() {
        assertSame(300);
    }

    @Test
    @Tag("long")
    void manyProgramsComputeTheSameOnJvmAndSimulator() {
        assertSame(20_000);
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
        var counts = new EnumMap<Construct, Integer>(Construct.class);
        var problems = new ArrayList<Problem>();
        try (var comparison = new Comparison(FIRST_SEED)) {
            for (int done = 0; done < programs && problems.size() < MOST_REPORTED; done += BATCH) {
                long first = FIRST_SEED + done;
                var batch = LongStream.range(first, first + Math.min(BATCH, programs - done))
                        .mapToObj(ProgramGenerator::generate)
                        .toList();
                batch.forEach(program -> count(program, counts));
                problems.addAll(comparison.problems(batch));
            }
            report(counts, comparison.assembles());
            assertThat(describe(problems, comparison)).isEmpty();
        }
    }

    private static void count(GeneratedProgram program, Map<Construct, Integer> counts) {
        program.constructs().forEach((construct, count) -> counts.merge(construct, count, Integer::sum));
    }

    private static void report(Map<Construct, Integer> counts, boolean assembled) {
        System.out.println(counts.entrySet().stream()
                .map(each -> each.getKey().name().toLowerCase(Locale.ROOT) + " " + each.getValue())
                .collect(Collectors.joining(", ", "constructs: ", "")));
        System.out.println(assembled ? "all assembled by ptxas" : "ptxas is not on the PATH: nothing assembled");
    }

    private static String describe(List<Problem> problems, Comparison comparison) {
        return problems.stream()
                .limit(MOST_REPORTED)
                .map(new Minimiser(comparison::problemIfJava)::minimise)
                .map(problem -> "seed %d: %s%n%s"
                        .formatted(
                                problem.program().seed(),
                                problem.description(),
                                problem.program().source()))
                .collect(Collectors.joining("\n"));
    }
}
