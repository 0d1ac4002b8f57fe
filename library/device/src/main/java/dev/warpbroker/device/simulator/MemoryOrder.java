package dev.warpbroker.device.simulator;

/** What a memory access promises about other accesses. */
enum MemoryOrder {
    WEAK,
    RELAXED,
    ACQUIRE,
    RELEASE,
    ACQUIRE_RELEASE;

    boolean acquires() {
        return this == ACQUIRE || this == ACQUIRE_RELEASE;
    }

    boolean releases() {
        return this == RELEASE || this == ACQUIRE_RELEASE;
    }
}
