package dev.warpbroker.cli.demo;

import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.report.ReportFolder;
import dev.warpbroker.cli.report.ReportFolder.Picture;
import dev.warpbroker.cli.run.PictureProgress;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.examples.render.DeviceScene;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.SoftLight;
import dev.warpbroker.examples.render.ToneMapping;
import dev.warpbroker.examples.render.TreasureScene;
import dev.warpbroker.examples.render.WorkMap;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Earlier;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section.Part.ColourScale;
import dev.warpbroker.experiments.results.DamagedLineException;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.experiments.results.ResultFile;
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
    private static final String RESULTS = "results.jsonl";
    private static final String PAGE = "index";
    private static final String PICTURE = "treasure.png";
    private static final String WORK = "treasure-work.png";

    /** Of pictures for soft light, where one takes milliseconds. */
    private static final int SOFT = 8;

    private final Function<DeviceProperties, DemoPlan> plans;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final DeviceOption where = new DeviceOption();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            defaultValue = "warpbroker-demo",
            description =
                    "Where to leave them; what an earlier demo left there is replaced, but no file that you have put"
                            + " there or changed (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    public DemoCommand() {
        this(DemoPlan::on);
    }

    DemoCommand(Function<DeviceProperties, DemoPlan> plans) {
        this.plans = plans;
    }

    @Override
    public Integer call() throws IOException {
        try (var leaving = new DemoFolder(folder);
                Device device = where.open()) {
            var properties = device.properties();
            var plan = plans.apply(properties);
            var trials = plan.steps().stream()
                    .map(step -> step.trial().apply(device))
                    .toList();
            leaving.require(name -> isWritten(name, trials));
            var results = leaving.file(RESULTS);
            Files.deleteIfExists(results);
            console.print(properties.name() + " (" + properties.id() + ", " + properties.detail() + ")");
            boolean passed = true;
            for (int i = 0; i < trials.size(); i++) {
                var measurements = measure(plan.steps().get(i).title(), trials.get(i));
                ResultFile.append(results, measurements, console::error);
                leaving.remember(results);
                passed &= measurements.stream().allMatch(Measurement::passed);
            }
            var pictures = render(device, plan, leaving);
            var written = new ReportFolder(folder)
                    .gallery(
                            "A treasure, ray-traced · " + properties.name(),
                            "Chest, coins and gems mirror and refract, so some pixels take hundreds of rays and others"
                                    + " one. Nobody knows in advance which: the work is shared out while it appears.",
                            pictures)
                    .write(PAGE, ResultFile.read(results, this::warn), this::warn);
            for (var file : written) {
                leaving.remember(file);
            }
            console.print("");
            console.print(
                    passed
                            ? "Every check passed: nothing lost, nothing duplicated, no result wrong."
                            : "A CHECK FAILED: see the tables.");
            console.print("Pictures, plots and tables to look at in a browser: "
                    + folder.resolve(PAGE + ".html").toAbsolutePath().normalize());
            return passed ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    /** {@return whether a demo of these experiments writes a file of that name} */
    private static boolean isWritten(String name, List<Trial> trials) {
        return List.of(RESULTS, PAGE + ".html", PAGE + ".md", PICTURE, WORK).contains(name)
                || name.endsWith(".svg")
                        && trials.stream()
                                .anyMatch(trial ->
                                        name.startsWith(trial.experiment().name()));
    }

    private void warn(DamagedLineException damage) {
        console.error("warning: left out " + damage.getMessage());
    }

    private List<Measurement> measure(String title, Trial trial) throws IOException {
        console.print("");
        console.print(title);
        var measurements = new ArrayList<Measurement>();
        try (var progress = console.progress(trial.experiment().name(), trial.steps())) {
            trial.run(measurements::add, progress, Earlier.NONE);
        }
        console.print(trial.experiment().table(measurements));
        return measurements;
    }

    private List<Picture> render(Device device, DemoPlan plan, DemoFolder leaving) throws IOException {
        console.print("");
        console.print("A picture of the treasure");
        int samples = plan.samples();
        var size = plan.size();
        var options = RenderOptions.of(size.width() * samples, size.height() * samples);
        var scene = TreasureScene.make();
        try (var onDevice = new DeviceScene(device, scene);
                var progress = console.progress("render", PictureProgress.STEPS)) {
            int soft = DeviceKind.of(device.properties()) == DeviceKind.GPU ? SOFT : 1;
            var rendering = SoftLight.render(
                    onDevice, scene.cameras().getFirst(), options, soft, new PictureProgress(progress));
            var picture = leaving.file(PICTURE);
            OutputFile.write(
                    picture, ToneMapping.photographic(rendering.image()).reduced(samples)::writePng);
            leaving.remember(picture);
            var work = leaving.file(WORK);
            OutputFile.write(work, rendering.work().image(samples)::writePng);
            leaving.remember(work);
            String traced = Quantity.count(scene.triangles()) + " triangles, " + Quantity.count(soft * rendering.rays())
                    + " rays in " + Quantity.time((double) rendering.elapsed().toNanos()) + ", "
                    + Quantity.rate(soft * rendering.raysPerSecond());
            console.print(traced);
            return List.of(
                    new Picture(
                            picture,
                            size + " pixels, " + samples + " x " + samples + " samples each, depth " + options.depth()
                                    + ": " + traced,
                            null),
                    new Picture(
                            work,
                            "How much work each pixel was, in rays on a logarithmic scale; those to lights are not"
                                    + " counted",
                            new ColourScale(
                                    WorkMap.colours(),
                                    Quantity.count(rendering.work().leastCalls(samples)) + " rays",
                                    Quantity.count(rendering.work().mostCalls(samples)) + " rays")));
        }
    }
}
