package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.design.DeviceKind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** An {@link Archive} that is asked for one claim, or one cell of a table, and notes what it answered with. */
public final class Records {
    private static final Pattern PROCESSORS = Pattern.compile("(\\d+) processors");

    private final Archive archive;
    private final Set<Source> sources = new LinkedHashSet<>();

    Records(Archive archive) {
        this.archive = archive;
    }

    /** {@return what an experiment recorded on GPUs} */
    Rows gpu(String experiment) {
        return rows(experiment, DeviceKind.GPU, "cuda", 0);
    }

    /** {@return what an experiment recorded on the JVM, on the machine with the most processors} */
    Rows cpu(String experiment) {
        int most = archive.entries().stream()
                .filter(entry -> entry.measurement().experiment().equals(experiment))
                .mapToInt(Records::processors)
                .max()
                .orElse(0);
        return rows(experiment, DeviceKind.JVM, "jvm", most);
    }

    /** {@return what an experiment recorded on simulators} */
    Rows simulator(String experiment) {
        return rows(experiment, DeviceKind.SIMULATOR, "sim", 0);
    }

    private Rows rows(String experiment, DeviceKind kind, String device, int processors) {
        var entries = archive.entries().stream()
                .filter(entry -> entry.measurement().experiment().equals(experiment)
                        && DeviceKind.of(entry.measurement().device()) == kind
                        && (processors == 0 || processors(entry) == processors))
                .toList();
        return new Rows(this, experiment, device, entries);
    }

    private static int processors(Archive.Entry entry) {
        var device = entry.measurement().device();
        var matcher = PROCESSORS.matcher(device.name());
        return DeviceKind.of(device) == DeviceKind.JVM && matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** {@return a cell of table 1 of the Broker Queue paper, as it was found last} */
    Archive.Property property(String structure, String property) {
        var found = archive.properties().stream()
                .filter(cell ->
                        cell.structure().equals(structure) && cell.property().equals(property))
                .findFirst()
                .orElseThrow(() -> new NotRecordedException(
                        new Missing("properties", "cuda", "properties, " + structure + ", " + property, "")));
        use(found.source());
        return found;
    }

    void use(Source source) {
        sources.add(source);
    }

    /** {@return what was used, in that order} */
    List<Source> sources() {
        return List.copyOf(sources);
    }
}
