package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.worker.TracedLaunch;
import dev.warpbroker.tasks.worker.WorkerRings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A run on the JVM: what its workers have in common, and what they leave behind. */
final class JvmRun<T, R> implements Outcome<R> {
    /**
     * Words between two that are written by different workers, and before the first: all read the length of the array.
     */
    private static final int LINE = Ints.LINE;

    private static final long LOOK_MILLIS = 50;

    private final Device device;
    private final Layout<T> tasks;
    private final Join<R> join;
    private final T root;
    private final TaskBody<T, Fork<T, R>> body;
    private final Fork.@Nullable Continuation<T, R> continuation;
    private final int workers;
    private final int mostWords;

    /** Of each worker, the tasks that others may take. Each is guarded by itself. */
    private final List<ArrayDeque<Bundle<T, R>>> deques = new ArrayList<>();

    /** How many bundles the deques have. */
    private final Ints sizes;

    /** Whether a worker is asked for tasks. */
    private final Ints requests;

    private final AtomicInteger idle = new AtomicInteger();

    /** Of each worker its thread, while it looks for tasks and may sleep. */
    private final AtomicReferenceArray<@Nullable Thread> seekers;

    /** Open when the run has a result, or must end without. */
    private final CountDownLatch ending = new CountDownLatch(1);

    private final WorkerRings rings;
    private final Frame<T, R> rootFrame;
    private volatile @Nullable R result;
    private volatile boolean stopping;

    /** Of each worker, the task that has thrown. */
    private final AtomicReferenceArray<@Nullable T> failed;

    // Guarded by this.
    private long stolen;
    private long steals;
    private long arrivals;

    JvmRun(
            Device device,
            Layout<T> tasks,
            Join<R> join,
            T root,
            TaskBody<T, Fork<T, R>> body,
            Fork.@Nullable Continuation<T, R> continuation,
            int workers,
            ForkJoinOptions options) {
        this.device = device;
        this.tasks = tasks;
        this.join = join;
        this.root = root;
        this.body = body;
        this.continuation = continuation;
        this.workers = workers;
        var form = StackForm.of(tasks, join.layout());
        long words = form.lowest()
                + (long) options.tasks() * form.taskWords()
                + ((long) options.fastFrames() + options.frames()) * form.markerWords();
        mostWords = (int) Math.min(words, Integer.MAX_VALUE / 2);
        sizes = device.ints((workers + 1) * LINE);
        requests = device.ints((workers + 1) * LINE);
        for (int i = 0; i < workers; i++) {
            deques.add(new ArrayDeque<>());
        }
        rings = WorkerRings.of(device, tasks, workers);
        rootFrame = new Frame<>(null, join, root);
        failed = new AtomicReferenceArray<>(workers);
        seekers = new AtomicReferenceArray<>(workers);
    }

    Layout<T> tasks() {
        return tasks;
    }

    Join<R> join() {
        return join;
    }

    T root() {
        return root;
    }

    TaskBody<T, Fork<T, R>> body() {
        return body;
    }

    Fork.@Nullable Continuation<T, R> continuation() {
        return continuation;
    }

    int workers() {
        return workers;
    }

    /** {@return how large a stack may be} */
    int mostWords() {
        return mostWords;
    }

    /** {@return where workers note what they do} */
    WorkerRings rings() {
        return rings;
    }

    Ints ints(int length) {
        return device.ints(length);
    }

    Frame<T, R> rootFrame() {
        return rootFrame;
    }

    void end(R value) {
        result = value;
        ending.countDown();
        wake(workers);
    }

    boolean hasEnded() {
        return result != null;
    }

    boolean isStopping() {
        return stopping;
    }

    void failed(int worker, T task) {
        failed.set(worker, task);
    }

    synchronized void count(long moreStolen, long moreSteals, long moreArrivals) {
        stolen += moreStolen;
        steals += moreSteals;
        arrivals += moreArrivals;
    }

    // ---- asking for tasks ----

    /** The calling worker has no tasks, and looks for some. */
    void seeks(int worker) {
        seekers.set(worker, Thread.currentThread());
        idle.getAndIncrement();
    }

    /** The calling worker does not look for tasks any more. */
    void seeksNoMore(int worker) {
        idle.getAndDecrement();
        seekers.set(worker, null);
    }

    /** Wakes workers that look for tasks and have found none for so long that they sleep. */
    void wake(int most) {
        int left = most;
        for (int i = 0; i < workers && left > 0; i++) {
            var thread = seekers.get(i);
            if (thread != null) {
                LockSupport.unpark(thread);
                left--;
            }
        }
    }

    int idle() {
        return idle.get();
    }

    /** {@return where the word of a worker is} */
    static int word(int worker) {
        return (worker + 1) * LINE;
    }

    /** {@return the words where workers are asked} */
    Ints requests() {
        return requests;
    }

    void ask(int worker) {
        if (requests.getOpaque(word(worker)) == 0) {
            requests.setOpaque(word(worker), 1);
        }
    }

    void answer(int worker) {
        requests.setOpaque(word(worker), 0);
    }

    // ---- deques ----

    void publish(int worker, Bundle<T, R> bundle) {
        var deque = deques.get(worker);
        synchronized (deque) {
            deque.addLast(bundle);
            sizes.setOpaque(word(worker), deque.size());
        }
    }

    /** {@return the newest bundle of a worker, if it belongs to {@code parent}} */
    @Nullable
    Bundle<T, R> takeBack(int worker, Frame<T, R> parent) {
        var deque = deques.get(worker);
        synchronized (deque) {
            var newest = deque.peekLast();
            if (newest == null || newest.parent() != parent) {
                return null;
            }
            deque.removeLast();
            sizes.setOpaque(word(worker), deque.size());
            return newest;
        }
    }

    /** {@return the oldest bundle of a worker} */
    @Nullable
    Bundle<T, R> steal(int worker) {
        if (sizes.getOpaque(word(worker)) == 0) {
            return null;
        }
        var deque = deques.get(worker);
        synchronized (deque) {
            var oldest = deque.pollFirst();
            sizes.setOpaque(word(worker), deque.size());
            return oldest;
        }
    }

    // ---- for the host ----

    @Override
    public R result() {
        return Objects.requireNonNull(result, "a run that has ended has a result");
    }

    @Override
    public @Nullable Object failedTask(int lane) {
        return failed.get(lane);
    }

    /**
     * Comes back now and then to see whether the run has ended in a way of which no worker knows: without threads, say.
     */
    @Override
    public void awaitEnd(BooleanSupplier isDone) throws InterruptedException {
        while (!ending.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (isDone.getAsBoolean()) {
                return;
            }
        }
    }

    @Override
    public void stop() {
        stopping = true;
        ending.countDown();
        for (int i = 0; i < workers; i++) {
            requests.setVolatile(word(i), 1);
        }
        wake(workers);
    }

    @Override
    public void abandon() {}

    /** The clock of the workers is that of the host, so nothing else is known of the launch. */
    @Override
    public void collectTrace(long ended) {
        rings.collect(new TracedLaunch("fork and join", body, ended, ended, ended), workers);
    }

    @Override
    public synchronized ForkJoin.Run.Statistics statistics() {
        return new ForkJoin.Run.Statistics(workers, stolen, steals, arrivals, 0);
    }
}
