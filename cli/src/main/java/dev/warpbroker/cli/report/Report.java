package dev.warpbroker.cli.report;

import dev.warpbroker.cli.results.DamagedLineException;
import dev.warpbroker.cli.results.ResultLine;
import java.util.ArrayList;
import java.util.HashSet;
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
    private static final String PAIRS = "pairs";
    private static final String PAGE_RANK = "pagerank";
    private static final String MIX = "mix";
    private static final String DEQUE = "deque";
    private static final String STACK = "stack";
    private static final String INVALID_STACKS = "stack-invalid";
    private static final String SPAWN = "spawn";
    private static final String TREES = "trees";
    private static final String BFS = "bfs";
    private static final String RAYTRACE = "raytrace";
    private static final String PROPERTIES = "properties";
    private static final String LAUNCH = "launch";

    /** In the order of their figures; others come after these. */
    private static final List<String> KNOWN = List.of(
            "faa",
            PAIRS,
            "imbalance",
            "prefilled",
            "variants",
            PAGE_RANK,
            MIX,
            DEQUE,
            STACK,
            INVALID_STACKS,
            SPAWN,
            TREES,
            BFS,
            RAYTRACE,
            PROPERTIES,
            LAUNCH);

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
        var names = new ArrayList<String>(KNOWN);
        experiments.keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
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
        return switch (name) {
            case PAIRS -> PairsSection.of(results, file);
            case PAGE_RANK -> PageRankSection.of(results, file);
            case MIX -> MixSection.of(results, file);
            case DEQUE -> DequeSection.of(results, file);
            case STACK -> StackSection.of(results, file);
            case INVALID_STACKS -> InvalidStacksSection.of(results);
            case SPAWN -> SpawnSection.of(results, file);
            case TREES -> TreesSection.of(results);
            case BFS -> BfsSection.of(results, file);
            case RAYTRACE -> RaytraceSection.of(results, file);
            case PROPERTIES -> PropertiesSection.of(results, device);
            case LAUNCH -> LaunchSection.of(results);
            default ->
                Curves.named(name)
                        .map(curves -> curves.section(results, file))
                        .orElseGet(() -> PlainSection.of(results, device));
        };
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
