package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.queue.Dequeued;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.stack.IntStack;
import dev.warpbroker.structures.stack.StackOperation;

/** The numbers of places in which tasks lie, in the order in which they are taken. */
sealed interface Places extends AutoCloseable {
    /** For the lanes of a warp that come together. {@return whether there was room} */
    boolean put(Lane lane, int place);

    /** For the lanes of a warp that come together. */
    Dequeued take(Lane lane);

    /** For all lanes of a block. */
    Dequeued takeBlock(Lane lane);

    int capacity();

    Device device();

    void clear();

    @Override
    void close();

    /** First in, first out. */
    record Queued(IntQueue queue) implements Places {
        @Override
        public boolean put(Lane lane, int place) {
            return queue.enqueueWarp(lane, place);
        }

        @Override
        public Dequeued take(Lane lane) {
            return queue.dequeueWarp(lane);
        }

        @Override
        public Dequeued takeBlock(Lane lane) {
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
    record Stacked(IntStack stack) implements Places {
        @Override
        public boolean put(Lane lane, int place) {
            return stack.operateWarp(lane, StackOperation.PUSH, place).done();
        }

        @Override
        public Dequeued take(Lane lane) {
            var result = stack.operateWarp(lane, StackOperation.POP, 0);
            return new Dequeued(result.done(), result.value());
        }

        @Override
        public Dequeued takeBlock(Lane lane) {
            var result = stack.operateBlock(lane, StackOperation.POP, 0);
            return new Dequeued(result.done(), result.value());
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
