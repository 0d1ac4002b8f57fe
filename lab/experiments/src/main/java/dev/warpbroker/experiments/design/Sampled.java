package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.results.Statistics;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A contender that repeats its work itself, where repetitions are not alike or follow each other at once.
 *
 * @param sampling does all of the work
 */
public record Sampled(Supplier<Timing> sampling) implements Contender {
    /** {@return what repetitions with these times came to} */
    public static Timing of(long[] nanos, Checked checked) {
        return new Timing(Statistics.of(nanos), checked, null);
    }

    @Override
    public String label() {
        return "samples";
    }

    @Override
    public Timing sampled() {
        return sampling.get();
    }

    @Override
    public long run(Duration limit) {
        throw new UnsupportedOperationException("it repeats its work itself");
    }

    @Override
    public Checked check(Duration limit) {
        throw new UnsupportedOperationException("it repeats its work itself");
    }
}
