package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.CooperativeScheduler;
import dev.warpbroker.tasks.GroupTask;
import dev.warpbroker.tasks.Run;
import dev.warpbroker.tasks.Scheduler;
import dev.warpbroker.tasks.SchedulerOptions;
import dev.warpbroker.tasks.TaskFailedException;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import dev.warpbroker.tasks.graph.GraphTaskFailedException;
import dev.warpbroker.tasks.graph.TaskGraph;
import dev.warpbroker.tasks.graph.TaskGraphOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs of tasks in which things go wrong at random: tasks throw, the run is cancelled, the thread that waits for it is
 * interrupted. No task may be run twice. A run that ends well must have run all of them; one that does not must say
 * why, and name a task that threw. None may hang, and the next run of the same engine must be as good as any.
 */
public final class FaultRuns implements AutoCloseable {
    /** More than any run takes, on a machine that is busy with other things. */
    private static final Duration HANGING = Duration.ofMinutes(2);

    private static final String MEANT = "meant to fail";

    /** A task of a binary heap: those of twice its number and the number after that come after it. */
    record Job(int number) {}

    /** The same with lanes that run it together: another width for each remainder of its number. */
    record GroupJob(int number) implements GroupTask {
        @Override
        public Granularity width() {
            return number % 3 == 0 ? Granularity.THREAD : number % 3 == 1 ? Granularity.WARP : Granularity.BLOCK;
        }
    }

    private static final Layout<Job> JOBS = Layout.of(Job.class);
    private static final Layout<GroupJob> GROUP_JOBS = Layout.of(GroupJob.class);

    /** What runs the tasks. */
    public enum Engine {
        /** Tasks that spawn tasks. */
        SCHEDULER,
        /** The same for lanes, warps and blocks. */
        GROUPS,
        /** Tasks with results. */
        FORK_JOIN,
        /** Tasks with a continuation each. */
        CONTINUATIONS,
        /** Tasks that wait for others. */
        GRAPH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * How runs have ended.
     *
     * @param whole well, with every task run once
     * @param failed with a task that threw
     * @param stopped because they were cancelled, or their thread was interrupted
     */
    public record Tally(int whole, int failed, int stopped) {
        Tally plus(Tally more) {
            return new Tally(whole + more.whole, failed + more.failed, stopped + more.stopped);
        }
    }

    /** A run, as the thread that waits for it sees it. */
    private interface Attempt {
        /** Returns when the run has ended. {@return how many tasks it says it has run} */
        long join();

        /** Cancels the run, or else does nothing. */
        default void cancel() {}
    }

    /** Begins a run of the tasks, which is undisturbed so far. */
    @FunctionalInterface
    private interface Starter {
        Attempt start();
    }

    /** What is checked with every engine. */
    private static void check(Device device, Engine engine) {
        try (var runs = new FaultRuns(device, engine)) {
            runs.make(scaled(device, 4, 20, 100), 1);
        }
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var engine : Engine.values()) {
            cases.add(new Case(
                    engine + ": every task once where things go wrong at random",
                    "faults at random",
                    false,
                    device -> check(device, engine)));
        }
        return cases;
    }

    private final Engine engine;
    private final int tasks;
    private final Ints bad;
    private final Ints times;
    private final AutoCloseable opened;
    private final Starter starter;

    /** How long a run takes that ends well. */
    private long usualNanos = 1_000_000;

