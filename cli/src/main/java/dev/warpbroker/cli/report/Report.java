package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.design.PlainSection;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.results.DamagedLineException;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.suite.Suite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What recorded results say. The same results make the same report, whenever and wherever it is made.
 *
 * @param sections experiment by experiment, and for each device by device
 */
record Report(List<Section> sections) {
    Report {
        sections = List.copyOf(sections);
    }

    /**
     * {@return the report of all records that are whole}
     *
     * @param damages hears which records are not what their experiment makes, and why
     */
    static Report of(List<ResultLine> lines, Consumer<DamagedLineException> damages) {
        var experiments = lines.stream()
                .collect(Collectors.groupingBy(
                        ResultLine::experiment,
                        TreeMap::new,
                        Collectors.groupingBy(Report::device, TreeMap::new, Collectors.toList())));
        // In the order of the suite; what this program does not know comes after that.
        var names = new LinkedHashSet<>(Suite.names());
        names.addAll(experiments.keySet());
        var sections = new ArrayList<Section>();
        for (String name : names) {
            var devices = experiments.getOrDefault(name, new TreeMap<>());
            var files = new HashSet<String>();
            devices.forEach((device, results) -> {
                UnaryOperator<String> file = part -> file(name + part, device, devices.size() == 1, files);
                whole(results, damages, sound -> section(name, sound, device, file))
                        .ifPresent(sections::add);
            });
        }
        return new Report(sections);
    }

    /** Leaves out one damaged line after the other until a section can be made of the others. */
    private static Optional<Section> whole(
            List<ResultLine> lines,
            Consumer<DamagedLineException> damages,
            Function<List<ResultLine>, Section> making) {
        var sound = lines;
        while (!sound.isEmpty()) {
            try {
                return Optional.of(making.apply(sound));
            } catch (DamagedLineException damage) {
                damages.accept(damage);
                sound = sound.stream().filter(line -> !damage.isAbout(line)).toList();
            }
        }
        return Optional.empty();
    }

    private static Section section(String name, List<ResultLine> results, String device, UnaryOperator<String> file) {
        return Suite.named(name)
                .map(experiment -> experiment.section(results, file))
                .orElseGet(() -> name.equals(Suite.PROPERTIES)
                        ? PropertiesSection.of(results, device)
                        : PlainSection.of(results, device));
    }

    private static String device(ResultLine line) {
        return line.members().get("device") instanceof Map<?, ?> device && device.get("name") instanceof String name
                ? name
                : "unknown device";
    }

    /** {@return {@code pairs.svg}, or {@code pairs-nvidia-h200.svg} where there are several devices} */
    private static String file(String experiment, String device, boolean only, Set<String> taken) {
        String name = only
                ? experiment
                : experiment + "-"
                        + device.toLowerCase(Locale.ROOT)
                                .replaceAll("[^a-z0-9]+", "-")
                                .replaceAll("^-|-$", "");
        String unique = name;
        for (int i = 2; !taken.add(unique); i++) {
            unique = name + "-" + i;
        }
        return unique + ".svg";
    }
}
