package dev.warpbroker.examples.render;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.deque.WorkDeques;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes pictures of scenes on any device, with the pixels shared in one of the ways of {@link Scheme}. The picture is
 * the same to the byte, whatever the device, scheme, tile and number of workers.
 */
public final class Renderer {
    private static final long PROGRESS_NANOS = 50_000_000;
    private static final long WAIT_NANOS = 20_000;
    private static final int BLOCK = 64;

    /**
     * Of all workers that a GPU can hold, how many trace rays at least. Each then has 80 registers of an H200, which is
     * enough: a traversal waits for memory most of the time, and the more there are, the more goes on meanwhile.
     */
    private static final double RAY_WORKERS = 3.0 / 8;

    private final DeviceScene scene;
    private final Device device;
    private final Camera camera;
    private final RenderOptions options;
    private final Consumer<Progress> listener;

    /** For each worker when it began and when it ended; null if nobody wants to know. */
    private long @Nullable [] spans;

    private Renderer(DeviceScene scene, Camera camera, RenderOptions options, Consumer<Progress> listener) {
        this.scene = scene;
        this.device = scene.device();
        this.camera = camera;
        this.options = options;
        this.listener = listener;
    }

    /** {@return a picture of a scene} */
    public static Rendering render(DeviceScene scene, Camera camera, RenderOptions options) {
        return render(scene, camera, options, _ -> {});
    }

    /**
     * {@return a picture of a scene} Calls {@code progress} about 20 times a second meanwhile. The picture is given up
     * if that throws, or if the calling thread is interrupted; under {@link Scheme#HARDWARE} a GPU finishes it
     * nevertheless.
     *
     * @throws CancellationException if the calling thread was interrupted
     */
    public static Rendering render(
            DeviceScene scene, Camera camera, RenderOptions options, Consumer<Progress> progress) {
        return new Renderer(scene, camera, options, progress).render();
    }

    /**
     * {@return how long each worker is busy with a picture} It takes a launch of its own, in which workers look at the
     * clock. Under {@link Scheme#HARDWARE} a worker is a warp, which begins when the hardware starts it.
     *
     * @throws IllegalArgumentException under {@link Scheme#SCHEDULER}, which has launches of its own
     */
    public static Busy busy(DeviceScene scene, Camera camera, RenderOptions options) {
        if (options.scheme() == Scheme.SCHEDULER) {
            throw new IllegalArgumentException("workers of " + options.scheme() + " have no clock; use another scheme");
        }
        var renderer = new Renderer(scene, camera, options, _ -> {});
        renderer.spans = new long[0];
        renderer.render();
        return Busy.of(renderer.spans);
    }

    /**
     * {@return some rows of a picture} The tiles in them come from a counter, whatever the scheme.
     *
     * @param first the first row, a multiple of the side of a tile
     * @param rows how many, a multiple of the side of a tile unless they are the last
     */
    public static Band band(DeviceScene scene, Camera camera, RenderOptions options, int first, int rows) {
        if (first < 0
                || rows < 1
                || first + rows > options.height()
                || first % options.tile() != 0
                || rows % options.tile() != 0 && first + rows != options.height()) {
            throw new IllegalArgumentException("rows " + first + " to " + (first + rows - 1) + " of " + options.height()
                    + "; give whole tiles of " + options.tile() + " rows");
        }
        return new Renderer(scene, camera, options, _ -> {}).band(first, rows);
    }

    private Band band(int first, int rows) {
        int across = Math.ceilDiv(options.width(), options.tile());
        int firstTile = first / options.tile() * across;
        int tiles = Math.ceilDiv(rows, options.tile()) * across;
        var tracer = new Tracer(scene, options.depth());
        try (var canvas = new Canvas(device, camera, options, tracer.units());
                var taken = device.ints(1)) {
            taken.copyIn(new int[] {firstTile});
            tiles(canvas, tracer, new TileSource.Counter(firstTile + tiles, taken));
            return canvas.band(first, rows);
        }
    }

    private Rendering render() {
        var tracer = new Tracer(scene, options.depth());
        try (var canvas = new Canvas(device, camera, options, tracer.units())) {
            var elapsed = switch (options.scheme()) {
                case STATIC -> tiles(canvas, tracer, new TileSource.Share(options.tiles()));
                case CENTRAL -> fromCounter(canvas, tracer);
                case THESIS -> raysAsInTheThesis(canvas, tracer);
                case STEALING -> rays(canvas, tracer, false);
                case SORTED -> rays(canvas, tracer, true);
                case SCHEDULER -> RayScheduler.render(scene, tracer, canvas, options, listener);
                case HARDWARE -> pixels(canvas, tracer);
            };
            return canvas.rendering(elapsed);
        }
    }

    private Duration fromCounter(Canvas canvas, Tracer tracer) {
        try (var taken = device.ints(1)) {
            return tiles(canvas, tracer, new TileSource.Counter(options.tiles(), taken));
        }
    }

