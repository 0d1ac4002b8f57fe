package dev.warpbroker.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Contention.Access;
import dev.warpbroker.experiments.Imbalance.Load;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExperimentKernelsTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Grid GRID = new Grid(70, 64);

    static Stream<Device> devices() {
        return Stream.of(Device.jvm(), Device.simulator(5));
    }

    /** What a seed makes the threads do is known beforehand, and the same on every device. */
    @ParameterizedTest
    @MethodSource("devices")
    void imbalanceMakesTheOperationsOfItsSeed(Device device) {
        var load = new Load(6, 0.7, 0.4, 2, 30, 11);
        try (device;
                var queue = QueueKind.BQ.create(device, 1024);
                var experiment = new Imbalance(device, GRID, load)) {
            var found = experiment.check(queue, LIMIT);
            assertThat(found.holds()).isTrue();
            assertThat(found.full()).isZero();

            queue.clear();
            experiment.prepare(queue);
            device.run(GRID, experiment.kernel(queue));
            int[] left = queue.drain();
            assertThat(Arrays.stream(left).asLongStream().sum()).isEqualTo(experiment.balance());
            // All that was tried: 30 filled in; each enqueue succeeded; dequeues took the rest or found nothing.
            long enqueues = found.accepted() - 30;
            assertThat(load.operations(GRID.threads())).isGreaterThan(enqueues).isEqualTo(operationsByHand(load));
        }
    }

    private static long operationsByHand(Load load) {
        long count = 0;
        for (int thread = 0; thread < GRID.threads(); thread++) {
            int rounds = Chance.upTo(load.mostRounds(), Chance.bits(load.seed(), thread, 0));
            for (int round = 1; round <= rounds; round++) {
                count += Chance.happens(Chance.bits(load.seed(), thread, 2 * round), Chance.threshold(0.7)) ? 1 : 0;
                count += Chance.happens(Chance.bits(load.seed(), thread, 2 * round + 1), Chance.threshold(0.4)) ? 1 : 0;
            }
        }
        return count;
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aMixKeepsWhatItDoesNotTake(Device device) {
        try (device;
                var queue = QueueKind.BQ.create(device, 1024);
                var mix = new Mix(device, GRID, 500, 0.8, 3)) {
            var found = mix.check(queue, LIMIT);
            assertThat(found.holds()).isTrue();
            assertThat(found.accepted()).isBetween(350L, 450L);

            queue.clear();
            device.run(GRID, mix.kernel(queue));
            assertThat(Arrays.stream(queue.drain()).asLongStream().sum()).isEqualTo(mix.balance());
        }
    }

    /**
     * The simulator has one multiprocessor, so that half of the blocks of a placement on the first of two find no
     * place.
     */
    @Test
    void threadsThatDoNotComeToTheirMultiprocessorAreMissed() {
        try (var device = Device.simulator(4);
                var queue = QueueKind.BQ.create(device, 1024);
                var there = new Mix(device, new Placement(device, 2, List.of(0), 64, 32), 500, 0.8, 3);
                var nowhere = new Mix(device, new Placement(device, 2, List.of(1), 64, 32), 500, 0.8, 3)) {
            there.prepare(queue);
            device.run(there.grid(), there.kernel(queue));
            assertThat(there.multiprocessors()).containsExactly(0);
            assertThat(Arrays.stream(queue.drain()).asLongStream().sum()).isEqualTo(there.balance());

            nowhere.prepare(queue);
            device.run(nowhere.grid(), nowhere.kernel(queue));
            assertThat(queue.drain()).isEmpty();
            assertThatThrownBy(nowhere::multiprocessors).hasMessageContaining("0 blocks of 32 lanes");
        }
    }

    @Test
    void blocksMustBeSharedEqually() {
        try (var device = Device.simulator(4)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Placement(device, 8, List.of(0, 1, 2), 256, 64))
                    .withMessageContaining("give a multiple of 192 threads");
        }
    }

    @Test
    void multiprocessorsAreOrderedByDistance() {
        var multiprocessors = new Multiprocessors(List.of(30.0, 10.0, 20.0));
        assertThat(multiprocessors.nearest(2)).containsExactly(1, 2);
        assertThat(multiprocessors.farthest(2)).containsExactly(0, 2);
        assertThat(multiprocessors.nanos(List.of(0, 1))).isEqualTo(20.0);
    }

    /** WFQ keeps a record for each thread that it was made for, and serves no others. */
    @Test
    void experimentsUseAQueueWithNoMoreThreadsThanItWasMadeFor() {
        var few = new Grid(3, 1);
        var options = QueueOptions.capacity(1024).withThreads(few.threads());
        try (var device = Device.jvm();
                var queue = QueueKind.WFQ.create(device, options);
                var mix = new Mix(device, few, 50, 0.8, 3);
                var imbalance = new Imbalance(device, few, new Load(20, 0.7, 0.4, 2, 30, 11))) {
            assertThat(mix.check(queue, LIMIT).holds()).isTrue();
            queue.clear();
            device.run(few, mix.kernel(queue));
            assertThat(Leftovers.sum(queue, few)).isEqualTo(mix.balance());

            queue.clear();
            assertThat(imbalance.check(queue, LIMIT).holds()).isTrue();
            queue.clear();
            imbalance.prepare(queue);
            device.run(few, imbalance.kernel(queue));
            assertThat(Leftovers.sum(queue, few)).isEqualTo(imbalance.balance());
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyAccessCountsEveryRound(Device device) {
        try (device) {
            for (var access : Access.values()) {
                try (var contention = new Contention(device, GRID, access, 9)) {
                    device.run(GRID, contention.kernel());
                    assertThat(contention.sum()).as("%s", access).isEqualTo(contention.expected());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void onePerWarpIsTheFirstOfEachWarpOfEachBlock(Device device) {
        var grid = new Grid(150, 80);
        assertThat(Users.ONE_PER_WARP.count(grid, device.properties())).isEqualTo(3 + 3);
        try (device;
                var queue = QueueKind.BQ.create(device, 1024);
                var pairs = new Pairs(device, grid, Granularity.THREAD, Users.ONE_PER_WARP, 4)) {
            var run = pairs.run(queue);
            assertThat(run.passed()).isTrue();
            assertThat(run.pairs()).isEqualTo(4L * (3 + 3));
        }
    }

    @Test
    void chanceFollowsItsProbability() {
        int threshold = Chance.threshold(0.3);
        int hits = 0;
        for (int i = 0; i < 100_000; i++) {
            hits += Chance.happens(Chance.bits(1, i / 10, i % 10), threshold) ? 1 : 0;
        }
        assertThat(hits).isBetween(29_500, 30_500);
        assertThat(Chance.happens(-1, Chance.threshold(1))).isTrue();
        assertThat(Chance.happens(0, Chance.threshold(0))).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Chance.threshold(1.01))
                .withMessageContaining("1.01");
    }
}
