package dev.warpbroker.device;

/**
 * What the driver of a GPU says that a kernel takes.
 *
 * @param registers per thread
 * @param sharedBytes shared memory per block
 * @param localBytes local memory per thread: arrays, and registers that did not fit
 */
public record KernelResources(int registers, int sharedBytes, int localBytes) {}
