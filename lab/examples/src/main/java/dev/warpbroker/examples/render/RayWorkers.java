package dev.warpbroker.examples.render;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * Persistent workers whose tasks are rays: section 4.1.3 and figure 4.3 of a thesis on work stealing (2013). Each worker
 * has a buffer of rays in shared memory and a deque. All lanes trace a ray of the buffer each, a wavefront, and put the
 * rays that come of it into the buffer. If that has fewer than there are lanes, it is filled up: with rays through the
 * pixels of tiles from the worker's own deque, and then from the deques of others. Rays that the buffer has no room for
 * go back into the deque, where others can steal them.
 *
 * <p>As in the thesis the buffer has two places for each lane, a wavefront has rays of any kind, and a lane looks for
 * lights at once. With {@code sorted} rays through pixels, reflected and refracted ones, and rays to lights make
 * wavefronts of their own, as rays of a kind are alike in length. Rays to lights then are tasks, too.
 */
final class RayWorkers implements Kernel {
    /*
     * A worker's rays are in the buffer, a ring: positions from bottom to top are taken. In a wavefront each lane has one
     * of the newest; it reads what the traversal needs, and the rest afterwards, and then all lanes wait for each other
     * before rays are put where those were. A wavefront leaves two rays for each lane at most. Places are counted by a
     * word in shared memory, because lanes push in divergent code; that of the rays to lights is beside it. Each lane
     * counts for itself there: whatever lanes do together, all of them do, where none can be elsewhere.
     *
     * All other state of a worker is the same in each of its lanes.
     *
     * Units (see OutstandingWork): one for each packet in a deque, and one for all that a worker has. A packet brings its
     * unit along.
     *
     * Access modes: the buffer, the rays to lights, and bundles are written and read by lanes of one worker with its
     * synchronisation between. A bundle is published by the push of the packet, and its place is given back with a
     * release; the owner looks at that with an acquire. Sums of pixels are relaxed, as the launch's end publishes them.
     */
    private static final long serialVersionUID = 1;

    private static final int NONE = Integer.MIN_VALUE;

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

    /** Pixels of a worker from one report to the next. */
    private static final int REPORT = 256;

    /** Units that a worker adds at once. */
    private static final int UNITS = 64;

    /** Groups of deques that are looked at before a worker goes on with less than a full wavefront. */
    private static final int LOOKS = 8;

    private static final int SPREAD = 0x9e3779b9;

    private final transient Tracer tracer;
    private final transient Canvas canvas;
    private final transient RayMemory memory;
    private final int warpsInBlock;
    private final boolean sorted;

    /** Places of a buffer. */
    private final int places;

