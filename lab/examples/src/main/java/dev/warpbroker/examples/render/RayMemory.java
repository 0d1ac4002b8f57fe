package dev.warpbroker.examples.render;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.deque.WorkDeques;
import dev.warpbroker.tasks.worker.OutstandingWork;

/** Device memory of {@link RayWorkers}: their deques, bundles of rays in them, and rays to lights. */
final class RayMemory implements AutoCloseable {
    /*
     * Rays that only their worker sees are in its buffer in shared memory. What is too much for the buffer, or what
     * others want, goes as a bundle into the worker's deque, on top of its tiles; the rays themselves into one of the
     * worker's places for bundles. Whoever takes the bundle copies them and frees the place.
     *
     * A worker traces the newest rays first, and so has at most one wavefront for each ray in a row that waits, and the
     * rays of the latest wavefront: few enough bundles for its places. What it lays out only because others want it goes
     * into the first places; if none of these is free there is enough to be stolen. So if it needs a place and none is
     * free, others are about to copy some.
     */
    private static final int WORDS_PER_LINE = 32;

    /** Words of a ray: origin, direction, weight, pixel and depth. */
    static final int RAY_WORDS = 10;

    /** Words of a ray to a light: point, colour, pixel, light. */
    static final int LIGHT_WORDS = 8;

    /** Places for bundles of a worker. */
    static final int PLACES = 16;

    /** Those of them for bundles that are laid out because others have no work. */
    static final int PLACES_FOR_OTHERS = 4;

    private static final int OUTSTANDING = WORDS_PER_LINE;
    private static final int HUNGRY = 2 * WORDS_PER_LINE;

    /** Packets that are not done, and workers without work. */
    private final Ints counts;

    /** For each place of bundles, whether there is one in it. */
    private final Ints used;

    private final Ints bundles;
    private final Ints toLights;
    private final WorkDeques<Packet> deques;
    private final int lanes;
    private final int lightRays;

    /**
     * @param lanes of a worker
     * @param lights in the scene
     */
    RayMemory(Device device, int workers, int lanes, int tiles, int lights) {
        this.lanes = lanes;
        lightRays = lanes * (lights + 1);
        int most = Math.ceilDiv(tiles, workers) + PLACES;
        deques = DequeKind.ABP.create(device, workers, Integer.highestOneBit(2 * most - 1), Packet.LAYOUT);
        counts = device.ints(3 * WORDS_PER_LINE);
        used = device.ints(workers * PLACES);
        bundles = device.ints(Math.multiplyExact(workers * PLACES, lanes * RAY_WORDS));
        toLights = device.ints(Math.multiplyExact(workers, lightRays * LIGHT_WORDS));
        counts.copyIn(new int[] {tiles}, OUTSTANDING);
    }

    // ---- in kernels ----

    WorkDeques<Packet> deques() {
        return deques;
    }

    OutstandingWork outstanding() {
        return new OutstandingWork(counts, OUTSTANDING);
    }

    void addHungry(int workers) {
        counts.getAndAddRelaxed(HUNGRY, workers);
    }

    /** {@return whether some worker has nothing to do} */
    boolean isSomebodyHungry() {
        return counts.getOpaque(HUNGRY) > 0;
    }

    boolean isFree(int place) {
        return used.getAcquire(place) == 0;
    }

    void use(int place) {
        used.setOpaque(place, 1);
    }

    /** A bundle was copied. */
    void free(int place) {
        used.setRelease(place, 0);
    }

    int inBundle(int place, int word, int ray) {
        return bundles.get((place * RAY_WORDS + word) * lanes + ray);
    }

    void setInBundle(int place, int word, int ray, int value) {
        bundles.set((place * RAY_WORDS + word) * lanes + ray, value);
    }

    int toLight(int worker, int word, int ray) {
        return toLights.get((worker * LIGHT_WORDS + word) * lightRays + ray);
    }

    void setToLight(int worker, int word, int ray, int value) {
        toLights.set((worker * LIGHT_WORDS + word) * lightRays + ray, value);
    }

    // ---- on the host ----

    @Override
    public void close() {
        deques.close();
        counts.close();
        used.close();
        bundles.close();
        toLights.close();
    }
}
