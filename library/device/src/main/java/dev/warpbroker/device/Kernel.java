package dev.warpbroker.device;

import java.io.Serializable;

/**
 * Code that every lane of a launch runs.
 *
 * <p>A kernel is a lambda or a record that implements this interface. What it captures is known at launch: final fields
 * of captured objects become constants of the compiled code, memory handles become its parameters. Being
 * {@link Serializable} is what lets the compiler see the captured values of a lambda; nothing is ever written to a
 * stream.
 */
@FunctionalInterface
public interface Kernel extends Serializable {
    /**
     * Runs one lane.
     *
     * @param lane the running thread, its warp and its block
     */
    void run(Lane lane);
}
