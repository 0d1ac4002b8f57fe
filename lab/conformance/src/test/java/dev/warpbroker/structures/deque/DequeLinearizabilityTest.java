package dev.warpbroker.structures.deque;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.experiments.Chance;
import dev.warpbroker.structures.deque.DequeHistory.Operation;
import dev.warpbroker.structures.deque.DequeHistory.Result;
import dev.warpbroker.structures.deque.MutantDeques.Bug;
import dev.warpbroker.structures.queue.TestDevices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An owner and a few thieves at a tiny deque, often: what each saw must be explained by some order of single steps. */
class DequeLinearizabilityTest {
    private static final int THIEVES = 3;
    private static final int EACH = 10;
    private static final Result[] RESULTS = Result.values();
    private static final int PUSHED = Result.PUSHED.ordinal();
    private static final int FULL = Result.FULL.ordinal();
    private static final int POPPED = Result.POPPED.ordinal();
    private static final int EMPTY = Result.EMPTY.ordinal();
    private static final int STOLEN = Result.STOLEN.ordinal();
    private static final int NOTHING = -1;

    private static final long[] STARTS = {0, -4, (1L << 32) - 4, Integer.MAX_VALUE - 3L};

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.deque.DequeDevices#devicesAndLinearizableDeques")
    void everyOperationHasItsInstant(Device device, DequeKind kind) {
        for (int seed = 0; seed < scaled(device, 200, 80); seed++) {
            int capacity = seed % 3 == 0 ? 4 : 2;
            var options = DequeOptions.of(1, capacity).startingAt(STARTS[seed % STARTS.length]);
            try (var deques = kind.create(device, options, Stamped.LAYOUT)) {
                var history = record(deques, seed);
                assertThat(history.isLinearizable())
                        .as("seed %d, %s", seed, history)
                        .isTrue();
            }
        }
    }

    /** Wrong answers that conservation alone need not show. */
    @ParameterizedTest
    @EnumSource(names = {"NO_FENCE_IN_STEAL", "TAIL_READ_BEFORE_HEAD", "LAST_WITHOUT_COMPARE_AND_SWAP"})
    void plantedBugIsFound(Bug bug) {
        assertThat(IntStream.range(0, 200)
                        .filter(seed -> {
                            try (var device = TestDevices.adversarial(seed);
                                    var deques = new MutantDeques(device, 1, 2, bug)) {
                                return !record(deques, seed).isLinearizable();
                            }
                        })
                        .findFirst())
                .as("a seed that finds the bug")
                .isPresent();
    }

    @Test
    void searchTellsHistoriesApart() {
        var push1 = new Operation(0, Result.PUSHED, 1, 0, 1);
        var push2 = new Operation(0, Result.PUSHED, 2, 2, 3);
        assertThat(history(push1, push2, new Operation(0, Result.POPPED, 2, 4, 5))
                        .isLinearizable())
                .isTrue();
        assertThat(history(push1, push2, new Operation(0, Result.POPPED, 1, 4, 5))
                        .isLinearizable())
                .isFalse();
        assertThat(history(push1, push2, new Operation(1, Result.STOLEN, 1, 0, 5))
                        .isLinearizable())
                .isTrue();
        assertThat(history(push1, push2, new Operation(1, Result.STOLEN, 2, 0, 5))
                        .isLinearizable())
                .isFalse();
        assertThat(history(push1, new Operation(0, Result.EMPTY, 0, 2, 3)).isLinearizable())
                .isFalse();
        assertThat(history(push1, new Operation(0, Result.EMPTY, 0, 2, 3), new Operation(1, Result.STOLEN, 1, 2, 3))
                        .isLinearizable())
                .isTrue();
        assertThat(history(push1, new Operation(0, Result.FULL, 0, 2, 3)).isLinearizable())
                .isFalse();
        assertThat(history(push1, push2, new Operation(0, Result.FULL, 0, 4, 5)).isLinearizable())
                .isTrue();
    }

    private static DequeHistory history(Operation... operations) {
        return new DequeHistory(2, List.of(operations));
    }

    private static DequeHistory record(WorkDeques<Stamped> deques, int seed) {
        var device = deques.device();
        int lanes = 1 + THIEVES;
        try (Ints results = device.ints(lanes * EACH);
                Ints values = device.ints(lanes * EACH);
                Longs calls = device.longs(lanes * EACH);
                Longs returns = device.longs(lanes * EACH);
                Ints arrived = device.ints(1)) {
            device.run(Grid.threads(lanes).withBlockSize(1), lane -> {
                arrived.getAndAdd(0, 1);
                var backoff = new Backoff();
                while (arrived.getOpaque(0) < lanes) {
                    backoff.pause("the others");
                }
                for (int i = 0; i < EACH; i++) {
                    int place = lane.id() * EACH + i;
                    boolean pushes = lane.id() == 0 && Chance.upTo(8, Chance.bits(seed, 0, i)) <= (i < 4 ? 7 : 4);
                    calls.set(place, lane.nanoTime());
                    if (pushes) {
                        boolean accepted = deques.push(0, Stamped.of(place));
                        returns.set(place, lane.nanoTime());
                        results.set(place, accepted ? PUSHED : FULL);
                        values.set(place, place);
                    } else {
                        var taken = lane.id() == 0 ? deques.pop(0) : deques.steal(0);
                        returns.set(place, lane.nanoTime());
                        int without = lane.id() == 0 ? EMPTY : NOTHING;
                        results.set(place, taken.present() ? lane.id() == 0 ? POPPED : STOLEN : without);
                        values.set(place, taken.value().value());
                    }
                }
            });
            return new DequeHistory(deques.capacity(), operations(results, values, calls, returns));
        }
    }

    private static List<Operation> operations(Ints results, Ints values, Longs calls, Longs returns) {
        int[] result = results.copyOut();
        int[] value = values.copyOut();
        long[] call = calls.copyOut();
        long[] returned = returns.copyOut();
        var operations = new ArrayList<Operation>();
        for (int i = 0; i < result.length; i++) {
            if (result[i] != NOTHING) {
                operations.add(new Operation(i / EACH, RESULTS[result[i]], value[i], call[i], returned[i]));
            }
        }
        return operations;
    }
}
