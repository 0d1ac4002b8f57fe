package dev.warpbroker.cli.demo;

import dev.warpbroker.apps.render.DeviceScene;
import dev.warpbroker.apps.render.RenderOptions;
import dev.warpbroker.apps.render.Renderer;
import dev.warpbroker.apps.render.TreasureScene;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.report.ReportFolder;
import dev.warpbroker.cli.report.ReportFolder.Picture;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultFile;
import dev.warpbroker.cli.run.PictureProgress;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.device.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demo}: what the library does, in about a minute, on the best device there is. */
@Command(
        name = "demo",
        description = {
            "A short version of everything, on the best device of this machine, in about a minute.",
            "Leaves a folder with pictures, plots, results, and a page that shows them (index.html)."
        })
public final class DemoCommand implements Callable<Integer> {
    private final Function<DeviceKind, DemoPlan> plans;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final DeviceOption where = new DeviceOption();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            defaultValue = "warpbroker-demo",
            description =
                    "Where to leave them; what an earlier demo left there is replaced (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    public DemoCommand() {
        this(DemoPlan::on);
    }

    DemoCommand(Function<DeviceKind, DemoPlan> plans) {
        this.plans = plans;
    }

    @Override
    public Integer call() throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("--out " + folder + " is a file; give a folder, which need not exist");
        }
        Files.createDirectories(folder);
        var results = folder.resolve("results.jsonl");
        Files.deleteIfExists(results);
        try (Device device = where.open()) {
            var properties = device.properties();
            console.print(properties.name() + " (" + properties.id() + ", " + properties.detail() + ")");
            var plan = plans.apply(DeviceKind.of(properties));
            boolean passed = true;
            for (var step : plan.steps()) {
                var measurements = measure(device, step);
                ResultFile.append(results, measurements);
                passed &= measurements.stream().allMatch(Measurement::passed);
            }
            var pictures = render(device, plan);
            new ReportFolder(folder)
                    .gallery("A treasure, ray-traced: " + properties.name(), pictures)
                    .write("index", ResultFile.read(results));
            console.print("");
            console.print(
                    passed
                            ? "Every check passed: nothing lost, nothing duplicated, no result wrong."
                            : "A CHECK FAILED: see the tables.");
            console.print("Pictures, plots and tables to look at in a browser: "
                    + folder.resolve("index.html").toAbsolutePath().normalize());
            return passed ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private List<Measurement> measure(Device device, DemoPlan.Step step) throws IOException {
        console.print("");
        console.print(step.title());
        var experiment = step.experiment().apply(device);
        var measurements = new ArrayList<Measurement>();
        try (var progress = console.progress(experiment.name(), experiment.steps())) {
            experiment.run(measurements::add, progress);
        }
        console.print(experiment.table(measurements));
        return measurements;
    }

    private List<Picture> render(Device device, DemoPlan plan) throws IOException {
        console.print("");
        console.print("A picture of the treasure");
        int samples = plan.samples();
        var size = plan.size();
        var options = RenderOptions.of(size.width() * samples, size.height() * samples);
        var scene = TreasureScene.make();
        try (var onDevice = new DeviceScene(device, scene);
                var progress = console.progress("render", PictureProgress.STEPS)) {
            var rendering =
                    Renderer.render(onDevice, scene.cameras().getFirst(), options, new PictureProgress(progress));
            var picture = folder.resolve("treasure.png");
            rendering.image().reduced(samples).writePng(picture);
            var work = folder.resolve("treasure-work.png");
            rendering.work().image().reduced(samples).writePng(work);
            String traced = Quantity.count(scene.triangles()) + " triangles, " + Quantity.count(rendering.rays())
                    + " rays in " + Quantity.time((double) rendering.elapsed().toNanos()) + ", "
                    + Quantity.rate(rendering.raysPerSecond());
            console.print(traced);
            return List.of(
                    new Picture(
                            picture,
                            size + " pixels, " + samples + " x " + samples + " samples each, depth " + options.depth()
                                    + ": " + traced),
                    new Picture(
                            work,
                            "How much work each pixel was, from blue (one ray) to red ("
                                    + rendering.work().mostCalls() + " rays, those to lights not counted)"));
        }
    }
}
