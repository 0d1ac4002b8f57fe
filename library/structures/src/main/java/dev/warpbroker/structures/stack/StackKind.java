package dev.warpbroker.structures.stack;

import static dev.warpbroker.structures.Claim.ANY_VALUE;
import static dev.warpbroker.structures.Claim.ELIMINATES;
import static dev.warpbroker.structures.Claim.EXACT_CAPACITY;
import static dev.warpbroker.structures.Claim.LINEARIZABLE;
import static dev.warpbroker.structures.Claim.LOCK_FREE;
import static dev.warpbroker.structures.Claim.PUBLISHES;
import static dev.warpbroker.structures.Claim.STATIC_MEMORY;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.StructureKind;
import java.util.Optional;
import java.util.Set;

/** The stacks of this library by the names that plots and the command line use, and what each claims. */
public enum StackKind implements StructureKind {
    /** {@link RoomStack}: pushes and pops take turns, and meet within warps and blocks. The one to begin with. */
    ROOMS(
            "rooms",
            "Stack with a room for pushes and one for pops",
            RoomStack::with,
            LINEARIZABLE,
            EXACT_CAPACITY,
            ANY_VALUE,
            PUBLISHES,
            STATIC_MEMORY,
            ELIMINATES),

    /**
     * The Scan Stack, with {@link StackOptions.Scan}. Its claims hold with any options, but invalidation makes the
     * capacity inexact.
     */
    SCAN("scan", "Scan Stack", ScanStack::with, EXACT_CAPACITY, LOCK_FREE, PUBLISHES, STATIC_MEMORY),

    /** Treiber's lock-free list, 1986. */
    TREIBER(
            "Treiber",
            "Treiber's stack",
            TreiberStack::with,
            LINEARIZABLE,
            EXACT_CAPACITY,
            ANY_VALUE,
            LOCK_FREE,
            PUBLISHES,
            STATIC_MEMORY);

    private interface Factory {
        IntStack create(Device device, StackOptions options);
    }

    @SuppressWarnings("ImmutableEnumChecker") // a method, without state
    private final Factory factory;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final Description description;

    StackKind(String name, String title, Factory factory, Claim... claims) {
        description = new Description(name, title, Set.of(claims));
        this.factory = factory;
    }

    /** {@return a new, empty stack} */
    public IntStack create(Device device, int capacity) {
        return create(device, StackOptions.capacity(capacity));
    }

    /** {@return a new, empty stack} */
    public IntStack create(Device device, StackOptions options) {
        return factory.create(device, options);
    }

    @Override
    public Description description() {
        return description;
    }

    /** {@return the stack that is called {@code name}, in whatever case} */
    public static Optional<StackKind> named(String name) {
        return StructureKind.named(name, values());
    }

    /** The name on plots and on the command line. */
    @Override
    public String toString() {
        return description.name();
    }
}
