package dev.warpbroker.experiments.suite;

import java.util.ArrayList;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads of the host that do the same, each for itself. */
final class HostThreads implements AutoCloseable {
    /** What a thread does. */
    @FunctionalInterface
    interface Work {
        /** {@return what it counts} */
        long run() throws InterruptedException;
    }

    private final ExecutorService threads;
    private final int number;

    private HostThreads(ExecutorService threads, int number) {
        this.threads = threads;
        this.number = number;
    }

    static HostThreads platform(int number) {
        return new HostThreads(Executors.newFixedThreadPool(number), number);
    }

    static HostThreads virtual(int number) {
        return new HostThreads(Executors.newVirtualThreadPerTaskExecutor(), number);
    }

    /** Lets all threads begin. {@return what they count together, when all have ended} */
    CompletableFuture<Long> start(Work work) {
        var all = new ArrayList<CompletableFuture<Long>>();
        for (int i = 0; i < number; i++) {
            all.add(CompletableFuture.supplyAsync(() -> run(work), threads));
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(_ -> all.stream().mapToLong(CompletableFuture::join).sum());
    }

    private static long run(Work work) {
        try {
            return work.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("a thread of the experiment was interrupted");
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
