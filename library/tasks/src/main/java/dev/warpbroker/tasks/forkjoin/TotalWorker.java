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
        deque = new PublicDeque<>(memory, stack, total);
    }

    @Override
    void begin() {}

    @Override
    void step() {
        children = 0;
        stack.beginStep();
        if (!work.isNothing()) {
            execute();
        }
        warp.synchronize();
        stack.push(children > 1, second, Plan.NO_PARENT);
        warp.synchronize();
    }

    private void execute() {
        completed = false;
        first = work.task;
        second = work.task;
        trace();
        body.run(work.task, this);
        if (completed) {
            total.add(result);
        }
        if (children > 0) {
            work.task = first;
        } else {
            work.state = LaneWork.NOTHING;
        }
    }

    @Override
    public void spawn(T child) {
        int before = children++;
        if (before == 0) {
            first = child;
        } else if (before == 1) {
            second = child;
        } else {
            stack.pushAlone(child, Plan.NO_PARENT);
        }
    }

    @Override
    public void resumeAs(T state) {}

    @Override
    void receive() {}

    @Override
    void handOnResults() {}

    @Override
    void rest() {
        total.handIn();
    }

    @Override
    PublicDeque<T> deque() {
        return deque;
    }
}
