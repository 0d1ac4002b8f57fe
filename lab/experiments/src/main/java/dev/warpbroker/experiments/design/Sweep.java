package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Loops.Staged;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An experiment made of data: axes with their values on each kind of device, loops over them, a stage that makes
 * contenders, and columns. Options, progress, records, the table and the section of a report follow from these.
 */
public abstract class Sweep implements Experiment {
    /**
     * How often and how long to measure unless the user says otherwise.
     *
     * @param repetitions timed runs
     * @param warmUps runs before those
     * @param seconds for the timed runs of a row
     */
    public record Effort(int repetitions, int warmUps, double seconds) {}

    private final String name;
    private final List<String> description;
    private final List<Loops> loops = new ArrayList<>();
    private final List<Axis<?>> settings = new ArrayList<>();
    private final List<Field> shown = new ArrayList<>();
    private final Set<Option<?>> options = new LinkedHashSet<>();
    private Map<DeviceKind, Effort> efforts = Map.of();
    private final List<Consumer<Drawing>> plots = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private List<Column> columns = List.of();
    private @Nullable Axis<Integer> size;

    /**
     * Makes an experiment. A constructor goes on with its loops, settings and effort.
     *
     * @param name on the command line and in records
     * @param description for the help, paragraph by paragraph
     */
    protected Sweep(String name, String... description) {
        this.name = name;
        this.description = List.of(description);
    }

    /** Adds rows. */
    protected final void measure(Loops more) {
        loops.add(more);
        more.axes().forEach(axis -> options.addAll(axis.options()));
    }

    /** Declares the axis of sizes: what is too slow at one size is left out of larger ones. */
    protected final void sizes(Axis<Integer> axis) {
        size = axis;
    }

    /** Adds parameters that have one value for all rows. */
    protected final void settings(Axis<?>... more) {
        for (var axis : more) {
            settings.add(axis);
            options.addAll(axis.options());
        }
    }

    /** Declares settings in which measurements that a report shows beside each other may differ. */
    protected final void shows(Axis<?>... some) {
        Stream.of(some).map(Axis::field).forEach(shown::add);
    }

    /** Declares what else such measurements may differ in. */
    protected final void shows(Field... more) {
        shown.addAll(List.of(more));
    }

    /** Adds options that are no parameters. */
    protected final void options(List<? extends Option<?>> more) {
        options.addAll(more);
    }

    /** Declares how often to measure on each kind of device, and adds the options for that. */
    protected final void effort(Effort jvm, Effort simulator, Effort gpu) {
        efforts = Map.of(DeviceKind.JVM, jvm, DeviceKind.SIMULATOR, simulator, DeviceKind.GPU, gpu);
        options.addAll(CommonOptions.TIMED);
    }

    /** {@return how often to measure; once if no effort is declared: rows then repeat their work themselves} */
    protected MeasuringEffort effort(Device device, Choices chosen) {
        var preset = efforts.get(CommonOptions.scale(device, chosen));
        return preset == null
                ? MeasuringEffort.ONCE
                : CommonOptions.effort(chosen, preset.repetitions(), preset.warmUps(), preset.seconds());
    }

    /** {@return whether records have the number of warm-up runs} */
    protected boolean recordsWarmUps() {
        return !efforts.isEmpty();
    }

    /** Declares the columns of the table, unless they depend on what was measured. */
    protected final void columns(List<Column> all) {
        columns = all;
    }

    /** Adds a plot to reports, for each title, above the table. */
    protected final void plots(Plot plot, Function<Measurement, String> title) {
        plots.add(drawing -> drawing.plots(plot, title));
    }

    /** Adds remarks at the end of the section of a report; what a paper found follows them. */
    protected final void remarks(String... more) {
        remarks.addAll(List.of(more));
    }

    /** Refuses choices that do not go together, by an exception with the reason. */
    protected void require(Device device, Choices chosen, Point common) {}

    /** {@return whether a combination of values is a row} */
    protected boolean includes(Device device, Choices chosen, Point row) {
        return true;
    }

    /** {@return rows of a stage that are measured before its others, each alone} */
    protected List<Point> references(Device device, Point shared) {
        return List.of();
    }

    /** {@return the stage of some rows; throws what keeps it from being made, which is recorded instead of them} */
    protected abstract Stage stage(Device device, Choices chosen, Point shared) throws IOException;

