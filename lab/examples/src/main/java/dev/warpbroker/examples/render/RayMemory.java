package dev.warpbroker.examples.render;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;

/** Device memory of {@link RayWorkers}: for each worker, rays that its buffer has no room for, and rays to lights. */
final class RayMemory implements AutoCloseable {
    /** Words of a ray: origin, direction, weight, pixel and depth. */
    static final int RAY_WORDS = 10;

    /** Words of a ray to a light: point, colour, pixel, light. */
    static final int LIGHT_WORDS = 8;

    private final Ints rays;
    private final Ints toLights;
    private final int raysOfWorker;
    private final int lightRaysOfWorker;

    /**
     * @param raysOfWorker for which a worker may need a place
     * @param lightRaysOfWorker the same for rays to lights
     */
    RayMemory(Device device, int workers, int raysOfWorker, int lightRaysOfWorker) {
        this.raysOfWorker = raysOfWorker;
        this.lightRaysOfWorker = lightRaysOfWorker;
        rays = device.ints(words(workers, raysOfWorker * RAY_WORDS));
        toLights = device.ints(words(workers, lightRaysOfWorker * LIGHT_WORDS));
    }

    private static int words(int workers, int wordsOfWorker) {
        long words = (long) workers * wordsOfWorker;
        if (words > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    workers + " workers whose tasks are rays; with this scene and depth there" + " may be "
                            + Integer.MAX_VALUE / wordsOfWorker + " at most");
        }
        return (int) words;
    }

    // ---- in kernels ----

    int ray(int worker, int word, int ray) {
        return rays.get((worker * RAY_WORDS + word) * raysOfWorker + ray);
    }

    void setRay(int worker, int word, int ray, int value) {
        rays.set((worker * RAY_WORDS + word) * raysOfWorker + ray, value);
    }

    int toLight(int worker, int word, int ray) {
        return toLights.get((worker * LIGHT_WORDS + word) * lightRaysOfWorker + ray);
    }

    void setToLight(int worker, int word, int ray, int value) {
        toLights.set((worker * LIGHT_WORDS + word) * lightRaysOfWorker + ray, value);
    }

    // ---- on the host ----

    @Override
    public void close() {
        rays.close();
        toLights.close();
    }
}
