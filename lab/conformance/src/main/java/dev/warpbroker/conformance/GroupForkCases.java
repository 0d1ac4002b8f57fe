package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.GroupTask;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskFailedException;
import dev.warpbroker.tasks.forkjoin.CooperativeForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.GroupFork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Tasks of lanes and of warps whose results are joined. */
final class GroupForkCases {
    private static final String FEATURE = "cooperative tasks";

    /** Numbers, with which something is done. */
    sealed interface Span extends GroupTask {
        record OfLane(int from, int to) implements Span {
            @Override
            public Granularity width() {
                return Granularity.THREAD;
            }
        }

        record OfWarp(int from, int to) implements Span {
            @Override
            public Granularity width() {
                return Granularity.WARP;
            }
        }

        record OfBlock(int from, int to) implements Span {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }
    }

    private static final Layout<Span> LAYOUT = Layout.of(Span.class);

    private GroupForkCases() {}

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        add(cases, "every task of every width once", device -> everyTask(device, options(device)));
        add(
                cases,
                "every task of every width once, most in device memory",
                device -> everyTask(
                        device,
                        options(device).withFastTasks(1).withFastFrames(1).withInbox(1)));
        add(cases, "warps merge what their children sorted", GroupForkCases::mergeSort);
        add(cases, "failed task of a warp is named", GroupForkCases::failure);
        add(cases, "tasks of blocks are refused", GroupForkCases::refusal);
        add(cases, "results of lanes that are doubles", GroupForkCases::doubles);
        return cases;
    }

    private static void add(List<Case> cases, String name, Check check) {
        cases.add(new Case("fork and join: " + name, FEATURE, false, check));
    }

    private static ForkJoinOptions options(Device device) {
        return ForkJoinOptions.defaults().withWorkers(scaled(device, 2, 4, 256));
    }

    /** A span of a warp has a part for each of its lanes, or seven; that of a lane its first number, and two halves. */
    private static void everyTask(Device device, ForkJoinOptions options) {
        int numbers = scaled(device, 150, 50_000, 1_000_000);
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.longs(0, Long::sum), options);
                Ints times = device.ints(numbers)) {
            TaskBody<Span, GroupFork<Span, Long>> body = (span, group) -> {
                switch (span) {
                    case Span.OfWarp(int from, int to) -> {
                        int parts = from % 2 == 0 ? 7 : 32;
                        int each = (to - from + parts - 1) / parts;
                        long sum = 0;
                        for (int i = group.lane(); i < parts; i += group.size()) {
                            int begin = Math.min(to, from + i * each);
                            int end = Math.min(to, begin + each);
                            if (end - begin == 1) {
                                times.getAndAddRelaxed(begin, 1);
                                sum += begin;
                            } else if (begin < end) {
                                group.spawn(i % 3 == 0 ? new Span.OfLane(begin, end) : new Span.OfWarp(begin, end));
                            }
                        }
                        group.complete(sum);
                    }
                    case Span.OfLane(int from, int to) -> {
                        times.getAndAddRelaxed(from, 1);
                        group.complete((long) from);
                        int middle = from + 1 + to >>> 1;
                        if (from + 1 < middle) {
                            group.spawn(new Span.OfWarp(from + 1, middle));
                        }
                        if (middle < to) {
                            group.spawn(new Span.OfLane(middle, to));
                        }
                    }
                    case Span.OfBlock(int from, int to) -> throw new IllegalStateException("there is none");
                }
            };
            long expected = numbers * (numbers - 1L) / 2;
            require("sum", expected, forkJoin.compute(new Span.OfWarp(0, numbers), body));
            require("sum by frames", expected, forkJoin.compute(new Span.OfWarp(0, numbers), body, (_, _, _) -> {}));
            Expected.ints("how often a number was met", _ -> 2, times.copyOut());
        }
    }

    private static void require(String what, long expected, long found) {
        if (found != expected) {
            throw new Mismatch(what + ": " + found + "; must be " + expected);
        }
    }

    /** Lanes put the numbers of a half to their places among those of the other, which children have sorted. */
    private static void mergeSort(Device device) {
        int length = scaled(device, 100, 5_000, 100_000);
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.sum(), options(device));
                Ints values = device.ints(length);
                Ints spare = device.ints(length)) {
            int[] numbers = new int[length];
            for (int i = 0; i < length; i++) {
                numbers[i] = (int) (i * 7919L % length) / 3;
            }
            values.copyIn(numbers);
            forkJoin.compute(
                    new Span.OfWarp(0, length),
                    (span, group) -> {
                        if (span instanceof Span.OfWarp(int from, int to) && group.isFirst() && to - from > 1) {
                            int middle = from + to >>> 1;
                            group.spawn(new Span.OfWarp(from, middle));
                            group.spawn(new Span.OfWarp(middle, to));
                        }
                    },
                    (span, _, group) -> {
                        if (span instanceof Span.OfWarp(int from, int to)) {
                            int middle = from + to >>> 1;
                            for (int i = from + group.lane(); i < to; i += group.size()) {
                                int value = values.get(i);
                                boolean left = i < middle;
                                int others = left
                                        ? smaller(values, middle, to, value)
                                        : smaller(values, from, middle, value + 1);
                                spare.set((left ? i : i - middle + from) + others, value);
                            }
                            group.barrier();
                            for (int i = from + group.lane(); i < to; i += group.size()) {
                                values.set(i, spare.get(i));
                            }
                            group.barrier();
                        }
                    });
            Arrays.sort(numbers);
            Expected.ints("sorted element", i -> numbers[i], values.copyOut());
        }
    }

    /** {@return how many of sorted numbers are smaller than a value} */
    private static int smaller(Ints values, int from, int to, int value) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = low + high >>> 1;
            if (values.get(middle) < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - from;
    }

    private static void failure(Device device) {
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.sum(), options(device))) {
            try {
                forkJoin.compute(new Span.OfWarp(0, 9), (span, group) -> {
                    if (span instanceof Span.OfWarp(int from, int to)) {
                        if (from == 5 && group.lane() == group.size() - 1) {
                            throw new IllegalStateException("five");
                        }
                        group.barrier();
                        if (group.isFirst() && from < to) {
                            group.spawn(new Span.OfWarp(from + 1, to));
                        }
                    }
                });
                throw new Mismatch("the task must fail");
            } catch (TaskFailedException expected) {
                if (!expected.task().equals(new Span.OfWarp(5, 9))) {
                    throw new Mismatch("task " + expected.task() + " is said to have failed; must be from 5 to 9");
                }
            }
            require(
                    "result of a run after that",
                    3,
                    forkJoin.compute(new Span.OfLane(0, 0), (_, group) -> group.complete(3)));
        }
    }

    private static void refusal(Device device) {
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.sum(), options(device))) {
            try {
                forkJoin.compute(new Span.OfWarp(0, 1), (span, group) -> {
                    if (span instanceof Span.OfWarp(int from, int to) && group.isFirst()) {
                        group.spawn(new Span.OfBlock(from, to));
                    }
                });
                throw new Mismatch("a task of a block must be refused");
            } catch (DeviceException expected) {
                if (!String.valueOf(expected).contains("workers of fork and join are warps")) {
                    throw new Mismatch("the reason must be told, but is: " + expected);
                }
            }
        }
    }

    /** A span whose lanes complete with halves of its numbers, and one for the numbers after it. All sums are exact. */
    private static void doubles(Device device) {
        int numbers = scaled(device, 100, 10_000, 100_000);
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.doubles(0, Double::sum), options(device))) {
            double sum = forkJoin.compute(new Span.OfWarp(0, numbers), (span, group) -> {
                if (span instanceof Span.OfWarp(int from, int to)) {
                    int end = Math.min(to, from + 50);
                    double part = 0;
                    for (int i = from + group.lane(); i < end; i += group.size()) {
                        part += i / 2.0;
                    }
                    group.complete(part);
                    if (group.isFirst() && end < to) {
                        group.spawn(new Span.OfWarp(end, to));
                    }
                }
            });
            double expected = numbers * (numbers - 1L) / 4.0;
            if (sum != expected) {
                throw new Mismatch("sum: " + sum + "; must be " + expected);
            }
        }
    }
}
