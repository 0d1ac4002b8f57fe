package dev.warpbroker.device.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lanes;
import dev.warpbroker.device.backend.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Grids with more lanes than threads, on a backend with small limits. */
class JvmResidencyTest {
    private static final int PROCESSORS = 2;
    private static final int RESIDENT = 8;
    private static final AtomicInteger arrived = new AtomicInteger();
    private static final AtomicInteger running = new AtomicInteger();
    private static final AtomicInteger mostRunning = new AtomicInteger();

    private final JvmBackend backend =
            new JvmBackend(new WorkerLimits(PROCESSORS, 4, RESIDENT, Duration.ofMillis(200)), DeviceOptions.defaults());

    @Test
    void failsWhenAllResidentLanesWaitForLanesThatCannotStart() throws InterruptedException {
        arrived.set(0);

        var outcome = outcomeOf(20, lane -> {
            arrived.getAndIncrement();
            var backoff = new Backoff();
            while (arrived.get() < 20) {
                backoff.pause("all the others");
            }
        });

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.fault().message())
                                .isEqualTo(
                                        "all 8 lanes that can be resident wait (this one for all the others) and 12 of"
                                            + " 20 lanes were not started; launch at most 8 lanes, or let lanes return"
                                            + " instead of waiting"));
        assertThat(outcomeOf(100, lane -> {})).isInstanceOf(Outcome.Completed.class);
    }

    @Test
    void waitsAsLongAsALaneIsStillBusy() throws InterruptedException {
        arrived.set(0);

        var outcome = outcomeOf(20, lane -> {
            if (lane.id() == 0) {
                long end = lane.nanoTime() + 600_000_000;
                while (lane.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                arrived.set(1);
            }
            var backoff = new Backoff();
            while (arrived.get() == 0) {
                backoff.pause("lane 0");
            }
        });

        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
    }

    @Test
    void lanesThatDoNotWaitRunOnAsManyThreadsAsProcessors() throws InterruptedException {
        running.set(0);
        mostRunning.set(0);

        outcomeOf(1_000, lane -> {
            mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
            long end = lane.nanoTime() + 20_000;
            while (lane.nanoTime() < end) {
                Thread.onSpinWait();
            }
            running.decrementAndGet();
        });

        assertThat(mostRunning.get()).isBetween(1, PROCESSORS);
    }

    @Test
    void failsWhenAllResidentBlocksWaitForBlocksThatCannotStart() throws InterruptedException {
        arrived.set(0);

        var launch = backend.launch(Lanes.call(new Grid(20, 4), lane -> {
            lane.block().barrier();
            arrived.getAndIncrement();
            var backoff = new Backoff();
            while (lane.block().lane() == 0 && arrived.get() < 20) {
                backoff.pause("all blocks");
            }
            lane.block().barrier();
        }));
        launch.await(Long.MAX_VALUE);

        assertThat(launch.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.fault().message())
                                .startsWith("all 8 lanes that can be resident wait (this one for all blocks) and ")
                                .endsWith(" of 20 lanes were not started; launch at most 8 lanes, or let lanes return"
                                        + " instead of waiting"));
    }

    @Test
    void whereaboutsNameLanesAndPositions() throws InterruptedException {
        arrived.set(0);
        var launch = backend.launch(Lanes.call(Grid.threads(2), lane -> {
            while (arrived.get() == 0) {
                Thread.onSpinWait();
            }
        }));

        String whereabouts = launch.whereabouts();
        while (!whereabouts.contains("lane 0 at") || !whereabouts.contains("lane 1 at")) {
            Thread.sleep(1);
            whereabouts = launch.whereabouts();
        }
        arrived.set(1);
        launch.await(Long.MAX_VALUE);

        assertThat(whereabouts)
                .startsWith("Lanes running: 2, among them lane 0 at dev.warpbroker.device.jvm.JvmResidencyTest")
                .contains("lane 1 at dev.warpbroker.device.jvm.JvmResidencyTest");
        assertThat(launch.whereabouts()).isEqualTo("No lane is running.");
    }

    private Outcome outcomeOf(int threads, Kernel kernel) throws InterruptedException {
        var launch = backend.launch(Lanes.call(Grid.threads(threads), kernel));
        launch.await(Long.MAX_VALUE);
        return launch.outcome();
    }
}
