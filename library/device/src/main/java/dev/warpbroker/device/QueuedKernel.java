package dev.warpbroker.device;

import dev.warpbroker.device.backend.Outcome;
import dev.warpbroker.device.backend.RunningKernel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A kernel that waits for its turn in a stream, and then runs. One that is stopped before does not begin. */
final class QueuedKernel implements RunningKernel {
    /** Stands for a kernel that was stopped before it began. */
    private static final class NotBegun implements RunningKernel {
        @Override
        public boolean await(long nanos) {
            return true;
        }

        @Override
        public void requestStop() {}

        @Override
        public Outcome outcome() {
            return new Outcome.Stopped(null);
        }

        @Override
        public long elapsedNanos() {
            return 0;
        }

        @Override
        public String whereabouts() {
            return "It has not begun.";
        }
    }

    private final CompletableFuture<RunningKernel> begun = new CompletableFuture<>();

    /** Starts the kernel unless it was stopped. {@return what runs, or the one that has not begun} */
    RunningKernel begin(Supplier<RunningKernel> start) {
        if (begun.isDone()) {
            return begun.join();
        }
        var running = start.get();
        if (!begun.complete(running)) {
            running.requestStop();
        }
        return running;
    }

    /** Says that the kernel will not begin, unless it has. */
    void fail(Throwable reason) {
        begun.completeExceptionally(reason);
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
        if (nanos == Long.MAX_VALUE) {
            try {
                return begun.get().await(nanos);
            } catch (ExecutionException _) {
                return true;
            }
        }
        long start = System.nanoTime();
        try {
            var running = begun.get(nanos, TimeUnit.NANOSECONDS);
            return running.await(Math.max(0, nanos - (System.nanoTime() - start)));
        } catch (ExecutionException _) {
            return true;
        } catch (TimeoutException _) {
            return false;
        }
    }

    @Override
    public void requestStop() {
        if (!begun.complete(new NotBegun()) && !begun.isCompletedExceptionally()) {
            begun.join().requestStop();
        }
    }

    @Override
    public Outcome outcome() {
        return kernel().outcome();
    }

    @Override
    public long elapsedNanos() {
        return kernel().elapsedNanos();
    }

    @Override
    public String whereabouts() {
        return begun.isDone() ? kernel().whereabouts() : "It waits for its turn in its stream.";
    }

    private RunningKernel kernel() {
        try {
            return begun.join();
        } catch (CompletionException failure) {
            var cause = failure.getCause();
            throw DeviceStream.failed("the kernel did not run", cause == null ? failure : cause);
        }
    }
}
