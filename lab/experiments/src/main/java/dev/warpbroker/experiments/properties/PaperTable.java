package dev.warpbroker.experiments.properties;

import dev.warpbroker.experiments.design.Findings;
import java.util.List;
import java.util.Optional;

/**
 * Table 1 of the Broker Queue paper.
 *
 * <p>The text of the paper that this was read from keeps the marks of each column but not their rows. Columns of which
 * the number of marks agrees with what sections 2.3 and 3 say are certain (MSQ, BAQ, SHCQ, TZQ, GQ, LCRQ, SFQ, WFQ,
 * BQ). NSFQ has five marks and 2MQ six, taken to be consecutive. Of CBQ and HTQ one mark each is missing; where it may
 * be missing stands {@link Answer#UNCLEAR}.
 */
public final class PaperTable {
    /** A mark for each row of a column, from top to bottom: * fulfilled, o partly, - not, ? unclear. */
    private static final String MARKS = "marks";

    private static final Findings TABLE = Findings.of(PaperTable.class, "properties");

    private PaperTable() {}

    /** {@return the paper's columns, in its order} */
    public static List<String> columns() {
        return TABLE.names(MARKS);
    }

    /** {@return what the paper says; nothing for a queue that is not in its table} */
    public static Optional<Answer> of(String structure, Property property) {
        return TABLE.text(MARKS, structure).map(marks -> switch (marks.charAt(property.ordinal())) {
            case '*' -> Answer.YES;
            case 'o' -> Answer.PARTLY;
            case '?' -> Answer.UNCLEAR;
            default -> Answer.NO;
        });
    }
}
