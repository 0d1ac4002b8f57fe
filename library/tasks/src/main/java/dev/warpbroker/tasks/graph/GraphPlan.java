package dev.warpbroker.tasks.graph;

import java.util.Arrays;
import java.util.BitSet;

/**
 * A graph as workers want it: who comes after whom, the most urgent first, in nodes of 32 bytes each. Made on the host,
 * and immutable.
 */
final class GraphPlan {
    /*
     * A node is WORDS words, one sector of a GPU's memory, so that a worker that is to run a task learns all that it
     * needs by one access: how many predecessors the task has (to restore its counter), how many successors, and the
     * first INLINE of these. Others are in a range of further; there are at most MAX altogether. A task with more gets
     * relays, nodes without a task: each has up to MAX successors, and relays of relays follow as needed. A lane thus
     * never has a long list to itself, and the successors of a task with a million of them are released by a tree.
     *
     * A successor with a single predecessor has no counter. Its number is marked (SOLE), and the lane that finishes
     * that predecessor releases it without an atomic operation. The same mark on the number of successors says that all
     * of them are so.
     *
     * Urgency is the length of the longest path to an end, by the tasks' costs, at most 2^31 - 1. Successors and first
     * tasks are sorted by it.
     */
    static final int WORDS = 8;
    static final int PREDECESSORS = 0;
    static final int SUCCESSORS = 1;
    static final int FURTHER = 2;
    static final int FIRST = 3;
    static final int INLINE = WORDS - FIRST;

    /** Successors beyond those in a node that a lane looks at together. */
    static final int STEP = 4;

    static final int MAX = INLINE + 2 * STEP;
    static final int SOLE = 1 << 31;

    private final int tasks;

    /** The successors of task t are those from starts[t] to starts[t + 1]. */
    private final int[] starts;

    private final int[] successors;
    private final int[] predecessors;
    private final int[] roots;
    private final int criticalPath;

    private final int[] nodes;
    private final int nodeCount;

    /** Has a length that is a multiple of STEP beyond what is used, so that whole steps can be read. */
    private int[] further = new int[STEP];

    private int usedFurther;

    /**
     * Makes the plan of a graph.
     *
     * @param before for each edge the task that comes first
     * @param after for each edge the task that waits for it
     * @param edges how many elements of both count
     * @param costs of the tasks
     * @throws TaskCycleException if there is a cycle
     */
    GraphPlan(int tasks, int[] before, int[] after, int edges, int[] costs) {
        this.tasks = tasks;
        starts = new int[tasks + 1];
        successors = new int[edges];
        predecessors = new int[tasks];
        group(before, after, edges);
        int[] urgency = urgency(order(), costs);
        criticalPath = Arrays.stream(urgency).max().orElse(0);
        for (int task = 0; task < tasks; task++) {
            sort(successors, starts[task], starts[task + 1], urgency);
        }
        roots = rootsOf(urgency);
        nodeCount = countNodes();
        nodes = new int[nodeCount * WORDS];
        write();
    }

    /** Sorts the edges by the task that comes first, and counts those by the task that waits. */
    private void group(int[] before, int[] after, int edges) {
        for (int edge = 0; edge < edges; edge++) {
            requireTask(before[edge], edge);
            requireTask(after[edge], edge);
            starts[before[edge] + 1]++;
            predecessors[after[edge]]++;
        }
        for (int task = 0; task < tasks; task++) {
            starts[task + 1] += starts[task];
        }
        int[] next = starts.clone();
        for (int edge = 0; edge < edges; edge++) {
            successors[next[before[edge]]++] = after[edge];
        }
    }

    private void requireTask(int task, int edge) {
        if (task < 0 || task >= tasks) {
            throw new IllegalArgumentException("edge " + edge + " names task " + task + "; there are " + tasks
                    + ", numbered from 0 to " + (tasks - 1));
        }
    }

    /** {@return all tasks, each after those that come before it; by Kahn's algorithm} */
    private int[] order() {
        int[] order = new int[tasks];
        int[] waiting = predecessors.clone();
        int ready = 0;
        for (int task = 0; task < tasks; task++) {
            if (waiting[task] == 0) {
                order[ready++] = task;
            }
        }
        for (int done = 0; done < ready; done++) {
            int task = order[done];
            for (int i = starts[task]; i < starts[task + 1]; i++) {
                if (--waiting[successors[i]] == 0) {
                    order[ready++] = successors[i];
                }
            }
        }
        if (ready < tasks) {
            int[] cycle = cycle(waiting);
            throw new TaskCycleException(describe(cycle), cycle);
        }
        return order;
    }

    /** {@return a cycle among the tasks that still wait: each of them waits for another one of them} */
    private int[] cycle(int[] waiting) {
        int[] waitsFor = new int[tasks];
        int last = -1;
        for (int task = 0; task < tasks; task++) {
            if (waiting[task] > 0) {
                last = task;
                for (int i = starts[task]; i < starts[task + 1]; i++) {
                    waitsFor[successors[i]] = task;
                }
            }
        }
        // As many steps as there are tasks lead onto a cycle from anywhere.
        for (int step = 0; step < tasks; step++) {
            last = waitsFor[last];
        }
        int length = 1;
        for (int task = waitsFor[last]; task != last; task = waitsFor[task]) {
            length++;
        }
        int[] cycle = new int[length];
        int task = last;
        for (int i = length - 1; i >= 0; i--) {
            cycle[i] = task;
            task = waitsFor[task];
        }
        return cycle;
    }

