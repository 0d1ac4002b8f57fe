package dev.warpbroker.structures;

import dev.warpbroker.device.Device;

/**
 * A queue, a stack or deques in device memory, as the host that owns it sees it. The host may clear it while no kernel
 * uses it, and closes it in the end.
 */
public interface DeviceStructure extends AutoCloseable {
    /** {@return the most elements that can be inside; of deques, in each of them} */
    int capacity();

    /** {@return where the structure is} */
    Device device();

    /** Empties it from the host, as if it were new; also after a launch that ended in the middle of operations. */
    void clear();

    /** Frees the memory. */
    @Override
    void close();
}
