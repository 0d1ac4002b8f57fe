package dev.warpbroker.device.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lanes;
import dev.warpbroker.device.Longs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmLaunchTest {
    @AutoClose
    private final Device device = Device.jvm();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 1_024, 100_000})
    void everyLaneRunsOnce(int threads) {
        Ints runs = device.ints(threads);
        Ints counts = device.ints(threads);

        device.run(Grid.threads(threads), lane -> {
            runs.getAndAdd(lane.id(), 1);
            counts.set(lane.id(), lane.count());
        });

        assertThat(runs.copyOut()).containsOnly(1);
        assertThat(counts.copyOut()).containsOnly(threads);
    }

    @Test
    void lanesOfSmallGridsAreAllThereTogether() {
        int threads = 64;
        Ints arrived = device.ints(1);

        device.run(Grid.threads(threads), lane -> {
            arrived.getAndAdd(0, 1);
            while (arrived.getOpaque(0) < threads) {
                Thread.onSpinWait();
            }
        });

        assertThat(arrived.copyOut()).containsExactly(threads);
    }

    @ParameterizedTest
    @ValueSource(ints = {65, 500, 5_000})
    void lanesMayWaitForLanesThatStartLater(int threads) {
        Ints arrived = device.ints(1);

        device.run(Grid.threads(threads), lane -> {
            arrived.getAndAdd(0, 1);
            var backoff = new Backoff();
            while (arrived.getOpaque(0) < threads) {
                backoff.pause("the last lane");
            }
        });

        assertThat(arrived.copyOut()).containsExactly(threads);
    }

    @Test
    void lanesOfLargeGridsMayWaitForLanesNearThem() {
        int threads = 20_000;
        Ints ready = device.ints(threads);

        device.run(Grid.threads(threads), lane -> {
            int partner = lane.id() ^ 1;
            ready.setRelease(lane.id(), 1);
            Lanes.await(ready, partner, "the partner");
        });

        assertThat(ready.copyOut()).containsOnly(1);
    }

    @Test
    void launchReturnsBeforeTheKernelEnds() {
        Ints go = device.ints(1);

        var launch = device.launch(Grid.threads(2), lane -> {
            Lanes.await(go, 0, "the host");
        });
        assertThat(launch.isDone()).isFalse();
        go.setRelease(0, 1);
        launch.join();

        assertThat(launch.isDone()).isTrue();
    }

    @Test
    void launchesRunInTheOrderTheyWereMade() {
        Ints last = device.ints(1);
        Ints wrong = device.ints(1);

        for (int i = 0; i < 50; i++) {
            int before = i;
            device.launch(Grid.threads(3), lane -> {
                if (last.get(0) != before) {
                    wrong.set(0, 1);
                }
            });
            device.launch(Grid.threads(1), lane -> last.set(0, before + 1));
        }

        assertThat(last.copyOut()).containsExactly(50);
        assertThat(wrong.copyOut()).containsExactly(0);
    }

    @Test
    void severalHostThreadsMayLaunch() throws InterruptedException {
        Longs running = device.longs(2);
        List<Thread> hosts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            hosts.add(Thread.ofPlatform().start(() -> {
                for (int j = 0; j < 20; j++) {
                    device.run(Grid.threads(1), lane -> {
                        if (running.getAndAdd(0, 1) == 0) {
                            running.set(1, running.get(1) + 1);
                        }
                        running.getAndAdd(0, -1);
                    });
                }
            }));
        }
        for (var host : hosts) {
            host.join();
        }

        assertThat(running.copyOut()).containsExactly(0, 80);
    }

    @Test
    void hostCopiesWaitForEarlierLaunches() {
        Ints value = device.ints(1);

        device.launch(Grid.threads(1), lane -> {
            long end = lane.nanoTime() + 50_000_000;
            while (lane.nanoTime() < end) {
                Thread.onSpinWait();
            }
            value.set(0, 7);
        });

        assertThat(value.copyOut()).containsExactly(7);
    }

    @Test
    void elapsedIsTheTimeOfTheKernelAlone() {
        long start = System.nanoTime();
        var first = device.launch(Grid.threads(2), lane -> {
            long end = lane.nanoTime() + 300_000_000;
            while (lane.nanoTime() < end) {
                Thread.onSpinWait();
            }
        });
        var second = device.launch(Grid.threads(1), lane -> {});

        assertThat(first.elapsed()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        var both = first.elapsed().plus(second.elapsed());
        assertThat(both)
                .as("the second without its wait for the first")
                .isLessThanOrEqualTo(Duration.ofNanos(System.nanoTime() - start));
    }

    @Test
    void propertiesDescribeTheThreads() {
        var properties = device.properties();

        assertThat(properties.id()).isEqualTo("jvm");
        assertThat(properties.residentThreads()).isGreaterThanOrEqualTo(1_024);
        assertThat(properties.warpSize()).isEqualTo(32);
        assertThat(properties.maxBlockSize()).isEqualTo(1_024);
        assertThat(properties.lanesPerWorker()).isEqualTo(1);
        assertThat(properties.name()).contains("processors");
    }
}
