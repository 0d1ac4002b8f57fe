package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.worker.WorkerTrace;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker on the JVM: what it does when it has to do with others. What it does alone is in {@link TaskLoopTemplate}.
 *
 * <p>This is not kernel Java but an engine of its own, of the same task bodies. A GPU counts the children of every
 * task, since its lanes work at many at once. A thread works at one task at a time, newest first: a task has ended when
 * the thread comes back to its marker, and nothing need be counted. Only for a task whose children are given to others
 * there is a {@link Frame} that counts, and this happens only when others ask. So a task costs what a stack costs. The
 * two engines in one would be slower on both sides.
 */
final class JvmWorker<T, R> {
    /*
     * The stack has the form that StackForm tells. Markers are shared from the bottom up: the lowest always is (it
     * stands for what the worker stole or for the root), and a marker is shared only if the one below it is.
     * Invariants:
     *   - frames has the frames of the shared markers, and `shared` is the highest of these markers;
     *   - shared markers other than the highest have no children in the stack: they were given away before the next
     *     marker was shared. The highest may have some, those that the worker took back;
     *   - the link of a marker is a complement if it is shared, or if the children in the stack below it were given
     *     away. In both cases, after it is closed the stack ends at the marker below. Otherwise the stack ends where
     *     the marker began;
     *   - a frame has one part for the worker that made it, as long as its marker is in the stack, one for every bundle
     *     of its children, and one for every frame whose owner has left it: each part combines all its results before
     *     it arrives;
     *   - bundles in the deque of a worker belong to frames of its shared markers, older ones to lower markers. So a
     *     worker that comes to the end of a shared marker finds the bundles that nobody has taken at the newer end of
     *     its deque.
     * Whoever brings the last part to a frame goes on with its task. A worker never waits for a frame.
     *
     * A worker is asked for tasks by a word that it looks at before every task. It answers once, with as many bundles
     * as workers are idle. Access modes: the words say only that it is worth to look; tasks and results go from one
     * worker to another under the locks of deques and frames.
     */

    /** What {@link #close} returns if there is no result to go on with. */
    static final int NO_RESULT = -1;

    /** What {@link #close} returns if the stack is empty. */
    static final int NOTHING_LEFT = -2;

    private static final int FIRST_WORDS = 1 << 10;

    /** Tasks between two looks at the clock. */
    private static final int LOOK = 64;

    private final JvmRun<T, R> run;
    private final int worker;
    private final Layout<T> tasks;
    private final Layout<R> results;
    private final StackForm form;

    private Ints stack;
    private int top;
    private int marker;

    private final List<Frame<T, R>> frames = new ArrayList<>();

    /** The highest shared marker. */
    private int shared;

    private final WorkerTrace<T> trace;

    /** Tasks until the worker looks at the clock, for its trace. */
    private int untilLook = LOOK;

    private int random;
    private long stolen;
    private long steals;
    private long arrivals;

    JvmWorker(JvmRun<T, R> run, Lane lane) {
        this.run = run;
        worker = lane.id();
        trace = new WorkerTrace<>(run.rings(), run.tasks(), lane, Granularity.THREAD);
        tasks = run.tasks();
        results = run.join().layout();
        form = StackForm.of(tasks, results);
        stack = run.ints(Math.min(FIRST_WORDS + form.lowest(), run.mostWords()));
        random = (worker + 1) * 0x9E3779B9;
    }

    JvmRun<T, R> run() {
        return run;
    }

    /** {@return where others ask this worker for tasks} */
    int request() {
        return JvmRun.word(worker);
    }

    Ints stack() {
        return stack;
    }

    int top() {
        return top;
    }

    int marker() {
        return marker;
    }

    void work() {
        try {
            workToTheEnd();
        } catch (Throwable e) {
            run.stop(); // others look soon, and stop when the device knows
            throw e;
        }
    }

    private void workToTheEnd() {
        TaskLoop<T, R> loop = TaskLoops.of(this);
        if (worker == 0) {
            begin(run.rootFrame());
            tasks.write(stack, top, run.root());
            top += form.taskWords();
            trace.work();
            loop.work();
        }
        trace.idle();
        while (steal()) {
            loop.work();
            trace.idle();
        }
        trace.end();
        run.count(stolen, steals, arrivals);
    }

    /** Begins an empty stack, of which all results go to {@code parent}. */
    private void begin(Frame<T, R> parent) {
        frames.add(parent);
        marker = form.lowest();
        shared = marker;
        top = marker;
        stack.set(marker + form.link(), ~0);
        results.write(stack, marker + form.joined(), run.join().identity());
    }

    /** {@return a copy of the stack with room for so many words, which is this worker's from now on} */
    Ints growStack(int words) {
        if (words > run.mostWords()) {
            throw new IllegalStateException("the stack of a worker exceeds the capacity of " + run.mostWords()
                    + " words by " + (words - run.mostWords())
                    + "; see ForkJoinOptions.withTasks and ForkJoinOptions.withFrames");
        }
        Ints larger = run.ints((int) Math.min(Math.max(words, 2L * stack.length()), run.mostWords()));
        for (int i = 0; i < stack.length(); i++) {
            larger.set(i, stack.get(i));
        }
        stack = larger;
        return larger;
    }

