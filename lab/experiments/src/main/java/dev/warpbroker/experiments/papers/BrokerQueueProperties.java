package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.properties.Answer;
import dev.warpbroker.experiments.properties.PaperTable;
import dev.warpbroker.experiments.properties.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
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

    static final String COMMAND = "bench properties --device cuda --out properties.jsonl";

    private static final Pattern REGISTERS = Pattern.compile("(\\d+) registers");

    /** Of a multiprocessor, of the paper's GPU and of ours. */
    private static final int MULTIPROCESSOR_REGISTERS = 65_536;

    private static final int MULTIPROCESSOR_THREADS = 2048;

    private static final int BLOCK = 256;

    /** A thread gets a multiple of these. */
    private static final int REGISTERS_AT_ONCE = 8;

    private BrokerQueueProperties() {}

    /** Section 7.1: how many threads registers allow. */
    static List<Claim> registers() {
        return Stream.of("LCRQ", "WFQ")
                .map(queue -> Claim.that(
                                queue + " needs so many registers that only 43,008 of 57,344 threads run at once (37 %"
                                        + " less, says the paper; by these numbers it is 25 %).",
                                records -> {
                                    int registers = registers(records, queue);
                                    double share = residentShare(registers);
                                    return Found.beside(
                                            registers + " registers, BQ " + registers(records, "BQ")
                                                    + "; all threads have 32: "
                                                    + Quantity.significant(100 * share)
                                                    + " % of them run at once, in blocks of 256",
                                            share < 1,
                                            share,
                                            43_008.0 / BrokerQueuePaper.PAPER_THREADS);
                                })
                        .otherwise(records -> "a multiprocessor has 65,536 registers for 2,048 threads, so with up to"
                                + " 32 all fit, and pairs of " + queue + " need " + registers(records, queue)
                                + " with the compiler of today's driver. The paper's 43,008 threads are 1,536 on each"
                                + " of 28 multiprocessors, which 33 to 40 registers allow; how many it has it does not"
                                + " say."))
                .toList();
    }

    /** The share of a multiprocessor's threads that fit at once, in blocks of 256. */
    static double residentShare(int registers) {
        int each = Math.ceilDiv(registers, REGISTERS_AT_ONCE) * REGISTERS_AT_ONCE;
        int threads = MULTIPROCESSOR_REGISTERS / (each * BLOCK) * BLOCK;
        return Math.min(1, (double) threads / MULTIPROCESSOR_THREADS);
    }

    private static int registers(Records records, String queue) {
        var evidence =
                records.property(queue, Property.LOW_FOOTPRINT.toString()).evidence();
        var found = REGISTERS.matcher(evidence);
        if (!found.find()) {
            throw new NotRecordedException(new Missing("properties", "cuda", "registers of " + queue, ""));
        }
        return Integer.parseInt(found.group(1));
    }

    static Exhibit properties() {
        return Exhibit.of("table 1")
                .shows("Which queues fulfil eight properties that work distribution wants.")
                .run(COMMAND)
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
