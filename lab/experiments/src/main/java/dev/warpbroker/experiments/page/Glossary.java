package dev.warpbroker.experiments.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the names on pages mean, and their colours, which are the same on every plot. */
public final class Glossary {
    private static final Map<String, Term> TERMS = read();

    private Glossary() {}

    /**
     * A name and what it means.
     *
     * @param name as on plots and on the command line
     * @param ink its colour
     * @param title its name in full
     * @param meaning what it is, in a sentence without an end
     * @param source who described it; empty if that needs no saying
     */
    public record Term(String name, Ink ink, String title, String meaning, String source) {
        /** {@return all of it in one line} */
        public String text() {
            return title + ": " + meaning + (source.isEmpty() ? "" : " (" + source + ")");
        }
    }

    private static Map<String, Term> read() {
        var terms = new LinkedHashMap<String, Term>();
        for (var row : TextRows.of("structures.txt", 5)) {
            var ink = Ink.valueOf(row.get(1).toUpperCase(Locale.ROOT));
            terms.put(row.getFirst(), new Term(row.getFirst(), ink, row.get(2), row.get(3), row.get(4)));
        }
        return terms;
    }

    /** {@return all names, in the order of pages} */
    public static List<Term> terms() {
        return List.copyOf(TERMS.values());
    }

    /**
     * {@return what a label means} It may be more than the name: {@code BQ, one per warp}, {@code BQ-fused per block},
     * {@code nvcc BQ}, {@code Inval †}.
     */
    public static Optional<Term> of(String label) {
        String name = label.replace(" †", "").replaceFirst("^nvcc ", "");
        for (String end : List.of("", ", ", " per ", " on ")) {
            int cut = end.isEmpty() ? name.length() : name.indexOf(end);
            var term = cut > 0 ? TERMS.get(name.substring(0, cut)) : null;
            if (term != null) {
                return Optional.of(term);
            }
        }
        return Optional.empty();
    }

    /** {@return the colours of labels in one plot: of those with a meaning their own, and others that are left} */
    public static List<Ink> inks(List<String> labels) {
        var free = new ArrayList<>(Arrays.asList(Ink.values()));
        Set<Ink> taken = EnumSet.noneOf(Ink.class);
        labels.forEach(label -> of(label).ifPresent(term -> taken.add(term.ink())));
        free.removeAll(taken);
        free.remove(Ink.GREY);
        var inks = new ArrayList<Ink>();
        int others = 0;
        for (String label : labels) {
            var term = of(label);
            if (term.isPresent()) {
                inks.add(term.get().ink());
            } else {
                inks.add(free.isEmpty() ? Ink.GREY : free.get(others++ % free.size()));
            }
        }
        return inks;
    }
}
