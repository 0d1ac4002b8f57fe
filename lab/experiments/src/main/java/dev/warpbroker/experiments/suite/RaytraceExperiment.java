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
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Drawing;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Experiment {@code raytrace}: how long pictures of the treasure take with the pixels shared in different ways.
 * Operations are rays. Every picture is compared with that of the static scheme.
 */
final class RaytraceExperiment extends Sweep {
    private static final Option<Boolean> BALANCE =
            Option.flag("--balance", "Also how long each worker is busy, in a launch of its own.");

    private static final Option<Boolean> YARDSTICKS = Option.flag(
            "--yardsticks",
            "Also how many multiply-adds, and scattered reads of a memory as large as the scene, all threads make: what"
                    + " rays are made of.");

    private static final String OVER_TILES = "tiles";
    private static final String OVER_WORKERS = "workers";
    private static final String NO_PICTURE = "yardsticks";

    /** The parameter that is varied. */
    private static final Axis<String> SWEEP = Axis.fixed("sweep", OVER_TILES);

    private static final Axis<Accelerator> ACCELERATOR = Axis.of(
                    "accelerator",
                    Option.list(
                                    Accelerator.class,
                                    "--accelerators",
                                    "A",
                                    "octree, as in the thesis; bvh, a compressed hierarchy of boxes (default: both; on"
                                            + " the simulator bvh).")
                            .or("--accelerator"))
            .jvm(Accelerator.values())
            .simulator(Accelerator.BVH)
            .gpu(Accelerator.values());

    private static final Axis<Integer> CAMERA = Axis.numbers(
                    "camera", "--cameras", "C", "Of 1, 2 and 3 (default: all).")
            .jvm(1, 2, 3)
            .simulator(1)
            .gpu(1, 2, 3)
            .require((_, camera) -> requireCamera(camera));

    private static final Axis<Integer> TILE = Axis.numbers(
                    "tile", "--tiles", "N", "Pixels along a side of a tile, powers of two (default: 1, 2, 4 ... 64).")
            .jvm(1, 2, 4, 8, 16, 32, 64)
            .simulator(2, 8)
            .gpu(1, 2, 4, 8, 16, 32, 64);

    /** With which numbers of workers are compared. */
    private static final int USUAL_TILE = 8;

    /** 0 is as many warps, or threads on the JVM, as the device holds at once. */
    private static final Axis<Integer> WORKERS = Axis.threads("workers")
            .atLeast(0, "workers")
            .jvm(_ -> CommonOptions.powers(2, CommonOptions.processors()))
            .simulator(2)
            .gpu(0);

    private static final Axis<Scheme> SCHEME = Axis.of(
                    "scheme",
                    Option.list(
                            Scheme.class,
                            "--schemes",
                            "S",
                            "static, central, thesis, stealing, sorted, scheduler, hardware (default: all; on the JVM"
                                    + " all but hardware)."))
            .jvm(_ -> withWorkers(Stream.of(Scheme.values())))
            .simulator(Scheme.values())
            .gpu(Scheme.values())
            .structure();

    private static final Axis<Yardstick> YARDSTICK = Axis.derived(
                    "yardstick",
                    (_, chosen) -> chosen.isSet(YARDSTICKS) ? List.of(Yardstick.values()) : List.of(),
                    YARDSTICKS)
            .structure();

    private static final Axis<PictureSize> SIZE = Axis.one(
                    "size", Option.of(PictureSize::parse, "--size", "WxH", "Of the pictures, in pixels; N is N x N."))
            .presets(PictureSize.square(128), PictureSize.square(8), PictureSize.square(1_024))
            .unrecorded();

    private static final Axis<Integer> DEPTH = Axis.number(
                    "depth", "--depth", "D", "Rays in a row, 1 to 8 (default: 8).")
            .preset(RenderOptions.MAX_DEPTH)
            .unrecorded();

