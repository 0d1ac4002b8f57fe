package dev.warpbroker.experiments.page;

import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Section.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who won, and by how much, in words. A difference counts only if the ranges that were measured do not overlap.
 *
 * @param where at which place of the plot, or of what; empty if that needs no saying
 * @param ranked the best one first, at least two
 */
public record Contest(String where, List<Entrant> ranked, Better better) {
    /** A name, its median and the range that was measured. */
    public record Entrant(String name, double median, double low, double high) {}

    public Contest {
        ranked = ranked.stream()
                .sorted(
                        better == Better.MORE
                                ? Comparator.comparingDouble(Entrant::median).reversed()
                                : Comparator.comparingDouble(Entrant::median))
                .toList();
    }

    /** {@return the contest that a part of a page shows, if it shows one} */
    public static Optional<Contest> of(Part part) {
        return switch (part) {
            case Part.Figure(String _, Chart chart) -> of(chart);
            case Part.Bars bars ->
                contest(
                        bars.caption(),
                        bars.bars().stream()
                                .map(bar -> new Entrant(bar.label(), bar.value(), bar.low(), bar.high()))
                                .toList(),
                        Better.MORE);
            default -> Optional.empty();
        };
    }

    /** {@return the contest at the rightmost place where two lines or more have points} */
    static Optional<Contest> of(Chart chart) {
        var places = new TreeMap<Double, List<Entrant>>();
        for (Series line : chart.series()) {
            for (Point point : line.points()) {
                places.computeIfAbsent(point.x(), _ -> new ArrayList<>())
                        .add(new Entrant(line.label().replace(" †", ""), point.y(), point.low(), point.high()));
            }
        }
        for (var place : places.descendingMap().entrySet()) {
            if (place.getValue().size() > 1) {
                return contest(
                        at(chart.x().label(), Quantity.plain(place.getKey())),
                        place.getValue(),
                        chart.y().better());
            }
        }
        return Optional.empty();
    }

    /** {@return "At 8 pixels along a side" if the label names things of which there are several, else "At L = 8"} */
    private static String at(String axis, String value) {
        String label = axis.replaceFirst("^number n of ", "");
        if (!label.matches("[a-z]+s( [^(]*)?")) {
            return "At " + label + " = " + value;
        }
        return "At " + value + " " + (value.equals("1") ? label.replaceFirst("s\\b", "") : label);
    }

    private static Optional<Contest> contest(String where, List<Entrant> entrants, Better better) {
        return better == Better.NEITHER || entrants.size() < 2
                ? Optional.empty()
                : Optional.of(new Contest(where, entrants, better));
    }

    /** {@return those that nobody beats beyond the ranges that were measured, the best one first} */
    public List<Entrant> winners() {
        var best = ranked.getFirst();
        return ranked.stream().filter(other -> overlap(best, other)).toList();
    }

    private static boolean overlap(Entrant one, Entrant other) {
        return one.low() <= other.high() && other.low() <= one.high();
    }

    /** {@return a sentence: who won, and by how much} */
    public String words() {
        var winners = winners();
        var best = ranked.getFirst();
        String at = where.isEmpty() ? "" : where + ": ";
        if (winners.size() == ranked.size()) {
            return at + "no difference beyond the noise between " + names(winners);
        }
        var next = ranked.get(winners.size());
        String won = winners.size() == 1
                ? best.name() + " is the fastest, "
                : names(winners) + " are the fastest (the noise does not tell them apart), ";
        return at + won + times(best, next) + " as fast as " + next.name() + slowest(best, next);
    }

    private String slowest(Entrant best, Entrant next) {
        var last = ranked.getLast();
        return last.equals(next) ? "" : " and " + times(best, last) + " as fast as " + last.name();
    }

    private String times(Entrant best, Entrant other) {
        double ratio = better == Better.MORE ? best.median() / other.median() : other.median() / best.median();
        return (ratio < 10 ? String.format(Locale.ROOT, "%.2f", ratio) : String.format(Locale.ROOT, "%,.0f", ratio))
                + " times";
    }

    private static String names(List<Entrant> entrants) {
        var names = entrants.stream().map(Entrant::name).toList();
        int last = names.size() - 1;
        return last == 0 ? names.getFirst() : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
