package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;

/**
 * The spawned tasks of a {@link Worker} that wait, with the references of their parents' frames, if there are any.
 * Newest first.
 */
final class TaskStack<T> {
    /*
     * Tasks have indexes, which grow. Those from base to top are in fast memory, those from bottom to base in device
     * memory; each memory is a ring. What is older than bottom was published. Lanes that spawn more than two children
     * in one step push the first ones in divergent code, above the top: a counter in fast memory numbers them, and the
     * top follows when the lanes meet again.
     */
    private final WarpMemory<T> memory;
    private final Plan plan;
    private final Ints fast;

    // The same in all lanes.
    private int top;
    private int base;
    private int bottom;

    /** Whether the calling lane has pushed alone in this step. */
    private boolean pushed;

    TaskStack(WarpMemory<T> memory) {
        this.memory = memory;
        plan = memory.plan();
        fast = memory.fast();
    }

    /** Before the first step; lanes synchronise afterwards. */
    void begin() {
        if (memory.warp().isFirst()) {
            fast.set(memory.begin() + plan.pushedAt(), 0);
        }
    }

    /** {@return how many tasks are in fast memory} */
    int fastSize() {
        return top - base;
    }

    /** {@return how many tasks there are} */
    int size() {
        return top - bottom;
    }

    /** {@return whether some tasks are in device memory} */
    boolean hasOlder() {
        return base != bottom;
    }

    /** {@return the index of the next task} */
    int top() {
        return top;
    }

    /** {@return the index of the oldest task} */
    int bottom() {
        return bottom;
    }

    private int slot(int index) {
        return index & plan.fastTasks() - 1;
    }

    private int taskAt(int slot) {
        return memory.begin() + slot * plan.taskWords();
    }

    private int referenceAt(int slot) {
        return memory.begin() + slot + plan.referencesAt();
    }

    private int reference(int slot) {
        return plan.resumes() ? fast.get(referenceAt(slot)) : Plan.NO_PARENT;
    }

    private void setReference(int slot, int parent) {
        if (plan.resumes()) {
            fast.set(referenceAt(slot), parent);
        }
    }

    private int olderAt(int index) {
        return (memory.worker() * plan.tasks() + (index & plan.tasks() - 1)) * plan.entryWords();
    }

    // ---- in a step ----

    /**
     * {@return how many tasks the next step takes if it can have them: one for each lane that has nothing. But a task
     * that all lanes run together is taken alone, so that others can have the next one}
     *
     * @param idle the lanes that have nothing
     */
    int wanted(int idle) {
        if (!plan.groups()) {
            return Integer.bitCount(idle);
        }
        int rank = memory.rank(idle);
        boolean wide = (idle >>> memory.lane() & 1) != 0
                && rank < fastSize()
                && memory.isOfWarp(memory.tasks().read(fast, taskAt(slot(top - 1 - rank))));
        int first = Integer.lowestOneBit(memory.warp().ballot(wide));
        return first == 0 ? Integer.bitCount(idle) : Math.max(1, Integer.bitCount(idle & first - 1));
    }

    /** Gives tasks of fast memory to the lanes that have nothing. {@return how many more would have been wanted} */
    <R> int popForIdle(LaneWork<T, R> work) {
        int idle = memory.warp().ballot(work.isNothing());
        int wanted = wanted(idle);
        int stacked = fastSize();
        int rank = memory.rank(idle);
        if (work.isNothing() && rank < (plan.groups() ? Math.min(wanted, stacked) : stacked)) {
            int slot = slot(top - 1 - rank);
            work.run(memory.tasks().read(fast, taskAt(slot)), reference(slot));
        }
        top -= Math.min(wanted, stacked);
        memory.warp().synchronize(); // all have read: lanes that push in this step do so to the same places
        return wanted - stacked;
    }

    /** The lanes have pushed nothing yet. */
    void beginStep() {
        pushed = false;
    }

    /** Pushes a child of the task of the calling lane, in the middle of that task. */
    void pushAlone(T child, int parent) {
        pushed = true;
        int index = top + memory.warp().warp().aggregatedAdd(fast, memory.begin() + plan.pushedAt(), 1);
        if (index - base < plan.fastTasks()) {
            write(index, child, parent);
        } else {
            check(index + 1);
            int at = olderAt(index);
            memory.tasks().write(memory.device().stacks(), at, child);
            if (plan.resumes()) {
                memory.device().stacks().set(at + plan.taskWords(), parent);
            }
        }
    }

