package dev.warpbroker.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaytraceSectionTest {
    @TempDir
    private Path folder;

    private static Measurement picture(String scheme, String sweep, int camera, int tile, int workers, double nanos) {
        return Samples.other(
                "raytrace",
                scheme,
                Map.of(
                        "sweep", sweep, "camera", camera, "tile", tile, "workers", workers, "width", 1000, "height",
                        1000, "depth", 8),
                nanos,
                10_000_000);
    }

    private String report(Measurement... measurements) throws IOException {
        ResultFile.append(folder.resolve("results.jsonl"), List.of(measurements), Samples::unexpected);
        assertThat(CommandRun.of("report", folder.toString()).code()).isZero();
        return Files.readString(folder.resolve("report.md"));
    }

    @Test
    void timePerPixelAndFactorsOverTheStaticScheme() throws IOException {
        String report = report(
                picture("static", "tiles", 1, 8, 0, 40e6),
                picture("static", "tiles", 1, 64, 0, 90e6),
                picture("stealing", "tiles", 1, 8, 0, 20e6),
                picture("stealing", "tiles", 1, 64, 0, 30e6),
                Samples.failed(picture("central", "tiles", 1, 8, 0, 1e6)),
                picture("static", "tiles", 2, 8, 0, 5e6));
        assertThat(report)
                .contains(
                        "Ray tracing · NVIDIA H200",
                        "| camera 1, 1000 x 1000, depth 8 | stealing | 8 | 20.0 ms | 500 M/s | 2.00 |",
                        "| camera 2, 1000 x 1000, depth 8 | static | 8 | 5.00 ms | 2.00 G/s | 1.00 |",
                        "| stealing | 0.0200 | 0.0300 |",
                        "| stealing | 2.00 | 3.00 |",
                        "| central | FAILED | – |",
                        "| central | – | – |",
                        "1 FAILED")
                .doesNotContain("| camera 1, 1000 x 1000, depth 8 | central |");
        assertThat(Files.readString(folder.resolve("raytrace-tiles-1.svg")))
                .contains(">time per pixel (µs)</text>", ">pixels along a side of a tile</text>", ">stealing</text>")
                .contains("not drawn: central");
        assertThat(folder.resolve("raytrace-tiles-2.svg")).exists();
    }

    @Test
    void speedUpsWhereNumbersOfWorkersWereCompared() throws IOException {
        String report = report(
                picture("central", "workers", 1, 8, 4, 25e6),
                picture("central", "workers", 1, 8, 1, 80e6),
                picture("static", "workers", 1, 8, 4, 30e6));
        assertThat(report)
                .contains(
                        "speed-up by workers",
                        "| central | 1 | 80.0 ms |",
                        "| central | 4 | 25.0 ms | 400 M/s | 3.20 |")
                .doesNotContain("| static |");
        assertThat(Files.readString(folder.resolve("raytrace-workers-1.svg"))).contains(">speed-up over one worker<");
    }
}
