package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.deque.DequeOptions;
import dev.warpbroker.structures.deque.WorkDeques;
import dev.warpbroker.structures.stack.IntStack;
import dev.warpbroker.structures.stack.RoomStack;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.structures.stack.StackOptions;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Lanes choose among structures when the kernel runs: those of one warp different ones, by one call. */
class StructuresInArraysTest {
    private static final int LANES = 64;

    private record Element(int number) {}

    private static final Layout<Element> LAYOUT = Layout.of(Element.class);

    static Stream<Arguments> devicesAndQueues() {
        return TestDevices.devicesAndQueues();
    }

    static Stream<Arguments> devicesAndStacks() {
        return Arrays.stream(StackKind.values())
                .flatMap(kind -> TestDevices.devices().map(device -> Arguments.of(device, kind)));
    }

    static Stream<Arguments> devicesAndDeques() {
        return Arrays.stream(DequeKind.values())
                .flatMap(kind -> TestDevices.devices().map(device -> Arguments.of(device, kind)));
    }

    static Stream<Named<Device>> devices() {
        return TestDevices.devices();
    }

    private static Grid grid() {
        return Grid.threads(LANES).withBlockSize(32);
    }

    /** {@return the numbers of lanes that leave this remainder} */
    private static int[] lanes(int remainder, int of) {
        return IntStream.range(0, LANES).filter(i -> i % of == remainder).toArray();
    }

    @ParameterizedTest
    @MethodSource("devicesAndQueues")
    void queues(Device device, QueueKind kind) {
        IntQueue[] queues = {
            kind.create(device, options(64)), kind.create(device, options(128)), QueueKind.BQ.create(device, 64)
        };
        device.run(grid(), lane -> queues[lane.id() % 3].enqueue(lane.id()));
        try (var taken = device.ints(LANES)) {
            device.run(grid(), lane -> {
                var value = queues[lane.id() % 3].dequeue();
                if (value.present() && value.value() % 3 == lane.id() % 3) {
                    taken.getAndAddRelaxed(value.value(), 1);
                }
            });
            assertThat(taken.copyOut()).containsOnly(1);
        }
        // For most there is nothing: lanes that claimed in vain may take that back together.
        if (kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)) {
            assertThat(queues[0].fill(1, 2, 3)).isEqualTo(3);
            assertThat(queues[1].fill(4, 5, 6)).isEqualTo(3);
            device.run(grid(), lane -> queues[lane.id() % 3].dequeue());
            device.run(grid(), lane -> queues[lane.id() % 3].enqueue(lane.id()));
            for (int i = 0; i < 3; i++) {
                assertThat(Arrays.stream(queues[i].drain()).sorted()).containsExactly(boxed(lanes(i, 3)));
            }
        }
    }

    private static QueueOptions options(int capacity) {
        return QueueOptions.capacity(capacity).withBlocks(2).withThreads(LANES);
    }

    private static Integer[] boxed(int[] values) {
        return Arrays.stream(values).boxed().toArray(Integer[]::new);
    }

    @ParameterizedTest
    @MethodSource("devicesAndStacks")
    void stacks(Device device, StackKind kind) {
        IntStack[] stacks = {
            kind.create(device, StackOptions.capacity(64)),
            kind.create(device, StackOptions.capacity(128)),
            RoomStack.ints(device, 64)
        };
        device.run(grid(), lane -> stacks[lane.id() % 3].push(lane.id()));
        try (var taken = device.ints(LANES)) {
            device.run(grid(), lane -> {
                var value = stacks[lane.id() % 3].pop();
                if (value.present() && value.value() % 3 == lane.id() % 3) {
                    taken.getAndAddRelaxed(value.value(), 1);
                }
            });
            assertThat(taken.copyOut()).containsOnly(1);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void oneOfTwoStacksByACondition(Device device) {
        var even = RoomStack.ints(device, LANES);
        var odd = RoomStack.ints(device, LANES);
        device.run(grid(), lane -> (lane.id() % 2 == 0 ? even : odd).push(lane.id()));
        assertThat(Arrays.stream(even.drain()).sorted()).containsExactly(boxed(lanes(0, 2)));
        assertThat(Arrays.stream(odd.drain()).sorted()).containsExactly(boxed(lanes(1, 2)));
    }

    @ParameterizedTest
    @MethodSource("devicesAndDeques")
    void deques(Device device, DequeKind kind) {
        var options = DequeOptions.of(LANES, 8);
        @SuppressWarnings({"unchecked", "rawtypes"}) // arrays have no type arguments
        WorkDeques<Element>[] deques =
                new WorkDeques[] {kind.create(device, options, LAYOUT), kind.create(device, options, LAYOUT)};
        try (var out = device.ints(LANES)) {
            device.run(grid(), lane -> {
                deques[lane.id() % 2].push(lane.id(), new Element(lane.id() + 1));
                var popped = deques[lane.id() % 2].pop(lane.id());
                out.set(lane.id(), popped.present() ? popped.value().number() : 0);
            });
            assertThat(out.copyOut()).isEqualTo(IntStream.rangeClosed(1, LANES).toArray());
        }
    }
}
