package dev.warpbroker.examples.render;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.deque.WorkDeques;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * Persistent workers whose tasks are rays, as section 4.1.3 and figure 4.3 of F. Wende, Dynamic Load Balancing on
 * Massively Parallel Computer Architectures (2013), have them. Each worker has a buffer in shared memory with two
 * places for each lane, and a deque. In a wavefront each lane traces a ray of the buffer and looks for lights at once.
 * Rays that come of it go into the buffer. If that has fewer rays than the worker has lanes, it is filled up before the
 * next wavefront: from the worker's own deque, then from the deques of others. Rays for which the buffer has no room
 * are passed back to the worker's deque.
 *
 * <p>At the beginning a deque has the pixels of its worker's share of the tiles. A worker that has found all deques
 * empty looks at no other any more, and leaves when it has no rays: as in the thesis, whose GPU workers put nothing
 * into deques, what others pass back later is left to them.
 *
 * <p><b>Where the thesis is silent.</b> It passes back what is above one ray for each lane, or nothing, and does not
 * say what becomes of the third ray for a lane; here that is what is passed back. A ray for which the deque has no room
 * either stays with its parent's lane, which traces it next.
 */
final class ThesisWorkers implements Kernel {
    /*
     * The buffer is a ring: positions from head to tail have rays. So a wavefront has the rays that were there before
     * those that filled it up. Between wavefronts all lanes are together, and head, tail and all other state of the
     * worker are the same in each of them.
     *
     * A deque has pixels at the end of thieves, none of which is ever put back, and rays at the end of its owner. So
     * it is kept as two: pixels as a range in one word, and rays in a deque of their own. The owner takes rays first,
     * thieves take pixels first.
     *
     * What a ray leaves is in the lane's path, all of one pixel, until it is handed over. A lane takes a ray only when
     * its path has none: so the path never has more than it has room for. It is the path that lanes of the other
     * schemes have.
     *
     * Nothing is lost when a worker leaves: its deque is empty then, and no other puts anything there.
     */
    private static final long serialVersionUID = 1;

    static final Layout<Ray> RAYS = Layout.of(Ray.class);

    /** Places of a buffer for each lane. */
    private static final int PLACES_PER_LANE = 2;

    /** Rays that a deque has room for, for each lane. */
    private static final int IN_DEQUE_PER_LANE = 16;

    /** Pixels of a worker from one report to the next. */
    private static final int REPORT = 256;

    private final transient Tracer tracer;
    private final transient Canvas canvas;
    private final transient TileSource.Deques pixels;
    private final int runs;
    private final transient WorkDeques<Ray> rays;
    private final int warpsInBlock;

    /** Places of a buffer, a power of two. */
    private final int places;

    /**
     * @param pixels the ends of deques that thieves come to
     * @param runs of tiles
     * @param rays the ends of deques that owners come to
     * @param lanes of a worker
     * @param blockSize lanes of a block
     */
    ThesisWorkers(
            Tracer tracer,
            Canvas canvas,
            TileSource.Deques pixels,
            int runs,
            WorkDeques<Ray> rays,
            int lanes,
            int blockSize) {
        this.tracer = tracer;
        this.canvas = canvas;
        this.pixels = pixels;
        this.runs = runs;
        this.rays = rays;
        warpsInBlock = blockSize / lanes;
        places = lanes * PLACES_PER_LANE;
    }

    /** {@return deques for the rays of workers: the thesis's that does not block} */
    static WorkDeques<Ray> deques(Device device, int workers, int lanes) {
        return DequeKind.ABP.create(device, workers, lanes * IN_DEQUE_PER_LANE, RAYS);
    }

    @Override
    public void run(Lane lane) {
        var buffer = lane.block().sharedInts(warpsInBlock * places * RAYS.words());
        new RayLane(this, lane, buffer).work();
    }

    /** A lane: what it knows of its worker, and the pixel for which it traces. */
    private static final class RayLane {
        private final ThesisWorkers of;
        private final Lane lane;
        private final WarpWorker warp;
        private final Ints buffer;
        private final int worker;
        private final Path path;

        private int head;
        private int tail;

        /** The part of the pixels that is under way, and how many of it are in the buffer or were. */
        private int part;

        private int begun;

        /** Whether all deques were found empty. */
        private boolean alone;

        /** Of the lane's ray. */
        private int pixel;

        /** Whether there is a ray in the lane's path. */
        private boolean hasRay;

        /** Since the last report: of the worker, and of the lane. */
        private int pixels;

        private int rays;

        RayLane(ThesisWorkers of, Lane lane, Ints buffer) {
            this.of = of;
            this.lane = lane;
            this.buffer = buffer;
            warp = new WarpWorker(lane);
            worker = warp.number();
            path = of.tracer.path();
        }

        private int size() {
            return lane.warp().size();
        }

        private int place() {
            return lane.warp().lane();
        }

        void work() {
            of.pixels.share(warp, of.runs);
            lane.gridBarrier();
            part = of.pixels.next(warp, TileSource.NONE);
            boolean more = true;
            while (more) {
                fillUp();
                if (tail != head || warp.any(hasRay)) {
                    wavefront();
                    handOver();
                    passBack();
                } else {
                    more = false;
                }
                if (pixels >= REPORT) {
                    report();
                    more &= !warp.any(warp.isFirst() && of.canvas.isStopped());
                }
            }
            report();
        }

