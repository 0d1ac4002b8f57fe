package dev.warpbroker.compiler.generated;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Calls what may not end. The limit is of processor time, so that a busy machine does not count; a thread that exceeds
 * it is left alone, as a compiler that does not end cannot be stopped. A thread that only waits has ten minutes.
 */
public final class InTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** For what waits instead of working: a kernel on a GPU that does not end. */
    private static final Duration WAITING_LIMIT = Duration.ofMinutes(10);

    private static final int TRACE_LINES = 60;

    private InTime() {}

    /** Something did not end; says where it was. */
    public static final class NoEndException extends Exception {
        private static final long serialVersionUID = 1;

        NoEndException(String message) {
            super(message);
        }
    }

    /**
     * {@return what a call returns}
     *
     * @throws ExecutionException with what it throws
     */
    public static <T> T call(String name, Callable<T> callable) throws NoEndException, ExecutionException {
        var result = new CompletableFuture<T>();
        var thread = Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                result.complete(callable.call());
            } catch (Throwable failure) {
                result.completeExceptionally(failure);
            }
        });
        long start = System.nanoTime();
        while (true) {
            try {
                return result.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException _) {
                var used = Duration.ofNanos(THREADS.getThreadCpuTime(thread.threadId()));
                if (used.compareTo(LIMIT) > 0 || System.nanoTime() - start > WAITING_LIMIT.toNanos()) {
                    throw new NoEndException(Arrays.stream(thread.getStackTrace())
                            .limit(TRACE_LINES)
                            .map(frame -> "\n    at " + frame)
                            .collect(Collectors.joining("", "no end after " + used.toSeconds() + " s of work", "")));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while " + name + " ran", e);
            }
        }
    }

    /** {@return the processor time that the calling thread has used} */
    public static Duration used() {
        return Duration.ofNanos(THREADS.getCurrentThreadCpuTime());
    }
}