    private static final Field WIDTH = Field.parameter("width");
    private static final Field HEIGHT = Field.parameter("height");
    private static final Field TRIANGLES = Field.parameter("triangles");
    private static final Field MAX_RAYS = Field.observed("mostRaysOfAPixel");

    /** As above, without rays to lights. */
    private static final Field MEAN_RAYS = Field.observed("meanRaysOfAPixel");

    /** Places in wavefronts that have a ray, as a part of all, if each lane keeps to its pixel. */
    private static final Field LANES_WITH_RAYS = Field.observed("lanesWithRays");

    /** The most rays of a share over the mean, with the number of workers that the thesis has on its GPU. */
    private static final Field SHARES = Field.observed("mostOverMeanOf256Shares");

    /** The same, if shares are no columns of the picture. */
    private static final Field SCATTERED_SHARES = Field.observed("mostOverMeanOf256ScatteredShares");

    /** Workers that were busy at the same time, on average. */
    private static final Field AT_ONCE = Field.observed("workersAtOnce");

    /** How long workers were busy: the longest over the mean. */
    private static final Field BUSY = Field.observed("mostOverMeanBusy");

    /** Rays of static shares for the workers that there are. */
    private static final Field RAYS_OF_SHARES = Field.observed("mostOverMeanRays");

    /** The thesis's on its GPU. */
    private static final int THESIS_WORKERS = 256;

    private static final int YARDSTICK_BLOCK = 256;

    RaytraceExperiment() {
        super(
                "raytrace",
                "Pictures of the treasure with different schemes and tiles, as in figures 4.6 to 4.9 of the thesis on"
                        + " work stealing; 1024 x 1024 on a GPU, smaller elsewhere.",
                "Every picture must be the same to the byte as that of the static scheme.",
                "--threads is the number of workers: warps, or threads on the JVM; several are compared with each"
                        + " other.");
        var most = WORKERS.valued(
                (device, chosen) -> List.of(WORKERS.values(device, chosen).getLast()));
        // If there are several numbers of workers, all of them are measured with one tile.
        var several = WORKERS.valued((device, chosen) -> {
            var all = WORKERS.values(device, chosen);
            return all.size() > 1 ? all : List.of();
        });
        measure(Loops.stages(ACCELERATOR).turns(SWEEP, CAMERA, most, TILE).rows(SCHEME));
        measure(Loops.stages(ACCELERATOR)
                .turns(
                        SWEEP.valued((_, _) -> List.of(OVER_WORKERS)),
                        CAMERA,
                        TILE.valued((_, _) -> List.of(USUAL_TILE)),
                        several)
                .rows(SCHEME.valued((device, chosen) -> withWorkers(SCHEME.values(device, chosen).stream()))));
        measure(Loops.stages(ACCELERATOR)
                .turns(SWEEP.valued((_, _) -> List.of(NO_PICTURE)), most)
                .rows(YARDSTICK));
        sizes(TILE);
        settings(SIZE, DEPTH);
        shows(WIDTH, HEIGHT, DEPTH.field());
        options(List.of(BALANCE));
        effort(new Effort(6, 2, 10), new Effort(1, 0, 60), new Effort(6, 1, 10));
    }

    /** {@return the schemes for which a number of workers means something} */
    private static List<Scheme> withWorkers(Stream<Scheme> schemes) {
        return schemes.filter(scheme -> scheme != Scheme.HARDWARE).toList();
    }

    private static void requireCamera(int camera) {
        int most = TreasureScene.CAMERAS.size();
        if (camera < 1 || camera > most) {
            throw new IllegalArgumentException("camera " + camera + "; the treasure has cameras 1 to " + most);
        }
    }

    @Override
    protected void require(Device device, Choices chosen, Point common) {
        var basis = basis(common);
        TILE.values(device, chosen).forEach(basis::withTile);
    }

