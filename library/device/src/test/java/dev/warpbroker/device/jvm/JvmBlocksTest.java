package dev.warpbroker.device.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.LaunchStoppedException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks on the JVM device. Small grids have a thread for each lane, in large ones blocks are assembled. */
class JvmBlocksTest {
    private static final int SMALL = 48;
    private static final int LARGE = 1_000;

    private final Device device = Device.jvm();

    @AfterEach
    void deviceIsUsable() {
        Ints sums = device.ints(4);
        device.run(new Grid(256, 64), lane -> {
            Ints sum = lane.block().sharedInts(1);
            if (lane.block().lane() == 0) {
                sum.set(0, 0);
            }
            lane.block().barrier();
            sum.getAndAddRelaxed(0, 1);
            lane.block().barrier();
            sums.set(lane.block().index(), sum.get(0));
        });
        assertThat(sums.copyOut()).containsOnly(64);
        device.close();
    }

    @ParameterizedTest
    @CsvSource({"1000, 1", "1000, 7", "100000, 256", "20000, 1024", "3000, 1000", "64, 64", "65, 2"})
    void everyLaneRunsOnceAndMeetsItsBlock(int threads, int blockSize) {
        Ints runs = device.ints(threads);
        Ints met = device.ints(threads);
        var grid = new Grid(threads, blockSize);

        device.run(grid, lane -> {
            var block = lane.block();
            Ints arrived = block.sharedInts(1);
            if (block.lane() == 0) {
                arrived.set(0, 0);
            }
            block.barrier();
            arrived.getAndAddRelaxed(0, 1);
            runs.getAndAdd(lane.id(), 1);
            block.barrier();
            met.set(lane.id(), arrived.get(0));
        });

        assertThat(runs.copyOut()).containsOnly(1);
        int[] inBlock = met.copyOut();
        for (int lane = 0; lane < threads; lane++) {
            assertThat(inBlock[lane]).as("lane %d", lane).isEqualTo(grid.lanesIn(lane / blockSize));
        }
    }

