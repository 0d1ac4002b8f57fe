package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Lane;

/**
 * Who has which record of a queue that keeps one for each thread: a lane the one with its number.
 *
 * @param count how many records there are
 */
record Handles(int count) {
    /** {@return the handle of the lane that runs} */
    int ofCaller() {
        int lane = Lane.current().id();
        if (lane >= count) {
            throw new IllegalStateException(
                    "the queue has no handle for lane " + lane + "; make it with QueueOptions.withThreads for more");
        }
        return lane;
    }
}
