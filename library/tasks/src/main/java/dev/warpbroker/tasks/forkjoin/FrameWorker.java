package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.tasks.TaskBody;

/**
 * A lane of a {@link Worker} for runs with a continuation. A task that has spawned waits in a frame for the results of
 * its children; then the continuation runs.
 */
final class FrameWorker<T, R> extends Worker<T, R> {
    /*
     * Lanes that have a result hand it to the frame of the parent, and the lane that brings the last one goes on with
     * the parent in the next step. A frame's pending children are those that have not arrived. The result of a child
     * that another worker ran comes as a message to the inbox of the frame's owner. The result of the root ends the
     * run: each task is awaited by its parent. Frames and Inbox have invariants of their own.
     */
    private final Fork.Continuation<T, R> continuation;
    private final Frames<T, R> frames;
    private final Inbox<T, R> inbox;
    private final PublicDeque<T> deque;

    /** The task that the continuation will see: the running task itself, unless {@link #resumeAs} names another one. */
    private T next;

    /** The reference to the frame of the task that all lanes run together, which all of its children get. */
    private int sharedReference = Plan.NO_PARENT;

    private final LaneResults<T, R> lanes;

    FrameWorker(
            WarpMemory<T> memory, Join<R> join, TaskBody<T, Fork<T, R>> body, Fork.Continuation<T, R> continuation) {
        super(memory, join, body);
        this.continuation = continuation;
        frames = new Frames<>(memory, join);
        inbox = new Inbox<>(memory, join.layout());
        deque = new PublicDeque<>(memory, stack, inbox, trace);
        next = work.task;
        lanes = new LaneResults<>(memory, join);
    }

    @Override
    void begin() {
        frames.begin();
    }

    @Override
    void step() {
        frames.reserve();
        forget();
        next = work.task;
        if (runsAlone()) {
            execute();
        }
        if (plan.groups()) {
            runTogether();
        }
        stack.push(children > 1, older, work.reference);
        frames.finish(work, inbox);
    }

    /**
     * Runs the task of the calling lane, or its continuation. A task without children has its result at once. Otherwise
     * its frame is opened before any child can end, and the lane continues with the newest child.
     */
    private void execute() {
        noteRunning(work.task);
        if (work.state == LaneWork.RESUMED) {
            result = work.value; // the result of a continuation that neither completes nor spawns
            continuation.run(work.task, work.value, this);
        } else {
            trace.ranOne(work.task);
            body.run(work.task, this);
        }
        int awaited = children + pushed;
        if (awaited == 0) {
            work.value = result;
            work.state = LaneWork.RESULT;
            return;
        }
        if (!completed) {
            // A continuation has seen the results of earlier children. They must not be joined once more.
            result = join.identity();
        }
        int reference = frames.spareReference();
        frames.open(awaited, work.reference, result, next);
        if (children > 0) {
            work.run(newest, reference);
        } else {
            work.state = LaneWork.NOTHING;
        }
    }

    /**
     * Runs a task, or its continuation, with all lanes, and joins the parts of its result. The owner alone opens the
     * frame, or continues with the result; the other lanes keep their state.
     */
    @Override
    void runTogether(int owner, T task) {
        int resultsAt = memory.begin() + plan.groupResultsAt();
        boolean owns = memory.lane() == owner;
        boolean resumed = warp.any(owns && work.state == LaneWork.RESUMED);
        sharedReference = warp.warp().shuffle(warp.mask(), frames.spareReference(), owner);
        next = task;
        if (resumed) {
            continuation.run(task, lanes.ofLane(owner, work.value, resultsAt), this);
        } else {
            body.run(task, this);
        }
        warp.synchronize();
        warp.stopIfIncomplete(WORK);
        int awaited = warp.sum(pushed);
        boolean some = warp.any(completed);
        R part = lanes.joined(completed ? result : join.identity(), resultsAt);
        R all = lanes.ofLane(0, part, resultsAt);
        T following = taskOf(0, next);
        if (owns) {
            if (awaited > 0) {
                frames.open(awaited, work.reference, all, following);
                work.state = LaneWork.NOTHING;
            } else {
                work.value = some || !resumed ? all : work.value;
                work.state = LaneWork.RESULT;
            }
            if (!resumed) {
                trace.ranOne(task);
            }
        }
    }

    @Override
    int childReference() {
        return plan.groups() && isTogether() ? sharedReference : frames.spareReference();
    }

    @Override
    public void resumeAs(T state) {
        tasks.check(state);
        next = state;
    }

    /** Messages come only while children are in the own public deque or with other workers. */
    @Override
    void receive() {
        if (inbox.isAwaited()) {
            found |= inbox.receive(work);
        }
    }

    /** A result may complete the parent, which is handed on in the same way, and messages may bring further ones. */
    @Override
    void handOnResults() {
        do {
            while (warp.any(work.state == LaneWork.RESULT)) {
                frames.finish(work, inbox);
            }
        } while (inbox.isAwaited() && receivedSome());
    }

    private boolean receivedSome() {
        boolean some = inbox.receive(work);
        found |= some;
        return some;
    }

    /** A worker that awaits messages must not rest: only it can continue the tasks that wait for them. */
    @Override
    boolean goIdle() {
        return !inbox.isAwaited();
    }

    @Override
    PublicDeque<T> deque() {
        return deque;
    }
}
