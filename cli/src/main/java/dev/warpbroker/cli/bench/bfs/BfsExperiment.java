package dev.warpbroker.cli.bench.bfs;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Failures;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Measures searches: of several graphs by all variants and numbers of threads, and of one graph on all queues. Operations are edges. */
public final class BfsExperiment implements Experiment {
    private static final String NAME = "bfs";
    private static final String VARIANTS = "variants";
    private static final String QUEUES = "queues";

    private final Device device;
    private final Settings settings;

    /**
     * What the experiment is run with.
     *
     * @param graphs searched by every variant with every number of threads
     * @param threads numbers of threads; 0 is as many as the device holds
     * @param queueGraph searched on every queue, with the largest number of threads
     * @param sequential whether the search by one thread is measured, too
     */
    public record Settings(
            List<GraphSource> graphs,
            List<BfsVariant> variants,
            List<Integer> threads,
            GraphSource queueGraph,
            List<QueueKind> queues,
            boolean sequential,
            Effort effort) {
        public Settings {
            graphs = List.copyOf(graphs);
            variants = List.copyOf(variants);
            threads = List.copyOf(threads);
            queues = List.copyOf(queues);
        }
    }

    public BfsExperiment(Device device, Settings settings) {
        this.device = device;
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        int variants = settings.variants().size() * settings.threads().size() + (settings.sequential() ? 1 : 0);
        return (settings.graphs().size() * variants + settings.queues().size())
                * new Turns(device, settings.effort()).steps();
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        for (var graph : settings.graphs()) {
            progress.at("making " + graph.name());
            try (var subject = subject(graph, VARIANTS, measured)) {
                if (subject != null) {
                    measureVariants(subject, measured, progress);
                }
            }
        }
        if (!settings.queues().isEmpty()) {
            try (var subject = subject(settings.queueGraph(), QUEUES, measured)) {
                if (subject != null) {
                    measureQueues(subject, measured, progress);
                }
            }
        }
    }

    /** {@return what to search; null if it cannot be read or made, which is a row of its own} */
    private @Nullable Subject subject(GraphSource graph, String part, Consumer<Measurement> measured) {
        try {
            return Subject.of(graph, device);
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            measured.accept(Measurement.failed(
                    NAME,
                    device.properties(),
                    "every search",
                    Map.of("graph", graph.name(), "part", part),
                    Failures.reason(failure)));
            return null;
        }
    }

    private void measureQueues(Subject subject, Consumer<Measurement> measured, Progress progress) {
        int threads = Bfs.threads(device, settings.threads().getLast());
        var contenders = settings.queues().stream()
                .map(queue -> new BfsContender(
                        subject,
                        BfsOptions.of(BfsVariant.ASYNC).withQueue(queue).withThreads(threads)))
                .toList();
        measure(subject, QUEUES, contenders, threads, measured, progress);
    }

    private void measureVariants(Subject subject, Consumer<Measurement> measured, Progress progress) {
        if (settings.sequential()) {
            measure(subject, VARIANTS, List.of(new SequentialContender(subject)), 1, measured, progress);
        }
        for (int wanted : settings.threads()) {
            int threads = Bfs.threads(device, wanted);
            var contenders = settings.variants().stream()
                    .map(variant ->
                            new BfsContender(subject, BfsOptions.of(variant).withThreads(threads)))
                    .toList();
            measure(subject, VARIANTS, contenders, threads, measured, progress);
        }
    }

    private void measure(
            Subject subject,
            String part,
            List<? extends Contender> contenders,
            int threads,
            Consumer<Measurement> measured,
            Progress progress) {
        String size = subject.rows().name() + ", " + threads + " threads";
        var timings = new Turns(device, settings.effort()).measure(contenders, size, progress);
        var parameters = new TreeMap<String, Object>(subject.parameters());
        parameters.put("part", part);
        parameters.put("threads", threads);
        parameters.put("warmup", settings.effort().warmUps());
        for (int i = 0; i < timings.size(); i++) {
            measured.accept(timings.get(i)
                    .measurement(NAME, device.properties(), contenders.get(i).label(), parameters, subject.edges()));
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        var rows = new ArrayList<List<String>>();
        for (var measurement : measurements) {
            var parameters = measurement.parameters();
            var row = new ArrayList<String>();
            row.add(String.valueOf(parameters.get("graph")));
            row.add(String.valueOf(parameters.getOrDefault("threads", "")));
            row.add(measurement.structure());
            row.addAll(Remarks.times(measurement));
            row.add(measurement.measured() ? Quantity.rate(measurement.operationsPerSecond()) : "");
            row.add(
                    measurement.observed().get("visits") instanceof Long visits
                                    && measurement.observed().get("reached") instanceof Long reached
                            ? Quantity.significant((double) visits / reached)
                            : "");
            row.add(Remarks.check(measurement));
            rows.add(row);
        }
        return new Table(
                List.of(
                        text("graph"),
                        number("threads"),
                        text("search"),
                        number("median"),
                        number("min"),
                        number("max"),
                        number("edges"),
                        number("visits/vertex"),
                        text("check")),
                rows);
    }
}
