package dev.warpbroker.structures.deque;

import dev.warpbroker.conformance.planted.Trial;
import dev.warpbroker.device.Device;

/** Four workers with tiny deques that push, pop and steal. */
public enum DequeTrial implements Trial {
    LOCKED(DequeKind.LOCKED),
    ABP(DequeKind.ABP),
    CHASE_LEV(DequeKind.CHASE_LEV),
    /** Wrong answers that conservation alone need not show. */
    ABP_HISTORY(DequeKind.ABP) {
        @Override
        public boolean findsFault(int seed, Device device) {
            try (var deques = DequeKind.ABP.create(device, 1, 2, Stamped.LAYOUT)) {
                return !DequeHistory.record(deques, seed).isLinearizable();
            }
        }
    };

    private final DequeKind kind;

    DequeTrial(DequeKind kind) {
        this.kind = kind;
    }

    /** {@return whether elements got lost, doubled or torn} */
    @Override
    public boolean findsFault(int seed, Device device) {
        try (var deques = kind.create(device, 4, 2 + 2 * (seed % 2), Stamped.LAYOUT)) {
            var traffic = seed % 4 < 2 ? Traffic.halves(60) : Traffic.oneVictim(60);
            return !traffic.run(deques, seed).holds();
        }
    }
}
