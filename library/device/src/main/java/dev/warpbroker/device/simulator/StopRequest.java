package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.MemoryModel.MemoryPort;

/** The host's wish that a launch ends. Made by any thread, served by the one that simulates. */
final class StopRequest {
    /** Instructions after which lanes that do not look at the abort word are cut off. */
    private static final long GRACE_STEPS = 10_000_000;

    private static final int HOST = -1;
    private static final Access STORE = new Access(AddressSpace.GLOBAL, PtxType.U32, MemoryOrder.RELAXED, false);

    private volatile boolean requested;
    private volatile long abortWord;
    private long deadline = Long.MAX_VALUE;

    void request(long address) {
        abortWord = address;
        requested = true;
    }

    boolean isRequested() {
        return requested;
    }

    /** Stores the abort word once it was asked for. {@return whether the lanes must be cut off} */
    boolean serve(SimulatedMemory global, MemoryModel memory, long steps) {
        if (requested && deadline == Long.MAX_VALUE) {
            deadline = steps + GRACE_STEPS;
            MemoryRegion region = global.find(abortWord, STORE.type().bytes());
            if (region == null) {
                throw new IllegalArgumentException("no abort word at 0x" + Long.toHexString(abortWord));
            }
            MemoryPort host = memory.open(HOST);
            host.store(region, abortWord, STORE, 1);
        }
        return steps > deadline;
    }
}