    private static String describe(int[] cycle) {
        int named = Math.min(cycle.length, 10);
        var text = new StringBuilder();
        for (int i = 0; i < named; i++) {
            text.append(cycle[i]).append(" -> ");
        }
        if (named < cycle.length) {
            text.append("… -> ");
        }
        return "tasks wait for each other in a cycle of " + cycle.length + ": " + text + cycle[0]
                + "; take out one of these edges";
    }

    private int[] urgency(int[] order, int[] costs) {
        int[] urgency = new int[tasks];
        for (int i = tasks - 1; i >= 0; i--) {
            int task = order[i];
            long longest = 0;
            for (int k = starts[task]; k < starts[task + 1]; k++) {
                longest = Math.max(longest, urgency[successors[k]]);
            }
            urgency[task] = (int) Math.min(Integer.MAX_VALUE, longest + costs[task]);
        }
        return urgency;
    }

    /** Sorts part of a list of tasks, the most urgent first, and equal ones by number. */
    private static void sort(int[] list, int from, int to, int[] urgency) {
        if (to - from < 2) {
            return;
        }
        long[] keys = new long[to - from];
        for (int i = from; i < to; i++) {
            keys[i - from] = (long) (Integer.MAX_VALUE - urgency[list[i]]) << 32 | list[i];
        }
        Arrays.sort(keys);
        for (int i = from; i < to; i++) {
            list[i] = (int) keys[i - from];
        }
    }

    private int[] rootsOf(int[] urgency) {
        int count = 0;
        for (int task = 0; task < tasks; task++) {
            count += predecessors[task] == 0 ? 1 : 0;
        }
        int[] first = new int[count];
        for (int task = tasks - 1; task >= 0; task--) {
            if (predecessors[task] == 0) {
                first[--count] = task;
            }
        }
        sort(first, 0, first.length, urgency);
        return first;
    }

    private int countNodes() {
        long count = tasks;
        for (int task = 0; task < tasks; task++) {
            for (int width = starts[task + 1] - starts[task]; width > MAX; width = Math.ceilDiv(width, MAX)) {
                count += Math.ceilDiv(width, MAX);
            }
        }
        if (count > Integer.MAX_VALUE / WORDS) {
            throw new IllegalArgumentException(tasks + " tasks with " + successors.length + " edges take " + count
                    + " nodes; the most are " + Integer.MAX_VALUE / WORDS + ": split the graph");
        }
        return (int) count;
    }

    private void write() {
        int relays = tasks;
        for (int task = 0; task < tasks; task++) {
            int[] list = Arrays.copyOfRange(successors, starts[task], starts[task + 1]);
            for (int i = 0; i < list.length; i++) {
                list[i] |= predecessors[list[i]] == 1 ? SOLE : 0;
            }
            while (list.length > MAX) {
                int[] shorter = new int[Math.ceilDiv(list.length, MAX)];
                for (int i = 0; i < shorter.length; i++) {
                    writeNode(relays, 1, list, i * MAX, Math.min(list.length, (i + 1) * MAX));
                    shorter[i] = relays++ | SOLE;
                }
                list = shorter;
            }
            writeNode(task, predecessors[task], list, 0, list.length);
        }
    }

    private void writeNode(int number, int waitsFor, int[] list, int from, int to) {
        int at = number * WORDS;
        int inNode = Math.min(INLINE, to - from);
        int more = to - from - inNode;
        boolean allSole = true;
        for (int i = from; i < to; i++) {
            allSole &= list[i] < 0;
        }
        nodes[at + PREDECESSORS] = waitsFor;
        nodes[at + SUCCESSORS] = to - from | (allSole ? SOLE : 0);
        nodes[at + FURTHER] = usedFurther;
        System.arraycopy(list, from, nodes, at + FIRST, inNode);
        int room = Math.ceilDiv(more, STEP) * STEP;
        if (usedFurther + room > further.length) {
            further = Arrays.copyOf(further, Math.max(usedFurther + room, 2 * further.length));
        }
        System.arraycopy(list, from + inNode, further, usedFurther, more);
        usedFurther += room;
    }

    int tasks() {
        return tasks;
    }

    int edges() {
        return successors.length;
    }

    /** {@return the tasks that wait for none, the most urgent first} */
    int[] roots() {
        return roots;
    }

    int criticalPath() {
        return criticalPath;
    }

    int nodeCount() {
        return nodeCount;
    }

    /** {@return the words of the nodes: first those of the tasks, then those of relays} */
    int[] nodes() {
        return nodes;
    }

    int[] further() {
        return further;
    }

    /** {@return all tasks that come after {@code task}, directly or not, in ascending order} */
    int[] after(int task) {
        var found = new BitSet(tasks);
        int[] open = new int[tasks];
        open[0] = task;
        int count = 1;
        while (count > 0) {
            int next = open[--count];
            for (int i = starts[next]; i < starts[next + 1]; i++) {
                int later = successors[i];
                if (!found.get(later)) {
                    found.set(later);
                    open[count++] = later;
                }
            }
        }
        return found.stream().toArray();
    }
}
