package dev.warpbroker.device.trace;

import java.util.List;

/**
 * What a worker did in a run.
 *
 * @param number which worker
 * @param tasks how many tasks of each kind it ran, exactly
 * @param steals how often it took tasks from another worker, exactly
 * @param written how many spans there were
 * @param dropped how many of them are not in the list, since there was no room
 * @param spans the latest spans, by their beginning; those in which it worked or was idle follow one another, and
 *     steals lie within
 */
public record TracedWorker(
        int number, List<Long> tasks, long steals, long written, long dropped, List<WorkerSpan> spans) {
    /** Copies the lists. */
    public TracedWorker {
        tasks = List.copyOf(tasks);
        spans = List.copyOf(spans);
    }

    /** {@return this worker without its spans, all of which count as left out} */
    TracedWorker withoutSpans() {
        return new TracedWorker(number, tasks, steals, written, written, List.of());
    }

    /** {@return how many tasks it ran} */
    public long executed() {
        return tasks.stream().mapToLong(Long::longValue).sum();
    }
}
