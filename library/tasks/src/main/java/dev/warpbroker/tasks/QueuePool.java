package dev.warpbroker.tasks;

import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.queue.ElementQueue;

/**
 * One queue of tasks for all workers, each of which is a single thread; {@link GroupPool} serves warps and blocks. The
 * operations of the queue involve no other lanes, so a task may spawn at any time.
 *
 * <p>The queue publishes: what a thread wrote before it put a task in is visible to the thread that takes it.
 */
final class QueuePool<T> implements TaskPool<T> {
    private final ElementQueue<T> queue;

    /** Gives the value that stands for no task. */
    private final Layout<T> layout;

    QueuePool(ElementQueue<T> queue, Layout<T> layout) {
        this.queue = queue;
        this.layout = layout;
    }

    @Override
    public boolean put(WorkerGroup group, T task, int level) {
        return queue.enqueue(task);
    }

    @Override
    public Found<T> take(WorkerGroup group, boolean wanted, int attempt) {
        if (!wanted) {
            return new Found<>(false, layout.zero(), Found.NOBODY, 0);
        }
        var taken = queue.dequeue();
        return new Found<>(taken.present(), taken.value(), Found.NOBODY, 0);
    }

    @Override
    public boolean takesAnyTime() {
        return true;
    }

    @Override
    public String room() {
        return "the pool of " + queue.capacity() + " tasks";
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
