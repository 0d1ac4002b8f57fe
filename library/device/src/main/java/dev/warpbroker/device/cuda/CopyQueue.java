package dev.warpbroker.device.cuda;

import java.lang.foreign.MemorySegment;

/**
 * Copies between page-locked memory of the host and the device, one after the other. An interface so that tests can
 * stand in for a GPU. May be used by several threads.
 */
interface CopyQueue {
    /** Page-locked memory with a mark that tells whether the last copy of it has ended. */
    interface Buffer {
        MemorySegment memory();

        /** {@return whether no copy of this memory is under way} */
        boolean isIdle();

        /** Waits until no copy of this memory is under way. */
        void await();

        void free();
    }

    /** Begins to copy the first bytes of a buffer to the device. */
    void toDevice(long address, Buffer source, long bytes);

    /** Begins to copy device memory to the start of a buffer. */
    void toHost(Buffer target, long address, long bytes);

    /** Waits until all copies have ended. */
    void await();
}
