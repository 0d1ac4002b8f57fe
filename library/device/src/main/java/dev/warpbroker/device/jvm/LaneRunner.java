package dev.warpbroker.device.jvm;

import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.backend.LaneThread;
import dev.warpbroker.device.backend.RunningLane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs lanes of a launch, one after the other, on a thread of its own. */
abstract class LaneRunner implements RunningLane<Lane, DeviceMemory>, Runnable {
    /** Instead of the number of a lane: none is running. */
    static final int NO_LANE = -1;

    /** Instead of the number of a lane: one is being taken, and will soon be known. */
    static final int TAKING = -2;

    /** The method that calls the kernel. */
    private static final String START = "runLane";

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    final JvmLaunch launch;

    /** The lane that is running; {@link #NO_LANE} or {@link #TAKING} between two. */
    private volatile int id;

    /** The same as the kernel sees it. */
    private @Nullable Lane lane;

    /** The block of the running lane, if it was assembled and the lane has asked for it. */
    private @Nullable BlockMates mates;

    private volatile long lastWaitNanos;
    private volatile boolean atMeeting;
    private @Nullable Thread thread;

    LaneRunner(JvmLaunch launch, int firstLane) {
        this.launch = launch;
        id = firstLane;
        lastWaitNanos = System.nanoTime() - launch.patienceNanos();
    }

    final void start(Thread started) {
        thread = started;
        started.start();
    }

    final void start(LaneThreads threads) {
        thread = threads.start(this);
    }

    final int id() {
        return id;
    }

    final void id(int lane) {
        id = lane;
    }

    /** {@return the lane that is running, once it is known whether there is one} */
    final int settledId() {
        int known = id;
        while (known == TAKING) {
            Thread.onSpinWait();
            known = id;
        }
        return known;
    }

    final long lastWaitNanos() {
        return lastWaitNanos;
    }

    final void atMeeting(boolean is) {
        atMeeting = is;
    }

    /** {@return whether the lane, if there is one, waits for others as far as can be told} */
    boolean waits(long now) {
        return id == NO_LANE || atMeeting || now - lastWaitNanos < launch.patienceNanos();
    }

    /** {@return the block of the lane that ended, if it was assembled and the lane has asked for it} */
    final @Nullable BlockMates runLane(int taken, @Nullable BlockMates known) {
        id = taken;
        mates = known;
        try {
            lane = launch.lane(this, taken);
            launch.kernel().run(lane);
        } catch (LaneStopped _) {
            // endIfStopping has noted it
        } catch (Throwable thrown) {
            launch.fail(taken, thrown);
        }
        var block = mates;
        mates = null;
        lane = null;
        endLane(taken, block);
        return block;
    }

    final void endLane(int ended, @Nullable BlockMates block) {
        id = NO_LANE;
        launch.laneEnded(ended, block);
    }

    @Override
    public final @Nullable Lane lane() {
        return lane;
    }

    @Override
    public final void waiting(String waitingFor) {
        launch.endIfStopping(id, waitingFor);
        if (launch.lanesLeft()) {
            long now = System.nanoTime();
            lastWaitNanos = now;
            launch.laneWaits(now, waitingFor);
        }
    }

    @Override
    public final void rest() {
        launch.rest();
    }

    private BlockMates mates() {
        var known = mates;
        if (known == null) {
            known = launch.assembleBlockOf(id);
            mates = known;
        }
        return known;
    }

    @Override
    public final void log(String text, @Nullable Object... values) {
        launch.log(id, text, values);
    }

    @Override
    public final void awaitBlock() {
        mates().awaitBlock(this);
    }

    @Override
    public final void awaitGrid() {
        launch.awaitGrid(this);
    }

    @Override
    public final void awaitWarp(int mask) {
        mates().awaitWarp(this, mask);
    }

    @Override
    public final int ballot(int mask, boolean predicate) {
        return mates().ballot(this, mask, predicate);
    }

    @Override
    public final long shuffle(int mask, long value, int source) {
        return mates().shuffle(this, mask, value, source);
    }

    @Override
    public final <M extends DeviceMemory> M sharedHere(Class<M> kind, int length, Supplier<M> allocation) {
        return launch.isOfLoners()
                ? BlockMates.requireRoom(allocation.get())
                : mates().shared(place(), kind, length, allocation);
    }

    @Override
    public final <M extends DeviceMemory> M sharedFor(Object owner, Class<M> kind, int length, Supplier<M> allocation) {
        return mates().sharedFor(owner, kind, length, allocation);
    }

    private record Frame(Class<?> type, String method, int bytecode) {}

    /**
     * {@return the place in the kernel where the caller is, and the calls that led there; each says which method it
     * calls}
     */
    private static List<Frame> place() {
        return STACK.walk(frames -> {
            var place = new ArrayList<Frame>();
            for (var rest = frames.iterator(); rest.hasNext(); ) {
                var frame = rest.next();
                if (frame.getDeclaringClass() == LaneRunner.class
                        && frame.getMethodName().equals(START)) {
                    break;
                }
                place.add(new Frame(frame.getDeclaringClass(), frame.getMethodName(), frame.getByteCodeIndex()));
            }
            return place;
        });
    }

    /** {@return whether a frame is the one that calls the kernel} */
    private static boolean isStart(String className, String methodName) {
        return methodName.equals(START) && className.equals(LaneRunner.class.getName());
    }

    /** {@return the part of a lane's stack that belongs to the kernel: without the device below and above it} */
    static List<StackTraceElement> kernelFrames(StackTraceElement[] stack) {
        var frames = List.of(stack);
        int end = 0;
        while (end < frames.size()
                && !isStart(frames.get(end).getClassName(), frames.get(end).getMethodName())) {
            end++;
        }
        int begin = 0;
        while (begin < end && isCalledByKernels(frames.get(begin).getClassName())) {
            begin++;
        }
        return frames.subList(begin, end);
    }

    private static boolean isCalledByKernels(String className) {
        return className.startsWith("java.")
                || className.startsWith("jdk.")
                || className.startsWith(JvmLaunch.class.getName())
                || className.startsWith(BlockMates.class.getName())
                || className.equals(GridMates.class.getName())
                || className.equals(LaneRunner.class.getName())
                || className.equals(LaneThread.class.getName())
                || className.substring(0, className.lastIndexOf('.') + 1).equals("dev.warpbroker.device.");
    }

    final String whereabouts() {
        var stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
        boolean inKernel = Arrays.stream(stack).anyMatch(frame -> isStart(frame.getClassName(), frame.getMethodName()));
        var frames = inKernel ? kernelFrames(stack) : List.<StackTraceElement>of();
        return "lane " + launch.idOf(id) + (frames.isEmpty() ? "" : " at " + frames.getFirst());
    }
}