    private static RenderOptions basis(Point row) {
        var size = row.get(SIZE);
        return RenderOptions.of(size.width(), size.height()).withDepth(row.get(DEPTH));
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var scene = new DeviceScene(device, TreasureScene.make(), shared.get(ACCELERATOR));
        var treasure = new Treasure(scene, chosen.isSet(BALANCE), new HashMap<>(), new HashMap<>());
        return new Stage(treasure::operations, treasure::contender)
                .facts(treasure::facts)
                .closing(scene::close);
    }

    /**
     * The treasure on the device, and what is known of its pictures.
     *
     * @param expected by camera, the picture by the static scheme, made when it is first asked for
     * @param rays those of pictures that were made
     */
    private record Treasure(DeviceScene scene, boolean balance, Map<Integer, Image> expected, Map<Point, Long> rays) {
        long operations(Point row) {
            return row.has(YARDSTICK)
                    ? lanes(row) * row.get(YARDSTICK).operations(rounds())
                    : rays.getOrDefault(row, 0L);
        }

        Map<String, Object> facts(Point row) {
            var size = row.get(SIZE);
            return row.has(YARDSTICK)
                    ? Map.of()
                    : Map.ofEntries(
                            WIDTH.is(size.width()),
                            HEIGHT.is(size.height()),
                            DEPTH.field().is(row.get(DEPTH)),
                            TRIANGLES.is(scene.scene().triangles()));
        }

        Contender contender(Point row) {
            if (row.has(YARDSTICK)) {
                var grid = scene.device().properties().workerGrid(lanes(row), YARDSTICK_BLOCK);
                return row.get(YARDSTICK).contender(scene.device(), grid, rounds(), scene.bytes());
            }
            var camera = scene.scene().cameras().get(row.get(CAMERA) - 1);
            var options = basis(row)
                    .withScheme(row.get(SCHEME))
                    .withTile(row.get(TILE))
                    .withWorkers(row.get(WORKERS));
            Supplier<Rendering> render = () -> {
                var rendering = Renderer.render(scene, camera, options);
                rays.put(row, rendering.rays());
                return rendering;
            };
            // Pictures end by themselves, so none is cancelled.
            return new Contender(_ -> render.get().elapsed(), _ -> {
                var rendering = render.get();
                var right = expected.computeIfAbsent(
                        row.get(CAMERA),
                        _ -> Renderer.render(scene, camera, basis(row).withScheme(Scheme.STATIC))
                                .image());
                return new Checked(
                        List.of(RaytraceExperiment.check(right, rendering.image())),
                        observed(camera, options, rendering.work()));
            });
        }

        private int lanes(Point row) {
            var properties = scene.device().properties();
            int workers = row.get(WORKERS);
            return workers > 0
                    ? workers * properties.lanesPerWorker()
                    : properties.lanesPerWorker() == 1 ? CommonOptions.processors() : properties.residentThreads();
        }

        private int rounds() {
            return switch (DeviceKind.of(scene.device().properties())) {
                case JVM -> 1 << 24;
                case SIMULATOR -> 1 << 4;
                case GPU -> 1 << 14;
            };
        }

        private Map<String, Object> observed(Camera camera, RenderOptions options, WorkMap work) {
            var observed = new LinkedHashMap<>(Map.ofEntries(
                    MAX_RAYS.is(work.mostCalls()),
                    MEAN_RAYS.is(work.meanCalls()),
                    LANES_WITH_RAYS.is(work.lanesWithRays()),
                    SHARES.is(mostOverMean(work, options, THESIS_WORKERS, 0)),
                    SCATTERED_SHARES.is(mostOverMean(work, options, THESIS_WORKERS, 1))));
            if (balance && options.scheme() != Scheme.SCHEDULER) {
                var busy = Renderer.busy(scene, camera, options);
                observed.putAll(Map.ofEntries(AT_ONCE.is(busy.atOnce()), BUSY.is(busy.mostOverMean())));
                if (options.scheme() == Scheme.STATIC) {
                    observed.put(RAYS_OF_SHARES.name(), mostOverMean(work, options, busy.nanos().length, 0));
                }
            }
            return observed;
        }

