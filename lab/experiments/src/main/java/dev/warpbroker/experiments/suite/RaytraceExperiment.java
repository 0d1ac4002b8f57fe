package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.render.Accelerator;
import dev.warpbroker.examples.render.Busy;
import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.DeviceScene;
import dev.warpbroker.examples.render.Image;
import dev.warpbroker.examples.render.PictureSize;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Renderer;
import dev.warpbroker.examples.render.Rendering;
import dev.warpbroker.examples.render.Scheme;
import dev.warpbroker.examples.render.TreasureScene;
import dev.warpbroker.examples.render.WorkMap;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.LateContender;
import dev.warpbroker.experiments.design.Lines;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.TimePlot;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code raytrace}: how long pictures of the treasure take with the pixels shared in different ways.
 * Operations are rays. Every picture is compared with that of the static scheme.
 */
final class RaytraceExperiment implements Experiment {
    private static final Option<List<Scheme>> SCHEMES = Option.list(
            Scheme.class,
            "--schemes",
            "S",
            "static, central, thesis, stealing, sorted, scheduler, hardware (default: all; on the JVM all but"
                    + " hardware).");

    private static final Option<List<Accelerator>> ACCELERATORS = Option.list(
                    Accelerator.class,
                    "--accelerators",
                    "A",
                    "octree, as in the thesis; bvh, a compressed hierarchy of boxes (default: both; on the simulator"
                            + " bvh).")
            .or("--accelerator");

    private static final Option<List<Integer>> TILES =
            Option.numbers("--tiles", "N", "Pixels along a side of a tile, powers of two (default: 1, 2, 4 ... 64).");

    private static final Option<List<Integer>> CAMERAS =
            Option.numbers("--cameras", "C", "Of 1, 2 and 3 (default: all).");

    private static final Option<PictureSize> SIZE =
            Option.of(PictureSize::parse, "--size", "WxH", "Of the pictures, in pixels; N is N x N.");

    private static final Option<Integer> DEPTH = Option.number("--depth", "D", "Rays in a row, 1 to 8 (default: 8).");

    private static final Option<Boolean> BALANCE =
            Option.flag("--balance", "Also how long each worker is busy, in a launch of its own.");

    private static final Option<Boolean> YARDSTICKS = Option.flag(
            "--yardsticks",
            "Also how many multiply-adds, and scattered reads of a memory as large as the scene, all threads make: what"
                    + " rays are made of.");

    /** What records say. */
    private static final class Recorded {
        /** What was varied. */
        static final Field SWEEP = Field.parameter("sweep");

        static final Field ACCELERATOR = Field.parameter("accelerator");
        static final Field CAMERA = Field.parameter("camera");
        static final Field TILE = Field.parameter("tile");
        static final Field WORKERS = Field.parameter("workers");
        static final Field WIDTH = Field.parameter("width");
        static final Field HEIGHT = Field.parameter("height");
        static final Field DEPTH = Field.parameter("depth");
        static final Field TRIANGLES = Field.parameter("triangles");
        static final Field WARM_UPS = Field.parameter("warmup");
        static final Field MAX_RAYS = Field.observed("mostRaysOfAPixel");

        /** As above, without rays to lights. */
        static final Field MEAN_RAYS = Field.observed("meanRaysOfAPixel");

        /** Of all places in wavefronts, if each lane keeps to its pixel. */
        static final Field LANES_WITH_RAYS = Field.observed("lanesWithRays");

        /** Of the shares for as many workers as the thesis has on its GPU: the most rays over the mean. */
        static final Field SHARES = Field.observed("mostOverMeanOf256Shares");

        /** The same, if shares are no columns of the picture. */
        static final Field SCATTERED_SHARES = Field.observed("mostOverMeanOf256ScatteredShares");

        /** Workers that were busy at the same time, on average. */
        static final Field AT_ONCE = Field.observed("workersAtOnce");

        /** How long workers were busy: the longest over the mean. */
        static final Field BUSY = Field.observed("mostOverMeanBusy");

        /** Rays of static shares for the workers that there are. */
        static final Field RAYS_OF_SHARES = Field.observed("mostOverMeanRays");
    }

