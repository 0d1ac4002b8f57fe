package dev.warpbroker.structures;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** A kind of queue, stack or deque, by the name that papers, plots and the command line use: its {@code toString}. */
public interface StructureKind {
    /** {@return what the structure is called in full} */
    String title();

    /** {@return what the structure claims} */
    Set<Claim> claims();

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
}
