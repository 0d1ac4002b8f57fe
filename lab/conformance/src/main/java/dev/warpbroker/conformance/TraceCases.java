package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.trace.HostSpan;
import dev.warpbroker.device.trace.TimeLine;
import dev.warpbroker.device.trace.TraceOptions;
import dev.warpbroker.device.trace.TracedRun;
import dev.warpbroker.device.trace.TracedWorker;
import dev.warpbroker.device.trace.WorkerSpan;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.tasks.CooperativeScheduler;
import dev.warpbroker.tasks.GroupTask;
import dev.warpbroker.tasks.Policy;
import dev.warpbroker.tasks.Report;
import dev.warpbroker.tasks.Scheduler;
import dev.warpbroker.tasks.SchedulerOptions;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import dev.warpbroker.tasks.forkjoin.Scalars;
import dev.warpbroker.tasks.graph.TaskGraph;
import dev.warpbroker.tasks.graph.TaskGraphOptions;
import dev.warpbroker.tasks.host.DeviceExecutor;
import dev.warpbroker.tasks.host.ExecutorOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Time lines: what workers note of a run is what its statistics say. */
final class TraceCases {
    /** A call of a naive Fibonacci function, each of which leaves a note. */
    sealed interface Call extends GroupTask {
        /** A call. */
        record Fib(int n) implements Call {
            @Override
            public Granularity width() {
                return Granularity.THREAD;
            }
        }

        /** What a call leaves. */
        record Note(long n) implements Call {
            @Override
            public Granularity width() {
                return Granularity.WARP;
            }
        }
    }

    private static final Layout<Call> LAYOUT = Layout.of(Call.class);

    /** Room for all spans of these runs. */
    private static final int MANY = 1 << 12;

    /** Room for so few that most are overwritten. */
    private static final int FEW = 2;

    private TraceCases() {}

    /** What is done with a device that has a time line. */
    @FunctionalInterface
    private interface Behaviour {
        void check(Device device, TimeLine timeLine);
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        add(cases, Policy.central(QueueKind.BQ), Granularity.THREAD, MANY);
        add(cases, Policy.stealing(DequeKind.CHASE_LEV, Policy.StealAmount.HALF), Granularity.THREAD, MANY);
        add(cases, Policy.stealing(DequeKind.ABP, Policy.StealAmount.WARP), Granularity.WARP, MANY);
        add(cases, Policy.distributed(DequeKind.LOCKED), Granularity.BLOCK, MANY);
        add(cases, Policy.stealing(), Granularity.WARP, MANY);
        add(cases, Policy.stealing(), Granularity.WARP, FEW);
        add(cases, "cooperative", MANY, TraceCases::cooperative);
        add(cases, "fork and join", MANY, TraceCases::forkJoin);
        add(cases, "fork and join", FEW, TraceCases::forkJoin);
        add(cases, "task graph", MANY, TraceCases::taskGraph);
        add(cases, "task graph", FEW, TraceCases::taskGraph);
        add(cases, "executor", MANY, TraceCases::executor);
        add(cases, "executor", FEW, TraceCases::executor);
        add(cases, "executor with a task that throws", MANY, TraceCases::executorAfterException);
        return cases;
    }

    private static void add(List<Case> cases, Policy policy, Granularity workers, int spans) {
        add(
                cases,
                policy + " by " + workers,
                spans,
                (device, timeLine) -> scheduler(device, timeLine, policy, workers));
    }

    private static void add(List<Case> cases, String engine, int spans, Behaviour behaviour) {
        String name = engine + ": counts of the trace are those of the run, room for " + spans + " spans";
        cases.add(new Case(name, "time lines", false, device -> {
            try (var timeLine = TimeLine.start(TraceOptions.defaults().withSpans(spans));
                    var traced = Sibling.of(device, DeviceOptions.defaults().withTimeLine(timeLine))) {
                behaviour.check(traced, timeLine);
            }
        }));
    }

    /** {@return how many calls fib(n) makes, itself among them} */
    private static long calls(int n) {
        return n < 2 ? 1 : calls(n - 1) + calls(n - 2) + 1;
    }

