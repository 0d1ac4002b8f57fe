package dev.warpbroker.experiments.design;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a mistyped name resembles most. */
public final class Suggestion {
    private Suggestion() {}

    /** {@return the known name that is nearest to {@code name}, if few letters differ} */
    public static Optional<String> of(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        int most = Math.max(1, name.replaceFirst("^--?", "").length() / 3);
        return known.stream()
                .filter(other -> distance(wanted, other.toLowerCase(Locale.ROOT)) <= most)
                .min(Comparator.comparingInt(other -> distance(wanted, other.toLowerCase(Locale.ROOT))));
    }

    /** {@return that something is unknown, what may have been meant, and what there is} */
    public static String unknown(String kind, String name, Collection<String> known) {
        return "unknown " + kind + " '" + name + "'"
                + of(name, known)
                        .map(other -> ", did you mean '" + other + "'?")
                        .orElse("") + "; known: "
                + String.join(", ", known);
    }

    /**
     * {@return how many letters must be inserted, left out, replaced or exchanged with their neighbour} By Wagner and
     * Fischer's table; exchanges after Damerau.
     */
    static int distance(String one, String other) {
        int[][] table = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    table[i][j] = i + j;
                    continue;
                }
                boolean same = one.charAt(i - 1) == other.charAt(j - 1);
                table[i][j] =
                        Math.min(Math.min(table[i - 1][j], table[i][j - 1]) + 1, table[i - 1][j - 1] + (same ? 0 : 1));
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1);
                }
            }
        }
        return table[one.length()][other.length()];
    }
}
