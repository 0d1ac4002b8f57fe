package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.DeviceStructure;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.stack.IntStack;

/** The numbers of slots that hold tasks, in the order in which they are taken. */
sealed interface SlotOrder extends AutoCloseable {
    /** For the lanes of a warp that come together. {@return whether there was room} */
    boolean put(Lane lane, int slot);

    /** For the lanes of a warp that come together. */
    TakenInt take(Lane lane);

    /** For all lanes of a block. */
    TakenInt takeBlock(Lane lane);

    /** {@return the queue or the stack that keeps the order} */
    DeviceStructure structure();

    default int capacity() {
        return structure().capacity();
    }

    default Device device() {
        return structure().device();
    }

    default void clear() {
        structure().clear();
    }

    @Override
    default void close() {
        structure().close();
    }

    /** First in, first out. */
    record FirstInFirstOut(IntQueue queue) implements SlotOrder {
        @Override
        public boolean put(Lane lane, int slot) {
            return queue.enqueueWarp(lane, slot);
        }

        @Override
        public TakenInt take(Lane lane) {
            return queue.dequeueWarp(lane);
        }

        @Override
        public TakenInt takeBlock(Lane lane) {
            return queue.dequeueBlock(lane);
        }

        @Override
        public DeviceStructure structure() {
            return queue;
        }
    }

    /** Last in, first out. */
    record LastInFirstOut(IntStack stack) implements SlotOrder {
        @Override
        public boolean put(Lane lane, int slot) {
            return stack.pushWarp(lane, slot);
        }

        @Override
        public TakenInt take(Lane lane) {
            return stack.popWarp(lane);
        }

        @Override
        public TakenInt takeBlock(Lane lane) {
            return stack.popBlock(lane);
        }

        @Override
        public DeviceStructure structure() {
            return stack;
        }
    }
}
