package dev.warpbroker.experiments.papers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a claim.
 *
 * @param says the paper's finding
 * @param outcome whether it holds here
 * @param ours our figure; a dash if there is none
 * @param why it is not reproduced, or what is known of that, or why it cannot be tried; empty if it holds
 * @param missing a record without which nothing can be said, or the reason not be shown; null if none is missing
 * @param sources the runs that our figure and the reason are from
 */
public record Verdict(
        String says,
        Outcome outcome,
        String ours,
        String why,
        @Nullable Missing missing,
        List<Source> sources) {
    public Verdict {
        sources = List.copyOf(sources);
    }
}
