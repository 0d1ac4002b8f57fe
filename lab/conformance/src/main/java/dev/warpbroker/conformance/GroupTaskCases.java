package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.examples.sort.DeviceSort;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.tasks.CooperativeScheduler;
import dev.warpbroker.tasks.GroupTask;
import dev.warpbroker.tasks.Policy;
import dev.warpbroker.tasks.SchedulerOptions;
import dev.warpbroker.tasks.TaskFailedException;
import dev.warpbroker.tasks.TaskOverflowException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Tasks that lanes, warps and blocks run together. */
final class GroupTaskCases {
    private static final String FEATURE = "cooperative tasks";

    /** A task with a number, of each width. */
    sealed interface Job extends GroupTask {
        record Alone(int number, int left) implements Job {
            @Override
            public Granularity width() {
                return Granularity.THREAD;
            }
        }

        record OfWarp(int number, int left) implements Job {
            @Override
            public Granularity width() {
                return Granularity.WARP;
            }
        }

        record OfBlock(int number, int left) implements Job {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }

        static Job of(Granularity width, int number, int left) {
            return switch (width) {
                case THREAD -> new Alone(number, left);
                case WARP -> new OfWarp(number, left);
                case BLOCK -> new OfBlock(number, left);
            };
        }
    }

    private static final Layout<Job> LAYOUT = Layout.of(Job.class);

