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
 * @param known what is known of that as long as no measurement shows the reason; null for nothing
 * @param impossible why it cannot be tried here; null if it can
 */
public record Claim(
        String says,
        Probe probe,
        @Nullable Reason reason,
        @Nullable Reason known,
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
         * {@return the reason, in words; empty if the measurements do not show it}
         *
         * @throws NotRecordedException if a measurement of it was not recorded
         */
        String in(Records records);
    }

    static Claim that(String says, Probe probe) {
        return new Claim(says, probe, null, null, null);
    }

    /**
     * {@return this claim with what explains it if it does not hold, or by another factor}
     *
     * <p>What refers to no record explains nothing.
     *
     * @param why has measurements that show it
     */
    Claim otherwise(Reason why) {
        return new Claim(says, probe, why, known, impossible);
    }

    /**
     * {@return this claim with what is known if it does not hold, or by another factor}
     *
     * @param shows whether measurements show that what is known explains it; if not, it stays unexplained
     */
    Claim otherwise(Predicate<Records> shows, Reason facts) {
        return otherwise(records -> shows.test(records) ? facts.in(records) : "")
                .unexplained(facts);
    }

    /**
     * {@return this claim with what is known if it does not hold, or by another factor; it stays unexplained}
     *
     * <p>After {@link #otherwise} it is what is said while those measurements are missing or do not show the reason.
     */
    Claim unexplained(Reason facts) {
        return new Claim(says, probe, reason, facts, impossible);
    }

    /** {@return a claim that cannot be tried here, and why} */
    static Claim impossible(String says, String why) {
        return new Claim(
                says,
                _ -> {
                    throw new IllegalStateException("nothing is known of: " + says);
                },
                null,
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
        var explained = Answer.of(reason, archive);
        boolean shown = !explained.words().isEmpty() && !explained.sources().isEmpty();
        var answer = shown || known == null ? explained : Answer.of(known, archive);
        return new Verdict(
                says,
                shown ? found.outcome() : found.outcome().unexplained(),
                found.figure(),
                answer.words(),
                explained.missing() == null ? answer.missing() : explained.missing(),
                Stream.concat(records.sources().stream(), answer.sources().stream())
                        .distinct()
                        .toList());
    }

    /** What a reason says, with the records that it says it by, or what is missing for that. */
    private record Answer(String words, @Nullable Missing missing, List<Source> sources) {
        static Answer of(@Nullable Reason reason, Archive archive) {
            if (reason == null) {
                return new Answer("", null, List.of());
            }
            var records = new Records(archive);
            try {
                return new Answer(reason.in(records), null, records.sources());
            } catch (NotRecordedException unknown) {
                return new Answer("", unknown.missing(), records.sources());
            }
        }
    }
}
