package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.page.Table.Column;
import dev.warpbroker.experiments.page.Table.Side;
import dev.warpbroker.experiments.results.ResultLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** An experiment that this program does not know: all that was recorded, a row per record. */
public final class PlainSection {
    /** Said once below the table. */
    private static final Set<String> NOTED = Set.of("experiment", "device", "versions", "recorded");

    private PlainSection() {}

    /** {@return the section of records on one device, at least one} */
    public static Section of(List<ResultLine> lines, String device) {
        var first = lines.getFirst();
        var rows = new ArrayList<Map<String, Object>>();
        var names = new LinkedHashSet<String>();
        var notes = new LinkedHashMap<String, Set<String>>();
        for (var line : lines) {
            var row = new LinkedHashMap<String, Object>();
            line.members().forEach((name, value) -> {
                if (!NOTED.contains(name)) {
                    flatten(name, value, row);
                } else if (!name.equals("experiment")) {
                    notes.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(words(value));
                }
            });
            names.addAll(row.keySet());
            rows.add(row);
        }
        var parts = new ArrayList<Part>();
        if (!names.isEmpty()) {
            parts.add(new Part.Captioned("All records", table(names, rows)));
        }
        parts.add(new Part.Notes(notes.entrySet().stream()
                .map(note -> note.getKey() + ": " + String.join("; ", note.getValue()))
                .toList()));
        return new Section(first.experiment() + ": " + device, parts);
    }

    /** Members of members get a name of their own: {@code nanoseconds.median}. */
    private static void flatten(String name, Object value, Map<String, Object> into) {
        if (value instanceof Map<?, ?> members) {
            members.forEach((member, inner) -> flatten(name + "." + member, (Object) inner, into));
        } else {
            into.put(name, value);
        }
    }

    private static Table table(Set<String> names, List<Map<String, Object>> rows) {
        var columns = new ArrayList<Column>();
        for (String name : names) {
            boolean numbers = rows.stream().allMatch(row -> row.getOrDefault(name, 0) instanceof Number);
            columns.add(new Column(name, numbers ? Side.RIGHT : Side.LEFT));
        }
        return new Table(
                columns,
                rows.stream()
                        .map(row -> names.stream()
                                .map(name -> row.containsKey(name) ? words(row.get(name)) : "")
                                .toList())
                        .toList());
    }

    private static String words(Object value) {
        return switch (value) {
            case Double number -> Quantity.plain(number);
            case Long number -> Quantity.count(number);
            case List<?> list -> list.stream().map(PlainSection::words).collect(Collectors.joining("; "));
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .filter(member -> !"".equals(member.getValue()))
                        .map(member -> member.getKey() + " " + words(member.getValue()))
                        .collect(Collectors.joining(", "));
            default -> String.valueOf(value);
        };
    }
}
