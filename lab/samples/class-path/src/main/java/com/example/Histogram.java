package com.example;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.structures.queue.BrokerQueue;
import java.util.Arrays;

/** Lanes hand numbers to each other through a queue and count their last digits, on the best device of the machine. */
public final class Histogram {
    private static final int LANES = 1_000;

    public static void main(String[] arguments) {
        try (var device = Device.open();
                var queue = BrokerQueue.ints(device, 1 << 10);
                var digits = device.ints(10)) {
            device.run(Grid.threads(LANES), lane -> {
                queue.enqueue(lane.id());
                digits.getAndAdd(queue.dequeue().value() % 10, 1);
            });
            System.out.println("histogram " + Arrays.toString(digits.copyOut()));
        }
    }
}
