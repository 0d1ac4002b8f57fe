package dev.warpbroker.cli.terminal;

import dev.warpbroker.experiments.design.Suggestion;
import java.util.Collection;

/** Messages about names. */
public final class Names {
    private Names() {}

    /** {@return a message that says that there is no such thing and lists those that there are} */
    public static String unknown(String kind, String name, Collection<String> known) {
        return Suggestion.unknown(kind, name, known);
    }
}
