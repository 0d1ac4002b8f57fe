package dev.warpbroker.cluster;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.render.Accelerator;
import dev.warpbroker.examples.render.Band;
import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.DeviceScene;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Renderer;
import dev.warpbroker.examples.render.Rendering;
import dev.warpbroker.examples.render.Scene;
import dev.warpbroker.experiments.cluster.Timeline;
import dev.warpbroker.spark.ClusterException;
import dev.warpbroker.spark.Devices;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Pictures on the executors of a cluster: each renders some rows at a time. The picture is the same to the byte as that
 * of one device.
 */
final class SparkRender {
    /** Bands for each core: the more, the better they are shared. */
    private static final int BANDS_PER_CORE = 6;

    private static final long TELL_MILLIS = 250;

    /** The scene on each device of this executor. Guarded by itself. */
    private static final Map<Device, Placed> SCENES = new HashMap<>();

    private final JavaSparkContext spark;
    private final Consumer<Timeline.Slice> slices;

    SparkRender(JavaSparkContext spark, Consumer<Timeline.Slice> slices) {
        this.spark = spark;
        this.slices = slices;
    }

    private record Placed(String picture, DeviceScene scene) {}

    private record View(String picture, Scene scene, Accelerator accelerator, Camera camera, RenderOptions options)
            implements Serializable {}

    private record Rows(int first, int count) implements Serializable {}

    private record Done(Band band, String executor, long begin, long nanos) implements Serializable {}

    /** How far a picture is. */
    record Progress(int done, int left, Duration elapsed) {}

    Rendering render(
            Scene scene, Accelerator accelerator, Camera camera, RenderOptions options, Consumer<Progress> listener) {
        var view = spark.broadcast(new View(UUID.randomUUID().toString(), scene, accelerator, camera, options));
        var rows = rows(options);
        var finished = spark.sc().longAccumulator();
        long start = System.nanoTime();
        var done = await(
                spark.parallelize(rows, rows.size())
                        .map(some -> {
                            var band = band(view.value(), some);
                            finished.add(1);
                            return band;
                        })
                        .collectAsync(),
                () -> listener.accept(new Progress(
                        finished.value().intValue(),
                        rows.size() - finished.value().intValue(),
                        Duration.ofNanos(System.nanoTime() - start))));
        var elapsed = Duration.ofNanos(System.nanoTime() - start);
        done.forEach(one -> slices.accept(new Timeline.Slice(
                one.executor, one.begin, Duration.ofNanos(one.nanos), one.band.colours().length, 0)));
        return Rendering.of(options, done.stream().map(Done::band).toList(), elapsed);
    }

    private List<Rows> rows(RenderOptions options) {
        int wanted = BANDS_PER_CORE * spark.defaultParallelism();
        int tile = options.tile();
        int count = Math.max(1, Math.ceilDiv(Math.ceilDiv(options.height(), wanted), tile)) * tile;
        var rows = new ArrayList<Rows>();
        for (int first = 0; first < options.height(); first += count) {
            rows.add(new Rows(first, Math.min(count, options.height() - first)));
        }
        return rows;
    }

    private static <V> V await(JavaFutureAction<V> job, Runnable tell) {
        try {
            while (true) {
                try {
                    return job.get(TELL_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    tell.run();
                }
            }
        } catch (InterruptedException _) {
            job.cancel(true);
            Thread.currentThread().interrupt();
            throw new CancellationException("the picture was given up: the thread that waits for it was interrupted");
        } catch (ExecutionException failure) {
            throw ClusterException.of(failure.getCause() == null ? failure : failure.getCause());
        }
    }

    private static Done band(View view, Rows rows) {
        var device = Devices.ofTask();
        boolean threads = device.properties().lanesPerWorker() == 1;
        var options = threads ? view.options.withWorkers(Devices.threadsOfTask()) : view.options;
        long begin = System.currentTimeMillis();
        long start = System.nanoTime();
        var band = Renderer.band(scene(device, view), view.camera, options, rows.first, rows.count);
        return new Done(band, SparkEnv.get().executorId(), begin, System.nanoTime() - start);
    }

    /** {@return the scene on a device} That of the picture before is freed. */
    private static DeviceScene scene(Device device, View view) {
        synchronized (SCENES) {
            var placed = SCENES.get(device);
            if (placed != null && placed.picture.equals(view.picture)) {
                return placed.scene;
            }
            if (placed != null) {
                SCENES.remove(device);
                placed.scene.close();
            }
            var scene = new DeviceScene(device, view.scene, view.accelerator);
            SCENES.put(device, new Placed(view.picture, scene));
            return scene;
        }
    }
}