    private Duration rays(Canvas canvas, Tracer tracer, boolean sorted) {
        int least = Math.max(1, (int) (RAY_WORKERS * mostWorkers()));
        int workers;
        try (var ends = device.longs(least);
                var memory = rayMemory(1);
                var idlers = new Idlers(device, 1)) {
            workers = workers(rayWorkers(canvas, tracer, ends, memory, idlers, sorted), least, runs() * parts());
        }
        try (var ends = device.longs(workers);
                var memory = rayMemory(workers);
                var idlers = new Idlers(device, workers)) {
            var grid = device.properties().workerGrid(workers * lanes(), BLOCK);
            return watch(canvas, grid, rayWorkers(canvas, tracer, ends, memory, idlers, sorted));
        }
    }

    private Duration raysAsInTheThesis(Canvas canvas, Tracer tracer) {
        int workers;
        try (var ends = device.longs(1);
                var deques = ThesisWorkers.deques(device, 1, lanes())) {
            workers = workers(thesisWorkers(canvas, tracer, ends, deques), 0, runs() * parts());
        }
        try (var ends = device.longs(workers);
                var deques = ThesisWorkers.deques(device, workers, lanes())) {
            var grid = device.properties().workerGrid(workers * lanes(), BLOCK);
            return watch(canvas, grid, thesisWorkers(canvas, tracer, ends, deques));
        }
    }

    private ThesisWorkers thesisWorkers(Canvas canvas, Tracer tracer, Longs ends, WorkDeques<Ray> deques) {
        var source = new TileSource.Deques(ends, parts());
        return new ThesisWorkers(tracer, canvas, source, runs(), deques, lanes(), blockSize());
    }

    /**
     * {@return how many runs of tiles there are: single tiles, or as many side by side as have the pixels of a part}
     */
    private int runs() {
        return Math.ceilDiv(options.tiles(), Math.max(1, RayWorkers.PIXELS_PER_PART / pixelsPerTile()));
    }

    /** {@return in how many parts runs are stolen} */
    private int parts() {
        return Math.max(1, pixelsPerTile() / RayWorkers.PIXELS_PER_PART);
    }

    private int pixelsPerTile() {
        return options.tile() * options.tile();
    }

    private RayMemory rayMemory(int workers) {
        return RayWorkers.memory(
                device,
                workers,
                lanes(),
                options.depth(),
                scene.scene().lights().size());
    }

    private RayWorkers rayWorkers(
            Canvas canvas, Tracer tracer, Longs ends, RayMemory memory, Idlers idlers, boolean sorted) {
        var source = new TileSource.Deques(ends, parts());
        return new RayWorkers(tracer, canvas, source, runs(), memory, idlers, lanes(), blockSize(), sorted);
    }

    private int blockSize() {
        return lanes() == 1 ? 1 : BLOCK;
    }

    private int lanes() {
        return device.properties().lanesPerWorker();
    }

    private Duration tiles(Canvas canvas, Tracer tracer, TileSource source) {
        var kernel = new TileWorker(tracer, source, canvas);
        return watch(
                canvas, device.properties().workerGrid(workers(kernel, 0, options.tiles()) * lanes(), BLOCK), kernel);
    }

    /**
     * {@return how many workers there are}
     *
     * @param least how many a GPU is to hold, even if registers are few then
     * @param tasks for a worker at least one
     */
    private int workers(Kernel kernel, int least, int tasks) {
        int most = options.workers();
        if (most == 0) {
            most = lanes() == 1 ? mostWorkers() : Math.max(least, device.residentThreads(kernel, BLOCK) / lanes());
        }
        return Math.min(tasks, most);
    }

    private int mostWorkers() {
        var properties = device.properties();
        return properties.lanesPerWorker() == 1
                ? Runtime.getRuntime().availableProcessors()
                : properties.residentThreads() / properties.lanesPerWorker();
    }

    private Duration pixels(Canvas canvas, Tracer tracer) {
        int threads = Math.multiplyExact(options.tiles(), options.tile() * options.tile());
        return watch(
                canvas,
                device.properties().workerGrid(Math.ceilDiv(threads, lanes()) * lanes(), BLOCK),
                new PixelThread(tracer, canvas));
    }

    private Duration watch(Canvas canvas, Grid grid, Kernel kernel) {
        if (spans == null) {
            return launch(canvas, grid, kernel);
        }
        try (var clock = device.longs(2 * grid.threads() / lanes())) {
            var elapsed = launch(canvas, grid, new Timed(kernel, clock));
            spans = clock.copyOut();
            return elapsed;
        }
    }

    private Duration launch(Canvas canvas, Grid grid, Kernel kernel) {
        var launch = device.launch(grid, kernel);
        try {
            long next = System.nanoTime() + PROGRESS_NANOS;
            while (!launch.isDone()) {
                LockSupport.parkNanos(this, WAIT_NANOS);
                if (Thread.currentThread().isInterrupted()) {
                    throw interrupted();
                }
                if (System.nanoTime() - next >= 0) {
                    listener.accept(canvas.progress());
                    next = System.nanoTime() + PROGRESS_NANOS;
                }
            }
        } catch (RuntimeException givenUp) {
            canvas.stop();
            launch.cancel();
            throw givenUp;
        }
        launch.join();
        return launch.elapsed();
    }

    static CancellationException interrupted() {
        return new CancellationException("the picture was given up: the thread that waits for it was interrupted");
    }
}
