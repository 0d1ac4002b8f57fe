package dev.warpbroker.structures.contention;

import dev.warpbroker.device.Ints;
import java.util.function.Supplier;

/**
 * A lock that one looks at before one tries it. What it protects, and the release, must be inside the loop around
 * {@link #tryAcquire}, as in {@link #holding}: lanes of a warp that wait for one of them behind a loop of its own would
 * wait for ever on machines that run a warp in step.
 *
 * @param word where the lock is, 0 while it is free
 * @param index which word there
 */
public record SpinLock(Ints word, int index) {
    private static final int FREE = 0;
    private static final int HELD = 1;

    /** {@return whether the caller has the lock now, and sees what the holders before it have done} */
    public boolean tryAcquire() {
        return word.getOpaque(index) == FREE && word.compareAndExchangeAcqRel(index, FREE, HELD) == FREE;
    }

    /**
     * {@return what {@code work} gives, done by the caller while it has the lock}
     *
     * @param unknown any result, for as long as there is none
     * @param pause what the caller does between two attempts to get it
     */
    public <R> R holding(R unknown, Supplier<R> work, Runnable pause) {
        // A return from within the loop would put what is done before it behind the loop, where lanes may wait.
        R result = unknown;
        boolean done = false;
        while (!done) {
            if (tryAcquire()) {
                result = work.get();
                release();
                done = true;
            } else {
                pause.run();
            }
        }
        return result;
    }

    /** Lets others have the lock, who will see what the caller has done. */
    public void release() {
        word.setRelease(index, FREE);
    }
}
