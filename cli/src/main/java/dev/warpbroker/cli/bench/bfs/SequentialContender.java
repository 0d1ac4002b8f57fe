package dev.warpbroker.cli.bench.bfs;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.graphs.search.SequentialBfs;
import java.time.Duration;

/** The search by one thread that speed-ups are over. */
final class SequentialContender implements Contender {
    static final String LABEL = "sequential";

    private final Subject subject;

    SequentialContender(Subject subject) {
        this.subject = subject;
    }

    @Override
    public String label() {
        return LABEL;
    }

    @Override
    public long run(Duration limit) {
        long start = System.nanoTime();
        SequentialBfs.from(subject.rows(), subject.source());
        return System.nanoTime() - start;
    }

    @Override
    public Checked check(Duration limit) {
        return Checked.NOT;
    }
}
