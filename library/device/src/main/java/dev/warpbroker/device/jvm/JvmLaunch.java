package dev.warpbroker.device.jvm;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.LogLine;
import dev.warpbroker.device.backend.Fault;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.KernelCall;
import dev.warpbroker.device.backend.LaneThread;
import dev.warpbroker.device.backend.Outcome;
import dev.warpbroker.device.backend.RunningKernel;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A launch on the JVM device; {@link JvmBackend} explains how its lanes are spread over threads. */
final class JvmLaunch implements RunningKernel {
    /*
     * How a block is assembled. Lanes are taken in order, each by one worker, until a lane asks for others of its
     * block. Under the monitor it then says that the kernel cooperates, takes all lanes of its block that nobody has
     * taken, and looks which of the others still run. A worker says that it takes before it takes, and that its lane
     * has ended before it looks whether the kernel cooperates: so a lane that had not ended when its block was
     * assembled tells the block when it has. From then on workers take whole blocks, whose lanes get a virtual thread
     * each, and wait for their end.
     */

    private static final int LANES_IN_WHEREABOUTS = 4;

    /**
     * How long, per worker, no lane may end before more workers are started; and the workers from which on it is not
     * longer.
     */
    private static final long STANDSTILL_NANOS_PER_WORKER = 2_000_000;

    private static final int STANDSTILL_WORKERS = 16;

    /** How many times as many workers there are after a standstill of few, and of many. */
    private static final int GROWTH = 2;

    private static final int GROWTH_OF_MANY = 4;

    /** How long lanes that wait rest, where there are lanes on virtual threads: longer if there are many. */
    private static final long SHORTEST_REST_NANOS = 50_000;

    private static final long REST_NANOS_PER_WORKER = 2_000;

    /** Instead of the number of a lane: the worker has taken a whole block. */
    private static final int WHOLE_BLOCK = -3;

    private final JvmBackend backend;
    private final KernelCall<Kernel, Lane, DeviceMemory> call;
    private final WorkerLimits limits;
    /** What is called a lane here is its rank in it. */
    private final GridShape shape;

    private final int lanes;
    private final Kernel kernel;

    /** The lowest lane that no worker has taken. */
    private final AtomicInteger nextLane;

    /** How many of the first workers still have to reach the gate. */
    private final AtomicInteger missingAtGate;

    private volatile boolean gateOpen;

    /** Set once: no lane is started any more, and lanes that wait end. */
    private volatile boolean stopping;

    /** Set once, by the first lane that asks for others of its block. */
    private volatile boolean cooperates;

    /** Set once, by the first lane at a grid barrier. */
    private volatile @Nullable GridMates gridMates;

    /** Set once: there are lanes on virtual threads. Those that wait rest for longer then. */
    private volatile boolean crowded;

    /** When a lane last ended, or a standstill was looked into. */
    private volatile long progressNanos;

    /** How long after that the launch is looked into again. Follows the number of workers. */
    private volatile long standstillNanos;

    private volatile int workerCount;

    /** The blocks that were assembled and have not ended, by index. */
    private final Map<Integer, BlockMates> blocks = new ConcurrentHashMap<>();

    private final CountDownLatch ended = new CountDownLatch(1);
    private long startNanos;
    private long endNanos;
    private Outcome outcome = new Outcome.Completed();

    // Guarded by this.
    private final Set<Worker> workers = new LinkedHashSet<>();
    private int waitingWorkers;
    private int resident;
    private boolean lanesCutShort;
    private @Nullable Fault fault;
    private @Nullable Fault stoppedWait;

    JvmLaunch(JvmBackend backend, WorkerLimits limits, KernelCall<Kernel, Lane, DeviceMemory> call) {
        this.backend = backend;
        this.limits = limits;
        this.call = call;
        this.shape = call.shape();
        this.lanes = shape.threads();
        this.kernel = call.kernel();
        this.resident = limits.resident();
        int firstWorkers = lanes <= limits.threadPerLane() ? lanes : limits.processors();
        this.nextLane = new AtomicInteger(firstWorkers);
        this.missingAtGate = new AtomicInteger(firstWorkers);
    }

