package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;

/** A {@link CasLinkedQueue} with one of the errors of the paper's text left in, for tests that must find it. */
final class MutantCasLinkedQueue extends LinkedQueue {
    enum Bug {
        NONE,
        /** The value need not be there when the link is. */
        LINK_SET_BEFORE_THE_VALUE,
        /** The value may be that of another node than the one that the exchange passes. */
        FRONT_READ_TWICE,
        /** A missing link does not say that nothing lies behind it. */
        EMPTY_WITHOUT_A_LINK
    }

    private final Bug bug;

    MutantCasLinkedQueue(Device device, int capacity, Bug bug) {
        super(device, QueueOptions.capacity(capacity), capacity + 1);
        this.bug = bug;
        clear();
    }

    @Override
    public void clear() {
        beginWith(Link.of(0, 0), Link.of(Link.NONE, 0));
    }

    private long after(long link) {
        int index = Link.index(link);
        return Link.of(index == capacity() ? 0 : index + 1, Link.tag(link) + 1);
    }

    @Override
    public boolean enqueue(int value) {
        var backoff = new Backoff();
        while (true) {
            long rear = ends.getAcquire(TAIL);
            if (Link.tag(rear) - Link.tag(ends.getAndAdd(HEAD, 0)) >= capacity()) {
                return false;
            }
            long node = after(rear);
            if (ends.compareAndSet(TAIL, rear, node)) {
                if (bug == Bug.LINK_SET_BEFORE_THE_VALUE) {
                    links.setRelease(Link.index(rear), node);
                    values.setOpaque(Link.index(node), value);
                } else {
                    values.setOpaque(Link.index(node), value);
                    links.setRelease(Link.index(rear), node);
                }
                return true;
            }
            backoff.pause("a rear that a bug has spoilt");
        }
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            long front = ends.getAcquire(HEAD);
            long next = after(front);
            if (links.getAcquire(Link.index(front)) == next) {
                int value = values.getOpaque(Link.index(next));
                if (bug == Bug.FRONT_READ_TWICE) {
                    front = ends.getAcquire(HEAD);
                    next = after(front);
                }
                if (ends.compareAndSet(HEAD, front, next)) {
                    return TakenInt.of(value);
                }
            } else if (bug == Bug.EMPTY_WITHOUT_A_LINK || ends.getAndAdd(TAIL, 0) == front) {
                return TakenInt.empty();
            }
            backoff.pause("a front that a bug has spoilt");
        }
    }
}