        // ---- figure 4.3 ----

        /** Fills the buffer up, so that there is a ray for each lane, as far as there are any. */
        private void fillUp() {
            boolean found = true;
            while (found && tail - head < size()) {
                found = popRays() || takePixels() || stealRays();
            }
        }

        /** Traces a ray with each lane: one that stayed with it, or the next of the buffer. */
        private void wavefront() {
            int free = warp.ballot(!hasRay);
            int rank = lane.warp().rank(free);
            if (!hasRay && rank < tail - head) {
                var ray = RAYS.read(buffer, inBuffer(head + rank));
                path.begin(ray.origin(), ray.direction(), ray.weight(), ray.depth());
                pixel = ray.pixel();
                hasRay = true;
            }
            head += Math.min(tail - head, Integer.bitCount(free));
            warp.synchronize();
            if (hasRay) {
                hasRay = path.trace();
                var sum = path.takeSum();
                of.canvas.add(pixel, sum);
                rays += Canvas.rays(sum.work());
            }
        }

        /** Puts rays that came of a wavefront into the buffer, as long as there is room. */
        private void handOver() {
            int left = warp.ballot(hasRay);
            int room = of.places - (tail - head);
            while (left != 0 && room > 0) {
                int rank = lane.warp().rank(left);
                if (hasRay && rank < room) {
                    RAYS.write(buffer, inBuffer(tail + rank), ray());
                    hasRay = path.pop();
                }
                int written = Math.min(room, Integer.bitCount(left));
                tail += written;
                room -= written;
                left = warp.ballot(hasRay);
            }
            warp.synchronize();
        }

        /** Puts rays for which the buffer has no room into the deque, one lane after the other, until it is full. */
        private void passBack() {
            int left = warp.ballot(hasRay);
            while (left != 0) {
                if (place() == Integer.numberOfTrailingZeros(left)) {
                    boolean room = true;
                    while (hasRay && room) {
                        room = of.rays.push(worker, ray());
                        if (room) {
                            hasRay = path.pop();
                        }
                    }
                }
                warp.synchronize();
                int after = warp.ballot(hasRay);
                left = (after & left & -left) == 0 ? after : 0;
            }
        }

        // ---- rays for the buffer: each is a set of one for each lane at most ----

        private boolean popRays() {
            var taken = of.rays.popWarp(lane, worker);
            return put(taken.present(), taken.value());
        }

        /** Takes pixels of the own deque, or of another one if that is empty. */
        private boolean takePixels() {
            if (part != TileSource.NONE && begun >= RayWorkers.PIXELS_PER_PART) {
                part = of.pixels.next(warp, part);
                begun = 0;
            }
            if (part == TileSource.NONE) {
                return false;
            }
            int inPart = begun + place();
            int number = part * RayWorkers.PIXELS_PER_PART + inPart;
            int perTile = of.canvas.pixelsPerTile();
            int begins = inPart < RayWorkers.PIXELS_PER_PART ? of.canvas.pixel(number / perTile, number % perTile) : -1;
            begun += size();
            pixels += Integer.bitCount(warp.ballot(begins >= 0));
            put(begins >= 0, new Ray(of.canvas.eye(), of.canvas.towards(Math.max(0, begins)), Vec.all(1), begins, 0));
            return true;
        }

        /** Looks at the rays in the deques of others, one with each lane at a time, and takes what it finds first. */
        private boolean stealRays() {
            boolean found = false;
            int others = alone ? 0 : warp.count() - 1;
            for (int looked = 0; !found && looked < others; looked += size()) {
                int victim = (worker + 1 + looked + place()) % warp.count();
                int rich = warp.ballot(looked + place() < others && of.rays.size(victim) > 0);
                while (!found && rich != 0) {
                    int robbed = lane.warp().shuffle(warp.mask(), victim, Integer.numberOfTrailingZeros(rich));
                    var taken = of.rays.stealWarp(lane, robbed);
                    found = put(taken.present(), taken.value());
                    rich &= rich - 1;
                }
            }
            alone = !found;
            return found;
        }

        /** Puts a ray of each lane into the buffer, or of some; {@return whether there is one} */
        private boolean put(boolean present, Ray ray) {
            int all = warp.ballot(present);
            if (present) {
                RAYS.write(buffer, inBuffer(tail + lane.warp().rank(all)), ray);
            }
            tail += Integer.bitCount(all);
            warp.synchronize();
            return all != 0;
        }

        private int inBuffer(int position) {
            return (warp.numberInBlock() * of.places + (position & of.places - 1)) * RAYS.words();
        }

        /** {@return the ray that the lane's path would trace next} */
        private Ray ray() {
            return new Ray(path.origin, path.direction, path.weight(), pixel, path.depth());
        }

        /** Tells the host how far this worker is. */
        private void report() {
            of.canvas.progress(warp, warp.isFirst() ? pixels : 0, rays);
            pixels = 0;
            rays = 0;
        }
    }
}
