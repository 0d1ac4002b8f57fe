package dev.warpbroker.concurrent;

import java.util.LinkedHashSet;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that wait, parked and in the order of their arrival, for something that other threads bring about: an element
 * in a queue, or room in it.
 *
 * <p>Those others must learn, in an operation that knows nothing of this class, that someone waits. So the owner of the
 * line keeps a flag where they see it: {@link #raiseFlag} returns only when everything that came about before is visible to
 * {@link #isReady}, and whoever brings something about later sees the flag and does a {@link #call}. The flag is up
 * exactly while someone is in the line; it is raised and lowered under the monitor of the line.
 *
 * <p>No wake-up is lost. A thread parks only after it has joined the line, with the flag up, and then found nothing.
 * What comes about after that is announced by one call each, and a thread that was called returns to try, even
 * if it was interrupted or out of time in the same moment. So when something is left, then either fewer threads were
 * called than things came about, which means that the line was empty, or one that was called has yet to try.
 */
abstract class WaitingLine {
    /** About what parking and being unparked costs; what is there sooner is had for less by looking. */
    private static final long SPIN_NANOS = 10_000;

    /** Not more: differences of deadlines must not overflow. */
    private static final long FOREVER = Long.MAX_VALUE / 2;

    /** Guarded by this. Ordered, and those who give up leave it from anywhere. */
    private final LinkedHashSet<Waiter> line = new LinkedHashSet<>();

    private static final class Waiter {
        final Thread thread = Thread.currentThread();
        volatile boolean called;
    }

    /** {@return whether what the line waits for may be there} */
    abstract boolean isReady();

    abstract void raiseFlag();

    abstract void lowerFlag();

    /** Returns when it is worth trying. */
    final void await() throws InterruptedException {
        awaitUntil(deadline(FOREVER));
    }

    /** {@return the deadline {@code nanos} from now; now if that is negative} */
    static long deadline(long nanos) {
        return System.nanoTime() + Math.clamp(nanos, 0, FOREVER);
    }

    /** {@return true when it is worth trying, false if the {@linkplain #deadline deadline} has passed before} */
    final boolean awaitUntil(long deadline) throws InterruptedException {
        long start = System.nanoTime();
        if (deadline - start <= 0 && !Thread.currentThread().isInterrupted()) {
            return false;
        }
        long spin = Math.min(SPIN_NANOS, deadline - start);
        while (!Thread.currentThread().isInterrupted() && System.nanoTime() - start < spin) {
            if (isReady()) {
                return true;
            }
            Thread.onSpinWait();
        }
        var waiter = new Waiter();
        join(waiter);
        if (isReady()) {
            leave(waiter);
            return true;
        }
        while (!waiter.called) {
            if (Thread.interrupted()) {
                if (leave(waiter)) {
                    throw new InterruptedException();
                }
                waiter.thread.interrupt();
                return true;
            }
            long nanos = deadline - System.nanoTime();
            if (nanos <= 0) {
                return !leave(waiter);
            }
            LockSupport.parkNanos(this, nanos);
        }
        return true;
    }

    private synchronized void join(Waiter waiter) {
        if (line.isEmpty()) {
            raiseFlag();
        }
        line.add(waiter);
    }

    /** {@return whether it was still in the line, that is, not called} */
    private synchronized boolean leave(Waiter waiter) {
        boolean left = line.remove(waiter);
        if (left && line.isEmpty()) {
            lowerFlag();
        }
        return left;
    }

    /** {@return whether there was one in the line; the first may try now} */
    final boolean call() {
        Waiter first;
        synchronized (this) {
            if (line.isEmpty()) {
                return false;
            }
            first = line.removeFirst();
            if (line.isEmpty()) {
                lowerFlag();
            }
        }
        first.called = true;
        LockSupport.unpark(first.thread);
        return true;
    }
}
