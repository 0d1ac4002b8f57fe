package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;

/** A {@link BasketsQueue} with a bug planted, for tests that must find it. */
final class MutantBasketsQueue extends LinkedQueue {
    enum Bug {
        NONE,
        /** A value in front of one that has been dequeued is never seen. */
        BASKET_JOINED_AFTER_A_DEQUEUE,
        /** Enqueues after that are linked into the middle of the basket. */
        TAIL_MOVED_TO_THE_FIRST_OF_THE_BASKET,
        /** The nodes that were walked over may be in use again, at other places. */
        HEAD_NOT_READ_AGAIN
    }

    private static final int SPARE = 128;
    private static final long DELETED = 1L << 31;

    private final NodePool pool;
    private final Bug bug;

    MutantBasketsQueue(Device device, int capacity, Bug bug) {
        super(device, QueueOptions.capacity(capacity), capacity + 1 + SPARE);
        this.bug = bug;
        pool = new NodePool(device, links.length(), statistics);
        clear();
    }

    @Override
    public void clear() {
        beginWith(Link.of(0, 0), Link.of(Link.NONE, 1));
        pool.begin(1, 0);
    }

    private static int index(long link) {
        return Link.index(link & ~DELETED);
    }

    private static boolean isDeleted(long link) {
        return (link & DELETED) != 0;
    }

    @Override
    public boolean enqueue(int value) {
        int node = pool.take();
        if (node == Link.NONE) {
            return false;
        }
        values.setOpaque(node, value);
        var backoff = new Backoff();
        while (true) {
            long tail = ends.getAcquire(TAIL);
            int last = Link.index(tail);
            int basket = Link.tag(tail) + 1;
            long next = links.getAcquire(last);
            if (next == Link.of(Link.NONE, basket)) {
                links.setRelease(node, Link.of(Link.NONE, basket + 1));
                long linked = Link.of(node, basket);
                next = links.compareAndExchange(last, next, linked);
                if (next == Link.of(Link.NONE, basket)) {
                    ends.compareAndSet(TAIL, tail, linked);
                    return true;
                }
                while (Link.tag(next) == basket && (!isDeleted(next) || bug == Bug.BASKET_JOINED_AFTER_A_DEQUEUE)) {
                    backoff.pause("a basket that a bug has spoilt");
                    links.setRelease(node, next & ~DELETED);
                    long found = links.compareAndExchange(last, next, linked);
                    if (found == next) {
                        return true;
                    }
                    next = found;
                }
            } else if (Link.tag(next) == basket) {
                moveTail(tail, next);
            }
            backoff.pause("a tail that a bug has spoilt");
        }
    }

    private void moveTail(long tail, long next) {
        long last = next;
        if (bug != Bug.TAIL_MOVED_TO_THE_FIRST_OF_THE_BASKET) {
            long behind = links.getAcquire(index(last));
            while (index(behind) != Link.NONE && ends.getOpaque(TAIL) == tail) {
                last = behind;
                behind = links.getAcquire(index(last));
            }
        }
        ends.compareAndSet(TAIL, tail, Link.of(index(last), Link.tag(tail) + 1));
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            long head = ends.getAcquire(HEAD);
            long tail = ends.getAcquire(TAIL);
            int node = Link.index(head);
            int last = Link.index(tail);
            long next = links.getAcquire(node);
            boolean walked = false;
            if (isDeleted(next) && node != last) {
                node = index(next);
                next = links.getAcquire(node);
                walked = true;
            }
            if (ends.getOpaque(HEAD) == head || bug == Bug.HEAD_NOT_READ_AGAIN) {
                if (node == last && walked) {
                    freeChain(head, node);
                } else if (index(next) == Link.NONE) {
                    if (links.getAndAdd(node, 0) == next) {
                        return TakenInt.empty();
                    }
                } else if (node == last) {
                    moveTail(tail, next);
                } else if (isDeleted(next)) {
                    freeChain(head, index(next));
                } else {
                    int value = values.getOpaque(index(next));
                    if (links.compareAndSet(node, next, next | DELETED)) {
                        if (walked) {
                            freeChain(head, index(next));
                        }
                        return TakenInt.of(value);
                    }
                }
            }
            backoff.pause("a head that a bug has spoilt");
        }
    }

    private void freeChain(long head, int newHead) {
        if (ends.compareAndSet(HEAD, head, Link.of(newHead, Link.tag(head) + 1))) {
            int node = Link.index(head);
            while (node != newHead) {
                int following = index(links.getOpaque(node));
                pool.give(node);
                node = following;
            }
        }
    }
}
