package dev.warpbroker.conformance.programs;

import dev.warpbroker.device.Device;

/**
 * A program with kernels, and what must come out, to the bit. Its input is made from a seed, so that both methods work
 * on the same one. Results are arrays of primitives, or arrays of these.
 */
interface Program {
    /** {@return the result that kernels of {@code device} compute from an input of this size} */
    Object run(Device device, int size);

    /** {@return the result that plain Java, without kernels, computes from an input of this size} */
    Object expected(int size);
}
