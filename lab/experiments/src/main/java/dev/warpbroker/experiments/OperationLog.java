package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.Result;

/**
 * What each lane of a kernel did, and when, in device memory: a log for each lane, so it takes no locks and no atomics.
 */
final class OperationLog implements AutoCloseable {
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

    OperationLog(Device device, int lanes, int operations) {
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

    /** An operation that was called at {@code call} and returns now has put a value in, or found no room for it. */
    void inserted(Lane lane, long call, boolean done, int value) {
        add(lane, done ? INSERTED : FULL, call, value);
    }

    /** An operation that was called at {@code call} and returns now has taken a value out, or found none. */
    void removed(Lane lane, long call, boolean done, int value) {
        add(lane, done ? REMOVED : EMPTY, call, value);
    }

    private void add(Lane lane, int result, long call, int value) {
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
    History history(History.Builder builder, String description) {
        return history(builder, description, false);
    }

    /** {@return what was recorded but for Full results, which do nothing} */
    History historyWithoutFull(History.Builder builder, String description) {
        return history(builder, description, true);
    }

    private History history(History.Builder builder, String description, boolean withoutFull) {
        int[] count = counts.copyOut();
        int[] result = results.copyOut();
        int[] value = values.copyOut();
        long[] call = calls.copyOut();
        long[] returned = returns.copyOut();
        builder.description(description);
        for (int lane = 0; lane < lanes; lane++) {
            int first = lane * room;
            int end = first;
            for (int i = first; i < first + count[lane]; i++) {
                if (!withoutFull || result[i] != FULL) {
                    result[end] = result[i];
                    value[end] = value[i];
                    call[end] = call[i];
                    returned[end] = returned[i];
                    end++;
                }
            }
            builder.addLog(lane, first, end, result, call, returned, value);
        }
        return builder.build();
    }

    void clear() {
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