        private static double mostOverMean(WorkMap work, RenderOptions options, int workers, int shift) {
            return Busy.mostOverMean(work.shares(options.tile(), workers, shift));
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
    protected List<Column> columnsFor(List<Measurement> rows) {
        return Column.timed(
                List.of(
                        Column.text("accelerator", row -> ACCELERATOR.field().textOr(row, Column.NONE)),
                        Column.number("camera", row -> CAMERA.field().textOr(row, Column.NONE)),
                        Column.text(SCHEME),
                        Column.number("tile", row -> TILE.field().textOr(row, Column.NONE)),
                        Column.number("workers", row -> WORKERS.field().whole(row) == 0 ? "all" : WORKERS.text(row))),
                Column.number("rays", row -> row.measured() ? Quantity.rate(row.operationsPerSecond()) : Column.NONE),
                Column.number("over static", row -> overStatic(row, rows)));
    }

    /** {@return how many times as fast as the static scheme with the same parameters, if both were measured well} */
    private static String overStatic(Measurement row, List<Measurement> all) {
        return all.stream()
                .filter(other -> Evidence.isGood(row)
                        && other.structure().equals(Scheme.STATIC.toString())
                        && Evidence.isGood(other)
                        && other.parameters().equals(row.parameters()))
                .findFirst()
                .map(other -> Quantity.significant(
                        other.nanoseconds().median() / row.nanoseconds().median()))
                .orElse(Column.NONE);
    }

    /**
     * For each picture the schemes with the tile that suits each best, and the time per pixel over the size of tiles,
     * as in figures 4.6 to 4.9 of the thesis; and times where numbers of workers were compared.
     */
    @Override
    protected void draw(Drawing drawing) {
        var overTiles = rows(drawing, OVER_TILES);
        BinaryOperator<Measurement> faster = BinaryOperator.minBy(
                Comparator.comparingDouble(row -> row.nanoseconds().median()));
        Evidence.grouped(overTiles, RaytraceExperiment::picture).forEach((picture, rows) -> {
            var best = new LinkedHashMap<String, Measurement>();
            rows.stream().filter(Evidence::isGood).forEach(row -> best.merge(row.structure(), row, faster));
            drawing.bars(
                    picture + ", each scheme with its best tile",
                    List.copyOf(best.values()),
                    row -> row.structure() + ", tile " + TILE.text(row));
        });
        var perPixel = Plot.of(
                new Chart.Axis("pixels along a side of a tile", Chart.Scale.POWERS_OF_TWO),
                TILE.field()::number,
                new Chart.Axis("time per pixel (µs)", Chart.Scale.POWERS_OF_TEN, Chart.Better.LESS),
                (row, nanos) -> 1e-3 * nanos / (WIDTH.number(row) * HEIGHT.number(row)),
                Measurement::structure);
        drawing.plots(perPixel, overTiles, RaytraceExperiment::picture, "-tiles");
        var workers = new Chart.Axis("workers", Chart.Scale.POWERS_OF_TWO);
        var overWorkers = Plot.times(workers, WORKERS, Measurement::structure);
        drawing.plots(overWorkers, rows(drawing, OVER_WORKERS), RaytraceExperiment::picture, "-workers");
        super.draw(drawing);
    }

    private static List<Measurement> rows(Drawing drawing, String sweep) {
        return drawing.rows().stream()
                .filter(row -> SWEEP.text(row).equals(sweep))
                .toList();
    }

    private static String picture(Measurement row) {
        boolean some = SWEEP.text(row).equals(OVER_TILES) && WORKERS.field().whole(row) > 0;
        return "camera " + CAMERA.text(row) + ", " + WIDTH.text(row) + " x " + HEIGHT.text(row) + ", depth "
                + DEPTH.field().text(row)
                + (ACCELERATOR.field().isIn(row) ? ", " + ACCELERATOR.text(row) : "")
                + (some ? ", " + WORKERS.text(row) + " workers" : "");
    }
}
