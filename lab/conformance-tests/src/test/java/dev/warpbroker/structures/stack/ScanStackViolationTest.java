package dev.warpbroker.structures.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Violation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The paper's variants show what they do not guarantee: for each, a short history is found in which a pop took a value
 * from below another, and a final stack with a gap. They are written to the test's output.
 */
class ScanStackViolationTest {
    private static final int LANES = 6;
    private static final int EACH = 4;
    private static final int CAPACITY = 2 * LANES * EACH;
    private static final int INTERVAL = 2;
    /** At most: violations are found after some hundreds or thousands. */
    private static final int RUNS = 60_000;

    /** So many without a violation are enough. */
    private static final int GOOD_RUNS = 3_000;

    private static final int POP = -1;
    private static final int FAILED = -2;

    static List<StackOptions.Scan> variants() {
        return List.of(
                new StackOptions.Scan(INTERVAL, false, false, false),
                new StackOptions.Scan(INTERVAL, false, true, false),
                new StackOptions.Scan(INTERVAL, false, true, true),
                new StackOptions.Scan(INTERVAL, true, false, false),
                new StackOptions.Scan(INTERVAL, true, true, false));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void someHistoryCannotBeExplained(StackOptions.Scan options) {
        var found = search(StackKind.SCAN, options, RUNS, ScanStackViolationTest::violation);

        assertThat(found).as("a violation in %d runs", RUNS).isPresent();
        System.out.println(options + ": " + found.get());
    }

    @ParameterizedTest
    @MethodSource("variants")
    void someFinalStackHasAGap(StackOptions.Scan options) {
        var found = search(StackKind.SCAN, options, RUNS, (stack, _) -> stack.damage());

        assertThat(found).as("a gap in %d runs", RUNS).isPresent();
        System.out.println(options + ": " + found.get());
    }

    @Test
    void theSameSearchFindsNothingInALinearizableStack() {
        var found = search(
                StackKind.ROOMS,
                StackOptions.Scan.plain(),
                GOOD_RUNS,
                (stack, history) -> violation(stack, history).or(stack::damage));

        assertThat(found).isEmpty();
    }

    private interface Finding {
        Optional<String> of(IntStack stack, History history);
    }

    private static Optional<String> violation(IntStack stack, History history) {
        return Linearizability.check(history) instanceof Violation violation
                ? Optional.of(violation.report())
                : Optional.empty();
    }

    /** {@return the first that is found, in blocks of two lanes, so that some operations meet and others do not} */
    private static Optional<String> search(StackKind kind, StackOptions.Scan options, int runs, Finding finding) {
        try (var device = Device.simulator(1);
                var stack = kind.create(device, StackOptions.capacity(CAPACITY).with(options))) {
            for (int run = 1; run <= runs; run++) {
                stack.clear();
                var history = history(device, stack, randomScript(run));
                var found = finding.of(stack, history);
                if (found.isPresent()) {
                    return Optional.of("run " + run + ": " + found.get());
                }
            }
            return Optional.empty();
        }
    }

    private static int[] randomScript(long seed) {
        var random = new Random(seed);
        int[] script = new int[LANES * EACH];
        Arrays.setAll(script, i -> random.nextBoolean() ? i : POP);
        return script;
    }

    private static History history(Device device, IntStack stack, int[] operations) {
        try (var script = device.ints(operations.length);
                var results = device.ints(operations.length);
                var starts = device.ints(operations.length);
                var ends = device.ints(operations.length);
                var clock = device.ints(1)) {
            script.copyIn(operations);
            device.run(new Grid(LANES, 2), lane -> {
                for (int i = lane.id() * EACH; i < (lane.id() + 1) * EACH; i++) {
                    int value = script.get(i);
                    starts.set(i, clock.getAndAdd(0, 1));
                    var result = stack.operateBlock(
                            lane, value == POP ? IntStack.Operation.POP : IntStack.Operation.PUSH, Math.max(0, value));
                    ends.set(i, clock.getAndAdd(0, 1));
                    results.set(i, !result.present() ? FAILED : value == POP ? result.value() : value);
                }
            });
            return history(operations, results.copyOut(), starts.copyOut(), ends.copyOut());
        }
    }

    private static History history(int[] script, int[] results, int[] starts, int[] ends) {
        var history = History.builder(Discipline.LIFO);
        for (int i = 0; i < script.length; i++) {
            boolean failed = results[i] == FAILED;
            var result =
                    script[i] == POP ? failed ? Result.EMPTY : Result.REMOVED : failed ? Result.FULL : Result.INSERTED;
            history.add(i / EACH, result.code(), starts[i], ends[i], script[i] == POP ? results[i] : script[i]);
        }
        return history.build();
    }
}