    private static final String OVER_TILES = "tiles";
    private static final String OVER_WORKERS = "workers";
    private static final String NO_PICTURE = "yardsticks";

    /** The thesis's on its GPU. */
    private static final int THESIS_WORKERS = 256;

    private static final int YARDSTICK_BLOCK = 256;

    /** With which numbers of workers are compared. */
    private static final int USUAL_TILE = 8;

    @Override
    public String name() {
        return "raytrace";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Pictures of the treasure with different schemes and tiles, as in figures 4.6 to 4.9 of the thesis on"
                        + " work stealing; 1024 x 1024 on a GPU, smaller elsewhere.",
                "Every picture must be the same to the byte as that of the static scheme.",
                "--threads is the number of workers: warps, or threads on the JVM; several are compared with each"
                        + " other.");
    }

    @Override
    public List<Option<?>> options() {
        return CommonOptions.timed(SCHEMES, ACCELERATORS, TILES, CAMERAS, SIZE, DEPTH, BALANCE, YARDSTICKS);
    }

    /**
     * What is chosen.
     *
     * @param cameras of the treasure, from 1 on
     * @param workers how many warps, or threads on the JVM, smallest first; 0 for as many as the device holds at once.
     *     The last goes through all tiles; if there are several, all of them are measured with one tile.
     * @param basis size and depth of the pictures
     * @param balance whether workers are to look at the clock
     * @param yardsticks whether they are measured, too
     */
    private record Settings(
            List<Scheme> schemes,
            List<Accelerator> accelerators,
            List<Integer> tiles,
            List<Integer> cameras,
            List<Integer> workers,
            RenderOptions basis,
            boolean balance,
            boolean yardsticks,
            MeasuringEffort effort) {
        boolean hasWorkerSweep() {
            return workers.size() > 1;
        }

        /** {@return the schemes for which a number of workers means something} */
        List<Scheme> withWorkers() {
            return schemes.stream().filter(scheme -> scheme != Scheme.HARDWARE).toList();
        }

        int rows() {
            return accelerators.size()
                            * cameras.size()
                            * (tiles.size() * schemes.size()
                                    + (hasWorkerSweep()
                                            ? workers.size() * withWorkers().size()
                                            : 0))
                    + (yardsticks ? accelerators.size() * Yardstick.values().length : 0);
        }
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var tiles = List.of(1, 2, 4, 8, 16, 32, 64);
        var cameras = List.of(1, 2, 3);
        var schemes = List.of(Scheme.values());
        var both = List.of(Accelerator.values());
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM ->
                trial(
                        device,
                        chosen,
                        schemes.stream()
                                .filter(scheme -> scheme != Scheme.HARDWARE)
                                .toList(),
                        both,
                        tiles,
                        cameras,
                        CommonOptions.powers(2, CommonOptions.processors()),
                        128,
                        CommonOptions.effort(chosen, 6, 2, 10));
            case SIMULATOR ->
                trial(
                        device,
                        chosen,
                        schemes,
                        List.of(Accelerator.BVH),
                        List.of(2, 8),
                        List.of(1),
                        List.of(2),
                        8,
                        CommonOptions.effort(chosen, 1, 0, 60));
            case GPU ->
                trial(
                        device,
                        chosen,
                        schemes,
                        both,
                        tiles,
                        cameras,
                        List.of(0),
                        1_024,
                        CommonOptions.effort(chosen, 6, 1, 10));
        };
    }

    private Trial trial(
            Device device,
            Choices chosen,
            List<Scheme> schemes,
            List<Accelerator> accelerators,
            List<Integer> tiles,
            List<Integer> cameras,
            List<Integer> workers,
            int side,
            MeasuringEffort effort) {
        var size = chosen.or(SIZE, PictureSize.square(side));
        var settings = new Settings(
                chosen.or(SCHEMES, schemes),
                chosen.or(ACCELERATORS, accelerators),
                chosen.or(TILES, tiles),
                chosen.or(CAMERAS, cameras),
                chosen.has(CommonOptions.THREADS) ? CommonOptions.threads(chosen, List.of()) : workers,
                RenderOptions.of(size.width(), size.height()).withDepth(chosen.or(DEPTH, RenderOptions.MAX_DEPTH)),
                chosen.isSet(BALANCE),
                chosen.isSet(YARDSTICKS),
                effort);
        // Refuses bad ones before anything is measured.
        settings.tiles().forEach(settings.basis()::withTile);
        settings.cameras().forEach(RaytraceExperiment::requireCamera);
        return Trial.ofRows(this, device, effort, settings.rows(), measuring -> run(device, settings, measuring));
    }

    private static void requireCamera(int camera) {
        int most = TreasureScene.CAMERAS.size();
        if (camera < 1 || camera > most) {
            throw new IllegalArgumentException("camera " + camera + "; the treasure has cameras 1 to " + most);
        }
    }

    private static void run(Device device, Settings settings, Measuring measuring) {
        var scene = TreasureScene.make();
        for (var accelerator : settings.accelerators()) {
            measuring.progress().at(accelerator + " of the treasure");
            try (var onDevice = new DeviceScene(device, scene, accelerator)) {
                for (int camera : settings.cameras()) {
                    measuring.startAfresh();
                    new View(onDevice, camera, settings).measure(measuring);
                }
                if (settings.yardsticks()) {
                    measureYardsticks(onDevice, settings, measuring);
                }
            }
        }
    }

    private static void measureYardsticks(DeviceScene scene, Settings settings, Measuring measuring) {
        var device = scene.device();
        var properties = device.properties();
        boolean threads = properties.lanesPerWorker() == 1;
        int workers = settings.workers().getLast();
        int lanes = workers > 0
                ? workers * properties.lanesPerWorker()
                : threads ? CommonOptions.processors() : properties.residentThreads();
        int rounds = threads ? 1 << 24 : DeviceKind.of(properties) == DeviceKind.GPU ? 1 << 14 : 1 << 4;
        measuring.record(
                "yardsticks",
                Stream.of(Yardstick.values())
                        .map(yardstick -> new Entry(
                                yardstick.toString(),
                                Map.ofEntries(
                                        Recorded.SWEEP.is(NO_PICTURE),
                                        Recorded.ACCELERATOR.is(
                                                scene.accelerator().toString()),
                                        Recorded.WORKERS.is(workers),
                                        Recorded.WARM_UPS.is(settings.effort().warmUps())),
                                lanes * yardstick.operations(rounds),
                                new LateContender(
                                        yardstick.toString(),
                                        () -> new Yardstick.Lanes(
                                                device,
                                                properties.workerGrid(lanes, YARDSTICK_BLOCK),
                                                yardstick,
                                                rounds,
                                                scene.bytes()))))
                        .toList());
    }

    /** What is seen by one camera. */
    private static final class View {
        private final DeviceScene scene;
        private final int number;
        private final Settings settings;
        private final Camera camera;
        private @Nullable Image expected;

        View(DeviceScene scene, int number, Settings settings) {
            this.scene = scene;
            this.number = number;
            this.settings = settings;
            camera = scene.scene().cameras().get(number - 1);
        }

        void measure(Measuring measuring) {
            int most = settings.workers().getLast();
            for (int tile : settings.tiles()) {
                measure(OVER_TILES, settings.schemes(), tile, most, measuring);
            }
            if (settings.hasWorkerSweep()) {
                for (int workers : settings.workers()) {
                    measure(OVER_WORKERS, settings.withWorkers(), USUAL_TILE, workers, measuring);
                }
            }
        }

        private void measure(String sweep, List<Scheme> schemes, int tile, int workers, Measuring measuring) {
            measuring.record(
                    scene.accelerator() + ", camera " + number + ", tile " + tile
                            + (workers == 0 ? "" : ", " + workers + " workers"),
                    schemes.stream()
                            .map(scheme -> {
                                var options = settings.basis()
                                        .withScheme(scheme)
                                        .withTile(tile)
                                        .withWorkers(workers);
                                var shared = new SharedPixels(options);
                                return new Entry(shared.label(), parameters(sweep, options), () -> shared.rays, shared);
                            })
                            .toList());
        }

        private Map<String, Object> parameters(String sweep, RenderOptions options) {
            return Map.ofEntries(
                    Recorded.SWEEP.is(sweep),
                    Recorded.ACCELERATOR.is(scene.accelerator().toString()),
                    Recorded.CAMERA.is(number),
                    Recorded.TILE.is(options.tile()),
                    Recorded.WORKERS.is(options.workers()),
                    Recorded.WIDTH.is(options.width()),
                    Recorded.HEIGHT.is(options.height()),
                    Recorded.DEPTH.is(options.depth()),
                    Recorded.TRIANGLES.is(scene.scene().triangles()),
                    Recorded.WARM_UPS.is(settings.effort().warmUps()));
        }

        /** {@return the picture by the static scheme, made when it is first asked for} */
        private Image expected() {
            var made = expected;
            if (made == null) {
                made = Renderer.render(scene, camera, settings.basis().withScheme(Scheme.STATIC))
                        .image();
                expected = made;
            }
            return made;
        }

        /** A scheme that makes a picture. Pictures end by themselves, so none is cancelled. */
        private final class SharedPixels implements Contender {
            private final RenderOptions options;

            /** The rays of a picture; 0 if none was made. */
            private long rays;

            SharedPixels(RenderOptions options) {
                this.options = options;
            }

            @Override
            public String label() {
                return options.scheme().toString();
            }

            @Override
            public long run(Duration limit) {
                return render().elapsed().toNanos();
            }

            private Rendering render() {
                var rendering = Renderer.render(scene, camera, options);
                rays = rendering.rays();
                return rendering;
            }

            @Override
            public Checked check(Duration limit) {
                var rendering = render();
                return new Checked(
                        List.of(RaytraceExperiment.check(expected(), rendering.image())), observed(rendering.work()));
            }

            private Map<String, Object> observed(WorkMap work) {
                var observed = new LinkedHashMap<String, Object>();
                observe(observed, Recorded.MAX_RAYS, work.mostCalls());
                observe(observed, Recorded.MEAN_RAYS, work.meanCalls());
                observe(observed, Recorded.LANES_WITH_RAYS, work.lanesWithRays());
                observe(observed, Recorded.SHARES, mostOverMean(work, THESIS_WORKERS, 0));
                observe(observed, Recorded.SCATTERED_SHARES, mostOverMean(work, THESIS_WORKERS, 1));
                if (settings.balance() && options.scheme() != Scheme.SCHEDULER) {
                    observeBalance(observed, work);
                }
                return observed;
            }

            private void observeBalance(Map<String, Object> observed, WorkMap work) {
                var busy = Renderer.busy(scene, camera, options);
                observe(observed, Recorded.AT_ONCE, busy.atOnce());
                observe(observed, Recorded.BUSY, busy.mostOverMean());
                if (options.scheme() == Scheme.STATIC) {
                    observe(observed, Recorded.RAYS_OF_SHARES, mostOverMean(work, busy.nanos().length, 0));
                }
            }

            private double mostOverMean(WorkMap work, int workers, int shift) {
                return Busy.mostOverMean(work.shares(options.tile(), workers, shift));
            }

            private static void observe(Map<String, Object> observed, Field field, Object value) {
                observed.put(field.name(), value);
            }
        }
    }

    /** {@return whether two pictures are the same, and where they first differ} */
    static CheckResult check(Image expected, Image found) {
        int pixels = 0;
        String first = "";
        for (int row = 0; row < found.height(); row++) {
            for (int column = 0; column < found.width(); column++) {
                if (found.pixel(column, row) != expected.pixel(column, row)) {
                    first = pixels == 0 ? "column " + column + ", row " + row : first;
                    pixels++;
                }
            }
        }
        return new CheckResult(
                "image",
                pixels == 0,
                pixels == 0
                        ? ""
                        : pixels + " of " + found.width() * found.height()
                                + " pixels are not as those of the static scheme; the first is at " + first);
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("accelerator", row -> Recorded.ACCELERATOR.textOr(row, Column.NONE)),
                        Column.number("camera", row -> Recorded.CAMERA.textOr(row, Column.NONE)),
                        Column.text("scheme", Measurement::structure),
                        Column.number("tile", row -> Recorded.TILE.textOr(row, Column.NONE)),
                        Column.number(
                                "workers",
                                row -> Recorded.WORKERS.number(row) == 0 ? "all" : Recorded.WORKERS.text(row)),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.number(
                                "rays", row -> row.measured() ? Quantity.rate(row.operationsPerSecond()) : Column.NONE),
                        Column.number("over static", row -> overStatic(row, measurements)),
                        Column.CHECK),
                measurements);
    }

    /** {@return how many times as fast as the static scheme with the same parameters, if both were measured well} */
    private static String overStatic(Measurement row, List<Measurement> all) {
        return all.stream()
                .filter(other -> Evidence.isGood(row)
                        && other.structure().equals(Scheme.STATIC.toString())
                        && Evidence.isGood(other)
                        && other.parameters().equals(row.parameters()))
                .findFirst()
                .map(other -> timesAsFast(row, other))
                .orElse(Column.NONE);
    }

    private static String timesAsFast(Measurement row, Measurement other) {
        return Quantity.significant(
                other.nanoseconds().median() / row.nanoseconds().median());
    }

    /**
     * For each camera the time per pixel over the size of tiles, as in figures 4.6 to 4.9 of the thesis, with the
     * factors over the static scheme; and speed-ups where numbers of workers were compared.
     */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines);
        var parts = new ArrayList<Part>();
        var overTiles = pictures(
                evidence,
                OVER_TILES,
                row -> Recorded.WORKERS.number(row) > 0
                        ? ", " + Quantity.plain(Recorded.WORKERS.number(row)) + " workers"
                        : "");
        parts.addAll(fastest(overTiles));
        int number = 1;
        for (var picture : overTiles.entrySet()) {
            var rows = picture.getValue();
            var first = rows.getFirst();
            parts.addAll(new TimePlot(
                            picture.getKey(),
                            evidence.subtitle(),
                            new Axis("pixels along a side of a tile", Scale.POWERS_OF_TWO),
                            new Axis("time per pixel (µs)", Scale.POWERS_OF_TEN, Better.LESS),
                            Measurement::structure,
                            Recorded.TILE::number,
                            1e-3 / (Recorded.WIDTH.number(first) * Recorded.HEIGHT.number(first)))
                    .parts(rows, file.apply("-tiles-" + number++)));
            parts.add(new Part.Captioned(
                    picture.getKey() + ": times as fast as the static scheme with the same tile", factors(rows)));
        }
        number = 1;
        for (var picture : pictures(evidence, OVER_WORKERS, _ -> "").entrySet()) {
            String ending = "-workers-" + number;
            var speedUps = speedUps(picture.getKey(), picture.getValue(), evidence, () -> file.apply(ending));
            parts.addAll(speedUps);
            number += speedUps.isEmpty() ? 0 : 1;
        }
        var before = evidence
                .provenance()
                .parameter(Recorded.TRIANGLES.name())
                .map(count -> "The treasure has " + count + " triangles")
                .stream()
                .toList();
        parts.add(evidence.notes(
                before,
                row -> row.structure() + ", " + picture(row),
                Findings.of(RaytraceExperiment.class, name()).notes()));
        return new Section("raytrace: " + evidence.device(), parts);
    }

    private static String picture(Measurement row) {
        return "camera " + Recorded.CAMERA.text(row) + ", " + Recorded.WIDTH.text(row) + " x "
                + Recorded.HEIGHT.text(row) + ", depth " + Recorded.DEPTH.text(row)
                + (Recorded.ACCELERATOR.isIn(row) ? ", " + Recorded.ACCELERATOR.text(row) : "");
    }

    private static Map<String, List<Measurement>> pictures(
            Evidence evidence, String sweep, Function<Measurement, String> more) {
        return new TreeMap<>(Evidence.grouped(
                evidence.latest().stream()
                        .filter(row -> Recorded.SWEEP.text(row).equals(sweep))
                        .toList(),
                row -> picture(row) + more.apply(row)));
    }

    /** Each scheme with the tile that suits it best, beside the static scheme with the tile that suits that best. */
    private static List<Part> fastest(Map<String, List<Measurement>> pictures) {
        var parts = new ArrayList<Part>();
        var rows = new ArrayList<List<String>>();
        pictures.forEach((title, measurements) -> {
            var best = new LinkedHashMap<String, Measurement>();
            measurements.stream()
                    .filter(Evidence::isGood)
                    .forEach(row -> best.merge(
                            row.structure(),
                            row,
                            (one, other) -> one.nanoseconds().median()
                                            <= other.nanoseconds().median()
                                    ? one
                                    : other));
            Lines.bars(title + ", each scheme with its best tile", List.copyOf(best.values()), Measurement::structure)
                    .ifPresent(parts::add);
            var reference = best.get(Scheme.STATIC.toString());
            best.forEach((scheme, row) -> rows.add(List.of(
                    title,
                    scheme,
                    Recorded.TILE.text(row),
                    Column.median(row),
                    Quantity.rate(row.operationsPerSecond()),
                    reference == null ? Column.NONE : timesAsFast(row, reference))));
        });
        if (!rows.isEmpty()) {
            parts.add(new Part.Captioned(
                    "Each scheme with its best tile",
                    new Table(
                            List.of(
                                    Table.text("picture"),
                                    Table.text("scheme"),
                                    Table.number("tile"),
                                    Table.number("time"),
                                    Table.number("rays"),
                                    Table.number("times as fast as static")),
                            rows)));
        }
        return parts;
    }

    private static Table factors(List<Measurement> measurements) {
        var tiles = new TreeSet<Integer>();
        var schemes = new LinkedHashMap<String, Map<Integer, Measurement>>();
        for (var row : measurements) {
            tiles.add(Recorded.TILE.whole(row));
            schemes.computeIfAbsent(row.structure(), _ -> new TreeMap<>()).put(Recorded.TILE.whole(row), row);
        }
        var columns = new ArrayList<Table.Column>(List.of(Table.text("scheme")));
        tiles.forEach(tile -> columns.add(Table.number(Quantity.count(tile))));
        var rows = new ArrayList<List<String>>();
        schemes.forEach((scheme, byTile) -> {
            var cells = new ArrayList<String>(List.of(scheme));
            for (int tile : tiles) {
                var row = byTile.get(tile);
                cells.add(row == null ? Column.NONE : overStatic(row, measurements));
            }
            rows.add(cells);
        });
        return new Table(columns, rows);
    }

    /** {@return plot and table of the schemes of which one worker was measured, too} */
    private static List<Part> speedUps(
            String title, List<Measurement> measurements, Evidence evidence, Supplier<String> file) {
        var good = measurements.stream()
                .filter(Evidence::isGood)
                .sorted(Comparator.comparingDouble(Recorded.WORKERS::number))
                .toList();
        var series = new ArrayList<Series>();
        var rows = new ArrayList<List<String>>();
        Evidence.grouped(good, Measurement::structure).forEach((scheme, row) -> {
            var one = row.getFirst();
            if (Recorded.WORKERS.number(one) == 1) {
                series.addAll(Lines.of(
                        row,
                        Measurement::structure,
                        _ -> false,
                        Recorded.WORKERS::number,
                        " workers",
                        (_, nanos) -> one.nanoseconds().median() / nanos));
                row.forEach(other -> rows.add(List.of(
                        scheme,
                        Quantity.plain(Recorded.WORKERS.number(other)),
                        Column.median(other),
                        Quantity.rate(other.operationsPerSecond()),
                        timesAsFast(other, one))));
            }
        });
        return series.isEmpty()
                ? List.of()
                : List.of(
                        new Part.Figure(
                                file.get(),
                                new Chart(
                                        title + ": speed-up",
                                        evidence.subtitle(),
                                        new Axis("workers", Scale.POWERS_OF_TWO),
                                        new Axis("speed-up over one worker", Scale.LINEAR, Better.MORE),
                                        series)),
                        new Part.Captioned(
                                title + ": speed-up by workers",
                                new Table(
                                        List.of(
                                                Table.text("scheme"),
                                                Table.number("workers"),
                                                Table.number("time"),
                                                Table.number("rays"),
                                                Table.number("speed-up")),
                                        rows)));
    }
}
