package dev.warpbroker.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.cli.bench.StubExperiment;
import dev.warpbroker.cli.report.Samples;
import dev.warpbroker.cli.terminal.Failures;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.examples.render.PictureSize;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.Statistics;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DemoCommandTest {
    private static final String ONCE = " --reps 1 --warmup 0 --limit 60";

    private static final DemoPlan TINY = new DemoPlan(
            List.of(
                    DemoPlan.Step.of("Queues", "pairs --structures BQ --threads 1,2 --pairs 10 --capacity 64" + ONCE),
                    DemoPlan.Step.of(
                            "Pixels",
                            "raytrace --schemes static,central --tiles 4,8 --cameras 1 --threads 2 --size 8 --depth 2"
                                    + ONCE)),
            new PictureSize(24, 16),
            2);

    @TempDir
    private Path folder;

    private record Ran(int code, String out, String err) {}

    private static Ran demo(DemoPlan plan, Path out) {
        var printed = new StringWriter();
        var errors = new StringWriter();
        var command = new CommandLine(new DemoCommand(_ -> plan))
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(errors));
        Failures.handle(command);
        int code = command.execute("--device", "jvm", "--quiet", "--out", out.toString());
        return new Ran(code, printed.toString(), errors.toString());
    }

    @Test
    void leavesAPageWithPicturesPlotsAndTables() throws IOException {
        var out = folder.resolve("new/folder");
        var ran = demo(TINY, out);
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("Queues", "Pixels", "A picture of the treasure", "Every check passed")
                .endsWith(out.resolve("index.html") + System.lineSeparator());
        assertThat(Files.readString(out.resolve("index.html")))
                .contains("<a href=\"treasure.png\">", "<img alt=\"24 x 16 pixels, 2 x 2 samples each, depth 8: ")
                .contains("src=\"data:image/png;base64,iVBORw0KGgo", "How much work each pixel was")
                .contains("<h2>Queues under full contention ", "<h2>Ray tracing ", "class=\"colours\"", "<svg ")
                .doesNotContain("src=\"http", "href=\"http");
        for (String name : List.of("treasure.png", "treasure-work.png")) {
            var picture = ImageIO.read(out.resolve(name).toFile());
            assertThat(picture.getWidth()).isEqualTo(24);
            assertThat(picture.getHeight()).isEqualTo(16);
        }
        assertThat(out.resolve("pairs.svg")).exists();
        assertThat(out.resolve("raytrace-tiles-a.svg")).exists();
        assertThat(Files.readString(out.resolve("index.md"))).contains("](treasure.png)", "](pairs.svg)");
        assertThat(ResultFile.read(out.resolve("results.jsonl"), Samples::unexpected))
                .hasSize(10);
    }

    /** In one test, as a picture of the treasure takes its time. */
    @Test
    void anotherDemoReplacesTheFirstButNothingElse() throws IOException {
        var queuesOnly = new DemoPlan(TINY.steps().subList(0, 1), PictureSize.square(8), 1);
        var other = Files.writeString(folder.resolve("mine.jsonl"), "mine");
        var results = folder.resolve("results.jsonl");
        assertThat(demo(queuesOnly, folder).code()).isZero();
        assertThat(demo(queuesOnly, folder).code()).isZero();
        assertThat(ResultFile.read(results, Samples::unexpected)).hasSize(2);
        assertThat(other).as("another file in the folder").hasContent("mine");

        var more = Samples.pairs(Samples.GPU, "BQ", "thread", 1024, 2000);
        ResultFile.append(results, List.of(more), Samples::unexpected);
        assertThat(demo(queuesOnly, folder).code())
                .as("with results added to those of the demo")
                .isEqualTo(2);
        assertThat(ResultFile.read(results, Samples::unexpected)).hasSize(3);
    }

    @Test
    void aSecondDemoAtTheSameTimeIsRefused() throws IOException {
        var queuesOnly = new DemoPlan(TINY.steps().subList(0, 1), PictureSize.square(8), 1);
        var second = new ArrayList<Ran>();
        var meanwhile =
                new StubExperiment("meanwhile", MeasuringEffort.ONCE, _ -> second.add(demo(queuesOnly, folder)));
        var first = new DemoPlan(
                List.of(TINY.steps().getFirst(), new DemoPlan.Step("Meanwhile", meanwhile::on)),
                PictureSize.square(8),
                1);
        assertThat(demo(first, folder).code()).isZero();
        assertThat(second).singleElement().satisfies(ran -> {
            assertThat(ran.code()).isEqualTo(2);
            assertThat(ran.err()).contains("another demo writes to " + folder, "give another folder (--out)");
        });
        assertThat(ResultFile.read(folder.resolve("results.jsonl"), Samples::unexpected))
                .hasSize(2);
        assertThat(demo(queuesOnly, folder).code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"results.jsonl", "index.html", "treasure.png", "pairs.svg"})
    void aFileThatNoDemoMadeIsNotReplaced(String name) throws IOException {
        var file = Files.writeString(folder.resolve(name), "mine");
        var ran = demo(TINY, folder);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(file + " is there, and not as a demo left it", "give another folder (--out)");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        assertThat(file).hasContent("mine");
    }

    @Test
    void nothingIsTouchedIfTheDeviceDoesNotOpen() throws IOException {
        var results = Files.writeString(folder.resolve("results.jsonl"), "mine");
        var run = CommandRun.of("demo", "--device", "cuda:99", "--out", folder.toString());
        assertThat(run.code()).isEqualTo(3);
        assertThat(results).hasContent("mine");
        var none = folder.resolve("none");
        assertThat(CommandRun.of("demo", "--device", "cuda:99", "--out", none.toString())
                        .code())
                .isEqualTo(3);
        assertThat(none).doesNotExist();
    }

    @Test
    void aFailedCheckIsTheExitCodeAndIsOnThePage() throws IOException {
        var failing = new DemoPlan(List.of(new DemoPlan.Step("Wrong", WRONG::on)), PictureSize.square(8), 1);
        var ran = demo(failing, folder);
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).contains("A CHECK FAILED");
        assertThat(Files.readString(folder.resolve("index.html"))).contains("3 lost");
    }

    /** An experiment whose check fails. */
    private static final StubExperiment WRONG = new StubExperiment(
            "wrong",
            MeasuringEffort.ONCE,
            measuring -> measuring.record(Measurement.now(
                    "wrong",
                    Samples.GPU,
                    "BQ",
                    Map.of(),
                    Statistics.of(new long[] {1}),
                    1,
                    List.of(new CheckResult("conservation", false, "3 lost")))));

    @Test
    void aFileInPlaceOfTheFolderIsRefused() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "");
        var ran = demo(TINY, file);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--out " + file + " is a file; give a folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim", "cuda:0"})
    void everyKindOfDeviceHasAPlan(String id) {
        var plan = DemoPlan.on(new DeviceProperties(id, id, 32, 1024, 4096, 1L << 30, ""));
        assertThat(plan.steps())
                .extracting(DemoPlan.Step::title)
                .extracting(title -> title.replaceAll("[ :].*", ""))
                .containsExactly("Queues", "Trees", "PageRank", "Breadth-first", "Ray");
        try (var device = Device.jvm()) {
            assertThat(plan.steps())
                    .allSatisfy(step ->
                            assertThat(step.trial().apply(device).steps()).isPositive());
        }
    }
}
