package dev.warpbroker.experiments.design;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The findings of a paper, read from a resource beside the experiments. Lines that begin with {@code #} name the
 * source. A line in square brackets begins a part; in part {@code notes} each line is a note, in the others a line is
 * {@code name = value}, or {@code name = number, number ...}, NaN for one that is not known.
 */
public final class Findings {
    private static final String NOTES = "notes";

    private final List<String> notes = new ArrayList<>();
    private final Map<String, Map<String, String>> parts = new LinkedHashMap<>();

    private Findings() {}

    /** {@return the findings in the resource {@code name.findings} beside a class} */
    public static Findings of(Class<?> beside, String name) {
        var findings = new Findings();
        var resource = Objects.requireNonNull(
                beside.getResourceAsStream(name + ".findings"), () -> "no resource " + name + ".findings");
        try (var reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            String part = NOTES;
            for (String line : reader.lines().toList()) {
                if (line.startsWith("[")) {
                    part = line.substring(1, line.indexOf(']'));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    findings.add(part, line.strip());
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return findings;
    }

    private void add(String part, String line) {
        if (part.equals(NOTES)) {
            notes.add(line);
        } else {
            int sign = line.indexOf(" = ");
            parts.computeIfAbsent(part, _ -> new LinkedHashMap<>())
                    .put(
                            line.substring(0, sign).strip(),
                            line.substring(sign + 3).strip());
        }
    }

    /** {@return what stands below a section about it} */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** {@return the names of all parts but the notes, in their order} */
    public List<String> parts() {
        return List.copyOf(parts.keySet());
    }

    /** {@return the names in a part, in their order} */
    public List<String> names(String part) {
        return List.copyOf(parts.getOrDefault(part, Map.of()).keySet());
    }

    /** {@return what a part says of a name} */
    public Optional<String> text(String part, String name) {
        return Optional.ofNullable(parts.getOrDefault(part, Map.of()).get(name));
    }

    /** {@return a number of a row; NaN if there is none} */
    public double number(String part, String name, int column) {
        var row = text(part, name).map(value -> value.split(", *", -1)).orElse(new String[0]);
        return column >= 0 && column < row.length ? Double.parseDouble(row[column]) : Double.NaN;
    }
}
