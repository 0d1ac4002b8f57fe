package dev.warpbroker.device.trace;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a time line in the JSON form of Chrome's Trace Event Format (D. Sinclair and others, "Trace Event Format",
 * Google, 2016), which Perfetto reads, too.
 *
 * <p>The host is a process with threads for launches, copies and compilations, of each as many as overlap. A device is
 * a process with a thread for each worker, one for the runs, and a counter of busy workers; a second one where runs of
 * a device overlap. Every span is a complete event ({@code X}); those of a thread nest. A steal is a span of a
 * nanosecond with the thief and another with the victim, and an arrow ({@code s}, {@code f}) between the two.
 *
 * <p>Times are microseconds, of which Perfetto makes nanoseconds by a product of doubles that it cuts off. Half a
 * nanosecond more in every moment, and a little more in every length, keep that from losing one, which would let a span
 * overlap the next; Perfetto leaves out spans that do. It also knows threads by their numbers alone in some places, so
 * these differ from process to process.
 */
final class ChromeTrace {
    private static final int HOST = 1;
    private static final int RUNS = 1;
    private static final int FIRST_WORKER = 2;

    /** More than a process has threads: what lies between the numbers of those of two processes. */
    private static final int THREADS = 1_000_000;

    /** Of a run, at how many moments busy workers are counted. */
    private static final int SAMPLES = 500;

    private final List<HostSpan> hostSpans;
    private final List<TracedRun> runs;
    private final long origin;

    /** Spans of the host that there was no room for. */
    private long leftOut;

    /** Number of the next arrow. */
    private int arrow;

    private boolean first = true;

    /**
     * A span on a thread.
     *
     * @param arrow number of the arrow that begins or ends here, or -1
     * @param leaves whether it begins here
     */
    private record Slice(
            String name, String category, long begin, long end, Map<String, ?> details, int arrow, boolean leaves) {}

    ChromeTrace(TimeLine timeLine) {
        hostSpans = timeLine.hostSpans();
        runs = timeLine.runs();
        leftOut = timeLine.hostSpansLeftOut();
        origin = timeLine.begin();
    }

    void write(Writer out) throws IOException {
        out.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
        writeHost(out);
        writeRuns(out);
        out.write("\n],\"otherData\":");
        writeSummary(out);
        out.write("}\n");
    }

    private void event(Writer out, String members) throws IOException {
        out.write(first ? "\n{" : ",\n{");
        first = false;
        out.write(members);
        out.write('}');
    }

    private void name(Writer out, int process, String name) throws IOException {
        event(
                out,
                "\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" + process + ",\"args\":"
                        + JsonText.object(Map.of("name", name)));
        event(
                out,
                "\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":" + process + ",\"args\":{\"sort_index\":"
                        + process + "}");
    }

    private void name(Writer out, int process, int thread, String name) throws IOException {
        String place = place(process, thread);
        event(
                out,
                "\"ph\":\"M\",\"name\":\"thread_name\"," + place + ",\"args\":"
                        + JsonText.object(Map.of("name", name)));
        event(
                out,
                "\"ph\":\"M\",\"name\":\"thread_sort_index\"," + place + ",\"args\":{\"sort_index\":" + thread + "}");
    }

    private static String place(int process, int thread) {
        return "\"pid\":" + process + ",\"tid\":" + (process * THREADS + thread);
    }

    /**
     * {@return microseconds since the beginning of the time line, to the nanosecond, of which there is half of one
     * more}
     */
    private String time(long nanos) {
        return micros(nanos - origin) + "5";
    }

    /** {@return microseconds, to the nanosecond, of which there is a thousandth more} */
    private static String length(long nanos) {
        return micros(nanos) + "001";
    }

    private static String micros(long nanos) {
        return nanos / 1000 + "." + String.format(Locale.ROOT, "%03d", Math.floorMod(nanos, 1000));
    }

    /** Writes the spans of a thread: by their beginning, and of those that begin together the longest first. */
    private void write(Writer out, int process, int thread, List<Slice> slices) throws IOException {
        var order = Comparator.comparingLong(Slice::begin).thenComparingLong(slice -> -slice.end());
        String place = "," + place(process, thread);
        for (var slice : slices.stream().sorted(order).toList()) {
            event(
                    out,
                    "\"ph\":\"X\",\"name\":" + JsonText.string(slice.name()) + ",\"cat\":\"" + slice.category()
                            + "\",\"ts\":" + time(slice.begin()) + ",\"dur\":" + length(slice.end() - slice.begin())
                            + place
                            + (slice.details().isEmpty() ? "" : ",\"args\":" + JsonText.object(slice.details())));
            if (slice.arrow() >= 0) {
                event(
                        out,
                        (slice.leaves() ? "\"ph\":\"s\"" : "\"ph\":\"f\",\"bp\":\"e\"")
                                + ",\"name\":\"steal\",\"cat\":\"steal\",\"id\":" + slice.arrow() + ",\"ts\":"
                                + time(slice.begin()) + place);
            }
        }
    }

