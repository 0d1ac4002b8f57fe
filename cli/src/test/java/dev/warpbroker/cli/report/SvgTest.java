package dev.warpbroker.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Chart.Series;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SvgTest {
    private static String lineOf(int points) {
        return lineOf(points, "subtitle");
    }

    private static String lineOf(int points, String subtitle) {
        var series = new Series(
                "line",
                false,
                IntStream.rangeClosed(1, points)
                        .mapToObj(i -> new Point(i, 1, 1, 1, "point " + i))
                        .toList());
        var axis = new Axis("number", Scale.LINEAR);
        return Svg.of(new Chart("title", subtitle, axis, axis, List.of(series)));
    }

    @Test
    void fewPointsAreMarked() {
        assertThat(lineOf(20)).contains("point 1<", "point 20<").doesNotContain("class=\"wb-s0 wb-line wb-thin\"");
    }

    @Test
    void manyPointsAreAThinLine() {
        assertThat(lineOf(512)).doesNotContain("point 1<").contains("class=\"wb-s0 wb-line wb-thin\"");
    }

    @Test
    void longSubtitleIsBrokenIntoLinesAndThePlotMovesDown() {
        String word = "measurement";
        String subtitle = (word + " ").repeat(30).strip();

        String plain = lineOf(3);
        String broken = lineOf(3, subtitle);

        assertThat(size(broken, "width")).isEqualTo(size(plain, "width"));
        assertThat(size(broken, "height")).isGreaterThan(size(plain, "height"));
        var lines = Pattern.compile("wb-quiet\" x=\"20[^>]*>([^<]*)<")
                .matcher(broken)
                .results()
                .map(line -> line.group(1))
                .toList();
        assertThat(lines).hasSizeGreaterThan(2).allMatch(line -> line.length() < 100);
        assertThat(String.join(" ", lines)).isEqualTo(subtitle);
    }

    private static int size(String svg, String attribute) {
        var matcher = Pattern.compile(" " + attribute + "=\"(\\d+)\"").matcher(svg);
        assertThat(matcher.find()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }
}
