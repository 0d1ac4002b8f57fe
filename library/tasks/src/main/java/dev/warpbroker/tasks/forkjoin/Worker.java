package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * A lane of a worker, which is a warp: what it does, and what it and the other lanes know of their common state. {@link
 * JvmWorker} does the same with threads.
 */
abstract sealed class Worker<T, R> extends Fork<T, R> permits FrameWorker, TotalWorker {
    /*
     * A step: lanes that have nothing pop a task each; those that have a task run it; a lane whose task has spawned
     * goes on with the first child and pushes the others. What becomes of results is up to the kind of worker. Every
     * `pace` steps the warp looks at what is outside: its own deque, other deques, the host.
     *
     * Invariants
     *   - A task that was spawned and has not begun is in one place: on the stack of one worker, in one public deque,
     *     or with a lane.
     *   - The run has ended when the root's result is there. Then no task is left anywhere. Only workers without any
     *     work look.
     * TaskStack, PublicDeque, and those of the kinds have more of their own.
     *
     * Access modes. What lies in fast memory is the warp's own: warp.synchronize orders it between lanes. The root's
     * flag releases its result for the host's sake.
     */

    /** Steps between two looks at the world outside of the worker: most of them, and while work is being spread. */
    private static final int SERVICE = 16;

    private static final int SOON = 4;

    /**
     * If it takes longer from one look to the next, there is one after every step, and others get all but one step's
     * work.
     */
    private static final int SLOW_NANOS = 20_000;

    /** Services between two looks whether the host has cancelled the run. */
    private static final int CANCEL = 64;

    /** Tasks that are made public at once, as long as steps are quick. */
    private static final int SHARE = 32;

    final Plan plan;
    final WarpMemory<T> memory;
    final WarpWorker warp;
    final Layout<T> tasks;
    final Join<R> join;
    final TaskBody<T, Fork<T, R>> body;
    final TaskStack<T> stack;

    /** What the lane has. */
    final LaneWork<T, R> work;

    // The running task.
    int children;
    boolean completed;
    T first;
    T second;
    R result;

    // The warp: the same in all lanes.
    private int countdown = 1;
    private int pace = 1;
    private long lastService;
    private int services;
    private Backoff backoff = new Backoff();

    /** Whether the last look outside has brought something. */
    boolean found;

    Worker(WarpMemory<T> memory, Join<R> join, TaskBody<T, Fork<T, R>> body) {
        this.memory = memory;
        this.join = join;
        this.body = body;
        plan = memory.plan();
        warp = memory.warp();
        tasks = memory.tasks();
        stack = new TaskStack<>(memory);
        work = new LaneWork<>(tasks.zero(), join.identity());
        first = work.task;
        second = work.task;
        result = work.value;
        lastService = warp.lane().nanoTime();
    }

    /** Before the first step. */
    abstract void begin();

    /** A step of all lanes. */
    abstract void step();

    /** Takes in results from elsewhere. */
    abstract void receive();

    /** Where tasks are long, a lane that has its result during a step loses as much: so none is left. */
    abstract void handOnResults();

    /** The worker has nothing to do. */
    abstract void rest();

    abstract PublicDeque<T> deque();

    final void run() {
        stack.begin();
        begin();
        if (memory.worker() == 0 && warp.isFirst()) {
            work.run(tasks.read(memory.device().root(), plan.rootTaskAt()), Plan.NO_PARENT);
        }
        warp.synchronize();
        while (true) {
            if (--countdown <= 0) {
                service();
            }
            int lacking = stack.popForIdle(work);
            if (lacking > 0) {
                if (lacking == memory.lanes()) {
                    if (!found && rootHasEnded()) {
                        break;
                    }
                    countdown = 0;
                    continue;
                }
                if (stack.hasOlder()) {
                    countdown = 0;
                }
            }
            step();
        }
    }

    // ---- running a task ----

    /** Notes what the lane is about to run. */
    final void trace() {
        if (plan.traces()) {
            int lane = memory.worker() * memory.lanes() + memory.lane();
            tasks.write(memory.device().running(), lane * plan.taskWords(), work.task);
        }
    }

    @Override
    public final void complete(R completion) {
        result = completion;
        completed = true;
    }

    // ---- the world outside ----

    private boolean rootHasEnded() {
        rest();
        if (warp.fromFirst(memory.device().root().getAcquire(0)) != 0) {
            return true;
        }
        backoff.pause("work");
        return false;
    }

    private void service() {
        long now = warp.fromFirst(warp.lane().nanoTime());
        boolean slow = plan.longTasks() || now - lastService > SLOW_NANOS;
        lastService = now;
        pace = slow ? 1 : Math.min(2 * pace, SERVICE);
        countdown = pace;
        found = false;
        services++;
        if (slow || (services & CANCEL - 1) == 0) {
            Backoff.stopIfCancelled("the tasks of a fork-join run");
        }
        if (plan.longTasks()) {
            handOnResults();
        } else {
            receive();
        }
        int idle = Integer.bitCount(warp.ballot(work.isNothing()));
        if (plan.longTasks()) {
            fillLanes(idle);
            found |= idle > 0 && stack.fastSize() > 0;
        } else if (stack.fastSize() == 0) {
            if (idle > 0) {
                acquire(plan.fastTasks() / 2);
                found |= stack.fastSize() > 0;
            }
        } else if (stack.size() > 1 && deque().seemsEmpty()) {
            found |= deque().publish(slow ? stack.size() - idle : Math.min(stack.size() / 2, SHARE));
        }
        if (found) {
            countdown = Math.min(pace, SOON);
            backoff = new Backoff();
        }
        deque().look();
    }

    /**
     * Where tasks are long, lanes without one lose as much: so the worker looks at every deque before it goes on
     * without. What it has beyond what its lanes need is public before it begins.
     */
    private void fillLanes(int idle) {
        int looks = Math.ceilDiv(warp.count(), memory.lanes()) + 1;
        int inVain = 0;
        while (inVain < looks && stack.fastSize() < idle) {
            found = false;
            deque().forgetOutrun();
            acquire(idle - stack.fastSize());
            inVain = found || deque().wasOutrun() ? 0 : inVain + 1;
        }
        if (stack.size() > idle) {
            found |= deque().publish(Math.min(stack.size() - idle, plan.publicTasks() - deque().size()));
        }
    }

    /** Gets tasks from where there are some, if from public deques then at most {@code most}. */
    private void acquire(int most) {
        if (stack.hasOlder()) {
            stack.refill();
            found = true;
        } else if (deque().reclaim(most) || deque().steal(most)) {
            found = true;
        }
    }
}
