package dev.warpbroker.cli.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Perfetto's trace processor makes of a trace in Chrome's format, by the rules of its importer as its sources have
 * them (src/trace_processor/importers: json, common/slice_tracker, common/flow_tracker; read in November 2026). Its own
 * program could not be had here.
 *
 * <p>The rules: only names need no time. A time in microseconds, a double, is multiplied by 1000 and cut off; none is
 * negative. Events are taken in the order of their times, those of the same time in that of the file. A span must begin
 * after the spans of its thread that have ended, and end within those that have not, or it is left out. An arrow is
 * known by its number, category and name; it begins in the latest span of its thread that was not followed by another,
 * and ends likewise (with {@code bp: e}); its beginning comes before its end, once. Threads and processes get their
 * names by metadata, threads by their number alone. Counters are numbers.
 */
final class PerfettoImport {
    /** Spans that can be inside each other. */
    private static final int DEEPEST = 512;

    private record Span(String name, long begin, long end) {}

    private record Arrow(Object id, Object category, Object name) {}

    private final Map<String, Deque<Span>> openSpans = new HashMap<>();
    private final Map<Arrow, Span> begun = new HashMap<>();
    private final Map<Object, String> threads = new HashMap<>();
    private final Map<String, Object> names = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private int spans;
    private int arrows;

    PerfettoImport(List<Map<String, Object>> events) {
        record Timed(long time, Map<String, Object> event) {}
        events.stream()
                .filter(event -> event.get("ts") != null || isName(event))
                .map(event -> new Timed(event.get("ts") == null ? 0 : nanos(event, "ts"), event))
                .sorted(Comparator.comparingLong(Timed::time))
                .forEach(timed -> take(timed.time(), timed.event()));
        long timeless = events.stream()
                .filter(event -> event.get("ts") == null && !isName(event))
                .count();
        if (timeless > 0) {
            problems.add(timeless + " events have no time");
        }
        for (String track : openSpans.keySet()) {
            if (!names.containsKey(track)) {
                problems.add("thread " + track + " has no name");
            }
        }
    }

    /** {@return what the trace processor would complain of} */
    List<String> problems() {
        return problems;
    }

    /** {@return spans that were not left out} */
    int spans() {
        return spans;
    }

    /** {@return arrows with both ends} */
    int arrows() {
        return arrows;
    }

    private static boolean isName(Map<String, Object> event) {
        return "M".equals(event.get("ph"));
    }

    private static long nanos(Map<String, Object> event, String name) {
        return event.get(name) instanceof Number number ? (long) (number.doubleValue() * 1000.0) : Long.MIN_VALUE;
    }

    private void take(long time, Map<String, Object> event) {
        if (time < 0) {
            problems.add("negative time: " + event);
            return;
        }
        String track = event.get("pid") + "/" + event.get("tid");
        switch (String.valueOf(event.get("ph"))) {
            case "X" -> takeSpan(track, time, nanos(event, "dur"), event);
            case "s" -> {
                var span = topmost(track, time, event);
                if (span != null && begun.put(arrow(event), span) != null) {
                    problems.add("arrow begins twice: " + event);
                }
            }
            case "f" -> {
                if (!"e".equals(event.get("bp"))) {
                    problems.add("arrow ends in whatever span comes next: " + event);
                } else if (topmost(track, time, event) != null) {
                    if (begun.containsKey(arrow(event))) {
                        arrows++;
                    } else {
                        problems.add("arrow without a beginning: " + event);
                    }
                }
            }
            case "C" -> {
                if (!(event.get("args") instanceof Map<?, ?> counters)
                        || !counters.values().stream().allMatch(Number.class::isInstance)) {
                    problems.add("counter without numbers: " + event);
                }
            }
            case "M" -> takeName(track, event);
            default -> problems.add("unknown phase: " + event);
        }
    }

    private void takeName(String track, Map<String, Object> event) {
        if (event.get("name").equals("thread_name") && event.get("args") instanceof Map<?, ?> arguments) {
            String other = threads.put(event.get("tid"), track);
            if (other != null) {
                problems.add("threads " + other + " and " + track + " have the same number");
            }
            names.put(track, arguments.get("name"));
        }
    }

    private static Arrow arrow(Map<String, Object> event) {
        return new Arrow(event.get("id"), event.get("cat"), event.get("name"));
    }

    /** {@return the span in which an arrow begins or ends: one that goes on, though Perfetto does not ask for that} */
    private @Nullable Span topmost(String track, long time, Map<String, Object> event) {
        var open = openSpans.get(track);
        var span = open == null ? null : open.peekLast();
        if (span == null || span.begin() > time || span.end() <= time || !(event.get("id") instanceof Number)) {
            problems.add("no span for " + event);
            return null;
        }
        return span;
    }

    private void takeSpan(String track, long begin, long length, Map<String, Object> event) {
        var open = openSpans.computeIfAbsent(track, _ -> new ArrayDeque<>());
        while (!open.isEmpty() && open.getLast().end() <= begin) {
            open.removeLast();
        }
        if (length < 0) {
            problems.add("negative length: " + event);
        } else if (!open.isEmpty() && begin + length > open.getLast().end()) {
            problems.add("overlaps " + open.getLast() + ": " + event);
        } else if (open.size() == DEEPEST) {
            problems.add("too deep: " + event);
        } else {
            open.addLast(new Span(String.valueOf(event.get("name")), begin, begin + length));
            spans++;
        }
    }
}
