package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.forkjoin.Scalars;
import dev.warpbroker.tasks.host.DeviceExecutor;
import dev.warpbroker.tasks.host.ExecutorOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Threads that submit requests to a {@link DeviceExecutor} while things go wrong at random: every request must be run
 * once or not at all, and its future must say which.
 *
 * @param throwing whether some tasks throw
 * @param cancelling whether some futures are cancelled
 * @param interrupting whether threads are interrupted
 * @param stopping whether the executor is stopped in the middle of it
 */
public record RequestStorm(boolean throwing, boolean cancelling, boolean interrupting, boolean stopping) {
    /** What is told of. */
    public static final String NAME = "executor";

    private static final List<RequestStorm> STORMS = List.of(
            new RequestStorm(true, true, true, true),
            new RequestStorm(true, true, true, false),
            new RequestStorm(true, false, false, false),
            new RequestStorm(false, true, true, true));

    /** Requests of each thread in one of many runs. */
    private static final int EACH = 20;

    private static final Layout<Job> LAYOUT = Layout.of(Job.class);
    private static final int THREADS = 3;

    /** More than any run takes, on a machine that is busy with other things. */
    private static final long HANGING_SECONDS = 120;

    /** What a task is asked to do. */
    record Job(int id, boolean fails) {}

    /** A request, and what the thread that made it knows. */
    private record Sent(Job job, CompletableFuture<Integer> future) {}

    /**
     * Makes many runs, in each of which several things go wrong.
     *
     * @param seed other ones for other runs
     * @throws Mismatch if a request was run twice, or not answered, or wrongly
     */
    public static void make(Device device, int runs, long seed) {
        for (int run = 0; run < runs; run++) {
            STORMS.get(run % STORMS.size()).run(device, EACH, seed * runs + run);
        }
    }

    /**
     * Makes requests, and checks what has become of them.
     *
     * @param each requests of each thread
     * @param seed of all that is random
     */
    public void run(Device device, int each, long seed) {
        try (var counts = device.ints(THREADS * each)) {
            var sent = ConcurrentHashMap.<Sent>newKeySet();
            var rejected = ConcurrentHashMap.<Integer>newKeySet();
            var random = new SplittableRandom(seed);
            var never = new HashSet<Job>();
            var options = ExecutorOptions.defaults()
                    .withWorkers(1 + random.nextInt(2))
                    .withCapacity(Math.max(device.properties().lanesPerWorker(), 1 << random.nextInt(2, 6)))
                    .withSpins(random.nextInt(20))
                    .withLongestSleep(Duration.ofNanos(10_000));
            try (var executor = DeviceExecutor.on(
                    device,
                    LAYOUT,
                    Scalars.INTS,
                    job -> {
                        counts.getAndAddRelaxed(job.id(), 1);
                        if (job.fails()) {
                            throw new IllegalStateException("meant to fail");
                        }
                        return result(job.id());
                    },
                    options)) {
                var threads = new ArrayList<Thread>();
                for (int i = 0; i < THREADS; i++) {
                    int first = i * each;
                    var own = random.split();
                    threads.add(Thread.ofVirtual().start(() -> submit(executor, first, each, own, sent, rejected)));
                }
                disturb(executor, threads, random, never);
                awaitAll(threads, seed);
                sent.forEach(request -> awaitDone(request, seed));
            }
            int[] ran = counts.copyOut();
            sent.forEach(request -> check(request, ran[request.job().id()], never, seed));
            for (int id : rejected) {
                require(ran[id] == 0, "request " + id + " was refused, and ran", seed);
            }
            require(
                    sent.size() + rejected.size() == THREADS * each,
                    sent.size() + " requests went, " + rejected.size() + " were refused, of " + THREADS * each,
                    seed);
            require(stopping || interrupting || rejected.isEmpty(), "requests were refused: " + rejected, seed);
        }
    }

    private static int result(int id) {
        return id * 31 + 7;
    }

    private void submit(
            DeviceExecutor<Job, Integer> executor,
            int first,
            int each,
            SplittableRandom random,
            Set<Sent> sent,
            Set<Integer> rejected) {
        for (int id = first; id < first + each; id++) {
            var job = new Job(id, throwing && random.nextInt(10) == 0);
            try {
                var future = executor.submit(job);
                sent.add(new Sent(job, future));
                if (cancelling && random.nextInt(4) == 0) {
                    spin(random.nextInt(2_000));
                    future.cancel(true);
                } else if (random.nextInt(3) == 0) {
                    future.get();
                }
            } catch (RejectedExecutionException _) {
                rejected.add(id);
            } catch (ExecutionException | InterruptedException | java.util.concurrent.CancellationException _) {
                // The future still knows.
            }
            if (Thread.interrupted() && random.nextBoolean()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void disturb(
            DeviceExecutor<Job, Integer> executor, List<Thread> threads, SplittableRandom random, Set<Job> never) {
        if (interrupting) {
            for (int i = 0; i < 10; i++) {
                spin(random.nextInt(20_000));
                threads.get(random.nextInt(THREADS)).interrupt();
            }
        }
        if (stopping) {
            spin(random.nextInt(200_000));
            never.addAll(executor.shutdownNow());
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    private static void awaitAll(List<Thread> threads, long seed) {
        for (var thread : threads) {
            try {
                require(thread.join(Duration.ofSeconds(HANGING_SECONDS)), "a thread hangs", seed);
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interruption);
            }
        }
    }

    private static void awaitDone(Sent request, long seed) {
        try {
            request.future().get(HANGING_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | java.util.concurrent.CancellationException _) {
            // Checked later.
        } catch (TimeoutException _) {
            throw new Mismatch(request.job() + " was not answered (seed " + seed + ")");
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interruption);
        }
    }

    private void check(Sent request, int ran, Set<Job> never, long seed) {
        var job = request.job();
        var future = request.future();
        require(ran <= 1, job + " ran " + ran + " times", seed);
        require(!never.contains(job) || ran == 0, job + " was said not to have begun, and ran", seed);
        switch (future.state()) {
            case SUCCESS -> {
                require(ran == 1 && !job.fails(), job + " has a result, and ran " + ran + " times", seed);
                require(
                        future.resultNow() == result(job.id()),
                        job + " gave " + future.resultNow() + ", not " + result(job.id()),
                        seed);
            }
            case FAILED -> {
                require(
                        ran == 1 && job.fails() && future.exceptionNow() instanceof DeviceException,
                        job + " ran " + ran + " times and failed: " + future.exceptionNow(),
                        seed);
            }
            case CANCELLED -> require(cancelling || never.contains(job), job + " was cancelled by nobody", seed);
            case RUNNING -> throw new Mismatch(job + " was not answered (seed " + seed + ")");
        }
    }

    private static void require(boolean holds, String otherwise, long seed) {
        if (!holds) {
            throw new Mismatch(otherwise + " (seed " + seed + ")");
        }
    }
}