    private void write(int index, T task, int parent) {
        int slot = slot(index);
        memory.tasks().write(fast, taskAt(slot), task);
        setReference(slot, parent);
    }

    /** Ends a step: counts what lanes have pushed alone, and pushes one more task of each lane that has one. */
    void push(boolean hasOne, T task, int parent) {
        var warp = memory.warp();
        if (warp.any(pushed)) {
            warp.synchronize();
            int added = fast.get(memory.begin() + plan.pushedAt());
            warp.synchronize();
            begin();
            top += added;
        }
        if (fastSize() > plan.fastTasks() - memory.lanes()) {
            spill();
        }
        int having = warp.ballot(hasOne);
        if (hasOne) {
            write(top + memory.rank(having), task, parent);
        }
        top += Integer.bitCount(having);
    }

    // ---- between fast memory and device memory ----

    /** Leaves the newest tasks, half of what fits, in fast memory. */
    private void spill() {
        check(top);
        memory.warp().synchronize();
        int fastEnd = base + plan.fastTasks();
        int kept = top - plan.fastTasks() / 2;
        int moved = Math.min(kept - base, plan.fastTasks());
        for (int i = memory.lane(); i < moved; i += memory.lanes()) {
            copyDown(base + i);
        }
        memory.warp().synchronize();
        for (int i = Math.max(0, kept - fastEnd) + fastEnd + memory.lane(); i - top < 0; i += memory.lanes()) {
            copyUp(i);
        }
        memory.count(EngineMemory.SPILLED, kept - base);
        base = kept;
        memory.warp().synchronize();
    }

    /** Takes back the newest tasks from device memory; fast memory is empty. */
    void refill() {
        int count = Math.min(plan.fastTasks() / 2, base - bottom);
        for (int i = memory.lane(); i < count; i += memory.lanes()) {
            copyUp(base - 1 - i);
        }
        base -= count;
        memory.warp().synchronize();
    }

    private void check(int end) {
        if (end - bottom > plan.tasks()) {
            throw new IllegalStateException("tasks of a worker that wait to be run exceed the capacity of "
                    + plan.tasks() + " by " + (end - bottom - plan.tasks()) + "; see ForkJoinOptions.withTasks");
        }
    }

    private void copyDown(int index) {
        int slot = slot(index);
        int to = olderAt(index);
        for (int word = 0; word < plan.taskWords(); word++) {
            memory.device().stacks().set(to + word, fast.get(taskAt(slot) + word));
        }
        if (plan.resumes()) {
            memory.device().stacks().set(to + plan.taskWords(), reference(slot));
        }
    }

    private void copyUp(int index) {
        int slot = slot(index);
        int from = olderAt(index);
        for (int word = 0; word < plan.taskWords(); word++) {
            fast.set(taskAt(slot) + word, memory.device().stacks().get(from + word));
        }
        if (plan.resumes()) {
            setReference(slot, memory.device().stacks().get(from + plan.taskWords()));
        }
    }

    // ---- to and from public deques ----

    /** Copies a task to a place of a public deque. {@return its reference} */
    int copyTo(int index, Ints published, int to) {
        int parent = Plan.NO_PARENT;
        if (index - base < 0) {
            int from = olderAt(index);
            for (int word = 0; word < plan.taskWords(); word++) {
                published.setOpaque(to + word, memory.device().stacks().get(from + word));
            }
            if (plan.resumes()) {
                parent = memory.device().stacks().get(from + plan.taskWords());
            }
        } else {
            int slot = slot(index);
            for (int word = 0; word < plan.taskWords(); word++) {
                published.setOpaque(to + word, fast.get(taskAt(slot) + word));
            }
            parent = reference(slot);
        }
        if (plan.resumes()) {
            published.setOpaque(to + plan.taskWords(), parent);
        }
        return parent;
    }

    /** Removes the oldest tasks, which were copied. */
    void removeOldest(int count) {
        bottom += count;
        if (base - bottom < 0) {
            base = bottom;
        }
    }

    /** Copies a task from a public deque to above the top. {@return its reference} */
    int copyFrom(Ints published, int from, int above) {
        int slot = slot(top + above);
        for (int word = 0; word < plan.taskWords(); word++) {
            fast.set(taskAt(slot) + word, published.getOpaque(from + word));
        }
        if (!plan.resumes()) {
            return Plan.NO_PARENT;
        }
        int parent = published.getOpaque(from + plan.taskWords());
        setReference(slot, parent);
        return parent;
    }

    /** Adds tasks that were copied to above the top. */
    void addCopied(int count) {
        top += count;
    }
}
