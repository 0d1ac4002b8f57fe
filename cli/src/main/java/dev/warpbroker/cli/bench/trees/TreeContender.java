package dev.warpbroker.cli.bench.trees;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.device.Device;
import dev.warpbroker.examples.tree.Engine;
import dev.warpbroker.examples.tree.TreeRun;
import dev.warpbroker.examples.tree.TreeWork;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An engine at work on a tree. What it needs is made with the first run, so that one that is left out needs nothing. */
public final class TreeContender<R> implements Contender {
    private final String label;
    private final TreeWork<?, R> work;
    private final Supplier<Engine.Prepared<R>> preparation;
    private Engine.@Nullable Prepared<R> prepared;

    public <T> TreeContender(String label, Device device, TreeWork<T, R> work, Engine engine) {
        this.label = label;
        this.work = work;
        preparation = () -> engine.prepare(device, work);
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public long run(Duration limit) {
        return perform().elapsed().toNanos();
    }

    @Override
    public Checked check(Duration limit) {
        TreeRun<R> run = perform();
        String problem = work.problem(run.result());
        var result = new CheckResult("result", problem == null, problem == null ? "" : problem);
        return new Checked(
                List.of(result),
                run.tasks().isPresent() ? Map.of("tasks", run.tasks().getAsLong()) : Map.of());
    }

    private TreeRun<R> perform() {
        Engine.Prepared<R> engine = prepared;
        if (engine == null) {
            engine = preparation.get();
            prepared = engine;
        }
        return engine.run();
    }

    @Override
    public void close() {
        if (prepared != null) {
            prepared.close();
        }
    }
}
