package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What explains a finding is measured, and where measurements do not show it the finding stays unexplained. */
class TracedRaysTest {
    private static final List<Integer> TILES = List.of(1, 2, 4, 8, 16, 32, 64);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Recorded recorded;

    @BeforeEach
    void recordNothing() {
        recorded = new Recorded(folder);
    }

    private Verdict verdict(Exhibit exhibit, String says) throws IOException {
        var archive = recorded.archive();
        return exhibit.claims().stream()
                .map(claim -> claim.verdict(archive))
                .filter(verdict -> verdict.says().startsWith(says))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Object> with(Map<String, Object> some, String name, Object value) {
        var more = new HashMap<>(some);
        more.put(name, value);
        return more;
    }

    private void countPixels(int camera, double lanesWithRays, double shares, double scattered) {
        recorded.raytrace(
                true,
                "static",
                Map.of("camera", camera),
                50,
                Map.of(
                        "meanRaysOfAPixel", 1.5,
                        "mostRaysOfAPixel", 15,
                        "lanesWithRays", lanesWithRays,
                        "mostOverMeanOf256Shares", shares,
                        "mostOverMeanOf256ScatteredShares", scattered));
    }

    @ParameterizedTest
    @CsvSource({"1.1, 1.1, REPRODUCED", "1.8, 1.1, TURNED_AROUND", "1.8, 1.7, UNEXPLAINED"})
    void sharesThatDifferAreExplainedByColumnsIfOthersDoNot(double shares, double scattered, Outcome outcome)
            throws IOException {
        for (int camera = 1; camera <= 3; camera++) {
            countPixels(camera, 0.9, shares, scattered);
        }
        var found = verdict(TracedRays.workMaps(), "Nor are there");
        assertThat(found.outcome()).isEqualTo(outcome);
        assertThat(verdict(TracedRays.workMaps(), "With camera 3").ours())
                .startsWith("if each lane keeps to its pixel, warps wait 1.11");
    }

    /** The hardware takes 100, stealing as said. */
    private void measurePictures(double stealing, double flat, double manyWarps) {
        for (int tile : TILES) {
            var at = Map.<String, Object>of("camera", 3, "tile", tile);
            for (var scheme : List.of("static", "central", "stealing")) {
                recorded.raytrace(true, scheme, at, 200, Map.of());
            }
            recorded.raytrace(true, "thesis", at, stealing, Map.of("workersAtOnce", 2000.4))
                    .raytrace(true, "hardware", at, 100, Map.of("workersAtOnce", 3000))
                    .raytrace(true, "thesis", with(at, "depth", 1), flat, Map.of())
                    .raytrace(true, "hardware", with(at, "depth", 1), 100, Map.of());
        }
        for (int tile : List.of(8, 16)) {
            var blocks = Map.<String, Object>of("camera", 3, "tile", tile, "sweep", "blocks");
            recorded.raytrace(true, "hardware, a block for each tile", blocks, 140, Map.of())
                    .raytrace(true, "hardware, a block for each tile, 8 at once", blocks, 170, Map.of());
        }
        var warps = Map.<String, Object>of("camera", 3, "sweep", "workers");
        recorded.raytrace(true, "thesis", with(warps, "workers", 2112), stealing, Map.of())
                .raytrace(true, "thesis", with(warps, "workers", 3168), manyWarps, Map.of());
        countPixels(3, 0.8, 1, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "112, 120, 130, TURNED_AROUND, filling up gains 1.07 times",
        "112, 105, 130, UNEXPLAINED, not the scheme's cost alone",
        "112, 105, 90, TURNED_AROUND, '3,168 warps, its best of 2,112, 3,168, it takes 90.0 ns'",
    })
    void theHardwareIsAheadIfStealingCostsMoreThanItGainsOrHasTooFewWarps(
            double stealing, double flat, double manyWarps, Outcome outcome, String words) throws IOException {
        measurePictures(stealing, flat, manyWarps);
        var found = verdict(TracedRays.rays("figure 4.9", 3), "Work stealing is ahead");
        assertThat(found.why()).contains(words, "1.25 times at most", "2,000 warps at once", "170 ns, 170 ns here");
        assertThat(found.outcome()).isEqualTo(outcome);
    }

    @Test
    void whatIsMissingForAReasonIsNamedWithItsCommand() throws IOException {
        for (int tile : TILES) {
            for (var scheme : List.of("static", "central", "thesis", "hardware")) {
                recorded.raytrace(
                        true,
                        scheme,
                        Map.of("camera", 1, "tile", tile),
                        scheme.equals("hardware") ? 100 : 120,
                        Map.of());
            }
        }
        var found = verdict(TracedRays.rays("figure 4.6", 1), "Work stealing is ahead");
        assertThat(found.outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(found.missing()).extracting(Missing::command).asString().contains("--depth 1");
    }

    private void measureOnCpu(double statically, double busy) {
        for (int tile : List.of(4, 16, 64)) {
            var at = Map.<String, Object>of("tile", tile);
            recorded.raytrace(
                            false,
                            "static",
                            at,
                            statically,
                            Map.of("mostOverMeanBusy", busy, "mostOverMeanAlone", 1.25, "mostOverMeanRays", 1.3))
                    .raytrace(false, "central", at, 1000, Map.of())
                    .raytrace(false, "thesis", at, 1000, Map.of())
                    .raytrace(true, "thesis", at, 20, Map.of());
        }
    }

    @ParameterizedTest
    @CsvSource({"1100, 1.1, REPRODUCED", "1500, 1.5, TURNED_AROUND", "1500, 1.1, UNEXPLAINED"})
    void staticSharesAreSlowAsTheirThreadsAreBusyForDifferentTimes(double statically, double busy, Outcome outcome)
            throws IOException {
        measureOnCpu(statically, busy);
        var found = verdict(TracedRays.raysOnCpu(), "All schemes are nearly alike");
        assertThat(found.outcome()).isEqualTo(outcome);
        if (outcome == Outcome.TURNED_AROUND) {
            assertThat(found.why()).contains("The rest, 1.20, 1.20, 1.20 times");
        }
    }

    @ParameterizedTest
    @CsvSource({"640, 64, IN_KIND", "640, 8, IN_KIND_UNEXPLAINED", "64, 64, IN_KIND_UNEXPLAINED"})
    void theGpuTracesFasterAsBothItsLanesAndItsMemoryHaveGrown(double lanes, double reads, Outcome outcome)
            throws IOException {
        measureOnCpu(1000, 1);
        var yardsticks = Map.<String, Object>of("sweep", "yardsticks");
        recorded.raytrace(false, "multiply-adds", yardsticks, 1000 * lanes, Map.of())
                .raytrace(true, "multiply-adds", yardsticks, 1000, Map.of())
                .raytrace(false, "scattered reads", yardsticks, 1000 * reads, Map.of())
                .raytrace(true, "scattered reads", yardsticks, 1000, Map.of())
                .raytrace(false, "thesis", Map.of("sweep", "workers", "workers", 1), 9000, Map.of())
                .raytrace(false, "thesis", Map.of("sweep", "workers"), 1000, Map.of());
        var found = verdict(TracedRays.raysOnCpu(), "The GPU is 6 to 8");
        assertThat(found.outcome()).isEqualTo(outcome);
        assertThat(found.why()).contains("32.0 times the lanes", "16 trace 9.00 times as fast", "rays have 7.14 times");
    }
}
