package dev.warpbroker.tasks.graph;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import java.util.List;
import java.util.stream.IntStream;

/** The memory of tasks that are added to a graph while it runs, and of who waits for whom. */
final class GraphGrowth<T> implements AutoCloseable {
    /*
     * Numbers. The numbers of added tasks are claimed one after the other (ADDED). As nodes they follow those of the
     * plan, relays among them; users, who know nothing of relays, count them from the number of tasks on. A claim
     * beyond the room is given back: the run ends when as many tasks are done as were added.
     *
     * Waits. Whoever waits for a task is in that task's list: heads has its first link, next the one after a link. The
     * link of an added task in the list of the task that added it has the number of the added task itself. Others come
     * after these, are claimed (LINKS), and waiters says who waits. A task that ends closes its list, and takes down
     * the counters of those in it. Whoever comes to a closed list has nothing to wait for. A head says in which run it
     * was written, so none has to be cleared.
     *
     * Counters. That of an added task begins with 1, for the task that adds it, and another 1 comes before each link.
     * So it cannot get to 0 before that task has ended.
     *
     * No cycles: edges between added tasks lead to higher numbers, and none leads from these to a task of the plan.
     *
     * Access modes: the words of a task, its counter's first value and a link are written before the link is put into a
     * list, which releases them and what others have put there before. Whoever closes the list acquires them. Arrivals
     * at a counter acquire and release, so the last one sees what all tasks have written. So does whoever finds a list
     * closed.
     */

    /** Ints in 128 bytes; no counter is in the first line, which has the array's length on the JVM. */
    private static final int LINE = Ints.LINE;

    private static final int ADDED = LINE;
    private static final int LINKS = 2 * LINE;

    /** How many tasks were added in the last run that has ended well. */
    private static final int LAST = 3 * LINE;

    private static final int CONTROL = 4 * LINE;

    /** After the last link of a list. */
    static final int END = -1;

    /** Instead of a link: the list is closed. */
    private static final int CLOSED = -2;

    private final Layout<T> layout;
    private final int stride;
    private final int tasks;
    private final int nodeCount;
    private final int room;
    private final int links;

    private final Ints control;
    private final Ints words;
    private final Ints waiting;
    private final Longs adders;
    private final Longs heads;
    private final Ints next;
    private final Ints waiters;

    /** @param made gets all memory that this owns */
    GraphGrowth(List<DeviceMemory> made, Device device, Layout<T> layout, GraphPlan plan, TaskGraphOptions options) {
        this.layout = layout;
        stride = Math.max(1, layout.words());
        tasks = plan.tasks();
        nodeCount = plan.nodeCount();
        room = options.room();
        links = room + options.waits();
        requireRoom(options.waits());
        control = GraphMemory.keep(made, device.ints(CONTROL));
        words = GraphMemory.keep(made, device.ints(Math.max(1L, (long) room * stride)));
        waiting = GraphMemory.keep(made, device.ints(Math.max(1, room)));
        adders = GraphMemory.keep(made, device.longs(Math.max(1, room)));
        heads = GraphMemory.keep(made, device.longs(room == 0 ? 1 : nodeCount + room));
        next = GraphMemory.keep(made, device.ints(Math.max(1, links)));
        waiters = GraphMemory.keep(made, device.ints(Math.max(1, options.waits())));
    }

    private void requireRoom(int waits) {
        if ((long) room * stride > Integer.MAX_VALUE || (long) nodeCount + room + waits > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("room for " + room + " added tasks of " + stride + " words and " + waits
                    + " waits, beside " + nodeCount
                    + " nodes; words, and nodes with waits, must be fewer than 2^31: give less room");
        }
    }

    // ---- for the host, between runs ----

    int room() {
        return room;
    }

    /** Forgets what was added in a run that did not end well. */
    void forget() {
        control.fill(0);
    }

    /** {@return how many tasks were added in the last run} */
    int lastAdded() {
        return control.copyOut(LAST, 1)[0];
    }

    /** {@return an added task} */
    T decode(int number) {
        return layout.decode(words.copyOut((long) (number - tasks) * stride, stride), 0);
    }

    /** {@return the numbers of those that waited for each task when a run ended too early, by the task's number} */
    List<int[]> waitedFor(int run) {
        int added = Math.min(room, control.copyOut(ADDED, 1)[0]);
        long[] first = heads.copyOut();
        int[] following = next.copyOut();
        int[] others = waiters.copyOut();
        return IntStream.range(0, tasks + added)
                .mapToObj(number -> {
                    var list = IntStream.builder();
                    int link = linkIn(first[nodeOf(number)], run);
                    while (link >= 0) {
                        list.add(tasks + (link < room ? link : others[link - room]));
                        link = following[link];
                    }
                    return list.build().toArray();
                })
                .toList();
    }

