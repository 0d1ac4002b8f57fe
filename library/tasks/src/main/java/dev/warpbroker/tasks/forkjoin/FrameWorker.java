package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.tasks.TaskBody;

/** A lane of a {@link Worker} whose tasks wait in frames for the results of their children, to be continued then. */
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

    /** What the continuation of the running task is to see. */
    private T next;

    FrameWorker(
            WarpMemory<T> memory, Join<R> join, TaskBody<T, Fork<T, R>> body, Fork.Continuation<T, R> continuation) {
        super(memory, join, body);
        this.continuation = continuation;
        frames = new Frames<>(memory, join);
        inbox = new Inbox<>(memory, join.layout());
        deque = new PublicDeque<>(memory, stack, inbox, trace);
        next = work.task;
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
        if (work.state >= LaneWork.TASK) {
            execute();
        }
        warp.synchronize();
        stack.push(children > 1, older, work.reference);
        frames.finish(work, inbox);
    }

    private void execute() {
        noteRunning();
        if (work.state == LaneWork.RESUMED) {
            result = work.value;
            continuation.run(work.task, work.value, this);
        } else {
            trace.ranOne(work.task);
            body.run(work.task, this);
        }
        if (children == 0) {
            work.value = result;
            work.state = LaneWork.RESULT;
            return;
        }
        if (!completed) {
            result = join.identity();
        }
        int reference = frames.spareReference();
        frames.open(children, work.reference, result, next);
        work.run(newest, reference);
    }

    @Override
    int childReference() {
        return frames.spareReference();
    }

    @Override
    public void resumeAs(T state) {
        next = state;
    }

    @Override
    void receive() {
        if (inbox.isAwaited()) {
            found |= inbox.receive(work);
        }
    }

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

    @Override
    boolean goIdle() {
        return !inbox.isAwaited();
    }

    @Override
    PublicDeque<T> deque() {
        return deque;
    }
}
