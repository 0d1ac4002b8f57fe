package dev.warpbroker.cli.bench.trees;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.run.EngineName;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.examples.tree.Fib;
import dev.warpbroker.examples.tree.Queens;
import dev.warpbroker.examples.tree.Quicksort;
import dev.warpbroker.examples.tree.TreeWork;
import dev.warpbroker.examples.tree.Uts;
import dev.warpbroker.examples.tree.UtsShape;
import dev.warpbroker.structures.Granularity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Measures trees of tasks on several engines. Operations are tasks. */
public final class TreesExperiment implements Experiment {
    private static final String NAME = "trees";

    private final Device device;
    private final Settings settings;

    /**
     * What the experiment is run with.
     *
     * @param workers number of workers of every engine; 0 leaves it to the engine
     * @param fib which Fibonacci number
     * @param queens size of the board
     * @param cutoff rows of it that one task fills
     * @param utsDepth of a fixed geometric tree with 4 children on average
     * @param utsSeed of that tree
     * @param elements to sort
     */
    public record Settings(
            List<EngineName> engines,
            int workers,
            int fib,
            int queens,
            int cutoff,
            int utsDepth,
            int utsSeed,
            int elements,
            Effort effort) {
        public Settings {
            engines = List.copyOf(engines);
        }
    }

    public TreesExperiment(Device device, Settings settings) {
        this.device = device;
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        return works().size() * settings.engines().size() * new Turns(device, settings.effort()).steps();
    }

    private List<Supplier<TreeWork<?, ?>>> works() {
        return List.of(
                () -> new Fib(device, settings.fib()),
                () -> new Queens(device, settings.queens(), settings.cutoff()),
                () -> new Uts.Geometric(UtsShape.FIXED, settings.utsDepth(), 4, settings.utsSeed()).on(device),
                () -> new Quicksort(
                        device,
                        new SplittableRandom(1).ints(settings.elements()).toArray(),
                        Quicksort.USUAL_SMALL));
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        for (var works : works()) {
            try (var work = works.get()) {
                measure(work, measured, progress);
            }
        }
    }

    private <T, R> void measure(TreeWork<T, R> work, Consumer<Measurement> measured, Progress progress) {
        var contenders = settings.engines().stream()
                .map(name -> new TreeContender<>(
                        name.toString(), device, work, name.engine(Granularity.THREAD, settings.workers(), 0)))
                .toList();
        var timings = new Turns(device, settings.effort()).measure(contenders, work.toString(), progress);
        long tasks = timings.stream()
                .map(timing -> timing.checked().observed().get("tasks"))
                .filter(Long.class::isInstance)
                .mapToLong(Long.class::cast)
                .max()
                .orElse(0);
        for (int i = 0; i < timings.size(); i++) {
            measured.accept(timings.get(i)
                    .measurement(NAME, device.properties(), contenders.get(i).label(), parameters(work), tasks));
        }
    }

    private Map<String, Object> parameters(TreeWork<?, ?> work) {
        return Map.of(
                "work",
                work.toString(),
                "workers",
                settings.workers(),
                "warmup",
                settings.effort().warmUps());
    }

    @Override
    public Table table(List<Measurement> measurements) {
        var rows = new ArrayList<List<String>>();
        for (var measurement : measurements) {
            var row = new ArrayList<String>();
            row.add(String.valueOf(measurement.parameters().get("work")));
            row.add(measurement.structure());
            row.addAll(Remarks.times(measurement));
            row.add(
                    measurement.measured() && measurement.operations() > 0
                            ? Quantity.rate(measurement.operationsPerSecond())
                            : "");
            row.add(Remarks.check(measurement));
            rows.add(row);
        }
        return new Table(
                List.of(
                        text("work"),
                        text("engine"),
                        number("median"),
                        number("min"),
                        number("max"),
                        number("tasks"),
                        text("check")),
                rows);
    }
}
