package dev.warpbroker.device.simulator;

/**
 * How an instruction touches memory.
 *
 * @param blockScope whether the order holds towards lanes of the same block only ({@code .cta})
 */
record Access(AddressSpace space, PtxType type, MemoryOrder order, boolean blockScope) {}
