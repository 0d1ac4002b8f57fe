package dev.warpbroker.device.jvm;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.backend.Traits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a block that can wait for each other, and the memory that they share.
 *
 * <p>A meeting is over when all lanes that it is for have come, but for those that have ended: the same rule as on a
 * GPU. If all lanes of the block that have not ended are at meetings and none can be over, the launch fails.
 */
final class BlockMates {
    /*
     * Everything is guarded by this, but for what a lane reads when its meeting is over: it was written before that was
     * said. Lanes park outside of the monitor. A lane is among those waiting before it looks whether the launch is
     * stopping, and whoever stops the launch says so before it wakes those waiting: one of them sees the other.
     */

    private static final int WIDTH = 32;
    private static final int SHARED_ALIGNMENT = 16;

    enum Kind {
        BLOCK_BARRIER("all lanes of its block at a barrier"),
        WARP_BARRIER("lanes of its warp to synchronize"),
        BALLOT("lanes of its warp to vote"),
        SHUFFLE("lanes of its warp to shuffle");

        private final String waitingFor;

        Kind(String waitingFor) {
            this.waitingFor = waitingFor;
        }
    }

    /** Lanes that wait for each other, and what they have brought. */
    private static final class Meeting {
        final Kind kind;
        final int warp;
        final int mask;
        final List<Thread> waiting = new ArrayList<>();
        final long[] values;
        int arrived;
        int votes;
        volatile boolean over;

        Meeting(Kind kind, int warp, int mask) {
            this.kind = kind;
            this.warp = warp;
            this.mask = mask;
            values = new long[kind == Kind.SHUFFLE ? WIDTH : 0];
        }

        void end(Thread caller) {
            over = true;
            for (Thread thread : waiting) {
                if (thread != caller) {
                    LockSupport.unpark(thread);
                }
            }
        }
    }

    private final JvmLaunch launch;
    private final int index;
    private final int firstLane;

    /** By warp: the lanes that have not ended. */
    private final int[] live;

    private int liveCount;
    private int waitingCount;
    private @Nullable Meeting barrier;

    /** Those of warps that are not over; few. */
    private final List<Meeting> meetings = new ArrayList<>();

    private final Map<Object, DeviceMemory> shared = new HashMap<>();

    /** By owner and length. */
    private final IdentityHashMap<Object, Map<Integer, DeviceMemory>> owned = new IdentityHashMap<>();

    /** What all pieces take, as a GPU lays them out. */
    private long sharedBytes;

    private final CountDownLatch end = new CountDownLatch(1);

    /** The lanes that have a thread of their own for this block. */
    private final List<LaneRunner> runners = new ArrayList<>();

    BlockMates(JvmLaunch launch, int index, int firstLane, int size) {
        this.launch = launch;
        this.index = index;
        this.firstLane = firstLane;
        live = new int[Math.ceilDiv(size, WIDTH)];
    }

    int index() {
        return index;
    }

    /** Says that a lane has not ended. Before any lane can wait. */
    synchronized void add(int lane) {
        int place = lane - firstLane;
        live[place / WIDTH] |= 1 << place;
        liveCount++;
    }

    /** {@return whether it has no lane that has not ended; then this is its end} */
    synchronized boolean endIfEmpty() {
        if (liveCount == 0) {
            end.countDown();
        }
        return liveCount == 0;
    }

    synchronized void add(LaneRunner runner) {
        runners.add(runner);
    }

    synchronized List<LaneRunner> runners() {
        return List.copyOf(runners);
    }

    /** Waits for all lanes of the block. */
    void awaitBlock(LaneRunner lane) {
        Meeting meeting;
        synchronized (this) {
            meeting = barrier;
            if (meeting == null) {
                meeting = new Meeting(Kind.BLOCK_BARRIER, 0, 0);
                barrier = meeting;
            }
            arrive(meeting);
        }
        await(meeting, lane);
    }

    /** Waits for the lanes of a mask. */
    void awaitWarp(LaneRunner lane, int mask) {
        meet(lane, Kind.WARP_BARRIER, mask, 0);
    }

    /** {@return the lanes whose predicate is true} */
    int ballot(LaneRunner lane, int mask, boolean predicate) {
        return meet(lane, Kind.BALLOT, mask, predicate ? 1 : 0).votes;
    }

    /** {@return the value of lane {@code source}, or the caller's own if that one is not here} */
    long shuffle(LaneRunner lane, int mask, long value, int source) {
        var meeting = meet(lane, Kind.SHUFFLE, mask, value);
        return (meeting.arrived >>> source & 1) == 0 ? value : meeting.values[source];
    }

    private Meeting meet(LaneRunner lane, Kind kind, int mask, long value) {
        int place = lane.id() - firstLane;
        int warp = place / WIDTH;
        int bit = 1 << place;
        Meeting meeting;
        synchronized (this) {
            meeting = meeting(kind, warp, mask);
            meeting.arrived |= bit;
            if (kind == Kind.SHUFFLE) {
                meeting.values[place % WIDTH] = value;
            } else if (value != 0) {
                meeting.votes |= bit;
            }
            arrive(meeting);
        }
        await(meeting, lane);
        return meeting;
    }

    private Meeting meeting(Kind kind, int warp, int mask) {
        for (Meeting meeting : meetings) {
            if (meeting.kind == kind && meeting.warp == warp && meeting.mask == mask) {
                return meeting;
            }
        }
        var meeting = new Meeting(kind, warp, mask);
        meetings.add(meeting);
        return meeting;
    }

