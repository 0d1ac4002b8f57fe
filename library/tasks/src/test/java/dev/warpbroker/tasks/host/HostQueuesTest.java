package dev.warpbroker.tasks.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.forkjoin.Scalars;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the conformance cases of queues with the host do not show. */
class HostQueuesTest {
    record Pair(int first, long second) {}

    static Stream<Named<Device>> devices() {
        return DeviceExecutorTest.devices();
    }

    @ParameterizedTest
    @MethodSource("devices")
    void severalThreadsTakeEveryElementOnce(Device device) throws InterruptedException {
        int lanes = 64;
        int each = 20;
        try (var queue = QueueToHost.on(device, Scalars.INTS, 64, 2)) {
            var producer = queue.producer();
            var launch = device.launch(new Grid(lanes, 32), lane -> {
                for (int i = 0; i < each; i++) {
                    producer.put(lane, lane.id() * each + i);
                }
            });
            var seen = ConcurrentHashMap.<Integer>newKeySet();
            var left = new AtomicInteger(lanes * each);
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 3; i++) {
                threads.add(Thread.ofVirtual().start(() -> {
                    while (left.getAndDecrement() > 0) {
                        try {
                            assertThat(seen.add(queue.take())).isTrue();
                        } catch (InterruptedException _) {
                            return;
                        }
                    }
                }));
            }
            for (var thread : threads) {
                thread.join();
            }
            launch.join();
            assertThat(seen).hasSize(lanes * each);
            assertThat(queue).isEmpty();
        }
    }

    record Box(@Nullable Granularity size) {}

    @ParameterizedTest
    @MethodSource("devices")
    void elementThatCannotBeWrittenIsNotPutIn(Device device) {
        try (var queue = QueueToHost.on(device, Layout.of(Box.class))) {
            var producer = queue.producer();
            device.run(Grid.threads(1), lane -> {
                try {
                    producer.put(lane, new Box(null));
                } catch (NullPointerException e) {
                    producer.put(lane, new Box(Granularity.WARP));
                }
            });
            assertThat(queue.poll()).isEqualTo(new Box(Granularity.WARP));
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void elementsCanBeLookedAt(Device device) {
        try (var queue = QueueToHost.on(device, Layout.of(Pair.class))) {
            assertThat(queue.peek()).isNull();
            assertThat(queue.poll()).isNull();
            var producer = queue.producer();
            device.run(Grid.threads(1), lane -> {
                producer.put(lane, new Pair(1, 1L << 40));
                producer.put(lane, new Pair(2, -1));
            });
            assertThat(queue.size()).isEqualTo(2);
            assertThat(queue).containsExactly(new Pair(1, 1L << 40), new Pair(2, -1));
            assertThat(queue.peek()).isEqualTo(new Pair(1, 1L << 40));
            assertThat(queue.poll()).isEqualTo(new Pair(1, 1L << 40));
            var rest = new ArrayList<Pair>();
            assertThat(queue.drainTo(rest, 5)).isEqualTo(1);
            assertThat(rest).containsExactly(new Pair(2, -1));
            assertThat(queue.isEmpty()).isTrue();
        }
    }

    /** A thread that takes one element fetches others with it. */
    @ParameterizedTest
    @MethodSource("devices")
    void fetchedElementsAreStillInsideAndLanesHaveTheirRoom(Device device) {
        try (var queue = QueueToHost.on(device, Scalars.INTS, 64, 1);
                var put = device.ints(1)) {
            var producer = queue.producer();
            Kernel fill = lane -> {
                while (producer.offer(lane, put.get(0))) {
                    put.set(0, put.get(0) + 1);
                }
            };
            device.run(Grid.threads(1), fill);
            assertThat(queue.poll()).isZero();
            assertThat(queue.size()).isEqualTo(63);
            device.run(Grid.threads(1), fill);
            int all = put.copyOut()[0];
            assertThat(all).isBetween(65, 96);
            assertThat(queue.size()).isEqualTo(all - 1);
            assertThat(queue.peek()).isEqualTo(1);
            var rest = new ArrayList<Integer>(List.copyOf(queue));
            assertThat(rest).isEqualTo(IntStream.range(1, all).boxed().toList());
            rest.clear();
            assertThat(queue.drainTo(rest, 50)).isEqualTo(50);
            assertThat(queue.drainTo(rest)).isEqualTo(all - 51);
            assertThat(rest).isEqualTo(IntStream.range(1, all).boxed().toList());
            assertThat(queue.isEmpty()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void waitingEndsInTimeAndWhenInterrupted(Device device) throws InterruptedException {
        try (var in = QueueToHost.on(device, Scalars.LONGS, 64, 1);
                var out = QueueToDevice.on(device, Scalars.LONGS, 64, 1)) {
            assertThat(in.poll(1, TimeUnit.MILLISECONDS)).isNull();
            while (out.offer(1L)) {
                assertThat(out.remainingCapacity()).isNotNegative();
            }
            assertThat(out.offer(2L, 1, TimeUnit.MILLISECONDS)).isFalse();
            var ended = new AtomicReference<List<Boolean>>();
            var thread = Thread.ofPlatform().start(() -> {
                boolean take = false;
                boolean put = false;
                try {
                    in.take();
                } catch (InterruptedException _) {
                    take = true;
                }
                Thread.currentThread().interrupt();
                try {
                    out.put(3L);
                } catch (InterruptedException _) {
                    put = true;
                }
                ended.set(List.of(take, put));
            });
            thread.interrupt();
            thread.join();
            assertThat(ended.get()).containsExactly(true, true);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void theOtherEndIsForLanes(Device device) {
        try (var in = QueueToHost.on(device, Scalars.INTS);
                var out = QueueToDevice.on(device, Scalars.INTS)) {
            assertThatThrownBy(() -> in.offer(1)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> in.put(1)).hasMessageContaining("lanes put");
            assertThat(in.remainingCapacity()).isZero();
            assertThatThrownBy(() -> in.drainTo(in)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(out::poll).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(out::take).hasMessageContaining("lanes take");
            assertThatThrownBy(out::iterator).isInstanceOf(UnsupportedOperationException.class);
            out.finish();
            out.finish();
            assertThatThrownBy(() -> out.add(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("after finish");
            assertThatThrownBy(() -> QueueToHost.on(device, Scalars.INTS, 100, 1))
                    .hasMessageContaining("capacity 100");
            assertThatThrownBy(() -> QueueToDevice.on(device, Scalars.INTS, 64, 0))
                    .hasMessageContaining("0 rings");
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aQueueGoesThroughManyLaps(Device device) {
        int rounds = 5;
        try (var queue = QueueToHost.on(device, Scalars.INTS, 64, 1)) {
            var producer = queue.producer();
            for (int round = 0; round < rounds; round++) {
                int from = 50 * round;
                device.run(Grid.threads(1), lane -> {
                    for (int i = 0; i < 50; i++) {
                        producer.put(lane, from + i);
                    }
                });
                var taken = new ArrayList<Integer>();
                queue.drainTo(taken);
                assertThat(taken).hasSize(50).startsWith(from).endsWith(from + 49);
            }
        }
    }

    @Test
    void threadsThatWaitAreToldThatTheDeviceWasClosed() throws InterruptedException {
        var device = Device.jvm();
        var toHost = QueueToHost.on(device, Scalars.INTS);
        var toDevice = QueueToDevice.on(device, Scalars.INTS, 64, 1);
        while (toDevice.offer(1)) {
            assertThat(toDevice.size()).isLessThan(64);
        }
        var told = new AtomicInteger();
        List<Callable<?>> waits = List.of(toHost::take, () -> {
            toDevice.put(1);
            return null;
        });
        var threads = waits.stream()
                .map(wait -> Thread.ofVirtual().start(() -> {
                    try {
                        wait.call();
                    } catch (IllegalStateException closed) {
                        told.incrementAndGet();
                    } catch (Exception other) {
                        throw new AssertionError(other);
                    }
                }))
                .toList();
        device.close();
        for (var thread : threads) {
            assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
        }
        assertThat(told).hasValue(2);
    }
}
