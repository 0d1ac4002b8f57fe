package dev.warpbroker.concurrent;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait, parked and in the order of their arrival, for something that other threads bring about: an element
 * in a queue, or room in it.
 *
 * <p>Those others must learn, in an operation that knows nothing of this class, that someone is to be woken. So the
 * owner of the line keeps a flag where they see it: {@link #raiseFlag} returns only when everything that came about
 * before is visible to {@link #isReady}, and whoever brings something about later sees the flag and does a
 * {@link #call}.
 *
 * <p>One thread at a time is on its way from being called to having tried; it then calls the next if there is something
 * left. So whoever brings about much in a row pays for one wake-up, not for one each, and threads do not come running
 * for what others have taken long before they arrive.
 *
 * <p>No wake-up is lost. The flag is up exactly while someone is in the line and nobody is on its way; it changes under
 * the monitor of the line. A thread parks only after it has found nothing, in the line and with the flag up or somebody
 * on its way. Whoever is on its way looks again after it has raised the flag for the others, whether it got something,
 * was too late, was interrupted or ran out of time.
 *
 * <p>Before a thread parks it looks for a while, because parking and being unparked cost some microseconds. How long
 * depends on how often that was of use lately; where there is one processor, and on virtual threads, it does not look
 * at all.
 */
abstract class WaitingLine {
    /** About what parking and being unparked costs; what is there sooner is had for less by looking. */
    private static final int LONGEST_LOOK_NANOS = 10_000;

    /** So that one notices when it begins to be of use. */
    private static final int SHORTEST_LOOK_NANOS = 100;

    /** Not more: differences of deadlines must not overflow. */
    private static final long FOREVER = Long.MAX_VALUE / 2;

    private final ReentrantLock lock = new ReentrantLock();

    /** Of the ring that the waiters in the line form with it, in order. Guarded by the lock. */
    private final Waiter ends = new Waiter();

    /** Whether one that was called has yet to try. Guarded by the lock. */
    private boolean onItsWay;

    /** A guess, written by all without order. */
    private int lookNanos = LONGEST_LOOK_NANOS;

    private static final class Waiter {
        final Thread thread = Thread.currentThread();
        volatile boolean called;

        /** Itself if it is not in the line. */
        Waiter before = this;

        Waiter after = this;

        boolean isLinked() {
            return after != this;
        }

        void linkAfter(Waiter other) {
            before = other;
            after = other.after;
            before.after = this;
            after.before = this;
        }

        void unlink() {
            before.after = after;
            after.before = before;
            before = this;
            after = this;
        }
    }

    /** {@return whether what the line waits for may be there} */
    abstract boolean isReady();

    /** {@return whether an attempt may have failed although what the line waits for was there all the time} */
    boolean isRefusalWrong() {
        return false;
    }

    abstract void raiseFlag();

    abstract void lowerFlag();

    /** {@return what {@code attempt} returns as soon as that is not null} */
    final <T> T await(Supplier<@Nullable T> attempt) throws InterruptedException {
        T result = awaitUntil(attempt, false, 0);
        if (result == null) {
            throw new AssertionError("ended without a deadline");
        }
        return result;
    }

    /** {@return what {@code attempt} returns as soon as that is not null; null if it is for that long} */
    final <T> @Nullable T await(Supplier<@Nullable T> attempt, long nanos) throws InterruptedException {
        return awaitUntil(attempt, true, System.nanoTime() + Math.clamp(nanos, 0, FOREVER));
    }

    private <T> @Nullable T awaitUntil(Supplier<@Nullable T> attempt, boolean timed, long deadline)
            throws InterruptedException {
        T result = look(attempt, timed, deadline);
        if (result != null) {
            return result;
        }
        if (timed
                && deadline - System.nanoTime() <= 0
                && !Thread.currentThread().isInterrupted()) {
            return null;
        }
        var waiter = new Waiter();
        join(waiter);
        try {
            int pause = 0;
            while (true) {
                result = attempt.get();
                if (result != null) {
                    return result;
                }
                if (isRefusalWrong()) {
                    pause = GivingWay.pause(pause);
                } else if (waiter.called) {
                    rejoin(waiter);
                } else if (Thread.interrupted()) {
                    throw new InterruptedException();
                } else if (!timed) {
                    LockSupport.park(this);
                } else {
                    long nanos = deadline - System.nanoTime();
                    if (nanos <= 0) {
                        return null;
                    }
                    LockSupport.parkNanos(this, nanos);
                }
            }
        } finally {
            leave(waiter);
        }
    }

    private <T> @Nullable T look(Supplier<@Nullable T> attempt, boolean timed, long deadline) {
        var thread = Thread.currentThread();
        if (thread.isVirtual()) {
            Thread.yield();
            return attempt.get();
        }
        if (GivingWay.ONE_PROCESSOR) {
            return null;
        }
        long start = System.nanoTime();
        int limit = lookNanos;
        long nanos = timed ? Math.min(limit, deadline - start) : limit;
        while (System.nanoTime() - start < nanos && !thread.isInterrupted()) {
            if (isReady()) {
                T result = attempt.get();
                if (result != null) {
                    lookNanos = Math.min(limit + LONGEST_LOOK_NANOS / 8, LONGEST_LOOK_NANOS);
                    return result;
                }
            }
            Thread.onSpinWait();
        }
        lookNanos = Math.max(limit - limit / 8, SHORTEST_LOOK_NANOS);
        return null;
    }

    private void join(Waiter waiter) {
        lock.lock();
        try {
            if (!ends.isLinked() && !onItsWay) {
                raiseFlag();
            }
            waiter.linkAfter(ends.before);
        } finally {
            lock.unlock();
        }
    }

    /** Back to the front of the line, for one that was called and too late. */
    private void rejoin(Waiter waiter) {
        lock.lock();
        try {
            waiter.called = false;
            onItsWay = false;
            waiter.linkAfter(ends);
            raiseFlag();
        } finally {
            lock.unlock();
        }
    }

    private void leave(Waiter waiter) {
        lock.lock();
        try {
            if (waiter.isLinked()) {
                waiter.unlink();
                if (!ends.isLinked() && !onItsWay) {
                    lowerFlag();
                }
                return;
            }
            onItsWay = false;
            if (!ends.isLinked()) {
                return;
            }
            raiseFlag();
        } finally {
            lock.unlock();
        }
        if (isReady()) {
            call();
        }
    }

    /** Sends the first in the line on its way, unless there is none or another is. */
    final void call() {
        Waiter first;
        lock.lock();
        try {
            if (onItsWay || !ends.isLinked()) {
                return;
            }
            first = ends.after;
            first.unlink();
            onItsWay = true;
            lowerFlag();
        } finally {
            lock.unlock();
        }
        first.called = true;
        LockSupport.unpark(first.thread);
    }
}