    private void writeHost(Writer out) throws IOException {
        name(out, HOST, "host");
        int thread = 1;
        for (var kind : HostSpan.Kind.values()) {
            var rows = Rows.of(kind);
            var threads = new ArrayList<List<Slice>>();
            var spans = hostSpans.stream()
                    .filter(span -> span.kind() == kind)
                    .sorted(Comparator.comparingLong(HostSpan::begin))
                    .toList();
            String category = kind.name().toLowerCase(Locale.ROOT);
            for (var span : spans) {
                int row = rows.rowOf(span.begin(), span.end());
                if (row < 0) {
                    leftOut++;
                    continue;
                }
                if (row == threads.size()) {
                    threads.add(new ArrayList<>());
                }
                var details = new LinkedHashMap<String, Object>(span.details());
                details.put("device", span.device());
                threads.get(row).add(new Slice(span.name(), category, span.begin(), span.end(), details, -1, false));
            }
            for (var slices : threads) {
                name(out, HOST, thread, category);
                write(out, HOST, thread, slices);
                thread++;
            }
        }
    }

    private void writeRuns(Writer out) throws IOException {
        var processes = new LinkedHashMap<String, Integer>();
        var rowsOf = new HashMap<String, Rows>();
        var runsOf = new LinkedHashMap<Integer, List<TracedRun>>();
        for (var run :
                runs.stream().sorted(Comparator.comparingLong(TracedRun::begin)).toList()) {
            int row =
                    rowsOf.computeIfAbsent(run.device(), _ -> Rows.unlimited()).rowOf(run.begin(), run.end());
            String name = run.device() + (row == 0 ? "" : " (" + (row + 1) + ")");
            int process = processes.computeIfAbsent(name, _ -> HOST + 1 + processes.size());
            runsOf.computeIfAbsent(process, _ -> new ArrayList<>()).add(run);
        }
        for (var process : processes.entrySet()) {
            name(out, process.getValue(), process.getKey());
            writeProcess(out, process.getValue(), runsOf.getOrDefault(process.getValue(), List.of()));
        }
    }

    private void writeProcess(Writer out, int process, List<TracedRun> ofProcess) throws IOException {
        var overviews = new ArrayList<Slice>();
        var threads = new LinkedHashMap<Integer, List<Slice>>();
        for (var run : ofProcess) {
            overviews.add(new Slice(run.engine(), "run", run.begin(), run.end(), details(run), -1, false));
            for (var worker : run.workers()) {
                if (!worker.spans().isEmpty()) {
                    threads.computeIfAbsent(worker.number(), _ -> new ArrayList<>());
                }
            }
            for (var worker : run.workers()) {
                for (var span : worker.spans()) {
                    add(threads, run, worker, span);
                }
            }
        }
        name(out, process, RUNS, "runs");
        write(out, process, RUNS, overviews);
        for (var thread : threads.entrySet()) {
            name(out, process, FIRST_WORKER + thread.getKey(), "worker " + thread.getKey());
            write(out, process, FIRST_WORKER + thread.getKey(), thread.getValue());
        }
        for (var run : ofProcess) {
            writeBusy(out, process, run);
        }
    }

    private void add(Map<Integer, List<Slice>> threads, TracedRun run, TracedWorker worker, WorkerSpan span) {
        var own = threads.getOrDefault(worker.number(), List.of());
        switch (span.state()) {
            case WORK -> {
                boolean ran = span.tasks().stream().anyMatch(count -> count > 0);
                String name = ran ? run.kinds().get(span.mainKind()).name() : "work";
                own.add(new Slice(name, "tasks", span.begin(), span.end(), details(run, span), -1, false));
            }
            case IDLE -> own.add(new Slice("idle", "idle", span.begin(), span.end(), Map.of(), -1, false));
            case STEAL -> {
                var details = new LinkedHashMap<String, Object>();
                details.put("victim", span.victim());
                if (span.stolen() > 0) {
                    details.put("tasks", span.stolen());
                }
                var victim = threads.get(span.victim());
                int number = victim == null ? -1 : arrow++;
                own.add(new Slice("steal", "steal", span.begin(), span.end(), details, number, false));
                if (victim != null) {
                    // Before the arrow ends, or viewers that sort by time find an end without a beginning.
                    long moment = within(run.workers().get(span.victim()), span.begin() - 1);
                    var taken = Map.of("thief", worker.number());
                    victim.add(new Slice("taken", "steal", moment, moment + 1, taken, number, true));
                }
            }
        }
    }

