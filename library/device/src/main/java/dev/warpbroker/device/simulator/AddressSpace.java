package dev.warpbroker.device.simulator;

/** Where an address points. Generic addresses reach global memory only: the compiler emits no {@code cvta}. */
enum AddressSpace {
    GLOBAL,
    SHARED,
    LOCAL
}
