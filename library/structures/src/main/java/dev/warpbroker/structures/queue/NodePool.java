package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import java.util.Arrays;

/**
 * The nodes that a linked list does not use, as indices: Treiber's lock-free stack (1986), whose top carries a tag.
 *
 * <p>What a thread did before it gave a node back happens before what the thread does that takes it. A pool without a
 * node says so, and then there was an instant at which it had none.
 */
final class NodePool {
    /*
     * Invariants
     * - From Top along the nodes below lie the nodes that are in the pool, each once.
     * - Every change of Top adds one to its tag. So if Top is what it was when the node below was read, that node is
     *   still below: nobody has taken the top node and given it back meanwhile.
     *
     * Access modes: changes of Top acquire and release. Whoever sees a node on top has thereby acquired everything up
     * to the change that put it there, hence also which node is below it. The node below may be written again while it
     * is read, by somebody who took the top node since; then the change of Top fails, so opaque is enough. That Top is
     * empty is read by a read-modify-write operation, which cannot give an old value.
     */

    /** Where Top is. */
    private static final int TOP = Longs.LINE;

    /** The node on top, and how often that has changed. */
    private final Longs top;

    /** For each node in the pool, the one below. */
    private final Ints below;

    private final QueueOptions.Statistics statistics;

    NodePool(Device device, int nodes, QueueOptions.Statistics statistics) {
        this.statistics = statistics;
        top = device.longs(TOP + Longs.LINE);
        below = device.ints(nodes);
    }

    /** Puts all nodes from {@code first} on in, and none else, from the host. */
    void begin(int first, int start) {
        int[] chain = new int[below.length()];
        Arrays.setAll(chain, node -> node + 1 < chain.length ? node + 1 : Link.NONE);
        below.copyIn(chain);
        top.copyIn(new long[] {Link.of(first < chain.length ? first : Link.NONE, start)}, TOP);
    }

    void close() {
        top.close();
        below.close();
    }

    /** {@return a node that belongs to the caller from now on, or {@link Link#NONE}} */
    int take() {
        long seen = top.getAcquire(TOP);
        var backoff = new Backoff();
        while (true) {
            int node = Link.index(seen);
            if (node == Link.NONE) {
                seen = top.getAndAddAcqRel(TOP, 0);
                if (Link.index(seen) == Link.NONE) {
                    return Link.NONE;
                }
            } else {
                long found =
                        top.compareAndExchangeAcqRel(TOP, seen, Link.of(below.getOpaque(node), Link.tag(seen) + 1));
                if (found == seen) {
                    return node;
                }
                seen = found;
                statistics.retried();
                statistics.waited();
                backoff.pause("its turn to take a node from the pool");
            }
        }
    }

    /** Gives a node back that the caller has taken, or got from whoever took it. */
    void give(int node) {
        long seen = top.getOpaque(TOP);
        var backoff = new Backoff();
        while (true) {
            below.setOpaque(node, Link.index(seen));
            long found = top.compareAndExchangeAcqRel(TOP, seen, Link.of(node, Link.tag(seen) + 1));
            if (found == seen) {
                return;
            }
            seen = found;
            statistics.retried();
            statistics.waited();
            backoff.pause("its turn to give a node back to the pool");
        }
    }
}
