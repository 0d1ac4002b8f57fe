package dev.warpbroker.experiments.papers;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a paper says, in our words, and how records tell whether it holds here.
 *
 * @param says the paper's finding, with its figure
 * @param probe looks for ours
 * @param reason why it does not hold here, or by another factor, if so; null while nobody knows
 * @param shown whether records show the reason; where they do not, it only says what is known
 * @param impossible why it cannot be tried here; null if it can
 */
public record Claim(
        String says,
        Probe probe,
        @Nullable Reason reason,
        Predicate<Records> shown,
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

    /** Says why a finding is not reproduced, or what is known of that, with measurements. */
    @FunctionalInterface
    interface Reason {
        /**
         * {@return the reason, in words}
         *
         * @throws NotRecordedException if a measurement of it was not recorded
         */
        String in(Records records);
    }

    static Claim that(String says, Probe probe) {
        return new Claim(says, probe, null, _ -> false, null);
    }

    /**
     * {@return this claim with what explains it if it does not hold, or by another factor}
     *
     * <p>What refers to no record explains nothing.
     *
     * @param why has measurements that show it
     */
    Claim otherwise(Reason why) {
        return otherwise(_ -> true, why);
    }

    /**
     * {@return this claim with what is known if it does not hold, or by another factor}
     *
     * @param shows whether measurements show that what is known explains it; if not, it stays unexplained
     */
    Claim otherwise(Predicate<Records> shows, Reason known) {
        return new Claim(says, probe, known, shows, impossible);
    }

    /** {@return this claim with what is known if it does not hold, or by another factor; it stays unexplained} */
    Claim unexplained(Reason known) {
        return otherwise(_ -> false, known);
    }

    /** {@return a claim that cannot be tried here, and why} */
    static Claim impossible(String says, String why) {
        return new Claim(
                says,
                _ -> {
                    throw new IllegalStateException("nothing is known of: " + says);
                },
                null,
                _ -> false,
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
        var behind = new Records(archive);
        String why = "";
        boolean explained = false;
        Missing unknown = null;
        if (reason != null) {
            try {
                why = reason.in(behind);
                explained = shown.test(behind)
                        && !why.isEmpty()
                        && !behind.sources().isEmpty();
            } catch (NotRecordedException missing) {
                unknown = missing.missing();
            }
        }
        return new Verdict(
                says,
                explained ? found.outcome() : found.outcome().unexplained(),
                found.figure(),
                why,
                unknown,
                Stream.concat(records.sources().stream(), behind.sources().stream())
                        .distinct()
                        .toList());
    }
}
