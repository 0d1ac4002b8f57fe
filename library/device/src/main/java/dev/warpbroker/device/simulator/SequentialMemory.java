package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.Instruction.AtomicUpdate;
import java.util.Collection;

/** Every load sees the newest value. */
final class SequentialMemory implements MemoryModel {
    private final MemoryPort port = new DirectPort();
    private long changes;

    @Override
    public MemoryPort open(int block) {
        return port;
    }

    @Override
    public void meet(Collection<MemoryPort> lanes) {}

    @Override
    public void advance(long step) {}

    @Override
    public void settle() {}

    @Override
    public long changes() {
        return changes;
    }

    private final class DirectPort implements MemoryPort {
        @Override
        public long load(MemoryRegion region, long address, Access access) {
            return MemoryRegion.extract(region.word(address), address, access.type());
        }

        @Override
        public void store(MemoryRegion region, long address, Access access, long value) {
            long old = region.word(address);
            long changed = MemoryRegion.insert(old, address, access.type(), value);
            if (changed != old) {
                region.setWord(address, changed);
                changes++;
            }
        }

        @Override
        public long update(
                MemoryRegion region, long address, Access access, AtomicUpdate update, long first, long second) {
            long old = load(region, address, access);
            store(region, address, access, update.apply(old, first, second));
            return old;
        }

        @Override
        public void fence(boolean sequential) {}
    }
}
