package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import java.lang.invoke.MethodHandles;

/** The loop of a worker, and also what a single task sees of it. Never used itself: {@link TaskLoops} makes copies. */
final class TaskLoopTemplate extends TaskLoop<Object, Object> {
    /*
     * The loop keeps the ends of the stack and of its newest marker in local variables. Each task gets a new object of
     * this class with copies of them; as the compiler inlines the body, this object is never made and all stays in
     * registers. It must therefore not be given to anything that is not inlined, not even where that happens once in a
     * million times. For the same reason results lie in the stack between two tasks, and not in an object.
     */
    private static final TaskLoops.Constants CONSTANTS = TaskLoops.Constants.of(MethodHandles.lookup());
    private static final Layout<Object> TASKS = CONSTANTS.tasks();
    private static final Layout<Object> RESULTS = CONSTANTS.results();
    private static final Object IDENTITY = CONSTANTS.identity();
    private static final StackForm FORM = StackForm.of(TASKS, RESULTS);
    private static final int TASK_WORDS = FORM.taskWords();
    private static final int MARKER_WORDS = FORM.markerWords();
    private static final int LINK = FORM.link();
    private static final int NEXT = FORM.next();
    private static final int JOINED = FORM.joined();

    /** Markers that are closed between two looks whether the host has cancelled the run. */
    private static final int CANCEL = 256;

    private final JvmWorker<Object, Object> worker;
    private final int taskAt;
    private Ints stack;
    private int top;
    private int marker;
    private boolean opened;
    private boolean completed;

    TaskLoopTemplate(JvmWorker<Object, Object> worker) {
        this(worker, worker.stack(), 0, 0);
    }

    private TaskLoopTemplate(JvmWorker<Object, Object> worker, Ints stack, int top, int marker) {
        this.worker = worker;
        this.stack = stack;
        this.top = top;
        this.marker = marker;
        taskAt = top;
    }

    @Override
    void work() {
        JvmRun<Object, Object> run = worker.run();
        var body = CONSTANTS.body() != null ? CONSTANTS.body() : run.body();
        var continuation = CONSTANTS.continuation() != null ? CONSTANTS.continuation() : run.continuation();
        var operation = CONSTANTS.operation() != null
                ? CONSTANTS.operation()
                : run.join().operation();
        Ints requests = run.requests();
        int request = worker.request();
        int countdown = CANCEL;
        Ints words = worker.stack();
        int end = worker.top();
        int mark = worker.marker();
        while (true) {
            if (end != mark) {
                if (requests.getOpaque(request) != 0) {
                    end = worker.attend(end, mark);
                }
                end -= TASK_WORDS;
                var task = new TaskLoopTemplate(worker, words, end, mark);
                try {
                    var read = TASKS.read(words, end);
                    if (CONSTANTS.traced()) {
                        worker.noteTask(read);
                    }
                    body.run(read, task);
                } catch (Throwable e) {
                    worker.failed(task.taskAt);
                    throw e;
                }
                words = task.stack;
                end = task.top;
                mark = task.marker;
                if (task.completed) {
                    int at = mark + JOINED;
                    RESULTS.write(words, at, operation.combine(RESULTS.read(words, at), RESULTS.read(words, 0)));
                }
                continue;
            }
            int link = words.get(mark + LINK);
            int from = mark + JOINED;
            if (link >= 0) {
                end = mark - MARKER_WORDS;
                mark = link;
                if (--countdown == 0) {
                    countdown = CANCEL;
                    Backoff.stopIfCancelled("the tasks of a fork-join run");
                }
            } else {
                from = worker.close(mark, ~link);
                if (from == JvmWorker.NOTHING_LEFT) {
                    return;
                }
                words = worker.stack();
                end = worker.top();
                mark = worker.marker();
                if (from == JvmWorker.NO_RESULT) {
                    continue;
                }
            }
            Object joined = RESULTS.read(words, from);
            if (continuation != null) {
                var task = new TaskLoopTemplate(worker, words, end, mark);
                try {
                    continuation.run(TASKS.read(words, end), joined, task);
                } catch (Throwable e) {
                    worker.failed(task.taskAt);
                    throw e;
                }
                words = task.stack;
                end = task.top;
                mark = task.marker;
                if (task.completed) {
                    joined = RESULTS.read(words, 0);
                } else if (task.opened) {
                    continue;
                }
            }
            int at = mark + JOINED;
            RESULTS.write(words, at, operation.combine(RESULTS.read(words, at), joined));
        }
    }

    @Override
    public void spawn(Object child) {
        TASKS.check(child);
        if (top + MARKER_WORDS + TASK_WORDS > stack.length()) {
            stack = worker.growStack(top + MARKER_WORDS + TASK_WORDS);
        }
        if (!opened) {
            opened = true;
            int opening = taskAt + MARKER_WORDS;
            stack.set(marker + NEXT, opening);
            stack.set(opening + LINK, marker);
            RESULTS.write(stack, opening + JOINED, IDENTITY);
            marker = opening;
            top = opening;
        }
        TASKS.write(stack, top, child);
        top += TASK_WORDS;
    }

    @Override
    public void complete(Object result) {
        RESULTS.write(stack, 0, result);
        completed = true;
    }

    @Override
    public void resumeAs(Object next) {
        if (CONSTANTS.resumes()) {
            TASKS.write(stack, taskAt, next);
        }
    }
}
