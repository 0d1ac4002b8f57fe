package dev.warpbroker.examples.render;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * Persistent workers whose tasks are rays, faster than those of the thesis, which are {@link ThesisWorkers}. Each
 * worker has a buffer of rays in shared memory and a deque of pixels. All lanes trace a ray each, a wavefront, and put
 * the rays that come of it into the buffer. If that is empty, the next wavefront is one of pixels, of the worker's own
 * deque, and then of the deques of others. As in the thesis the buffer has two places for each lane.
 *
 * <p>A worker for which there are no pixels left waits for rays: one that has more of them than lanes gives it half. So
 * pixels of which very many rays come, or parts full of them, do not go on long after all others are done.
 *
 * <p>Rays to lights are tasks, too, of which nothing comes: they wait until a wavefront has lanes to spare, until there
 * is nothing else to do, or until they are many. So what takes long, a row of reflections, is begun as early as it can
 * be, and nothing waits for it: with few reflections the longest row is most of the time that a picture takes.
 *
 * <p>With {@code sorted} a wavefront has rays of one kind only, as these are alike in length: rays through pixels,
 * reflected and refracted ones, or rays to lights. Reflected ones wait until there is one for each lane.
 *
 * <p><b>Differences from the thesis.</b> Rays that the buffer has no room for wait in device memory that others do not
 * look into. In the thesis a lane looks for lights at once, and a wavefront is filled up with pixels; here one of
 * pixels is of nothing else: lanes trace pixels side by side alike, and without a place in the buffer. There workers
 * keep the rays that came of others.
 */
final class RayWorkers implements Kernel {
    /*
     * A worker's rays are a stack: the first positions are the buffer, the others in memory of this worker alone. In a
     * wavefront each lane takes one of the newest. It reads what the traversal needs, and the rest afterwards, and then
     * all lanes wait for each other before rays are put where those were.
     *
     * How many rays a stack has, for n lanes: the ray at position p came after more than (p - n) / 2n others. Pixels
     * are begun when there are fewer than n, and what comes of them is below 3n. A wavefront takes the positions from
     * t - n on, of which each ray came after more than (t - 2n) / 2n others; what comes of them is below t + n, and
     * came after one more, which is t / 2n. So there are fewer than 2n for each ray in a row. Rays to lights come first
     * as soon as there are LIGHT_RAYS_PER_LANE for each lane, and a wavefront adds n for each light.
     *
     * Both stacks are counted by words in shared memory, because lanes push in divergent code. Each lane counts for
     * itself there: whatever lanes do together, all of them do, where none can be elsewhere. All other state of a
     * worker is the same in each of its lanes.
     *
     * As soon as all deques are filled, which a grid barrier tells, no part is put back: a worker that has found none
     * needs not look again. An idle worker has no rays, so others write into its memory what they give it: rays to
     * lights where its own would be, and others behind the places of the buffer, into which it copies them.
     *
     * Access modes: rays are written and read by lanes of one worker, with its synchronisation between, and Idlers
     * publishes those that are given. Sums of pixels are relaxed, as the launch's end publishes them.
     */
    private static final long serialVersionUID = 1;

    private static final int ORIGIN = 0;
    private static final int DIRECTION = 3;
    private static final int WEIGHT = 6;
    private static final int PIXEL = 9;

    /** In the word of pixel and depth, the bits of the depth. */
    private static final int DEPTH_BITS = 3;

    private static final int POINT = 0;
    private static final int COLOUR = 3;
    private static final int LIT_PIXEL = 6;
    private static final int LIGHT = 7;

    /** Places of a buffer for each lane. */
    private static final int PLACES_PER_LANE = 2;

    /** Rays to lights for each lane that wait until there is nothing else to do; if there are more, they come first. */
    private static final int LIGHT_RAYS_PER_LANE = 4;

    /** What idle workers are given: above the bits for rays to lights, the number of rays. */
    private static final int GIVEN = 1 << 30;

    private static final int GIVEN_BITS = 8;

    /** Pixels that are taken or stolen at once: those for a wavefront. */
    static final int PIXELS_PER_PART = 32;

    /** Pixels of a worker from one report to the next. */
    private static final int REPORT = 256;

    private final transient Tracer tracer;
    private final transient Canvas canvas;
    private final transient TileSource.Deques source;
    private final int runs;
    private final transient RayMemory memory;
    private final transient Idlers idlers;
    private final int warpsInBlock;
    private final boolean sorted;

