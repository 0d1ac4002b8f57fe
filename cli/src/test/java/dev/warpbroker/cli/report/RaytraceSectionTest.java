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
    void timePerPixelAndSpeedOverTheStaticScheme() throws IOException {
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
                        "| stealing | 0.0200 | 0.0300 |",
                        "| central | FAILED | – |",
                        "| – | 1 | stealing | 64 | all | 30.0 ms | 28.5 ms | 33.0 ms | 333 M/s | 3.00 |",
                        "1 FAILED");
        assertThat(Files.readString(folder.resolve("raytrace-tiles-a.svg")))
                .contains(">time per pixel (µs)</text>", ">pixels along a side of a tile</text>", ">stealing</text>")
                .contains("not drawn: central");
        assertThat(folder.resolve("raytrace-tiles-b.svg")).exists();
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("camera 1, 1000 x 1000, depth 8, each scheme with its best tile", "stealing, tile 8");
    }

    @Test
    void timesWhereNumbersOfWorkersWereCompared() throws IOException {
        String report = report(
                picture("central", "workers", 1, 8, 4, 25e6),
                picture("central", "workers", 1, 8, 1, 80e6),
                picture("static", "workers", 1, 8, 4, 30e6));
        assertThat(report).contains("run time (ms) by workers", "| structure | 1 | 4 |", "| central | 80.0 | 25.0 |");
        assertThat(Files.readString(folder.resolve("raytrace-workers.svg"))).contains(">run time (ms)<", ">static<");
    }
}
