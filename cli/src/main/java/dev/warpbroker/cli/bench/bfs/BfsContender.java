package dev.warpbroker.cli.bench.bfs;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsValidation;
import dev.warpbroker.graphs.search.BfsValidationException;
import dev.warpbroker.graphs.search.BfsVariant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A variant at work on a graph. Its memory is taken with the first run, so that one that is left out needs none. */
final class BfsContender implements Contender {
    private final Subject subject;
    private final BfsOptions options;
    private @Nullable Bfs search;

    BfsContender(Subject subject, BfsOptions options) {
        this.subject = subject;
        this.options = options;
    }

    @Override
    public String label() {
        return options.variant() == BfsVariant.ASYNC
                ? options.variant() + " on " + options.queue()
                : options.variant().toString();
    }

    @Override
    public long run(Duration limit) {
        return search().run(subject.source(), limit).elapsed().toNanos();
    }

    @Override
    public Checked check(Duration limit) {
        var run = search().run(subject.source(), limit);
        var result = search().result();
        String problem = "";
        try {
            BfsValidation.check(subject.rows(), subject.source(), result);
        } catch (BfsValidationException invalid) {
            problem = String.valueOf(invalid.getMessage());
        }
        return new Checked(
                List.of(new CheckResult("graph500", problem.isEmpty(), problem)),
                Map.of("visits", run.expansions(), "reached", (long) result.reached(), "depth", (long) result.depth()));
    }

    private Bfs search() {
        Bfs made = search;
        if (made == null) {
            made = Bfs.on(subject.onDevice(), options);
            search = made;
        }
        return made;
    }

    @Override
    public void close() {
        if (search != null) {
            search.close();
        }
    }
}
