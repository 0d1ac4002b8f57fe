package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
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

    int capacity();

    Device device();

    void clear();

    @Override
    void close();

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
        public int capacity() {
            return queue.capacity();
        }

        @Override
        public Device device() {
            return queue.device();
        }

        @Override
        public void clear() {
            queue.clear();
        }

        @Override
        public void close() {
            queue.close();
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
        public int capacity() {
            return stack.capacity();
        }

        @Override
        public Device device() {
            return stack.device();
        }

        @Override
        public void clear() {
            stack.clear();
        }

        @Override
        public void close() {
            stack.close();
        }
    }
}
