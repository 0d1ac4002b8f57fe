package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;

/** A kernel together with the memory it works on. */
@FunctionalInterface
interface Program {
    /** {@return the kernel, its memory allocated and filled in {@code workspace}} */
    Kernel in(Workspace workspace);
}
