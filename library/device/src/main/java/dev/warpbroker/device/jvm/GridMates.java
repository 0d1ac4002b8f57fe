package dev.warpbroker.device.jvm;

import dev.warpbroker.device.DeviceException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * All lanes of a launch, which wait for each other at grid barriers. As in a block, lanes that have ended are not
 * waited for.
 *
 * <p>The first lane at a barrier looks now and then whether any lane can still go on. All look whether the launch is
 * stopping, as those of {@link BlockMates} do.
 */
final class GridMates {
    /*
     * Arrivals are counted in one word, with the number of barriers that were passed above them. Whoever finds all
     * lanes there that have not ended, the last to arrive or the last to end, exchanges the word for the next barrier
     * without arrivals: one of those that find it so succeeds. A lane spins for `passed` to change, which is on a cache
     * line of its own, and enters itself among those to be unparked each time before it parks: whoever passed the
     * barrier before may be late, and unpark it for that one. It does so while it holds the monitor and has seen that
     * the barrier was not passed; whoever passes it takes the monitor afterwards. So nobody sleeps over it.
     *
     * Which lanes there are is guarded by this; it is found out before the first lane can arrive, while the monitor is
     * held.
     */

    static final String WAITING_FOR = "all lanes of the launch at a grid barrier";

    private static final long LOOK_NANOS = 1_000_000_000L;

    /**
     * How often a lane looks before it parks: some hundred microseconds. To wake lanes, one after the other, keeps the
     * last one that arrives for as long. Not at all where there are more lanes than processors.
     */
    private static final int SPINS = 8_000;

    /** Then it lets another thread have its processor, which may be a lane that was woken there. */
    private static final int SPINS_BEFORE_YIELD = 64;

    /** Where the number of barriers is in the word, and which element of {@link #passed} is used. */
    private static final int BARRIERS = 32;

    private static final int MIDDLE = 16;

    private final JvmLaunch launch;
    private final int spins;
    private final BitSet live = new BitSet();
    private final List<Thread> parked = new ArrayList<>();
    private final AtomicLong arrivals = new AtomicLong();

    /** The number of barriers that were passed, in the middle of what nobody else writes to. */
    private final AtomicIntegerArray passed = new AtomicIntegerArray(2 * MIDDLE);

    private volatile int liveCount;
    private volatile boolean assembled;

    /** @param lanes of the launch */
    GridMates(JvmLaunch launch, int lanes) {
        this.launch = launch;
        spins = lanes <= Runtime.getRuntime().availableProcessors() ? SPINS : 0;
    }

    /** Says that a lane has not ended. */
    synchronized void add(int lane) {
        if (!live.get(lane)) {
            live.set(lane);
            liveCount = live.cardinality();
        }
    }

    /** Waits for all lanes. */
    void await(LaneRunner lane) {
        if (!assembled) {
            synchronized (this) {
                assembled = true;
            }
        }
        long arrival = arrivals.incrementAndGet();
        int barrier = (int) (arrival >>> BARRIERS);
        if (!passIfAllAreHere()) {
            for (int spin = 0; spin < spins && passed.get(MIDDLE) == barrier; spin++) {
                if (spin % SPINS_BEFORE_YIELD == SPINS_BEFORE_YIELD - 1) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
            if (passed.get(MIDDLE) == barrier) {
                lane.atMeeting(true);
                park(barrier, (int) arrival == 1);
                lane.atMeeting(false);
            }
        }
        launch.endIfStopping(lane.id(), WAITING_FOR);
    }

    private void park(int barrier, boolean first) {
        while (isToPark(barrier)) {
            if (first) {
                LockSupport.parkNanos(this, LOOK_NANOS);
                requireOneThatGoesOn(launch::waitingInBlocks);
            } else {
                LockSupport.park(this);
            }
        }
    }

    private synchronized boolean isToPark(int barrier) {
        boolean is = passed.get(MIDDLE) == barrier && !launch.isStopping();
        if (is) {
            parked.add(Thread.currentThread());
        }
        return is;
    }

    /** Called when a lane has ended; may be called for lanes that had ended before. */
    synchronized void ended(int lane) {
        if (live.get(lane)) {
            live.clear(lane);
            liveCount = live.cardinality();
            passIfAllAreHere();
        }
    }

    /** {@return whether all were here, and the caller has let them go on} */
    private boolean passIfAllAreHere() {
        long here = arrivals.get();
        int barrier = (int) (here >>> BARRIERS);
        if ((int) here == 0
                || (int) here != liveCount
                || !arrivals.compareAndSet(here, Integer.toUnsignedLong(barrier + 1) << BARRIERS)) {
            return false;
        }
        passed.set(MIDDLE, barrier + 1);
        synchronized (this) {
            parked.forEach(LockSupport::unpark);
            parked.clear();
        }
        return true;
    }

    /**
     * A block whose lanes all wait, for each other or here, stays as it is, as long as nobody passes the barrier: that
     * needs a lane that goes on.
     */
    private void requireOneThatGoesOn(IntSupplier waitingInBlocks) {
        long here = arrivals.get();
        int elsewhere = waitingInBlocks.getAsInt();
        if ((int) here > 0
                && (int) here + elsewhere == liveCount
                && elsewhere > 0
                && arrivals.get() == here
                && !launch.isStopping()) {
            throw new DeviceException("no lane of the launch can go on: " + (int) here + " at a grid barrier, "
                    + elsewhere
                    + " at barriers of their blocks or at warp operations; a grid barrier needs all lanes of"
                    + " the launch that have not ended");
        }
    }

    /** Makes lanes that wait look whether the launch is stopping. */
    synchronized void wake() {
        parked.forEach(LockSupport::unpark);
    }
}
