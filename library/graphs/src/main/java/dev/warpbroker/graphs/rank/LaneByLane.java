package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.IntQueue;

/** A queue whose operations of a warp are those of single lanes, each for itself. */
record LaneByLane(IntQueue queue) implements IntQueue {
    @Override
    public boolean enqueue(int value) {
        return queue.enqueue(value);
    }

    @Override
    public TakenInt dequeue() {
        return queue.dequeue();
    }

    @Override
    public int sizeHint() {
        return queue.sizeHint();
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
