package dev.warpbroker.structures.deque;

import static dev.warpbroker.structures.Claim.LINEARIZABLE;
import static dev.warpbroker.structures.Claim.LOCKS;
import static dev.warpbroker.structures.Claim.LOCK_FREE;
import static dev.warpbroker.structures.Claim.PUBLISHES;
import static dev.warpbroker.structures.Claim.STEALS_MANY;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.StructureKind;
import java.util.Optional;
import java.util.Set;

/** The deques of this library by the names that plots and the command line use, and what each claims. */
public enum DequeKind implements StructureKind {
    /** With a lock for each deque. */
    LOCKED("locked", "Deques with locks", LINEARIZABLE, LOCKS, PUBLISHES, STEALS_MANY) {
        @Override
        public <E> WorkDeques<E> create(Device device, DequeOptions options, Layout<E> layout) {
            return new LockedDeques<>(device, options, layout);
        }
    },

    /** Arora, Blumofe and Plaxton, 1998, in a form whose thieves may take many elements at once. */
    ABP("ABP", "Arora, Blumofe and Plaxton", LINEARIZABLE, PUBLISHES, LOCK_FREE, STEALS_MANY) {
        @Override
        public <E> WorkDeques<E> create(Device device, DequeOptions options, Layout<E> layout) {
            return new AbpDeques<>(device, options, layout);
        }
    },

    /** Chase and Lev, 2005. */
    CHASE_LEV("Chase-Lev", "Chase and Lev", LINEARIZABLE, PUBLISHES, LOCK_FREE) {
        @Override
        public <E> WorkDeques<E> create(Device device, DequeOptions options, Layout<E> layout) {
            return new ChaseLevDeques<>(device, options, layout);
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final Description description;

    DequeKind(String name, String title, Claim... claims) {
        description = new Description(name, title, Set.of(claims));
    }

    /**
     * {@return new, empty deques}
     *
     * @param count how many
     * @param capacity of each, a power of two between 2 and 2^30
     * @param layout how an element lies over words; it must have a {@link Layout#zero}
     */
    public <E> WorkDeques<E> create(Device device, int count, int capacity, Layout<E> layout) {
        return create(device, DequeOptions.of(count, capacity), layout);
    }

    /** {@return new, empty deques} */
    public abstract <E> WorkDeques<E> create(Device device, DequeOptions options, Layout<E> layout);

    @Override
    public Description description() {
        return description;
    }

    /** {@return the deques that are called {@code name}, in whatever case} */
    public static Optional<DequeKind> named(String name) {
        return StructureKind.named(name, values());
    }

    /** The name on plots and on the command line. */
    @Override
    public String toString() {
        return description.name();
    }
}
