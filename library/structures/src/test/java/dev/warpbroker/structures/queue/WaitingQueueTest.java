package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.LaunchStoppedException;
import java.io.Serializable;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Queues that answer neither Full nor Empty wait for as long as they last, and no longer. */
class WaitingQueueTest {
    /** How often a lane looks whether another has returned that must not. */
    private static final int LOOKS = 300;

    private static final int CALLED = 0;
    private static final int RETURNED = 1;
    private static final int TOO_EARLY = 2;
    private static final int VALUE = 3;

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndWaitingQueues")
    void dequeueOnEmptyWaitsForAnEnqueue(Device device, QueueKind kind) {
        var queue = kind.create(device, 2);
        Ints notes = device.ints(4);

        device.run(Grid.threads(2).withBlockSize(1), lane -> {
            if (lane.id() == 0) {
                notes.setRelease(CALLED, 1);
                notes.set(VALUE, queue.dequeue().value());
                notes.setRelease(RETURNED, 1);
            } else {
                noteIfReturned(notes);
                queue.enqueue(7);
            }
        });

        assertThat(notes.copyOut()).containsExactly(1, 1, 0, 7);
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndWaitingQueues")
    void enqueueOnFullWaitsForADequeue(Device device, QueueKind kind) {
        var queue = kind.create(device, 2);
        queue.fill(1, 2);
        Ints notes = device.ints(4);

        device.run(Grid.threads(2).withBlockSize(1), lane -> {
            if (lane.id() == 0) {
                notes.setRelease(CALLED, 1);
                queue.enqueue(3);
                notes.setRelease(RETURNED, 1);
            } else {
                noteIfReturned(notes);
                notes.set(VALUE, queue.dequeue().value());
            }
        });

        assertThat(notes.copyOut()).containsExactly(1, 1, 0, 1);
        assertThat(queue.drain()).containsExactly(2, 3);
    }

    private static void noteIfReturned(Ints notes) {
        var backoff = new Backoff();
        while (notes.getAcquire(CALLED) == 0) {
            backoff.pause("the other lane's call");
        }
        for (int look = 0; look < LOOKS; look++) {
            notes.getAndBitwiseOrRelaxed(TOO_EARLY, notes.getOpaque(RETURNED));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndWaitingQueues")
    void allLanesOfAWarpMayWaitForOneAnother(Device device, QueueKind kind) {
        var queue = kind.create(device, 2);
        Ints values = device.ints(32);

        device.run(Grid.threads(64).withBlockSize(32), lane -> {
            if (lane.id() % 2 == 0) {
                values.set(lane.id() / 2, queue.dequeue().value());
            } else {
                queue.enqueue(lane.id() / 2);
            }
        });

        assertThat(values.copyOut()).as("each value once").doesNotHaveDuplicates();
        assertThat(queue.drain()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndWaitingQueues")
    void theHostFillsAndDrainsWithoutWaiting(Device device, QueueKind kind) {
        var queue = kind.create(device, QueueOptions.capacity(4).startingAt(-2));

        assertThat(queue.fill(1, 2, 3)).isEqualTo(3);
        assertThat(queue.fill(4, 5, 6)).as("room for one").isEqualTo(1);
        assertThat(queue.fill(7)).as("no room").isZero();
        assertThat(queue.drain()).containsExactly(1, 2, 3, 4);
        assertThat(queue.drain()).isEmpty();
        assertThat(queue.fill(8)).isEqualTo(1);
        assertThat(queue.drain()).containsExactly(8);
    }

    @ParameterizedTest
    @EnumSource(names = {"CBQ", "SFQ"})
    void cancelledLaunchNamesTheWaitAndAClearedQueueIsAsNew(QueueKind kind) {
        try (var device = Device.jvm()) {
            var queue = kind.create(device, 2);
            var begun = device.hostInts(2);
            var dequeues = device.launch(Grid.threads(2), _ -> {
                begun.setRelease(0, 1);
                queue.dequeue();
            });
            awaitSet(begun, 0);
            assertThatThrownBy(() -> dequeues.join(Duration.ofMillis(200)))
                    .isInstanceOf(LaunchStoppedException.class)
                    .hasMessageContaining("waiting for dequeue: an enqueue to bring an element");

            queue.clear();
            var enqueues = device.launch(Grid.threads(1), _ -> {
                queue.enqueue(1);
                queue.enqueue(2);
                begun.setRelease(1, 1);
                queue.enqueue(3);
            });
            awaitSet(begun, 1);
            assertThatThrownBy(() -> enqueues.join(Duration.ofMillis(200)))
                    .isInstanceOf(LaunchStoppedException.class)
                    .hasMessageContaining("waiting for enqueue: a dequeue to make room");
            assertThat(queue.drain()).containsExactly(1, 2);
        }
    }

    private static void awaitSet(Ints words, int index) {
        while (words.getAcquire(index) == 0) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CBQ", "SFQ"})
    void theSimulatorEndsAWaitThatNothingCanEnd(QueueKind kind) {
        try (var device = Device.simulator(1)) {
            var queue = kind.create(device, 2);

            assertThatThrownBy(() -> device.run(Grid.threads(1), _ -> queue.dequeue()))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("Deadlock");
        }
    }

    /** An attempt of a lane, and whether it succeeds. */
    private interface Attempt extends Serializable {
        boolean by(int lane);
    }

    /** {@return what lanes that wait are told when another one shuts the queue, and what that one is told then} */
    private static int[] shut(
            Device device, ScoglandFengQueue queue, Attempt waiting, Attempt enqueue, Attempt dequeue) {
        int count = 5;
        Ints called = device.ints(1);
        Ints told = device.ints(count + 2);
        told.fill(-1);
        device.run(Grid.threads(count + 1).withBlockSize(3), lane -> {
            if (lane.id() < count) {
                called.getAndAdd(0, 1);
                told.set(lane.id(), waiting.by(lane.id()) ? 1 : 0);
            } else {
                var backoff = new Backoff();
                while (called.getAcquire(0) < count) {
                    backoff.pause("the calls of the others");
                }
                queue.shut();
                told.set(count, enqueue.by(1) ? 1 : 0);
                told.set(count + 1, dequeue.by(1) ? 1 : 0);
            }
        });
        return told.copyOut();
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void shutReleasesDequeuesThatWait(Device device) {
        var queue = ScoglandFengQueue.ints(device, 2);
        Attempt dequeue = _ -> queue.dequeue().present();

        assertThat(shut(device, queue, dequeue, queue::enqueue, dequeue)).containsOnly(0);
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void shutReleasesEnqueuesThatWaitAndLeavesWhatIsInside(Device device) {
        var queue = ScoglandFengQueue.ints(device, 2);
        queue.fill(-1, -2);

        assertThat(shut(
                        device,
                        queue,
                        queue::enqueue,
                        queue::tryEnqueue,
                        _ -> queue.tryDequeue().present()))
                .containsOnly(0);
        assertThat(queue.fill(3)).as("shut for the host, too").isZero();
        assertThat(queue.drain()).containsExactly(-1, -2);
        assertThat(queue.fill(4)).as("open again").isEqualTo(1);
    }

    /**
     * Producers that never stop and consumers that never stop: only shutting the queue ends them, and nothing is lost.
     */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void whatWentInBeforeTheQueueWasShutCameOutOrIsInside(Device device) {
        int each = TestDevices.scaled(device, 1_000, 40);
        var queue = ScoglandFengQueue.ints(device, 4);
        Ints in = device.ints(4 * each);
        Ints out = device.ints(4 * each);
        Ints taken = device.ints(1);

        device.run(Grid.threads(8).withBlockSize(4), lane -> {
            boolean open = true;
            if (lane.id() < 4) {
                for (int i = lane.id() * each; i < (lane.id() + 1) * each && open; i++) {
                    open = queue.enqueue(i);
                    in.set(i, open ? 1 : 0);
                }
            } else {
                while (open) {
                    var dequeued = queue.dequeue();
                    open = dequeued.present();
                    if (open) {
                        out.getAndAddRelaxed(dequeued.value(), 1);
                        if (taken.getAndAddRelaxed(0, 1) == 2 * each) {
                            queue.shut();
                        }
                    }
                }
            }
        });

        int[] cameOut = out.copyOut();
        for (int value : queue.drain()) {
            cameOut[value]++;
        }
        assertThat(cameOut).isEqualTo(in.copyOut());
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void bothInterfacesOfAScoglandFengQueueWorkTogether(Device device) {
        int each = TestDevices.scaled(device, 200, 20);
        var queue = ScoglandFengQueue.ints(device, 2);
        var nonBlocking = queue.nonBlocking();
        Ints seen = device.ints(4 * each);

        device.run(Grid.threads(8).withBlockSize(4), lane -> {
            for (int i = 0; i < each; i++) {
                int value = lane.id() / 2 * each + i;
                var backoff = new Backoff();
                switch (lane.id() % 4) {
                    case 0 -> queue.enqueue(value);
                    case 1 -> seen.getAndAddRelaxed(queue.dequeue().value(), 1);
                    case 2 -> {
                        while (!nonBlocking.enqueue(value)) {
                            backoff.pause("room");
                        }
                    }
                    default -> {
                        var dequeued = nonBlocking.dequeue();
                        while (!dequeued.present()) {
                            backoff.pause("an element");
                            dequeued = nonBlocking.dequeue();
                        }
                        seen.getAndAddRelaxed(dequeued.value(), 1);
                    }
                }
            }
        });

        assertThat(seen.copyOut()).containsOnly(1);
        assertThat(queue.drain()).isEmpty();
    }
}
