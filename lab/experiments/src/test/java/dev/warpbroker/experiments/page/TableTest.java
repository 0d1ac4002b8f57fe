package dev.warpbroker.experiments.page;

import static dev.warpbroker.experiments.page.Table.number;
import static dev.warpbroker.experiments.page.Table.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void alignsTextLeftAndNumbersRight() {
        var table = new Table(
                List.of(text("structure"), number("threads"), text("check")),
                List.of(List.of("BQ", "1,024", "passed"), List.of("BQ-fused-block", "1", "")));
        assertThat(table.lines())
                .containsExactly(
                        "structure       threads  check",
                        "──────────────  ───────  ──────",
                        "BQ                1,024  passed",
                        "BQ-fused-block        1");
    }

    @Test
    void countsCharactersNotCodeUnits() {
        var table = new Table(List.of(text("a"), text("b")), List.of(List.of("𝛼", "x"), List.of("µs", "y")));
        assertThat(table.lines()).containsExactly("a   b", "──  ─", "𝛼   x", "µs  y");
    }

    @Test
    void withoutRowsShowsHeadings() {
        assertThat(new Table(List.of(text("a")), List.of()).lines()).containsExactly("a", "─");
    }

    @Test
    void refusesRowsOfAnotherWidth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Table(List.of(text("a")), List.of(List.of("1", "2"))))
                .withMessageContaining("2 cells")
                .withMessageContaining("1 columns");
    }
}
