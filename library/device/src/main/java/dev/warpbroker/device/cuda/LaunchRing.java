package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.warpbroker.compiler.fault.FaultReport;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slots of the launches in flight, used in turn.
 *
 * <p>Each launch has a control block of its own, so one that fails or is cancelled does not end those queued behind it.
 * A launch keeps its slot until somebody has looked at its end, at the latest the launch that needs the slot next.
 * Slots are clean (all zero) whenever they are free.
 */
final class LaunchRing {
    /** Control blocks and reports lie in cache lines of their own. */
    private static final int STRIDE = 128;

    private final int size;
    private final long stream;

    /** Stop requests must overtake the running kernel, so they have a stream of their own. */
    private final long stopStream = CudaDriver.streamCreate();

    private final long controls;
    private final MemorySegment hostMemory;

    /** A non-zero word for the copy engine; see {@link #requestStop}. */
    private final MemorySegment stopWord;

    private final List<LaunchSlot> slots = new ArrayList<>();
    private final @Nullable CudaLaunch[] occupants;
    private int next;

    /**
     * Requires that the context is current.
     *
     * @param size how many launches can be in flight
     */
    LaunchRing(long stream, int size) {
        this.stream = stream;
        this.size = size;
        controls = CudaDriver.memAlloc((long) size * STRIDE);
        hostMemory = CudaDriver.memHostAlloc((size + 1L) * STRIDE);
        stopWord = hostMemory.asSlice((long) size * STRIDE, Integer.BYTES);
        occupants = new CudaLaunch[size];
        CudaDriver.memsetBytes(controls, (byte) 0, (long) size * STRIDE, stream);
        hostMemory.fill((byte) 0);
        stopWord.set(JAVA_INT, 0, 1);
        long reports = CudaDriver.memHostGetDevicePointer(hostMemory);
        for (int i = 0; i < size; i++) {
            long offset = (long) i * STRIDE;
            slots.add(new LaunchSlot(
                    controls + offset,
                    hostMemory.asSlice(offset, FaultReport.REPORT_BYTES),
                    reports + offset,
                    EventPair.create()));
        }
    }

    /** {@return a clean slot for the next launch, after waiting for the end of the launch that used it last} */
    LaunchSlot vacant() {
        var slot = slots.get(next);
        var occupant = occupants[next];
        if (occupant != null && !occupant.hasEnded()) {
            slot.events().awaitEnd();
            occupant.hasEnded();
        }
        return slot;
    }

    /** Gives the slot last returned by {@link #vacant} to a launch. */
    void occupy(CudaLaunch launch) {
        occupants[next] = launch;
        next = (next + 1) % size;
    }

    /**
     * Sets the abort word of a launch that is queued or running; returns when the device can see it.
     *
     * <p>By copying, which the copy engine does: a fill may be a kernel for the driver, and that would wait for a place
     * on the multiprocessors until the very kernel has ended that it is to stop.
     */
    void requestStop(LaunchSlot slot) {
        CudaDriver.memcpyToDevice(slot.control() + FaultReport.ABORT, stopWord, Integer.BYTES, stopStream);
        CudaDriver.streamSynchronize(stopStream);
    }

    /** Asks all launches to stop that are queued or running. */
    void requestStops() {
        for (var occupant : occupants) {
            if (occupant != null) {
                occupant.requestStop();
            }
        }
    }

    /** Makes the slot of an ended launch fit for the next one. */
    void clean(LaunchSlot slot) {
        slot.report().fill((byte) 0);
        CudaDriver.memsetWords(slot.control(), 0, FaultReport.CONTROL_BYTES / Integer.BYTES, stream);
    }

    /**
     * Reads the ends of all launches, then frees everything. Requires that the context is current and the device idle.
     */
    void close() {
        for (var occupant : occupants) {
            if (occupant != null) {
                occupant.endWithDevice();
            }
        }
        slots.forEach(slot -> slot.events().destroy());
        CudaDriver.memFree(controls);
        CudaDriver.memFreeHost(hostMemory);
        CudaDriver.streamDestroy(stopStream);
    }
}
