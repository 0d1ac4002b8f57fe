package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.tasks.TaskBody;

/**
 * A lane of a {@link Worker} for runs without a continuation. In such runs the result of a single task is never
 * visible, and results may be joined in any order. So a lane joins the results of its tasks in its own part of a
 * {@link Total}, and tasks have no frames.
 *
 * <p>Without frames no task waits for its children, and workers send no messages to each other. The run ends when
 * {@link Total} finds that no work is left; the result of the root is then the join of the parts of all lanes.
 */
final class TotalWorker<T, R> extends Worker<T, R> {
    private final Total<T, R> total;
    private final PublicDeque<T> deque;

    TotalWorker(WarpMemory<T> memory, Join<R> join, TaskBody<T, Fork<T, R>> body) {
        super(memory, join, body);
        total = new Total<>(memory, join);
        deque = new PublicDeque<>(memory, stack, total, trace);
    }

    @Override
    void begin() {}

    @Override
    void step() {
        forget();
        if (runsAlone()) {
            execute();
        }
        if (plan.groups()) {
            runTogether();
        }
        stack.push(children > 1, older, Plan.NO_PARENT);
        warp.synchronize();
    }

    /**
     * Runs the task of the calling lane. If it has spawned, the lane continues with the newest child in the next step.
     */
    private void execute() {
        noteRunning(work.task);
        trace.ranOne(work.task);
        body.run(work.task, this);
        if (completed) {
            total.add(result);
        }
        if (children > 0) {
            work.task = newest;
        } else {
            work.state = LaneWork.NOTHING;
        }
    }

    /** Each lane adds its part of the result to its own total, so the parts need not be joined here. */
    @Override
    void runTogether(int owner, T task) {
        body.run(task, this);
        if (completed) {
            total.add(result);
        }
        warp.synchronize();
        if (memory.lane() == owner) {
            trace.ranOne(task);
            work.state = LaneWork.NOTHING;
        }
        warp.stopIfIncomplete(WORK);
    }

    @Override
    int childReference() {
        return Plan.NO_PARENT;
    }

    /** Has no effect: there is no continuation that could see the state. */
    @Override
    public void resumeAs(T state) {}

    /** Does nothing: results do not leave the worker before the end of the run. */
    @Override
    void receive() {}

    /** Does nothing: a lane has no result between two steps. */
    @Override
    void handOnResults() {}

    /**
     * Writes the total to device memory, unless nothing was added since. Afterwards the worker may rest, since no
     * message can arrive for it.
     */
    @Override
    boolean goIdle() {
        total.handIn();
        return true;
    }

    @Override
    PublicDeque<T> deque() {
        return deque;
    }
}
