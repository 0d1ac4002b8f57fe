package dev.warpbroker.device.simulator;

import dev.warpbroker.device.backend.HostVisible;
import dev.warpbroker.device.simulator.Instruction.AtomicUpdate;
import dev.warpbroker.device.simulator.MemoryModel.MemoryPort;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Host and simulation take turns at host-visible memory, and at all memory if the host copies beside a launch: the host
 * gets its turn between two slices, and goes through the memory model of the launch as a lane would, so that what it
 * writes is ordered towards lanes as the model has it.
 */
final class HostTurns {
    private static final int HOST = -1;
    private static final Access WORD = access(PtxType.U32);
    private static final Access LONG = access(PtxType.U64);
    private static final Access BYTE = access(PtxType.U8);

    /** Reads the newest value, where a load may see an older one. */
    private static final AtomicUpdate READ = new AtomicUpdate((old, _, _) -> old, true);

    /** Fair: the side that gives up its turn gets it back after those that were waiting. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private final Condition woken = turn.newCondition();

    /** The host's way to the memory of the launch that runs, guarded by the lock like all host-visible memory. */
    private @Nullable MemoryPort host;

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
    HostVisible words(MemoryRegion region) {
        return new HostVisible() {
            @Override
            public long address() {
                return region.base();
            }

            @Override
            public int get(int index) {
                return (int) read(region, address(index, WORD), WORD);
            }

            @Override
            public void set(int index, int value) {
                write(region, address(index, WORD), WORD, value);
            }

            @Override
            public long getLong(int index) {
                return read(region, address(index, LONG), LONG);
            }

            @Override
            public void setLong(int index, long value) {
                write(region, address(index, LONG), LONG, value);
            }

            @Override
            public boolean compareAndSetLong(int index, long expected, long value) {
                turn.lock();
                try {
                    boolean found = getLong(index) == expected;
                    if (found) {
                        setLong(index, value);
                    }
                    return found;
                } finally {
                    turn.unlock();
                }
            }

            private long address(int index, Access access) {
                return region.base() + (long) index * access.type().bytes();
            }
        };
    }

    /** Copies to memory: at once if no launch runs, else as a lane would. */
    void copyIn(MemoryRegion region, long address, MemorySegment source) {
        turn.lock();
        try {
            if (host == null) {
                MemorySegment.copy(
                        source, 0, MemorySegment.ofArray(region.words()), address - region.base(), source.byteSize());
                return;
            }
            long at = 0;
            while (at < source.byteSize()) {
                if ((address + at) % Long.BYTES == 0 && source.byteSize() - at >= Long.BYTES) {
                    write(region, address + at, LONG, source.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
                    at += Long.BYTES;
                } else {
                    write(region, address + at, BYTE, source.get(ValueLayout.JAVA_BYTE, at));
                    at++;
                }
            }
        } finally {
            turn.unlock();
        }
    }

    /** Repeats a value over memory: at once if no launch runs, else as a lane would. */
    void fill(MemoryRegion region, long address, long bytes, PtxType type, long value) {
        turn.lock();
        try {
            for (long at = address; at < address + bytes; at += type.bytes()) {
                write(region, at, access(type), value);
            }
        } finally {
            turn.unlock();
        }
    }

    /** Copies the newest values from memory. */
    void copyOut(MemoryRegion region, long address, MemorySegment target) {
        turn.lock();
        try {
            MemorySegment.copy(
                    MemorySegment.ofArray(region.words()), address - region.base(), target, 0, target.byteSize());
        } finally {
            turn.unlock();
        }
    }

    private static Access access(PtxType type) {
        return new Access(AddressSpace.GLOBAL, type, MemoryOrder.ACQUIRE_RELEASE, false);
    }

    private long read(MemoryRegion region, long address, Access access) {
        turn.lock();
        try {
            if (host == null) {
                return MemoryRegion.extract(region.word(address), address, access.type());
            }
            host.fence(true);
            return host.update(region, address, access, READ, 0, 0);
        } finally {
            turn.unlock();
        }
    }

    private void write(MemoryRegion region, long address, Access access, long value) {
        turn.lock();
        try {
            if (host == null) {
                region.setWord(address, MemoryRegion.insert(region.word(address), address, access.type(), value));
            } else {
                host.fence(true);
                host.store(region, address, access, value);
                wakes++;
                woken.signalAll();
            }
        } finally {
            turn.unlock();
        }
    }
}
