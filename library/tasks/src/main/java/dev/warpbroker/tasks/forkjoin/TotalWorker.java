package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.tasks.TaskBody;

/**
 * A lane of a {@link Worker} whose tasks are not continued. Then nobody sees the result of a single task, and results
 * may be joined in any order: so a lane joins what its tasks complete with, in registers, and no task has a frame.
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

    @Override
    public void resumeAs(T state) {}

    @Override
    void receive() {}

    @Override
    void handOnResults() {}

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
