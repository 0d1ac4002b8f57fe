package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.properties.Answer;
import dev.warpbroker.experiments.properties.PaperTable;
import dev.warpbroker.experiments.properties.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table 1 of the Broker Queue paper. */
final class BrokerQueueProperties {
    private static final Map<Property, String> REASONS = Map.of(
            Property.HIGHLY_SCALABLE,
            " The yardstick is the best queue of today, which is several times as fast as the paper's best.",
            Property.FAIR_ORDERING,
            " The paper calls a queue fair that serves operations in the order in which they came; this measures what"
                    + " threads get done.",
            Property.STATIC_MEMORY,
            " Queues of nodes or segments have all their memory before the launch here, and use it again: what can be"
                    + " told apart is how much they take, and whether it runs out.",
            Property.LOW_FOOTPRINT,
            " Registers are what the compiler of today's driver needs.");

    /** The paper's queues, and those that came after it. */
    private static final List<String> COLUMNS = Stream.concat(
                    PaperTable.columns().stream(), Stream.of("BQ-fused", "OVQ", "G-LFQ", "G-WFQ"))
            .toList();

    private BrokerQueueProperties() {}

    static Exhibit properties() {
        return Exhibit.of("table 1")
                .shows("Which queues fulfil eight properties that work distribution wants.")
                .run("bench properties --device cuda --out properties.jsonl")
                .remark("Each cell is decided by running something; criteria and evidence are in the report. Histories"
                        + " are from the simulator, and so may be other cells that ask what a queue does, not how"
                        + " fast.")
                .remark("BACQ (Polak, Troendle and Jang, Applied Sciences 15(4), 2025) is not possible: its algorithm"
                        + " is in nothing that could be read here, see docs/reproducing.md.")
                .remark("The text that the paper's table was read from leaves 3 of its 104 cells open: ? in brackets.")
                .claim(Claim.that("BQ fulfils all eight.", records -> {
                            var lacks = lacks(records)
                                    .map(cell -> cell.property() + " (" + cell.verdict() + ")")
                                    .toList();
                            return Found.of(
                                    lacks.isEmpty() ? "all eight" : "all but " + String.join(", ", lacks),
                                    lacks.isEmpty());
                        })
                        .otherwise(records -> lacks(records)
                                .map(cell -> cell.property() + ": "
                                        + cell.evidence().lines().findFirst().orElse(""))
                                .collect(Collectors.joining("; ", "", ". The criteria are ours; see its row."))))
                .claim(Claim.that("No queue of other authors fulfils all eight.", records -> {
                    var all = PaperTable.columns().stream()
                            .filter(queue -> !queue.equals("BQ"))
                            .filter(queue -> Arrays.stream(Property.values())
                                    .allMatch(property -> holds(records, queue, property)))
                            .toList();
                    return Found.of(all.isEmpty() ? "none" : String.join(", ", all), all.isEmpty());
                }))
                .claims(Arrays.stream(Property.values())
                        .map(BrokerQueueProperties::row)
                        .toList())
                .grid(Grid.of(
                                "Ours (the paper's): • fulfilled, ◦ partly, - not, ? unclear",
                                "",
                                Arrays.stream(Property.values())
                                        .map(Property::toString)
                                        .toList(),
                                COLUMNS,
                                (records, property, queue) ->
                                        Cell.of(mark(Answer.valueOf(records.property(String.valueOf(queue), property)
                                                .verdict()
                                                .toUpperCase(Locale.ROOT)))))
                        .beside((property, column) -> PaperTable.of(COLUMNS.get(column), property(property))
                                .map(BrokerQueueProperties::mark)
                                .orElse("")));
    }

    /** A row of the table: the same queues as in the paper. */
    private static Claim row(Property property) {
        String fulfil = PaperTable.columns().stream()
                .filter(queue -> PaperTable.of(queue, property).orElseThrow() == Answer.YES)
                .collect(Collectors.joining(", "));
        return Claim.that("Row “" + property + "”: " + fulfil + ".", records -> {
                    var other = different(records, property);
                    return Found.of(
                            other.isEmpty()
                                    ? "the same"
                                    : "other than the paper: "
                                            + other.stream()
                                                    .map(cell -> cell.structure() + " " + cell.verdict())
                                                    .collect(Collectors.joining(", ")),
                            other.isEmpty());
                })
                .otherwise(records -> "decided by: " + property.criterion() + ". "
                        + different(records, property).stream()
                                .map(cell -> cell.structure() + ": "
                                        + cell.evidence().lines().findFirst().orElse(""))
                                .collect(Collectors.joining("; "))
                        + "." + REASONS.getOrDefault(property, ""));
    }

    /** Where we found something else than the paper, both being certain. */
    private static List<Archive.Property> different(Records records, Property property) {
        var different = new ArrayList<Archive.Property>();
        for (String queue : PaperTable.columns()) {
            var paper = PaperTable.of(queue, property).orElseThrow();
            var ours = records.property(queue, property.toString());
            if (paper != Answer.UNCLEAR && !ours.verdict().equals(paper.toString())) {
                different.add(ours);
            }
        }
        return different;
    }

    private static Stream<Archive.Property> lacks(Records records) {
        return Arrays.stream(Property.values())
                .filter(property -> !holds(records, "BQ", property))
                .map(property -> records.property("BQ", property.toString()));
    }

    private static boolean holds(Records records, String queue, Property property) {
        return records.property(queue, property.toString()).verdict().equals(Answer.YES.toString());
    }

    private static Property property(String name) {
        return Arrays.stream(Property.values())
                .filter(property -> property.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String mark(Answer answer) {
        return answer == Answer.NO ? "-" : answer.mark().isBlank() ? answer.toString() : answer.mark();
    }
}
