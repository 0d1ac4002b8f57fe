package dev.warpbroker.structures;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** A kind of queue, stack or deque, by the name that papers, plots and the command line use: its {@code toString}. */
public interface StructureKind {
    /** {@return what the structure is called, and what it claims} */
    Description description();

    /** {@return what the structure is called in full} */
    default String title() {
        return description().title();
    }

    /** {@return what the structure claims} */
    default Set<Claim> claims() {
        return description().claims();
    }

    /** {@return whether the structure claims {@code claim}} */
    default boolean claims(Claim claim) {
        return claims().contains(claim);
    }

    /** {@return the one of {@code kinds} that is called {@code name}, in whatever case} */
    static <K extends StructureKind> Optional<K> named(String name, K[] kinds) {
        return Arrays.stream(kinds)
                .filter(kind -> kind.toString().equalsIgnoreCase(name))
                .findFirst();
    }

    /**
     * What a structure is called, and what it claims.
     *
     * @param name in papers, on plots and on the command line
     * @param title in full
     * @param claims unmodifiable
     */
    record Description(String name, String title, Set<Claim> claims) {
        /** Copies the claims. */
        public Description {
            claims = Collections.unmodifiableSet(EnumSet.copyOf(claims));
        }
    }
}
