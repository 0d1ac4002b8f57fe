package dev.warpbroker.schedule.forkjoin;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.Layout;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs trees of tasks: a task ends with a result or spawns children, whose results are joined into its own.
 *
 * <pre>{@code
 * record Fib(int n) {}
 *
 * try (var forkJoin = ForkJoin.of(Layout.of(Fib.class), Join.sum()).on(device)) {
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
 * <p>A task never waits. It ends after it has spawned, and its result is there when its children have ended: joined, or what a
 * {@link Continuation} makes of it. So computations are fully strict in the sense of Blumofe and Leiserson ("Scheduling
 * multithreaded computations by work stealing", 1999), and are scheduled by their algorithm: each worker runs its newest task,
 * idle ones take the oldest of a victim chosen at random. The pair of body and continuation is what spawn and sync are in
 * the thesis on work stealing for load balancing, listing 3.5, with two changes. A dependency counter there belongs to
 * everyone and is locked; here it belongs to the worker that ran the parent, others send it their results, and on the JVM it
 * does not exist before a child is taken by somebody else. And a full deque there means that the caller runs the child within
 * its own; here children wait on a stack of the worker, and no stack of calls gets deep.
 *
 * <p><b>Guarantees.</b> Every task is run exactly once and its result joined exactly once, unless the run ends with an exception.
 * What a task wrote to device memory before it spawned is visible to the child; what children wrote is visible to the
 * continuation of their parent; what all wrote, to the host after {@link ForkJoinRun#join}. Memory is bounded by {@link
 * ForkJoinOptions}: who exceeds it ends the run with an exception that names what was exceeded and by how much. A task that
 * throws ends the run with a {@link dev.warpbroker.schedule.TaskFailedException}. Runs can follow after any of these.
 *
 * <p><b>Not guaranteed.</b> In which order tasks run and results are joined, and which worker does it. A task must not wait for
 * another one.
 *
 * <p>Memory is allocated once for each pair of body and continuation; runs of the same object follow one another.
 *
 * @param <T> the tasks: a record, or a sealed interface of records
 * @param <R> the results
 */
public final class ForkJoin<T, R> implements AutoCloseable {
    private final Device device;
    private final Layout<T> tasks;
    private final Join<R> join;
    private final ForkJoinOptions options;

    private final Map<Code<T, R>, Engine> engines = new HashMap<>();

    private record Code<T, R>(TaskBody<T, R> body, @Nullable Continuation<T, R> continuation) {}

    /** A kernel, its memory and its grid. */
    private record Engine(Kernel kernel, Plan plan, EngineMemory memory, Grid grid) {}

    private ForkJoin(Device device, Layout<T> tasks, Join<R> join, ForkJoinOptions options) {
        this.device = device;
        this.tasks = tasks;
        this.join = join;
        this.options = options;
    }

    /** {@return fork and join of these tasks, with sizes by default, to be put on a device} */
    public static <T, R> Builder<T, R> of(Layout<T> tasks, Join<R> join) {
        return new Builder<>(tasks, join, ForkJoinOptions.defaults());
    }

    /**
     * Fork and join before it has a device.
     *
     * @param <T> the tasks
     * @param <R> the results
     */
    public record Builder<T, R>(Layout<T> tasks, Join<R> join, ForkJoinOptions options) {
        /** {@return the same with other sizes} */
        public Builder<T, R> with(ForkJoinOptions sizes) {
            return new Builder<>(tasks, join, sizes);
        }

        /** {@return fork and join on a device; its memory is allocated with the first run} */
        public ForkJoin<T, R> on(Device device) {
            return new ForkJoin<>(device, tasks, join, options);
        }
    }

    /** {@return the result of {@code root} and all that comes of it} */
    public R compute(T root, TaskBody<T, R> body) {
        return start(root, body).join();
    }

    /** {@return the result of {@code root} and all that comes of it} */
    public R compute(T root, TaskBody<T, R> body, Continuation<T, R> continuation) {
        return start(root, body, continuation).join();
    }

    /** Starts a run. */
    public ForkJoinRun<R> start(T root, TaskBody<T, R> body) {
        return start(root, new Code<>(body, null));
    }

    /** Starts a run. */
    public ForkJoinRun<R> start(T root, TaskBody<T, R> body, Continuation<T, R> continuation) {
        return start(root, new Code<>(body, continuation));
    }

    private synchronized ForkJoinRun<R> start(T root, Code<T, R> code) {
        if (device.properties().lanesPerWorker() == 1) {
            return startOnThreads(root, code);
        }
        Engine engine = engines.computeIfAbsent(code, this::engine);
        EngineMemory memory = engine.memory();
        Plan plan = engine.plan();
        try (var jvm = Device.jvm()) {
            var staged = jvm.ints(1 + plan.resultWords() + plan.taskWords());
            tasks.write(staged, 1 + plan.resultWords(), root);
            memory.root().copyIn(staged.copyOut());
        }
        memory.counters().fill(0);
        Launch launch = device.launch(engine.grid(), engine.kernel());
        return new ForkJoinRun<>(launch, new DeviceOutcome<>(memory, plan, tasks, join.layout()));
    }

    private ForkJoinRun<R> startOnThreads(T root, Code<T, R> code) {
        int workers = options.workers() == 0 ? Runtime.getRuntime().availableProcessors() : options.workers();
        var run = new JvmRun<>(device, tasks, join, root, code.body(), code.continuation(), workers, options);
        Launch launch = device.launch(new Grid(workers, 1), lane -> new JvmWorker<>(run, lane.id()).work());
        return new ForkJoinRun<>(launch, run);
    }

    private Engine engine(Code<T, R> code) {
        Plan plan = plan(code.continuation() != null);
        int lanes = device.properties().lanesPerWorker();
        int blockSize = plan.workersPerBlock() * lanes;
        int workers = options.workers();
        if (workers == 0) {
            workers = resident(code, plan, blockSize) / lanes;
        }
        EngineMemory memory = EngineMemory.on(device, plan, workers);
        return new Engine(kernel(code, plan, memory), plan, memory, new Grid(workers * lanes, blockSize));
    }

    private int resident(Code<T, R> code, Plan plan, int blockSize) {
        try (var memory = EngineMemory.on(device, plan, 1)) {
            return device.residentThreads(kernel(code, plan, memory), blockSize);
        }
    }

    private Kernel kernel(Code<T, R> code, Plan plan, EngineMemory memory) {
        Layout<T> layout = tasks;
        Join<R> joining = join;
        TaskBody<T, R> body = code.body();
        Continuation<T, R> given = code.continuation();
        Continuation<T, R> continuation = given != null ? given : (task, joined, fork) -> fork.complete(joined);
        return lane -> new Worker<>(lane, plan, memory, layout, joining, body, continuation).run();
    }

    private Plan plan(boolean resumes) {
        int lanes = device.properties().lanesPerWorker();
        int fastTasks = Math.max(options.fastTasks(), 2 * lanes);
        return new Plan(
                tasks.words(),
                join.layout().words(),
                resumes,
                options.workersPerBlock(),
                fastTasks,
                options.fastFrames(),
                Math.max(options.tasks(), fastTasks),
                options.frames(),
                options.inbox(),
                options.longTasks(),
                options.taskTrace());
    }

    /** Frees the memory. */
    @Override
    public synchronized void close() {
        engines.values().forEach(engine -> engine.memory().close());
        engines.clear();
    }
}
