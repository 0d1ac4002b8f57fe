package dev.warpbroker.structures.contention;

import dev.warpbroker.device.Ints;

/**
 * A lock that one looks at before one tries it. The loop around {@link #tryAcquire} is up to the user, who must have
 * what the lock protects, and the release, inside it: lanes of a warp that wait for one of them behind a loop of its
 * own would wait for ever on machines that run a warp in step.
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

    /** Lets others have the lock, who will see what the caller has done. */
    public void release() {
        word.setRelease(index, FREE);
    }
}
