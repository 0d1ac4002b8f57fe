package dev.warpbroker.structures.experiment;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.queue.Dequeued;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.Result;

/**
 * Records what the lanes of a kernel do to a queue, and when: make the operations through the recorder.
 *
 * <p>Every lane keeps a log of its own in device memory, so recording takes no locks and no atomics. Stamps are those of
 * the device clock, read before the first and after the last step of an operation.
 */
public final class QueueRecorder implements AutoCloseable {
    private static final int INSERTED = Result.INSERTED.code();
    private static final int FULL = Result.FULL.code();
    private static final int REMOVED = Result.REMOVED.code();
    private static final int EMPTY = Result.EMPTY.code();

    /** Operations that a lane's log has room for. */
    private final int room;

    private final int lanes;

    /** How many operations are in the log of each lane. */
    private final Ints counts;

    private final Ints results;
    private final Ints values;
    private final Longs calls;
    private final Longs returns;

    /**
     * @param lanes how many lanes the kernel has, at most
     * @param operations how many operations a lane makes, at most
     */
    public QueueRecorder(Device device, int lanes, int operations) {
        if (lanes < 1 || operations < 1 || (long) lanes * operations > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a recorder for " + operations + " operations by each of " + lanes
                    + " lanes; the least is 1 of both, the most are " + Integer.MAX_VALUE + " operations in all");
        }
        this.lanes = lanes;
        room = operations;
        counts = device.ints(lanes);
        results = device.ints(lanes * operations);
        values = device.ints(lanes * operations);
        calls = device.longs(lanes * operations);
        returns = device.longs(lanes * operations);
    }

    /** Puts a value into {@code queue}, on record. The check wants every value to be put in once only. */
    public boolean enqueue(IntQueue queue, Lane lane, int value) {
        long call = lane.nanoTime();
        boolean done = queue.enqueue(value);
        log(lane, done ? INSERTED : FULL, call, value);
        return done;
    }

    /** Takes a value out of {@code queue}, on record. */
    public Dequeued dequeue(IntQueue queue, Lane lane) {
        long call = lane.nanoTime();
        var dequeued = queue.dequeue();
        log(lane, dequeued.present() ? REMOVED : EMPTY, call, dequeued.value());
        return dequeued;
    }

    private void log(Lane lane, int result, long call, int value) {
        long returned = lane.nanoTime();
        int count = counts.get(lane.id());
        if (count >= room) {
            throw new IllegalStateException("the log of a lane is full; make the recorder for more operations");
        }
        int place = lane.id() * room + count;
        results.set(place, result);
        values.set(place, value);
        calls.set(place, call);
        returns.set(place, returned);
        counts.set(lane.id(), count + 1);
    }

    /** {@return what was recorded, once no kernel is running} */
    public History history(IntQueue queue, String description) {
        return history(History.builder(Discipline.FIFO).capacity(queue.capacity()), description);
    }

    /** {@return what was recorded of a queue that claims no exact capacity} */
    public History unboundedHistory(String description) {
        return history(History.builder(Discipline.FIFO), description);
    }

    private History history(History.Builder builder, String description) {
        int[] count = counts.copyOut();
        int[] result = results.copyOut();
        int[] value = values.copyOut();
        long[] call = calls.copyOut();
        long[] returned = returns.copyOut();
        builder.description(description);
        for (int lane = 0; lane < lanes; lane++) {
            builder.addLog(lane, lane * room, lane * room + count[lane], result, call, returned, value);
        }
        return builder.build();
    }

    /** Forgets what was recorded. */
    public void clear() {
        counts.fill(0);
    }

    @Override
    public void close() {
        counts.close();
        results.close();
        values.close();
        calls.close();
        returns.close();
    }
}