    /** {@return a moment, moved so that a nanosecond from it lies within the span of the worker in which it falls} */
    private static long within(TracedWorker worker, long moment) {
        var spans = worker.spans();
        int low = 0;
        int high = spans.size() - 1;
        long moved = moment;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            var span = spans.get(middle);
            if (span.begin() > moment) {
                high = middle - 1;
            } else {
                low = middle + 1;
            }
        }
        for (int i = high; i >= 0; i--) {
            var span = spans.get(i);
            if (span.state() != WorkerSpan.State.STEAL) {
                if (moment < span.end()) {
                    moved = Math.min(moment, span.end() - 1);
                }
                break;
            }
        }
        return moved;
    }

    private static Map<String, Object> details(TracedRun run, WorkerSpan span) {
        var details = new LinkedHashMap<String, Object>();
        details.put("tasks", span.tasks().stream().mapToLong(Long::longValue).sum());
        for (int kind = 0; kind < span.tasks().size(); kind++) {
            if (span.tasks().get(kind) > 0) {
                var of = run.kinds().get(kind);
                if (span.tasks().size() > 1) {
                    details.put(of.name(), span.tasks().get(kind));
                }
                details.put("source of " + of.name(), of.source());
            }
        }
        return details;
    }

    private static Map<String, Object> details(TracedRun run) {
        var details = new LinkedHashMap<String, Object>();
        details.put("device", run.device());
        details.put("engine", run.engine());
        details.put("body", run.body());
        details.put("workers", run.workers().size());
        details.put("tasks", run.executed());
        details.put("steals", run.steals());
        details.put("spans left out", run.dropped());
        for (int kind = 0; kind < run.kinds().size(); kind++) {
            var of = run.kinds().get(kind);
            details.put("tasks " + of.name(), run.executed(kind));
            details.put("source of " + of.name(), of.source());
        }
        return details;
    }

    private void writeBusy(Writer out, int process, TracedRun run) throws IOException {
        long length = run.end() - run.begin();
        int samples = Math.clamp(length, 1, SAMPLES);
        var changes = new int[samples + 2];
        for (var worker : run.workers()) {
            for (var span : worker.spans()) {
                if (span.state() == WorkerSpan.State.WORK) {
                    changes[sample(run, span.begin(), samples)]++;
                    changes[sample(run, span.end(), samples)]--;
                }
            }
        }
        int busy = 0;
        int shown = -1;
        for (int i = 0; i <= samples; i++) {
            busy += changes[i];
            if (busy != shown) {
                shown = busy;
                event(
                        out,
                        "\"ph\":\"C\",\"name\":\"busy workers\",\"pid\":" + process + ",\"ts\":"
                                + time(run.begin() + length * i / samples) + ",\"args\":{\"busy\":" + busy + "}");
            }
        }
    }

    /** {@return the first sample that is not before a moment} */
    private static int sample(TracedRun run, long moment, int samples) {
        long length = Math.max(1, run.end() - run.begin());
        return Math.clamp(Math.ceilDiv((moment - run.begin()) * samples, length), 0, samples);
    }

    /** Writes the counts of all runs, which hold whatever spans there was no room for. */
    private void writeSummary(Writer out) throws IOException {
        out.write("{\"hostSpansLeftOut\":" + leftOut + ",\"runs\":[");
        String separator = "";
        for (var run : runs) {
            String counts = JsonText.object(details(run));
            out.write(separator + "\n" + counts.substring(0, counts.length() - 1) + ",\"workerCounts\":[");
            String between = "";
            for (var worker : run.workers()) {
                if (worker.spans().isEmpty()) {
                    continue;
                }
                out.write(between + "{\"worker\":" + worker.number() + ",\"tasks\":" + worker.executed()
                        + ",\"steals\":" + worker.steals() + ",\"spansLeftOut\":" + worker.dropped() + "}");
                between = ",";
            }
            out.write("]}");
            separator = ",";
        }
        out.write("]}");
    }
}
