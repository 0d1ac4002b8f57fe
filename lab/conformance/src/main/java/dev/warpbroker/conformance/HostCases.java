package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.TaskFailedException;
import dev.warpbroker.tasks.forkjoin.Scalars;
import dev.warpbroker.tasks.host.DeviceExecutor;
import dev.warpbroker.tasks.host.ExecutorOptions;
import dev.warpbroker.tasks.host.ExecutorOptions.WhenFull;
import dev.warpbroker.tasks.host.QueueToDevice;
import dev.warpbroker.tasks.host.QueueToHost;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A kernel that runs and the host: an executor, and queues in both directions. */
final class HostCases {
    /** A request with more words than are read at once. */
    record Wide(long a, double b, int c, boolean d) {}

    /** An answer of several words. */
    record Sum(long whole, double part) {}

    /** A request to wait until the host says so. */
    record Wait(int id) {}

    /** What lanes and the host hand each other. */
    record Parcel(int sender, long number) {}

    private static final String EXECUTOR = "executor";
    private static final String QUEUES = "queues with the host";
    private static final Layout<Wait> WAITS = Layout.of(Wait.class);
    private static final Layout<Parcel> PARCELS = Layout.of(Parcel.class);

    /** More than any case takes, on a machine that is busy with other things. */
    private static final long HANGING_SECONDS = 120;

