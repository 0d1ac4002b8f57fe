package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.worker.WarpWorker;
import dev.warpbroker.tasks.worker.WorkerTrace;

/**
 * A lane of a worker, which is a warp: what it does, and what it and the other lanes know of their common state.
 * {@link JvmWorker} does the same with threads.
 */
abstract sealed class Worker<T, R> extends Fork<T, R> permits FrameWorker, TotalWorker {
    /*
     * A step: lanes that have nothing pop a task each; those that have a task run it; a lane whose task has spawned
     * goes on with the last child and pushes the others, the last but one when lanes are together again. A task of the
     * whole warp is with the lane that popped it; all lanes run it after those of single lanes, and push its children.
     * What becomes of results is up to the kind of worker. Every `pace` steps the warp looks at what is outside: its
     * own deque, other deques, the host.
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

    static final String WORK = "the tasks of a fork-join run";

    /** Steps between two looks at the world outside of the worker, at most. */
    private static final int SERVICE = 16;

    /** Time between two looks: if it takes longer, there are fewer steps between them. */
    private static final int LOOK_NANOS = 12_000;

    /** If it takes that long, there is a look after every step. */
    private static final int SLOW_NANOS = 50_000;

    /**
     * How long the first worker rests at most, and how much longer the last one does. Many that look all the time keep
     * those from working that have work; and where there is little of it, it comes to few warps of a multiprocessor,
     * which run side by side.
     */
    private static final int REST_NANOS = 1_000;

    private static final int LONGER_REST_NANOS = 15_000;

    /** So many times a worker without work rests a little longer than before. */
    private static final int RESTS = 32;

    /** Looks at the world outside between two looks whether the host has cancelled the run, unless they are rare. */
    private static final int CANCEL = 64;

    private static final int RARE_NANOS = 100_000;

    /**
     * Tasks that are made public at once, as long as steps are quick. Where they are not, others get all but one step's
     * work: what waits for its turn here might be the way to most of what is left.
     */
    private static final int SHARE = 32;

    final Plan plan;
    final WarpMemory<T> memory;
    final WarpWorker warp;
    final Layout<T> tasks;
    final Join<R> join;
    final TaskBody<T, Fork<T, R>> body;
    final TaskStack<T> stack;
    final WorkerTrace<T> trace;

    /** What the lane has. */
    final LaneWork<T, R> work;

    // The running task: what it has spawned, of that the newest child and the one before it, and its result.
    int children;
    boolean completed;
    T newest;
    T older;
    R result;

    /** Children that the lane has pushed at once: those of a task of the warp, and those that are one. */
    int pushed;

    // The warp: the same in all lanes.
    /** Whether the lanes run a task together. */
    private boolean together;