    /** Makes an engine on a device, which is used for all runs. */
    public FaultRuns(Device device, Engine engine) {
        this.engine = engine;
        tasks = scaled(device, 8, 30, 30);
        bad = device.ints(tasks);
        times = device.ints(tasks);
        int all = tasks;
        var marked = bad;
        var counts = times;
        switch (engine) {
            case SCHEDULER -> {
                var options = SchedulerOptions.defaults().withWorkers(Granularity.WARP, scaled(device, 2, 4, 64));
                var scheduler = Scheduler.on(device, JOBS, options);
                opened = scheduler;
                starter = () -> attempt(scheduler.start(List.of(new Job(0)), (job, out) -> {
                    count(marked, counts, job.number());
                    for (int next = 2 * job.number() + 1; next < Math.min(all, 2 * job.number() + 3); next++) {
                        out.spawn(new Job(next));
                    }
                }));
            }
            case GROUPS -> {
                var options = CooperativeScheduler.defaults()
                        .withWorkers(Granularity.BLOCK, scaled(device, 2, 4, 16))
                        .withCapacity(64);
                var scheduler = CooperativeScheduler.on(device, GROUP_JOBS, options);
                opened = scheduler;
                starter = () -> attempt(scheduler.start(List.of(new GroupJob(0)), (job, group) -> {
                    boolean whole = group.sum(1) == group.size();
                    if (whole && group.lane() == job.number() % group.size()) {
                        count(marked, counts, job.number());
                        for (int next = 2 * job.number() + 1; next < Math.min(all, 2 * job.number() + 3); next++) {
                            group.spawn(new GroupJob(next));
                        }
                    }
                    // Of lanes that end here the others learn nothing: it must not be taken for the reason.
                    if (group.sum(1) != group.size()) {
                        throw new IllegalStateException("too few lanes");
                    }
                }));
            }
            case FORK_JOIN -> {
                var forkJoin = ForkJoin.on(device, JOBS, Join.sum(), forkJoinOptions(device));
                opened = forkJoin;
                starter = () -> attempt(forkJoin.start(new Job(0), (job, fork) -> {
                    count(marked, counts, job.number());
                    fork.complete(1);
                    for (int next = 2 * job.number() + 1; next < Math.min(all, 2 * job.number() + 3); next++) {
                        fork.spawn(new Job(next));
                    }
                }));
            }
            case CONTINUATIONS -> {
                var forkJoin = ForkJoin.on(device, JOBS, Join.sum(), forkJoinOptions(device));
                opened = forkJoin;
                starter = () -> attempt(forkJoin.start(
                        new Job(0),
                        (job, fork) -> {
                            if (2 * job.number() + 1 >= all) {
                                count(marked, counts, job.number());
                                fork.complete(1);
                            }
                            for (int next = 2 * job.number() + 1; next < Math.min(all, 2 * job.number() + 3); next++) {
                                fork.spawn(new Job(next));
                            }
                        },
                        (job, sum, fork) -> {
                            count(marked, counts, job.number());
                            fork.complete(sum + 1);
                        }));
            }
            case GRAPH -> {
                var builder = TaskGraph.builder(JOBS);
                for (int number = 0; number < all; number++) {
                    builder.add(new Job(number));
                    if (number > 0) {
                        builder.edge((number - 1) / 2, number).edge(number / 3, number);
                    }
                }
                var graph = builder.on(device, graphOptions(device));
                opened = graph;
                starter = () -> () ->
                        graph.run(job -> count(marked, counts, job.number())).executed();
            }
            default -> throw new AssertionError(engine);
        }
    }

    private static ForkJoinOptions forkJoinOptions(Device device) {
        return ForkJoinOptions.defaults().withWorkers(scaled(device, 2, 4, 64));
    }

    private static TaskGraphOptions graphOptions(Device device) {
        return TaskGraphOptions.defaults().withWorkers(scaled(device, 2, 4, 64));
    }

    private static void count(Ints bad, Ints times, int number) {
        times.getAndAddRelaxed(number, 1);
        if (bad.get(number) != 0) {
            throw new IllegalStateException(MEANT);
        }
    }

    private static Attempt attempt(Run<?> run) {
        return new Attempt() {
            @Override
            public long join() {
                return run.join().executed();
            }

            @Override
            public void cancel() {
                run.cancel();
            }
        };
    }

    private static Attempt attempt(ForkJoin.Run<Integer> run) {
        return new Attempt() {
            @Override
            public long join() {
                return run.join();
            }

            @Override
            public void cancel() {
                run.cancel();
            }
        };
    }

    /**
     * Makes runs, one after the other.
     *
     * @param runs how many
     * @param seed of all that is random
     * @return how they ended
     * @throws Mismatch if one did not end as it must
     */
    public Tally make(int runs, long seed) {
        var random = new SplittableRandom(seed);
        var tally = new Tally(0, 0, 0);
        for (int run = 0; run < runs; run++) {
            try {
                tally = tally.plus(makeOne(random));
            } catch (Mismatch mismatch) {
                throw new Mismatch(engine + ", run " + run + " of seed " + seed + ": " + mismatch.getMessage());
            }
        }
        return tally;
    }