    /** Starts the first workers, each with a lane of its own. The last one to arrive opens the gate. */
    void start() {
        int firstWorkers = nextLane.get();
        boolean none;
        synchronized (this) {
            for (int lane = 0; lane < firstWorkers; lane++) {
                try {
                    startWorker(lane);
                } catch (OutOfMemoryError noThread) {
                    fail(lane, noThread);
                    openGate();
                    break;
                }
            }
            none = workers.isEmpty();
        }
        if (none) {
            end();
        }
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void requestStop() {
        stop();
        if (backend.withdraw(this)) {
            outcome = new Outcome.Stopped(null);
            ended.countDown();
        }
    }

    private void stop() {
        stopping = true;
        blocks.values().forEach(BlockMates::wake);
        var all = gridMates;
        if (all != null) {
            all.wake();
        }
    }

    @Override
    public Outcome outcome() {
        return outcome;
    }

    @Override
    public long elapsedNanos() {
        return endNanos - startNanos;
    }

    @Override
    public synchronized String whereabouts() {
        var running = Stream.concat(
                        workers.stream(), blocks.values().stream().flatMap(block -> block.runners().stream()))
                .filter(runner -> runner.id() >= 0)
                .toList();
        return running.isEmpty()
                ? "No lane is running."
                : "Lanes running: " + running.size() + ", among them "
                        + running.stream()
                                .limit(LANES_IN_WHEREABOUTS)
                                .map(LaneRunner::whereabouts)
                                .collect(Collectors.joining("; "));
    }

    // ---- for lanes ----

    Lane lane(LaneRunner runner, int lane) {
        return call.lane(runner, lane);
    }

    /** {@return the number of a lane as the kernel sees it} */
    int idOf(int lane) {
        return shape.idOf(lane);
    }

    Kernel kernel() {
        return kernel;
    }

    long patienceNanos() {
        return limits.patience().toNanos();
    }

    boolean isStopping() {
        return stopping;
    }

    /** Lets other lanes have the processor: for longer if there are many. */
    @SuppressWarnings("ThreadPriorityCheck") // as long as no lane is on a virtual thread
    void rest() {
        if (crowded) {
            LockSupport.parkNanos(Math.max(SHORTEST_REST_NANOS, REST_NANOS_PER_WORKER * workerCount));
        } else {
            Thread.yield();
        }
    }

    /** {@return whether all blocks have one lane} */
    boolean isOfLoners() {
        return shape.blockSize() == 1;
    }

    boolean lanesLeft() {
        return nextLane.get() < lanes;
    }

    void fail(int lane, Throwable thrown) {
        synchronized (this) {
            if (fault == null) {
                fault = new Fault(
                        shape.idOf(lane),
                        thrown.getClass().getName(),
                        thrown.getMessage(),
                        LaneRunner.kernelFrames(thrown.getStackTrace()),
                        thrown);
            }
        }
        stop();
    }

    /** Ends the calling lane if the launch was stopped, and notes what it was waiting for. */
    void endIfStopping(int lane, String waitingFor) {
        if (!stopping) {
            return;
        }
        synchronized (this) {
            lanesCutShort = true;
            if (stoppedWait == null) {
                stoppedWait = new Fault(
                        shape.idOf(lane),
                        LaunchStoppedException.class.getName(),
                        "waiting for " + waitingFor,
                        LaneRunner.kernelFrames(Thread.currentThread().getStackTrace()),
                        null);
            }
        }
        throw new LaneStopped();
    }

    private synchronized void laneCutShort() {
        lanesCutShort = true;
    }

    /** @param known the block of the lane, if the lane has asked for it */
    void laneEnded(int lane, @Nullable BlockMates known) {
        var block = known;
        if (block == null && cooperates) {
            synchronized (this) {
                block = blocks.get(shape.blockOf(lane));
            }
        }
        if (block != null) {
            try {
                block.ended(lane);
            } catch (DeviceException stuck) {
                fail(lane, stuck);
            }
        }
        var all = gridMates;
        if (all != null) {
            all.ended(lane);
        }
    }

    /** Lines have the same text as on devices that run compiled kernels. */
    void log(int lane, String text, @Nullable Object[] values) {
        var log = backend.log();
        if (log != null) {
            var line = new StringBuilder(text);
            for (Object value : values) {
                line.append(value instanceof Enum<?> constant ? constant.name() : String.valueOf(value));
            }
            var frames = LaneRunner.kernelFrames(Thread.currentThread().getStackTrace());
            log.deliver(new LogLine(shape.idOf(lane), line.toString(), frames.isEmpty() ? null : frames.getFirst()));
        }
    }

    // ---- all lanes ----

    void awaitGrid(LaneRunner lane) {
        var all = gridMates;
        (all == null ? assembleGrid() : all).await(lane);
    }

    /** {@return how many lanes wait for others of their blocks} */
    int waitingInBlocks() {
        return blocks.values().stream().mapToInt(BlockMates::waiting).sum();
    }

    /**
     * Lets all lanes start. Whom to wait for is found out as for a block: the lanes that nobody has taken, then those
     * that run. Lanes that end meanwhile say so afterwards.
     */
    private synchronized GridMates assembleGrid() {
        var known = gridMates;
        if (known != null) {
            return known;
        }
        if (lanes > resident) {
            throw new DeviceException("a grid barrier needs all " + lanes + " lanes of the launch at once, and the JVM"
                    + " device holds " + resident + "; launch at most that many and give each more to do");
        }
        var all = new GridMates(this, lanes);
        synchronized (all) {
            gridMates = all;
            int untaken = nextLane.get();
            for (Worker worker : workers) {
                int lane = worker.settledId();
                if (lane >= 0) {
                    all.add(lane);
                }
            }
            for (BlockMates block : blocks.values()) {
                for (LaneRunner runner : block.runners()) {
                    int lane = runner.id();
                    if (lane >= 0) {
                        all.add(lane);
                    }
                }
            }
            for (int lane = untaken; lane < lanes; lane++) {
                all.add(lane);
            }
            if (untaken < lanes) {
                startWorkersForAll(cooperates ? shape.blocks() - shape.blockOf(untaken) : lanes - untaken);
            }
        }
        return all;
    }

    private void startWorkersForAll(int count) {
        try {
            for (int i = 0; i < count; i++) {
                startWorker(LaneRunner.NO_LANE);
            }
        } catch (OutOfMemoryError noThread) {
            throw new DeviceException(
                    "a grid barrier needs all " + lanes + " lanes of the launch at once, and there are no threads for"
                            + " them; launch fewer lanes and give each more to do",
                    noThread);
        }
    }

    // ---- blocks ----

    /** {@return the block of a lane that is running, in which all lanes have ended, are running, or will} */
    BlockMates assembleBlockOf(int lane) {
        int index = shape.blockOf(lane);
        if (shape.lanesIn(index) == 1) {
            var alone = new BlockMates(this, index, lane, 1);
            alone.add(lane);
            return alone;
        }
        synchronized (this) {
            return assemble(index);
        }
    }

    void dismiss(BlockMates block) {
        blocks.remove(block.index(), block);
    }

    private BlockMates assemble(int index) {
        var known = blocks.get(index);
        if (known != null) {
            return known;
        }
        cooperates = true;
        int first = shape.firstIn(index);
        int end = first + shape.lanesIn(index);
        int next = nextLane.getAndUpdate(lane -> first <= lane && lane < end ? end : lane);
        var block = new BlockMates(this, index, first, end - first);
        for (Worker worker : workers) {
            int lane = worker.settledId();
            if (first <= lane && lane < end) {
                block.add(lane);
            }
        }
        int firstTaken = first <= next && next < end ? next : end;
        for (int lane = firstTaken; lane < end; lane++) {
            block.add(lane);
        }
        if (block.endIfEmpty()) {
            return block; // racing workers have taken all its lanes, which have ended
        }
        blocks.put(index, block);
        for (int lane = firstTaken; lane < end; lane++) {
            var runner = new BlockLane(lane, block);
            block.add(runner);
            crowded = true;
            runner.start(LaneThread.virtual("warpbroker-lane-" + lane, runner, runner));
        }
        return block;
    }

    private synchronized @Nullable BlockMates takeBlock() {
        int next = nextLane.get();
        return next < lanes ? assemble(shape.blockOf(next)) : null;
    }

    // ---- workers ----

    private void startWorker(int lane) {
        var worker = new Worker(lane);
        boolean platform = workers.size() < limits.threadPerLane();
        workers.add(worker);
        try {
            if (platform) {
                worker.start(backend.threads());
            } else {
                crowded = true;
                worker.start(LaneThread.virtual("warpbroker-lane-" + lane, worker, worker));
            }
        } catch (OutOfMemoryError noThread) {
            workers.remove(worker);
            throw noThread;
        }
        adaptStandstill();
    }

    @SuppressWarnings("ThreadPriorityCheck") // until the gate opens, processors are for the workers that start
    private void passGate() {
        if (missingAtGate.decrementAndGet() == 0) {
            openGate();
        }
        while (!gateOpen) {
            Thread.yield();
        }
    }

    private void openGate() {
        startNanos = System.nanoTime();
        progressNanos = startNanos;
        gateOpen = true;
    }

    /**
     * A lane waits. If no lane has ended for a while, more workers are started or, if there can be no more, the launch
     * fails.
     */
    void laneWaits(long now, String waitingFor) {
        if (now - progressNanos > standstillNanos) {
            lookIntoStandstill(now, waitingFor);
        }
    }

    private synchronized void lookIntoStandstill(long now, String waitingFor) {
        if (!lanesLeft() || now - progressNanos <= standstillNanos) {
            return; // another lane was quicker
        }
        if (workers.size() < mostWorkers()) {
            workers.forEach(Worker::countIfWaiting);
            if (workers.size() - waitingWorkers < limits.processors()) {
                startMoreWorkers();
            }
        } else if (workers.stream().allMatch(worker -> worker.waits(now))) {
            throw new DeviceException("all " + mostWorkers() * lanesOfWorker()
                    + " lanes that can be resident wait (this one for " + waitingFor + ") and "
                    + (lanes - nextLane.get()) + " of " + lanes + " lanes were not started; launch at most "
                    + mostWorkers() * lanesOfWorker() + " lanes, or let lanes return instead of waiting");
        }
        progressNanos = now;
    }

    private int lanesOfWorker() {
        return cooperates ? shape.blockSize() : 1;
    }

    private int mostWorkers() {
        return Math.max(1, resident / lanesOfWorker());
    }

    private void startMoreWorkers() {
        int growth = workers.size() < STANDSTILL_WORKERS ? GROWTH : GROWTH_OF_MANY;
        int more = Math.min(workers.size() * (growth - 1), mostWorkers() - workers.size());
        try {
            for (int i = 0; i < more; i++) {
                startWorker(LaneRunner.NO_LANE);
            }
        } catch (OutOfMemoryError noThread) {
            resident = workers.size() * lanesOfWorker();
            adaptStandstill();
        }
    }

    private void adaptStandstill() {
        workerCount = workers.size();
        standstillNanos = workers.size() < mostWorkers()
                ? STANDSTILL_NANOS_PER_WORKER * Math.min(workers.size(), STANDSTILL_WORKERS)
                : patienceNanos();
    }

    /** {@return whether the worker, whose lanes have ended, is one too many} */
    private synchronized boolean isSurplus(Worker worker) {
        if (worker.countsAsWaiting) {
            worker.countsAsWaiting = false;
            waitingWorkers--;
        }
        if (workers.size() - waitingWorkers <= limits.processors()) {
            return false;
        }
        workers.remove(worker);
        adaptStandstill();
        return true;
    }

    private void leave(Worker worker) {
        boolean last;
        synchronized (this) {
            workers.remove(worker);
            last = workers.isEmpty();
        }
        if (last) {
            end();
        }
    }

    private void end() {
        endNanos = System.nanoTime();
        synchronized (this) {
            if (fault != null) {
                outcome = new Outcome.Failed(fault);
            } else if (lanesCutShort || lanesLeft()) {
                outcome = new Outcome.Stopped(stoppedWait);
            }
        }
        ended.countDown();
        backend.ended(this);
    }

    /** Runs lanes, or whole blocks, until none is left. */
    private final class Worker extends LaneRunner {
        private final int firstLane;

        /** The block that the worker has taken, or whose lane it ran. */
        private volatile @Nullable BlockMates block;

        /** Guarded by the launch. */
        private boolean countsAsWaiting;

        Worker(int firstLane) {
            super(JvmLaunch.this, firstLane);
            this.firstLane = firstLane;
        }

        @Override
        public void run() {
            int next = firstLane;
            if (next == NO_LANE) {
                next = take();
            } else {
                passGate();
            }
            while (next != NO_LANE) {
                if (stopping && next != WHOLE_BLOCK) {
                    laneCutShort();
                    endLane(next, null);
                    break;
                }
                var awaited = next == WHOLE_BLOCK ? block : runLane(next, null);
                if (awaited != null) {
                    block = awaited;
                    awaited.awaitEnd();
                    block = null;
                }
                progressNanos = System.nanoTime();
                if (lanes > limits.threadPerLane() && isSurplus(this)) {
                    return;
                }
                next = take();
            }
            leave(this);
        }

        private int take() {
            if (stopping) {
                return NO_LANE;
            }
            if (cooperates) {
                var taken = takeBlock();
                block = taken;
                return taken == null ? NO_LANE : WHOLE_BLOCK;
            }
            id(TAKING);
            int lane = nextLane.getAndUpdate(next -> next < lanes ? next + 1 : next);
            int taken = lane < lanes ? lane : NO_LANE;
            id(taken);
            return taken;
        }

        private void countIfWaiting() {
            if (!countsAsWaiting && (lastWaitNanos() - progressNanos > 0 || blockWaits())) {
                countsAsWaiting = true;
                waitingWorkers++;
            }
        }

        private boolean blockWaits() {
            var awaited = block;
            return awaited != null
                    && awaited.runners().stream().anyMatch(runner -> runner.lastWaitNanos() - progressNanos > 0);
        }

        @Override
        boolean waits(long now) {
            var awaited = block;
            return super.waits(now)
                    && (awaited == null || awaited.runners().stream().allMatch(runner -> runner.waits(now)));
        }
    }

    /** Runs one lane of a block that was assembled. */
    private final class BlockLane extends LaneRunner {
        private final int lane;
        private final BlockMates block;

        BlockLane(int lane, BlockMates block) {
            super(JvmLaunch.this, lane);
            this.lane = lane;
            this.block = block;
        }

        @Override
        public void run() {
            if (stopping) {
                laneCutShort();
                endLane(lane, block);
            } else {
                runLane(lane, block);
            }
            progressNanos = System.nanoTime();
        }
    }
}
