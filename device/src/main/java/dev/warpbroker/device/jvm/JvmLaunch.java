package dev.warpbroker.device.jvm;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelFault;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.backend.LaneThread;
import dev.warpbroker.device.backend.Outcome;
import dev.warpbroker.device.backend.RunningKernel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A launch on the JVM device; {@link JvmBackend} explains how its lanes are spread over threads. */
final class JvmLaunch implements RunningKernel {
    private static final int NO_LANE = -1;
    private static final int LANES_IN_WHEREABOUTS = 4;

    /** How long, per worker, no lane may end before more workers are started. */
    private static final long STANDSTILL_NANOS_PER_WORKER = 2_000_000;

    private final JvmBackend backend;
    private final LaneFactory laneFactory;
    private final WorkerLimits limits;
    private final int lanes;
    private final Kernel kernel;

    /** The lowest lane that no worker has taken. */
    private final AtomicInteger nextLane;

    /** How many of the first workers still have to reach the gate. */
    private final AtomicInteger missingAtGate;

    private volatile boolean gateOpen;

    /** Set once: no lane is started any more, and lanes that wait end. */
    private volatile boolean stopping;

    /** When a lane last ended, or a standstill was looked into. */
    private volatile long progressNanos;

    /** How long after that the launch is looked into again. Follows the number of workers. */
    private volatile long standstillNanos;

    private final CountDownLatch ended = new CountDownLatch(1);
    private long startNanos;
    private long endNanos;
    private Outcome outcome = new Outcome.Completed();

    // Guarded by this.
    private final Set<Worker> workers = new LinkedHashSet<>();
    private int waitingWorkers;
    private int resident;
    private boolean lanesCutShort;
    private @Nullable KernelFault fault;
    private @Nullable KernelFault stoppedWait;

