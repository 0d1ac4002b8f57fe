package dev.warpbroker.tasks.host;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A request on its way, which is the future of its result. A thread that waits for it looks for the answer itself for a
 * while before it parks: to be woken by another thread takes longer than a short task.
 */
final class Request<T, R> extends CompletableFuture<R> {
    private static final long LOOKING_NANOS = 50_000;

    /** Looks between two looks at the clock. */
    private static final int LOOKS = 32;

    private final T task;
    private final RequestRing<T, R> ring;

    /** Its place in the ring: slots are used again, positions are not. */
    private final long position;

    Request(T task, RequestRing<T, R> ring, long position) {
        this.task = task;
        this.ring = ring;
        this.position = position;
    }

    T task() {
        return task;
    }

    RequestRing<T, R> ring() {
        return ring;
    }

    long position() {
        return position;
    }

    @Override
    public R join() {
        look(LOOKING_NANOS);
        return super.join();
    }

    @Override
    public R get() throws InterruptedException, ExecutionException {
        look(LOOKING_NANOS);
        return super.get();
    }

    @Override
    public R get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long nanos = unit.toNanos(timeout);
        long start = System.nanoTime();
        look(Math.min(nanos, LOOKING_NANOS));
        return super.get(Math.max(0, nanos - (System.nanoTime() - start)), TimeUnit.NANOSECONDS);
    }

    /** Also keeps the task from running, unless a lane has taken it already. */
    @Override
    public boolean cancel(boolean mayInterrupt) {
        boolean cancelled = super.cancel(mayInterrupt);
        if (cancelled) {
            ring.withdraw(this);
        }
        return cancelled;
    }

    private void look(long nanos) {
        if (isDone() || ring.complete(this)) {
            return;
        }
        long start = System.nanoTime();
        while (!Thread.currentThread().isInterrupted() && System.nanoTime() - start < nanos) {
            for (int i = 0; i < LOOKS; i++) {
                if (ring.complete(this) || isDone()) {
                    return;
                }
                Thread.onSpinWait();
            }
        }
    }
}
