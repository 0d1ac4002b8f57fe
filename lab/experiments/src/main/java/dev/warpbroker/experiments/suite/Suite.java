package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Experiment;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All experiments. A new one is a class in this package and a line here. */
public final class Suite {
    /** In the order in which the help and reports show them. */
    public static final List<Experiment> EXPERIMENTS = List.of(
            new FaaExperiment(),
            new PairsExperiment(),
            new ImbalanceExperiment(),
            new PrefilledExperiment(),
            new VariantsExperiment(),
            new PageRankExperiment(),
            new MixExperiment(),
            new DequeExperiment(),
            new StackExperiment(),
            new InvalidStacks(),
            new SpawnExperiment(),
            new TreesExperiment(),
            new TaskGraphExperiment(),
            new QuicksortExperiment(),
            new BfsExperiment(),
            new QueueSearches(),
            new ComponentsExperiment(),
            new SsspExperiment(),
            new RaytraceExperiment(),
            new HistoryExperiment(),
            new LaunchExperiment(),
            new ExecutorExperiment(),
            new CopiesExperiment());

    /** The experiment whose records are no measurements, and which is not in the list. */
    public static final String PROPERTIES = "properties";

    private Suite() {}

    /** {@return the names of all experiments, in their order} */
    public static List<String> names() {
        return EXPERIMENTS.stream()
                .flatMap(experiment -> experiment instanceof HistoryExperiment
                        ? Stream.of(PROPERTIES, experiment.name())
                        : Stream.of(experiment.name()))
                .toList();
    }

    /** {@return the experiment of a name} */
    public static Optional<Experiment> named(String name) {
        return EXPERIMENTS.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst();
    }
}
