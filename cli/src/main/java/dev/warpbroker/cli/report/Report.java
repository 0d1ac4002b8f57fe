package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.PlainSection;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Story;
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
import java.util.stream.Stream;

/**
 * What recorded results say. The same results make the same report, whenever and wherever it is made.
 *
 * @param summary what was measured, where, and whether it passed its checks, a sentence or two each
 * @param sections experiment by experiment, and for each device by device
 */
record Report(List<String> summary, List<Section> sections) {
    private static final String ABOUT =
            "Warpbroker distributes work that appears while a program runs, over the threads"
                    + " of GPUs and CPUs: by queues, stacks, deques and schedulers in plain Java.";

    Report {
        summary = List.copyOf(summary);
        sections = List.copyOf(sections);
    }

    /** {@return the same with sections before its own} */
    Report after(List<Section> first) {
        return new Report(
                summary, Stream.concat(first.stream(), sections.stream()).toList());
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
        var reported = new ArrayList<ResultLine>();
        for (String name : names) {
            var devices = experiments.getOrDefault(name, new TreeMap<>());
            var files = new HashSet<String>();
            devices.forEach((device, results) -> {
                UnaryOperator<String> file = part -> file(name + part, device, devices.size() == 1, files);
                whole(results, damages, sound -> {
                            var section = section(name, sound, device, file);
                            reported.addAll(sound);
                            return section;
                        })
                        .map(section -> told(name, device, section))
                        .ifPresent(sections::add);
            });
        }
        return new Report(summary(reported), sections);
    }

    /** {@return a section with a heading in words, and with what one sees} */
    private static Section told(String name, String device, Section section) {
        return Story.of(name)
                .map(story -> new Section(
                        story.title() + " · " + device,
                        Stream.concat(Stream.of(new Part.Lead(story.about() + command(name))), section.parts().stream())
                                .toList()))
                .orElse(section);
    }

    /** {@return how to measure it again; some experiments are options of others} */
    private static String command(String name) {
        boolean isCommand = Suite.named(name).map(Experiment::isCommand).orElse(name.equals(Suite.PROPERTIES));
        return isCommand ? " Command: bench " + name + "." : "";
    }

    private static List<String> summary(List<ResultLine> lines) {
        var devices = lines.stream().map(Report::device).distinct().sorted().toList();
        long failed = lines.stream()
                .filter(line -> line.members().get("checks") instanceof List<?> checks
                        && checks.stream()
                                .anyMatch(check -> check instanceof Map<?, ?> members
                                        && Boolean.FALSE.equals(members.get("passed"))))
                .count();
        return List.of(
                ABOUT,
                Quantity.count(lines.size()) + " measurements on " + String.join(", ", devices)
                        + ". A difference is called one only where the ranges of all repetitions do not overlap.",
                failed == 0
                        ? "Every check passed: nothing lost, nothing duplicated, no result wrong."
                        : Quantity.count(failed) + " measurements FAILED their checks; they are left out of plots and"
                                + " comparisons.");
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
