package dev.warpbroker.experiments.papers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a paper says, in our words, and how records tell whether it holds here.
 *
 * @param says the paper's finding, with its figure
 * @param probe looks for ours
 * @param reason why it does not hold here, or by another factor, if so; null while nobody knows
 * @param impossible why it cannot be tried here; null if it can
 */
public record Claim(
        String says,
        Probe probe,
        @Nullable Reason reason,
        @Nullable String impossible) {
    /** Looks into records for what we found. */
    @FunctionalInterface
    interface Probe {
        /**
         * {@return what we found}
         *
         * @throws NotRecordedException if there are no records of it
         */
        Found in(Records records);
    }

    /** Says why a finding is not reproduced, with a measurement that shows it. */
    @FunctionalInterface
    interface Reason {
        /**
         * {@return the reason, in words}
         *
         * @throws NotRecordedException if the measurement that shows it was not recorded
         */
        String in(Records records);
    }

    static Claim that(String says, Probe probe) {
        return new Claim(says, probe, null, null);
    }

    /** {@return this claim with what is to be said if it does not hold} */
    Claim otherwise(Reason why) {
        return new Claim(says, probe, why, impossible);
    }

    /** {@return a claim that cannot be tried here, and why} */
    static Claim impossible(String says, String why) {
        return new Claim(
                says,
                _ -> {
                    throw new IllegalStateException("nothing is known of: " + says);
                },
                null,
                why);
    }

    /** {@return what became of it} */
    Verdict verdict(Archive archive) {
        if (impossible != null) {
            return new Verdict(says, Outcome.NOT_POSSIBLE, "–", impossible, null, List.of());
        }
        var records = new Records(archive);
        Found found;
        try {
            found = probe.in(records);
        } catch (NotRecordedException missing) {
            return new Verdict(says, Outcome.NOT_RECORDED, "–", "", missing.missing(), List.of());
        }
        if (found.outcome() == Outcome.REPRODUCED) {
            return new Verdict(says, Outcome.REPRODUCED, found.figure(), "", null, records.sources());
        }
        String why = "";
        Missing unknown = null;
        if (reason != null) {
            try {
                why = reason.in(records);
            } catch (NotRecordedException missing) {
                unknown = missing.missing();
            }
        }
        boolean unexplained = found.outcome() == Outcome.TURNED_AROUND && why.isEmpty();
        return new Verdict(
                says,
                unexplained ? Outcome.UNEXPLAINED : found.outcome(),
                found.figure(),
                why,
                unknown,
                records.sources());
    }
}
