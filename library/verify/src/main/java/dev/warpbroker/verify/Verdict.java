package dev.warpbroker.verify;

/** What a check says of a history. */
public sealed interface Verdict permits Verdict.Linearizable, Verdict.Unrefuted, Violation {
    /** Proven: the operations can have taken effect one by one, each between its call and its return. */
    record Linearizable() implements Verdict {}

    /**
     * The history of a bounded structure in which nothing wrong was found. Proven is that it is linearizable if the
     * capacity and the Full results are left aside; of those, conditions hold that are necessary but not sufficient.
     */
    record Unrefuted() implements Verdict {}
}
