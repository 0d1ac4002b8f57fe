package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.Instruction.AtomicUpdate;
import java.util.Collection;

/** Decides which of the values written to a location a lane sees. Regions always hold the newest values. */
sealed interface MemoryModel permits SequentialMemory, AdversarialMemory {
    /** A lane's way to global and shared memory. Addresses are aligned and inside the region. */
    interface MemoryPort {
        long load(MemoryRegion region, long address, Access access);

        void store(MemoryRegion region, long address, Access access, long value);

        /** Updates a value atomically. {@return the old value} */
        long update(MemoryRegion region, long address, Access access, AtomicUpdate update, long first, long second);

        void fence(boolean sequential);
    }

    /** {@return the port of a new lane} */
    MemoryPort open(int block);

    /** Makes everything that one of these lanes knows known to all of them. */
    void meet(Collection<MemoryPort> lanes);

    /** Tells how many instructions the launch has executed. */
    void advance(long step);

    /** Makes all stores so far known to all lanes, as happens on a device sooner or later. */
    void settle();

    /** {@return how often a store or an update has changed a value} */
    long changes();
}
