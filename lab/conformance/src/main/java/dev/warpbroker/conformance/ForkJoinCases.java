package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskFailedException;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.ArrayList;
import java.util.List;

/** Tasks that spawn tasks and get their results back. */
final class ForkJoinCases {
    record Call(int n) {}

    /** Numbers to be summed up, or to be sorted. */
    record Span(int from, int to) {}

    record Range(int low, int high) {}

    private static final Layout<Call> CALLS = Layout.of(Call.class);
    private static final Layout<Span> SPANS = Layout.of(Span.class);

    private static final TaskBody<Call, Fork<Call, Integer>> FIBONACCI = (call, fork) -> {
        if (call.n() < 2) {
            fork.complete(call.n());
        } else {
            fork.spawn(new Call(call.n() - 1));
            fork.spawn(new Call(call.n() - 2));
        }
    };

    private ForkJoinCases() {}

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        add(cases, "results of two children", ForkJoinCases::fibonacci);
        add(cases, "more in device memory than in fast memory", ForkJoinCases::smallFastMemory);
        add(cases, "all lanes end at once, and there is more in device memory", ForkJoinCases::endAtOnce);
        add(cases, "five hundred children", ForkJoinCases::manyChildren);
        add(cases, "results of workers that run out of tasks again and again", ForkJoinCases::bursts);
        add(cases, "continuation reads what children wrote", ForkJoinCases::mergeSort);
        add(cases, "task in three phases", ForkJoinCases::phases);
        add(cases, "results are records", ForkJoinCases::records);
        add(cases, "failed task is named", ForkJoinCases::failure);
        add(cases, "overflow is told", ForkJoinCases::overflow);
        return cases;
    }

    private static void add(List<Case> cases, String name, Check check) {
        cases.add(new Case("fork and join: " + name, "schedulers", false, check));
    }

    private static ForkJoinOptions options(Device device) {
        return ForkJoinOptions.defaults().withWorkers(scaled(device, 2, 4, 256));
    }

    private static int expectedFibonacci(int n) {
        return n < 2 ? n : expectedFibonacci(n - 1) + expectedFibonacci(n - 2);
    }

    private static void require(String what, Object expected, Object found) {
        if (!found.equals(expected)) {
            throw new Mismatch(what + ": " + found + "; must be " + expected);
        }
    }

    private static void fibonacci(Device device) {
        requireFibonacci(device, options(device), scaled(device, 9, 22, 28));
    }

    private static void smallFastMemory(Device device) {
        var options = options(device).withFastTasks(1).withFastFrames(1).withInbox(1);
        requireFibonacci(device, options, scaled(device, 8, 18, 22));
    }

    private static void requireFibonacci(Device device, ForkJoinOptions options, int n) {
        try (var forkJoin = ForkJoin.on(device, CALLS, Join.sum(), options)) {
            require("Fibonacci number " + n, expectedFibonacci(n), forkJoin.compute(new Call(n), FIBONACCI));
            int framed = forkJoin.compute(new Call(n), FIBONACCI, (_, _, _) -> {});
            require("Fibonacci number " + n + " by frames", expectedFibonacci(n), framed);
        }
    }

    /**
     * Chains of equal length, and before them tasks that empty fast memory, so that lanes begin the chains together.
     */
    private static void endAtOnce(Device device) {
        int before = 34;
        var options = options(device).withFastTasks(64).withFastFrames(1).withInbox(1);
        try (var forkJoin = ForkJoin.on(device, SPANS, Join.sum(), options)) {
            for (int chains = 56; chains <= scaled(device, 80, 80, 500); chains += 8) {
                int sum = forkJoin.compute(new Span(chains, 0), (span, fork) -> {
                    for (int i = 0; i < span.from(); i++) {
                        fork.spawn(new Span(0, 40));
                    }
                    for (int i = 0; span.from() > 0 && i < before; i++) {
                        fork.spawn(new Span(0, 0));
                    }
                    if (span.to() > 0) {
                        fork.spawn(new Span(0, span.to() - 1));
                    } else if (span.from() == 0) {
                        fork.complete(1);
                    }
                });
                require("ends of " + chains + " chains", chains + before, sum);
            }
        }
    }

    private static void manyChildren(Device device) {
        int children = 500;
        try (var forkJoin = ForkJoin.on(device, SPANS, Join.longs(0, Long::sum), options(device))) {
            long sum = forkJoin.compute(new Span(0, children), (span, fork) -> {
                if (span.to() == 0) {
                    fork.complete((1L << 32) + span.from());
                }
                for (int i = 0; i < span.to(); i++) {
                    fork.spawn(new Span(i, 0));
                }
            });
            require("sum", (1L << 32) * children + children * (children - 1L) / 2, sum);
        }
    }

    /**
     * Many tasks at once, then a long chain of single ones, and so on. Workers get tasks, run out of them, and hand in
     * what these gave, in every round.
     */
    private static void bursts(Device device) {
        int rounds = 6;
        int length = scaled(device, 24, 50, 1_000);
        int width = scaled(device, 150, 1_000, 5_000); // a worker has room for 8,192 tasks that wait
        try (var forkJoin = ForkJoin.on(device, SPANS, Join.longs(0, Long::sum), options(device))) {
            long sum = forkJoin.compute(new Span(0, rounds), (span, fork) -> {
                if (span.from() < 0) {
                    fork.complete((long) span.to());
                } else if (span.from() > 0) {
                    fork.spawn(new Span(span.from() - 1, span.to()));
                } else if (span.to() > 0) {
                    for (int i = 0; i < width; i++) {
                        fork.spawn(new Span(-1, i));
                    }
                    fork.spawn(new Span(length, span.to() - 1));
                }
            });
            require("sum", rounds * (width * (width - 1L) / 2), sum);
        }
    }

    private static void mergeSort(Device device) {
        int length = scaled(device, 60, 2_000, 20_000);
        try (var forkJoin = ForkJoin.on(device, SPANS, Join.sum(), options(device));
                Ints values = device.ints(length);
                Ints spare = device.ints(length)) {
            int[] numbers = new int[length];
            for (int i = 0; i < length; i++) {
                numbers[i] = i * 7919 % length;
            }
            values.copyIn(numbers);
            forkJoin.compute(
                    new Span(0, length),
                    (span, fork) -> {
                        if (span.to() - span.from() > 1) {
                            int middle = (span.from() + span.to()) >>> 1;
                            fork.spawn(new Span(span.from(), middle));
                            fork.spawn(new Span(middle, span.to()));
                        }
                    },
                    (span, _, _) -> merge(values, spare, span.from(), span.to()));
            int[] sorted = values.copyOut();
            for (int i = 0; i < length; i++) {
                require("element " + i, i, sorted[i]);
            }
        }
    }

    private static void merge(Ints values, Ints spare, int from, int to) {
        int middle = (from + to) >>> 1;
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            if (right == to || left < middle && values.get(left) <= values.get(right)) {
                spare.set(i, values.get(left++));
            } else {
                spare.set(i, values.get(right++));
            }
        }
        for (int i = from; i < to; i++) {
            values.set(i, spare.get(i));
        }
    }

    /** The sum of the first phase is what the second one begins with. */
    private static void phases(Device device) {
        try (var forkJoin = ForkJoin.on(device, SPANS, Join.sum(), options(device))) {
            int found = forkJoin.compute(
                    new Span(0, 0),
                    (span, fork) -> {
                        if (span.to() != 0) {
                            fork.complete(span.to());
                            return;
                        }
                        for (int i = 1; i <= 10; i++) {
                            fork.spawn(new Span(0, i));
                        }
                        fork.resumeAs(new Span(1, 0));
                    },
                    (span, joined, fork) -> {
                        if (span.from() == 1) {
                            fork.spawn(new Span(0, joined));
                            fork.spawn(new Span(0, 2 * joined));
                            fork.resumeAs(new Span(2, joined));
                        } else {
                            fork.complete(1_000 * span.to() + joined);
                        }
                    });
            require("result of the last phase", 55_165, found);
        }
    }

    private static void records(Device device) {
        int n = scaled(device, 7, 14, 18);
        var join = Join.of(
                Layout.of(Range.class),
                () -> new Range(Integer.MAX_VALUE, Integer.MIN_VALUE),
                (one, other) -> new Range(Math.min(one.low(), other.low()), Math.max(one.high(), other.high())));
        try (var forkJoin = ForkJoin.on(device, SPANS, join, options(device))) {
            Range range = forkJoin.compute(new Span(0, 1 << n), (span, fork) -> {
                int length = span.to() - span.from();
                if (length == 1) {
                    fork.complete(new Range(span.from(), span.from()));
                } else {
                    fork.spawn(new Span(span.from(), span.from() + length / 2));
                    fork.spawn(new Span(span.from() + length / 2, span.to()));
                }
            });
            require("range", new Range(0, (1 << n) - 1), range);
        }
    }

    private static void failure(Device device) {
        try (var forkJoin = ForkJoin.on(device, CALLS, Join.sum(), options(device))) {
            forkJoin.compute(new Call(12), (call, fork) -> {
                if (call.n() == 3) {
                    throw new IllegalStateException("three");
                }
                fork.spawn(new Call(call.n() - 1));
            });
            throw new Mismatch("the call of 3 must fail");
        } catch (TaskFailedException expected) {
            require("failed task", new Call(3), expected.task());
        }
    }

    private static void overflow(Device device) {
        var options =
                options(device).withFastTasks(64).withTasks(64).withFrames(64).withFastFrames(1);
        try (var forkJoin = ForkJoin.on(device, CALLS, Join.sum(), options)) {
            forkJoin.compute(new Call(5_000), (call, fork) -> {
                for (int i = 0; i < call.n(); i++) {
                    fork.spawn(new Call(0));
                }
            });
            throw new Mismatch("5000 tasks found room for 64");
        } catch (DeviceException expected) {
            if (!String.valueOf(expected.getMessage()).contains("the capacity of")) {
                throw expected;
            }
        }
    }
}
