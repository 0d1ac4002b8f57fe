package dev.warpbroker.examples.render;

import java.time.Duration;

/**
 * A picture and what it took.
 *
 * @param image the picture
 * @param work what each pixel took
 * @param elapsed time of the kernels
 */
public record Rendering(Image image, WorkMap work, Duration elapsed) {
    /** {@return how many rays were traced, those to lights included} */
    public long rays() {
        return work.rays();
    }

    public double raysPerSecond() {
        return rays() / (elapsed.toNanos() * 1e-9);
    }
}