    /** The worker is about to run a task, and notes it for the time line. */
    void noteTask(T task) {
        trace.ran(1);
        trace.ranOne(task);
        if (--untilLook == 0) {
            untilLook = LOOK;
            trace.look();
        }
    }

    /** The body of the task whose words are there has thrown. */
    void failed(int taskAt) {
        run.failed(worker, tasks.read(stack, taskAt));
    }

    /**
     * Closes a marker whose children have all ended or are with others.
     *
     * @param closed the marker, which is the newest, and has the stack's end
     * @param link the marker below
     * @return where the words of a result are, which is that of the task at the stack's end, or one of the constants
     */
    int close(int closed, int link) {
        top = closed;
        marker = closed;
        int from = closed + form.joined();
        if (closed == shared) {
            var frame = frames.getLast();
            var bundle = run.takeBack(worker, frame);
            if (bundle != null) {
                frame.removePart();
                push(bundle);
                return NO_RESULT;
            }
            frames.removeLast();
            R joined = results.read(stack, from);
            if (frames.isEmpty()) {
                return arrive(frame, joined);
            }
            shared = link;
            if (!frame.arriveOrLeave(joined)) {
                top = link;
                marker = link;
                return NO_RESULT;
            }
            results.write(stack, from, frame.joined());
        }
        T task = tasks.read(stack, closed - form.markerWords());
        R joined = results.read(stack, from);
        top = link;
        marker = link;
        return result(task, joined);
    }

    private int result(T task, R joined) {
        if (run.continuation() != null) {
            tasks.write(stack, top, task);
        }
        results.write(stack, 0, joined);
        return 0;
    }

    /**
     * Hands the result of all that this worker had to its frame, and goes on with the task of the frame if that is all.
     */
    private int arrive(Frame<T, R> first, R result) {
        arrivals++;
        var frame = first;
        R value = result;
        while (frame.arrive(value)) {
            value = frame.joined();
            var parent = frame.parent();
            if (parent == null) {
                run.end(value);
                break;
            }
            if (run.continuation() != null) {
                begin(parent);
                return result(frame.task(), value);
            }
            frame = parent;
        }
        return NOTHING_LEFT;
    }

    private void push(Bundle<T, R> bundle) {
        int words = bundle.words().length;
        if (top + words > stack.length()) {
            growStack(top + words);
        }
        for (int word : bundle.words()) {
            stack.set(top++, word);
        }
    }

    /**
     * Gives the oldest tasks to workers that have asked for some, but not the last one.
     *
     * @return the new end of the stack
     */
    int attend(int end, int newest) {
        top = end;
        marker = newest;
        if (run.isStopping()) {
            Backoff.stopIfCancelled("the tasks of a fork-join run");
            return top;
        }
        run.answer(worker);
        int wanted = Math.max(1, run.idle());
        while (wanted > 0) {
            if (shared == marker) {
                int count = (top - shared) / form.taskWords() / 2;
                top -= count * form.taskWords();
                publish(top, count, wanted);
                break;
            }
            int next = stack.get(shared + form.next());
            int nextBegin = next - form.markerWords();
            boolean hasChildren = stack.get(next + form.link()) >= 0 && nextBegin > shared;
            stack.set(next + form.link(), ~shared);
            if (hasChildren) {
                int count = (nextBegin - shared) / form.taskWords();
                wanted -= publish(shared, count, wanted);
            } else {
                frames.add(new Frame<>(frames.getLast(), run.join(), tasks.read(stack, nextBegin)));
                shared = next;
            }
        }
        return top;
    }

    /** {@return in how many bundles the tasks were published} */
    private int publish(int from, int count, int wanted) {
        int bundles = Math.min(count, wanted + 1);
        var frame = frames.getLast();
        for (int i = 0; i < bundles; i++) {
            int begin = (int) ((long) count * i / bundles);
            int end = (int) ((long) count * (i + 1) / bundles);
            int[] words = new int[(end - begin) * form.taskWords()];
            for (int word = 0; word < words.length; word++) {
                words[word] = stack.get(from + begin * form.taskWords() + word);
            }
            frame.addPart();
            run.publish(worker, new Bundle<>(frame, words));
        }
        run.wake(bundles);
        return bundles;
    }

    /** {@return whether tasks were found before all had ended} */
    private boolean steal() {
        run.seeks(worker);
        var backoff = new Backoff();
        while (!run.hasEnded()) {
            random = random * 1664525 + 1013904223;
            int first = (int) (Integer.toUnsignedLong(random) * run.workers() >>> Integer.SIZE);
            for (int i = 0; i < run.workers(); i++) {
                int victim = (first + i) % run.workers();
                var bundle = run.steal(victim);
                if (bundle != null) {
                    run.seeksNoMore(worker);
                    begin(bundle.parent());
                    push(bundle);
                    int count = bundle.words().length / form.taskWords();
                    stolen += count;
                    steals++;
                    trace.stole(victim, count);
                    return true;
                }
            }
            run.ask(first);
            if (run.isStopping()) {
                Backoff.stopIfCancelled("work");
            }
            backoff.pause("work");
        }
        return false;
    }
}