    JvmLaunch(JvmBackend backend, LaneFactory laneFactory, WorkerLimits limits, int lanes, Kernel kernel) {
        this.backend = backend;
        this.laneFactory = laneFactory;
        this.limits = limits;
        this.lanes = lanes;
        this.kernel = kernel;
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
        stopping = true;
        if (backend.withdraw(this)) {
            outcome = new Outcome.Stopped(null);
            ended.countDown();
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
        var running = workers.stream().filter(worker -> worker.lane != NO_LANE).toList();
        return running.isEmpty()
                ? "No lane is running."
                : "Lanes running: " + running.size() + ", among them "
                        + running.stream()
                                .limit(LANES_IN_WHEREABOUTS)
                                .map(Worker::whereabouts)
                                .collect(Collectors.joining("; "));
    }

    private void startWorker(int lane) {
        var worker = new Worker(lane);
        workers.add(worker);
        try {
            worker.thread = backend.threads().start(worker);
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

    private boolean lanesLeft() {
        return nextLane.get() < lanes;
    }

    private int takeLane() {
        int lane = nextLane.getAndUpdate(next -> next < lanes ? next + 1 : next);
        return lane < lanes ? lane : NO_LANE;
    }

    private synchronized void fail(int lane, Throwable thrown) {
        if (fault == null) {
            fault = new KernelFault(
                    lane,
                    thrown.getClass().getName(),
                    thrown.getMessage(),
                    kernelFrames(thrown.getStackTrace()),
                    thrown);
        }
        stopping = true;
    }

    private synchronized void laneCutShort() {
        lanesCutShort = true;
    }

    private synchronized void laneStoppedWaiting(int lane, String waitingFor) {
        lanesCutShort = true;
        if (stoppedWait == null) {
            stoppedWait = new KernelFault(
                    lane,
                    LaunchStoppedException.class.getName(),
                    "waiting for " + waitingFor,
                    kernelFrames(Thread.currentThread().getStackTrace()),
                    null);
        }
    }

    /** No lane has ended for a while and the caller waits: starts more workers or, if there can be no more, gives up. */
    private synchronized void lookIntoStandstill(long now, String waitingFor) {
        if (!lanesLeft() || now - progressNanos <= standstillNanos) {
            return; // another lane was quicker
        }
        if (workers.size() < resident) {
            workers.forEach(Worker::countIfWaiting);
            if (workers.size() - waitingWorkers < limits.processors()) {
                startMoreWorkers();
            }
        } else if (workers.stream()
                .allMatch(
                        worker -> now - worker.lastWaitNanos < limits.patience().toNanos())) {
            throw new DeviceException("all " + resident + " lanes that can be resident wait (this one for " + waitingFor
                    + ") and " + (lanes - nextLane.get()) + " of " + lanes
                    + " lanes were not started; launch at most " + resident
                    + " lanes, or let lanes return instead of waiting");
        }
        progressNanos = now;
    }

    private void startMoreWorkers() {
        int more = Math.min(workers.size(), resident - workers.size());
        try {
            for (int i = 0; i < more; i++) {
                startWorker(NO_LANE);
            }
        } catch (OutOfMemoryError noThread) {
            resident = workers.size();
            adaptStandstill();
        }
    }

    private void adaptStandstill() {
        standstillNanos = workers.size() < resident
                ? STANDSTILL_NANOS_PER_WORKER * workers.size()
                : limits.patience().toNanos();
    }

    /** {@return whether the worker, whose lane has ended, is one too many} */
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

    /** {@return the part of a worker's stack that belongs to the kernel: without the device below and above it} */
    private static List<StackTraceElement> kernelFrames(StackTraceElement[] stack) {
        var frames = List.of(stack);
        int end = 0;
        while (end < frames.size() && !isStartOfLane(frames.get(end))) {
            end++;
        }
        int begin = 0;
        while (begin < end && isCalledByKernels(frames.get(begin).getClassName())) {
            begin++;
        }
        return frames.subList(begin, end);
    }

    private static boolean isStartOfLane(StackTraceElement frame) {
        return frame.getClassName().equals(Worker.class.getName())
                && frame.getMethodName().equals("runLane");
    }

    private static boolean isCalledByKernels(String className) {
        return className.startsWith("java.")
                || className.startsWith("jdk.")
                || className.startsWith(JvmLaunch.class.getName())
                || className.equals(LaneThread.class.getName())
                || className.substring(0, className.lastIndexOf('.') + 1).equals("dev.warpbroker.device.");
    }

    /** Runs lanes until none is left. */
    private final class Worker implements LaneThreads.Work {
        private final int firstLane;

        /** Guarded by the launch. */
        private @Nullable Thread thread;

        /** The lane that is running; none before the first and between two. */
        private volatile int lane = NO_LANE;

        /** The same as the kernel sees it. */
        private @Nullable Lane current;

        private volatile long lastWaitNanos =
                System.nanoTime() - limits.patience().toNanos();

        /** Guarded by the launch. */
        private boolean countsAsWaiting;

        Worker(int firstLane) {
            this.firstLane = firstLane;
        }

        @Override
        public void run() {
            int next = firstLane;
            if (next == NO_LANE) {
                next = takeLane();
            } else {
                passGate();
            }
            while (next != NO_LANE) {
                if (stopping) {
                    laneCutShort();
                    break;
                }
                runLane(next);
                progressNanos = System.nanoTime();
                if (lanes > limits.threadPerLane() && isSurplus(this)) {
                    return;
                }
                next = takeLane();
            }
            leave(this);
        }

        private void runLane(int taken) {
            lane = taken;
            try {
                current = laneFactory.create(taken, lanes);
                kernel.run(current);
            } catch (LaneStopped _) {
                // laneStoppedWaiting has noted it
            } catch (Throwable thrown) {
                fail(taken, thrown);
            }
            current = null;
            lane = NO_LANE;
        }

        @Override
        public @Nullable Lane lane() {
            return current;
        }

        @Override
        public void waiting(String waitingFor) {
            if (stopping) {
                laneStoppedWaiting(lane, waitingFor);
                throw new LaneStopped();
            }
            if (!lanesLeft()) {
                return;
            }
            long now = System.nanoTime();
            lastWaitNanos = now;
            if (now - progressNanos > standstillNanos) {
                lookIntoStandstill(now, waitingFor);
            }
        }

        private void countIfWaiting() {
            if (!countsAsWaiting && lastWaitNanos - progressNanos > 0) {
                countsAsWaiting = true;
                waitingWorkers++;
            }
        }

        String whereabouts() {
            var stack = thread == null ? List.<StackTraceElement>of() : kernelFrames(thread.getStackTrace());
            return "lane " + lane + (stack.isEmpty() ? "" : " at " + stack.getFirst());
        }
    }
}
