package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Lane;

/** Who makes an operation on a queue: a thread by itself, or all threads of a warp or of a block at once. */
public enum Granularity {
    /** Every thread for itself. */
    THREAD {
        @Override
        public boolean enqueue(IntQueue queue, Lane lane, int value) {
            return queue.enqueue(value);
        }

        @Override
        public Dequeued dequeue(IntQueue queue, Lane lane) {
            return queue.dequeue();
        }
    },

    /** The threads of a warp that come to the operation together. */
    WARP {
        @Override
        public boolean enqueue(IntQueue queue, Lane lane, int value) {
            return queue.enqueueWarp(lane, value);
        }

        @Override
        public Dequeued dequeue(IntQueue queue, Lane lane) {
            return queue.dequeueWarp(lane);
        }
    },

    /** All threads of a block. */
    BLOCK {
        @Override
        public boolean enqueue(IntQueue queue, Lane lane, int value) {
            return queue.enqueueBlock(lane, value);
        }

        @Override
        public Dequeued dequeue(IntQueue queue, Lane lane) {
            return queue.dequeueBlock(lane);
        }
    };

    /** {@return whether {@code value} was put in; if not, the queue was full} */
    public abstract boolean enqueue(IntQueue queue, Lane lane, int value);

    /** {@return what was taken out} */
    public abstract Dequeued dequeue(IntQueue queue, Lane lane);
}
