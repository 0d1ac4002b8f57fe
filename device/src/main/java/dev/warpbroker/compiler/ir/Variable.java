package dev.warpbroker.compiler.ir;

/** Memory that the kernel declares: once per block in shared memory, once per lane in local memory. */
public record Variable(Space space, int number, long bytes) {}
