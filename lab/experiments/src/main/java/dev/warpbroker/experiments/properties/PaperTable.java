package dev.warpbroker.experiments.properties;

import dev.warpbroker.experiments.design.Findings;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Table 1 of the Broker Queue paper.
 *
 * <p>The text of the paper that this was read from keeps the marks, and which of them stand below each other without a
 * gap, but not their rows. How many a column has, and where, is told by sections 2.3, 3 and 7.1: by these MSQ, BAQ,
 * SHCQ, TZQ, GQ, LCRQ, SFQ, WFQ and BQ have the marks that they must have, and 2MQ, which is neither scalable nor fair,
 * has six, which are all other rows. Of CBQ and HTQ one mark each is missing; where it may be missing stands
 * {@link Answer#UNCLEAR}. Cells of which the sections say too little are {@linkplain #isGuess guesses}: there marks
 * without a gap are taken to be of neighbouring rows.
 */
public final class PaperTable {
    /** A mark for each row of a column, from top to bottom: * fulfilled, o partly, - not, ? unclear. */
    private static final String MARKS = "marks";

    private static final Findings TABLE = Findings.of(PaperTable.class, "properties");

    private static final Map<String, Set<Property>> GUESSES = Map.of(
            "CBQ",
            EnumSet.of(Property.LOW_FOOTPRINT),
            "HTQ",
            EnumSet.of(Property.STATIC_MEMORY, Property.ALL_PARADIGMS, Property.MULTI_ELEMENT),
            "NSFQ",
            EnumSet.range(Property.LOW_FOOTPRINT, Property.MULTI_ELEMENT));

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

    /** {@return whether only the layout of the text says what stands in a cell} */
    public static boolean isGuess(String structure, Property property) {
        return GUESSES.getOrDefault(structure, Set.of()).contains(property);
    }
}
