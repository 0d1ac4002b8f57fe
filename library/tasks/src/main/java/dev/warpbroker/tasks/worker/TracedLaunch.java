package dev.warpbroker.tasks.worker;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.trace.SourceLine;
import dev.warpbroker.device.trace.TaskKind;
import dev.warpbroker.device.trace.TracedRun;
import java.util.List;

/**
 * What the host knows of a launch of workers that has ended. Times are those of {@link System#nanoTime}.
 *
 * @param engine what ran the tasks, in words
 * @param body the code of tasks
 * @param called before the launch was called
 * @param launched after that call
 * @param ended when the host saw the end
 */
public record TracedLaunch(String engine, Object body, long called, long launched, long ended) {
    /**
     * {@return what to add to the clock of the device} On the JVM that is the clock of the host. A GPU has its own; its
     * workers are taken to begin when the call returns, and earlier if they would end after the host saw it. That is
     * right to some microseconds, unless other kernels come before.
     */
    private long offset(Device device, long begin, long end) {
        if (device.properties().lanesPerWorker() == 1) {
            return 0;
        }
        return Math.max(called, Math.min(launched, ended - (end - begin))) - begin;
    }

    TracedRun run(Device device, Layout<?> layout, RingReader reader, int workers) {
        long begin = reader.begin(workers);
        long end = reader.end(workers);
        long offset = offset(device, begin, end);
        return new TracedRun(
                device.toString(),
                engine,
                SourceLine.of(body),
                kinds(layout),
                begin + offset,
                end + offset,
                reader.workers(workers, offset));
    }

    private static List<TaskKind> kinds(Layout<?> layout) {
        var types = layout.alternatives();
        return types.isEmpty()
                ? List.of(new TaskKind("task", ""))
                : types.stream()
                        .map(type -> new TaskKind(type.getSimpleName(), SourceLine.of(type)))
                        .toList();
    }
}