    /**
     * {@return what a row is a measurement of: its structure, the parameters of loops, and what else a report shows. Of
     * several measurements of the same, a report has the latest}
     */
    protected String identity(Measurement row) {
        return row.structure()
                + distinguishing().map(field -> ", " + field.textOr(row, "")).collect(Collectors.joining());
    }

    private Stream<Field> distinguishing() {
        return Stream.concat(
                loops.stream()
                        .flatMap(Loops::axes)
                        .<Axis<?>>map(Axis::parameter)
                        .map(Axis::field)
                        .distinct(),
                shown.stream());
    }

    /** {@return the columns of the table, unless it has another form} */
    protected List<Column> columnsFor(List<Measurement> rows) {
        return columns;
    }

    /** Draws plots and tables of a report. */
    protected void draw(Drawing drawing) {
        plots.forEach(plot -> plot.accept(drawing));
        drawing.table("All rows", table(drawing.rows()));
    }

    /** {@return what the paper of the experiment found, from the resource with its name} */
    protected final Findings findings() {
        return Findings.of(getClass(), name);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final List<String> description() {
        return description;
    }

    @Override
    public final List<Option<?>> options() {
        return List.copyOf(options);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var effort = effort(device, chosen);
        var common =
                Loops.product(device, chosen, Point.NONE, settings).findFirst().orElseThrow();
        require(device, chosen, common);
        var turns = new LinkedHashMap<Point, List<List<Point>>>();
        for (var some : loops) {
            for (var staged : some.on(device, chosen, common, row -> includes(device, chosen, row))) {
                turns.computeIfAbsent(staged.shared(), shared -> alone(references(device, shared)))
                        .addAll(staged.turns());
            }
        }
        int rows = turns.values().stream()
                .flatMap(List::stream)
                .mapToInt(List::size)
                .sum();
        var slice = Slice.of(chosen);
        var left = new ArrayList<String>();
        Trial.Work work = measuring -> {
            var run = new Run(effort, measuring, slice, left);
            turns.forEach((shared, some) -> run.measure(new Staged(shared, some), device, chosen));
        };
        // A row that repeats its work itself is one step.
        int steps = effort.equals(MeasuringEffort.ONCE) ? rows : rows * effort.steps();
        return new Trial(this, device, effort, steps, work, left);
    }

    /** {@return a turn for each row} */
    private static List<List<Point>> alone(List<Point> rows) {
        return new ArrayList<>(rows.stream().map(List::of).toList());
    }

    /** A run of the experiment. */
    private final class Run {
        private final MeasuringEffort effort;
        private final Measuring measuring;
        private final List<Axis<?>> compared = loops.stream()
                .flatMap(some -> some.rows().stream())
                .<Axis<?>>map(Axis::parameter)
                .toList();
        private final Set<String> obstacles = new HashSet<>();

        private final Slice slice;

        /** Rows that are left for another slice, in words. */
        private final List<String> left;

        Run(MeasuringEffort effort, Measuring measuring, Slice slice, List<String> left) {
            this.effort = effort;
            this.measuring = measuring;
            this.slice = slice;
            this.left = left;
            measuring.earlier().rows().forEach(this::learn);
        }

        private void learn(Measurement row) {
            if (size != null) {
                slice.learn(row, size.field());
            }
        }

        void measure(Staged staged, Device device, Choices chosen) {
            try (var stage = made(staged, device, chosen)) {
                if (stage != null) {
                    staged.turns().forEach(turn -> measure(stage, turn));
                }
            }
        }

        /** {@return the stage of some rows; null if it cannot be made, which is a row of its own} */
        private @Nullable Stage made(Staged staged, Device device, Choices chosen) {
            measuring.progress().at("making " + staged.shared().words(axis -> !settings.contains(axis)));
            try {
                return stage(device, chosen, staged.shared());
            } catch (IllegalArgumentException refused) {
                throw refused;
            } catch (IOException | RuntimeException | OutOfMemoryError failure) {
                measuring.leaveOut(structure(staged), staged.shared().parameters(), failure);
                return null;
            }
        }

        /** {@return what a record names for rows without a stage: the structure if all have the same} */
        private static String structure(Staged staged) {
            var axis = staged.turns().getFirst().getFirst().values().keySet().stream()
                    .filter(Axis::isStructure)
                    .findFirst();
            return axis.filter(staged.shared()::has)
                    .map(_ -> staged.shared().structure())
                    .orElseGet(() -> "every " + axis.map(Axis::name).orElse("row"));
        }

        private void measure(Stage stage, List<Point> turn) {
            slice.beginTurn();
            var rows = turn.stream()
                    .filter(row -> isPossible(stage, row) && isDue(stage, row))
                    .toList();
            var entries = new ArrayList<Entry>();
            for (var row : rows) {
                // In slices it is not the limit that leaves out larger sizes.
                String label = row.words(axis -> !settings.contains(axis) && (axis != size || !slice.isWhole()));
                entries.add(new Entry(
                        row.structure(),
                        parameters(stage, row),
                        () -> stage.operations.applyAsLong(row),
                        label,
                        () -> stage.contender.apply(row)));
            }
            if (!entries.isEmpty()) {
                entries.addAll(stage.beside);
                for (var row : stage.comparison.apply(measuring.measure(size(turn.getFirst()), entries))) {
                    learn(row);
                    measuring.record(row);
                }
            }
        }

        /** {@return whether a row is measured in this slice} */
        private boolean isDue(Stage stage, Point row) {
            var parameters = parameters(stage, row);
            if (slice.isWhole()
                    || size == null
                    || measuring.earlier().find(row.structure(), parameters).isPresent()) {
                return true;
            }
            var estimate = slice.plan(row.structure(), parameters, size.field(), row.get(size));
            if (estimate.isTooLong()) {
                String reason = "would take " + estimate.words() + ", by the growth of its times";
                measuring.skip(row.structure(), parameters, reason);
            } else if (estimate.isLeft()) {
                left.add("left for another slice: " + row.words(axis -> axis != size && !settings.contains(axis)) + ", "
                        + size(row) + ", " + estimate.words());
            }
            return !estimate.isTooLong() && !estimate.isLeft();
        }

        /** {@return whether a row can be measured; if not, the reason is recorded once for all turns} */
        private boolean isPossible(Stage stage, Point row) {
            String obstacle = stage.obstacle.apply(row);
            if (obstacle != null && obstacles.add(row.words(compared::contains) + ": " + obstacle)) {
                measuring.skip(row.structure(), parameters(stage, row), obstacle);
            }
            return obstacle == null;
        }

        private Map<String, Object> parameters(Stage stage, Point row) {
            var parameters = new HashMap<>(row.parameters());
            parameters.putAll(stage.facts.apply(row));
            if (recordsWarmUps()) {
                parameters.put(Evidence.WARM_UPS.name(), effort.warmUps());
            }
            return parameters;
        }

        private String size(Point row) {
            return size != null && row.has(size) ? Quantity.count(row.get(size)) + " " + size : "";
        }
    }

    @Override
    public Table table(List<Measurement> rows) {
        return Column.table(columnsFor(rows), rows);
    }

    @Override
    public final Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        for (var line : lines) {
            var row = line.measurement();
            axes().forEach(axis -> axis.requireSound(line, row));
        }
        var notes = new ArrayList<>(remarks);
        if (getClass().getResource(name + ".findings") != null) {
            notes.addAll(findings().notes());
        }
        var evidence = Evidence.of(lines, this::identity);
        var drawing = new Drawing(evidence, file);
        draw(drawing);
        drawing.parts()
                .add(evidence.notes(
                        size == null ? label(evidence.latest()) : label(evidence.latest(), size.field()),
                        settings.stream()
                                .flatMap(axis -> evidence.numbers(axis.field(), axis::words))
                                .toList(),
                        notes));
        return new Section(name + ": " + evidence.device(), drawing.parts());
    }

    private Stream<Axis<?>> axes() {
        return Stream.concat(loops.stream().flatMap(Loops::axes), settings.stream())
                .<Axis<?>>map(Axis::parameter)
                .distinct();
    }

    /**
     * {@return what rows are called: their structure, and the values in which they differ of what tells them apart}
     *
     * @param except parameters that are said elsewhere
     */
    protected final Function<Measurement, String> label(List<Measurement> rows, Field... except) {
        var differing = distinguishing()
                .filter(field -> !List.of(except).contains(field))
                .filter(field -> rows.stream()
                                .map(row -> field.textOr(row, ""))
                                .distinct()
                                .count()
                        > 1)
                .toList();
        return row -> Stream.concat(
                        Stream.of(row.structure()),
                        differing.stream()
                                .filter(field -> field.isIn(row))
                                .map(field -> field.in(row) instanceof String text
                                        ? text
                                        : field.name() + " " + field.text(row)))
                .collect(Collectors.joining(", "));
    }
}
