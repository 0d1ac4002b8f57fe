package dev.warpbroker.structures;

import dev.warpbroker.device.Device;

/** The queues under test. */
enum QueueKind {
    BROKER {
        @Override
        IntQueue create(Device device, int capacity) {
            return BrokerQueue.ints(device, capacity);
        }

        @Override
        IntQueue startingAt(Device device, int capacity, int start) {
            return BrokerQueue.startingAt(device, capacity, start);
        }
    },
    FUSED_BROKER {
        @Override
        IntQueue create(Device device, int capacity) {
            return FusedBrokerQueue.ints(device, capacity);
        }

        @Override
        IntQueue startingAt(Device device, int capacity, int start) {
            return FusedBrokerQueue.startingAt(device, capacity, start);
        }
    };

    abstract IntQueue create(Device device, int capacity);

    /** {@return an empty queue whose 32-bit counters begin at {@code start}} */
    abstract IntQueue startingAt(Device device, int capacity, int start);
}
