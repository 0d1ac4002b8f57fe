package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.results.Measurement;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A named value in the records of an experiment: something that it was run with, or something that was counted.
 *
 * @param name in the record
 * @param values of a measurement among which it is
 */
public record Field(String name, Function<Measurement, Map<String, Object>> values) {
    /** {@return something that a row was measured with} */
    public static Field parameter(String name) {
        return new Field(name, Measurement::parameters);
    }

    /** {@return something that was counted apart from the times} */
    public static Field observed(String name) {
        return new Field(name, Measurement::observed);
    }

    /** {@return the value in a record; null if there is none} */
    public @Nullable Object in(Measurement measurement) {
        return values.apply(measurement).get(name);
    }

    /** {@return whether a record has it} */
    public boolean isIn(Measurement measurement) {
        return in(measurement) != null;
    }

    /** {@return the value as text; {@code null} in letters if there is none} */
    public String text(Measurement measurement) {
        return String.valueOf(in(measurement));
    }

    /** {@return the value as text, or {@code otherwise}} */
    public String textOr(Measurement measurement, String otherwise) {
        return isIn(measurement) ? text(measurement) : otherwise;
    }

    /** {@return the value as a number; NaN if there is none} */
    public double number(Measurement measurement) {
        return in(measurement) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** {@return the value as a whole number; 0 if there is none} */
    public int whole(Measurement measurement) {
        return (int) number(measurement);
    }

    /** {@return its place in a record} */
    public Map.Entry<String, Object> is(Object value) {
        return Map.entry(name, value);
    }
}