    private HostCases() {}

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        storm(cases, "every request is answered once", new RequestStorm(false, false, false, false));
        storm(cases, "tasks that throw fail alone", new RequestStorm(true, false, false, false));
        storm(cases, "requests are cancelled", new RequestStorm(false, true, false, false));
        storm(cases, "threads are interrupted", new RequestStorm(false, false, true, false));
        storm(cases, "all of it, and stopped", new RequestStorm(true, true, true, true));
        add(cases, EXECUTOR, "records there and back", HostCases::records);
        add(cases, EXECUTOR, "failed task is named", HostCases::failure);
        add(cases, EXECUTOR, "refuses when full", HostCases::full);
        add(cases, EXECUTOR, "stopped in the middle", HostCases::stopped);
        add(cases, EXECUTOR, "copies go on beside it", HostCases::copies);
        add(cases, EXECUTOR, "no other kernel beside it", HostCases::alone);
        add(cases, QUEUES, "to the host: every element once, in order", HostCases::toHost);
        add(cases, QUEUES, "to the device: every element once", HostCases::toDevice);
        add(cases, QUEUES, "a queue that is full refuses", HostCases::fullQueues);
        add(
                cases,
                QUEUES,
                "every element once where things go wrong",
                device -> QueueStorm.make(device, scaled(device, 4, 20, 200), 1));
        return cases;
    }

    private static void add(List<Case> cases, String feature, String name, Check check) {
        cases.add(new Case(feature + ", " + name, feature, false, check));
    }

    private static void storm(List<Case> cases, String name, RequestStorm storm) {
        add(cases, EXECUTOR, name, device -> {
            int runs = scaled(device, 2, 5, 200);
            for (int seed = 0; seed < runs; seed++) {
                storm.run(device, scaled(device, 20, 60, 300), seed);
            }
        });
    }

    private static ExecutorOptions few() {
        return ExecutorOptions.defaults()
                .withWorkers(2)
                .withCapacity(32)
                .withSpins(8)
                .withLongestSleep(Duration.ofNanos(10_000));
    }

    private static void records(Device device) {
        try (var executor = DeviceExecutor.on(
                device,
                Layout.of(Wide.class),
                Layout.of(Sum.class),
                wide -> new Sum(wide.a() + wide.c(), wide.d() ? wide.b() : -wide.b()),
                few())) {
            var answers = new ArrayList<CompletableFuture<Sum>>();
            for (int i = 0; i < 100; i++) {
                answers.add(executor.submit(new Wide((1L << 40) + i, i / 3.0, i, i % 2 == 0)));
            }
            for (int i = 0; i < 100; i++) {
                var expected = new Sum((1L << 40) + 2 * i, i % 2 == 0 ? i / 3.0 : -(i / 3.0));
                require("answer " + i, expected, answers.get(i).join());
            }
        }
    }

    private static void failure(Device device) {
        try (var executor = DeviceExecutor.on(
                device,
                WAITS,
                Scalars.INTS,
                wait -> {
                    if (wait.id() == 5) {
                        throw new IllegalStateException("five");
                    }
                    return wait.id();
                },
                few())) {
            require("a request before", 4, executor.submit(new Wait(4)).join());
            try {
                executor.submit(new Wait(5)).join();
                throw new Mismatch("a task that throws has a result");
            } catch (CompletionException failure) {
                if (!(failure.getCause() instanceof TaskFailedException named)
                        || !named.task().equals(new Wait(5))
                        || !String.valueOf(named.getMessage()).contains("five")) {
                    throw new Mismatch("a task that throws failed with " + failure.getCause());
                }
            }
            require("a request after", 6, executor.submit(new Wait(6)).join());
        }
    }

    /** {@return an executor whose tasks wait until the host sets the first of two longs; they count in the second} */
    private static DeviceExecutor<Wait, Integer> waiting(Device device, Longs gate, ExecutorOptions options) {
        return DeviceExecutor.on(
                device,
                WAITS,
                Scalars.INTS,
                wait -> {
                    var backoff = new Backoff();
                    while (gate.getAcquire(0) == 0) {
                        backoff.pause("the host");
                    }
                    return wait.id();
                },
                options);
    }

    private static void full(Device device) {
        try (var gate = device.hostLongs(2);
                var executor = waiting(device, gate, few().withWhenFull(WhenFull.REFUSE))) {
            var answers = new ArrayList<CompletableFuture<Integer>>();
            int most = 2 * 32;
            for (int i = 0; i < most; i++) {
                answers.add(executor.submit(new Wait(i)));
            }
            try {
                throw new Mismatch(executor.submit(new Wait(most)) + " was taken though " + most
                        + " others waited in rings for as many");
            } catch (RejectedExecutionException _) {
                gate.setRelease(0, 1);
            }
            for (int i = 0; i < most; i++) {
                require("answer " + i, i, answers.get(i).join());
            }
        }
    }

    private static void stopped(Device device) {
        try (var gate = device.hostLongs(2)) {
            var executor = waiting(device, gate, few());
            var answers = new ArrayList<CompletableFuture<Integer>>();
            int requests = 50;
            for (int i = 0; i < requests; i++) {
                answers.add(executor.submit(new Wait(i)));
            }
            var never = executor.shutdownNow();
            if (!executor.isTerminated() || !executor.isShutdown()) {
                throw new Mismatch("a stopped executor does not say so");
            }
            int cancelled = 0;
            int cutOff = 0;
            for (var answer : answers) {
                cancelled += answer.isCancelled() ? 1 : 0;
                cutOff += answer.isDone() && !answer.isCancelled() && answer.exceptionNow() instanceof DeviceException
                        ? 1
                        : 0;
            }
            require("requests that were not begun", never.size(), cancelled);
            require("requests that were begun", requests - never.size(), cutOff);
            executor.close();
        }
    }

    /** Copies end while a task waits, by streams and without, and the task sees what was copied. */
    private static void copies(Device device) {
        try (var gate = device.hostLongs(2);
                var data = device.ints(100);
                var stream = device.stream()) {
            data.fill(3);
            try (var executor = DeviceExecutor.on(
                    device,
                    WAITS,
                    Scalars.INTS,
                    wait -> {
                        var backoff = new Backoff();
                        while (gate.getAcquire(0) == 0) {
                            backoff.pause("the host");
                        }
                        data.set(wait.id() + 1, data.get(wait.id()) + 1);
                        return data.get(wait.id());
                    },
                    few())) {
                var answer = executor.submit(new Wait(50));
                int[] values = new int[100];
                Arrays.setAll(values, i -> 2 * i);
                stream.copyIn(data, MemorySegment.ofArray(values));
                stream.join();
                int[] seen = new int[100];
                stream.copyOut(data, MemorySegment.ofArray(seen));
                stream.join();
                require("copied beside the kernel, and back", Arrays.toString(values), Arrays.toString(seen));
                data.copyIn(new int[] {-7}, 50);
                gate.setRelease(0, 1);
                require("what the task sees", -7, answer.join());
                require("what the task wrote", -6, data.copyOut(51, 1)[0]);
            }
        }
    }

    private static void alone(Device device) {
        try (var out = device.ints(1)) {
            try (var executor = DeviceExecutor.ints(device, WAITS, wait -> wait.id())) {
                try {
                    device.run(Grid.threads(1), lane -> out.set(0, 1));
                    throw new Mismatch("a kernel ran beside that of an executor");
                } catch (IllegalStateException _) {
                    require(
                            "a request after that",
                            1,
                            executor.submit(new Wait(1)).join());
                }
            }
            device.run(Grid.threads(1), lane -> out.set(0, 2));
            require("a kernel after the executor", 2, out.copyOut()[0]);
        }
    }

    private static void toHost(Device device) {
        int lanes = scaled(device, 64, 64, 1 << 12);
        int each = scaled(device, 10, 200, 500);
        try (var queue = QueueToHost.on(device, PARCELS, 128, 3)) {
            var producer = queue.producer();
            Launch launch = device.launch(new Grid(lanes, 32), lane -> {
                for (int i = 0; i < each; i++) {
                    producer.put(lane, new Parcel(lane.id(), (long) i << 32));
                }
            });
            long[] next = new long[lanes];
            for (int i = 0; i < lanes * each; i++) {
                var parcel = timed(() -> queue.poll(HANGING_SECONDS, TimeUnit.SECONDS));
                if (parcel == null) {
                    throw new Mismatch("only " + i + " of " + lanes * each + " parcels came");
                }
                require("parcel of lane " + parcel.sender(), next[parcel.sender()]++ << 32, parcel.number());
            }
            launch.join();
            require("parcels left", 0, queue.size());
        }
    }

    private static void toDevice(Device device) {
        int threads = 3;
        int each = scaled(device, 100, 1_000, 20_000);
        try (var queue = QueueToDevice.on(device, PARCELS, 64, 2);
                var counts = device.ints(threads * each)) {
            var consumer = queue.consumer();
            Launch launch = device.launch(new Grid(scaled(device, 64, 16, 1 << 12), 32), lane -> {
                for (var next = consumer.take(lane); next.present(); next = consumer.take(lane)) {
                    var parcel = next.value();
                    counts.getAndAddRelaxed((int) (parcel.sender() * each + (parcel.number() >> 32)), 1);
                }
            });
            var started = new ArrayList<Thread>();
            var refused = new AtomicInteger();
            for (int i = 0; i < threads; i++) {
                int sender = i;
                started.add(Thread.ofVirtual().start(() -> {
                    for (int number = 0; number < each; number++) {
                        var parcel = new Parcel(sender, (long) number << 32);
                        refused.addAndGet(
                                Boolean.TRUE.equals(timed(() -> queue.offer(parcel, HANGING_SECONDS, TimeUnit.SECONDS)))
                                        ? 0
                                        : 1);
                    }
                }));
            }
            for (var thread : started) {
                timed(() -> thread.join(Duration.ofSeconds(HANGING_SECONDS)));
            }
            queue.finish();
            launch.join(Duration.ofSeconds(HANGING_SECONDS));
            require("parcels that were refused", 0, refused.get());
            int[] seen = counts.copyOut();
            for (int i = 0; i < seen.length; i++) {
                require("how often parcel " + i + " came", 1, seen[i]);
            }
        }
    }

    private static void fullQueues(Device device) {
        try (var queue = QueueToDevice.on(device, PARCELS, 64, 1)) {
            int count = 0;
            while (queue.offer(new Parcel(0, count))) {
                count++;
            }
            require("parcels in a queue for 64, with its end", 63, count);
            require("room left", 0, queue.remainingCapacity());
        }
        try (var queue = QueueToHost.on(device, PARCELS, 64, 1);
                var taken = device.ints(1)) {
            var producer = queue.producer();
            device.run(Grid.threads(1), lane -> {
                int count = 0;
                while (producer.offer(lane, new Parcel(1, count))) {
                    count++;
                }
                taken.set(0, count);
            });
            require("parcels that a lane could put in", 64, taken.copyOut()[0]);
            require("parcels inside", 64, queue.size());
            var all = new ArrayList<Parcel>();
            require("parcels taken", 64, queue.drainTo(all));
            require("the last of them", new Parcel(1, 63), all.getLast());
        }
    }

    /** What may be interrupted. */
    @FunctionalInterface
    private interface Interruptible<R> {
        @Nullable
        R call() throws InterruptedException;
    }

    private static <R> @Nullable R timed(Interruptible<R> call) {
        try {
            return call.call();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interruption);
        }
    }

    private static void require(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new Mismatch(what + ": " + actual + " instead of " + expected);
        }
    }
}
