package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;
import java.util.Arrays;

/** A {@link TreiberStack} without a count, and with a bug, for tests that must find it. */
final class MutantTreiberStack extends MutantStack {
    enum Bug {
        NONE,
        /** A top that was taken and put back looks as if nothing had happened. */
        TAGS_DO_NOT_COUNT,
        /** The value need not be there when the node is. */
        VALUE_AFTER_THE_LINK,
        /** Somebody else may write its value there first. */
        NODE_GIVEN_BACK_BEFORE_THE_VALUE_IS_READ,
        /** Nothing says that the node below is there when the node is. */
        TOP_WITHOUT_ORDER,
        /** The stack need not be empty now if it was once. */
        EMPTY_NOT_CONFIRMED
    }

    private static final int NONE = -1;
    private static final int FREE = 1;

    private final Bug bug;
    private final Longs tops;
    private final Ints values;
    private final Ints below;

    MutantTreiberStack(Device device, int capacity, Bug bug) {
        super(device, capacity);
        this.bug = bug;
        tops = device.longs(2);
        values = device.ints(capacity);
        below = device.ints(capacity);
        int[] chain = new int[capacity];
        Arrays.setAll(chain, node -> node + 1 < capacity ? node + 1 : NONE);
        below.copyIn(chain);
        tops.copyIn(new long[] {word(0, NONE), word(0, 0)});
    }

    private static long word(int tag, int node) {
        return (long) tag << Integer.SIZE | node & 0xffff_ffffL;
    }

    private long next(long top, int node) {
        return word((int) (top >>> Integer.SIZE) + (bug == Bug.TAGS_DO_NOT_COUNT ? 0 : 1), node);
    }

    private long read(int list) {
        return bug == Bug.TOP_WITHOUT_ORDER ? tops.getOpaque(list) : tops.getAcquire(list);
    }

    private boolean replace(int list, long top, long next) {
        return bug == Bug.TOP_WITHOUT_ORDER
                ? tops.compareAndExchangeRelaxed(list, top, next) == top
                : tops.compareAndSet(list, top, next);
    }

    private int take(int list) {
        var backoff = new Backoff();
        while (true) {
            long top = read(list);
            int node = (int) top;
            if (node == NONE) {
                if (bug == Bug.EMPTY_NOT_CONFIRMED || tops.getAndAdd(list, 0) == top) {
                    return NONE;
                }
            } else if (replace(list, top, next(top, below.getOpaque(node)))) {
                return node;
            }
            backoff.pause("a top that a bug has spoilt");
        }
    }

    private void put(int list, int node) {
        var backoff = new Backoff();
        while (true) {
            long top = read(list);
            below.setOpaque(node, (int) top);
            if (replace(list, top, next(top, node))) {
                return;
            }
            backoff.pause("a top that a bug has spoilt");
        }
    }

    @Override
    public boolean push(int value) {
        int node = take(FREE);
        if (node == NONE) {
            return false;
        }
        if (bug == Bug.VALUE_AFTER_THE_LINK) {
            put(0, node);
            values.setOpaque(node, value);
        } else {
            values.setOpaque(node, value);
            put(0, node);
        }
        return true;
    }

    @Override
    public TakenInt pop() {
        int node = take(0);
        if (node == NONE) {
            return TakenInt.empty();
        }
        int value = values.getOpaque(node);
        put(FREE, node);
        return TakenInt.of(bug == Bug.NODE_GIVEN_BACK_BEFORE_THE_VALUE_IS_READ ? values.getOpaque(node) : value);
    }

    @Override
    public void close() {
        tops.close();
        values.close();
        below.close();
    }
}