    /** Places of a buffer. */
    private final int places;

    /**
     * @param runs of tiles
     * @param lanes of a worker
     * @param blockSize lanes of a block
     */
    RayWorkers(
            Tracer tracer,
            Canvas canvas,
            TileSource.Deques source,
            int runs,
            RayMemory memory,
            Idlers idlers,
            int lanes,
            int blockSize,
            boolean sorted) {
        this.tracer = tracer;
        this.canvas = canvas;
        this.source = source;
        this.runs = runs;
        this.memory = memory;
        this.idlers = idlers;
        this.sorted = sorted;
        warpsInBlock = blockSize / lanes;
        places = lanes * PLACES_PER_LANE;
    }

    /**
     * {@return memory for workers}
     *
     * @param lanes of a worker
     * @param depth rays in a row
     * @param lights in the scene
     */
    static RayMemory memory(Device device, int workers, int lanes, int depth, int lights) {
        return new RayMemory(device, workers, lanes * PLACES_PER_LANE * depth, lanes * (lights + LIGHT_RAYS_PER_LANE));
    }

    @Override
    public void run(Lane lane) {
        var buffer = lane.block().sharedInts(warpsInBlock * places * RayMemory.RAY_WORDS);
        var tops = lane.block().sharedInts(warpsInBlock);
        var lightTops = lane.block().sharedInts(warpsInBlock);
        new RayLane(this, lane, buffer, tops, lightTops).work();
    }

    /** A lane: what it knows of its worker, and what comes of its ray. */
    private static final class RayLane implements RaySink {
        private final RayWorkers of;
        private final Lane lane;
        private final WarpWorker warp;
        private final Ints buffer;
        private final Ints tops;
        private final Ints lightTops;
        private final int worker;
        private final int warpInBlock;

        /** Rays on the stack, and rays to lights. */
        private int waiting;

        private int toLights;

        /** The part that is under way, and how many of its pixels have been begun. */
        private int part;

        private int begun;

        /** Since the last report. */
        private int pixels;

        private int rays;

        /** Of the ray that was traced. */
        private PixelSum sum = new PixelSum(0, 0, 0, 0);

        private int pixel;

        private final long[] stack;

        RayLane(RayWorkers of, Lane lane, Ints buffer, Ints tops, Ints lightTops) {
            this.of = of;
            this.lane = lane;
            this.buffer = buffer;
            this.tops = tops;
            this.lightTops = lightTops;
            warp = new WarpWorker(lane);
            worker = warp.number();
            warpInBlock = warp.numberInBlock();
            stack = of.tracer.stack();
        }

        private int size() {
            return lane.warp().size();
        }

        private int place() {
            return lane.warp().lane();
        }

        void work() {
            setFirst(tops, 0);
            setFirst(lightTops, 0);
            of.source.share(warp, of.runs);
            lane.gridBarrier();
            part = of.source.next(warp, TileSource.NONE);
            int few = of.sorted ? size() : 1;
            int many = of.sorted ? size() : size() * LIGHT_RAYS_PER_LANE;
            boolean more = true;
            while (more) {
                boolean ofPixels = waiting < few && toLights < many;
                if (ofPixels && begun >= PIXELS_PER_PART) {
                    part = of.source.next(warp, part);
                    begun = 0;
                }
                ofPixels &= part != TileSource.NONE;
                int count = ofPixels ? size() : toLights < many ? Math.min(waiting, size()) : 0;
                int lights = of.sorted && count > 0 ? 0 : Math.min(toLights, size() - count);
                if (count + lights > 0) {
                    wavefront(ofPixels, count, lights);
                    if (waiting + toLights > size() && of.idlers.areThere(warp)) {
                        share();
                    }
                } else {
                    report();
                    more = getShare();
                }
                if (pixels >= REPORT) {
                    report();
                    if (warp.any(warp.isFirst() && of.canvas.isStopped())) {
                        of.idlers.leave(warp);
                        more = false;
                    }
                }
            }
        }

        // ---- rays for workers that have none ----