    private void arrive(Meeting meeting) {
        meeting.waiting.add(Thread.currentThread());
        waitingCount++;
        endMeetings();
        requireOneThatGoesOn();
    }

    /** Ends the meetings to which all have come that have not ended. */
    private void endMeetings() {
        if (barrier != null && barrier.waiting.size() == liveCount) {
            end(barrier);
            barrier = null;
        }
        for (Iterator<Meeting> rest = meetings.iterator(); rest.hasNext(); ) {
            var meeting = rest.next();
            if ((meeting.mask & live[meeting.warp] & ~meeting.arrived) == 0) {
                rest.remove();
                end(meeting);
            }
        }
    }

    private void end(Meeting meeting) {
        waitingCount -= meeting.waiting.size();
        meeting.end(Thread.currentThread());
    }

    private void requireOneThatGoesOn() {
        if (waitingCount > 0 && waitingCount == liveCount && !launch.isStopping()) {
            throw new DeviceException("no lane of block " + index + " can go on: " + describe()
                    + "; a barrier needs all lanes of the block that have not ended, a warp operation all of its mask");
        }
    }

    private String describe() {
        var parts = new ArrayList<String>();
        if (barrier != null) {
            parts.add(barrier.waiting.size() + " at a barrier of the block");
        }
        for (Meeting meeting : meetings) {
            parts.add("%d at %s of mask 0x%x in warp %d"
                    .formatted(
                            meeting.waiting.size(),
                            switch (meeting.kind) {
                                case BALLOT -> "a ballot";
                                case SHUFFLE -> "a shuffle";
                                case BLOCK_BARRIER, WARP_BARRIER -> "a synchronization";
                            },
                            meeting.mask,
                            meeting.warp));
        }
        return String.join(", ", parts);
    }

    /** A launch that is stopping ends its lanes here, lest they go on without those that were stopped before. */
    private void await(Meeting meeting, LaneRunner lane) {
        if (!meeting.over) {
            lane.atMeeting(true);
            while (!meeting.over && !launch.isStopping()) {
                LockSupport.park(this);
            }
            lane.atMeeting(false);
        }
        launch.endIfStopping(lane.id(), meeting.kind.waitingFor);
    }

    /** Called when a lane has ended; may be called twice. */
    void ended(int lane) {
        int place = lane - firstLane;
        int bit = 1 << place;
        boolean last;
        synchronized (this) {
            if ((live[place / WIDTH] & bit) == 0) {
                return;
            }
            live[place / WIDTH] &= ~bit;
            liveCount--;
            last = liveCount == 0;
            if (!last) {
                endMeetings();
                requireOneThatGoesOn();
            }
        }
        if (last) {
            launch.dismiss(this);
            end.countDown();
        }
    }

    /** {@return how many lanes wait for others of the block} */
    synchronized int waiting() {
        return waitingCount;
    }

    /** Waits until all lanes have ended. */
    void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                end.await();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes lanes that wait look whether the launch is stopping. */
    void wake() {
        synchronized (this) {
            if (barrier != null) {
                barrier.waiting.forEach(LockSupport::unpark);
            }
            meetings.forEach(meeting -> meeting.waiting.forEach(LockSupport::unpark));
        }
    }

    /** {@return the memory of a place in the kernel, allocated when it is asked for first} */
    synchronized <M extends DeviceMemory> M shared(Object place, Class<M> kind, int length, Supplier<M> allocation) {
        var memory = shared.computeIfAbsent(place, _ -> allocate(allocation));
        if (memory.length() != length) {
            throw new IllegalArgumentException("lanes of block " + index + " ask for shared memory of " + length
                    + " elements at a place where others get " + memory.length() + "; the length must be a constant");
        }
        return kind.cast(memory);
    }

    /** {@return the memory of an owner, allocated when it is asked for first} */
    synchronized <M extends DeviceMemory> M sharedFor(Object owner, Class<M> kind, int length, Supplier<M> allocation) {
        var memories = owned.computeIfAbsent(owner, _ -> new HashMap<>());
        return kind.cast(memories.computeIfAbsent(length, _ -> allocate(allocation)));
    }

    private DeviceMemory allocate(Supplier<? extends DeviceMemory> allocation) {
        var memory = allocation.get();
        long bytes = sharedBytes + alignedBytes(memory);
        requireRoom(bytes, shared.size() + owned.size() + 1, memory);
        sharedBytes = bytes;
        return memory;
    }

    /** Refuses a piece of shared memory that alone is more than a block has. */
    static <M extends DeviceMemory> M requireRoom(M memory) {
        requireRoom(alignedBytes(memory), 1, memory);
        return memory;
    }

    private static long alignedBytes(DeviceMemory memory) {
        return Math.ceilDiv(memory.bytes(), SHARED_ALIGNMENT) * SHARED_ALIGNMENT;
    }

    private static void requireRoom(long bytes, int pieces, DeviceMemory last) {
        if (bytes > Traits.MAX_SHARED_BYTES) {
            throw new IllegalArgumentException(
                    "%,d bytes in %,d pieces of shared memory of a block; the limit is %,d (%d KiB), and the last has %,d; use smaller pieces, one after the other in the same memory, or device memory"
                            .formatted(
                                    bytes,
                                    pieces,
                                    Traits.MAX_SHARED_BYTES,
                                    Traits.MAX_SHARED_BYTES >> 10,
                                    last.bytes()));
        }
    }
}
