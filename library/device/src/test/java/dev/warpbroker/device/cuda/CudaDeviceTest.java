package dev.warpbroker.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.DeviceUnavailableException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.LaunchStoppedException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CudaDeviceTest {
    @AutoClose
    private Device device;

    @BeforeAll
    static void needsAGpu() {
        assumeTrue(CudaBackend.deviceCount() > 0, "no NVIDIA GPU here");
    }

    @BeforeEach
    void open() {
        device = Device.cuda(0);
    }

    private static Kernel waitFor(Ints flag) {
        return lane -> {
            var backoff = new Backoff();
            while (flag.getAcquire(0) == 0) {
                backoff.pause("the flag");
            }
        };
    }

    @Test
    void ordinalBeyondTheLastGpuIsRefused() {
        assertThatThrownBy(() -> Device.cuda(99))
                .isInstanceOf(DeviceUnavailableException.class)
                .hasMessageContaining("there is no cuda:99");
    }

    @Test
    void memoryStartsZeroed() {
        assertThat(device.longs(10_000).copyOut()).containsOnly(0);
    }

    @Test
    void copyInAndOutOfMoreThanTheStagingBuffer() {
        int[] data = new Random(1).ints(5_000_001).toArray();
        var memory = device.ints(data.length);

        memory.copyIn(data);

        assertThat(Arrays.equals(memory.copyOut(), data)).isTrue();
        assertThat(memory.copyOut(7, 3)).containsExactly(data[7], data[8], data[9]);
    }

    @Test
    void fillRepeatsAPatternOfOneWord() {
        var memory = device.floats(1_000_001);

        memory.fill(0.1f);

        assertThat(memory.copyOut()).containsOnly(0.1f);
    }

    @Test
    void fillRepeatsAPatternOfTwoDifferentWords() {
        var memory = device.longs(3_000_001);

        memory.fill(0x0123_4567_89ab_cdefL);

        assertThat(Arrays.stream(memory.copyOut())).allMatch(word -> word == 0x0123_4567_89ab_cdefL);
    }

    @Test
    void notEnoughMemorySaysWhatWasAskedForAndWhatIsFree() {
        var total = device.properties().memoryBytes();
        int chunk = Integer.MAX_VALUE - 8;

        assertThatThrownBy(() -> {
                    for (long taken = 0; taken <= total; taken += 8L * chunk) {
                        var _ = device.longs(chunk);
                    }
                })
                .isInstanceOf(DeviceMemoryException.class)
                .hasMessageContainingAll("Longs[" + chunk + "] needs " + 8L * chunk + " bytes", "are free");
    }

    @Test
    void kernelWritesWhatTheHostReads() {
        int threads = 100_003;
        var squares = device.ints(threads);

        device.run(Grid.threads(threads), lane -> squares.set(lane.id(), lane.id() * lane.id()));

        assertThat(squares.copyOut())
                .isEqualTo(IntStream.range(0, threads).map(i -> i * i).toArray());
    }

    @Test
    void launchesRunInOrderAlsoWhenManyAreQueued() {
        var last = device.ints(1);
        for (int i = 1; i <= 200; i++) {
            int number = i;
            device.launch(Grid.threads(1), lane -> last.set(0, last.get(0) == number - 1 ? number : -1));
        }

        assertThat(last.copyOut()).containsExactly(200);
    }

    @Test
    void throwingLaneFailsItsLaunchButNotTheOneQueuedBehindIt() {
        var counter = device.ints(1);
        Kernel failing = lane -> {
            if (lane.id() == 77) {
                throw new IllegalStateException("lane 77");
            }
        };

        var first = device.launch(Grid.threads(1_000), failing);
        var second = device.launch(Grid.threads(1_000), lane -> {
            int _ = counter.getAndAdd(0, 1);
        });

        assertThatThrownBy(first::join)
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("IllegalStateException: lane 77 in lane 77");
        second.join();
        assertThat(counter.copyOut()).containsExactly(1_000);
    }

    @Test
    void launchThatWaitsForEverIsStoppedAndSaysWhy() {
        var flag = device.ints(1);
        int threads = device.properties().residentThreads() / 2;

        var waiting = device.launch(Grid.threads(threads), waitFor(flag));

        assertThatThrownBy(() -> waiting.join(Duration.ofMillis(100)))
                .isInstanceOf(LaunchStoppedException.class)
                .hasMessageContaining("the flag");
        flag.fill(1);
        device.run(Grid.threads(threads), waitFor(flag));
    }

    @Test
    void stoppedLaunchDoesNotStopLaterUsersOfItsSlot() {
        var flag = device.ints(1);
        var passed = device.ints(1);
        Kernel waiting = lane -> {
            waitFor(flag).run(lane);
            passed.getAndAdd(0, 1);
        };
        for (int i = 0; i < 200; i++) {
            device.launch(Grid.threads(32), waiting).cancel();
        }
        assertThat(passed.copyOut()).as("past the flag while it was not set").containsExactly(0);
        flag.fill(1);
        for (int i = 0; i < 200; i++) {
            device.run(Grid.threads(32), waiting);
        }
        assertThat(passed.copyOut()).containsExactly(200 * 32);
    }

    @Test
    void gridThatCannotBeResidentIsRefused() {
        var flag = device.ints(1);
        int tooMany = 2 * device.properties().residentThreads();

        assertThatThrownBy(() -> device.launch(Grid.threads(tooMany), waitFor(flag)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("grid of " + tooMany + " threads", "all must be resident");
    }

    @Test
    void launchHandlesStayReadableAfterClose() {
        var memory = device.ints(1);
        var launch = device.launch(Grid.threads(1), lane -> memory.set(0, 1));
        device.close();

        launch.join();
        assertThat(launch.elapsed()).isPositive();
    }
}
