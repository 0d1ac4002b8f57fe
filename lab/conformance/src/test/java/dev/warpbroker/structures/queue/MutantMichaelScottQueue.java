package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;
import java.util.Arrays;

/** A {@link MichaelScottQueue} and its {@link NodePool} with a bug planted, for tests that must find it. */
final class MutantMichaelScottQueue extends LinkedQueue {
    enum Bug {
        NONE,
        /** The pool does not see that its top node was away in between, and takes one for the next that is in use. */
        POOL_WITHOUT_TAG,
        /** The node has been given back, and may hold another value. */
        VALUE_READ_AFTER_THE_EXCHANGE,
        /** The node gets the tag of a position that it has had before. */
        TAIL_READ_BEFORE_THE_NODE_IS_TAKEN
    }

    private static final int SPARE = 64;

    private final Longs top;
    private final Ints below;
    private final Bug bug;

    MutantMichaelScottQueue(Device device, int capacity, Bug bug) {
        super(device, QueueOptions.capacity(capacity), capacity + 1 + SPARE);
        this.bug = bug;
        top = device.longs(1);
        below = device.ints(links.length());
        clear();
    }

    @Override
    public void clear() {
        beginWith(Link.of(0, 0), Link.of(Link.NONE, 1));
        int[] chain = new int[below.length()];
        Arrays.setAll(chain, node -> node + 1 < chain.length ? node + 1 : Link.NONE);
        below.copyIn(chain);
        top.copyIn(new long[] {Link.of(1, 0)});
    }

    @Override
    public boolean enqueue(int value) {
        int node = bug == Bug.TAIL_READ_BEFORE_THE_NODE_IS_TAKEN ? Link.NONE : take();
        var backoff = new Backoff();
        while (true) {
            long tail = ends.getAcquire(TAIL);
            int position = Link.tag(tail) + 1;
            long next = links.getAcquire(Link.index(tail));
            if (next == Link.of(Link.NONE, position)) {
                if (isFull(tail)) {
                    if (node != Link.NONE) {
                        give(node);
                    }
                    return false;
                }
                if (node == Link.NONE) {
                    node = take();
                }
                if (node == Link.NONE) {
                    return false;
                }
                values.setOpaque(node, value);
                links.setOpaque(node, Link.of(Link.NONE, position + 1));
                long linked = Link.of(node, position);
                next = links.compareAndExchange(Link.index(tail), next, linked);
                if (next == Link.of(Link.NONE, position)) {
                    ends.compareAndExchangeRelaxed(TAIL, tail, linked);
                    return true;
                }
            }
            if (Link.tag(next) == position) {
                ends.compareAndExchangeRelaxed(TAIL, tail, next);
            }
            backoff.pause("a tail that a bug has spoilt");
        }
    }

    private boolean isFull(long tail) {
        return Link.tag(tail) - Link.tag(ends.getAndAdd(HEAD, 0)) >= capacity();
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            long head = ends.getAcquire(HEAD);
            int position = Link.tag(head) + 1;
            long next = links.getAndAdd(Link.index(head), 0);
            if (next == Link.of(Link.NONE, position)) {
                return TakenInt.empty();
            }
            if (Link.tag(next) == position) {
                ends.compareAndExchangeRelaxed(TAIL, head, next);
                int value = values.getOpaque(Link.index(next));
                if (ends.compareAndSet(HEAD, head, next)) {
                    give(Link.index(head));
                    return TakenInt.of(
                            bug == Bug.VALUE_READ_AFTER_THE_EXCHANGE ? values.getOpaque(Link.index(next)) : value);
                }
            }
            backoff.pause("a head that a bug has spoilt");
        }
    }

    private int take() {
        while (true) {
            long seen = top.getAndAdd(0, 0);
            int node = Link.index(seen);
            if (node == Link.NONE || change(seen, below.getOpaque(node))) {
                return node;
            }
        }
    }

    private void give(int node) {
        long seen;
        do {
            seen = top.getAndAdd(0, 0);
            below.setOpaque(node, Link.index(seen));
        } while (!change(seen, node));
    }

    private boolean change(long seen, int node) {
        return top.compareAndSet(0, seen, Link.of(node, bug == Bug.POOL_WITHOUT_TAG ? 0 : Link.tag(seen) + 1));
    }
}
