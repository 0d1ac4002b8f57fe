package dev.warpbroker.experiments.design;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Values of parameters: those of a row, or those that several rows share.
 *
 * @param values by axis, each of the type of its axis
 */
public record Point(Map<Axis<?>, Object> values) {
    static final Point NONE = new Point(Map.of());

    /** {@return whether a parameter has a value} */
    public boolean has(Axis<?> axis) {
        return values.containsKey(axis);
    }

    /** {@return the value of a parameter} */
    @SuppressWarnings("unchecked") // with(Axis, T) put it in
    public <T> T get(Axis<T> axis) {
        Object value = values.get(axis);
        if (value == null) {
            throw new IllegalArgumentException("no value of " + axis + "; there are values of " + values.keySet());
        }
        return (T) value;
    }

    /** {@return the same with a value of a parameter} */
    public <T> Point with(Axis<T> axis, T value) {
        var more = new LinkedHashMap<>(values);
        more.put(axis.parameter(), value);
        return new Point(more);
    }

    /** {@return what a record compares} */
    String structure() {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().isStructure())
                .map(entry -> entry.getValue().toString())
                .findFirst()
                .orElse("all");
    }

    /** {@return what a record says of the parameters} */
    public Map<String, Object> parameters() {
        var parameters = new LinkedHashMap<String, Object>();
        values.forEach((axis, value) -> {
            if (axis.isRecorded(value)) {
                parameters.put(
                        axis.name(), value instanceof Number || value instanceof Boolean ? value : value.toString());
            }
        });
        return parameters;
    }

    /** {@return the values of some parameters, for people, what a record compares first} */
    String words(Predicate<Axis<?>> some) {
        return values.entrySet().stream()
                .filter(entry -> some.test(entry.getKey()))
                .sorted(Comparator.comparing(entry -> !entry.getKey().isStructure()))
                .map(entry -> entry.getValue() instanceof Number || entry.getValue() instanceof Boolean
                        ? entry.getKey() + " " + entry.getValue()
                        : entry.getValue().toString())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
