package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PapersTest {
    /** As the captions of the papers have them; parts of a figure by their letters. */
    private static final Map<String, String> CAPTIONS = Map.of(
            "Broker Queue",
            "table 1, figure 1, figure 2a, figure 2b, figure 2c, figure 2d, figure 3a, figure 3b, figure 3c, figure 3d,"
                    + " figure 3e, figure 4a, figure 4b",
            "Scalable Queue",
            "figure 1",
            "Thesis on queues",
            "figure 2.1, figure 2.2, figure 2.3, figure 2.4, figure 2.5, figure 3.1, figure 3.2, figure 3.3, figure"
                    + " 3.4, figure 4.1a, figure 4.1b, figure 4.2a, figure 4.2b, figure 4.3a, figure 4.3b, table 4.1,"
                    + " table 4.2, table 4.3, table 4.4",
            "Thesis on work stealing",
            "figure 2.1, figure 3.1, figure 3.2, figure 3.3, figure 3.4, figure 3.5, figure 3.6, figure 3.7, figure"
                + " 3.8, figure 3.9, figure 3.10, figure 4.1, figure 4.2, figure 4.3, figure 4.4, figure 4.5, figure"
                + " 4.6, figure 4.7, figure 4.8, figure 4.9, figure 4.10, figure 4.11, figure 4.12, figure 4.13,"
                + " figure 4.14, figure B.1, table 3.1, table 3.2, table 4.1, table 4.2",
            "Scan Stack",
            "figure 1, figure 2, figure 3, figure 4, figure 5, figure 6, figure 7, figure 8, figure 9, figure 10,"
                    + " figure 11, figure 12, table 1, table 2, table 3");

    @Test
    void everyFigureAndTableOfEveryPaperIsThereOnce() {
        assertThat(Papers.ALL).extracting(Paper::name).containsExactlyInAnyOrderElementsOf(CAPTIONS.keySet());
        for (var paper : Papers.ALL) {
            var numbers = Stream.concat(
                            paper.exhibits().stream().flatMap(exhibit -> exhibit.numbers().stream()),
                            paper.illustrations().stream().map(Paper.Illustration::number))
                    .toList();
            assertThat(numbers)
                    .as(paper.name())
                    .containsExactlyInAnyOrder(
                            CAPTIONS.getOrDefault(paper.name(), "").split(", ", -1));
        }
    }

    @Test
    void everyExhibitHasAClaimAndSaysWhatItShows() {
        for (var paper : Papers.ALL) {
            for (var exhibit : paper.exhibits()) {
                String name = paper.name() + ", " + exhibit.title();
                assertThat(exhibit.claims()).as(name).isNotEmpty();
                assertThat(exhibit.shows()).as(name).endsWith(".");
                assertThat(exhibit.claims()).extracting(Claim::says).as(name).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void whatCanBeTriedHasACommand() {
        for (var paper : Papers.ALL) {
            for (var exhibit : paper.exhibits()) {
                boolean impossible = exhibit.claims().stream().allMatch(claim -> claim.impossible() != null)
                        && exhibit.grids().isEmpty();
                assertThat(exhibit.commands().isEmpty())
                        .as(paper.name() + ", " + exhibit.title())
                        .isEqualTo(impossible);
            }
        }
    }

    @Test
    void withoutAnyRecordNothingIsSaid() throws IOException {
        var review = Review.of(Papers.ALL, Archive.read(List.of(), damage -> {
            throw damage;
        }));
        assertThat(review.count(Outcome.REPRODUCED)).isZero();
        assertThat(review.count(Outcome.TURNED_AROUND)).isZero();
        assertThat(review.count(Outcome.NOT_POSSIBLE)).isPositive();
        assertThat(review.missing()).isNotEmpty();
    }
}
