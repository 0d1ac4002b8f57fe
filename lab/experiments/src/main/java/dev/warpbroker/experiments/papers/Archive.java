package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.results.DamagedLineException;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.suite.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Everything that was recorded, the newest first. */
public final class Archive {
    /** A measurement, and the file that it is in. */
    record Entry(Measurement measurement, Source source) {}

    /** A cell of table 1 of the Broker Queue paper. */
    record Property(
            String structure, String property, String verdict, String evidence, Instant recorded, Source source) {}

    private final List<Entry> entries = new ArrayList<>();
    private final List<Property> properties = new ArrayList<>();

    private Archive() {}

    /**
     * {@return the records in all result files of some folders, and of the folders in them}
     *
     * @param damages hears which lines are left out, and why
     */
    public static Archive read(List<Path> folders, Consumer<DamagedLineException> damages) throws IOException {
        var archive = new Archive();
        for (var folder : folders) {
            for (var file : ResultFile.under(folder)) {
                for (var line : ResultFile.read(file, damages)) {
                    try {
                        archive.add(line, file);
                    } catch (DamagedLineException damage) {
                        damages.accept(damage);
                    }
                }
            }
        }
        archive.entries.sort(
                Comparator.comparing((Entry entry) -> entry.measurement().recorded())
                        .reversed());
        archive.properties.sort(Comparator.comparing(Property::recorded).reversed());
        return archive;
    }

    private void add(ResultLine line, Path file) {
        if (line.experiment().equals(Suite.PROPERTIES)) {
            properties.add(property(line, file));
        } else {
            var measurement = line.measurement();
            String commit = measurement.versions().commit();
            entries.add(new Entry(measurement, Source.of(file, commit == null ? "" : commit)));
        }
    }

    private static Property property(ResultLine line, Path file) {
        String commit = line.members().get("versions") instanceof Map<?, ?> versions
                        && versions.get("commit") instanceof String known
                ? known
                : "";
        try {
            return new Property(
                    text(line, "structure"),
                    text(line, "property"),
                    text(line, "verdict"),
                    text(line, "evidence"),
                    Instant.parse(text(line, "recorded")),
                    Source.of(file, commit));
        } catch (DateTimeParseException _) {
            throw line.damaged("'recorded' is not a point in time");
        }
    }

    private static String text(ResultLine line, String member) {
        if (line.members().get(member) instanceof String text) {
            return text;
        }
        throw line.damaged("'" + member + "' is not a text");
    }

    /** {@return how many records there are} */
    public int size() {
        return entries.size() + properties.size();
    }

    List<Entry> entries() {
        return entries;
    }

    List<Property> properties() {
        return properties;
    }
}
