package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.tasks.Policy;
import dev.warpbroker.tasks.Scheduler;
import dev.warpbroker.tasks.SchedulerOptions;
import dev.warpbroker.tasks.TaskFailedException;
import dev.warpbroker.tasks.TaskOverflowException;
import java.util.ArrayList;
import java.util.List;

/** Tasks that spawn tasks, under every policy and by every kind of workers. */
final class SchedulerCases {
    /** A task of the tree of calls that a naive Fibonacci function makes. */
    sealed interface Call {
        record Inner(int n, long path) implements Call {}

        record Leaf(int n) implements Call {}
    }

    private static final Layout<Call> LAYOUT = Layout.of(Call.class);

    private SchedulerCases() {}

    /** What is done with a scheduler. */
    @FunctionalInterface
    private interface Behaviour {
        void check(Device device, Policy policy, Granularity workers);
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        var policies = List.of(
                Policy.central(QueueKind.BQ),
                Policy.central(QueueKind.MSQ),
                Policy.central(StackKind.ROOMS),
                Policy.busyLeaves(QueueKind.BQ),
                Policy.distributed(),
                Policy.distributed(DequeKind.LOCKED),
                Policy.stealing(DequeKind.ABP, Policy.StealAmount.WARP),
                Policy.stealing(DequeKind.CHASE_LEV, Policy.StealAmount.HALF));
        for (var policy : policies) {
            for (var workers : Granularity.values()) {
                add(cases, policy, workers, "every task once", SchedulerCases::everyTaskOnce);
            }
            add(cases, policy, Granularity.THREAD, "tiny pool", SchedulerCases::tinyPool);
        }
        add(
                cases,
                Policy.central(QueueKind.TWO_LOCK),
                Granularity.THREAD,
                "every task once",
                SchedulerCases::everyTaskOnce);
        var stealing = Policy.stealing();
        add(cases, stealing, Granularity.WARP, "every task once", SchedulerCases::everyTaskOnce);
        add(cases, stealing, Granularity.WARP, "tiny pool", SchedulerCases::tinyPool);
        add(cases, stealing, Granularity.WARP, "overflow is told", SchedulerCases::overflow);
        add(cases, stealing, Granularity.WARP, "failed task is named", SchedulerCases::failure);
        for (var policy : List.of(stealing, Policy.central(QueueKind.BQ))) {
            add(cases, policy, Granularity.WARP, "fed while it runs", SchedulerCases::feeding);
            add(cases, policy, Granularity.WARP, "cancelled by the host", SchedulerCases::cancelled);
            add(cases, policy, Granularity.WARP, "a million tasks through a capacity of four", SchedulerCases::million);
        }
        return cases;
    }

    private static void add(List<Case> cases, Policy policy, Granularity workers, String name, Behaviour behaviour) {
        cases.add(new Case(
                policy + " by " + workers + ": " + name,
                "schedulers",
                false,
                device -> behaviour.check(device, policy, workers)));
    }

    /** Where lanes get in each other's way without end, fewer tasks show as much. */
    private static boolean isCrowded(Policy policy) {
        return policy.equals(Policy.central(QueueKind.TWO_LOCK)) || policy.equals(Policy.central(QueueKind.MSQ));
    }

    private static SchedulerOptions options(Device device, Policy policy, Granularity workers) {
        boolean threads = workers == Granularity.THREAD;
        int count = scaled(device, threads ? 48 : 2, 4, threads ? 4_096 : 64);
        return SchedulerOptions.defaults().withPolicy(policy).withWorkers(workers, count);
    }

    private static void everyTaskOnce(Device device, Policy policy, Granularity workers) {
        int n = scaled(device, 9, 16, isCrowded(policy) ? 12 : 22);
        requireFibonacci(device, options(device, policy, workers).withCapacity(1 << 12), n);
    }

    private static void tinyPool(Device device, Policy policy, Granularity workers) {
        int n = scaled(device, 9, 14, isCrowded(policy) ? 12 : 18);
        requireFibonacci(device, options(device, policy, workers).withCapacity(4), n);
    }

    private static void million(Device device, Policy policy, Granularity workers) {
        int n = scaled(device, 9, 28, 28);
        requireFibonacci(device, options(device, policy, workers).withCapacity(4), n);
    }

