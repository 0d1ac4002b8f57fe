package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewTest {
    private static final String COMMAND = "bench pairs --device cuda --out pairs.jsonl";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static Claim ratio(String says, double paper) {
        return Claim.that(says, records -> {
            double ratio = records.gpu("pairs").ratio("GQ", "BQ");
            return Found.beside(Figures.times(ratio), ratio > 1, ratio, paper);
        });
    }

    private static Paper paper(Claim... claims) {
        var exhibit = Exhibit.of("figure 2a", "figure 2c")
                .shows("Run times.")
                .run(COMMAND)
                .claims(List.of(claims))
                .grid(Grid.of(
                                "Run time by threads",
                                "queue",
                                List.of("BQ", "GQ"),
                                List.of(1024, 2048),
                                (records, queue, threads) -> records.gpu("pairs")
                                        .with("threads", threads)
                                        .cell(queue))
                        .beside((queue, column) -> queue.equals("BQ") && column == 0 ? "42 ns" : ""));
        return new Paper(
                "A paper",
                "Somebody, 2018",
                "a GPU",
                List.of(exhibit),
                List.of(new Paper.Illustration("figure 1", "a queue")));
    }

    private Review review(double gq, Claim... claims) throws IOException {
        var archive = new Recorded(folder)
                .pairs("a.jsonl", "aaa", "BQ", 1024, 100)
                .pairs("a.jsonl", "aaa", "GQ", 1024, gq)
                .pairs("a.jsonl", "aaa", "BQ", 2048, 100)
                .pairs("a.jsonl", "aaa", "GQ", 2048, gq)
                .archive();
        return Review.of(List.of(paper(claims)), archive);
    }

    private static Verdict only(Review review) {
        return review.exhibits().getFirst().verdicts().getFirst();
    }

    @Test
    void aFindingWithinAFactorOfTwoIsReproduced() throws IOException {
        var review = review(150, ratio("GQ takes twice as long.", 2));
        assertThat(only(review).outcome()).isEqualTo(Outcome.REPRODUCED);
        assertThat(only(review).ours()).isEqualTo("1.50 times");
        assertThat(only(review).sources()).extracting(Source::commit).containsExactly("aaa");
        assertThat(review.isSettled()).isTrue();
    }

    private static String timeOfBq(Records records) {
        return "BQ takes " + records.gpu("pairs").time("BQ");
    }

    @Test
    void theSameWayByAnotherFactorIsReproducedInKindAndNeedsAReason() throws IOException {
        var unexplained = review(500, ratio("GQ takes twice as long.", 2));
        assertThat(only(unexplained).outcome()).isEqualTo(Outcome.IN_KIND_UNEXPLAINED);
        assertThat(unexplained.isSettled()).isFalse();
        assertThat(unexplained.unexplained()).singleElement().asString().contains("GQ takes twice as long.");
    }

    @Test
    void aReasonMakesItReproducedInKind() throws IOException {
        var review = review(500, ratio("GQ takes twice as long.", 2).otherwise(ReviewTest::timeOfBq));
        assertThat(only(review).outcome()).isEqualTo(Outcome.IN_KIND);
        assertThat(only(review).why()).isEqualTo("BQ takes 100.0");
        assertThat(review.isSettled()).isTrue();
    }

    @Test
    void aReasonThatRefersToNoRecordExplainsNothing() throws IOException {
        var review = review(50, ratio("GQ takes twice as long.", 2).otherwise(_ -> "counters are slow."));
        assertThat(only(review).outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(only(review).why()).isEqualTo("counters are slow.");
        assertThat(review.isSettled()).isFalse();
    }

    @Test
    void whatIsKnownIsSaidAndExplainsNothing() throws IOException {
        var turned = review(50, ratio("GQ takes twice as long.", 2).unexplained(ReviewTest::timeOfBq));
        assertThat(only(turned).outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(only(turned).why()).isEqualTo("BQ takes 100.0");
        assertThat(turned.isSettled()).isFalse();
        assertThat(turned.unexplained()).hasSize(1);
    }

    @Test
    void aReasonThatIsNotShownLeavesWhatIsKnown() throws IOException {
        Claim.Reason notShown = records -> timeOfBq(records).isEmpty() ? "it is BQ" : "";
        Claim.Reason missing = records -> "SFQ takes " + records.gpu("pairs").time("SFQ");
        for (var reason : List.of(notShown, missing)) {
            var review = review(
                    50, ratio("GQ takes twice as long.", 2).otherwise(reason).unexplained(ReviewTest::timeOfBq));
            assertThat(only(review).outcome()).isEqualTo(Outcome.UNEXPLAINED);
            assertThat(only(review).why()).isEqualTo("BQ takes 100.0");
            assertThat(only(review).missing() == null).isEqualTo(reason == notShown);
        }
    }

    @Test
    void whatIsKnownGivesWayToAReason() throws IOException {
        var review = review(
                50,
                ratio("GQ takes twice as long.", 2)
                        .otherwise(ReviewTest::timeOfBq)
                        .unexplained(_ -> "nothing is known"));
        assertThat(only(review).outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(only(review).why()).isEqualTo("BQ takes 100.0");
    }

    @Test
    void theOtherWayIsTurnedAroundAndNeedsAReason() throws IOException {
        var claim = ratio("GQ takes twice as long.", 2);
        var unexplained = review(50, claim);
        assertThat(only(unexplained).outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(unexplained.isSettled()).isFalse();
        assertThat(unexplained.unexplained()).singleElement().asString().contains("GQ takes twice as long.");
    }

    @Test
    void aReasonMakesItTurnedAround() throws IOException {
        var review = review(50, ratio("GQ takes twice as long.", 2).otherwise(ReviewTest::timeOfBq));
        assertThat(only(review).outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(only(review).why()).isEqualTo("BQ takes 100.0");
        assertThat(review.isSettled()).isTrue();
    }

    @Test
    void aReasonWhoseMeasurementIsMissingIsNone() throws IOException {
        var review = review(
                50,
                ratio("GQ takes twice as long.", 2)
                        .otherwise(
                                records -> "MSQ takes " + records.gpu("pairs").time("MSQ")));
        assertThat(only(review).outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(review.missing()).containsOnlyKeys(COMMAND);
    }

    @Test
    void whatWasNotRecordedIsNamedWithTheCommandThatRecordsIt() throws IOException {
        var review = review(
                150,
                Claim.that(
                        "MSQ is slow.",
                        records -> Found.of("", records.gpu("pairs").time("MSQ") > 0)));
        assertThat(only(review).outcome()).isEqualTo(Outcome.NOT_RECORDED);
        assertThat(review.isSettled()).isFalse();
        assertThat(review.missing()).containsEntry(COMMAND, List.of("A paper, figures 2a, 2c: pairs, MSQ"));
    }

    @Test
    void whatCannotBeTriedSaysWhy() throws IOException {
        var review = review(150, Claim.impossible("On the other machine too.", "There is none."));
        assertThat(only(review).outcome()).isEqualTo(Outcome.NOT_POSSIBLE);
        assertThat(only(review).why()).isEqualTo("There is none.");
        assertThat(review.isSettled()).isTrue();
    }

    @Test
    void aMissingCellIsLoud() throws IOException {
        var archive = new Recorded(folder)
                .pairs("a.jsonl", "aaa", "BQ", 1024, 100)
                .pairs("a.jsonl", "aaa", "BQ", 2048, 100)
                .pairs("a.jsonl", "aaa", "GQ", 1024, 100)
                .archive();
        var review = Review.of(List.of(paper()), archive);
        assertThat(review.missingCells()).isEqualTo(1);
        assertThat(review.isSettled()).isFalse();
        assertThat(text(review.sections())).contains("not recorded");
    }

    @Test
    void thePageHasClaimsCellsCommandsAndSources() throws IOException {
        var review = review(50, ratio("GQ takes twice as long.", 2).otherwise(ReviewTest::timeOfBq));
        assertThat(text(review.sections()))
                .contains("Somebody, 2018", "figure 1 (a queue)", "GQ takes twice as long.", "0.500 times")
                .contains("turned around: BQ takes 100.0")
                .contains("100 ns (42 ns)")
                .contains("warpbroker " + COMMAND)
                .containsPattern("aaa in .*a.jsonl");
        assertThat(String.join("\n", review.summary().lines())).contains("figures 2a, 2c");
    }

    private static String text(List<Section> sections) {
        return sections.stream()
                .flatMap(section -> section.parts().stream())
                .map(part -> switch (part) {
                    case Part.Captioned captioned ->
                        String.join("\n", captioned.table().lines());
                    case Part.Notes notes -> String.join("\n", notes.lines());
                    case Part.Verbatim verbatim -> verbatim.text();
                    case Part.Lead lead -> lead.text();
                    case Part.Figure _, Part.Picture _, Part.Bars _ -> "";
                })
                .collect(Collectors.joining("\n"));
    }
}
