package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Evidence.Setting;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.TimePlot;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The section of an experiment of which every figure of a paper is a plot of times: {@code faa}, {@code imbalance},
 * {@code prefilled} and {@code variants}.
 *
 * @param experiment which one; its findings stand below the plots
 * @param figure the title of the plot that a measurement belongs to
 * @param x what was varied
 * @param y what times become
 * @param at where a measurement is on its line
 * @param factor what a time in nanoseconds is multiplied by, for the measurements of one plot
 */
record QueueFigures(
        Experiment experiment,
        Function<Measurement, String> figure,
        Axis x,
        Axis y,
        ToDoubleFunction<Measurement> at,
        ToDoubleFunction<List<Measurement>> factor) {
    /** Run times in milliseconds. */
    static final Axis MILLISECONDS = new Axis("run time (ms)", Scale.POWERS_OF_TEN, Better.LESS);

    /** Numbers of threads. */
    static final Axis THREADS = new Axis("threads", Scale.POWERS_OF_TWO);

    private static final List<Setting> SETTINGS = List.of(
            new Setting(Field.parameter("rounds"), "accesses per thread"),
            new Setting(Field.parameter("mostPairs"), "rounds per thread at most"),
            new Setting(Field.parameter("seed"), "as the seed"),
            new Setting(Field.parameter("capacity"), "elements of capacity"),
            new Setting(Field.parameter("block"), "lanes per block"));

    Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(
                lines,
                measurement -> measurement.structure() + figure.apply(measurement) + at.applyAsDouble(measurement));
        var figures = Evidence.grouped(evidence.latest(), figure);
        var parts = new ArrayList<Part>();
        char letter = 'a';
        for (var plot : figures.entrySet()) {
            parts.addAll(new TimePlot(
                            plot.getKey(),
                            evidence.subtitle(),
                            x,
                            y,
                            Measurement::structure,
                            at,
                            factor.applyAsDouble(plot.getValue()))
                    .parts(plot.getValue(), file.apply(figures.size() == 1 ? "" : "-" + letter)));
            letter++;
        }
        parts.add(evidence.notes(
                List.of(settings(evidence)),
                Measurement::structure,
                Findings.of(QueueFigures.class, experiment.name()).notes()));
        return new Section(experiment.name() + ": " + evidence.device(), parts);
    }

    private static String settings(Evidence evidence) {
        var provenance = evidence.provenance();
        return Stream.concat(
                        Stream.of(provenance.repetitions() + " repetitions"
                                + provenance
                                        .parameter("warmup")
                                        .map(count -> " after " + count + " to warm up")
                                        .orElse("")),
                        evidence.settings(SETTINGS).stream())
                .collect(Collectors.joining("; "));
    }
}