    @Override
    public void close() {
        control.close();
        words.close();
        waiting.close();
        adders.close();
        heads.close();
        next.close();
        waiters.close();
    }

    // ---- kernel Java ----

    boolean isAdded(int node) {
        return node >= nodeCount;
    }

    int nodes() {
        return nodeCount + room;
    }

    T task(int node) {
        return layout.read(words, (node - nodeCount) * stride);
    }

    /** {@return how many tasks were added so far} */
    int added() {
        return control.getOpaque(ADDED);
    }

    /** Makes everything ready for the next run. */
    void leave() {
        control.set(LAST, control.get(ADDED));
        control.set(ADDED, 0);
        control.set(LINKS, 0);
    }

    /** {@return the number that users know of a node} */
    int numberOf(int node) {
        return node < nodeCount ? node : node - nodeCount + tasks;
    }

    private int nodeOf(int number) {
        return number < tasks ? number : number - tasks + nodeCount;
    }

    /** Adds a task that waits for the task of node {@code adder}. {@return its number} */
    int add(Lane lane, int run, int adder, T task) {
        layout.check(task);
        int added = claim(lane, ADDED);
        if (added >= room) {
            control.getAndAddRelaxed(ADDED, -1);
            throw new IllegalStateException("one task too many was added to a graph that has room for " + room
                    + "; TaskGraphOptions.withRoom gives more");
        }
        layout.write(words, added * stride, task);
        adders.set(added, stamped(run, adder));
        waiting.set(added, 1);
        putIn(run, adder, added);
        return tasks + added;
    }

    void edge(Lane lane, int run, int adder, int first, int second) {
        int waiter = second - tasks;
        if (waiter < 0 || waiter >= room || adders.get(waiter) != stamped(run, adder)) {
            throw new IllegalArgumentException(
                    "task " + second + " was not added by the running task, which cannot let it wait for another");
        }
        if (first < 0 || first >= second) {
            throw new IllegalArgumentException(
                    "task " + second + " cannot wait for task " + first + "; only for one that was there before it");
        }
        int link = room + claim(lane, LINKS);
        if (link >= links) {
            throw new IllegalStateException("one wait too many for a graph that has room for " + (links - room)
                    + " waits of added tasks; TaskGraphOptions.withRoom gives more");
        }
        waiters.set(link - room, waiter);
        waiting.getAndAddRelaxed(waiter, 1);
        if (!putIn(run, nodeOf(first), link)) {
            waiting.getAndAddRelaxed(waiter, -1);
        }
    }

    /** {@return a number from a counter; lanes that make this call together take theirs at once} */
    private int claim(Lane lane, int counter) {
        var warp = lane.warp();
        int mask = warp.activeMask();
        int first = 0;
        if (warp.isLeader(mask)) {
            first = control.getAndAddRelaxed(counter, Integer.bitCount(mask));
        }
        return warp.shuffle(mask, first, warp.leader(mask)) + warp.rank(mask);
    }

    /** {@return whether the link is in the list of a node; if not, that task has ended} */
    private boolean putIn(int run, int node, int link) {
        long seen = heads.getAcquire(node);
        while (linkIn(seen, run) != CLOSED) {
            next.set(link, linkIn(seen, run));
            long found = heads.compareAndExchangeAcqRel(node, seen, stamped(run, link));
            if (found == seen) {
                return true;
            }
            seen = found;
        }
        return false;
    }

    private static long stamped(int run, int value) {
        return (long) run << 32 | value & 0xFFFF_FFFFL;
    }

    private static int linkIn(long head, int run) {
        return (int) (head >>> 32) == run ? (int) head : END;
    }

    /** Closes the list of a task that has ended. {@return its first link} */
    int closeList(int run, int node) {
        return linkIn(heads.getAndSetAcqRel(node, stamped(run, CLOSED)), run);
    }

    int nextLink(int link) {
        return next.get(link);
    }

    /** {@return the added task of a link, whose number begins at 0} */
    int waiter(int link) {
        return link < room ? link : waiters.get(link - room);
    }

    /** {@return whether a task waits no longer, now that one that it has waited for has ended} */
    boolean isReleased(int waiter) {
        return waiting.getAndAddAcqRel(waiter, -1) == 1;
    }

    int nodeOfAdded(int added) {
        return nodeCount + added;
    }
}
