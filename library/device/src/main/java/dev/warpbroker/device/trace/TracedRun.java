package dev.warpbroker.device.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * A run of workers on a device.
 *
 * @param device on which device, as the command line names it
 * @param engine what ran the tasks
 * @param body file and line of the code of tasks; empty if that is not known
 * @param kinds the kinds of tasks
 * @param begin when the first worker began, by {@link System#nanoTime}
 * @param end when the last one ended
 * @param workers what each did, by their numbers
 */
public record TracedRun(
        String device,
        String engine,
        String body,
        List<TaskKind> kinds,
        long begin,
        long end,
        List<TracedWorker> workers) {
    /** Copies the lists. */
    public TracedRun {
        kinds = List.copyOf(kinds);
        workers = List.copyOf(workers);
    }

    /** {@return how many spans of workers there are} */
    long spans() {
        return workers.stream().mapToLong(worker -> worker.spans().size()).sum();
    }

    /** {@return this run with at most so many spans: those of its first workers; of the others it has the counts} */
    TracedRun withFewerSpans(long most) {
        var kept = new ArrayList<TracedWorker>();
        long room = most;
        for (var worker : workers) {
            room -= worker.spans().size();
            kept.add(room >= 0 ? worker : worker.withoutSpans());
        }
        return room >= 0 ? this : new TracedRun(device, engine, body, kinds, begin, end, kept);
    }

    /** {@return how many tasks were run} */
    public long executed() {
        return workers.stream().mapToLong(TracedWorker::executed).sum();
    }

    /** {@return how many tasks of a kind were run} */
    public long executed(int kind) {
        return workers.stream().mapToLong(worker -> worker.tasks().get(kind)).sum();
    }

    /** {@return how often a worker took tasks from another} */
    public long steals() {
        return workers.stream().mapToLong(TracedWorker::steals).sum();
    }

    /** {@return how many spans were left out} */
    public long dropped() {
        return workers.stream().mapToLong(TracedWorker::dropped).sum();
    }
}
