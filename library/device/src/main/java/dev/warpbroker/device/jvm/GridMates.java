package dev.warpbroker.device.jvm;

import dev.warpbroker.device.DeviceException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * All lanes of a launch, which wait for each other at grid barriers. As in a block, lanes that have ended are not waited
 * for.
 *
 * <p>Everything is guarded by this, but for what a lane reads when its meeting is over. Lanes spin and park outside of the
 * monitor, and look whether the launch is stopping as those of {@link BlockMates} do. The first lane at a meeting looks
 * now and then whether any lane can still go on.
 */
final class GridMates {
    static final String WAITING_FOR = "all lanes of the launch at a grid barrier";

    private static final long LOOK_NANOS = 1_000_000_000L;

    /**
     * How often a lane looks before it parks, about 50 microseconds: as long as it takes to wake it. Not at all where
     * there are more lanes than processors.
     */
    private static final int SPINS = 1_000;

    private static final class Meeting {
        final List<Thread> waiting = new ArrayList<>();
        volatile boolean over;
    }

    private final JvmLaunch launch;
    private final int spins;
    private final BitSet live = new BitSet();
    private int liveCount;
    private Meeting meeting = new Meeting();

    /** @param lanes of the launch */
    GridMates(JvmLaunch launch, int lanes) {
        this.launch = launch;
        spins = lanes <= Runtime.getRuntime().availableProcessors() ? SPINS : 0;
    }

    /** Says that a lane has not ended. */
    synchronized void add(int lane) {
        if (!live.get(lane)) {
            live.set(lane);
            liveCount++;
        }
    }

    /** Waits for all lanes. */
    void await(LaneRunner lane) {
        Meeting here;
        boolean first;
        synchronized (this) {
            here = meeting;
            first = here.waiting.isEmpty();
            here.waiting.add(Thread.currentThread());
            endIfAllAreHere();
        }
        for (int spin = 0; spin < spins && !here.over; spin++) {
            Thread.onSpinWait();
        }
        if (!here.over) {
            lane.atMeeting(true);
            while (!here.over && !launch.isStopping()) {
                if (first) {
                    LockSupport.parkNanos(this, LOOK_NANOS);
                    requireOneThatGoesOn(here, launch::waitingInBlocks);
                } else {
                    LockSupport.park(this);
                }
            }
            lane.atMeeting(false);
        }
        launch.endIfStopping(lane.id(), WAITING_FOR);
    }

    /** Called when a lane has ended; may be called for lanes that had ended before. */
    synchronized void ended(int lane) {
        if (live.get(lane)) {
            live.clear(lane);
            liveCount--;
            endIfAllAreHere();
        }
    }

    private void endIfAllAreHere() {
        if (!meeting.waiting.isEmpty() && meeting.waiting.size() == liveCount) {
            var ended = meeting;
            meeting = new Meeting();
            ended.over = true;
            ended.waiting.forEach(LockSupport::unpark);
        }
    }

    /**
     * As long as this is locked, lanes at the barrier stay there; so a block whose other lanes all wait for each other
     * stays as it is, too.
     */
    private synchronized void requireOneThatGoesOn(Meeting here, IntSupplier waitingInBlocks) {
        if (here.over || launch.isStopping()) {
            return;
        }
        int elsewhere = waitingInBlocks.getAsInt();
        if (here.waiting.size() + elsewhere == liveCount) {
            throw new DeviceException("no lane of the launch can go on: " + here.waiting.size()
                    + " at a grid barrier, " + elsewhere + " at barriers of their blocks or at warp operations; a grid"
                    + " barrier needs all lanes of the launch that have not ended");
        }
    }

    /** Makes lanes that wait look whether the launch is stopping. */
    synchronized void wake() {
        meeting.waiting.forEach(LockSupport::unpark);
    }
}
