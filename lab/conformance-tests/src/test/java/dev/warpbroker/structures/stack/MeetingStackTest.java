package dev.warpbroker.structures.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Operations;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.TestDevices;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Pushes and pops that lanes of a warp or of a block make together. */
class MeetingStackTest {
    private static final int FAILED = -1;
    private static final int PUSHED = -2;
    private static final int NOTHING = -3;

    /** Stacks in which operations meet within a block, on devices that have blocks. */
    static Stream<Arguments> eliminatingStacks() {
        return Arrays.stream(StackKind.values())
                .filter(kind -> kind.claims(Claim.ELIMINATES))
                .flatMap(kind -> Stream.of(Device.simulator(3), TestDevices.adversarial(3))
                        .map(device -> Arguments.of(device, kind)));
    }

    @ParameterizedTest
    @MethodSource("eliminatingStacks")
    void asManyAsPossibleMeetInABlock(Device device, StackKind kind) {
        for (int lanes : new int[] {2, 31, 32, 33, 70, 256}) {
            for (int pushes : new int[] {0, 1, lanes / 3, lanes / 2, lanes - 1, lanes}) {
                for (int pops : new int[] {lanes - pushes, (lanes - pushes) / 2}) {
                    int meeting = Math.min(pushes, pops);
                    try (var stack = kind.create(device, lanes)) {
                        var onEmpty = run(stack, lanes, pushes, pops, Granularity.BLOCK);

                        assertThat(onEmpty.popped)
                                .as("values popped from an empty stack by %d pops beside %d pushes", pops, pushes)
                                .hasSize(meeting);
                        assertThat(onEmpty.pushed).as("values pushed").hasSize(pushes);
                        assertThat(onEmpty.left).hasSize(pushes - meeting);
                        onEmpty.assertConserved(Set.of());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("eliminatingStacks")
    void thoseThatMeetLeaveTheStackAsItWas(Device device, StackKind kind) {
        int lanes = 64;
        for (int values : new int[] {0, 3, 15}) {
            int[] before = IntStream.range(1_000, 1_000 + values).toArray();
            try (var stack = kind.create(device, 16)) {
                stack.fill(before);
                var run = run(stack, lanes, lanes / 2, lanes / 2, Granularity.BLOCK);

                assertThat(run.pushed).hasSize(lanes / 2);
                assertThat(run.popped).isEqualTo(run.pushed);
                assertThat(run.left)
                        .isEqualTo(IntStream.of(before).boxed().collect(HashSet::new, Set::add, Set::addAll));
            }
        }
    }

    /** There is no instant at which a push has room before a pop has made some. */
    @ParameterizedTest
    @MethodSource("eliminatingStacks")
    void onAFullStackPopsTakeWhatIsThere(Device device, StackKind kind) {
        for (var granularity : List.of(Granularity.WARP, Granularity.BLOCK)) {
            try (var stack = kind.create(device, 4)) {
                stack.fill(1_000, 1_001, 1_002, 1_003);
                var run = run(stack, 12, 6, 6, granularity);

                assertThat(run.popped).as("%s", granularity).containsExactlyInAnyOrder(1_000, 1_001, 1_002, 1_003);
                assertThat(run.pushed).hasSize(4).isEqualTo(run.left);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.stack.StackDevices#devicesStacksAndGranularities")
    void nothingIsLostAtTheEndsOfTheStack(Device device, StackKind kind, Granularity granularity) {
        for (int lanes : new int[] {7, 45}) {
            for (int values : new int[] {0, 4}) {
                for (int pushes : new int[] {0, 2, lanes / 2, lanes - 1}) {
                    int[] before = IntStream.range(1_000, 1_000 + values).toArray();
                    try (var stack = kind.create(device, 4)) {
                        assertThat(stack.fill(before)).isEqualTo(values);
                        var run = run(stack, lanes, pushes, lanes - pushes, granularity);

                        run.assertConserved(IntStream.of(before).boxed().collect(HashSet::new, Set::add, Set::addAll));
                        assertThat(run.left).hasSizeLessThanOrEqualTo(4);
                    }
                }
            }
        }
    }

    /** A block that is alone with the stack gets what is on it: the values on top. */
    @ParameterizedTest
    @EnumSource
    void popsOfABlockTakeTheTopMostValues(Granularity granularity) {
        int lanes = 20;
        for (var kind : StackKind.values()) {
            if (kind.claims(Claim.LINEARIZABLE)) {
                try (var device = Device.simulator(5);
                        var stack = kind.create(device, 64)) {
                    stack.fill(IntStream.range(0, 50).toArray());
                    var run = run(stack, lanes, 0, lanes, granularity);

                    assertThat(run.popped)
                            .as("%s", kind)
                            .containsExactlyInAnyOrderElementsOf(
                                    IntStream.range(30, 50).boxed().toList());
                }
            }
        }
    }

    /** What a run of one operation per lane did. */
    private record Run(Set<Integer> pushed, Set<Integer> popped, Set<Integer> left) {
        void assertConserved(Set<Integer> before) {
            var in = new HashSet<>(before);
            in.addAll(pushed);
            var out = new HashSet<>(popped);
            assertThat(Collections.disjoint(out, left)).as("popped or left").isTrue();
            out.addAll(left);
            assertThat(out).isEqualTo(in);
        }
    }

    /** One block: pushes and pops lie mixed, and the lanes between them do nothing. */
    private static Run run(IntStack stack, int lanes, int pushes, int pops, Granularity granularity) {
        var device = stack.device();
        int[] order = IntStream.range(0, lanes).map(lane -> lane * 7 % lanes).toArray();
        boolean spread = IntStream.of(order).distinct().count() == lanes;
        int[] operations = new int[lanes];
        for (int i = 0; i < lanes; i++) {
            int lane = spread ? order[i] : i;
            operations[lane] = i < pushes
                    ? IntStack.Operation.PUSH.ordinal()
                    : i < pushes + pops ? IntStack.Operation.POP.ordinal() : IntStack.Operation.NONE.ordinal();
        }
        try (var script = device.ints(lanes);
                var results = device.ints(lanes)) {
            script.copyIn(operations);
            device.run(Grid.threads(lanes).withBlockSize(lanes), lane -> {
                var operation = IntStack.Operation.values()[script.get(lane.id())];
                var result = Operations.operate(granularity, stack, lane, operation, lane.id());
                results.set(
                        lane.id(),
                        switch (operation) {
                            case PUSH -> result.present() ? PUSHED : FAILED;
                            case POP -> result.present() ? result.value() : FAILED;
                            case NONE -> result.present() ? FAILED : NOTHING;
                        });
            });
            return results(operations, results.copyOut(), stack.drain());
        }
    }

    private static Run results(int[] operations, int[] results, int[] drained) {
        var run = new Run(new HashSet<>(), new HashSet<>(), new HashSet<>());
        for (int lane = 0; lane < operations.length; lane++) {
            switch (IntStack.Operation.values()[operations[lane]]) {
                case PUSH -> {
                    if (results[lane] == PUSHED) {
                        run.pushed.add(lane);
                    }
                }
                case POP -> {
                    if (results[lane] != FAILED) {
                        assertThat(run.popped.add(results[lane]))
                                .as("popped once")
                                .isTrue();
                    }
                }
                case NONE -> assertThat(results[lane]).isEqualTo(NOTHING);
            }
        }
        for (int value : drained) {
            assertThat(run.left.add(value)).as("drained once").isTrue();
        }
        return run;
    }
}
