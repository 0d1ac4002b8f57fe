package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Experiment {@code barrier}: the time of one barrier of a whole launch, in which all lanes do nothing else. */
final class BarrierExperiment implements Experiment {
    private static final Option<Integer> BARRIERS =
            Option.number("--barriers", "N", "Barriers per launch (default: 2000 on a GPU, 100 elsewhere).");

    private static final Option<Integer> REPETITIONS = Option.number(
                    "--reps", "N", "Launches of each grid (default: ${DEFAULT-VALUE}).")
            .preset("10");

    /** What records say. */
    private static final class Recorded {
        static final Field BARRIERS = Field.parameter("barriers");
        static final Field THREADS = Field.parameter("threads");
        static final Field BLOCK = Field.parameter("block");
    }

    private static final List<Integer> BLOCKS = List.of(32, 256, 1024);

    /** All lanes that the device holds, an eighth of them, and one block. */
    private static final List<Integer> PARTS = List.of(1, 8);

    private static final int MAX_ELSEWHERE = 1024;

    @Override
    public String name() {
        return "barrier";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Time of a barrier of all lanes of a launch.",
                "A kernel passes many barriers and does nothing else; the time of the launch is divided by their"
                        + " number. Grids are as large as the device holds at once, an eighth of that, and one block.");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(BARRIERS, REPETITIONS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        boolean gpu = DeviceKind.of(device.properties()) == DeviceKind.GPU;
        int barriers = chosen.or(BARRIERS, gpu ? 2_000 : 100);
        int repetitions = chosen.of(REPETITIONS);
        MeasuringEffort.requireAtLeast(1, "barriers", barriers);
        MeasuringEffort.requireAtLeast(1, "repetitions", repetitions);
        return new Trial(
                this,
                device,
                MeasuringEffort.ONCE,
                BLOCKS.size() * (PARTS.size() + 1),
                measuring -> run(device, gpu, barriers, repetitions, measuring),
                List.of());
    }

    private void run(Device device, boolean gpu, int barriers, int repetitions, Measuring measuring) {
        Kernel kernel = lane -> {
            for (int i = 0; i < barriers; i++) {
                lane.gridBarrier();
            }
        };
        for (int block : BLOCKS) {
            int resident = device.residentThreads(kernel, block);
            int most = gpu ? resident : Math.min(resident, MAX_ELSEWHERE);
            for (int part : PARTS) {
                measure(
                        device,
                        new Grid(Math.max(block, most / part / block * block), block),
                        kernel,
                        barriers,
                        repetitions,
                        measuring);
            }
            measure(device, new Grid(block, block), kernel, barriers, repetitions, measuring);
        }
    }

    private void measure(Device device, Grid grid, Kernel kernel, int barriers, int repetitions, Measuring measuring) {
        String what = grid.blocks() + " blocks of " + grid.blockSize();
        measuring.progress().at(what);
        var parameters = Map.ofEntries(
                Recorded.BARRIERS.is(barriers),
                Recorded.THREADS.is(grid.threads()),
                Recorded.BLOCK.is(grid.blockSize()));
        try {
            device.run(grid, kernel);
            long[] nanos = new long[repetitions];
            for (int i = 0; i < repetitions; i++) {
                nanos[i] = device.launch(grid, kernel).elapsed().toNanos() / barriers;
            }
            measuring.record(
                    Measurement.now(name(), device.properties(), what, parameters, Statistics.of(nanos), 1, List.of()));
        } catch (DeviceException failure) {
            measuring.fail(what, parameters, failure);
        }
        measuring.progress().step();
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("grid", Measurement::structure),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.number(
                                "repetitions",
                                row -> Quantity.count(row.nanoseconds().repetitions())),
                        Column.text("remark", row -> row.passed() ? "" : Column.check(row))),
                measurements);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, Measurement::structure);
        return new Section(
                "barrier: " + evidence.device(),
                List.of(
                        new Part.Captioned("Time of a barrier of all lanes", table(evidence.latest())),
                        new Part.Notes(evidence.sources())));
    }
}
