package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;
import java.util.Optional;

/**
 * Treiber's stack: a linked list whose top is changed by compare-and-swap.
 *
 * <p>R. Kent Treiber: <i>Systems Programming: Coping with Parallelism</i>, IBM Research Report RJ 5118, 1986.
 *
 * <p><b>Guarantees.</b> Last in, first out; linearizable; lock-free. What a thread wrote before it pushed a value is
 * visible to the thread that pops it. Every int is a value. A {@code capacity} of N holds N values; Full and Empty are
 * returned only if the stack was full or empty at some instant during the call.
 *
 * <p><b>Not guaranteed.</b> Speed with many threads: of all that try, one succeeds, and the others begin again. A
 * thread may be overtaken without end. An operation that stands still while 2^32 others are made may take a top for one
 * that it knew. The nodes are set aside at the beginning: one for each value, and one for each thread that the device
 * can hold at once, since a node is in no list while a push has not linked it yet or a pop has not given it back yet.
 * If even more threads of a JVM stand still at these points, the others wait for them. A launch that was cancelled may
 * keep nodes: {@link #clear} the stack then.
 *
 * <p><b>Differences from the report.</b> Nodes lie in an array, and those that are free are a second stack of the same
 * kind. A node says how many are below it, so that the stack is bounded.
 */
final class TreiberStack extends DeviceStack {
    /*
     * Invariants and access modes: those of NodeLists.
     *
     * Linearization points: a push when it puts its node on top, a pop when it takes one off; Full and Empty when the
     * top is confirmed to be the newest.
     */

    private final NodeLists nodes;

    private TreiberStack(Device device, StackOptions options) {
        super(device);
        nodes = new NodeLists(device, options);
    }

    static TreiberStack with(Device device, StackOptions options) {
        return new TreiberStack(device, options);
    }

    @Override
    public boolean push(int value) {
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
                top = nodes.top();
            }
            if (node != NodeLists.NONE && nodes.tryPush(top, node, value)) {
                return true;
            }
            backoff.pause("its turn to push onto a stack");
        }
    }

    @Override
    public TakenInt pop() {
        var backoff = new Backoff();
        while (true) {
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
            backoff.pause("its turn to pop from a stack");
        }
    }

    @Override
    public int capacity() {
        return nodes.capacity();
    }

    @Override
    public void clear() {
        nodes.clear();
    }

    @Override
    public Optional<String> damage() {
        return nodes.damage();
    }

    @Override
    public void close() {
        nodes.close();
    }
}
