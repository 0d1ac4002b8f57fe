package dev.warpbroker.experiments.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Section.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContestTest {
    private static Point at(double x, double low, double y, double high) {
        return new Point(x, y, low, high, "");
    }

    private static Part chart(Better better, Series... series) {
        return new Part.Figure(
                "file",
                new Chart(
                        "title",
                        "",
                        new Axis("threads", Scale.LINEAR),
                        new Axis("height", Scale.LINEAR, better),
                        List.of(series)));
    }

    private static Series line(String label, Point... points) {
        return new Series(label, false, List.of(points));
    }

    @Test
    void theFastestAtTheRightmostCommonPlaceWins() {
        var part = chart(
                Better.MORE,
                line("A", at(1, 1, 1, 1), at(2, 9, 10, 11)),
                line("B †", at(1, 5, 5, 5), at(2, 4, 5, 6)),
                line("C", at(1, 7, 7, 7), at(2, 1, 1, 2), at(4, 99, 99, 99)));

        assertThat(Contest.of(part))
                .map(Contest::words)
                .hasValue("At 2 threads: A is the fastest, 2.00 times as fast as B and 10 times as fast as C");
    }

    @Test
    void timesAreTheBetterTheShorter() {
        var part = chart(Better.LESS, line("A", at(1, 9, 10, 11)), line("B", at(1, 30, 30, 30)));

        assertThat(Contest.of(part))
                .map(Contest::words)
                .hasValue("At 1 thread: A is the fastest, 3.00 times as fast as B");
    }

    @Test
    void thePlaceIsSaidAsOneSaysIt() {
        var lines = List.of(line("A", at(8, 1, 1, 1)), line("B", at(8, 2, 2, 2)));
        var places = List.of("pixels along a side", "number n of workers", "P(enq) / P(deq)").stream()
                .map(label -> new Chart(
                        "", "", new Axis(label, Scale.LINEAR), new Axis("", Scale.LINEAR, Better.LESS), lines))
                .map(chart -> Contest.of(chart).orElseThrow().where());

        assertThat(places).containsExactly("At 8 pixels along a side", "At 8 workers", "At P(enq) / P(deq) = 8");
    }

    @Test
    void rangesThatOverlapAreNoDifference() {
        var part = chart(Better.LESS, line("A", at(1, 9, 10, 11)), line("B", at(1, 10.5, 12, 13)));

        assertThat(Contest.of(part))
                .map(Contest::words)
                .hasValue("At 1 thread: no difference beyond the noise between A and B");
    }

    @Test
    void severalMayWin() {
        var bars = new Part.Bars(
                "fib(25)",
                List.of(
                        new Part.Bar("A", 3, 2, 4, ""),
                        new Part.Bar("B", 2.5, 2, 3, ""),
                        new Part.Bar("C", 1, 1, 1, "")));

        assertThat(Contest.of(bars))
                .map(Contest::words)
                .hasValue("fib(25): A and B are the fastest (the noise does not tell them apart), 3.00 times as fast as"
                        + " C");
    }

    @Test
    void whereNothingIsBetterNobodyWins() {
        assertThat(Contest.of(chart(Better.NEITHER, line("A", at(1, 1, 1, 1)), line("B", at(1, 2, 2, 2)))))
                .isEmpty();
        assertThat(Contest.of(chart(Better.MORE, line("A", at(1, 1, 1, 1)), line("B", at(2, 2, 2, 2)))))
                .isEmpty();
    }
}
