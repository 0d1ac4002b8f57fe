package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.forkjoin.ForkJoin.Code;
import dev.warpbroker.tasks.worker.TracedLaunch;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts runs of {@link Worker}s on a device with memory of its own. All bodies use the same memory, one run after the
 * other. The body determines only the kernel, and the device caches compiled kernels.
 *
 * <p>Not thread-safe. {@link ForkJoin} calls it while it holds its lock, and starts a run only after the run before has
 * ended and its result was read.
 */
final class DeviceEngine<T, R> implements AutoCloseable {
    /** The number of bodies for which the engine remembers how many workers the device holds. */
    private static final int REMEMBERED = 16;

    private final Device device;
    private final Layout<T> tasks;
    private final Join<R> join;
    private final ForkJoinOptions options;

    /** Which tasks all lanes of a worker run together; null if none. */
    private final @Nullable TaskWidth<T> width;

    /**
     * The number of workers that the device holds at once, by body; the body used least recently is forgotten first. A
     * lambda that captures variables is a new key in each run.
     */
    private final Map<Code<T, R>, Integer> workersOf = new LinkedHashMap<>(2 * REMEMBERED, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Code<T, R>, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** Null before the first run, after {@link #close}, and if its replacement could not be allocated. */
    private @Nullable Room room;

    /** Memory, the number of workers that it has room for, and whether it includes frames for continuations. */
    private record Room(EngineMemory memory, int workers, boolean resumes) {
        boolean suffices(int wantedWorkers, boolean wantedResumes) {
            return workers >= wantedWorkers && (resumes || !wantedResumes);
        }
    }

    DeviceEngine(Device device, Layout<T> tasks, Join<R> join, ForkJoinOptions options, @Nullable TaskWidth<T> width) {
        this.device = device;
        this.tasks = tasks;
        this.join = join;
        this.options = options;
        this.width = width;
    }

    /**
     * Starts a run; none is under way.
     *
     * <p>The memory of the root is written as a whole, so that the flag and the count of totals start at zero. Deques
     * and inboxes keep their positions: they are empty after each run, or have been cleared.
     */
    ForkJoin.Run<R> start(T root, Code<T, R> code) {
        Plan plan = plan(code.continuation() != null);
        int workers = options.workers() > 0 ? options.workers() : resident(code, plan);
        EngineMemory memory = room(plan, workers);
        var staged = new int[plan.rootWords()];
        tasks.encode(root, staged, plan.rootTaskAt());
        staged[plan.outstandingAt()] = 1;
        memory.root().copyIn(staged);
        memory.counters().fill(0);
        memory.rings().clear();
        int lanes = device.properties().lanesPerWorker();
        var grid = new Grid(workers * lanes, plan.workersPerBlock() * lanes);
        long called = System.nanoTime();
        Launch launch = device.launch(grid, kernel(code, plan, memory));
        long launched = System.nanoTime();
        return new ForkJoin.Run<>(
                launch,
                new DeviceOutcome<>(
                        memory,
                        plan,
                        workers,
                        tasks,
                        join.layout(),
                        ended -> memory.rings()
                                .collect(
                                        new TracedLaunch("fork and join", code.body(), called, launched, ended),
                                        workers)));
    }

    /**
     * {@return how many workers the device holds at once} That depends on the registers that the compiled kernel needs.
     * A kernel captures its memory, so there must be some before that number is known: one worker's part is enough.
     */
    private int resident(Code<T, R> code, Plan plan) {
        Integer known = workersOf.get(code);
        if (known != null) {
            return known;
        }
        int lanes = device.properties().lanesPerWorker();
        Kernel kernel = kernel(code, plan, room(plan, 1));
        int workers = device.residentThreads(kernel, plan.workersPerBlock() * lanes) / lanes;
        workersOf.put(code, workers);
        return workers;
    }

    /**
     * {@return memory for at least so many workers} It only grows: new memory has room for all that the old one had
     * room for. The old memory is freed first, since the device may not have room for both.
     */
    private EngineMemory room(Plan plan, int workers) {
        var present = room;
        if (present != null && present.suffices(workers, plan.resumes())) {
            return present.memory();
        }
        int mostWorkers = workers;
        boolean resumes = plan.resumes();
        if (present != null) {
            room = null;
            present.memory().close();
            mostWorkers = Math.max(workers, present.workers());
            resumes |= present.resumes();
        }
        var made = new Room(EngineMemory.on(device, plan(resumes), tasks, mostWorkers), mostWorkers, resumes);
        room = made;
        return made.memory();
    }

    private Kernel kernel(Code<T, R> code, Plan plan, EngineMemory memory) {
        // Local variables, so that the lambdas capture these values and not the engine.
        Layout<T> layout = tasks;
        Join<R> joining = join;
        TaskBody<T, Fork<T, R>> body = code.body();
        Fork.Continuation<T, R> continuation = code.continuation();
        TaskWidth<T> widths = width == null ? _ -> false : width;
        if (continuation == null) {
            return lane -> new TotalWorker<>(WarpMemory.of(lane, plan, memory, layout, widths), joining, body).run();
        }
        return lane ->
                new FrameWorker<>(WarpMemory.of(lane, plan, memory, layout, widths), joining, body, continuation).run();
    }

    private Plan plan(boolean resumes) {
        return Plan.of(
                options,
                device.properties().lanesPerWorker(),
                tasks.words(),
                join.layout().words(),
                resumes,
                width != null);
    }

    @Override
    public void close() {
        workersOf.clear();
        var present = room;
        if (present != null) {
            room = null;
            present.memory().close();
        }
    }
}