    private GroupTaskCases() {}

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var queue : List.of(QueueKind.BQ, QueueKind.MSQ)) {
            add(cases, "central " + queue + ": every task of every width once", device -> everyTask(device, queue, 64));
        }
        add(cases, "queues of two tasks: every task once", device -> everyTask(device, QueueKind.BQ, 2));
        for (var width : Granularity.values()) {
            add(cases, "sums and prefixes of a " + width, device -> prefixes(device, width));
            add(cases, "shared memory of a " + width, device -> reverses(device, width));
            add(cases, "failed task of a " + width + " is named", device -> failure(device, width));
        }
        add(cases, "overflow is told", GroupTaskCases::overflow);
        add(cases, "fed while it runs", GroupTaskCases::feeding);
        add(cases, "cancelled by the host", GroupTaskCases::cancelled);
        add(cases, "quicksort", GroupTaskCases::quicksort);
        return cases;
    }

    private static void add(List<Case> cases, String name, Check check) {
        cases.add(new Case(name, FEATURE, false, check));
    }

    private static SchedulerOptions options(Device device) {
        return CooperativeScheduler.defaults()
                .withWorkers(Granularity.BLOCK, scaled(device, 2, 4, 64))
                .withCapacity(1 << 12);
    }

    private static void require(String what, long expected, long found) {
        if (found != expected) {
            throw new Mismatch(what + ": " + found + "; must be " + expected);
        }
    }

    /** Each task of a block spawns tasks of warps by its lanes, and these tasks of lanes; numbers make a tree. */
    private static void everyTask(Device device, QueueKind queue, int capacity) {
        int blocks = scaled(device, 2, 20, 200);
        int each = scaled(device, 6, 40, 50);
        int tasks = blocks + blocks * each + blocks * each * 3;
        try (var scheduler = CooperativeScheduler.on(
                        device,
                        LAYOUT,
                        options(device).withPolicy(Policy.central(queue)).withCapacity(capacity));
                Ints times = device.ints(tasks)) {
            var first = IntStream.range(0, blocks)
                    .mapToObj(number -> (Job) new Job.OfBlock(number, each))
                    .toList();
            for (int run = 1; run <= 2; run++) {
                var report = scheduler.run(first, (job, group) -> {
                    switch (job) {
                        case Job.OfBlock(int number, int left) -> {
                            for (int i = group.lane(); i < left; i += group.size()) {
                                group.spawn(new Job.OfWarp(blocks + number * left + i, 3));
                            }
                            if (group.isFirst()) {
                                times.getAndAddRelaxed(number, 1);
                            }
                        }
                        case Job.OfWarp(int number, int left) -> {
                            for (int i = group.lane(); i < left; i += group.size()) {
                                group.spawn(new Job.Alone(blocks + blocks * each + (number - blocks) * left + i, 0));
                            }
                            if (group.isFirst()) {
                                times.getAndAddRelaxed(number, 1);
                            }
                        }
                        case Job.Alone(int number, int _) -> times.getAndAddRelaxed(number, 1);
                    }
                });
                require("tasks in the report", tasks, report.executed());
                int all = run;
                Expected.ints("times that a task was run", _ -> all, times.copyOut());
            }
        }
    }

    /** Prefix sums of numbers, by as many steps as it takes a group. */
    private static void prefixes(Device device, Granularity width) {
        int length = scaled(device, 300, 1_000, 5_000);
        int tasks = scaled(device, 3, 10, 100);
        try (var scheduler = CooperativeScheduler.on(device, LAYOUT, options(device));
                Ints out = device.ints(length * tasks);
                Ints wrong = device.ints(1)) {
            var first = IntStream.range(0, tasks)
                    .mapToObj(number -> Job.of(width, number, length))
                    .toList();
            scheduler.run(first, (job, group) -> {
                int number = switch (job) {
                    case Job.Alone(int n, int _) -> n;
                    case Job.OfWarp(int n, int _) -> n;
                    case Job.OfBlock(int n, int _) -> n;
                };
                int before = 0;
                for (int from = 0; from < length; from += group.size()) {
                    int i = from + group.lane();
                    int value = i < length ? i % 7 + number : 0;
                    int prefix = before + group.prefix(value);
                    before += group.sum(value);
                    if (i < length) {
                        out.set(number * length + i, prefix);
                    }
                }
                int last = group.size() - 1;
                boolean right = group.any(group.lane() == last)
                        && !group.any(group.lane() < 0)
                        && group.fromFirst(group.lane() + number) == number
                        && group.width() == job.width();
                if (!right) {
                    wrong.getAndAddRelaxed(0, 1);
                }
            });
            require("lanes that were told something wrong", 0, wrong.copyOut()[0]);
            int[] expected = new int[length * tasks];
            for (int i = 0; i < expected.length; i++) {
                int number = i / length;
                expected[i] = i % length == 0 ? 0 : expected[i - 1] + (i % length - 1) % 7 + number;
            }
            Expected.ints("prefix sum", i -> expected[i], out.copyOut());
        }
    }

    /** Turns blocks of numbers around in shared memory, of which each group has a part. */
    private static void reverses(Device device, Granularity width) {
        int length = 16;
        int tasks = scaled(device, 5, 40, 500);
        int room = 256 * length;
        try (var scheduler = CooperativeScheduler.on(device, LAYOUT, options(device));
                Ints out = device.ints(length * tasks)) {
            var first = IntStream.range(0, tasks)
                    .mapToObj(number -> Job.of(width, number, 0))
                    .toList();
            scheduler.run(first, (job, group) -> {
                int number = switch (job) {
                    case Job.Alone(int n, int _) -> n;
                    case Job.OfWarp(int n, int _) -> n;
                    case Job.OfBlock(int n, int _) -> n;
                };
                Ints shared = Lane.current().block().sharedInts(room);
                int base = group.number() * length;
                for (int i = group.lane(); i < length; i += group.size()) {
                    shared.set(base + i, number * length + i);
                }
                group.barrier();
                for (int i = group.lane(); i < length; i += group.size()) {
                    out.set(number * length + i, shared.get(base + length - 1 - i));
                }
            });
            Expected.ints("element turned around", i -> i / length * length + length - 1 - i % length, out.copyOut());
        }
    }

    private static void failure(Device device, Granularity width) {
        try (var scheduler = CooperativeScheduler.on(device, LAYOUT, options(device))) {
            try {
                scheduler.run(List.of(Job.of(width, 0, 6)), (job, group) -> {
                    switch (job) {
                        case Job.Alone(int number, int left) -> {
                            requireLeft(left);
                            group.spawn(new Job.Alone(number + 1, left - 1));
                        }
                        case Job.OfWarp(int number, int left) -> {
                            if (group.lane() == group.size() - 1) {
                                requireLeft(left);
                                group.spawn(new Job.OfWarp(number + 1, left - 1));
                            }
                        }
                        case Job.OfBlock(int number, int left) -> {
                            group.barrier();
                            if (group.isFirst()) {
                                requireLeft(left);
                                group.spawn(new Job.OfBlock(number + 1, left - 1));
                            }
                            group.barrier();
                        }
                    }
                });
                throw new Mismatch("the last task must fail");
            } catch (TaskFailedException expected) {
                if (!expected.task().equals(Job.of(width, 6, 0))) {
                    throw new Mismatch(
                            "task " + expected.task() + " is said to have failed; must be " + Job.of(width, 6, 0));
                }
            }
            require(
                    "tasks of a run after that",
                    1,
                    scheduler.run(List.of(Job.of(width, 0, 0)), (_, _) -> {}).executed());
        }
    }

    private static void requireLeft(int left) {
        if (left == 0) {
            throw new IllegalStateException("the last one");
        }
    }

    private static void overflow(Device device) {
        try (var scheduler = CooperativeScheduler.on(
                device,
                LAYOUT,
                options(device)
                        .withWorkers(Granularity.BLOCK, 1)
                        .withCapacity(2)
                        .withKeep(1))) {
            scheduler.run(List.of(new Job.OfBlock(0, 100)), (job, group) -> {
                if (job instanceof Job.OfBlock(int _, int left)) {
                    for (int i = group.lane(); i < left; i += group.size()) {
                        group.spawn(new Job.OfWarp(i, 0));
                    }
                }
            });
            throw new Mismatch("100 tasks found room for 3");
        } catch (TaskOverflowException expected) {
            require("missing room", 97, expected.missing());
        }
    }

    private static void feeding(Device device) {
        int tasks = scaled(device, 12, 300, 3_000);
        try (var scheduler = CooperativeScheduler.on(device, LAYOUT, options(device));
                Longs sums = device.longs(1)) {
            var run = scheduler.start(List.of(), (job, group) -> {
                if (group.isFirst()) {
                    sums.getAndAddRelaxed(
                            0,
                            switch (job) {
                                case Job.Alone(int n, int _) -> n;
                                case Job.OfWarp(int n, int _) -> n;
                                case Job.OfBlock(int n, int _) -> n;
                            });
                }
            });
            for (int i = 1; i <= tasks; i++) {
                run.feed(Job.of(Granularity.values()[i % 3], i, 0));
            }
            require("tasks", tasks, run.join().executed());
            require("sum of what was fed", tasks * (tasks + 1L) / 2, sums.copyOut()[0]);
        }
    }

    private static void cancelled(Device device) {
        try (var scheduler = CooperativeScheduler.on(device, LAYOUT, options(device))) {
            var run = scheduler.start(List.of(new Job.OfBlock(0, 0), new Job.OfWarp(1, 0)), (job, group) -> {
                if (group.isFirst()) {
                    group.spawn(job);
                }
            });
            while (run.executed() < 20) {
                Thread.onSpinWait();
            }
            run.cancel();
            try {
                run.join();
                throw new Mismatch("a cancelled run ended as if it were done");
            } catch (LaunchStoppedException expected) {
                require(
                        "tasks of a run after that",
                        1,
                        scheduler
                                .run(List.of(new Job.OfBlock(0, 0)), (_, _) -> {})
                                .executed());
            }
        }
    }

    private static void quicksort(Device device) {
        int length = scaled(device, 2_000, 300_000, 3_000_000);
        var random = new SplittableRandom(3);
        requireSorted(device, random.ints(length).toArray());
        requireSorted(device, random.ints(length, 0, 3).toArray());
        requireSorted(device, IntStream.range(0, length).toArray());
        requireSorted(device, IntStream.range(0, 1_000).map(i -> 5).toArray());
        requireSorted(device, new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, 0});
    }

    private static void requireSorted(Device device, int[] elements) {
        int[] expected = elements.clone();
        Arrays.sort(expected);
        try (var sort = DeviceSort.quicksort(device, elements, scaled(device, 2, 4, 0))) {
            sort.sort();
            Expected.ints("sorted element", i -> expected[i], sort.result());
        }
    }
}
