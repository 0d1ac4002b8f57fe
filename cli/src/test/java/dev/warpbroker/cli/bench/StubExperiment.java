package dev.warpbroker.cli.bench;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import java.util.List;
import java.util.function.UnaryOperator;

/** An experiment for tests, which does what they want. */
public record StubExperiment(String name, MeasuringEffort effort, Trial.Work work) implements Experiment {
    /** {@return the experiment on a device} */
    public Trial on(Device device) {
        return new Trial(this, device, effort, 0, work, List.of());
    }

    @Override
    public List<String> description() {
        return List.of();
    }

    @Override
    public List<Option<?>> options() {
        return List.of();
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        return on(device);
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(List.of(Column.text("structure", Measurement::structure), Column.CHECK), measurements);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        throw new UnsupportedOperationException("no report is made of it");
    }
}
