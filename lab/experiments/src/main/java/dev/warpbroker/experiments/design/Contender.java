package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.results.Statistics;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The work of a row, for a fixed number of threads.
 *
 * @param run does the work once, with a limit after which it is cancelled; returns the time that the device was busy
 * @param check does the work again, with a limit for each launch, and checks whether nothing was lost or duplicated
 * @param end frees the resources of the work
 * @param sampling repeats the work where repetitions are not alike, or follow each other at once; null if runs are to
 *     be repeated
 */
public record Contender(
        Run run,
        Function<Duration, Checked> check,
        Runnable end,
        @Nullable Supplier<Timing> sampling) {
    /** Does the work once. */
    @FunctionalInterface
    public interface Run {
        /** {@return how long the device was busy with work that is cancelled after a limit} */
        Duration within(Duration limit);
    }

    public Contender(Run run, Function<Duration, Checked> check, Runnable end) {
        this(run, check, end, null);
    }

    /** Work that has nothing to free. */
    public Contender(Run run, Function<Duration, Checked> check) {
        this(run, check, () -> {});
    }

    /** {@return work of one host thread, the reference of the checks; it is not checked itself} */
    public static Contender sequential(Runnable work) {
        return new Contender(
                _ -> {
                    long start = System.nanoTime();
                    work.run();
                    return Duration.ofNanos(System.nanoTime() - start);
                },
                _ -> Checked.NOT);
    }

    /** {@return work that repeats itself} */
    public static Contender sampled(Supplier<Timing> sampling) {
        return new Contender(_ -> Duration.ZERO, _ -> Checked.NOT, () -> {}, sampling);
    }

    /** {@return the timing of repetitions that took these times} */
    public static Timing samples(long[] nanos, Checked checked) {
        return new Timing(Statistics.of(nanos), checked, null);
    }

    /** {@return the time of a launch, which is cancelled after a limit} */
    public static Duration launch(Device device, Grid grid, Kernel kernel, Duration limit) {
        var launch = device.launch(grid, kernel);
        launch.join(limit);
        return launch.elapsed();
    }

    /** {@return the same work, which frees another resource at its end} */
    public Contender closing(Runnable more) {
        Runnable both = () -> {
            end.run();
            more.run();
        };
        return new Contender(run, check, both, sampling);
    }
}