    @Test
    void lanesThatEndedBeforeTheirBlockWasAssembledAreNotWaitedFor() {
        int threads = 10_000;
        Ints after = device.ints(1);

        device.run(new Grid(threads, 100), lane -> {
            if (lane.id() % 100 >= 50) {
                lane.block().barrier();
                after.getAndAdd(0, 1);
            }
        });

        assertThat(after.copyOut()).containsExactly(threads / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void pieceOfSharedMemoryMayHaveAllThatABlockHasAndNoMore(int blockSize) {
        Ints lengths = device.ints(1);
        device.run(
                new Grid(64, blockSize),
                lane -> lengths.set(0, lane.block().sharedInts(58_112).length()));
        assertThat(lengths.copyOut()).containsExactly(58_112);

        assertThatThrownBy(() -> device.run(
                        new Grid(64, blockSize),
                        lane -> lengths.set(
                                0, lane.block().sharedInts(58_112 + 1).length())))
                .rootCause()
                .hasMessageContaining("232,464 bytes in 1 pieces of shared memory of a block")
                .hasMessageContaining("the limit is 232,448 (227 KiB)");
    }

    @Test
    void piecesOfSharedMemoryTogetherHaveTheSameLimit() {
        Ints lengths = device.ints(1);
        assertThatThrownBy(() -> device.run(new Grid(64, 32), lane -> {
                    Ints first = lane.block().sharedInts(29_056);
                    var second = lane.block().sharedDoubles(14_528 + 1);
                    lengths.set(0, first.length() + second.length());
                }))
                .rootCause()
                .hasMessageContaining("232,464 bytes in 2 pieces of shared memory of a block");
    }

    @Test
    void oneLaneOfALargeGridMayAskForItsBlock() {
        Ints votes = device.ints(1);

        device.run(new Grid(LARGE, 96), lane -> {
            if (lane.id() >= 960) {
                int vote = lane.warp().ballot(-1, true);
                if (lane.id() == 999) {
                    votes.set(0, vote);
                }
            }
        });

        assertThat(votes.copyOut()).containsExactly(0xff);
    }

    @Test
    void blocksThatCooperateMayWaitForEachOther() {
        int blocks = 40;
        Ints arrived = device.ints(1);
        Ints seen = device.ints(blocks);

        device.run(new Grid(blocks * 64, 64), lane -> {
            var block = lane.block();
            block.barrier();
            if (block.lane() == 0) {
                arrived.getAndAdd(0, 1);
                var backoff = new Backoff();
                while (arrived.getAcquire(0) < blocks) {
                    backoff.pause("the other blocks");
                }
            }
            block.barrier();
            if (block.lane() == block.size() - 1) {
                seen.set(block.index(), arrived.getAcquire(0));
            }
        });

        assertThat(seen.copyOut()).containsOnly(blocks);
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void exceptionOfALaneEndsThoseThatWaitForIt(int threads) {
        assertThatThrownBy(() -> device.run(new Grid(threads, 16), lane -> {
                    if (lane.id() == 21) {
                        throw new IllegalStateException("twenty-one");
                    }
                    lane.block().barrier();
                }))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("java.lang.IllegalStateException: twenty-one in lane 21");
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void blockInWhichNoLaneCanGoOnIsReported(int threads) {
        assertThatThrownBy(() -> device.run(new Grid(threads, 16), lane -> {
                    if (lane.block().lane() < 3) {
                        lane.warp().ballot(-1, true);
                    } else {
                        lane.block().barrier();
                    }
                }))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("no lane of block")
                .hasMessageContaining("13 at a barrier of the block, 3 at a ballot of mask 0xffffffff in warp 0");
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void laneThatEndsCanLeaveABlockInWhichNoLaneCanGoOn(int threads) {
        assertThatThrownBy(() -> device.run(new Grid(threads, 16), lane -> {
                    if (lane.block().lane() == 0) {
                        lane.warp().synchronize(0b11);
                    } else if (lane.block().lane() == 1) {
                        lane.block().barrier();
                    }
                }))
                .hasMessageContaining("no lane of block")
                .hasMessageContaining("1 at a barrier of the block, 1 at a synchronization of mask 0x3 in warp 0");
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void joinWithTimeoutNamesTheBarrier(int threads) {
        Ints begun = device.ints(1);
        var launch = device.launch(new Grid(threads, 16), lane -> {
            begun.setRelease(0, 1);
            if (lane.block().lane() == 5) {
                var backoff = new Backoff();
                while (true) {
                    backoff.pause("something that never happens");
                }
            }
            lane.block().barrier();
        });
        while (begun.getAcquire(0) == 0) {
            Thread.onSpinWait();
        }

        assertThatThrownBy(() -> launch.join(Duration.ofMillis(300)))
                .isInstanceOf(LaunchStoppedException.class)
                .hasMessageMatching("(?s).*waiting for (all lanes of its block at a barrier|something that never"
                        + " happens) in lane .*JvmBlocksTest.*");
        assertThat(launch.isDone()).isTrue();
    }

    @Test
    void lanesThatWereStoppedAtABarrierDoNotGoOn() {
        Ints passed = device.ints(1);
        var launch = device.launch(new Grid(64, 64), lane -> {
            if (lane.block().lane() == 0) {
                var backoff = new Backoff();
                while (true) {
                    backoff.pause("something that never happens");
                }
            }
            lane.block().barrier();
            passed.getAndAdd(0, 1);
        });

        launch.cancel();

        assertThat(passed.copyOut()).containsExactly(0);
    }

    @Test
    void maskMustNameTheCaller() {
        assertThatThrownBy(() -> device.run(Grid.threads(4), lane -> lane.warp().ballot(0b0011, true)))
                .hasMessageContaining("mask 0x3 of a warp operation does not name lane");
    }

    @Test
    void sharedMemoryOfOnePlaceHasOneLength() {
        assertThatThrownBy(() ->
                        device.run(Grid.threads(4), lane -> lane.block().sharedInts(1 + lane.id())))
                .hasMessageContaining("the length must be a constant");
    }

    @Test
    void hostOperationsInsideAssembledLanesAreRefused() {
        Ints values = device.ints(1);

        assertThatThrownBy(() -> device.run(new Grid(LARGE, 100), lane -> {
                    lane.block().barrier();
                    if (lane.id() == 99) {
                        values.fill(3);
                    }
                }))
                .hasMessageContaining("cannot wait for launches");
    }
}
