package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.trace.HostSpan;
import dev.warpbroker.tasks.TaskFailedException;
import dev.warpbroker.tasks.forkjoin.Scalars;
import dev.warpbroker.tasks.host.ExecutorOptions.WhenFull;
import dev.warpbroker.tasks.worker.TracedLaunch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A device as an executor: a kernel that stays runs tasks for any number of host threads, each with a result.
 *
 * <pre>{@code
 * record Search(int key) {}
 *
 * try (var executor = DeviceExecutor.ints(device, Layout.of(Search.class), search -> index.get(search.key()))) {
 *     CompletableFuture<Integer> found = executor.submit(new Search(7));
 *     System.out.println(found.join());
 * }
 * }</pre>
 *
 * <p><b>Guarantees.</b> Every task that was submitted is run exactly once and its future completed, unless it is
 * cancelled, or the executor is stopped, or its kernel ends with a failure of the device. What the host copied to
 * device memory before {@link #submit} is visible to the task, and what the task wrote to device memory is visible to
 * those that see its result, unless {@link ExecutorOptions#ordered} says otherwise.
 *
 * <p><b>Failure.</b> A task that throws fails its own future with a {@link TaskFailedException}: the task, the
 * exception, the Java line. That ends the kernel; another one goes on with the other tasks at once. Tasks that have
 * begun and that this cuts off, because they pause or throw themselves at the same moment, fail as well, and say so. If
 * the device fails, all futures do.
 *
 * <p><b>Cancelling</b> a future keeps the task from running, unless a lane has taken it already; that one goes on.
 *
 * <p><b>Not guaranteed.</b> In which order tasks run. A task must not wait for another one. Tasks that a warp has taken
 * in together end together, so a long one holds up its neighbours: see {@link ExecutorOptions#withBatch}.
 *
 * <p><b>Threads.</b> A thread that waits for a future ({@code join}, {@code get}) looks for the answer itself for some
 * microseconds. Otherwise a thread of the executor completes futures; what is attached to them ({@code thenApply} and
 * the like) runs on one of these threads and must be short and not wait for the device. On the thread of the executor
 * {@link #submit} refuses a task that has no room, and {@link #close} and {@link #shutdownNow} take effect but throw an
 * {@link IllegalStateException} instead of waiting for the end; {@code thenComposeAsync} and the like have no such
 * limits.
 *
 * <p>While the executor is open the device runs no other kernel; copies go on. On a GPU memory that is closed meanwhile
 * is freed when the executor has ended.
 *
 * @param <T> the tasks
 * @param <R> the results
 */
public final class DeviceExecutor<T, R> implements AutoCloseable {
    /*
     * Submitters claim a slot and then look whether the executor was shut down; the reader learns that it was shut down
     * and then looks which slots are claimed. So either the submitter sees the shutdown, takes its request back and
     * refuses, or the reader waits for the answer.
     *
     * Everything about the kernel is done by the reader: it starts the next one after a task threw, and ends the
     * executor. Only stopping (shutdownNow) comes from outside, under the lock, which the reader holds while it starts.
     */

    /** Resident threads of a multiprocessor. */
    private static final int MULTIPROCESSOR = 2048;

    /** Places from which threads start to look for a ring with room. */
    private static final int STRIPES = 64;

    /** Threads with numbers next to each other whose rings are kept apart. */
    private static final int NEIGHBOURS = 16;

    /** Ints from one stripe to the next: a cache line. */
    private static final int STRIDE = 16;

    private static final long WAIT_NANOS = 20_000;

    private enum State {
        RUNNING,
        SHUTDOWN,
        STOPPED
    }

    private final Device device;
    private final Layout<T> tasks;
    private final ExecutorOptions options;
    private final ServingMemory memory;
    private final List<RequestRing<T, R>> rings;
    private final ServingWarps<T, R> kernel;
    private final Grid grid;
    private final int batch;

    /** Where threads of a stripe found room last. */
    private final AtomicIntegerArray lastRing = new AtomicIntegerArray(STRIPES * STRIDE);

    private final Object lock = new Object();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private final Thread reader;

    private volatile State state = State.RUNNING;
    private volatile boolean readerSleeps;

    /** Why the kernel does not end though it was told to; set by shutdownNow. */
    private volatile @Nullable DeviceException stuck;

    /** Guarded by the lock. */
    private Launch launch;

    // When it was launched, for the reader.
    private long called;
    private long launched;

    /** Tasks that were not begun when the executor was stopped. Written before terminated. */
    private List<T> neverBegun = List.of();

    private DeviceExecutor(
            Device device, Layout<T> tasks, Layout<R> results, TaskFunction<T, R> body, ExecutorOptions options) {
        this.device = device;
        this.tasks = tasks;
        this.options = options;
        var properties = device.properties();
        int lanes = properties.lanesPerWorker();
        int workers = workers(device, options);
        int pages = Math.max(1, options.capacity() / lanes);
        batch = options.batch() > 0 ? options.batch() : Math.max(lanes, 2);
        memory = ServingMemory.on(
                device,
                workers,
                tasks,
                new RingLayout(lanes, pages, Math.max(1, tasks.words())),
                new RingLayout(lanes, pages, Math.max(1, results.words())));
        try {
            var made = new ArrayList<RequestRing<T, R>>();
            for (int i = 0; i < workers; i++) {
                made.add(new RequestRing<>(i, memory, results));
            }
            rings = List.copyOf(made);
            for (int i = 0; i < STRIPES; i++) {
                lastRing.set(i * STRIDE, ownRing(i, workers));
            }
            kernel = new ServingWarps<>(memory, tasks, results, body, options);
            grid = new Grid(workers * lanes, lanes);
            called = System.nanoTime();
            launch = device.launchResident(grid, kernel);
            launched = System.nanoTime();
        } catch (RuntimeException notStarted) {
            memory.close();
            throw notStarted;
        }
        reader = Thread.ofPlatform()
                .daemon()
                .name("warpbroker-executor-" + device)
                .start(this::read);
    }

    private static int workers(Device device, ExecutorOptions options) {
        var properties = device.properties();
        int lanes = properties.lanesPerWorker();
        if (options.workers() == 0) {
            return lanes == 1
                    ? Runtime.getRuntime().availableProcessors()
                    : Math.max(1, properties.residentThreads() / MULTIPROCESSOR);
        }
        int most = properties.residentThreads() / lanes;
        if (options.workers() > most) {
            throw new IllegalArgumentException(options.workers() + " workers of an executor; " + device + " holds "
                    + most + " at once, so take at most that, or 0 for the executor's own choice");
        }
        return options.workers();
    }

    /**
     * {@return an executor whose kernel has been started}
     *
     * @param tasks how a task lies over words
     * @param results how a result does
     * @param body what is done with a task
     * @throws IllegalStateException if another executor is open on the device
     */
    public static <T, R> DeviceExecutor<T, R> on(
            Device device, Layout<T> tasks, Layout<R> results, TaskFunction<T, R> body, ExecutorOptions options) {
        return new DeviceExecutor<>(device, tasks, results, body, options);
    }

    /** {@return an executor with {@link ExecutorOptions#defaults}} */
    public static <T, R> DeviceExecutor<T, R> on(
            Device device, Layout<T> tasks, Layout<R> results, TaskFunction<T, R> body) {
        return on(device, tasks, results, body, ExecutorOptions.defaults());
    }

    /** {@return an executor whose results are ints, with {@link ExecutorOptions#defaults}} */
    public static <T> DeviceExecutor<T, Integer> ints(Device device, Layout<T> tasks, TaskFunction<T, Integer> body) {
        return on(device, tasks, Scalars.INTS, body);
    }

    /** {@return an executor whose results are longs, with {@link ExecutorOptions#defaults}} */
    public static <T> DeviceExecutor<T, Long> longs(Device device, Layout<T> tasks, TaskFunction<T, Long> body) {
        return on(device, tasks, Scalars.LONGS, body);
    }

    /** {@return an executor whose results are doubles, with {@link ExecutorOptions#defaults}} */
    public static <T> DeviceExecutor<T, Double> doubles(Device device, Layout<T> tasks, TaskFunction<T, Double> body) {
        return on(device, tasks, Scalars.DOUBLES, body);
    }

    // ---- submitting ----

    /**
     * Hands a task to the device. Waits if there is no room, unless {@link ExecutorOptions#whenFull} says otherwise.
     *
     * @return the result to come. Its cancellation keeps the task from running if no lane has taken it
     * @throws RejectedExecutionException after {@link #shutdown}; if there is no room and the executor is not to wait;
     *     or if the calling thread is interrupted while it waits for room, which it stays
     */
    public CompletableFuture<R> submit(T task) {
        var words = new int[memory.requestLayout().words()];
        tasks.encode(Objects.requireNonNull(task, "the task is null"), words, 0);
        while (true) {
            if (state != State.RUNNING) {
                throw afterShutdown(task);
            }
            var request = claim(task);
            if (request != null) {
                note(request);
                send(request, words);
                return request;
            }
            awaitRoom(task);
        }
    }

    /** Lets a request be in the time line of the device, if it has one, when it is completed. */
    private void note(Request<T, R> request) {
        var timeLine = device.timeLine();
        if (timeLine != null) {
            long submitted = System.nanoTime();
            var _ = request.whenComplete((_, failure) -> timeLine.add(new HostSpan(
                    HostSpan.Kind.REQUEST,
                    device.toString(),
                    request.task().toString(),
                    submitted,
                    System.nanoTime(),
                    Map.of(
                            "worker",
                            request.ring().number(),
                            "outcome",
                            failure == null ? "answered" : request.isCancelled() ? "cancelled" : "failed"))));
        }
    }

    private void send(Request<T, R> request, int[] words) {
        var ring = request.ring();
        try {
            if (state != State.RUNNING) {
                ring.sendNothing(request);
                request.cancel(false);
                throw afterShutdown(request.task());
            }
            ring.send(request, words);
        } catch (IllegalStateException closed) {
            memory.requireClosed(closed);
            throw afterShutdown(request.task());
        }
        if (readerSleeps) {
            wakeReader();
        }
    }

    /**
     * {@return a request in a ring that has few unanswered ones, else in one that is not full, else null} Threads begin
     * with a ring of their own, so that few warps look for requests all the time, and go on with those after it, which
     * are far from the rings of threads with the next numbers.
     */
    private @Nullable Request<T, R> claim(T task) {
        int stripe = (int) (Thread.currentThread().threadId() & STRIPES - 1);
        int own = ownRing(stripe, rings.size());
        int first = rings.get(own).unanswered() < batch ? own : lastRing.getPlain(stripe * STRIDE);
        int at = first;
        do {
            var request = rings.get(at).unanswered() < batch ? rings.get(at).claim(task) : null;
            if (request != null) {
                lastRing.setPlain(stripe * STRIDE, at);
                return request;
            }
            at = at + 1 == rings.size() ? 0 : at + 1;
        } while (at != first);
        for (var ring : rings) {
            var request = ring.claim(task);
            if (request != null) {
                return request;
            }
        }
        return null;
    }

    private static int ownRing(int stripe, int rings) {
        return stripe * Math.max(1, rings / NEIGHBOURS) % rings;
    }

    private void awaitRoom(T task) {
        if (options.whenFull() == WhenFull.REFUSE) {
            throw new RejectedExecutionException("task " + task + " has no room in the " + rings.size()
                    + " rings of " + this + ", for " + memory.requestLayout().slots()
                    + " requests each; wait for results, raise the capacity in ExecutorOptions, or let submit wait");
        }
        if (Thread.currentThread() == reader) {
            throw new RejectedExecutionException("task " + task
                    + " was submitted by what is attached to a future, on the thread of " + this
                    + " that makes room: it cannot wait for some. Attach it with thenComposeAsync or the like");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new RejectedExecutionException(
                    "task " + task + " was not submitted: the thread was interrupted while it waited for room");
        }
        wakeReader();
        LockSupport.parkNanos(this, WAIT_NANOS);
    }

    private RejectedExecutionException afterShutdown(T task) {
        return new RejectedExecutionException(
                "task " + task + " came after " + this + " was shut down; submit all tasks before");
    }

    // ---- the end ----

    /** Takes no more tasks; those submitted are run. Does not wait for them. */
    public void shutdown() {
        synchronized (lock) {
            if (state == State.RUNNING) {
                state = State.SHUTDOWN;
            }
        }
        wakeReader();
    }

    /**
     * Stops the device: tasks under way are cut off at their next pause, others are not begun. Their futures are
     * completed: by cancellation if they were not begun, else exceptionally. Waits until the kernel has ended.
     *
     * @return the tasks that were not begun
     * @throws LaunchStoppedException if a task does not end; all futures are completed, and the device is not usable
     *     any more
     */
    public List<T> shutdownNow() {
        DeviceException failure = null;
        synchronized (lock) {
            state = State.STOPPED;
            try {
                if (terminated.getCount() > 0) {
                    launch.cancel();
                }
            } catch (DeviceException goesOn) {
                stuck = goesOn;
                failure = goesOn;
            }
        }
        wakeReader();
        refuseToReader("shutdownNow");
        awaitEnd();
        if (failure != null) {
            throw failure;
        }
        return neverBegun;
    }

    /** The thread that ends the executor cannot wait for that. */
    private void refuseToReader(String method) {
        if (Thread.currentThread() == reader) {
            throw new IllegalStateException(method + " was called by what is attached to a future, on the thread that"
                    + " ends " + this + ", which it will do when this call is over; to wait for it, call " + method
                    + " on another thread (thenRunAsync)");
        }
    }

    /** {@return whether {@link #shutdown} or {@link #shutdownNow} was called, or the device failed} */
    public boolean isShutdown() {
        return state != State.RUNNING;
    }

    /** {@return whether all tasks are done after a shutdown, and the kernel has ended} */
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    /**
     * Waits until all tasks are done after a shutdown, and the kernel has ended.
     *
     * @return whether they are, in time
     */
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    /**
     * Shuts down and waits until all tasks are done; frees the memory. If the thread is interrupted meanwhile it stops
     * the device, and stays interrupted. Closing twice does nothing.
     */
    @Override
    public void close() {
        shutdown();
        refuseToReader("close");
        boolean interrupted = false;
        try {
            while (terminated.getCount() > 0) {
                try {
                    terminated.await();
                } catch (InterruptedException _) {
                    interrupted = true;
                    shutdownNow();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (terminated.getCount() > 0) {
            try {
                terminated.await();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- the reader ----

    private void wakeReader() {
        LockSupport.unpark(reader);
    }

    /** Completes futures, restarts the kernel, and ends the executor. */
    private void read() {
        var pause = new ReaderPause();
        boolean ending = false;
        try {
            while (true) {
                if (sweep(false) > 0) {
                    pause.reset();
                    continue;
                }
                if (pause.isLookDue() || ending || stuck != null || state == State.STOPPED) {
                    if (stuck != null || isKernelOver()) {
                        if (!goesOnAfterKernel()) {
                            return;
                        }
                        pause.reset();
                        continue;
                    }
                }
                if (state == State.SHUTDOWN && !ending && unanswered() == 0) {
                    rings.forEach(RequestRing::sendEnd);
                    ending = true;
                }
                if (ending || !pause.isLong() || state != State.RUNNING || unanswered() > 0) {
                    pause.take();
                } else if (pause.isNews(submitted())) {
                    pause.take();
                } else {
                    readerSleeps = true;
                    if (unanswered() == 0 && state == State.RUNNING) {
                        pause.sleep();
                    }
                    readerSleeps = false;
                }
            }
        } catch (RuntimeException | Error failure) {
            end(new DeviceException("the reader of " + this + " failed: " + failure, failure));
            if (device.isOpen()) {
                throw failure;
            }
        }
    }

    /** Completes requests whose answers are there. {@return how many} */
    private int sweep(boolean all) {
        int count = 0;
        for (var ring : rings) {
            if (ring.lagsBehind() && (all || !ring.isLeftToOthers())) {
                count += ring.sweep();
            }
        }
        return count;
    }

    private long unanswered() {
        long sum = 0;
        for (var ring : rings) {
            sum += ring.unanswered();
        }
        return sum;
    }

    private long submitted() {
        long sum = 0;
        for (var ring : rings) {
            sum += ring.submitted();
        }
        return sum;
    }

    private boolean isKernelOver() {
        synchronized (lock) {
            return launch.isDone();
        }
    }

    /** Completes what the kernel has left behind. {@return whether another one was started} */
    private boolean goesOnAfterKernel() {
        DeviceException failure = reason();
        boolean readable = stuck == null && device.isOpen();
        if (readable) {
            while (sweep(true) > 0) {
                Thread.onSpinWait();
            }
            memory.traces()
                    .collect(
                            new TracedLaunch("executor", kernel.body(), called, launched, System.nanoTime()),
                            rings.size());
        }
        if (failure == null) {
            end(new DeviceException("the kernel of " + this + " has ended"));
            return false;
        }
        if (readable && failsCutOff(failure) && restarted()) {
            return true;
        }
        end(failure);
        return false;
    }

    private @Nullable DeviceException reason() {
        var known = stuck;
        if (known != null) {
            return known;
        }
        try {
            synchronized (lock) {
                launch.join();
            }
            return null;
        } catch (DeviceException failure) {
            return failure;
        }
    }

    /** Fails requests that were begun and have no answer. {@return whether the kernel failed because one threw} */
    private boolean failsCutOff(DeviceException failure) {
        long[] begun = memory.begun().copyOut();
        int lanes = memory.requestLayout().lanes();
        var fault = failure instanceof LaunchStoppedException ? null : failure.fault();
        boolean thrown = false;
        for (int lane = 0; lane < begun.length; lane++) {
            var ring = rings.get(lane / lanes);
            var request = ring.unanswered(begun[lane] - 1);
            if (request != null && fault != null && fault.lane() == lane) {
                thrown = true;
                ring.fail(request, new TaskFailedException(request.task(), failure));
            } else if (request != null) {
                ring.fail(
                        request,
                        new DeviceException(
                                "task " + TaskFailedException.nameOf(request.task()) + " was cut off: "
                                        + failure.getMessage(),
                                failure));
            }
        }
        return thrown;
    }

    /** {@return whether another kernel was started} */
    private boolean restarted() {
        sweep(true);
        var firstPages = new long[rings.size()];
        for (int i = 0; i < firstPages.length; i++) {
            firstPages[i] = rings.get(i).firstPage();
        }
        synchronized (lock) {
            if (state == State.STOPPED) {
                return false;
            }
            try {
                memory.firstPages().copyIn(firstPages);
                memory.traces().clear();
                called = System.nanoTime();
                launch = device.launchResident(grid, kernel);
                launched = System.nanoTime();
                return true;
            } catch (DeviceException | IllegalStateException notStarted) {
                return false;
            }
        }
    }

    /** Completes all requests that are left, and frees the memory. */
    private void end(DeviceException reason) {
        boolean stopped;
        synchronized (lock) {
            stopped = state == State.STOPPED && stuck == null;
            state = State.STOPPED;
        }
        var left = new ArrayList<Request<T, R>>();
        rings.forEach(ring -> ring.drainTo(left));
        if (stopped) {
            neverBegun = left.stream()
                    .filter(request -> !request.isDone())
                    .map(Request::task)
                    .toList();
        }
        try {
            if (stuck == null) {
                memory.close();
            }
        } catch (RuntimeException _) {
            // The device is gone, and the memory with it.
        } finally {
            left.forEach(request -> {
                if (stopped) {
                    request.cancel(false);
                } else {
                    request.completeExceptionally(reason);
                }
            });
            terminated.countDown();
        }
    }

    @Override
    public String toString() {
        return "executor on " + device + " with " + rings.size() + " workers";
    }
}