    private static void scheduler(Device device, TimeLine timeLine, Policy policy, Granularity workers) {
        int n = scaled(device, 6, 16, 20);
        boolean threads = workers == Granularity.THREAD;
        var options = SchedulerOptions.defaults()
                .withPolicy(policy)
                .withWorkers(workers, scaled(device, threads ? 40 : 2, 4, threads ? 4_096 : 64))
                .withCapacity(1 << 12)
                .withStatistics(true);
        try (var scheduler = Scheduler.on(device, LAYOUT, options)) {
            for (int run = 0; run < 2; run++) {
                var report = scheduler.run(List.of(new Call.Fib(n)), (call, out) -> {
                    if (call instanceof Call.Fib(int m)) {
                        out.spawn(new Call.Note(m));
                        if (m > 1) {
                            out.spawn(new Call.Fib(m - 1));
                            out.spawn(new Call.Fib(m - 2));
                        }
                    }
                });
                check(timeLine.runs().getLast(), report, calls(n));
            }
        }
        require("runs in the time line", 2, timeLine.runs().size());
    }

    private static void cooperative(Device device, TimeLine timeLine) {
        int n = scaled(device, 5, 12, 16);
        var options = CooperativeScheduler.defaults()
                .withWorkers(Granularity.BLOCK, scaled(device, 2, 4, 64))
                .withStatistics(true);
        try (var scheduler = CooperativeScheduler.on(device, LAYOUT, options)) {
            var report = scheduler.run(List.of(new Call.Fib(n)), (call, group) -> {
                if (call instanceof Call.Fib(int m) && group.isFirst()) {
                    group.spawn(new Call.Note(m));
                    if (m > 1) {
                        group.spawn(new Call.Fib(m - 1));
                        group.spawn(new Call.Fib(m - 2));
                    }
                }
            });
            check(timeLine.runs().getLast(), report, calls(n));
        }
    }

    private static void forkJoin(Device device, TimeLine timeLine) {
        int n = scaled(device, 8, 18, 24);
        var options = ForkJoinOptions.defaults().withWorkers(scaled(device, 2, 4, 64));
        try (var forkJoin = ForkJoin.on(device, LAYOUT, Join.sum(), options)) {
            for (int repetition = 0; repetition < 2; repetition++) {
                var run = forkJoin.start(new Call.Fib(n), (call, fork) -> {
                    switch (call) {
                        case Call.Fib(int m) -> {
                            fork.spawn(new Call.Note(m));
                            if (m > 1) {
                                fork.spawn(new Call.Fib(m - 1));
                                fork.spawn(new Call.Fib(m - 2));
                            }
                        }
                        case Call.Note(long m) -> fork.complete(m < 2 ? 1 : 0);
                    }
                });
                run.join();
                var traced = timeLine.runs().getLast();
                require("workers", run.statistics().workers(), traced.workers().size());
                require("steals", run.statistics().steals(), traced.steals());
                check(traced, calls(n));
            }
        }
        require("runs in the time line", 2, timeLine.runs().size());
    }

    /** {@return so many calls, each followed by its note; every 20 calls wait for the first note of those before} */
    private static TaskGraph<Call> graph(Device device, int calls) {
        var builder = TaskGraph.builder(LAYOUT);
        int note = -1;
        for (int i = 0; i < calls; i++) {
            int call = note < 0 ? builder.add(new Call.Fib(i)) : builder.add(new Call.Fib(i), note);
            int after = builder.add(new Call.Note(i), call);
            note = i % 20 == 0 ? after : note;
        }
        return builder.on(device, TaskGraphOptions.defaults().withWorkers(scaled(device, 2, 4, 64)));
    }

    private static void taskGraph(Device device, TimeLine timeLine) {
        int calls = scaled(device, 50, 1_000, 20_000);
        try (var graph = graph(device, calls);
                var ran = device.ints(1)) {
            for (int run = 0; run < 2; run++) {
                var report = graph.run(call -> {
                    if (call instanceof Call.Fib) {
                        ran.getAndAddRelaxed(0, 1);
                    }
                });
                require("tasks", report.executed(), timeLine.runs().getLast().executed());
                check(timeLine.runs().getLast(), calls);
            }
            require("calls of two runs", 2L * calls, ran.copyOut()[0]);
        }
        require("runs in the time line", 2, timeLine.runs().size());
    }

