package dev.warpbroker.compiler.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Generated kernels compute the same on the JVM and on the simulator, and where {@code ptxas} is installed it takes
 * them all. The seeds of a run follow the system property {@code warpbroker.seed}; a failing program is printed with
 * its own seed at once, and in full after it was made smaller. The long runs take their length from
 * {@code warpbroker.programs}.
 */
final class GeneratedProgramsTest {
    private static final long FIRST_SEED = Long.getLong("warpbroker.seed", 1);

    /** A program that is refused shows nothing, so that few may be. */
    private static final int PROGRAMS_PER_REFUSAL = 20;

    @ParameterizedTest
    @CsvSource({
        "STATEMENTS, 15",
        "HANDLES, 12",
        "TABLES, 8",
        "LOCALS, 10",
        "CLASSES, 10",
        "CONTROL, 10",
        "GROUPS, 10",
        "MEMORY, 10",
        "LARGE, 1"
    })
    void programsComputeTheSameOnJvmAndSimulator(Family family, int programs) throws InterruptedException {
        assertSame(family, programs);
    }

    @ParameterizedTest
    @CsvSource({
        "STATEMENTS, 20000",
        "HANDLES, 5000",
        "TABLES, 5000",
        "LOCALS, 5000",
        "CLASSES, 5000",
        "CONTROL, 5000",
        "GROUPS, 5000",
        "MEMORY, 5000",
        "LARGE, 100"
    })
    @Tag("long")
    void manyProgramsComputeTheSameOnJvmAndSimulator(Family family, int programs) throws InterruptedException {
        assertSame(family, Integer.getInteger("warpbroker.programs", programs));
    }

    @Test
    void typesThatContainThemselvesAreRefusedAtOnce() throws InterruptedException {
        var findings = assertSame(Family.RECURSIVE, 30);
        assertThat(findings.refusals()).isGreaterThan(15);
    }

    @ParameterizedTest
    @EnumSource
    void sameSeedMakesTheSameProgram(Family family) {
        assertThat(family.generate(7).source()).isEqualTo(family.generate(7).source());
        assertThat(family.generate(8).source()).isNotEqualTo(family.generate(7).source());
    }

    @Test
    void everyConstructOccursOften() {
        var counts = Campaign.constructs(Family.HANDLES, 1_000);
        counts.putAll(Campaign.constructs(Family.TABLES, 150));
        counts.putAll(Campaign.constructs(Family.LARGE, 150));
        counts.putAll(Campaign.constructs(Family.RECURSIVE, 150));
        counts.putAll(Campaign.constructs(Family.CONTROL, 150));
        counts.putAll(Campaign.constructs(Family.MEMORY, 150));
        counts.putAll(Campaign.constructs(Family.STATEMENTS, 150));
        counts.putAll(Campaign.constructs(Family.GROUPS, 150));
        counts.putAll(Campaign.constructs(Family.LOCALS, 150));
        counts.putAll(Campaign.constructs(Family.CLASSES, 150));
        assertThat(counts).containsOnlyKeys(Construct.values());
        assertThat(counts)
                .allSatisfy((construct, count) ->
                        assertThat(count).as(construct.name()).isGreaterThan(2));
    }

    private static Campaign.Findings assertSame(Family family, int programs) throws InterruptedException {
        var campaign = new Campaign(family, FIRST_SEED, programs, List.of(Target.SIM), System.out);
        var findings = campaign.run();
        if (!findings.problems().isEmpty()) {
            throw new AssertionError(campaign.describe(findings));
        }
        assertThat(findings.same() + findings.refusals()).isEqualTo(programs);
        if (family == Family.HANDLES || family == Family.LOCALS) {
            assertThat(findings.refusals()).isLessThanOrEqualTo(programs / PROGRAMS_PER_REFUSAL);
        }
        return findings;
    }
}
