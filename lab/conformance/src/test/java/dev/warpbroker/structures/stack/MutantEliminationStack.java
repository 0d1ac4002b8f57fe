package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;

/** An elimination stack that always looks for a partner first, and has a bug, for tests that must find it. */
final class MutantEliminationStack extends MutantStack {
    enum Bug {
        NONE,
        /** Who has lost patience does not look whether it was met in the last moment. */
        WITHDRAWS_WITHOUT_LOOKING,
        /** A push whose value is taken already goes on to the stack. */
        MET_PUSH_GOES_ON,
        /** The value is that of whoever waits there by then. */
        VALUE_READ_AFTER_THE_MEETING,
        /** Nothing keeps a second pop from taking the value, too. */
        TWO_POPS_MEET_ONE_PUSH
    }

    private static final long FREE = 0;
    private static final int GIVING = 1;
    private static final int TAKEN = 2;
    private static final int PATIENCE = 4;

    private final Bug bug;
    private final NodeLists nodes;
    private final Longs place;

    MutantEliminationStack(Device device, int capacity, Bug bug) {
        super(device, capacity);
        this.bug = bug;
        nodes = new NodeLists(device, StackOptions.capacity(capacity));
        place = device.longs(1);
    }

    private static long word(int value, int state) {
        return (long) value << Integer.SIZE | state;
    }

    private boolean gives(int value) {
        long offer = word(value, GIVING);
        if (!place.compareAndSet(0, FREE, offer)) {
            return false;
        }
        var backoff = new Backoff();
        for (int i = 0; i < PATIENCE && place.getOpaque(0) == offer; i++) {
            backoff.pause("a partner for a bug");
        }
        if (bug == Bug.WITHDRAWS_WITHOUT_LOOKING) {
            boolean met = place.getOpaque(0) != offer;
            place.setOpaque(0, FREE);
            return met;
        }
        if (place.compareAndSet(0, offer, FREE)) {
            return false;
        }
        place.setOpaque(0, FREE);
        return true;
    }

    private TakenInt takes() {
        long seen = place.getOpaque(0);
        if ((int) seen != GIVING) {
            return TakenInt.empty();
        }
        if (bug == Bug.TWO_POPS_MEET_ONE_PUSH) {
            place.setRelease(0, TAKEN);
        } else if (!place.compareAndSet(0, seen, TAKEN)) {
            return TakenInt.empty();
        }
        if (bug == Bug.VALUE_READ_AFTER_THE_MEETING) {
            seen = place.getOpaque(0);
        }
        return TakenInt.of((int) (seen >>> Integer.SIZE));
    }

    @Override
    public boolean push(int value) {
        if (gives(value) && bug != Bug.MET_PUSH_GOES_ON) {
            return true;
        }
        int node = NodeLists.NONE;
        var backoff = new Backoff();
        while (true) {
            long top = nodes.top();
            if (nodes.wasFull(top)) {
                nodes.give(node);
                return false;
            }
            if (node == NodeLists.NONE) {
                node = nodes.tryTake();
            } else if (nodes.tryPush(top, node, value)) {
                return true;
            }
            backoff.pause("its turn at a stack with a bug");
        }
    }

    @Override
    public TakenInt pop() {
        var backoff = new Backoff();
        while (true) {
            var met = takes();
            if (met.present()) {
                return met;
            }
            long top = nodes.top();
            if (nodes.wasEmpty(top)) {
                return TakenInt.empty();
            }
            if (NodeLists.node(top) != NodeLists.NONE) {
                long content = nodes.content(top);
                if (nodes.tryPop(top, content)) {
                    nodes.give(NodeLists.node(top));
                    return TakenInt.of(NodeLists.value(content));
                }
            }
            backoff.pause("its turn at a stack with a bug");
        }
    }

    @Override
    public void close() {
        nodes.close();
        place.close();
    }
}
