package dev.warpbroker.cli.bench.properties;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Table 1 of the Broker Queue paper.
 *
 * <p>The text of the paper that this was read from keeps the marks of each column but not their rows. Columns of which
 * the number of marks agrees with what sections 2.3 and 3 say are certain (MSQ, BAQ, SHCQ, TZQ, GQ, LCRQ, SFQ, WFQ, BQ).
 * NSFQ has five marks and 2MQ six, taken to be consecutive. Of CBQ and HTQ one mark each is missing; where it may be
 * missing stands {@link Answer#UNCLEAR}.
 */
public final class PaperTable {
    /** The paper's columns, in its order. */
    public static final List<String> COLUMNS =
            List.of("MSQ", "BAQ", "SHCQ", "TZQ", "GQ", "CBQ", "HTQ", "LCRQ", "SFQ", "NSFQ", "2MQ", "WFQ", "BQ");

    /** For each column the rows from top to bottom: fulfilled, (o) partly, - not, ? unclear. */
    private static final Map<String, String> MARKS = Map.ofEntries(
            Map.entry("MSQ", "--**-**-"),
            Map.entry("BAQ", "--**-**-"),
            Map.entry("SHCQ", "--**-**-"),
            Map.entry("TZQ", "---*-**-"),
            Map.entry("GQ", "*--****-"),
            Map.entry("CBQ", "****?---"),
            Map.entry("HTQ", "*--?**?-"),
            Map.entry("LCRQ", "*o*--**-"),
            Map.entry("SFQ", "*****---"),
            Map.entry("NSFQ", "--*****-"),
            Map.entry("2MQ", "--******"),
            Map.entry("WFQ", "*o*--**-"),
            Map.entry("BQ", "********"));

    private PaperTable() {}

    /** {@return what the paper says; nothing for a queue that is not in its table} */
    public static Optional<Answer> of(String structure, Property property) {
        return Optional.ofNullable(MARKS.get(structure)).map(marks -> switch (marks.charAt(property.ordinal())) {
            case '*' -> Answer.YES;
            case 'o' -> Answer.PARTLY;
            case '?' -> Answer.UNCLEAR;
            default -> Answer.NO;
        });
    }
}
