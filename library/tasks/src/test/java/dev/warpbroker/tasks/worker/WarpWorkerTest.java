package dev.warpbroker.tasks.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.LaunchStoppedException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WarpWorkerTest {
    private static final int WORKERS = 6;

    static Stream<Device> devices() {
        return Stream.of(Device.jvm(), Device.simulator(5));
    }

    /** {@return a grid of workers, two to a block} */
    private static Grid grid(Device device) {
        return device.properties().workerGrid(WORKERS * device.properties().lanesPerWorker(), 64);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void lanesOfAWorkerHaveItsNumberAndOneIsTheFirst(Device device) {
        int lanes = device.properties().lanesPerWorker();
        try (device;
                var lanesOf = device.ints(WORKERS);
                var firstOf = device.ints(WORKERS);
                var counts = device.ints(1)) {
            device.run(grid(device), lane -> {
                var worker = new WarpWorker(lane);
                lanesOf.getAndAddRelaxed(worker.number(), 1);
                firstOf.getAndAddRelaxed(worker.number(), worker.isFirst() ? 1 : 0);
                counts.setOpaque(0, worker.count());
            });
            assertThat(lanesOf.copyOut()).containsOnly(lanes);
            assertThat(firstOf.copyOut()).containsOnly(1);
            assertThat(counts.copyOut()).containsOnly(WORKERS);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void lanesLearnFromTheFirstAndFromAny(Device device) {
        try (device;
                var wrong = device.ints(1)) {
            device.run(grid(device), lane -> {
                var worker = new WarpWorker(lane);
                int last = lane.warp().size() - 1;
                boolean right = worker.fromFirst(lane.id())
                                == worker.number() * lane.warp().size()
                        && worker.fromFirst(7L * lane.id())
                                == 7L * worker.number() * lane.warp().size()
                        && worker.any(lane.warp().lane() == last)
                        && !worker.any(false)
                        && worker.ballot(true) == worker.mask()
                        && worker.isComplete();
                wrong.getAndAddRelaxed(0, right ? 0 : 1);
            });
            assertThat(wrong.copyOut()).containsOnly(0);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void cancelledWorkersEnd(Device device) {
        try (device;
                var begun = device.hostInts(1)) {
            var launch = device.launch(grid(device), lane -> {
                var worker = new WarpWorker(lane);
                begun.setOpaque(0, 1);
                while (true) {
                    worker.stopIfCancelled("the end of the test");
                }
            });
            while (begun.getVolatile(0) == 0) {
                Thread.onSpinWait();
            }
            launch.cancel();
            assertThatThrownBy(launch::join)
                    .isInstanceOf(LaunchStoppedException.class)
                    .hasMessageContaining("the end of the test");
        }
    }

    /** Workers hand out units in a tree: the count is 0 when, and only when, all leaves were counted. */
    @ParameterizedTest
    @MethodSource("devices")
    void outstandingWorkIsDoneWhenAllUnitsAreTakenOff(Device device) {
        try (device;
                var words = device.ints(64);
                var done = device.ints(2)) {
            int lanes = WORKERS * device.properties().lanesPerWorker();
            words.copyIn(new int[] {2 * lanes}, 32);
            device.run(grid(device), lane -> {
                var outstanding = new OutstandingWork(words, 32);
                outstanding.add(3);
                done.getAndAddRelaxed(0, outstanding.isDone() ? 1 : 0);
                outstanding.add(-5);
            });
            device.run(Grid.threads(1), _ -> done.set(1, new OutstandingWork(words, 32).isDone() ? 1 : 0));
            assertThat(done.copyOut()).containsExactly(0, 1);
        }
    }
}