        /** Gives half of the rays, up to one of each kind for each lane, to an idle worker. */
        private void share() {
            int taker = of.idlers.claim(warp);
            if (taker != Idlers.NONE) {
                int count = Math.min(waiting / 2, size());
                int lights = Math.min(toLights / 2, size());
                waiting -= count;
                toLights -= lights;
                if (place() < count) {
                    for (int word = 0; word < RayMemory.RAY_WORDS; word++) {
                        of.memory.setRay(taker, word, of.places + place(), read(waiting + place(), word, 0));
                    }
                }
                if (place() < lights) {
                    for (int word = 0; word < RayMemory.LIGHT_WORDS; word++) {
                        int value = of.memory.toLight(worker, word, toLights + place());
                        of.memory.setToLight(taker, word, place(), value);
                    }
                }
                setFirst(tops, waiting);
                setFirst(lightTops, toLights);
                of.idlers.give(warp, taker, GIVEN | count << GIVEN_BITS | lights);
            }
        }

        /** Waits for rays of other workers; {@return whether there are some} */
        private boolean getShare() {
            int given = of.idlers.await(warp);
            if (given == Idlers.END) {
                return false;
            }
            waiting = (given & ~GIVEN) >>> GIVEN_BITS;
            toLights = given & (1 << GIVEN_BITS) - 1;
            if (place() < waiting) {
                for (int word = 0; word < RayMemory.RAY_WORDS; word++) {
                    buffer.set(inBuffer(place(), word), of.memory.ray(worker, word, of.places + place()));
                }
            }
            setFirst(tops, waiting);
            setFirst(lightTops, toLights);
            warp.synchronize();
            return true;
        }

        // ---- rays ----

        /**
         * Traces rays through the next pixels, or some of the newest rays and of the newest rays to lights.
         *
         * @param count rays
         * @param lights rays to lights
         */
        private void wavefront(boolean ofPixels, int count, int lights) {
            int position = 0;
            int pixelAndDepth = 0;
            boolean mine = place() < count;
            boolean toLight = !mine && place() < count + lights;
            var origin = of.canvas.eye();
            var direction = Vec.all(0);
            float distance = 0;
            if (ofPixels) {
                int begins = nextPixel();
                mine = begins >= 0;
                pixelAndDepth = begins << DEPTH_BITS;
                direction = of.canvas.towards(mine ? begins : 0);
                pixels += Integer.bitCount(warp.ballot(mine));
            } else {
                if (mine) {
                    position = waiting - 1 - place();
                    origin = read(position, ORIGIN);
                    direction = read(position, DIRECTION);
                } else if (toLight) {
                    position = toLights - 1 - (place() - count);
                    origin = toLight(POINT, position);
                    var way = of.tracer.way(origin, of.memory.toLight(worker, LIGHT, position));
                    direction = way.direction();
                    distance = way.distance();
                }
                waiting -= count;
                toLights -= lights;
                setFirst(tops, waiting);
                setFirst(lightTops, toLights);
            }
            rays += Integer.bitCount(warp.ballot(mine || toLight));
            var aim = new Aim(toLight, distance);
            if (mine || toLight) {
                of.tracer.follow(origin, direction, aim, stack);
            }
            warp.synchronize();
            var weight = Vec.all(1);
            if (!ofPixels) {
                if (mine) {
                    weight = read(position, WEIGHT);
                    pixelAndDepth = read(position, PIXEL, 0);
                } else if (toLight) {
                    weight = toLight(COLOUR, position);
                    pixelAndDepth = of.memory.toLight(worker, LIT_PIXEL, position) << DEPTH_BITS;
                }
                warp.synchronize();
            }
            pixel = pixelAndDepth >>> DEPTH_BITS;
            if (mine) {
                sum = new PixelSum(0, 0, 0, 1);
                of.tracer.shade(origin, direction, aim, weight, pixelAndDepth & (1 << DEPTH_BITS) - 1, this);
            } else if (toLight) {
                sum = PixelSum.of(weight.times(Tracer.left(aim)), of.tracer.units(), 0);
            }
            if (mine || toLight && !aim.isDark()) {
                of.canvas.add(pixel, sum);
            }
            warp.synchronize();
            waiting = first(tops);
            toLights = first(lightTops);
        }

        /** {@return a pixel of the part for each lane, -1 for those that get none} */
        private int nextPixel() {
            int inPart = begun + place();
            begun += size();
            int number = part * PIXELS_PER_PART + inPart;
            int perTile = of.canvas.pixelsPerTile();
            return inPart < PIXELS_PER_PART ? of.canvas.pixel(number / perTile, number % perTile) : -1;
        }

