package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import java.util.Arrays;
import java.util.Optional;

/**
 * The nodes of a linked stack, in an array: those that hold the values of the stack, and those that are free. Both are
 * lists whose top is changed by compare-and-swap, which is Treiber's stack (1986). The methods make one attempt each,
 * so that a stack can decide what to do when another thread was faster.
 */
final class NodeLists {
    /*
     * Invariants
     * - A node is in the list of values, or in that of free nodes, or belongs to one thread, which has taken it and not
     *   yet put it anywhere.
     * - Every change of a top adds one to its tag. So if a top is what it was when the node below it, its value and its
     *   depth were read, these belong to it: nobody has taken the node and put it back meanwhile.
     * - The depth of a node in the list of values is the number of values from it downwards.
     *
     * Access modes: changes of a top acquire and release. Whoever sees a node on top has thereby acquired everything up
     * to the change that put it there, hence what is in the node. A node may be written for another use while a slow
     * thread reads it; then the change of the top fails, so opaque is enough. That a list is empty or full is confirmed
     * by a read-modify-write operation, which cannot give an old value.
     */

    /** No node. */
    static final int NONE = -1;

    /** Longs from one top to the other: 2 KiB, so that they do not share a part of the cache. */
    private static final int STRIDE = 256;

    private static final int VALUES = Longs.LINE;
    private static final int FREE = VALUES + STRIDE;

    /** The node on top of each list, in the lower half, and how often that has changed. */
    private final Longs tops;

    /** For each node its value, in the upper half, and the node below. */
    private final Longs nodes;

    /** For each node in the list of values, how many there are from it downwards. */
    private final Ints depths;

    private final int capacity;
    private final int start;

    /** With a node for each value, and one for each thread that can be at work at the same time. */
    NodeLists(Device device, StackOptions options) {
        capacity = options.capacity();
        start = options.start();
        int count = capacity + device.properties().residentThreads();
        tops = device.longs(FREE + Longs.LINE);
        nodes = device.longs(count);
        depths = device.ints(count);
        clear();
    }

    /** From the host: all nodes are free. */
    void clear() {
        long[] chain = new long[nodes.length()];
        Arrays.setAll(chain, node -> word(0, node + 1 < chain.length ? node + 1 : NONE));
        nodes.copyIn(chain);
        long[] begin = new long[tops.length()];
        begin[VALUES] = word(start, NONE);
        begin[FREE] = word(start, 0);
        tops.copyIn(begin);
    }

    int capacity() {
        return capacity;
    }

    void close() {
        tops.close();
        nodes.close();
        depths.close();
    }

    private static long word(int upper, int lower) {
        return (long) upper << Integer.SIZE | lower & 0xffff_ffffL;
    }

    private static int upper(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    /** {@return the node of a top} */
    static int node(long top) {
        return (int) top;
    }

    /** {@return the value of a node's content} */
    static int value(long content) {
        return upper(content);
    }

    /** {@return the top of the list of values} */
    long top() {
        return tops.getAcquire(VALUES);
    }

    /**
     * {@return whether {@code top} is that of a stack without values, and was the newest at an instant of this call}
     */
    boolean wasEmpty(long top) {
        return node(top) == NONE && tops.getAndAddAcqRel(VALUES, 0) == top;
    }

    /** {@return whether {@code top} is that of a full stack, and was the newest at an instant of this call} */
    boolean wasFull(long top) {
        return depth(top) == capacity && tops.getAndAddAcqRel(VALUES, 0) == top;
    }

    private int depth(long top) {
        return node(top) == NONE ? 0 : depths.getOpaque(node(top));
    }

    /** {@return what is in the node of {@code top}, which is not {@link #NONE}} */
    long content(long top) {
        return nodes.getOpaque(node(top));
    }

    /**
     * Puts a node of the caller's with a value on {@code top}. {@return whether that was still the top, and not full}
     */
    boolean tryPush(long top, int node, int value) {
        int depth = depth(top);
        if (depth == capacity) {
            return false;
        }
        nodes.setOpaque(node, word(value, node(top)));
        depths.setOpaque(node, depth + 1);
        return tops.compareAndSetAcqRel(VALUES, top, word(upper(top) + 1, node));
    }

    /** Takes the node of {@code top}, whose content was read, off. {@return whether that was still the top} */
    boolean tryPop(long top, long content) {
        return tops.compareAndSetAcqRel(VALUES, top, word(upper(top) + 1, (int) content));
    }

    /**
     * {@return a free node, the caller's from now on; {@link #NONE} if another thread was faster, or there is none now}
     */
    int tryTake() {
        long top = tops.getAcquire(FREE);
        int node = node(top);
        if (node == NONE) {
            return NONE;
        }
        long next = word(upper(top) + 1, (int) nodes.getOpaque(node));
        return tops.compareAndSetAcqRel(FREE, top, next) ? node : NONE;
    }

    /** Makes a node of the caller's free; {@link #NONE} is nothing to be done. */
    void give(int node) {
        if (node == NONE) {
            return;
        }
        long top = tops.getOpaque(FREE);
        var backoff = new Backoff();
        while (true) {
            nodes.setOpaque(node, word(0, node(top)));
            long found = tops.compareAndExchangeAcqRel(FREE, top, word(upper(top) + 1, node));
            if (found == top) {
                return;
            }
            top = found;
            backoff.pause("its turn to give a node of a stack back");
        }
    }

    /** {@return what is wrong with the lists, seen by the host while no kernel uses them} */
    Optional<String> damage() {
        long[] top = tops.copyOut();
        long[] content = nodes.copyOut();
        var seen = new boolean[content.length];
        int values = 0;
        int free = 0;
        for (int node = node(top[VALUES]); node != NONE; node = (int) content[node]) {
            if (seen[node]) {
                return Optional.of("node " + node + " is twice in the list of values");
            }
            seen[node] = true;
            values++;
        }
        for (int node = node(top[FREE]); node != NONE; node = (int) content[node]) {
            if (seen[node]) {
                return Optional.of("node " + node + " is free, and in a list already");
            }
            seen[node] = true;
            free++;
        }
        if (values > capacity) {
            return Optional.of(values + " values on a stack for " + capacity);
        }
        int missing = content.length - values - free;
        return missing == 0 ? Optional.empty() : Optional.of(missing + " nodes are in no list");
    }
}
