package dev.warpbroker.device.cuda;

/**
 * What the driver says that a kernel takes.
 *
 * @param registers per thread
 * @param sharedBytes shared memory per block
 * @param localBytes local memory per thread: arrays, and registers that did not fit
 */
public record KernelResources(int registers, int sharedBytes, int localBytes) {}
