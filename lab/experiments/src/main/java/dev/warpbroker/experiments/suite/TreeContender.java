package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.tree.Engine;
import dev.warpbroker.examples.tree.TreeRun;
import dev.warpbroker.examples.tree.TreeWork;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.results.CheckResult;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** An engine at work on a tree. */
final class TreeContender {
    private static final Field TASKS = Field.observed("tasks");

    private TreeContender() {}

    /**
     * {@return an engine with its memory, which runs the tasks of a tree}
     *
     * @param counted gets the number of tasks that a check has counted, if the engine counts them
     */
    static <T, R> Contender of(Device device, TreeWork<T, R> work, Engine engine, LongConsumer counted) {
        var prepared = engine.prepare(device, work);
        return new Contender(
                _ -> prepared.run().elapsed(), _ -> checked(work, prepared.run(), counted), prepared::close);
    }

    private static <R> Checked checked(TreeWork<?, R> work, TreeRun<R> run, LongConsumer counted) {
        String problem = work.problem(run.result());
        run.tasks().ifPresent(counted);
        return new Checked(
                List.of(new CheckResult("result", problem == null, problem == null ? "" : problem)),
                run.tasks().isPresent() ? Map.ofEntries(TASKS.is(run.tasks().getAsLong())) : Map.of());
    }
}
