package dev.warpbroker.experiments.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    @ParameterizedTest
    @CsvSource({
        "thraeds, threads, 1",
        "threads, threads, 0",
        "thread, threads, 1",
        "fair, pairs, 2",
        "'', abc, 3",
        "abc, '', 3"
    })
    void distancesCountLetters(String one, String other, int distance) {
        assertThat(Suggestion.distance(one, other)).isEqualTo(distance);
        assertThat(Suggestion.distance(other, one)).isEqualTo(distance);
    }

    @Test
    void theNearestNameIsSuggestedAndNoneThatIsFar() {
        var known = List.of("pairs", "faa", "pagerank");
        assertThat(Suggestion.of("piars", known)).hasValue("pairs");
        assertThat(Suggestion.of("PAGERNK", known)).hasValue("pagerank");
        assertThat(Suggestion.of("frobnicate", known)).isEmpty();
        assertThat(Suggestion.of("--thraeds", List.of("--threads", "--block"))).hasValue("--threads");
    }

    @Test
    void theMessageNamesWhatThereIs() {
        assertThat(Suggestion.unknown("queue", "BQQ", List.of("BQ", "MSQ")))
                .isEqualTo("unknown queue 'BQQ', did you mean 'BQ'?; known: BQ, MSQ");
        assertThat(Suggestion.unknown("queue", "frob", List.of("BQ", "MSQ")))
                .isEqualTo("unknown queue 'frob'; known: BQ, MSQ");
    }
}
