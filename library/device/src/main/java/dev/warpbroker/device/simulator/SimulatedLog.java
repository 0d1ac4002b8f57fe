package dev.warpbroker.device.simulator;

import dev.warpbroker.compiler.log.LogRing;
import dev.warpbroker.compiler.log.LogSite;
import dev.warpbroker.device.LogLine;
import dev.warpbroker.device.backend.Delivery;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.HostWords;
import dev.warpbroker.device.simulator.MemoryModel.MemoryPort;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The log of a launch, read by the thread that simulates: between slices, and at the end. Its memory is not
 * host-visible for the simulator, since the host does not help lanes through it.
 */
final class SimulatedLog implements HostWords {
    private static final int SLICES_PER_LOOK = 64;
    private static final int HOST = -1;
    private static final Access STORE = new Access(AddressSpace.GLOBAL, PtxType.U32, MemoryOrder.RELAXED, false);

    private final SimulatedMemory memory;
    private final MemoryRegion region;
    private final LogRing ring;
    private @Nullable MemoryPort host;
    private int slices;

    SimulatedLog(SimulatedMemory memory, int lines, List<LogSite> sites, GridShape shape, Delivery<LogLine> reader) {
        this.memory = memory;
        long bytes = LogRing.bytes(lines);
        region = Objects.requireNonNull(memory.find(memory.allocate(bytes, "log of " + lines + " lines"), bytes));
        ring = new LogRing(this, lines, sites, shape, reader);
    }

    void begin(MemoryModel model) {
        host = model.open(HOST);
    }

    void slicePassed() {
        slices++;
        if (slices % SLICES_PER_LOOK == 0) {
            ring.drain();
        }
    }

    /** Reads what is left. */
    void end() {
        ring.finish();
    }

    void free() {
        memory.free(region.base());
    }

    @Override
    public long address() {
        return region.base();
    }

    /** Regions hold the newest values. */
    @Override
    public int get(int index) {
        long address = address(index);
        return (int) MemoryRegion.extract(region.word(address), address, PtxType.U32);
    }

    @Override
    public void set(int index, int value) {
        Objects.requireNonNull(host).store(region, address(index), STORE, value);
    }

    private long address(int index) {
        return region.base() + (long) index * Integer.BYTES;
    }
}