    private Tally makeOne(SplittableRandom random) {
        boolean throwing = random.nextInt(3) == 0;
        boolean cancelling = random.nextInt(4) == 0;
        boolean interrupting = random.nextInt(4) == 0;
        var marks = new HashSet<Integer>();
        int[] words = new int[tasks];
        for (int i = 0; throwing && i < 1 + random.nextInt(3); i++) {
            int number = random.nextInt(tasks);
            marks.add(number);
            words[number] = 1;
        }
        bad.copyIn(words);
        times.fill(0);
        long start = System.nanoTime();
        var attempt = new AtomicReference<@Nullable Attempt>();
        var end = new AtomicLong();
        var executed = new AtomicReference<@Nullable Long>();
        var thrown = new AtomicReference<@Nullable Throwable>();
        var thread = Thread.ofPlatform().start(() -> {
            try {
                var begun = starter.start();
                attempt.set(begun);
                executed.set(begun.join());
                end.set(System.nanoTime());
            } catch (RuntimeException | Error failure) {
                thrown.set(failure);
            }
        });
        while (attempt.get() == null && thread.isAlive()) {
            Thread.onSpinWait();
        }
        if (cancelling) {
            pause(random);
            var begun = attempt.get();
            if (begun != null) {
                begun.cancel();
            }
        }
        if (interrupting) {
            pause(random);
            thread.interrupt();
        }
        await(thread);
        Tally tally;
        try {
            tally = judge(marks, cancelling || interrupting, executed.get(), thrown.get());
        } catch (Mismatch mismatch) {
            throw new Mismatch(mismatch.getMessage() + "; tasks " + marks + " were to throw"
                    + (cancelling ? ", the run was cancelled" : "")
                    + (interrupting ? ", the thread was interrupted" : ""));
        }
        if (tally.whole() > 0) {
            usualNanos = (7 * usualNanos + end.get() - start) / 8;
        }
        return tally;
    }

    /** Waits for a random time in which a run may have ended or not. */
    private void pause(SplittableRandom random) {
        long end = System.nanoTime() + random.nextLong(usualNanos);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static void await(Thread thread) {
        try {
            if (!thread.join(HANGING)) {
                throw new Mismatch("hangs");
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interruption);
        }
    }

    private Tally judge(Set<Integer> marks, boolean mayStop, @Nullable Long executed, @Nullable Throwable thrown) {
        int[] ran = times.copyOut();
        for (int number = 0; number < tasks; number++) {
            require(ran[number] <= 1, "task " + number + " was run " + ran[number] + " times");
        }
        return switch (thrown) {
            case null -> {
                require(marks.isEmpty(), "ended well, though " + marks + " were to throw");
                for (int number = 0; number < tasks; number++) {
                    require(ran[number] == 1, "ended well without task " + number);
                }
                require(executed != null && executed == tasks, executed + " tasks are said to have been run");
                yield new Tally(1, 0, 0);
            }
            case TaskFailedException failure -> named(marks, ran, failure.task(), failure);
            case GraphTaskFailedException failure -> named(marks, ran, failure.task(), failure);
            case LaunchStoppedException _ when mayStop -> new Tally(0, 0, 1);
            // A thread that is interrupted before its run has begun.
            case DeviceException _ when mayStop -> new Tally(0, 0, 1);
            default -> throw new Mismatch("ended with " + thrown);
        };
    }

    private static Tally named(Set<Integer> marks, int[] ran, Object task, DeviceException failure) {
        require(String.valueOf(failure.getMessage()).contains(MEANT), "failed for another reason: " + failure);
        int number = switch (task) {
            case Job job -> job.number();
            case GroupJob job -> job.number();
            default -> throw new Mismatch(task + " is said to have failed");
        };
        require(marks.contains(number), task + " is said to have failed, not one of " + marks);
        require(ran[number] == 1, task + " is said to have failed, and was run " + ran[number] + " times");
        return new Tally(0, 1, 0);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new Mismatch(otherwise);
        }
    }

    @Override
    public void close() {
        try {
            opened.close();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
        bad.close();
        times.close();
    }
}
