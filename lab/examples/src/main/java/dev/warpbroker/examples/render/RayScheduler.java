package dev.warpbroker.examples.render;

import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.Policy;
import dev.warpbroker.tasks.Scheduler;
import dev.warpbroker.tasks.SchedulerOptions;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Rays as tasks of the library's own scheduler, with {@link Policy#stealing()}. The first tasks are tiles. A task with
 * several pixels spawns halves of them until it has one, and traces the ray through that. Rays to lights are tasks,
 * too, of which nothing comes: a task that looked for lights at once would have a traversal for its own ray and one for
 * those, and the scheduler's loop around both is more than a kernel may be.
 */
final class RayScheduler {
    /*
     * The scheduler takes a warp's newest tasks first, so for each lane a warp has no more of them than come of one
     * ray, for each ray in a row, and one for each halving of a tile. It keeps twice as many, as the tasks of a round
     * need not be of one depth.
     */
    private static final int KEPT = 2;

    private static final int REFLECTED_AND_REFRACTED = 2;

    /** Pixels of a tile from one report to the next. */
    private static final int REPORT = 256;

    private RayScheduler() {}

    /**
     * Renders a picture; {@return how long it took}
     *
     * @throws CancellationException if the calling thread was interrupted
     */
    static Duration render(
            DeviceScene scene, Tracer tracer, Canvas canvas, RenderOptions options, Consumer<Progress> listener) {
        var device = scene.device();
        int perTile = options.tile() * options.tile();
        int ofRay = REFLECTED_AND_REFRACTED + scene.scene().lights().size();
        int ofLane = ofRay * options.depth() + Integer.numberOfTrailingZeros(perTile);
        var schedulerOptions = SchedulerOptions.defaults()
                .withWorkers(Granularity.WARP, options.workers())
                .withKeep(KEPT * ofLane * device.properties().lanesPerWorker())
                .withTaskTrace(false);
        var tiles = IntStream.range(0, options.tiles())
                .mapToObj(tile -> Task.pixels(tile * perTile, perTile))
                .toList();
        try (var scheduler = Scheduler.on(device, Layout.of(Task.class), schedulerOptions)) {
            return scheduler
                    .run(tiles, new Body(tracer, canvas), rays -> listener.accept(canvas.progress(rays)))
                    .elapsed();
        } catch (LaunchStoppedException stopped) {
            throw (CancellationException) Renderer.interrupted().initCause(stopped);
        }
    }

    /**
     * A ray, a ray to a light, or pixels that are not begun. One record for all of them, so that the kernel has one
     * traversal.
     *
     * @param pixels 0 for a ray; otherwise how many pixels, in the order of tiles, of which the ray has the first
     * @param distance of a light, or 0
     */
    private record Task(Ray ray, int pixels, float distance) {
        static Task pixels(int first, int count) {
            return new Task(new Ray(Vec.all(0), Vec.all(0), Vec.all(0), first, 0), count, 0);
        }
    }

    /** Traces the ray of a task. */
    private record Body(Tracer tracer, Canvas canvas) implements TaskBody<Task, Spawner<Task>> {
        @Override
        public void run(Task task, Spawner<Task> out) {
            var ray = task.ray();
            if (task.pixels() > 0) {
                ray = begin(task, out);
            }
            if (ray.pixel() >= 0) {
                boolean toLight = task.distance() > 0;
                var aim = new Aim(toLight, task.distance());
                tracer.follow(ray.origin(), ray.direction(), aim, tracer.stack());
                var sink = new Spawned(tracer, ray.pixel(), out);
                if (toLight) {
                    sink.sum = PixelSum.of(ray.weight().times(Tracer.left(aim)), tracer.units(), 1 << Canvas.CALL_BITS);
                } else {
                    tracer.shade(ray.origin(), ray.direction(), aim, ray.weight(), ray.depth(), sink);
                }
                canvas.add(ray.pixel(), sink.sum);
            }
        }

        /**
         * Spawns all pixels but the first; {@return the ray through that, whose number is -1 outside of the picture}
         */
        private Ray begin(Task task, Spawner<Task> out) {
            int first = task.ray().pixel();
            int count = task.pixels();
            while (count > 1) {
                int half = count / 2;
                out.spawn(Task.pixels(first + count - half, half));
                count -= half;
            }
            int perTile = canvas.pixelsPerTile();
            int inTile = first % perTile;
            if (inTile % REPORT == 0) {
                canvas.progress(Math.min(REPORT, perTile), 0);
            }
            int pixel = canvas.pixel(first / perTile, inTile);
            return new Ray(canvas.eye(), canvas.towards(Math.max(0, pixel)), Vec.all(1), pixel, 0);
        }
    }

    /** What comes of a ray: tasks, and light. */
    private static final class Spawned implements RaySink {
        private final Tracer tracer;
        private final int pixel;
        private final Spawner<Task> out;
        private PixelSum sum = new PixelSum(0, 0, 0, 1);

        Spawned(Tracer tracer, int pixel, Spawner<Task> out) {
            this.tracer = tracer;
            this.pixel = pixel;
            this.out = out;
        }

        @Override
        public void add(Vec light) {
            sum = sum.plus(PixelSum.of(light, tracer.units(), 0));
        }

        @Override
        public void follow(Vec origin, Vec direction, Vec weight, int depth) {
            out.spawn(new Task(new Ray(origin, direction, weight, pixel, depth), 0, 0));
        }

        @Override
        public void shine(int light, Vec point, Vec towards, float distance, Vec colour) {
            out.spawn(new Task(new Ray(point, towards, colour, pixel, 0), 0, distance));
        }
    }
}
