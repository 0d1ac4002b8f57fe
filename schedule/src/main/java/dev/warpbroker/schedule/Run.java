package dev.warpbroker.schedule;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.LaunchStoppedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A run under way.
 *
 * @param <T> the tasks
 */
final class Run<T> {
    private final SchedulerOptions<T> options;
    private final Crew<T> crew;
    private final RunMemory<T> memory;
    private final Grid grid;
    private final Launch launch;

    Run(Device device, SchedulerOptions<T> options, Crew<T> crew, List<? extends T> first, TaskBody<T> body) {
        this.options = options;
        this.crew = crew;
        crew.clear();
        memory = new RunMemory<>(device, options.layout(), first, crew.mostLanes(), options.taskTrace(), false);
        var kernel = crew.kernel(memory, body);
        grid = crew.grid(kernel);
        launch = device.launch(grid, kernel);
    }

    Report join() {
        try (memory) {
            try {
                launch.join();
            } catch (LaunchStoppedException stopped) {
                throw stopped;
            } catch (DeviceException failure) {
                var fault = failure.fault();
                if (fault == null || !memory.traces()) {
                    throw failure;
                }
                throw new TaskFailedException(memory.running(fault.lane()), failure);
            }
            int missing = memory.overflown();
            if (missing > 0) {
                throw new TaskOverflowException(
                        "no room for " + missing + " tasks or more: " + crew.room()
                                + " were full; raise SchedulerOptions.capacity or keep",
                        missing);
            }
            return report();
        }
    }

    private Report report() {
        long[] tallies = memory.tallies();
        var workers = new ArrayList<Report.Worker>();
        long executed = 0;
        for (int i = 0; i < grid.threads() / crew.lanesOfWorker(); i++) {
            int at = i * RunMemory.TALLIES;
            executed += tallies[at + RunMemory.EXECUTED];
            if (options.statistics()) {
                workers.add(new Report.Worker(
                        tallies[at + RunMemory.EXECUTED],
                        tallies[at + RunMemory.STOLEN],
                        tallies[at + RunMemory.FAILED],
                        Duration.ofNanos(tallies[at + RunMemory.IDLE_NANOS])));
            }
        }
        return new Report(launch.elapsed(), executed, workers);
    }
}
