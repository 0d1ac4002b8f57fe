package dev.warpbroker.tasks.worker;

import dev.warpbroker.device.trace.TracedWorker;
import dev.warpbroker.device.trace.WorkerSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Makes spans of what {@link WorkerRings} hold after a launch. */
final class RingReader {
    private final long[] heads;
    private final long[] records;
    private final int headWords;
    private final int recordWords;
    private final int spans;
    private final int kinds;
    private final int lines;

    RingReader(long[] heads, long[] records, int headWords, int recordWords, int spans, int kinds, int lines) {
        this.heads = heads;
        this.records = records;
        this.headWords = headWords;
        this.recordWords = recordWords;
        this.spans = spans;
        this.kinds = kinds;
        this.lines = lines;
    }

    private long head(int worker, int word) {
        return heads[(worker + 1) * headWords + word];
    }

    /** {@return when the first worker began, by the clock of the device} */
    long begin(int workers) {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < workers; i++) {
            first = Math.min(first, head(i, WorkerRings.BEGIN));
        }
        return first;
    }

    /** {@return when the last worker ended, by the clock of the device, or was seen last} */
    long end(int workers) {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < workers; i++) {
            long noted = head(i, WorkerRings.END);
            last = Math.max(last, noted == 0 ? head(i, WorkerRings.SINCE) + 1 : noted);
        }
        return last;
    }

    List<TracedWorker> workers(int count, long offset) {
        var workers = new ArrayList<TracedWorker>(count);
        long last = end(count) + offset;
        for (int i = 0; i < count; i++) {
            workers.add(worker(i, offset, last));
        }
        return workers;
    }

    /** @param last when the last worker ended */
    private TracedWorker worker(int worker, long offset, long last) {
        long written = head(worker, WorkerRings.WRITTEN);
        long kept = worker < lines ? Math.min(written, spans) : 0;
        var totals = new long[kinds];
        for (int kind = 0; kind < kinds; kind++) {
            totals[kind] = head(worker, kinds > 1 ? WorkerRings.KINDS + kind : WorkerRings.TASKS);
        }
        var states = new ArrayList<WorkerSpan>();
        var steals = new ArrayList<WorkerSpan>();
        long[] before = written > kept ? null : new long[kinds];
        int lastWork = -1;
        long end = Long.MIN_VALUE;
        for (long number = written - kept; number < written; number++) {
            int record = (int) (worker * (long) spans + (number & spans - 1)) * recordWords;
            long begin = records[record] + offset;
            int state = (int) records[record + 2] & (1 << WorkerRings.STATE_BITS) - 1;
            if (state == WorkerRings.STEAL) {
                int victim =
                        (int) (records[record + 2] >>> WorkerRings.STATE_BITS) & (1 << WorkerRings.VICTIM_BITS) - 1;
                int tasks = (int) (records[record + 2] >>> WorkerRings.STATE_BITS + WorkerRings.VICTIM_BITS);
                steals.add(new WorkerSpan(WorkerSpan.State.STEAL, begin, begin + 1, List.of(), victim, tasks));
                continue;
            }
            long[] after = counts(record);
            List<Long> tasks = List.of();
            if (state == WorkerRings.WORK) {
                tasks = difference(after, before == null ? after : before);
                before = after;
                lastWork = states.size();
            } else if (before == null) {
                before = after;
            }
            // The clock may not have moved. Spans follow one another, and none is empty.
            begin = Math.max(begin, end);
            long until = Math.max(records[record + 1] + offset, begin + 1);
            end = until;
            states.add(new WorkerSpan(
                    state == WorkerRings.WORK ? WorkerSpan.State.WORK : WorkerSpan.State.IDLE,
                    begin,
                    until,
                    tasks,
                    -1,
                    0));
        }
        if (worker < lines && head(worker, WorkerRings.END) == 0) {
            states.add(cutOff(
                    before == null ? totals : before,
                    totals,
                    Math.max(head(worker, WorkerRings.SINCE) + offset, end),
                    last));
            written++;
            kept++;
        } else if (lastWork >= 0 && before != null) {
            states.set(lastWork, withRest(states.get(lastWork), difference(totals, before)));
        }
        var all = new ArrayList<WorkerSpan>(states);
        steals.forEach(steal -> all.add(within(states, steal)));
        all.sort(Comparator.comparingLong(WorkerSpan::begin).thenComparingLong(span -> -span.end()));
        return new TracedWorker(
                worker,
                difference(totals, new long[kinds]),
                head(worker, WorkerRings.STEALS),
                written,
                written - kept,
                all);
    }

    /** {@return the last state of a worker that left without a note: it worked if it has run tasks since it began} */
    private static WorkerSpan cutOff(long[] before, long[] totals, long begin, long last) {
        boolean ran = !Arrays.equals(before, totals);
        return new WorkerSpan(
                ran ? WorkerSpan.State.WORK : WorkerSpan.State.IDLE,
                begin,
                Math.max(last, begin + 1),
                ran ? difference(totals, before) : List.of(),
                -1,
                0);
    }

    /** {@return how many tasks of each kind had been run when a record was written} */
    private long[] counts(int record) {
        var counts = new long[kinds];
        for (int kind = 0; kind < kinds; kind++) {
            counts[kind] = records[record + (kinds > 1 ? WorkerRings.RECORD_KINDS + kind : WorkerRings.RECORD_TASKS)];
        }
        return counts;
    }

    private static List<Long> difference(long[] after, long[] before) {
        var differences = new ArrayList<Long>(after.length);
        for (int i = 0; i < after.length; i++) {
            differences.add(after[i] - before[i]);
        }
        return differences;
    }

    /** {@return a span with the tasks that were counted after its record was written} */
    private static WorkerSpan withRest(WorkerSpan span, List<Long> rest) {
        var tasks = new ArrayList<Long>(span.tasks());
        for (int kind = 0; kind < tasks.size(); kind++) {
            tasks.set(kind, tasks.get(kind) + rest.get(kind));
        }
        return new WorkerSpan(span.state(), span.begin(), span.end(), tasks, span.victim(), span.stolen());
    }

    /** {@return a steal at a moment of the span in which it happened} */
    private static WorkerSpan within(List<WorkerSpan> states, WorkerSpan steal) {
        int low = 0;
        int high = states.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (states.get(middle).end() <= steal.begin()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (states.isEmpty() || states.get(low).begin() > steal.begin()) {
            return steal;
        }
        long moment = Math.min(steal.begin(), states.get(low).end() - 1);
        return new WorkerSpan(steal.state(), moment, moment + 1, steal.tasks(), steal.victim(), steal.stolen());
    }
}
