package dev.warpbroker.cli.bench.timing;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that all timed experiments share. What is not given suits itself to the device. */
public final class Tuning {
    @Option(names = "--threads", split = ",", paramLabel = "N", description = "Numbers of threads.")
    private @Nullable List<Integer> threads;

    @Option(names = "--reps", paramLabel = "N", description = "Timed repetitions.")
    private @Nullable Integer repetitions;

    @Option(names = "--warmup", paramLabel = "N", description = "Repetitions before the timed ones.")
    private @Nullable Integer warmUps;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = {
                "Time for the repetitions of one row (default: 0.5 in most experiments).",
                "A row of which a single run takes longer is left out from there on; after twice the time a run is"
                        + " cancelled."
            })
    private @Nullable Double limit;

    @Option(
            names = "--check",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Check that nothing is lost or duplicated, apart from the timed repetitions (default).")
    private boolean check;

    /** {@return the numbers of threads, smallest first: what is too slow is left out of larger ones} */
    public List<Integer> threads(List<Integer> preset) {
        var chosen = threads == null ? preset : threads;
        chosen.forEach(number -> Effort.requireAtLeast(1, "threads", number));
        return chosen.stream().sorted().distinct().toList();
    }

    /** {@return whether the user said how many threads} */
    public boolean areThreadsGiven() {
        return threads != null;
    }

    /** {@return how often and how long to measure} */
    public Effort effort(Effort preset) {
        return new Effort(
                repetitions == null ? preset.repetitions() : repetitions,
                warmUps == null ? preset.warmUps() : warmUps,
                check,
                limit == null ? preset.limit() : Duration.ofMillis(Math.round(limit * 1e3)));
    }
}
