package dev.warpbroker.device.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much a time line keeps, and what it says of the rest. */
class TimeLineTest {
    private static final WorkerSpan SPAN = new WorkerSpan(WorkerSpan.State.WORK, 0, 1, List.of(1L), -1, 0);

    /** {@return a run of three workers, each with so many spans and as many tasks} */
    private static TracedRun run(int spans) {
        var workers = List.of(0, 1, 2).stream()
                .map(number ->
                        new TracedWorker(number, List.of((long) spans), 0, spans, 0, Collections.nCopies(spans, SPAN)))
                .toList();
        return new TracedRun("jvm", "test", "", List.of(new TaskKind("Task", "")), 0, 1, workers);
    }

    private static List<Integer> spans(TracedRun run) {
        return run.workers().stream().map(worker -> worker.spans().size()).toList();
    }

    @Test
    void ofARunWithTooManySpansTheFirstWorkersKeepTheirs() {
        var timeLine = TimeLine.start(TraceOptions.defaults());
        int third = TimeLine.MAX_SPANS / 3 + 1;

        timeLine.add(run(third));
        timeLine.add(run(1));

        assertThat(spans(timeLine.runs().getFirst())).containsExactly(third, third, 0);
        assertThat(timeLine.runs().getFirst().executed()).isEqualTo(3L * third);
        assertThat(timeLine.runs().getFirst().dropped()).isEqualTo(third);
        assertThat(timeLine.workersWithSpans()).isPositive();
        assertThat(spans(timeLine.runs().getLast())).containsExactly(1, 1, 1);
    }

    @Test
    void ofRunsAfterItIsFullOnlyTheCountsAreKept() {
        var timeLine = TimeLine.start(TraceOptions.defaults());

        timeLine.add(run(TimeLine.MAX_SPANS));
        timeLine.add(run(5));

        assertThat(timeLine.workersWithSpans()).isZero();
        assertThat(spans(timeLine.runs().getLast())).containsExactly(0, 0, 0);
        assertThat(timeLine.runs().getLast().executed()).isEqualTo(15);
    }

    @Test
    void aFileWithoutAFolderIsRefusedBeforeTheRun(@TempDir Path folder) {
        var file = folder.resolve("missing/line.json");

        assertThatThrownBy(() -> TimeLine.to(file)).hasMessageContaining("there is no folder " + file.getParent());
    }

    @Test
    void aPageIsRefusedWithTheFormatToWriteInstead(@TempDir Path folder) {
        var file = folder.resolve("line.HTML");
        String remedy = file + " as a page; write it to a file that ends in .json, and open that in Perfetto";

        assertThatThrownBy(() -> TimeLine.to(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(remedy);
        assertThatThrownBy(() -> TimeLine.start(TraceOptions.defaults()).write(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(remedy);
        assertThat(file).doesNotExist();
    }

    @Test
    void theArrowOfAStealBeginsBeforeItEnds(@TempDir Path folder) throws IOException {
        var timeLine = TimeLine.start(TraceOptions.defaults());
        long begin = timeLine.begin();
        var stolen = new WorkerSpan(WorkerSpan.State.STEAL, begin + 5_000, begin + 5_001, List.of(), 1, 1);
        var busy = new WorkerSpan(WorkerSpan.State.WORK, begin, begin + 9_000, List.of(1L), -1, 0);
        var workers = List.of(
                new TracedWorker(0, List.of(0L), 1, 1, 0, List.of(stolen)),
                new TracedWorker(1, List.of(1L), 0, 1, 0, List.of(busy)));
        timeLine.add(
                new TracedRun("jvm", "test", "", List.of(new TaskKind("Task", "")), begin, begin + 9_000, workers));
        var file = folder.resolve("line.json");
        timeLine.write(file);

        var trace = Files.readString(file);
        assertThat(time(trace, "s")).isEqualTo(4.9995);
        assertThat(time(trace, "f")).isEqualTo(5.0005);
    }

    @Test
    void ofManyRequestsAtATimeAFileShowsSome(@TempDir Path folder) throws IOException {
        var timeLine = TimeLine.start(TraceOptions.defaults());
        long begin = timeLine.begin();
        for (int i = 0; i < TimeLine.MAX_REQUESTS + 3; i++) {
            timeLine.add(new HostSpan(HostSpan.Kind.REQUEST, "jvm", "a request", begin, begin + 1_000, Map.of()));
        }
        timeLine.add(new HostSpan(HostSpan.Kind.COPY, "jvm", "a copy", begin, begin + 1_000, Map.of()));
        assertThat(timeLine.hostSpans()).hasSize(TimeLine.MAX_REQUESTS + 1);
        assertThat(timeLine.hostSpansLeftOut()).isEqualTo(3);

        var trace = folder.resolve("line.json");
        timeLine.write(trace);

        assertThat(Files.readString(trace).split("a request", -1)).hasSize(8 + 1);
        assertThat(trace).content().contains("\"hostSpansLeftOut\":" + (TimeLine.MAX_REQUESTS - 5));
    }

    private static double time(String trace, String phase) {
        var event =
                Pattern.compile("\"ph\":\"" + phase + "\".*\"ts\":([0-9.]+)").matcher(trace);
        assertThat(event.find()).isTrue();
        return Double.parseDouble(event.group(1));
    }
}
