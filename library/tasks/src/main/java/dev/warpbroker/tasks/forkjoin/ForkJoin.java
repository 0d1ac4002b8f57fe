package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.KernelFault;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskFailedException;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs trees of tasks: a task ends with a result or spawns children, whose results are joined into its own.
 *
 * <pre>{@code
 * record Fib(int n) {}
 *
 * try (var forkJoin = ForkJoin.on(device, Layout.of(Fib.class), Join.sum())) {
 *     int result = forkJoin.compute(new Fib(40), (fib, fork) -> {
 *         if (fib.n() < 2) {
 *             fork.complete(fib.n());
 *         } else {
 *             fork.spawn(new Fib(fib.n() - 1));
 *             fork.spawn(new Fib(fib.n() - 2));
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p>A task never waits. It ends after it has spawned, and its result is there when its children have ended: joined, or
 * what a {@link Fork.Continuation} makes of it. So computations are fully strict in the sense of Blumofe and Leiserson
 * ("Scheduling multithreaded computations by work stealing", 1999), and are scheduled by their algorithm: each worker
 * runs its newest task, idle ones take the oldest of a victim chosen at random. The pair of body and continuation is
 * what spawn and sync are in F. Wende's thesis (Dynamic Load Balancing on Massively Parallel Computer Architectures,
 * 2013), listing 3.5, with three changes. A dependency counter there belongs to everyone and is locked; here it belongs
 * to the worker that ran the parent, others send it their results, and on the JVM it does not exist before a child is
 * taken by somebody else. Without a continuation there is none on other devices: as nobody sees the result of a single
 * task, workers join those of their tasks, and at the end each other's. And a full deque there means that the caller
 * runs the child within its own; here children wait on a stack of the worker, and no stack of calls gets deep.
 *
 * <p><b>Guarantees.</b> Every task is run exactly once and its result joined exactly once, unless the run ends with an
 * exception. What a task wrote to device memory before it spawned is visible to the child; what children wrote is
 * visible to the continuation of their parent; what all wrote, to the host after {@link Run#join}. Memory is bounded by
 * {@link ForkJoinOptions}: a task that exceeds it ends the run with an exception that names what was exceeded and by
 * how much. A task that throws ends the run with a {@link dev.warpbroker.tasks.TaskFailedException}. Runs can follow
 * after any of these.
 *
 * <p><b>Not guaranteed.</b> In which order tasks run and results are joined, and which worker does it. A task must not
 * wait for another one.
 *
 * <p><b>Runs follow one another.</b> One may be started while another is under way, by the same thread or another one;
 * it begins when those before it have ended. On a GPU and on the simulator {@link #start} itself waits for that.
 * {@link #close} cancels what is under way. A thread that is interrupted in {@code compute} or {@link Run#join} cancels
 * the run that it waits for and gets a {@link LaunchStoppedException}; interrupted while {@code start} waits for other
 * runs it gets a {@link DeviceException}, and they go on. It stays interrupted in both cases.
 *
 * <p>Memory is allocated with the first run, and once for all bodies: what a body captures may be new in every run. It
 * grows if the first body with a continuation comes later, or one of which the device holds more workers.
 *
 * @param <T> the tasks: a record, or a sealed interface of records
 * @param <R> the results
 */
public final class ForkJoin<T, R> implements AutoCloseable {
    private static final long WAIT_NANOS = 20_000;

    private final Device device;
    private final Layout<T> tasks;
    private final Join<R> join;
    private final ForkJoinOptions options;

    /** Null on the JVM. */
    private final @Nullable DeviceEngine<T, R> engine;

    /** Held by the thread that starts a run, also while it waits for the runs before. */
    private final ReentrantLock starting = new ReentrantLock();

    /** Runs that had not ended when the last one was started, and that one. */
    private final Collection<Run<R>> underWay = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    record Code<T, R>(TaskBody<T, Fork<T, R>> body, Fork.@Nullable Continuation<T, R> continuation) {}

    private ForkJoin(
            Device device, Layout<T> tasks, Join<R> join, ForkJoinOptions options, @Nullable TaskWidth<T> width) {
        tasks.requireZero(); // workers of a GPU need one
        this.device = device;
        this.tasks = tasks;
        this.join = join;
        this.options = options;
        var properties = device.properties();
        int most = properties.residentThreads() / properties.lanesPerWorker();
        if (options.workers() > most) {
            throw new IllegalArgumentException(options.workers() + " workers; " + device + " holds " + most
                    + " at once: take at most so many, or 0 for as many as it holds");
        }
        engine = properties.lanesPerWorker() == 1 ? null : new DeviceEngine<>(device, tasks, join, options, width);
    }

    /** {@return fork and join whose workers run some tasks with all of their lanes} */
    static <T, R> ForkJoin<T, R> withWidths(
            Device device, Layout<T> tasks, Join<R> join, ForkJoinOptions options, TaskWidth<T> width) {
        return new ForkJoin<>(device, tasks, join, options, width);
    }

    /** {@return fork and join with {@link ForkJoinOptions#defaults}; its memory is allocated with the first run} */
    public static <T, R> ForkJoin<T, R> on(Device device, Layout<T> tasks, Join<R> join) {
        return on(device, tasks, join, ForkJoinOptions.defaults());
    }

    /**
     * {@return fork and join; its memory is allocated with the first run}
     *
     * @param tasks how a task lies over words
     * @param join how results of children become that of their parent
     * @throws IllegalArgumentException if the device does not hold as many workers as the options ask for, or if tasks
     *     have no {@link Layout#zero}
     */
    public static <T, R> ForkJoin<T, R> on(Device device, Layout<T> tasks, Join<R> join, ForkJoinOptions options) {
        return new ForkJoin<>(device, tasks, join, options, null);
    }

    /**
     * {@return the result of {@code root} and all that comes of it}
     *
     * @throws IllegalStateException after {@link #close}
     */
    public R compute(T root, TaskBody<T, Fork<T, R>> body) {
        return start(root, body).join();
    }

    /**
     * {@return the result of {@code root} and all that comes of it}
     *
     * @throws IllegalStateException after {@link #close}
     */
    public R compute(T root, TaskBody<T, Fork<T, R>> body, Fork.Continuation<T, R> continuation) {
        return start(root, body, continuation).join();
    }

    /**
     * Starts a run, which begins when those before it have ended.
     *
     * @throws IllegalStateException after {@link #close}
     */
    public Run<R> start(T root, TaskBody<T, Fork<T, R>> body) {
        return start(root, new Code<>(body, null));
    }

    /**
     * Starts a run, which begins when those before it have ended.
     *
     * @throws IllegalStateException after {@link #close}
     */
    public Run<R> start(T root, TaskBody<T, Fork<T, R>> body, Fork.Continuation<T, R> continuation) {
        return start(root, new Code<>(body, continuation));
    }

    private Run<R> start(T root, Code<T, R> code) {
        Objects.requireNonNull(root, "the task to begin with is null");
        lockForStart();
        try {
            if (engine != null) {
                awaitRunsBefore();
            }
            if (closed) {
                throw new IllegalStateException(this + " was closed; make another one");
            }
            underWay.removeIf(Run::isDone);
            var run = engine != null ? engine.start(root, code) : startOnThreads(root, code);
            underWay.add(run);
            return run;
        } finally {
            starting.unlock();
        }
    }

    /** An interrupted thread may start a run, too, if it need not wait for that. */
    private void lockForStart() {
        if (!starting.tryLock()) {
            try {
                starting.lockInterruptibly();
            } catch (InterruptedException _) {
                throw interrupted();
            }
        }
    }

    /** Waits for runs whose memory the next one needs, and takes what they have left there. */
    private void awaitRunsBefore() {
        for (var run : underWay) {
            while (!run.isDone()) {
                LockSupport.parkNanos(this, WAIT_NANOS);
                if (Thread.currentThread().isInterrupted()) {
                    throw interrupted();
                }
            }
            run.settle();
        }
    }

    private DeviceException interrupted() {
        Thread.currentThread().interrupt();
        return new DeviceException("interrupted while " + this
                + " waited for the end of runs that were started before; they go on, and this one was not started");
    }

    private Run<R> startOnThreads(T root, Code<T, R> code) {
        int workers = options.workers() == 0 ? Runtime.getRuntime().availableProcessors() : options.workers();
        var run = new JvmRun<>(device, tasks, join, root, code.body(), code.continuation(), workers, options);
        Launch launch = device.launch(new Grid(workers, 1), lane -> new JvmWorker<>(run, lane).work());
        return new Run<>(launch, run);
    }

    /** Cancels runs that have not ended, and frees the memory. Results of runs that have ended can still be had. */
    @Override
    public void close() {
        closed = true;
        try {
            cancelAll(); // so that a start that waits for them, and holds the lock, comes to its end
        } finally {
            starting.lock();
            try {
                cancelAll();
                underWay.forEach(Run::settle);
            } finally {
                underWay.clear();
                if (engine != null) {
                    engine.close();
                }
                starting.unlock();
            }
        }
    }

    private void cancelAll() {
        for (var run : underWay) {
            if (!run.isDone()) {
                run.cancel();
            }
        }
    }

    @Override
    public String toString() {
        return "fork and join on " + device;
    }

    /**
     * A run of {@link ForkJoin} that was started. Its methods may be called by any thread, and again after the end.
     *
     * @param <R> the results
     */
    public static final class Run<R> {
        private final Launch launch;
        private final Outcome<R> outcome;
        private final ForkJoinEvent event = ForkJoinEvent.begun();

        // What the run has left, once it was taken. Guarded by this.
        private boolean taken;
        private @Nullable R result;
        private @Nullable Object failedTask;
        private @Nullable Statistics statistics;

        Run(Launch launch, Outcome<R> outcome) {
            this.launch = launch;
            this.outcome = outcome;
        }

        /**
         * {@return the result, after waiting for it}
         *
         * @throws TaskFailedException if a task threw and the device noted which
         * @throws LaunchStoppedException if the run was cancelled, or the calling thread was interrupted and has
         *     thereby cancelled it; the thread stays interrupted
         * @throws DeviceException if a task threw or a capacity was exceeded
         */
        public R join() {
            awaitEnd();
            try {
                launch.join();
            } catch (DeviceException failure) {
                takeAfter(failure);
                throw named(failure);
            }
            return take();
        }

        /** An interrupted thread leaves this at once; the launch then notices it, too, and is cancelled. */
        private void awaitEnd() {
            try {
                outcome.awaitEnd(launch::isDone);
            } catch (InterruptedException _) {
                outcome.stop();
                Thread.currentThread().interrupt();
            }
        }

        /**
         * Takes what a run that has ended has left in memory that the next one needs, unless the device was closed.
         * {@link #join} tells how it ended.
         */
        void settle() {
            boolean interrupted = Thread.interrupted();
            try {
                launch.join();
                take();
            } catch (DeviceException failure) {
                takeAfter(failure);
            } catch (IllegalStateException _) {
                // its memory is gone with the device, and with it what there was to take
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private synchronized R take() {
            if (!taken) {
                long ended = System.nanoTime();
                result = outcome.result();
                statistics = outcome.statistics();
                taken = true;
                event.end(statistics);
                outcome.collectTrace(ended);
            }
            return Objects.requireNonNull(result);
        }

        private synchronized void takeAfter(DeviceException failure) {
            if (taken) {
                return;
            }
            taken = true;
            try {
                var fault = failure.fault();
                if (fault != null && !(failure instanceof LaunchStoppedException) && !isOfEngine(fault)) {
                    failedTask = outcome.failedTask(fault.lane());
                }
                statistics = outcome.statistics();
                outcome.abandon();
            } catch (RuntimeException unreadable) {
                failure.addSuppressed(unreadable);
            }
        }

        /** {@return the failure with the task's name, if it was the task and not the engine that failed} */
        private synchronized DeviceException named(DeviceException failure) {
            return failedTask == null ? failure : new TaskFailedException(failedTask, failure);
        }

        private static boolean isOfEngine(KernelFault fault) {
            return fault.trace().stream()
                    .map(StackTraceElement::getClassName)
                    .filter(name -> !name.startsWith("dev.warpbroker.device.")
                            && !name.startsWith("dev.warpbroker.tasks.worker."))
                    .limit(1)
                    .anyMatch(name -> name.startsWith("dev.warpbroker.tasks.forkjoin."));
        }

        /** Ends the run; {@link #join} then throws. Returns when all workers have stopped. No effect after the end. */
        public void cancel() {
            outcome.stop();
            launch.cancel();
        }

        /**
         * {@return whether the run has ended} An interrupted thread may ask, too: it stays interrupted, and the run
         * goes on.
         */
        public boolean isDone() {
            return launch.isDone();
        }

        /** {@return how long the device worked at it; waits for its end} */
        public Duration elapsed() {
            return launch.elapsed();
        }

        /** {@return what the workers did; waits for the end} */
        public Statistics statistics() {
            launch.elapsed();
            settle();
            synchronized (this) {
                if (statistics == null) {
                    throw new DeviceException("no statistics: the device was closed, or failed and cannot be read");
                }
                return statistics;
            }
        }

        /**
         * What the workers of a run did.
         *
         * @param workers how many there were
         * @param stolen tasks that a worker took from another
         * @param steals how often it took some
         * @param messages results that went from one worker to another; none on devices other than the JVM if there is
         *     no continuation
         * @param spilled spawned tasks that went to device memory because fast memory was full
         */
        public record Statistics(int workers, long stolen, long steals, long messages, long spilled) {}
    }
}
