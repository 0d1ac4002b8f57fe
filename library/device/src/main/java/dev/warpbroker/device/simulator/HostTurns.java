package dev.warpbroker.device.simulator;

import dev.warpbroker.device.backend.HostWords;
import dev.warpbroker.device.simulator.Instruction.AtomicUpdate;
import dev.warpbroker.device.simulator.MemoryModel.Port;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Host and simulation take turns at host-visible memory: the host gets its turn between two slices, and goes through
 * the memory model of the launch as a lane would, so that what it writes is ordered towards lanes as the model has it.
 */
final class HostTurns {
    private static final int HOST = -1;
    private static final Access ACCESS =
            new Access(AddressSpace.GLOBAL, PtxType.U32, MemoryOrder.ACQUIRE_RELEASE, false);

    /** Reads the newest value, where a load may see an older one. */
    private static final AtomicUpdate READ = new AtomicUpdate((old, _, _) -> old, true);

    /** Fair: the side that gives up its turn gets it back after those that were waiting. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private final Condition woken = turn.newCondition();

    /** The host's way to the memory of the launch that runs, guarded by the lock like all host-visible memory. */
    private @Nullable Port host;

    private long wakes;

    /** Takes the turn for a launch. */
    void begin(MemoryModel memory) {
        turn.lock();
        host = memory.open(HOST);
    }

    /** Lets the host go first if it waits. */
    void pass() {
        if (turn.hasQueuedThreads()) {
            turn.unlock();
            turn.lock();
        }
    }

    void end() {
        host = null;
        turn.unlock();
    }

    /** Lets the host go until it has written something, or wakes the launch. {@return whether it has, in that time} */
    boolean awaitHost(long nanos) {
        long before = wakes;
        long left = nanos;
        try {
            while (wakes == before && left > 0) {
                left = woken.awaitNanos(left);
            }
            return wakes != before;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends {@link #awaitHost}. Called by any thread but the one that simulates. */
    void wake() {
        turn.lock();
        try {
            wakes++;
            woken.signalAll();
        } finally {
            turn.unlock();
        }
    }

    /** {@return the host's view of memory that starts a region} */
    HostWords words(MemoryRegion region) {
        return new HostWords() {
            @Override
            public long address() {
                return region.base();
            }

            @Override
            public int get(int index) {
                return (int) read(region, address(index));
            }

            @Override
            public void set(int index, int value) {
                write(region, address(index), value);
            }

            private long address(int index) {
                return region.base() + (long) index * Integer.BYTES;
            }
        };
    }

    private long read(MemoryRegion region, long address) {
        turn.lock();
        try {
            if (host == null) {
                return MemoryRegion.extract(region.word(address), address, ACCESS.type());
            }
            host.fence(true);
            return host.update(region, address, ACCESS, READ, 0, 0);
        } finally {
            turn.unlock();
        }
    }

    private void write(MemoryRegion region, long address, int value) {
        turn.lock();
        try {
            if (host == null) {
                region.setWord(address, MemoryRegion.insert(region.word(address), address, ACCESS.type(), value));
            } else {
                host.fence(true);
                host.store(region, address, ACCESS, value);
                wakes++;
                woken.signalAll();
            }
        } finally {
            turn.unlock();
        }
    }
}
