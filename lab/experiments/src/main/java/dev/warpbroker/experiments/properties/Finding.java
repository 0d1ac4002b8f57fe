package dev.warpbroker.experiments.properties;

/**
 * Whether a queue has a property, and what shows it.
 *
 * @param verdict whether it has
 * @param evidence what was run and seen; may have several lines
 */
public record Finding(Answer verdict, String evidence) {
    /** {@return that it has} */
    public static Finding yes(String evidence) {
        return new Finding(Answer.YES, evidence);
    }

    /** {@return that it has not} */
    public static Finding no(String evidence) {
        return new Finding(Answer.NO, evidence);
    }

    /** {@return that what was to find it out broke down} */
    public static Finding failed(String reason) {
        return new Finding(Answer.FAILED, reason);
    }

    /** {@return that it was not found out} */
    public static Finding unclear(String evidence) {
        return new Finding(Answer.UNCLEAR, evidence);
    }
}
