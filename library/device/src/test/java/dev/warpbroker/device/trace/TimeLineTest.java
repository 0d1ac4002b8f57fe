package dev.warpbroker.device.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
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
        int third = TimeLine.MOST_SPANS / 3 + 1;

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

        timeLine.add(run(TimeLine.MOST_SPANS));
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
}
