package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The order in which rows are measured: for each value of some parameters a stage is made; for each value of others
 * there is a turn; the rows of a turn are measured repetition by repetition, so that what drifts does the same to each.
 *
 * @param stages parameters of stages, outermost first
 * @param turns parameters that differ from turn to turn
 * @param rows parameters that differ in a turn
 */
public record Loops(List<Axis<?>> stages, List<Axis<?>> turns, List<Axis<?>> rows) {
    /** {@return loops with one stage for all rows} */
    public static Loops once() {
        return new Loops(List.of(), List.of(), List.of());
    }

    /** {@return loops with a stage for each value of parameters} */
    public static Loops stages(Axis<?>... stages) {
        return new Loops(List.of(stages), List.of(), List.of());
    }

    /** {@return the same with a turn for each value of parameters} */
    public Loops turns(Axis<?>... more) {
        return new Loops(stages, List.of(more), rows);
    }

    /** {@return the same with a row for each value of parameters} */
    public Loops rows(Axis<?>... more) {
        return new Loops(stages, turns, List.of(more));
    }

    /** {@return all combinations of values that are chosen} */
    public Stream<Point> points(Device device, Choices chosen) {
        return product(device, chosen, Point.NONE, axes().toList());
    }

    Stream<Axis<?>> axes() {
        return Stream.of(stages, turns, rows).flatMap(List::stream);
    }

    /**
     * Rows that share a stage.
     *
     * @param shared what they share
     * @param turns the rows of each turn
     */
    record Staged(Point shared, List<List<Point>> turns) {}

    /** {@return all rows with the values that are chosen, stage by stage; stages without rows are left out} */
    List<Staged> on(Device device, Choices chosen, Point settings, Predicate<Point> includes) {
        return product(device, chosen, settings, stages)
                .map(shared -> new Staged(
                        shared,
                        product(device, chosen, shared, turns)
                                .map(turn -> product(device, chosen, turn, rows)
                                        .filter(includes)
                                        .toList())
                                .filter(turn -> !turn.isEmpty())
                                .toList()))
                .filter(staged -> !staged.turns().isEmpty())
                .toList();
    }

    /** {@return all combinations of values with those of a point} */
    static Stream<Point> product(Device device, Choices chosen, Point from, List<Axis<?>> axes) {
        var points = Stream.of(from);
        for (var axis : axes) {
            points = points.flatMap(point -> each(device, chosen, point, axis));
        }
        return points;
    }

    private static <T> Stream<Point> each(Device device, Choices chosen, Point from, Axis<T> axis) {
        return axis.values(device, chosen).stream().map(value -> from.with(axis, value));
    }
}
