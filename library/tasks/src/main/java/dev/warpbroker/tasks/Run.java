package dev.warpbroker.tasks;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelFault;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.tasks.worker.TracedLaunch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A run under way, which the host can feed, watch and end. Call {@link #join} at the end: the scheduler makes no other
 * run before. All methods may be called by any thread, and also after the end.
 *
 * @param <T> the tasks
 */
public final class Run<T> {
    private static final long PROGRESS_NANOS = 50_000_000;
    private static final long WAIT_NANOS = 20_000;

    private final SchedulerEngine<T, ?> engine;
    private final @Nullable Mailbox<T> mailbox;
    private final RunMemory<T> memory;
    private final Grid grid;
    private final Launch launch;
    private final RunEvent event = new RunEvent();
    private final TaskBody<T, ?> body;

    // When the launch was called, and when that call returned.
    private final long called;
    private final long launched;

    /** Held by a thread that uses the memory of the run, or frees it. */
    private final Object using = new Object();

    // Guarded by using.
    private boolean finished;
    private long lastExecuted;

    /** Whether it is known how the run has ended; then its memory is freed. */
    private volatile boolean over;

    // How it has ended. Written before over.
    private @Nullable Report report;
    private @Nullable DeviceException failure;

    private Run(
            SchedulerEngine<T, ?> engine,
            @Nullable Mailbox<T> mailbox,
            RunMemory<T> memory,
            TaskBody<T, ?> body,
            Grid grid,
            Kernel kernel) {
        this.engine = engine;
        this.mailbox = mailbox;
        this.memory = memory;
        this.body = body;
        this.grid = grid;
        event.begin();
        called = System.nanoTime();
        launch = engine.device.launch(grid, kernel);
        launched = System.nanoTime();
    }

    static <T, S extends Spawner<T>> Run<T> of(
            SchedulerEngine<T, S> engine, List<? extends T> first, TaskBody<T, S> body, boolean mailed) {
        var tasks = byUrgency(engine.priority, first);
        engine.clear();
        var mailbox = mailed ? new Mailbox<>(engine.device, engine.layout) : null;
        var memory = new RunMemory<>(engine, tasks, mailbox);
        try {
            var kernel = engine.kernel(memory, body);
            return new Run<>(engine, mailbox, memory, body, engine.grid(kernel), kernel);
        } catch (RuntimeException notStarted) {
            memory.close();
            throw notStarted;
        }
    }

    private static <T> List<? extends T> byUrgency(
            SchedulerOptions.@Nullable Priority<T> priority, List<? extends T> tasks) {
        return priority == null
                ? tasks
                : tasks.stream()
                        .sorted(Comparator.comparingInt(priority::level))
                        .toList();
    }

    boolean isOver() {
        return over;
    }

    /**
     * Hands a task to the workers. Waits while many are on their way already. The first worker takes them in between
     * two of its own tasks.
     *
     * @return whether the task is on its way; if not, the run has ended: {@link #join} says how. A run that fails
     *     later, or failed before this was noticed, does not run what is on its way
     * @throws IllegalStateException after {@link #finish}
     */
    public boolean feed(T task) {
        boolean interrupted = false;
        try {
            while (true) {
                synchronized (using) {
                    if (finished) {
                        throw new IllegalStateException("task " + task + " came after finish; feed all tasks before");
                    }
                    if (over) {
                        return false;
                    }
                    if (box().send(task)) {
                        return true;
                    }
                }
                if (launch.isDone()) {
                    return false;
                }
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(this, WAIT_NANOS);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Says that no more tasks are fed: the run ends when all are done. */
    public void finish() {
        synchronized (using) {
            finished = true;
            if (!over) {
                box().closeForTasks();
            }
        }
    }

    /** {@return about how many tasks have been run so far} */
    public long executed() {
        synchronized (using) {
            return over ? lastExecuted : box().executed();
        }
    }

    /**
     * Ends the run at once: tasks under way are finished, others are not begun. {@link #join} then throws. Does nothing
     * after the end.
     */
    public void cancel() {
        launch.cancel();
    }

    /**
     * Says that no more tasks are fed and waits until all are done. Once more gives the same again.
     *
     * @throws TaskFailedException if a task threw
     * @throws TaskOverflowException if there was no room for a task
     * @throws LaunchStoppedException if the run was cancelled, or the calling thread was interrupted and has thereby
     *     cancelled it; the thread stays interrupted
     * @throws DeviceException if the device failed
     */
    public Report join() {
        return join(_ -> {});
    }

    /** {@link #join} that calls {@code progress} with the number of executed tasks about 20 times a second. */
    public Report join(LongConsumer progress) {
        if (mailbox != null) {
            finish();
            long next = System.nanoTime() + PROGRESS_NANOS;
            while (!over && !launch.isDone() && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(this, WAIT_NANOS);
                if (System.nanoTime() - next >= 0) {
                    tell(progress);
                    next = System.nanoTime() + PROGRESS_NANOS;
                }
            }
        }
        return awaitEnd();
    }

    private void tell(LongConsumer progress) {
        try {
            progress.accept(executed());
        } catch (RuntimeException refused) {
            abandon();
            throw refused;
        }
    }

    /** Ends a run whose end nobody waits for. */
    void abandon() {
        try {
            launch.cancel();
            conclude(null);
        } catch (LaunchStoppedException goesOn) {
            conclude(goesOn);
            throw goesOn;
        }
    }

    private Report awaitEnd() {
        if (!over) {
            try {
                launch.join();
                conclude(null);
            } catch (DeviceException thrown) {
                conclude(thrown);
            }
        }
        if (report != null) {
            return report;
        }
        throw Objects.requireNonNull(failure);
    }

    /** Notes how the run has ended, if that is not known yet, and frees its memory. */
    private synchronized void conclude(@Nullable DeviceException thrown) {
        if (over) {
            return;
        }
        long executed = 0;
        try {
            if (mailbox != null) {
                executed = mailbox.executed();
            }
            if (thrown == null) {
                launch.join();
                long ended = System.nanoTime();
                throwIfOverflown();
                report = report();
                executed = report.executed();
                event.end();
                event.note(engine.options, grid, report);
                memory.rings().collect(new TracedLaunch(engine.toString(), body, called, launched, ended), workers());
            } else {
                failure = named(thrown);
            }
        } catch (DeviceException other) {
            failure = other;
        } catch (IllegalStateException closed) {
            failure = new DeviceException("the run has ended, but its memory cannot be read any more", closed);
        } finally {
            synchronized (using) {
                lastExecuted = executed;
                memory.close();
                over = true;
            }
        }
    }

    private void throwIfOverflown() {
        int missing = memory.overflown();
        if (missing > 0) {
            throw new TaskOverflowException(
                    "no room for " + missing + " tasks: " + engine.room()
                            + " were full; raise the capacity or the number of kept tasks in SchedulerOptions",
                    missing);
        }
    }

    /** {@return the failure with the name of the task that threw, if it was a task and was noted} */
    private DeviceException named(DeviceException thrown) {
        var fault = thrown.fault();
        if (thrown instanceof LaunchStoppedException || fault == null || !memory.traces() || isOfEngine(fault)) {
            return thrown;
        }
        T task;
        try {
            task = memory.running(fault.lane());
        } catch (RuntimeException unreadable) {
            thrown.addSuppressed(unreadable);
            return thrown;
        }
        return new TaskFailedException(task, thrown);
    }

    /**
     * {@return whether a worker failed between tasks: what it called then is the library's, and no body} Of a very deep
     * stack the worker's frame is missing, and then it was a body.
     */
    private static boolean isOfEngine(KernelFault fault) {
        StackTraceElement called = null;
        for (var frame : fault.trace()) {
            if (frame.getMethodName().equals("work")
                    && frame.getClassName().matches("dev\\.warpbroker\\.tasks\\.\\w+Workers\\$\\w+Lane")) {
                return called == null || !isBody(called);
            }
            called = frame;
        }
        return false;
    }

    private static boolean isBody(StackTraceElement frame) {
        return !frame.getClassName().matches("dev\\.warpbroker\\.(device|structures|tasks)\\..*")
                || frame.getMethodName().equals("run")
                || frame.getMethodName().startsWith("lambda$");
    }

    private Mailbox<T> box() {
        return Objects.requireNonNull(mailbox);
    }

    private int workers() {
        return Math.ceilDiv(grid.threads(), engine.lanesOfWorker());
    }

    private Report report() {
        long[] tallies = memory.tallies();
        var workers = new ArrayList<Report.Worker>();
        long executed = 0;
        for (int i = 0; i < workers(); i++) {
            int at = i * RunMemory.TALLIES;
            executed += tallies[at + RunMemory.EXECUTED];
            if (engine.options.statistics()) {
                workers.add(new Report.Worker(
                        tallies[at + RunMemory.EXECUTED],
                        tallies[at + RunMemory.STOLEN],
                        tallies[at + RunMemory.FAILED],
                        Duration.ofNanos(tallies[at + RunMemory.IDLE_NANOS])));
            }
        }
        return new Report(launch.elapsed(), executed, workers);
    }
}
