package dev.warpbroker.examples.render;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.deque.WorkDeques;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Makes pictures of scenes on any device, with the pixels shared in one of the ways of {@link Scheme}. The picture is
 * the same to the byte, whatever the device, scheme, tile and number of workers.
 */
public final class Renderer {
    private static final long PROGRESS_NANOS = 50_000_000;
    private static final long WAIT_NANOS = 20_000;
    private static final int BLOCK = 64;

    private final DeviceScene scene;
    private final Device device;
    private final Camera camera;
    private final RenderOptions options;
    private final Consumer<Progress> listener;

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
        try (var canvas = new Canvas(device, camera, options);
                var taken = device.ints(1)) {
            taken.copyIn(new int[] {firstTile});
            var tracer = new Tracer(scene, options.depth());
            tiles(canvas, tracer, new TileSource.Counter(firstTile + tiles, taken));
            int from = first * options.width();
            int count = rows * options.width();
            return new Band(first, canvas.colours(from, count), canvas.work(from, count));
        }
    }

    private Rendering render() {
        try (var canvas = new Canvas(device, camera, options)) {
            var tracer = new Tracer(scene, options.depth());
            var elapsed = switch (options.scheme()) {
                case STATIC -> tiles(canvas, tracer, new TileSource.Share(options.tiles()));
                case CENTRAL -> fromCounter(canvas, tracer);
                case STEALING -> fromDeques(canvas, tracer);
                case HARDWARE -> pixels(canvas, tracer);
            };
            var image = new Image(options.width(), options.height(), canvas.colours());
            return new Rendering(image, new WorkMap(options.width(), options.height(), canvas.work()), elapsed);
        }
    }

    private Duration fromCounter(Canvas canvas, Tracer tracer) {
        try (var taken = device.ints(1)) {
            return tiles(canvas, tracer, new TileSource.Counter(options.tiles(), taken));
        }
    }

    private Duration fromDeques(Canvas canvas, Tracer tracer) {
        int workers;
        try (var most = deques(mostWorkers())) {
            workers = workers(new TileWorker(tracer, new TileSource.Deques(most), canvas));
        }
        try (var deques = deques(workers)) {
            var filled = fill(canvas, deques);
            return filled.plus(tiles(canvas, tracer, new TileSource.Deques(deques)));
        }
    }

    private WorkDeques<Tile> deques(int workers) {
        int capacity = Math.max(2, Integer.highestOneBit(2 * Math.ceilDiv(options.tiles(), workers) - 1));
        return DequeKind.ABP.create(device, workers, capacity, Tile.LAYOUT);
    }

    /** Gives every worker its share, the last tiles first: owners take the newest. */
    private Duration fill(Canvas canvas, WorkDeques<Tile> deques) {
        int tiles = options.tiles();
        int workers = deques.count();
        return watch(canvas, Grid.threads(workers), lane -> {
            int share = (tiles - 1 - lane.id()) / workers;
            for (int i = share; i >= 0; i--) {
                if (!deques.push(lane.id(), new Tile(lane.id() + i * workers))) {
                    throw new IllegalStateException("a deque is too small for its tiles");
                }
            }
        });
    }

    private Duration tiles(Canvas canvas, Tracer tracer, TileSource source) {
        var kernel = new TileWorker(tracer, source, canvas);
        int lanes = device.properties().lanesPerWorker();
        return watch(canvas, device.properties().workerGrid(workers(kernel) * lanes, BLOCK), kernel);
    }

    private int workers(Kernel kernel) {
        int lanes = device.properties().lanesPerWorker();
        int most = options.workers();
        if (most == 0) {
            most = lanes == 1 ? mostWorkers() : device.residentThreads(kernel, BLOCK) / lanes;
        }
        return Math.min(options.tiles(), most);
    }

    private int mostWorkers() {
        var properties = device.properties();
        return properties.lanesPerWorker() == 1
                ? Runtime.getRuntime().availableProcessors()
                : properties.residentThreads() / properties.lanesPerWorker();
    }

    private Duration pixels(Canvas canvas, Tracer tracer) {
        int lanes = device.properties().lanesPerWorker();
        int threads = Math.multiplyExact(options.tiles(), options.tile() * options.tile());
        return watch(
                canvas,
                device.properties().workerGrid(Math.ceilDiv(threads, lanes) * lanes, BLOCK),
                new PixelThread(tracer, canvas));
    }

    private Duration watch(Canvas canvas, Grid grid, Kernel kernel) {
        var launch = device.launch(grid, kernel);
        try {
            long next = System.nanoTime() + PROGRESS_NANOS;
            while (!launch.isDone()) {
                LockSupport.parkNanos(this, WAIT_NANOS);
                if (Thread.currentThread().isInterrupted()) {
                    throw new CancellationException(
                            "the picture was given up: the thread that waits for it was interrupted");
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
}
