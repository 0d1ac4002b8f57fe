package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.tree.Engine;
import dev.warpbroker.examples.tree.TreeRun;
import dev.warpbroker.examples.tree.TreeWork;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.results.CheckResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An engine at work on a tree. What it needs is made with the first run, so that one that is left out needs nothing.
 */
final class TreeContender<R> implements Contender {
    static final Field TASKS = Field.observed("tasks");

    private final String label;
    private final TreeWork<?, R> work;
    private final Supplier<Engine.Prepared<R>> preparation;
    private Engine.@Nullable Prepared<R> prepared;
    private long tasks;

    <T> TreeContender(String label, Device device, TreeWork<T, R> work, Engine engine) {
        this.label = label;
        this.work = work;
        preparation = () -> engine.prepare(device, work);
    }

    @Override
    public String label() {
        return label;
    }

    /** {@return the tasks that the check has counted; 0 if there was none, or the engine does not count} */
    long tasks() {
        return tasks;
    }

    @Override
    public long run(Duration limit) {
        return perform().elapsed().toNanos();
    }

    @Override
    public Checked check(Duration limit) {
        TreeRun<R> run = perform();
        String problem = work.problem(run.result());
        tasks = run.tasks().orElse(0);
        return new Checked(
                List.of(new CheckResult("result", problem == null, problem == null ? "" : problem)),
                run.tasks().isPresent() ? Map.ofEntries(TASKS.is(tasks)) : Map.of());
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
