package dev.warpbroker.device.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * What devices did, and when: launches, copies and compilations, of schedulers, fork-join, task graphs and executors
 * what each worker did, and of executors the requests.
 *
 * <pre>{@code
 * var timeLine = TimeLine.to(Path.of("run.json")); // or run.jfr
 * try (var device = Device.open(DeviceOptions.defaults().withTimeLine(timeLine));
 *         var scheduler = Scheduler.on(device, Layout.of(Task.class))) {
 *     scheduler.run(first, body);
 * } // the file is written when the device is closed
 * }</pre>
 *
 * <p>Workers note what they do in device memory, and this is read after the run. Workers of devices without a time line
 * run code without any of that. Runs that fail are not in it, but their launches are. Of an executor each kernel is a
 * run, also one that a task has ended by an exception.
 *
 * <p>Several devices may share a time line, and all methods may be called by any thread. A time line keeps at most
 * {@value #MAX_SPANS} spans of workers and {@value #MAX_HOST_SPANS} of the host, {@value #MAX_REQUESTS} requests among
 * them: files stay below a hundred megabytes. Of a run with more it keeps the spans of the first workers, and of later
 * runs only the counts.
 */
public final class TimeLine implements AutoCloseable {
    static final int MAX_SPANS = 1 << 18;
    static final int MAX_HOST_SPANS = 1 << 17;
    static final int MAX_REQUESTS = 1 << 12;

    private final TraceOptions options;
    private final @Nullable Path file;
    private final long begin = System.nanoTime();
    private final @Nullable Recording recording;

    // Guarded by this.
    private final List<HostSpan> hostSpans = new ArrayList<>();
    private final List<TracedRun> runs = new ArrayList<>();
    private long spans;
    private int requests;
    private long hostSpansLeftOut;

    private TimeLine(TraceOptions options, @Nullable Path file) {
        this.options = options;
        this.file = file;
        recording = options.flightRecording() ? record() : null;
    }

    /** {@return a time line that begins now; {@link #write} writes it} */
    public static TimeLine start(TraceOptions options) {
        return new TimeLine(options, null);
    }

    /**
     * {@return a time line that begins now, and is written to a file when a device that has it is closed}
     *
     * @param file its name says what is written: see {@link #write}
     * @throws IllegalArgumentException if there is no folder for it, or its name ends in {@code .html}
     */
    public static TimeLine to(Path file) {
        refusePage(file);
        var folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("the time line cannot be written to " + file + ": there is no folder "
                    + folder + "; make it before");
        }
        return new TimeLine(TraceOptions.defaults().withFlightRecording(isRecording(file)), file);
    }

    private static void refusePage(Path file) {
        if (endsIn(".html", file)) {
            throw new IllegalArgumentException("the time line cannot be written to " + file
                    + " as a page; write it to a file that ends in .json, and open that in Perfetto (ui.perfetto.dev)");
        }
    }

    private static boolean isRecording(Path file) {
        return endsIn(".jfr", file);
    }

    private static boolean endsIn(String ending, Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    private static Recording record() {
        var made = new Recording();
        made.setName("Warpbroker");
        for (String event : List.of("Launch", "Copy", "Compilation", "Run", "ForkJoin", "TracedRun", "WorkerSpan")) {
            made.enable("dev.warpbroker." + event).withoutThreshold();
        }
        made.start();
        return made;
    }

    /** {@return how much of a run is kept} */
    public TraceOptions options() {
        return options;
    }

    /** {@return when it began, by {@link System#nanoTime}} */
    public long begin() {
        return begin;
    }

    /** {@return how many workers of the next run are to keep spans: none once the time line is full} */
    public synchronized int workersWithSpans() {
        return spans < MAX_SPANS ? options.workers() : 0;
    }

    /** Adds something that the host did. */
    public synchronized void add(HostSpan span) {
        boolean isRequest = span.kind() == HostSpan.Kind.REQUEST;
        if (hostSpans.size() == MAX_HOST_SPANS || isRequest && requests == MAX_REQUESTS) {
            hostSpansLeftOut++;
            return;
        }
        hostSpans.add(span);
        requests += isRequest ? 1 : 0;
    }

    /** Adds a run that has ended. */
    public void add(TracedRun run) {
        int number;
        TracedRun kept;
        synchronized (this) {
            number = runs.size();
            kept = run.withFewerSpans(MAX_SPANS - spans);
            runs.add(kept);
            spans += kept.spans();
        }
        tellFlightRecorder(kept, number);
    }

    /** {@return what the host did, as far as it is kept} */
    public synchronized List<HostSpan> hostSpans() {
        return List.copyOf(hostSpans);
    }

    /** {@return how many spans of the host are not kept} */
    public synchronized long hostSpansLeftOut() {
        return hostSpansLeftOut;
    }

    /** {@return the runs that have ended} */
    public synchronized List<TracedRun> runs() {
        return List.copyOf(runs);
    }

    private void tellFlightRecorder(TracedRun run, int number) {
        var event = new TracedRunEvent();
        if (event.isEnabled()) {
            event.run = number;
            event.device = run.device();
            event.engine = run.engine();
            event.body = run.body();
            event.kinds = String.join(
                    ", ",
                    run.kinds().stream()
                            .map(kind -> kind.name() + " (" + kind.source() + ")")
                            .toList());
            event.begin = run.begin() - begin;
            event.length = run.end() - run.begin();
            event.workers = run.workers().size();
            event.tasks = run.executed();
            event.steals = run.steals();
            event.dropped = run.dropped();
            event.commit();
        }
        if (new WorkerSpanEvent().isEnabled()) {
            for (var worker : run.workers()) {
                worker.spans().forEach(span -> tellFlightRecorder(number, worker.number(), span));
            }
        }
    }

    private void tellFlightRecorder(int run, int worker, WorkerSpan span) {
        var event = new WorkerSpanEvent();
        event.run = run;
        event.worker = worker;
        event.state = span.state().name().toLowerCase(Locale.ROOT);
        event.begin = span.begin() - begin;
        event.length = span.end() - span.begin();
        event.tasks = span.tasks().stream().mapToLong(Long::longValue).sum();
        event.victim = span.victim();
        event.commit();
    }

    /**
     * Writes what there is so far: a flight recording if the name of the file ends in {@code .jfr}, else Chrome's trace
     * format, which Perfetto (ui.perfetto.dev) and {@code chrome://tracing} open.
     *
     * @throws IllegalArgumentException if the name of the file ends in {@code .html}
     * @throws IllegalStateException if it is to be a flight recording and {@link TraceOptions#flightRecording} is off
     */
    public void write(Path to) throws IOException {
        refusePage(to);
        if (isRecording(to)) {
            if (recording == null) {
                throw new IllegalStateException("no flight recording for " + to
                        + ": the time line was started without; use TraceOptions.withFlightRecording(true)");
            }
            recording.dump(to);
            return;
        }
        try (BufferedWriter out = Files.newBufferedWriter(to, StandardCharsets.UTF_8)) {
            new ChromeTrace(this).write(out);
        }
    }

    /** Writes the file of a time line that has one: devices call this when they are closed. */
    public void save() {
        if (file != null) {
            try {
                write(file);
            } catch (IOException e) {
                throw new UncheckedIOException("the time line cannot be written to " + file + ": " + e.getMessage(), e);
            }
        }
    }

    /** Ends the flight recording, if there is one. The rest can still be read and written. */
    @Override
    public void close() {
        if (recording != null) {
            recording.close();
        }
    }
}
