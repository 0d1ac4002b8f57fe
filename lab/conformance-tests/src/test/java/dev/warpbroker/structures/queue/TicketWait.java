package dev.warpbroker.structures.queue;

import dev.warpbroker.conformance.planted.Trial;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.LaunchStoppedException;
import java.time.Duration;

/** Threads of the JVM that wait for a ticket that never comes: the launch that is given up must say so. */
public enum TicketWait implements Trial {
    ON_THE_JVM;

    @Override
    public boolean findsFault(int seed, Device simulator) {
        try (var device = Device.jvm();
                var queue = BrokerQueue.ints(device, 2);
                var begun = device.hostInts(1)) {
            var launch = device.launch(Grid.threads(2), lane -> {
                begun.getAndAdd(0, 1);
                for (int i = 0; i < 10; i++) {
                    queue.enqueue(i);
                    queue.dequeue();
                }
            });
            while (begun.getAcquire(0) < 2) {
                Thread.onSpinWait();
            }
            launch.join(Duration.ofMillis(300));
            return false;
        } catch (LaunchStoppedException stopped) {
            return String.valueOf(stopped.getMessage()).contains("waiting for the ticket of its slot");
        }
    }
}
