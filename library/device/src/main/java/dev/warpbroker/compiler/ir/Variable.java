package dev.warpbroker.compiler.ir;

/**
 * Memory that the kernel declares: once per block in shared memory, once per lane in local memory.
 *
 * @param zeroed whether shared memory is zero before the first lane of its block does anything
 */
public record Variable(Space space, int number, long bytes, boolean zeroed) {
    /** Variables begin at multiples of this. */
    public static final int ALIGNMENT = 16;
}