    /** Tasks without end are over soon after the host says so, and the scheduler can be used again. */
    private static void cancelled(Device device, Policy policy, Granularity workers) {
        int most = scaled(device, 20_000, 1_000, 100);
        try (var scheduler = Scheduler.on(device, LAYOUT, options(device, policy, workers))) {
            var run = scheduler.start(List.of(new Call.Leaf(0), new Call.Leaf(1)), (call, out) -> out.spawn(call));
            while (run.executed() < 50) {
                Thread.onSpinWait();
            }
            long start = System.nanoTime();
            run.cancel();
            long millis = (System.nanoTime() - start) / 1_000_000;
            if (millis > most) {
                throw new Mismatch("cancelling took " + millis + " ms; at most " + most);
            }
            try {
                run.join();
                throw new Mismatch("a cancelled run ended as if it were done");
            } catch (LaunchStoppedException expected) {
                require(
                        "tasks of a run after that",
                        1,
                        scheduler.run(List.of(new Call.Leaf(0)), (_, _) -> {}).executed());
            }
        }
    }

    /** The leaves' numbers add up to the Fibonacci number, and the calls are as many as it takes. */
    private static void requireFibonacci(Device device, SchedulerOptions options, int n) {
        try (var scheduler = Scheduler.on(device, LAYOUT, options);
                Longs sums = device.longs(2)) {
            var report = scheduler.run(List.of(new Call.Inner(n, 1)), (call, out) -> {
                switch (call) {
                    case Call.Inner(int m, long path) -> {
                        sums.getAndAddRelaxed(1, path & 1);
                        for (int i = 1; i <= 2; i++) {
                            out.spawn(m - i < 2 ? new Call.Leaf(m - i) : new Call.Inner(m - i, path * 2 + 1));
                        }
                    }
                    case Call.Leaf(int m) -> sums.getAndAddRelaxed(0, m);
                }
            });
            long[] found = sums.copyOut();
            long leaves = fibonacci(n + 1);
            require("sum of the leaves", fibonacci(n), found[0]);
            require("inner calls", leaves - 1, found[1]);
            require("tasks in the report", 2 * leaves - 1, report.executed());
        }
    }

    private static long fibonacci(int n) {
        long last = 0;
        long next = 1;
        for (int i = 0; i < n; i++) {
            long sum = last + next;
            last = next;
            next = sum;
        }
        return last;
    }

    private static void require(String what, long expected, long found) {
        if (found != expected) {
            throw new Mismatch(what + ": " + found + "; must be " + expected);
        }
    }

    private static void overflow(Device device, Policy policy, Granularity workers) {
        try (var scheduler = Scheduler.on(
                device, LAYOUT, options(device, policy, workers).withCapacity(2).withKeep(1))) {
            scheduler.run(List.of(new Call.Inner(1_000, 0)), (call, out) -> {
                if (call instanceof Call.Inner(int count, var _)) {
                    for (int i = 0; i < count; i++) {
                        out.spawn(new Call.Leaf(i));
                    }
                }
            });
            throw new Mismatch("1000 tasks found room for 256 at most");
        } catch (TaskOverflowException expected) {
            if (expected.missing() < 1_000 - 256 - 2 - 1 || expected.missing() > 1_000) {
                throw new Mismatch("missing room for " + expected.missing() + " of 1000 tasks");
            }
        }
    }

    private static void failure(Device device, Policy policy, Granularity workers) {
        try (var scheduler = Scheduler.on(device, LAYOUT, options(device, policy, workers))) {
            scheduler.run(List.of(new Call.Inner(12, 5)), (call, out) -> {
                switch (call) {
                    case Call.Inner(int m, long path) ->
                        out.spawn(m > 0 ? new Call.Inner(m - 1, path + 1) : new Call.Leaf(77));
                    case Call.Leaf _ -> throw new IllegalStateException("a leaf");
                }
            });
            throw new Mismatch("the leaf must fail");
        } catch (TaskFailedException expected) {
            if (!expected.task().equals(new Call.Leaf(77))) {
                throw new Mismatch("task " + expected.task() + " is said to have failed; must be Leaf[n=77]");
            }
        }
    }

    private static void feeding(Device device, Policy policy, Granularity workers) {
        int tasks = scaled(device, 40, 1_000, 10_000);
        try (var scheduler = Scheduler.on(device, LAYOUT, options(device, policy, workers));
                Longs sums = device.longs(1)) {
            var run = scheduler.start(List.of(), (call, _) -> {
                if (call instanceof Call.Leaf(int m)) {
                    sums.getAndAddRelaxed(0, m);
                }
            });
            for (int i = 1; i <= tasks; i++) {
                run.feed(new Call.Leaf(i));
            }
            require("tasks", tasks, run.join().executed());
            require("sum of what was fed", tasks * (tasks + 1L) / 2, sums.copyOut()[0]);
        }
    }
}
