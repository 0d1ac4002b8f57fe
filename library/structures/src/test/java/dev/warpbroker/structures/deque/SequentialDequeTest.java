package dev.warpbroker.structures.deque;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Taken;
import dev.warpbroker.structures.queue.TestDevices;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One lane that is owner and thief in turn cannot tell the deques from those of java.util. */
class SequentialDequeTest {
    private static final int PUSH = 0;
    private static final int POP = 1;
    private static final int STEAL = 2;
    private static final int STEAL_HALF = 3;
    private static final int STEAL_CHUNK = 4;
    private static final int NOTHING = -1;

    /** Where positions of 32 and of 64 bits begin, change their sign and come round. */
    private static final long[] STARTS = {0, -5, Integer.MAX_VALUE - 3, (1L << 32) - 5, Long.MAX_VALUE - 5};

    static Stream<Arguments> devicesAndDeques() {
        return Arrays.stream(DequeKind.values())
                .flatMap(kind -> TestDevices.devices().map(device -> arguments(device, kind)));
    }

    @ParameterizedTest
    @MethodSource("devicesAndDeques")
    void behavesAsABoundedDeque(Device device, DequeKind kind) {
        int steps = scaled(device, 2_000, 120);
        for (int capacity : new int[] {2, 4, 128}) {
            for (int seed = 0; seed < STARTS.length; seed++) {
                int[] script = script(seed, steps, capacity);
                var options =
                        DequeOptions.of(3, capacity).startingAt(STARTS[seed]).withPacked(seed % 2 == 1);
                try (var deques = kind.create(device, options, Stamped.LAYOUT)) {
                    assertThat(run(device, deques, script))
                            .as("capacity %d, seed %d", capacity, seed)
                            .isEqualTo(expected(script, capacity));
                }
            }
        }
    }

    enum Colour {
        RED,
        BLUE
    }

    record Paint(@Nullable Colour colour) {}

    @ParameterizedTest
    @MethodSource("devicesAndDeques")
    void elementThatCannotBeWrittenTakesNoPlace(Device device, DequeKind kind) {
        try (var deques = kind.create(device, 1, 2, Layout.of(Paint.class));
                var results = device.ints(3)) {
            device.run(Grid.threads(1), _ -> {
                for (int i = 0; i < 3; i++) {
                    try {
                        deques.push(0, new Paint(null));
                    } catch (NullPointerException e) {
                        results.set(0, results.get(0) + 1);
                    }
                }
                results.set(1, deques.push(0, new Paint(Colour.BLUE)) ? 1 : 0);
                results.set(2, deques.pop(0).value().colour() == Colour.BLUE ? 1 : 0);
            });
            assertThat(results.copyOut()).containsExactly(3, 1, 1);
        }
    }

    /** Operations that come in waves, so that deques run full and empty. Each names its deque. */
    private static int[] script(int seed, int steps, int capacity) {
        var random = new Random(seed);
        int[] script = new int[steps];
        for (int i = 0; i < steps; i++) {
            boolean filling = i / (2 * capacity) % 2 == 0;
            int operation = random.nextInt(4) < (filling ? 3 : 1) ? PUSH : 1 + random.nextInt(5);
            script[i] = 8 * random.nextInt(2) + operation;
        }
        return script;
    }

    /** Deque 1 is deque 2's victim; what is stolen by halves and chunks goes to deque 2. */
    private static int[] run(Device device, WorkDeques<Stamped> deques, int[] steps) {
        try (Ints script = device.ints(steps.length);
                Ints results = device.ints(steps.length)) {
            script.copyIn(steps);
            device.run(Grid.threads(1), _ -> {
                for (int i = 0; i < script.length(); i++) {
                    int deque = script.get(i) / 8;
                    results.set(
                            i,
                            switch (script.get(i) % 8) {
                                case PUSH -> deques.push(deque, Stamped.of(i + 1)) ? 1 : NOTHING;
                                case POP -> valueOf(deques.pop(2 * deque));
                                case STEAL -> valueOf(deques.steal(deque));
                                case STEAL_HALF ->
                                    deques.size(2) > 0 ? NOTHING : valueOf(deques.stealHalf(deque, 2, 8));
                                case STEAL_CHUNK ->
                                    deques.size(2) > 0 ? NOTHING : valueOf(deques.stealChunk(deque, 2, 5));
                                default -> deques.size(deque);
                            });
                }
            });
            return results.copyOut();
        }
    }

    private static int valueOf(Taken<Stamped> taken) {
        return taken.present() ? taken.value().value() : NOTHING;
    }

    private static int[] expected(int[] script, int capacity) {
        var models = new Model[] {new Model(capacity), new Model(capacity), new Model(capacity)};
        int[] results = new int[script.length];
        for (int i = 0; i < script.length; i++) {
            int deque = script[i] / 8;
            results[i] = switch (script[i] % 8) {
                case PUSH -> models[deque].push(i + 1);
                case POP -> models[2 * deque].pop();
                case STEAL -> models[deque].steal();
                case STEAL_HALF -> models[2].elements.isEmpty() ? models[deque].stealHalf(models[2], 8) : NOTHING;
                case STEAL_CHUNK -> models[2].elements.isEmpty() ? models[deque].stealChunk(models[2], 5) : NOTHING;
                default -> models[deque].elements.size();
            };
        }
        return results;
    }