        // ---- what comes of a ray ----

        @Override
        public void add(Vec light) {
            sum = sum.plus(PixelSum.of(light, of.tracer.units(), 0));
        }

        @Override
        public void follow(Vec origin, Vec direction, Vec weight, int depth) {
            write(next(tops), origin, direction, weight, pixel, depth);
        }

        @Override
        public void shine(int light, Vec point, Vec towards, float distance, Vec colour) {
            sum = sum.plus(new PixelSum(0, 0, 0, 1 << Canvas.CALL_BITS));
            int ray = next(lightTops);
            setToLight(POINT, ray, point);
            setToLight(COLOUR, ray, colour);
            of.memory.setToLight(worker, LIT_PIXEL, ray, pixel);
            of.memory.setToLight(worker, LIGHT, ray, light);
        }

        /** {@return a number of its own for each lane, from a counter of the worker} */
        private int next(Ints counters) {
            return counters.getAndAddRelaxed(warpInBlock, 1);
        }

        /** {@return a counter of the worker; the lane that sets it reads it, and no other} */
        private int first(Ints counters) {
            int value = 0;
            if (warp.isFirst()) {
                value = counters.get(warpInBlock);
            }
            return warp.fromFirst(value);
        }

        private void setFirst(Ints counters, int value) {
            if (warp.isFirst()) {
                counters.set(warpInBlock, value);
            }
        }

        // ---- where they wait ----

        private int inBuffer(int position, int word) {
            return (warpInBlock * RayMemory.RAY_WORDS + word) * of.places + position;
        }

        private void write(int position, Vec origin, Vec direction, Vec weight, int ofPixel, int depth) {
            int pixelAndDepth = ofPixel << DEPTH_BITS | depth;
            if (position < of.places) {
                write(position, ORIGIN, origin);
                write(position, DIRECTION, direction);
                write(position, WEIGHT, weight);
                buffer.set(inBuffer(position, PIXEL), pixelAndDepth);
            } else {
                writeFurther(position, ORIGIN, origin);
                writeFurther(position, DIRECTION, direction);
                writeFurther(position, WEIGHT, weight);
                of.memory.setRay(worker, PIXEL, position, pixelAndDepth);
            }
        }

        private void write(int position, int word, Vec vec) {
            buffer.set(inBuffer(position, word), Float.floatToRawIntBits(vec.x()));
            buffer.set(inBuffer(position, word + 1), Float.floatToRawIntBits(vec.y()));
            buffer.set(inBuffer(position, word + 2), Float.floatToRawIntBits(vec.z()));
        }

        private void writeFurther(int position, int word, Vec vec) {
            of.memory.setRay(worker, word, position, Float.floatToRawIntBits(vec.x()));
            of.memory.setRay(worker, word + 1, position, Float.floatToRawIntBits(vec.y()));
            of.memory.setRay(worker, word + 2, position, Float.floatToRawIntBits(vec.z()));
        }

        private Vec read(int position, int word) {
            return new Vec(
                    Float.intBitsToFloat(read(position, word, 0)),
                    Float.intBitsToFloat(read(position, word, 1)),
                    Float.intBitsToFloat(read(position, word, 2)));
        }

        private int read(int position, int word, int further) {
            return position < of.places
                    ? buffer.get(inBuffer(position, word + further))
                    : of.memory.ray(worker, word + further, position);
        }

        private Vec toLight(int word, int ray) {
            return new Vec(
                    Float.intBitsToFloat(of.memory.toLight(worker, word, ray)),
                    Float.intBitsToFloat(of.memory.toLight(worker, word + 1, ray)),
                    Float.intBitsToFloat(of.memory.toLight(worker, word + 2, ray)));
        }

        private void setToLight(int word, int ray, Vec vec) {
            of.memory.setToLight(worker, word, ray, Float.floatToRawIntBits(vec.x()));
            of.memory.setToLight(worker, word + 1, ray, Float.floatToRawIntBits(vec.y()));
            of.memory.setToLight(worker, word + 2, ray, Float.floatToRawIntBits(vec.z()));
        }

        /** Tells the host how far this worker is. */
        private void report() {
            of.canvas.progress(warp, warp.isFirst() ? pixels : 0, warp.isFirst() ? rays : 0);
            pixels = 0;
            rays = 0;
        }
    }
}
