package dev.warpbroker.cli.bench.properties;

/**
 * Whether a queue has a property, and what shows it.
 *
 * @param verdict whether it has
 * @param evidence what was run and seen; may have several lines
 */
record Finding(Answer verdict, String evidence) {
    static Finding yes(String evidence) {
        return new Finding(Answer.YES, evidence);
    }

    static Finding no(String evidence) {
        return new Finding(Answer.NO, evidence);
    }

    static Finding failed(String reason) {
        return new Finding(Answer.FAILED, reason);
    }

    static Finding unclear(String evidence) {
        return new Finding(Answer.UNCLEAR, evidence);
    }
}
