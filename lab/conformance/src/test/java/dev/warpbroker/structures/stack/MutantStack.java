package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Device;
import java.util.Optional;

/** What stacks with planted bugs have in common. */
abstract class MutantStack implements IntStack {
    private final Device device;
    final int capacity;

    MutantStack(Device device, int capacity) {
        this.device = device;
        this.capacity = capacity;
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final Device device() {
        return device;
    }

    @Override
    public final Optional<String> damage() {
        return Optional.empty();
    }

    @Override
    public final void clear() {
        throw new UnsupportedOperationException("a mutant is used once");
    }
}
