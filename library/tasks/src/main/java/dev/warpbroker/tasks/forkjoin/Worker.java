package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.worker.WarpWorker;
import dev.warpbroker.tasks.worker.WorkerTrace;

/**
 * A lane of a worker, which is a warp: what it does, and what it and the other lanes know of their common state. {@link
 * JvmWorker} does the same with threads.
 */
final class Worker<T, R> extends Fork<T, R> {
    /*
     * A step: lanes that have nothing pop a task each; those that have a task run it; a lane whose task has spawned
     * goes on with the first child and pushes the others; those that have a result hand it to the frame of the parent,
     * and the lane that brings the last one has the parent's result, or goes on with the parent, in the next step.
     * Every `pace` steps the warp looks at what is outside: the inbox, its own deque, other deques, the host.
     *
     * Invariants
     *   - A task that was spawned and has not begun is in one place: on the stack of one worker, in one public deque,
     *     or with a lane.
     *   - A frame's pending children are those that have not arrived. The result of a child that another worker ran
     *     comes as a message to the inbox of the frame's owner.
     *   - The run has ended when the root's result is there. Then no task is left anywhere, since each is awaited by
     *     its parent. Only workers without any work look.
     * TaskStack, Frames, Inbox and PublicDeque have those of their own.
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

    private final Plan plan;
    private final WarpMemory<T> memory;
    private final WarpWorker warp;
    private final Layout<T> tasks;
    private final Join<R> join;
    private final TaskBody<T, Fork<T, R>> body;
    private final Fork.Continuation<T, R> continuation;

    private final TaskStack<T> stack;
    private final Frames<T, R> frames;
    private final Inbox<T, R> inbox;
    private final PublicDeque<T> deque;
    private final WorkerTrace<T> trace;

    /** What the lane has. */
    private final LaneWork<T, R> work;

    // The running task.
    private int children;
    private boolean completed;
    private T first;
    private T second;
    private T next;
    private R result;

    // The warp: the same in all lanes.
    private int countdown = 1;
    private int pace = 1;
    private long lastService;
    private boolean found;
    private int services;
    private Backoff backoff = new Backoff();

    Worker(
            Lane lane,
            Plan plan,
            EngineMemory memory,
            Layout<T> tasks,
            Join<R> join,
            TaskBody<T, Fork<T, R>> body,
            Fork.Continuation<T, R> continuation) {
        this.plan = plan;
        this.memory = WarpMemory.of(lane, plan, memory, tasks);
        this.tasks = tasks;
        this.join = join;
        this.body = body;
        this.continuation = continuation;
        warp = this.memory.warp();
        stack = new TaskStack<>(this.memory);
        frames = new Frames<>(this.memory, join);
        inbox = new Inbox<>(this.memory, join.layout());
        trace = new WorkerTrace<>(memory.rings(), tasks, lane, Granularity.WARP);
        deque = new PublicDeque<>(this.memory, stack, inbox, trace);
        work = new LaneWork<>(tasks.zero(), join.identity());
        first = work.task;
        second = work.task;
        next = work.task;
        result = work.value;
        lastService = lane.nanoTime();
    }

    void run() {
        begin();
        while (true) {
            if (--countdown <= 0) {
                service();
            }
            int lacking = stack.popForIdle(work);
            if (lacking > 0) {
                if (lacking == memory.lanes()) {
                    if (!found) {
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
            frames.reserve();
            boolean runs = work.state >= LaneWork.TASK;
            children = 0;
            stack.beginStep();
            if (trace.isOn()) {
                trace.ran(Integer.bitCount(warp.ballot(work.state == LaneWork.TASK)));
            }
            if (runs) {
                execute();
            }
            warp.synchronize();
            stack.push(runs && children > 1, second, work.reference);
            frames.finish(work, inbox);
        }
        trace.end();
    }

    private void begin() {
        frames.begin();
        stack.begin();
        if (memory.worker() == 0 && warp.isFirst()) {
            work.task = tasks.read(memory.device().root(), 1 + plan.resultWords());
            work.state = LaneWork.TASK;
        }
        if (memory.worker() == 0) {
            trace.work();
        }
        warp.synchronize();
    }

    // ---- running a task ----

    private void execute() {
        completed = false;
        first = work.task;
        second = work.task;
        next = work.task;
        if (plan.traces()) {
            int lane = memory.worker() * memory.lanes() + memory.lane();
            tasks.write(memory.device().running(), lane * plan.taskWords(), work.task);
        }
        if (plan.resumes() && work.state == LaneWork.RESUMED) {
            result = work.value;
            continuation.run(work.task, work.value, this);
        } else {
            result = join.identity();
            trace.ranOne(work.task);
            body.run(work.task, this);
        }
        if (children == 0) {
            work.value = result;
            work.state = LaneWork.RESULT;
            return;
        }
        if (plan.resumes() && !completed) {
            result = join.identity();
        }
        int reference = frames.spareReference();
        frames.open(children, work.reference, result, next);
        work.run(first, reference);
    }

    @Override
    public void spawn(T child) {
        int before = children++;
        if (before == 0) {
            first = child;
        } else if (before == 1) {
            second = child;
        } else {
            stack.pushAlone(child, frames.spareReference());
        }
    }

    @Override
    public void complete(R completion) {
        result = completion;
        completed = true;
    }

    @Override
    public void resumeAs(T state) {
        next = state;
    }

    // ---- the world outside ----

    private boolean rootHasEnded() {
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
        trace.look(now);
        pace = slow ? 1 : Math.min(2 * pace, SERVICE);
        countdown = pace;
        found = false;
        services++;
        if (slow || (services & CANCEL - 1) == 0) {
            Backoff.stopIfCancelled("the tasks of a fork-join run");
        }
        if (plan.longTasks()) {
            handOnResults();
        } else if (inbox.isAwaited()) {
            found = inbox.receive(work);
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
        } else if (stack.size() > 1 && deque.seemsEmpty()) {
            found |= deque.publish(slow ? stack.size() - idle : Math.min(stack.size() / 2, SHARE));
        }
        if (found) {
            countdown = Math.min(pace, SOON);
            backoff = new Backoff();
            trace.work();
        }
        deque.look();
    }

    /** Where tasks are long, a lane that brings a result to its frame during a step loses as much: so none is left. */
    private void handOnResults() {
        do {
            while (warp.any(work.state == LaneWork.RESULT)) {
                frames.finish(work, inbox);
            }
        } while (inbox.isAwaited() && receive());
    }

    private boolean receive() {
        boolean some = inbox.receive(work);
        found |= some;
        return some;
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
            deque.forgetOutrun();
            acquire(idle - stack.fastSize());
            inVain = found || deque.wasOutrun() ? 0 : inVain + 1;
        }
        if (stack.size() > idle) {
            found |= deque.publish(Math.min(stack.size() - idle, plan.publicTasks() - deque.size()));
        }
    }

    /** Gets tasks from where there are some, if from public deques then at most {@code most}. */
    private void acquire(int most) {
        if (stack.hasOlder()) {
            stack.refill();
            found = true;
        } else if (deque.reclaim(most) || deque.steal(most)) {
            found = true;
        }
    }
}
