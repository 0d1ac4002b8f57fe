package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import java.time.Duration;
import java.util.function.Function;

/**
 * A contender made of functions.
 *
 * @param run does the work once, with a limit after which it is cancelled; returns how long the device was busy
 * @param check does the work again, with a limit for each launch, and checks it
 * @param end frees what the work needed
 */
public record Work(Run run, Function<Duration, Checked> check, Runnable end) implements Contender {
    /** Does the work once. */
    @FunctionalInterface
    public interface Run {
        /** {@return how long the device was busy with work that is cancelled after a limit} */
        Duration within(Duration limit);
    }

    /** Work that has nothing to free. */
    public Work(Run run, Function<Duration, Checked> check) {
        this(run, check, () -> {});
    }

    /** {@return work of one thread of the host that others are checked against, so that nothing checks it} */
    public static Work sequential(Runnable work) {
        return new Work(
                _ -> {
                    long start = System.nanoTime();
                    work.run();
                    return Duration.ofNanos(System.nanoTime() - start);
                },
                _ -> Checked.NOT);
    }

    /** {@return how long a launch took, which is cancelled after a limit} */
    public static Duration launch(Device device, Grid grid, Kernel kernel, Duration limit) {
        var launch = device.launch(grid, kernel);
        launch.join(limit);
        return launch.elapsed();
    }

    @Override
    public String label() {
        return "work";
    }

    @Override
    public long run(Duration limit) {
        return run.within(limit).toNanos();
    }

    @Override
    public Checked check(Duration limit) {
        return check.apply(limit);
    }

    @Override
    public void close() {
        end.run();
    }
}
