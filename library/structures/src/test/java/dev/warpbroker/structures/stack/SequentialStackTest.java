package dev.warpbroker.structures.stack;

import static dev.warpbroker.structures.Script.ACCEPTED;
import static dev.warpbroker.structures.Script.EMPTY;
import static dev.warpbroker.structures.Script.FULL;
import static dev.warpbroker.structures.Script.TAKE;
import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Script;
import dev.warpbroker.structures.queue.TestDevices;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One thread: every result must be that of {@link ArrayDeque} with a bound. Cases of lab/conformance show it of stacks
 * without an exact capacity, and that every int is a value.
 */
class SequentialStackTest {

    /** At the beginning, and where counters and tags of 32 bits, or of fewer, change their sign during a test. */
    private static final int[] STARTS = {
        0, -1, -3, -20, Integer.MAX_VALUE, Integer.MAX_VALUE - 7, 1 << 30, (1 << 30) - 5, -(1 << 30) - 5, 12_345
    };

    static Stream<Arguments> devicesAndStacks() {
        return devicesAndStacksThatClaim();
    }

    static Stream<Arguments> devicesAndExactStacks() {
        return devicesAndStacksThatClaim(Claim.EXACT_CAPACITY);
    }

    private static Stream<Arguments> devicesAndStacksThatClaim(Claim... claims) {
        return Arrays.stream(StackKind.values())
                .filter(kind -> kind.claims().containsAll(Arrays.asList(claims)))
                .flatMap(kind -> TestDevices.devices().map(device -> arguments(device, kind)));
    }

    @ParameterizedTest
    @MethodSource("devicesAndExactStacks")
    void randomOperationsBehaveLikeABoundedDeque(Device device, StackKind kind) {
        for (int capacity : new int[] {1, 2, 3, 7, 64}) {
            for (int seed = 1; seed <= 3; seed++) {
                int[] script = Script.random(seed, scaled(device, 1_000, 100));

                assertThat(runOn(kind.create(device, capacity), script))
                        .as("capacity %d, seed %d", capacity, seed)
                        .isEqualTo(model(capacity, script));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndExactStacks")
    void countersWrapAround(Device device, StackKind kind) {
        for (int capacity : new int[] {1, 5}) {
            for (int start : STARTS) {
                int[] script = Script.random(start, 100);
                var stack = kind.create(device, StackOptions.capacity(capacity).startingAt(start));

                assertThat(runOn(stack, script))
                        .as("capacity %d, start %d", capacity, start)
                        .isEqualTo(model(capacity, script));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndStacks")
    void popOnEmptyReturnsEmpty(Device device, StackKind kind) {
        assertThat(runOn(kind.create(device, 2), TAKE, 7, TAKE, TAKE)).containsExactly(EMPTY, ACCEPTED, 7, EMPTY);
    }

    @ParameterizedTest
    @MethodSource("devicesAndExactStacks")
    void pushOnFullReturnsFull(Device device, StackKind kind) {
        assertThat(runOn(kind.create(device, 2), 1, 2, 3, TAKE, 4, TAKE, TAKE))
                .containsExactly(ACCEPTED, ACCEPTED, FULL, 2, ACCEPTED, 4, 1);
    }

    @ParameterizedTest
    @MethodSource("devicesAndStacks")
    void hostDrainsWhatItFilledTheLastFirst(Device device, StackKind kind) {
        int[] values = IntStream.range(0, scaled(device, 10_000, 200)).toArray();
        try (var stack = kind.create(device, values.length)) {
            assertThat(stack.fill(values)).isEqualTo(values.length);
            assertThat(stack.drain())
                    .isEqualTo(IntStream.range(0, values.length)
                            .map(i -> values.length - 1 - i)
                            .toArray());
            assertThat(stack.drain()).isEmpty();
            assertThat(stack.fill()).isZero();
            assertThat(stack.damage()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndExactStacks")
    void hostFillsAsMuchAsFits(Device device, StackKind kind) {
        for (int capacity : new int[] {1, 3, 4}) {
            try (var stack = kind.create(device, capacity)) {
                assertThat(stack.capacity()).isEqualTo(capacity);
                assertThat(stack.fill(9, 8, 7, 6, 5)).isEqualTo(capacity);
                assertThat(stack.drain()).hasSize(capacity).endsWith(9);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndStacks")
    void clearedStackIsAsGoodAsNew(Device device, StackKind kind) {
        try (var stack = kind.create(device, StackOptions.capacity(4).startingAt(-2))) {
            stack.fill(1, 2, 3, 4);
            stack.clear();

            assertThat(stack.damage()).isEmpty();
            assertThat(stack.drain()).isEmpty();
            assertThat(stack.fill(5, 6)).isEqualTo(2);
            assertThat(stack.drain()).containsExactly(6, 5);
        }
    }

    @Test
    void capacitiesOutsideTheRangeAreRefusedWithTheRange() {
        assertThatThrownBy(() -> StackOptions.capacity(0))
                .hasMessageContaining("capacity 0 of a stack; the least is 1");
        assertThatThrownBy(() -> StackOptions.capacity((1 << 30) + 1)).hasMessageContaining("split the values");
    }

    @Test
    void everyStackIsFoundByItsNameInAnyCase() {
        for (var kind : StackKind.values()) {
            assertThat(StackKind.named(kind.toString().toUpperCase(java.util.Locale.ROOT)))
                    .contains(kind);
            assertThat(kind.title()).isNotBlank();
        }
        assertThat(StackKind.named("heap")).isEmpty();
    }

    private static int[] model(int capacity, int... script) {
        return Script.results(capacity, script, ArrayDeque::pollLast);
    }

    private static int[] runOn(IntStack stack, int... script) {
        var device = stack.device();
        try (stack;
                var operations = device.ints(script.length)) {
            operations.copyIn(script);
            device.run(Grid.threads(1), _ -> {
                for (int i = 0; i < operations.length(); i++) {
                    int operation = operations.get(i);
                    if (operation == TAKE) {
                        var popped = stack.pop();
                        operations.set(i, popped.present() ? popped.value() : EMPTY);
                    } else {
                        operations.set(i, stack.push(operation) ? ACCEPTED : FULL);
                    }
                }
            });
            return operations.copyOut();
        }
    }
}