    private static void executor(Device device, TimeLine timeLine) {
        int calls = scaled(device, 40, 500, 5_000);
        var options = ExecutorOptions.defaults().withWorkers(scaled(device, 2, 4, 64));
        try (var executor = DeviceExecutor.on(device, LAYOUT, Scalars.INTS, TraceCases::kindOf, options)) {
            var requests = new ArrayList<CompletableFuture<Integer>>();
            for (int i = 0; i < calls; i++) {
                requests.add(executor.submit(new Call.Fib(i)));
                requests.add(executor.submit(new Call.Note(i)));
            }
            require(
                    "notes",
                    calls,
                    requests.stream().mapToInt(CompletableFuture::join).sum());
        }
        require("runs in the time line", 1, timeLine.runs().size());
        check(timeLine.runs().getFirst(), calls);
        requireRequests(timeLine, 2 * calls);
    }

    private static int kindOf(Call call) {
        return switch (call) {
            case Call.Fib(int n) -> {
                if (n < 0) {
                    throw new IllegalArgumentException("a negative call");
                }
                yield 0;
            }
            case Call.Note _ -> 1;
        };
    }

    /** The kernel before the exception is in the time line with all that it has answered, as is the one after it. */
    private static void executorAfterException(Device device, TimeLine timeLine) {
        int calls = scaled(device, 10, 100, 1_000);
        try (var executor = DeviceExecutor.on(device, LAYOUT, Scalars.INTS, TraceCases::kindOf)) {
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < calls; i++) {
                    executor.submit(new Call.Fib(i)).join();
                    executor.submit(new Call.Note(i)).join();
                }
                if (round == 0) {
                    var thrown = executor.submit(new Call.Fib(-1));
                    require(
                            "failed tasks",
                            1,
                            thrown.handle((_, failure) -> failure == null ? 0 : 1)
                                    .join());
                }
            }
        }
        require("runs in the time line", 2, timeLine.runs().size());
        timeLine.runs().forEach(run -> check(run, calls));
        requireRequests(timeLine, 4 * calls + 1);
    }

    private static void requireRequests(TimeLine timeLine, int requests) {
        long told = timeLine.hostSpans().stream()
                .filter(span -> span.kind() == HostSpan.Kind.REQUEST)
                .count();
        require("requests", requests, told + timeLine.hostSpansLeftOut());
    }

    private static void require(String what, long expected, long found) {
        if (found != expected) {
            throw new Mismatch(what + ": " + found + "; must be " + expected);
        }
    }

    private static void check(TracedRun run, Report report, long calls) {
        require("tasks", report.executed(), run.executed());
        require("workers", report.workers().size(), run.workers().size());
        for (var worker : run.workers()) {
            var counted = report.workers().get(worker.number());
            require("tasks of worker " + worker.number(), counted.executed(), worker.executed());
            require("steals of worker " + worker.number(), counted.stolen(), worker.steals());
        }
        check(run, calls);
    }

    private static void check(TracedRun run, long calls) {
        require("kinds of tasks", 2, run.kinds().size());
        require("calls", calls, run.executed(0));
        require("notes", calls, run.executed(1));
        run.workers().forEach(worker -> check(run, worker));
    }

    private static void check(TracedRun run, TracedWorker worker) {
        String which = " of worker " + worker.number();
        require(
                "spans" + which,
                worker.written(),
                worker.dropped() + worker.spans().size());
        long end = run.begin();
        long tasks = 0;
        long steals = 0;
        for (var span : worker.spans()) {
            if (span.state() == WorkerSpan.State.STEAL) {
                steals++;
            } else {
                if (span.begin() < end || span.end() <= span.begin()) {
                    throw new Mismatch("span " + span + which + " does not follow one that ended at " + end);
                }
                end = span.end();
            }
            tasks += span.tasks().stream().mapToLong(Long::longValue).sum();
        }
        if (worker.dropped() == 0) {
            require("tasks in the spans" + which, worker.executed(), tasks);
            require("steals in the spans" + which, worker.steals(), steals);
        } else if (tasks > worker.executed() || steals > worker.steals()) {
            throw new Mismatch("spans" + which + " have " + tasks + " tasks and " + steals + " steals, all together "
                    + worker.executed() + " and " + worker.steals());
        }
    }
}
