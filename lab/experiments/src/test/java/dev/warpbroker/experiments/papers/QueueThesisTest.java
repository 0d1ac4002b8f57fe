package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes of groups matter where they decide about multiprocessors, which measurements have to show. */
class QueueThesisTest {
    private static final List<Integer> GROUPS = List.of(64, 128, 256);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    /** Adds both queues, the one with locks four times as slow. */
    private static void add(
            Recorded recorded, Map<String, Object> parameters, double nanos, Map<String, Object> observed) {
        recorded.mix("CAS-linked", parameters, nanos, observed);
        recorded.mix("locked-linked", parameters, 4 * nanos, observed);
    }

    /**
     * @param large what groups of 256 take wherever they are, and those of 64 and 128 take 100
     * @param nearLarge what groups of 256 take on the nearest multiprocessors, and those of 64 and 128 take 100
     * @param far what all take on the farthest
     */
    @ParameterizedTest
    @CsvSource({
        "110, 100, 140, REPRODUCED",
        "140, 100, 140, TURNED_AROUND",
        "140, 120, 140, UNEXPLAINED",
        "140, 100, 105, UNEXPLAINED"
    })
    void sizesOfGroupsAreExplainedIfTheyDoNotMatterInOnePlace(
            double large, double nearLarge, double far, Outcome outcome) throws IOException {
        var recorded = new Recorded(folder);
        for (int group : GROUPS) {
            double anywhere = group == 256 ? large : 100;
            add(recorded, Map.of("operations", 10_000, "block", group), anywhere / 10, Map.of());
            add(recorded, Map.of("operations", 100_000, "block", group), anywhere, Map.of());
            for (int capacity : List.of(131_072, 262_144)) {
                for (String where : List.of("any", "near:8", "far:8")) {
                    double nanos = where.equals("any")
                            ? anywhere
                            : where.equals("far:8") ? far : group == 256 ? nearLarge : 100;
                    add(
                            recorded,
                            Map.of(
                                    "operations",
                                    100_000,
                                    "block",
                                    group,
                                    "capacity",
                                    capacity,
                                    "multiprocessors",
                                    where),
                            nanos,
                            Map.of("multiprocessors", 8, "nanosAlone", 700));
                }
            }
        }
        var archive = recorded.archive();
        var found = QueueThesis.PAPER.exhibits().get(1).claims().stream()
                .map(claim -> claim.verdict(archive))
                .filter(verdict -> verdict.says().startsWith("The size of work groups"))
                .findFirst()
                .orElseThrow();
        assertThat(found.outcome()).isEqualTo(outcome);
    }
}
