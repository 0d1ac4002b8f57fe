package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.forkjoin.Scalars;
import dev.warpbroker.tasks.host.QueueToDevice;
import dev.warpbroker.tasks.host.QueueToHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Threads that send elements through a queue to lanes, which send them back through another, while things go wrong at
 * random: lanes throw, launches are cancelled, and threads are interrupted. A launch that has ended badly is followed
 * by another one. Lanes must get every element once, and threads must get back those that lanes had put in.
 *
 * @param throwing whether some lanes throw
 * @param cancelling whether launches are cancelled
 * @param interrupting whether threads are interrupted
 */
public record QueueStorm(boolean throwing, boolean cancelling, boolean interrupting) {
    /** What is told of. */
    public static final String NAME = "host queues";

    private static final List<QueueStorm> STORMS = List.of(
            new QueueStorm(true, true, true),
            new QueueStorm(true, false, false),
            new QueueStorm(false, true, false),
            new QueueStorm(false, false, true));

    private static final int ELEMENTS = 120;
    private static final int THREADS = 2;
    private static final int LANES = 64;
    private static final int BLOCK = 32;
    private static final String MEANT = "meant to fail";

    /** More than any run takes, on a machine that is busy with other things. */
    private static final Duration HANGING = Duration.ofMinutes(2);

    private static final Layout<Job> LAYOUT = Layout.of(Job.class);

    /** An element. */
    record Job(int id, boolean fails) {}

    /**
     * Makes many runs, in each of which several things go wrong.
     *
     * @param seed other ones for other runs
     * @throws Mismatch if an element came twice, or was lost
     */
    public static void make(Device device, int runs, long seed) {
        for (int run = 0; run < runs; run++) {
            STORMS.get(run % STORMS.size()).run(device, seed * runs + run);
        }
    }

    private void run(Device device, long seed) {
        var random = new SplittableRandom(seed);
        var fails = new boolean[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
            fails[i] = throwing && random.nextInt(40) == 0;
        }
        var back = new AtomicIntegerArray(ELEMENTS);
        try (var there = QueueToDevice.on(device, LAYOUT, 64, 1 + random.nextInt(2));
                var home = QueueToHost.on(device, Scalars.INTS, 64, 1 + random.nextInt(2));
                var counts = device.ints(ELEMENTS)) {
            var consumer = there.consumer();
            var producer = home.producer();
            Kernel kernel = lane -> {
                for (var next = consumer.take(lane); next.present(); next = consumer.take(lane)) {
                    counts.getAndAddRelaxed(next.value().id(), 1);
                    if (next.value().fails()) {
                        throw new IllegalStateException(MEANT);
                    }
                    producer.put(lane, next.value().id());
                }
            };
            var senders = new ArrayList<Thread>();
            for (int i = 0; i < THREADS; i++) {
                int first = i;
                senders.add(Thread.ofVirtual().start(() -> {
                    for (int id = first; id < ELEMENTS; id += THREADS) {
                        send(there, new Job(id, fails[id]));
                    }
                }));
            }
            var receivers = new ArrayList<Thread>();
            boolean[] over = {false};
            for (int i = 0; i < THREADS; i++) {
                receivers.add(Thread.ofVirtual().start(() -> receive(home, back, over)));
            }
            int bad = launchUntilAllIsDone(device, kernel, there, senders, receivers, random, seed);
            synchronized (over) {
                over[0] = true;
            }
            awaitAll(receivers, seed);
            check(counts.copyOut(), fails, back, bad, seed);
        }
    }

    private static void send(QueueToDevice<Job> queue, Job job) {
        while (true) {
            try {
                queue.put(job);
                return;
            } catch (InterruptedException _) {
                // It was not put in.
            }
        }
    }

    private static void receive(QueueToHost<Integer> queue, AtomicIntegerArray back, boolean[] over) {
        while (true) {
            boolean last;
            synchronized (over) {
                last = over[0];
            }
            try {
                var id = queue.poll(1, TimeUnit.MILLISECONDS);
                if (id != null) {
                    back.incrementAndGet(id);
                } else if (last) {
                    return;
                }
            } catch (InterruptedException _) {
                // Nothing was taken.
            }
        }
    }

    /** {@return how many launches have ended badly} */
    private int launchUntilAllIsDone(
            Device device,
            Kernel kernel,
            QueueToDevice<Job> there,
            List<Thread> senders,
            List<Thread> receivers,
            SplittableRandom random,
            long seed) {
        int bad = 0;
        boolean finished = false;
        while (true) {
            var launch = device.launch(new Grid(LANES, BLOCK), kernel);
            disturb(launch, senders, receivers, random, bad < 3);
            awaitAll(senders, launch, seed);
            if (senders.stream().noneMatch(Thread::isAlive)) {
                there.finish();
                finished = true;
            }
            try {
                launch.join();
                require(finished, "a launch ended before the last element was sent", seed);
                return bad;
            } catch (LaunchStoppedException stopped) {
                require(cancelling, "a launch was stopped by nobody: " + stopped, seed);
            } catch (DeviceException failure) {
                require(
                        throwing && String.valueOf(failure.getMessage()).contains(MEANT),
                        "a launch failed: " + failure,
                        seed);
            }
            bad++;
        }
    }

    private void disturb(
            Launch launch, List<Thread> senders, List<Thread> receivers, SplittableRandom random, boolean mayCancel) {
        for (int i = 0; i < 4; i++) {
            spin(random.nextInt(5_000));
            if (interrupting) {
                senders.get(random.nextInt(THREADS)).interrupt();
                receivers.get(random.nextInt(THREADS)).interrupt();
            }
        }
        if (cancelling && mayCancel && random.nextBoolean()) {
            launch.cancel();
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    /** Waits for the senders, or until no lane takes what they send. */
    private static void awaitAll(List<Thread> senders, Launch launch, long seed) {
        long start = System.nanoTime();
        while (senders.stream().anyMatch(Thread::isAlive) && !launch.isDone()) {
            require(System.nanoTime() - start < HANGING.toNanos(), "a sender hangs", seed);
            Thread.yield();
        }
    }

    private static void awaitAll(List<Thread> threads, long seed) {
        for (var thread : threads) {
            try {
                require(thread.join(HANGING), "a thread hangs", seed);
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interruption);
            }
        }
    }

    /** A lane that waits for room in the queue home when its launch ends badly takes its element with it. */
    private static void check(int[] counts, boolean[] fails, AtomicIntegerArray back, int bad, long seed) {
        int missing = 0;
        for (int id = 0; id < ELEMENTS; id++) {
            require(counts[id] == 1, "lanes got element " + id + " " + counts[id] + " times", seed);
            require(
                    back.get(id) <= (fails[id] ? 0 : 1),
                    "element " + id + (fails[id] ? ", which failed," : "") + " came back " + back.get(id) + " times",
                    seed);
            missing += fails[id] ? 0 : 1 - back.get(id);
        }
        require(
                missing <= bad * LANES && (bad > 0 || missing == 0),
                missing + " elements did not come back, though " + bad + " launches ended badly",
                seed);
    }

    private static void require(boolean holds, String otherwise, long seed) {
        if (!holds) {
            throw new Mismatch(otherwise + " (seed " + seed + ")");
        }
    }
}
