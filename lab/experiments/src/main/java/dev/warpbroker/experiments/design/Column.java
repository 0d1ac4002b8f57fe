package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A column of a table with a row for each measurement.
 *
 * @param heading its title, and whether it has numbers
 * @param cell what it says of a measurement
 */
public record Column(Table.Column heading, Function<Measurement, String> cell) {
    /** What stands where there is nothing. */
    public static final String NONE = "–";

    /** The median of the times. */
    public static final Column MEDIAN = number("median", Column::median);

    /** The shortest time. */
    public static final Column MIN =
            number("min", row -> time(row, row.nanoseconds().min()));

    /** The longest time. */
    public static final Column MAX =
            number("max", row -> time(row, row.nanoseconds().max()));

    /** Whether checks passed, and which one did not. */
    public static final Column CHECK = text("check", Column::check);

    /** {@return a column of text} */
    public static Column text(String title, Function<Measurement, String> cell) {
        return new Column(Table.text(title), cell);
    }

    /** {@return a column of numbers} */
    public static Column number(String title, Function<Measurement, String> cell) {
        return new Column(Table.number(title), cell);
    }

    /** {@return a column of what records say, empty where they say nothing} */
    public static Column number(String title, Field field) {
        return number(title, row -> field.textOr(row, ""));
    }

    /** {@return a column of text with the values of an axis} */
    public static Column text(Axis<?> axis) {
        return text(axis.name(), axis::text);
    }

    /** {@return a column of numbers with the values of an axis} */
    public static Column number(Axis<?> axis) {
        return number(axis.name(), axis::text);
    }

    /** {@return a column of operations per second, empty where none were measured} */
    public static Column rate(String title) {
        return number(title, row -> row.measured() ? Quantity.rate(row.operationsPerSecond()) : "");
    }

    /** {@return a column of numbers with three digits, empty where records have none} */
    public static Column significant(String title, Field field) {
        return number(title, row -> field.isIn(row) ? Quantity.significant(field.number(row)) : "");
    }

    /** {@return columns, then median, shortest and longest time, then {@code more}, and whether checks passed} */
    public static List<Column> timed(List<Column> first, Column... more) {
        return Stream.of(first, List.of(MEDIAN, MIN, MAX), List.of(more), List.of(CHECK))
                .flatMap(List::stream)
                .toList();
    }

    /** {@return a row for each measurement} */
    public static Table table(List<Column> columns, List<Measurement> measurements) {
        return new Table(
                columns.stream().map(Column::heading).toList(),
                measurements.stream()
                        .map(row -> columns.stream()
                                .map(column -> column.cell().apply(row))
                                .toList())
                        .toList());
    }

    /** {@return the median time of a row} */
    public static String median(Measurement row) {
        return time(row, row.nanoseconds().median());
    }

    private static String time(Measurement row, double nanos) {
        return row.measured() ? Quantity.time(nanos) : NONE;
    }

    /** {@return whether a row passed its checks, and which one it did not} */
    public static String check(Measurement row) {
        if (row.allChecks().isEmpty()) {
            return row.skipped() == null ? "not done" : "skipped: " + row.skipped();
        }
        return row.allChecks().stream()
                .filter(check -> !check.passed())
                .findFirst()
                .map(Column::failure)
                .orElse(row.skipped() == null ? "passed" : "passed, then skipped: " + row.skipped());
    }

    private static String failure(CheckResult failed) {
        return failed.name() + " FAILED: " + failed.detail();
    }
}
