package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.faults.EachDevice;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Lanes of a whole launch wait for each other. */
class GridBarrierTest {
    private static final int ROUNDS = 6;

    /** In each round every lane adds up what two others, far away, had before. */
    private static Kernel rounds(Ints values) {
        return lane -> {
            int count = lane.count();
            int from = 0;
            for (int round = 0; round < ROUNDS; round++) {
                int to = count - from;
                int sum = values.get(from + (lane.id() * 7 + round) % count)
                        + values.get(from + (lane.id() + count / 2) % count);
                values.set(to + lane.id(), sum + lane.id());
                lane.gridBarrier();
                from = to;
            }
        };
    }

    private static int[] expected(int count) {
        int[] values = new int[2 * count];
        int from = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int to = count - from;
            for (int id = 0; id < count; id++) {
                values[to + id] =
                        values[from + (id * 7 + round) % count] + values[from + (id + count / 2) % count] + id;
            }
            from = to;
        }
        return values;
    }

    @EachDevice
    void blocksShareMemoryBetweenGridBarriers(Device device) {
        Ints sums = device.ints(5);
        Ints total = device.ints(5 * 32);
        device.run(new Grid(160, 32), lane -> {
            var block = lane.block();
            var shared = block.sharedInts(32);
            shared.set(block.lane(), lane.id());
            block.barrier();
            if (block.lane() == 0) {
                int sum = 0;
                for (int i = 0; i < 32; i++) {
                    sum += shared.get(i);
                }
                sums.set(block.index(), sum);
            }
            lane.gridBarrier();
            int all = 0;
            for (int i = 0; i < 5; i++) {
                all += sums.get(i);
            }
            total.set(lane.id(), all);
        });
        assertThat(total.copyOut()).containsOnly(159 * 160 / 2);
    }

    @EachDevice
    void cancelledLaunchSaysThatALaneWaitedAtAGridBarrier(Device device) {
        Ints reached = device.hostInts(1);
        Ints never = device.hostInts(1);
        var launch = device.launch(new Grid(64, 32), lane -> {
            if (lane.id() == 40) {
                Lanes.await(never, 0, "a word that is never set");
            }
            reached.setRelease(0, 1);
            lane.gridBarrier();
            reached.setRelease(0, 2);
        });
        assertThatThrownBy(() -> launch.join(Duration.ofMillis(300)))
                .isInstanceOf(LaunchStoppedException.class)
                .hasMessageContaining("waiting for");
        assertThat(reached.copyOut()).containsExactly(1);
        device.run(new Grid(64, 32), lane -> lane.gridBarrier());
    }

    @EachDevice
    void failureOfALaneEndsThoseAtABarrier(Device device) {
        assertThatThrownBy(() -> device.run(new Grid(64, 32), lane -> {
                    if (lane.id() == 40) {
                        throw new IllegalStateException("lane " + lane.id());
                    }
                    lane.gridBarrier();
                }))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("lane 40");
        device.run(new Grid(64, 32), lane -> lane.gridBarrier());
    }

    @EachDevice
    void halfOfABlockAtAnotherBarrierIsReported(Device device) {
        assertThatThrownBy(() -> device.run(new Grid(64, 32), lane -> {
                    if (lane.id() < 16) {
                        lane.block().barrier();
                    }
                    lane.gridBarrier();
                }))
                .isInstanceOf(DeviceException.class)
                .hasMessageMatching("(?s).*(no lane of the launch can go on|all lanes wait or repeat).*");
    }

    @Test
    void laneThatNeverComesIsReportedByTheSimulator() {
        try (var device = Device.simulator(7)) {
            Ints word = device.ints(1);
            assertThatThrownBy(() -> device.run(new Grid(64, 32), lane -> {
                        if (lane.id() == 5) {
                            Lanes.await(word, 0, "nothing");
                        }
                        lane.gridBarrier();
                    }))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("memory does not change");
        }
    }

    @Test
    void moreLanesThanCanBeResidentAreRefused() {
        try (var device = Device.simulator(1)) {
            assertThatThrownBy(() -> device.run(Grid.threads(5000), lane -> lane.gridBarrier()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("all must be resident at once");
        }
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> device.run(Grid.threads(1_000_000), lane -> lane.gridBarrier()))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("all 1000000 lanes of the launch at once");
        }
    }

    @Test
    void jvmHoldsThousandsOfLanesAtAGridBarrier() {
        try (var device = Device.jvm()) {
            for (var grid : java.util.List.of(new Grid(10_000, 1), new Grid(10_000, 256))) {
                Ints values = device.ints(2L * grid.threads());
                device.run(grid, rounds(values));
                assertThat(values.copyOut()).isEqualTo(expected(grid.threads()));
            }
        }
    }

    /** Whoever lets the others go on may be late to wake them, and finds them at the next barrier. */
    @Test
    void nobodySleepsOverOneOfManyBarriers() {
        int barriers = 5_000;
        try (var device = Device.jvm()) {
            Ints passed = device.ints(1);
            device.run(new Grid(8, 1), lane -> {
                for (int i = 0; i < barriers; i++) {
                    lane.gridBarrier();
                }
                passed.getAndAdd(0, barriers);
            });
            assertThat(passed.copyOut()).containsExactly(8 * barriers);
        }
    }
}
