package dev.warpbroker.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.json.Json;

/** {@code --trace}: what is in the file, and that it keeps the rules of Chrome's Trace Event Format. */
class TraceOptionTest {
    /** What fib(8) takes. */
    private static final long TASKS = 67;

    @TempDir
    private Path folder;

    private static CommandRun run(String command) {
        return CommandRun.ofLine(command + " -q");
    }

    @SuppressWarnings("unchecked") // objects of JSON
    private static List<Map<String, Object>> objects(Object list) {
        return (List<Map<String, Object>>) list;
    }

    @SuppressWarnings("unchecked") // objects of JSON
    private static Map<String, Object> members(Object object) {
        return (Map<String, Object>) Objects.requireNonNull(object);
    }

    private static double number(Map<String, Object> members, String name) {
        return ((Number) Objects.requireNonNull(members.get(name), name)).doubleValue();
    }

    private static Map<String, Object> read(Path file) throws IOException {
        return members(new Json().toType(Files.readString(file), Json.MAP_TYPE));
    }

    private static long tasks(List<Map<String, Object>> events, String category) {
        return events.stream()
                .filter(event -> category.equals(event.get("cat")))
                .mapToLong(event -> (long) number(members(event.get("args")), "tasks"))
                .sum();
    }

    private static List<Map<String, Object>> slices(List<Map<String, Object>> events, String name) {
        return events.stream()
                .filter(event -> "X".equals(event.get("ph")) && name.equals(event.get("name")))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "jvm, fork-join, Fib.java",
        "jvm, stealing, Fib.java",
        "jvm, stealing-chase-lev, Fib.java",
        "sim, fork-join, Fib.java",
        "sim, stealing, Fib.java"
    })
    void theTraceOfATreeKeepsTheRulesAndHasItsTasks(String device, String policy, String source) throws IOException {
        var file = folder.resolve("trace.json");
        run("run fib 8 --workers 2 --device " + device + " --policy " + policy + " --trace " + file)
                .succeededQuietly();

        var trace = read(file);
        var events = objects(trace.get("traceEvents"));
        assertKeepsTheRules(events);
        assertThat(tasks(events, "tasks")).isEqualTo(TASKS);
        assertThat(tasks(events, "run")).isEqualTo(TASKS);
        var counts = objects(members(trace.get("otherData")).get("runs")).getFirst();
        assertThat(number(counts, "tasks")).isEqualTo(TASKS);
        assertThat(slices(events, "steal")).hasSize((int) number(counts, "steals"));
        assertThat(slices(events, "taken")).hasSize((int) number(counts, "steals"));
        assertThat(slices(events, "Call"))
                .isNotEmpty()
                .allSatisfy(slice -> assertThat(members(slice.get("args")))
                        .extractingByKey("source of Call")
                        .asString()
                        .matches(source + ":[0-9]+"));
        assertThat(events).anyMatch(event -> "launch".equals(event.get("cat")));
        if (device.equals("sim")) {
            assertThat(events).anyMatch(event -> "compilation".equals(event.get("cat")));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jvm | run fib 14 --workers 4 --policy fork-join",
                "jvm | run fib 14 --workers 4 --policy stealing",
                "jvm | bench taskgraph --quick",
                "jvm | bench executor --requests 50 --round-trips 50 --reps 1",
                "sim | run nqueens 5 --workers 4 --policy stealing",
                "sim | bench taskgraph --quick --shapes random,layers"
            })
    void perfettoLeavesOutNothing(String device, String command) throws IOException {
        var file = folder.resolve("trace.json");
        run(command + " --device " + device + " --trace " + file).succeededQuietly();

        assertThatPerfettoTakesAllOf(objects(read(file).get("traceEvents")));
    }

    /** Traces of other machines: {@code -Dtraces=FILE,FILE}. */
    @Test
    void perfettoLeavesOutNothingOfGivenTraces() throws IOException {
        String given = System.getProperty("traces");
        Assumptions.assumeTrue(given != null, "SKIPPED: no -Dtraces=FILE,FILE");
        for (String file : given.split(",")) {
            assertThatPerfettoTakesAllOf(objects(read(Path.of(file)).get("traceEvents")));
        }
    }

    private static void assertThatPerfettoTakesAllOf(List<Map<String, Object>> events) {
        var imported = new PerfettoImport(events);
        assertThat(imported.problems()).isEmpty();
        assertThat(imported.spans())
                .isEqualTo((int) events.stream()
                        .filter(event -> "X".equals(event.get("ph")))
                        .count())
                .isPositive();
        assertThat(imported.arrows()).isEqualTo(slices(events, "taken").size());
    }

    /** Spans of a thread nest and come in order; what has spans has a name; an arrow has two ends within spans. */
    private static void assertKeepsTheRules(List<Map<String, Object>> events) {
        var named = new HashSet<String>();
        var open = new HashMap<String, ArrayDeque<Long>>();
        var latest = new HashMap<String, Long>();
        var leaving = new HashMap<Object, Double>();
        var arriving = new HashMap<Object, Double>();
        for (var event : events) {
            String phase = String.valueOf(event.get("ph"));
            String thread = event.get("pid") + "/" + event.get("tid");
            switch (phase) {
                case "M" -> {
                    if (event.get("name").equals("thread_name")) {
                        named.add(thread);
                    } else if (event.get("name").equals("process_name")) {
                        named.add(String.valueOf(event.get("pid")));
                    }
                }
                case "X" -> {
                    assertThat(named).contains(thread, String.valueOf(event.get("pid")));
                    long begin = (long) (number(event, "ts") * 1000);
                    long end = begin + (long) (number(event, "dur") * 1000);
                    assertThat(begin).isNotNegative().isGreaterThanOrEqualTo(latest.getOrDefault(thread, 0L));
                    latest.put(thread, begin);
                    var around = open.computeIfAbsent(thread, _ -> new ArrayDeque<>());
                    while (!around.isEmpty() && around.getLast() <= begin) {
                        around.removeLast();
                    }
                    if (!around.isEmpty()) {
                        assertThat(end).as("end of %s within another", event).isLessThanOrEqualTo(around.getLast());
                    }
                    around.addLast(end);
                }
                case "s", "f" -> {
                    assertThat(open.get(thread)).as("spans around %s", event).isNotEmpty();
                    assertThat(open.get(thread).getLast()).isGreaterThan((long) (number(event, "ts") * 1000));
                    assertThat((phase.equals("s") ? leaving : arriving).put(event.get("id"), number(event, "ts")))
                            .isNull();
                }
                case "C" -> assertThat(members(event.get("args"))).containsKey("busy");
                default -> throw new AssertionError("phase " + phase);
            }
        }
        assertThat(leaving.keySet()).isEqualTo(arriving.keySet());
        assertThat(leaving)
                .allSatisfy((arrow, begin) ->
                        assertThat(begin).as("begin of arrow %s", arrow).isLessThan(arriving.get(arrow)));
    }

    /**
     * Trace-Viewer is what chrome://tracing shows traces with, and its importer runs in Node.js. It is not among what
     * the build downloads: {@code npm pack traceviewer}, unpack it, and give the folder.
     */
    @ParameterizedTest
    @CsvSource({"jvm, 16, 4", "sim, 9, 4"})
    void traceViewerReadsWhatTheRunCounted(String device, int n, int workers) throws Exception {
        String viewer = System.getProperty("traceviewer");
        Assumptions.assumeTrue(viewer != null, "SKIPPED: no -Dtraceviewer=FOLDER, so no viewer has read a trace");
        var file = folder.resolve("trace.json");
        run("run fib " + n + " --workers " + workers + " --device " + device + " --trace " + file)
                .succeededQuietly();
        var counts = objects(members(read(file).get("otherData")).get("runs")).getFirst();

        var script = Path.of(Objects.requireNonNull(TraceOptionTest.class.getResource("read-trace.js"))
                .toURI());
        var node = new ProcessBuilder("node", script.toString(), viewer, file.toString()).start();
        var printed = node.inputReader().readAllAsString();
        assertThat(node.waitFor())
                .as(() -> printed + node.errorReader().lines().toList())
                .isZero();
        var seen = members(new Json().toType(printed.lines().toList().getLast(), Json.MAP_TYPE));
        assertThat(seen.get("warnings")).isEqualTo(List.of());
        assertThat(number(seen, "tasks")).isEqualTo(number(counts, "tasks"));
        assertThat(number(seen, "steals")).isEqualTo(number(counts, "steals"));
        assertThat(number(seen, "arrows")).isEqualTo(number(counts, "steals"));
    }

    @Test
    void anExperimentCanBeTraced() throws IOException {
        var file = folder.resolve("trace.json");
        run("bench trees --device jvm --threads 2 --fib 8 --queens 4 --cutoff 2 --uts-depth 2 --elements"
                        + " 50 --reps 1 --policies stealing,fork-join --trace " + file)
                .succeededQuietly();

        var trace = read(file);
        assertKeepsTheRules(objects(trace.get("traceEvents")));
        assertThat(objects(members(trace.get("otherData")).get("runs")))
                .anyMatch(run -> run.get("engine").equals("fork and join") && number(run, "tasks") == TASKS)
                .anyMatch(run -> run.get("engine").equals("stealing by warps") && number(run, "tasks") == TASKS);
    }

    @Test
    void whatHasNoSchedulerShowsItsLaunches() throws IOException {
        var file = folder.resolve("trace.json");
        run("bench faa --device jvm --threads 2 --reps 1 --quick --trace " + file)
                .succeededQuietly();

        var events = objects(read(file).get("traceEvents"));
        assertKeepsTheRules(events);
        assertThat(events).anyMatch(event -> "launch".equals(event.get("cat")));
    }

    @Test
    void flightRecordingsHaveTheSameSpans() throws IOException {
        var file = folder.resolve("trace.jfr");
        run("run fib 8 --workers 2 --device jvm --trace " + file).succeededQuietly();

        var events = RecordingFile.readAllEvents(file);
        assertThat(named(events, "dev.warpbroker.TracedRun"))
                .singleElement()
                .satisfies(event -> assertThat(event.getLong("tasks")).isEqualTo(TASKS));
        assertThat(named(events, "dev.warpbroker.WorkerSpan").stream()
                        .mapToLong(event -> event.getLong("tasks"))
                        .sum())
                .isEqualTo(TASKS);
        assertThat(named(events, "dev.warpbroker.Launch")).isNotEmpty();
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }

    @Test
    void aFileThatCannotBeWrittenIsRefusedBefore() {
        var run = run("run fib 8 --device jvm --trace " + folder.resolve("missing/trace.json"));
        run.assertFails(2, "--trace", "there is no folder");
        assertThat(run.out()).isEmpty();
    }
}