    private record Model(int capacity, ArrayDeque<Integer> elements) {
        Model(int capacity) {
            this(capacity, new ArrayDeque<>());
        }

        int push(int value) {
            if (elements.size() == capacity) {
                return NOTHING;
            }
            elements.addLast(value);
            return 1;
        }

        int pop() {
            return elements.isEmpty() ? NOTHING : elements.removeLast();
        }

        int steal() {
            return elements.isEmpty() ? NOTHING : elements.removeFirst();
        }

        int stealHalf(Model own, int most) {
            return stealChunk(own, Math.min(most, (elements.size() + 1) / 2));
        }

        int stealChunk(Model own, int n) {
            int all = Math.min(n, elements.size());
            int first = steal();
            for (int i = 1; i < all; i++) {
                own.push(steal());
            }
            return first;
        }
    }

    @ParameterizedTest
    @EnumSource
    void thieveryGoesNoFurtherThanTheRoomInTheOwnDeque(DequeKind kind) {
        try (var device = Device.jvm();
                var deques = kind.create(device, 2, 8, Stamped.LAYOUT)) {
            for (int i = 0; i < 8; i++) {
                deques.push(0, Stamped.of(i));
            }
            for (int i = 0; i < 7; i++) {
                deques.push(1, Stamped.of(10 + i));
            }

            var taken = deques.stealHalf(0, 1, 8);

            assertThat(taken.value().value()).isZero();
            assertThat(deques.size(0)).isEqualTo(6);
            assertThat(deques.size(1)).isEqualTo(8);
            assertThat(deques.pop(1).value().value()).isEqualTo(1);
            assertThat(deques.steal(0).value().value()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChunkIsAllThatIsThereIfThatIsLess(DequeKind kind) {
        try (var device = Device.jvm();
                var deques = kind.create(device, 2, 128, Stamped.LAYOUT)) {
            for (int i = 0; i < 100; i++) {
                deques.push(0, Stamped.of(i));
            }

            assertThat(deques.stealChunk(0, 1, 70).value().value()).isZero();
            assertThat(deques.size(0)).isEqualTo(30);
            assertThat(deques.size(1)).isEqualTo(69);
            assertThat(deques.stealChunk(0, 1, 32).value().value()).isEqualTo(70);
            assertThat(deques.size(0)).isZero();
            assertThat(deques.size(1)).isEqualTo(69 + 29);
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndDeques")
    void theHostFillsADequeInTheOrderOfItsList(Device device, DequeKind kind) {
        for (long start : STARTS) {
            var options = DequeOptions.of(2, 4).startingAt(start);
            try (var deques = kind.create(device, options, Stamped.LAYOUT);
                    Ints results = device.ints(6)) {
                deques.insert(1, List.of(Stamped.of(7), Stamped.of(8), Stamped.of(9)));
                device.run(Grid.threads(1), _ -> {
                    results.set(0, deques.push(1, Stamped.of(10)) ? 1 : NOTHING);
                    results.set(1, deques.push(1, Stamped.of(11)) ? 1 : NOTHING);
                    results.set(2, valueOf(deques.steal(1)));
                    results.set(3, valueOf(deques.pop(1)));
                    results.set(4, valueOf(deques.stealChunk(1, 0, 9)));
                    results.set(5, deques.size(1));
                });
                assertThat(results.copyOut()).as("positions from %d", start).containsExactly(1, NOTHING, 7, 10, 8, 0);
                assertThatThrownBy(() -> deques.insert(0, List.of(Stamped.of(1))))
                        .hasMessageContaining("1 elements for deque 0, which holds 4 and has 1");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void clearedDequesAreEmpty(DequeKind kind) {
        try (var device = Device.jvm();
                var deques = kind.create(device, DequeOptions.of(2, 4).startingAt(77), Stamped.LAYOUT)) {
            deques.push(1, Stamped.of(1));

            deques.clear();

            assertThat(deques.size(1)).isZero();
            assertThat(deques.pop(1).present()).isFalse();
            assertThat(deques.steal(1).present()).isFalse();
        }
    }

    @Test
    void sizesThatCannotBeAreRefused() {
        assertThatThrownBy(() -> DequeOptions.of(1, 48))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("48", "64");
        assertThatThrownBy(() -> DequeOptions.of(0, 64)).hasMessageContaining("0 deques");
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> DequeKind.ABP.create(device, 1 << 10, 1 << 20, Stamped.LAYOUT))
                    .hasMessageContaining("1024 deques of 1048576 elements of 3 words");
        }
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsName(DequeKind kind) {
        assertThat(DequeKind.named(kind.toString())).contains(kind);
    }
}
