package dev.warpbroker.structures.deque;

import static dev.warpbroker.structures.deque.DequeClaim.LINEARIZABLE;
import static dev.warpbroker.structures.deque.DequeClaim.LOCK_FREE;
import static dev.warpbroker.structures.deque.DequeClaim.PUBLISHES;
import static dev.warpbroker.structures.deque.DequeClaim.STEALS_MANY;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The deques of this library by the names that plots and the command line use, and what each claims. */
public enum DequeKind {
    /** {@link LockedDeques}. */
    LOCKED("locked", "Deques with locks", LINEARIZABLE, PUBLISHES, STEALS_MANY) {
        @Override
        public <E> WorkDeques<E> create(Device device, DequeOptions options, Layout<E> layout) {
            return new LockedDeques<>(device, options, layout);
        }
    },

    /** {@link AbpDeques}. */
    ABP("ABP", "Arora, Blumofe and Plaxton", LINEARIZABLE, PUBLISHES, LOCK_FREE, STEALS_MANY) {
        @Override
        public <E> WorkDeques<E> create(Device device, DequeOptions options, Layout<E> layout) {
            return new AbpDeques<>(device, options, layout);
        }
    },

    /** {@link ChaseLevDeques}. */
    CHASE_LEV("Chase-Lev", "Chase and Lev", LINEARIZABLE, PUBLISHES, LOCK_FREE) {
        @Override
        public <E> WorkDeques<E> create(Device device, DequeOptions options, Layout<E> layout) {
            return new ChaseLevDeques<>(device, options, layout);
        }
    };

    private final String text;
    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final Set<DequeClaim> claims;

    DequeKind(String text, String title, DequeClaim... claims) {
        this.text = text;
        this.title = title;
        this.claims = Collections.unmodifiableSet(EnumSet.copyOf(Arrays.asList(claims)));
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

    /** {@return what the deques are called in full} */
    public String title() {
        return title;
    }

    /** {@return what the deques claim} */
    public Set<DequeClaim> claims() {
        return claims;
    }

    /** {@return whether the deques claim {@code claim}} */
    public boolean claims(DequeClaim claim) {
        return claims.contains(claim);
    }

    /** {@return the deques that are called {@code name}, in whatever case} */
    public static Optional<DequeKind> named(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.text.equalsIgnoreCase(name))
                .findFirst();
    }

    /** The name on plots and on the command line. */
    @Override
    public String toString() {
        return text;
    }
}
