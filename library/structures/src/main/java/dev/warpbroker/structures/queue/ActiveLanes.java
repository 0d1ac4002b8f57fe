package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Warp;
import dev.warpbroker.structures.contention.SpinLock;

/**
 * The lanes of a warp that happen to make a call together. One of them, the first, acts for all, and tells the others
 * what came of it.
 *
 * @param warp of the caller
 * @param mask who they are
 */
record ActiveLanes(Warp warp, int mask) {
    static ActiveLanes of(Lane lane) {
        return new ActiveLanes(lane.warp(), lane.warp().activeMask());
    }

    int count() {
        return Integer.bitCount(mask);
    }

    boolean isFirst() {
        return warp.isLeader(mask);
    }

    /** {@return how many come before the caller} */
    int rank() {
        return warp.rank(mask);
    }

    int fromFirst(int value) {
        return warp.shuffle(mask, value, warp.leader(mask));
    }

    long fromFirst(long value) {
        return warp.shuffle(mask, value, warp.leader(mask));
    }

    /** {@return how many of them, from the first on and without a gap, say yes} */
    int countOfFirst(boolean yes) {
        int no = mask & ~warp.ballot(mask, yes);
        return no == 0 ? count() : Integer.bitCount(mask & Integer.lowestOneBit(no) - 1);
    }

    /** {@return whether the first of them has the lock now, for all} They see what its holders before have done. */
    boolean tryAcquire(SpinLock lock) {
        boolean has = isFirst() && lock.tryAcquire();
        synchronize();
        return fromFirst(has ? 1 : 0) != 0;
    }

    /** Lets others have the lock, who will see what all of them have done before {@link #synchronize}. */
    void release(SpinLock lock) {
        if (isFirst()) {
            lock.release();
        }
    }

    /** All are here, and see what each has done before. */
    void synchronize() {
        warp.synchronize(mask);
    }
}
