package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.History;

/**
 * Records what the lanes of a kernel do to a queue, and when: make the operations through the recorder.
 *
 * <p>Every lane keeps a log of its own in device memory, so recording takes no locks and no atomics. Stamps are those
 * of the device clock, read before the first and after the last step of an operation.
 */
public final class QueueRecorder implements AutoCloseable {
    private final OperationLog log;

    /**
     * @param lanes how many lanes the kernel has, at most
     * @param operations how many operations a lane makes, at most
     */
    public QueueRecorder(Device device, int lanes, int operations) {
        log = new OperationLog(device, lanes, operations);
    }

    /** Puts a value into {@code queue}, on record. The check wants every value to be put in once only. */
    public boolean enqueue(IntQueue queue, Lane lane, int value) {
        long call = lane.nanoTime();
        boolean done = queue.enqueue(value);
        log.inserted(lane, call, done, value);
        return done;
    }

    /** Takes a value out of {@code queue}, on record. */
    public TakenInt dequeue(IntQueue queue, Lane lane) {
        long call = lane.nanoTime();
        var dequeued = queue.dequeue();
        log.removed(lane, call, dequeued.present(), dequeued.value());
        return dequeued;
    }

    /** {@return what was recorded, once no kernel is running} */
    public History history(IntQueue queue, String description) {
        return log.history(History.builder(Discipline.FIFO).capacity(queue.capacity()), description);
    }

    /** {@return what was recorded of a queue that claims no exact capacity} */
    public History unboundedHistory(String description) {
        return log.history(History.builder(Discipline.FIFO), description);
    }

    /** {@return what was recorded but for Full, which a queue without an exact capacity may say at any time} */
    public History historyWithoutFull(String description) {
        return log.historyWithoutFull(History.builder(Discipline.FIFO), description);
    }

    /** Forgets what was recorded. */
    public void clear() {
        log.clear();
    }

    @Override
    public void close() {
        log.close();
    }
}