    /**
     * @param lanes of a worker
     * @param blockSize lanes of a block
     */
    RayWorkers(Tracer tracer, Canvas canvas, RayMemory memory, int lanes, int blockSize, boolean sorted) {
        this.tracer = tracer;
        this.canvas = canvas;
        this.memory = memory;
        this.sorted = sorted;
        warpsInBlock = blockSize / lanes;
        places = lanes * (lanes == 1 ? 16 : sorted ? 3 : 2);
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

        private int bottom;
        private int top;
        private int toLights;

        /** The tile under way, and how many of its pixels have been begun. */
        private int tile = NONE;

        private int begun;
        private int units;

        /** The deque to look at next. */
        private int victim;

        /** Since the last report. */
        private int pixels;

        private int rays;

        /** Of the ray that was traced. */
        private PixelSum sum = new PixelSum(0, 0, 0, 0);

        private int pixel;

        RayLane(RayWorkers of, Lane lane, Ints buffer, Ints tops, Ints lightTops) {
            this.of = of;
            this.lane = lane;
            this.buffer = buffer;
            this.tops = tops;
            this.lightTops = lightTops;
            warp = new WarpWorker(lane);
            worker = warp.number();
            warpInBlock = warp.numberInBlock();
            victim = Integer.remainderUnsigned(worker * SPREAD >>> 1, warp.count());
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
            warp.synchronize();
            var backoff = new Backoff();
            boolean hungry = false;
            while (warp.isComplete()) {
                boolean enoughToLights = of.sorted && toLights >= size();
                if (!enoughToLights && (top - bottom >= size() || fill())) {
                    if (hungry) {
                        addHungry(-1);
                        hungry = false;
                        backoff = new Backoff();
                    }
                    wavefront();
                } else if (of.sorted && toLights > 0) {
                    lightWavefront();
                } else {
                    if (!hungry) {
                        addHungry(1);
                        hungry = true;
                    }
                    if (isOver()) {
                        break;
                    }
                    backoff.pause("a ray");
                }
                if (pixels >= REPORT && report()) {
                    break;
                }
            }
            report();
        }

        // ---- the buffer ----

        private int at(int position, int word) {
            int index = position < of.places ? position : position - of.places;
            return (warpInBlock * RayMemory.RAY_WORDS + word) * of.places + index;
        }

        private void write(int position, int word, Vec vec) {
            buffer.set(at(position, word), Float.floatToRawIntBits(vec.x()));
            buffer.set(at(position, word + 1), Float.floatToRawIntBits(vec.y()));
            buffer.set(at(position, word + 2), Float.floatToRawIntBits(vec.z()));
        }

        private Vec read(int position, int word) {
            return new Vec(
                    Float.intBitsToFloat(buffer.get(at(position, word))),
                    Float.intBitsToFloat(buffer.get(at(position, word + 1))),
                    Float.intBitsToFloat(buffer.get(at(position, word + 2))));
        }

        private void write(int position, Vec origin, Vec direction, Vec weight, int ofPixel, int depth) {
            write(position, ORIGIN, origin);
            write(position, DIRECTION, direction);
            write(position, WEIGHT, weight);
            buffer.set(at(position, PIXEL), ofPixel << DEPTH_BITS | depth);
        }

        /** {@return whether there are rays in the buffer, after it was filled up as far as possible} */
        private boolean fill() {
            int wanted = of.sorted ? size() : size() - (top - bottom);
            int before = top;
            while (wanted > 0 && (tile != NONE || acquire())) {
                if (tile == NONE) {
                    wanted = 0;
                } else {
                    int mine = begun + place();
                    int ofTile = of.canvas.pixelsPerTile();
                    int begins = place() < wanted && mine < ofTile ? of.canvas.pixel(tile, mine) : -1;
                    int beginning = warp.ballot(begins >= 0);
                    if (begins >= 0) {
                        int position = top + lane.warp().rank(beginning);
                        write(position, of.canvas.eye(), of.canvas.towards(begins), Vec.all(1), begins, 0);
                    }
                    int count = Integer.bitCount(beginning);
                    top += count;
                    pixels += count;
                    begun += wanted;
                    wanted -= count;
                    tile = begun >= ofTile ? NONE : tile;
                }
            }
            if (top != before) {
                warp.synchronize();
            }
            return top != bottom;
        }

        /** Traces the newest rays. */
        private void wavefront() {
            int excess = top - bottom - size();
            if (top - bottom > of.places - size()) {
                layOut(Math.min(excess, size()), placeForBundle());
            } else if (excess > 0 && isSomebodyHungry()) {
                int place = freePlace(RayMemory.PLACES_FOR_OTHERS);
                if (place != NONE) {
                    layOut(Math.min(excess, size()), place);
                }
            }
            int count = Math.min(top - bottom, size());
            boolean mine = place() < count;
            int position = mine ? top - 1 - place() : top - 1;
            top -= count;
            rays += count;
            setFirst(tops, top);
            var origin = read(position, ORIGIN);
            var direction = read(position, DIRECTION);
            var hit = new Hit(Hit.NO_TRIANGLE, 0, 0, 0);
            if (mine) {
                hit = of.tracer.nearest(origin, direction);
            }
            warp.synchronize();
            var weight = read(position, WEIGHT);
            int pixelAndDepth = buffer.get(at(position, PIXEL));
            warp.synchronize();
            if (mine) {
                pixel = pixelAndDepth >>> DEPTH_BITS;
                sum = new PixelSum(0, 0, 0, 1);
                of.tracer.shade(origin, direction, hit, weight, pixelAndDepth & (1 << DEPTH_BITS) - 1, this);
                of.canvas.add(pixel, sum);
            }
            warp.synchronize();
            top = warp.fromFirst(tops.get(warpInBlock));
            toLights = warp.fromFirst(lightTops.get(warpInBlock));
            if (bottom >= of.places) {
                bottom -= of.places;
                top -= of.places;
            }
        }

        /** Traces the newest rays to lights. */
        private void lightWavefront() {
            int count = Math.min(toLights, size());
            toLights -= count;
            rays += count;
            if (place() < count) {
                int ray = toLights + place();
                var point = toLight(POINT, ray);
                var way = of.tracer.way(point, of.memory.toLight(worker, LIGHT, ray));
                float left = of.tracer.left(point, way.direction(), way.distance());
                if (left > 0) {
                    of.canvas.add(
                            of.memory.toLight(worker, LIT_PIXEL, ray),
                            PixelSum.of(toLight(COLOUR, ray).times(left), of.tracer.units(), 0));
                }
            }
            setFirst(lightTops, toLights);
            warp.synchronize();
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
            if (of.sorted) {
                sum = sum.plus(new PixelSum(0, 0, 0, 1 << Canvas.CALL_BITS));
                int ray = next(lightTops);
                setToLight(POINT, ray, point);
                setToLight(COLOUR, ray, colour);
                of.memory.setToLight(worker, LIT_PIXEL, ray, pixel);
                of.memory.setToLight(worker, LIGHT, ray, light);
            } else {
                float left = of.tracer.left(point, towards, distance);
                sum = sum.plus(PixelSum.of(colour.times(left), of.tracer.units(), 1 << Canvas.CALL_BITS));
            }
        }

        /** {@return a number of its own for each lane, from a counter of the worker} */
        private int next(Ints counters) {
            return counters.getAndAddRelaxed(warpInBlock, 1);
        }

        // ---- deques ----

        /** Puts the oldest rays of the buffer into a place for a bundle, and that into the deque. */
        private void layOut(int count, int bundle) {
            if (units < 2) {
                if (warp.isFirst()) {
                    of.memory.outstanding().add(UNITS);
                }
                units += UNITS;
            }
            units--;
            if (place() < count) {
                for (int word = 0; word < RayMemory.RAY_WORDS; word++) {
                    of.memory.setInBundle(bundle, word, place(), buffer.get(at(bottom + place(), word)));
                }
            }
            warp.synchronize();
            bottom += count;
            if (warp.isFirst()) {
                of.memory.use(bundle);
                if (!of.memory.deques().push(worker, Packet.bundle(bundle, count))) {
                    throw new IllegalStateException("a deque is too small for its bundles");
                }
            }
        }

        private int placeForBundle() {
            var backoff = new Backoff();
            int place = freePlace(RayMemory.PLACES);
            while (place == NONE && warp.isComplete()) {
                backoff.pause("a place for a bundle of rays");
                place = freePlace(RayMemory.PLACES);
            }
            return place;
        }

        /** {@return one of the worker's first places that has no bundle, or NONE} */
        private int freePlace(int among) {
            int free = NONE;
            if (warp.isFirst()) {
                for (int place = 0; place < among && free == NONE; place++) {
                    free = of.memory.isFree(worker * RayMemory.PLACES + place) ? place : NONE;
                }
            }
            free = warp.fromFirst(free);
            return free == NONE ? NONE : worker * RayMemory.PLACES + free;
        }

        /** Takes a tile, or a bundle into the buffer; {@return whether there was one} */
        private boolean acquire() {
            int number = NONE;
            if (warp.isFirst()) {
                var popped = of.memory.deques().pop(worker);
                number = popped.present() ? popped.value().number() : NONE;
            }
            number = warp.fromFirst(number);
            for (int look = 0; look < LOOKS && number == NONE; look++) {
                number = steal();
            }
            if (number == NONE) {
                return false;
            }
            units++;
            var packet = new Packet(number);
            if (packet.isTile()) {
                tile = number;
                begun = 0;
            } else {
                copy(packet.place(), packet.rays());
            }
            return true;
        }

        /** The lanes look at a deque each; the first one that has something is robbed. */
        private int steal() {
            int workers = warp.count();
            int looked = (victim + place()) % workers;
            int rich = warp.ballot(of.memory.deques().size(looked) > 0);
            int number = NONE;
            if (rich == 0) {
                victim = (victim + size()) % workers;
            } else {
                int chosen = lane.warp().leader(rich);
                if (place() == chosen) {
                    var stolen = of.memory.deques().steal(looked);
                    number = stolen.present() ? stolen.value().number() : NONE;
                }
                number = lane.warp().shuffle(warp.mask(), number, chosen);
                victim = (victim + chosen) % workers;
            }
            return number;
        }

        private void copy(int bundle, int count) {
            warp.synchronize();
            if (place() < count) {
                for (int word = 0; word < RayMemory.RAY_WORDS; word++) {
                    buffer.set(at(top + place(), word), of.memory.inBundle(bundle, word, place()));
                }
            }
            top += count;
            warp.synchronize();
            if (warp.isFirst()) {
                of.memory.free(bundle);
            }
        }

        // ---- the others ----

        private void addHungry(int workers) {
            if (warp.isFirst()) {
                of.memory.addHungry(workers);
            }
        }

        private boolean isSomebodyHungry() {
            return warp.any(warp.isFirst() && of.memory.isSomebodyHungry());
        }

        /** {@return whether a worker without work will not get any more} */
        private boolean isOver() {
            if (units > 0) {
                if (warp.isFirst()) {
                    of.memory.outstanding().add(-units);
                }
                units = 0;
            }
            return warp.any(warp.isFirst() && (of.memory.outstanding().isDone() || of.canvas.isStopped()));
        }

        /** Tells the host how far this worker is; {@return whether the host has given the picture up} */
        private boolean report() {
            of.canvas.progress(warp, warp.isFirst() ? pixels : 0, warp.isFirst() ? rays : 0);
            pixels = 0;
            rays = 0;
            return warp.any(warp.isFirst() && of.canvas.isStopped());
        }

        private void setFirst(Ints counters, int value) {
            if (warp.isFirst()) {
                counters.set(warpInBlock, value);
            }
        }
    }
}
