package dev.warpbroker.device.trace;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Writes a time line as a page that needs nothing else: the data, and a script that draws them. Times in it are in
 * nanoseconds since the beginning of the time line.
 */
final class TimeLinePage {
    /** The most spans on a page; of more only those of every n-th worker are shown. */
    private static final int MAX_SPANS = 200_000;

    private static final String PLACE = "{{data}}";

    private final List<HostSpan> hostSpans;
    private final List<TracedRun> runs;
    private final long origin;

    /** Every so many workers are shown. */
    private final int every;

    TimeLinePage(TimeLine timeLine) {
        hostSpans = timeLine.hostSpans();
        runs = timeLine.runs();
        origin = timeLine.begin();
        long spans = runs.stream()
                .flatMap(run -> run.workers().stream())
                .mapToLong(worker -> worker.spans().size())
                .sum();
        every = (int) Math.max(1, Math.ceilDiv(spans, MAX_SPANS));
    }

    void write(Writer out) throws IOException {
        String template = template();
        int place = template.indexOf(PLACE);
        out.write(template, 0, place);
        out.write("{\"note\":" + JsonText.string(note()) + ",\"host\":[");
        writeHost(out);
        out.write("],\"runs\":[");
        String separator = "";
        for (var run : runs) {
            out.write(separator + "\n");
            write(out, run);
            separator = ",";
        }
        out.write("]}");
        out.write(template.substring(place + PLACE.length()));
    }

    private static String template() throws IOException {
        try (var stream = Objects.requireNonNull(TimeLinePage.class.getResourceAsStream("timeline.html"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String note() {
        return every == 1
                ? "All workers that kept spans are shown."
                : "There are many spans: one of " + every + " workers is shown. The counts above are those of all.";
    }

    private void writeHost(Writer out) throws IOException {
        String separator = "";
        for (var kind : HostSpan.Kind.values()) {
            String label = kind.name().toLowerCase(Locale.ROOT);
            var rows = Rows.of(kind);
            var texts = new ArrayList<StringBuilder>();
            for (var span : hostSpans.stream()
                    .filter(each -> each.kind() == kind)
                    .sorted(Comparator.comparingLong(HostSpan::begin))
                    .toList()) {
                int row = rows.rowOf(span.begin(), span.end());
                if (row < 0) {
                    continue;
                }
                if (row == texts.size()) {
                    texts.add(new StringBuilder());
                }
                texts.get(row)
                        .append(texts.get(row).isEmpty() ? "" : ",")
                        .append("[\"" + label + "\"," + (span.begin() - origin) + "," + (span.end() - span.begin()))
                        .append("," + JsonText.string(span.name()) + "," + JsonText.object(span.details()) + "]");
            }
            for (var text : texts) {
                out.write(separator + "{\"label\":\"" + label + "\",\"kind\":\"" + label + "\",\"spans\":[" + text
                        + "]}");
                separator = ",\n";
            }
        }
    }

    private void write(Writer out, TracedRun run) throws IOException {
        out.write("{\"device\":" + JsonText.string(run.device()) + ",\"engine\":" + JsonText.string(run.engine())
                + ",\"body\":" + JsonText.string(run.body()) + ",\"begin\":" + (run.begin() - origin) + ",\"end\":"
                + (run.end() - origin) + ",\"count\":" + run.workers().size() + ",\"tasks\":" + run.executed()
                + ",\"steals\":" + run.steals() + ",\"dropped\":" + run.dropped() + ",\"kinds\":[");
        for (int kind = 0; kind < run.kinds().size(); kind++) {
            var of = run.kinds().get(kind);
            out.write((kind == 0 ? "" : ",") + "{\"name\":" + JsonText.string(of.name()) + ",\"source\":"
                    + JsonText.string(of.source()) + ",\"tasks\":" + run.executed(kind) + "}");
        }
        out.write("],\"workers\":[");
        String separator = "";
        for (var worker : run.workers()) {
            if (!worker.spans().isEmpty() && worker.number() % every == 0) {
                out.write(separator + "\n{\"number\":" + worker.number() + ",\"spans\":[");
                write(out, worker.spans());
                out.write("]}");
                separator = ",";
            }
        }
        out.write("]}");
    }

    /** A span is its state, begin, length, tasks, the kind of most of them, and the victim. */
    private void write(Writer out, List<WorkerSpan> spans) throws IOException {
        String separator = "";
        for (var span : spans) {
            long tasks = span.state() == WorkerSpan.State.STEAL
                    ? span.stolen()
                    : span.tasks().stream().mapToLong(Long::longValue).sum();
            out.write(separator + "[" + span.state().ordinal() + "," + (span.begin() - origin) + ","
                    + (span.end() - span.begin()) + "," + tasks + "," + span.mainKind() + "," + span.victim() + "]");
            separator = ",";
        }
    }
}