    private int countdown = 1;
    private int pace = 1;
    private int lastService;
    private int services;
    private Backoff backoff = new Backoff();
    private int restNanos;

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
        trace = new WorkerTrace<>(memory.device().rings(), tasks, warp.lane(), Granularity.WARP);
        work = new LaneWork<>(tasks.zero(), join.identity());
        newest = work.task;
        older = work.task;
        result = work.value;
        lastService = warp.fromFirst((int) warp.lane().nanoTime());
    }

    /** Before the first step. */
    abstract void begin();

    /** A step of all lanes. */
    abstract void step();

    /** Takes in results from elsewhere. */
    abstract void receive();

    /** Where tasks are long, a lane that has its result during a step loses as much: so none is left. */
    abstract void handOnResults();

    /** {@return whether nothing comes that only this worker can take} It has nothing to do. */
    abstract boolean goIdle();

    abstract PublicDeque<T> deque();

    final void run() {
        stack.begin();
        begin();
        if (memory.worker() == 0 && warp.isFirst()) {
            work.run(tasks.read(memory.device().root(), plan.rootTaskAt()), Plan.NO_PARENT);
        }
        if (memory.worker() == 0) {
            trace.work();
        }
        warp.synchronize();
        while (true) {
            boolean looks = --countdown <= 0;
            if (looks) {
                service();
            }
            int lacking = stack.popForIdle(work);
            if (lacking > 0) {
                if (lacking == memory.lanes()) {
                    // Only a look just now tells that there is nothing: not in device memory either.
                    if (looks && !found) {
                        if (rootHasEnded()) {
                            break;
                        }
                        trace.idle();
                    }
                    countdown = 0;
                    continue;
                }
                if (stack.hasOlder()) {
                    countdown = 0;
                }
            }
            if (trace.isOn()) {
                trace.ran(Integer.bitCount(warp.ballot(work.state == LaneWork.TASK)));
            }
            step();
        }
        trace.end();
    }

    // ---- running a task ----

    /** Begins a step. All lanes forget what they had in the one before: so it is in no register between steps. */
    final void forget() {
        stack.beginStep();
        children = 0;
        completed = false;
        newest = work.task;
        older = work.task;
        result = join.identity();
        pushed = 0;
    }

    /** {@return the reference that children of the running task get} */
    abstract int childReference();

    @Override
    public final void spawn(T child) {
        tasks.check(child);
        if (plan.groups() && (together || memory.isOfWarp(child))) {
            stack.pushAlone(child, childReference());
            pushed++;
            return;
        }
        if (children > 1) {
            stack.pushAlone(older, childReference());
        }
        older = newest;
        newest = child;
        children++;
    }

    /** Notes what the lane is about to run. */
    final void noteRunning(T task) {
        if (plan.traces()) {
            int lane = memory.worker() * memory.lanes() + memory.lane();
            tasks.write(memory.device().running(), lane * plan.taskWords(), task);
        }
    }

    @Override
    public final void complete(R completion) {
        result = completion;
        completed = true;
    }

    // ---- running a task together ----

    /** {@return whether the calling lane has a task that it runs alone} */
    final boolean runsAlone() {
        return work.state >= LaneWork.TASK && !memory.isOfWarp(work.task);
    }

    /** Runs the tasks that lanes have and all run together, one after the other. */
    final void runTogether() {
        warp.stopIfIncomplete(WORK);
        int owners = warp.ballot(work.state >= LaneWork.TASK && memory.isOfWarp(work.task));
        together = owners != 0;
        while (owners != 0) {
            int owner = warp.warp().leader(owners);
            owners &= owners - 1;
            T task = taskOf(owner, work.task);
            completed = false;
            result = join.identity();
            pushed = 0;
            noteRunning(task);
            runTogether(owner, task);
        }
        together = false;
    }

    /**
     * Runs a task with all lanes.
     *
     * @param owner the lane that has it
     */
    abstract void runTogether(int owner, T task);

    /** {@return the task that a lane has given} */
    final T taskOf(int lane, T given) {
        int at = memory.begin() + plan.groupTaskAt();
        if (memory.lane() == lane) {
            tasks.write(memory.fast(), at, given);
        }
        warp.synchronize();
        T task = tasks.read(memory.fast(), at);
        warp.synchronize();
        return task;
    }

    /** {@return whether the running task is one of all lanes} */
    final boolean isTogether() {
        return together;
    }

    // ---- the world outside ----

    private boolean rootHasEnded() {
        boolean mayRest = goIdle();
        if (warp.fromFirst(memory.device().root().getAcquire(0)) != 0) {
            return true;
        }
        backoff.pause("work");
        if (mayRest && !plan.longTasks()) {
            Backoff.sleep(restNanos);
            int most = REST_NANOS + LONGER_REST_NANOS * memory.worker() / warp.count();
            restNanos = Math.min(restNanos + most / RESTS, most);
        }
        return false;
    }

    private void service() {
        int now = warp.fromFirst((int) warp.lane().nanoTime());
        int passed = now - lastService;
        boolean slow = plan.longTasks() || passed > SLOW_NANOS;
        lastService = now;
        if (trace.isOn()) {
            trace.look(warp.fromFirst(warp.lane().nanoTime()));
        }
        if (countdown == 0) { // it is time: the worker had work all along
            pace = slow ? 1 : passed > LOOK_NANOS ? Math.max(1, pace >> 1) : Math.min(2 * pace, SERVICE);
        }
        countdown = pace;
        found = false;
        services++;
        if (plan.longTasks() || passed > RARE_NANOS || (services & CANCEL - 1) == 0) {
            Backoff.stopIfCancelled(WORK);
        }
        if (plan.longTasks()) {
            handOnResults();
        } else {
            receive();
        }
        int idle = warp.ballot(work.isNothing());
        int wanted = stack.wanted(idle);
        if (plan.longTasks()) {
            fillLanes(idle);
            found |= idle != 0 && stack.fastSize() > 0;
        } else if (stack.fastSize() == 0) {
            if (idle != 0) {
                acquire(plan.fastTasks() / 2);
                found |= stack.fastSize() > 0;
            }
        } else if (stack.size() > wanted && deque().size() == 0) {
            int surplus = stack.size() - wanted;
            boolean quick = pace == SERVICE;
            found |= deque().publish(quick ? Math.min(surplus, Math.min(stack.size() / 2, SHARE)) : surplus);
        }
        if (found) {
            backoff = new Backoff();
            restNanos = 0;
            trace.work();
        }
    }

    /**
     * Where tasks are long, lanes without one lose as much: so the worker looks at every deque before it goes on
     * without. What it has beyond what its lanes need is public before it begins.
     */
    private void fillLanes(int idle) {
        int looks = Math.ceilDiv(warp.count(), memory.lanes()) + 1;
        int inVain = 0;
        int wanted = stack.wanted(idle);
        while (inVain < looks && stack.fastSize() < wanted) {
            found = false;
            deque().forgetOutrun();
            acquire(wanted - stack.fastSize());
            inVain = found || deque().wasOutrun() ? 0 : inVain + 1;
            wanted = stack.wanted(idle);
        }
        if (stack.size() > wanted) {
            found |= deque().publish(Math.min(stack.size() - wanted, plan.publicTasks() - deque().size()));
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
