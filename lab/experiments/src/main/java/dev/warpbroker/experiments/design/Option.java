package dev.warpbroker.experiments.design;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An option of an experiment on the command line.
 *
 * @param names its names, the first one first
 * @param label what stands for a value in the help
 * @param help paragraph by paragraph
 * @param form how values are given
 * @param type of one value
 * @param parser what reads one value; null if every command line can read the type
 * @param preset the text of what it has if the user gives none; null if there is none
 * @param <T> what it gives
 */
public record Option<T>(
        List<String> names,
        String label,
        List<String> help,
        Form form,
        Class<?> type,
        @Nullable Function<String, ?> parser,
        @Nullable String preset) {
    /** How values are given. */
    public enum Form {
        /** By its name alone. */
        FLAG,
        /** By its name alone, or by the same with {@code no-}; on unless the user says otherwise. */
        SWITCH,
        /** One value. */
        ONE,
        /** Values with commas between them. */
        LIST,
        /** One value, and the option again for each further one. */
        REPEATED
    }

    /** {@return an option that is given or not} */
    public static Option<Boolean> flag(String name, String... help) {
        return new Option<>(List.of(name), "", List.of(help), Form.FLAG, Boolean.class, null, null);
    }

    /** {@return an option that is on unless it is given with {@code no-}} */
    public static Option<Boolean> on(String name, String... help) {
        return new Option<>(List.of(name), "", List.of(help), Form.SWITCH, Boolean.class, null, "true");
    }

    /**
     * {@return an option with one value of a type that every command line can read: a number, text, an enum, a path}
     */
    public static <T> Option<T> of(Class<T> type, String name, String label, String... help) {
        return new Option<>(List.of(name), label, List.of(help), Form.ONE, type, null, null);
    }

    /** {@return an option with one whole number} */
    public static Option<Integer> number(String name, String label, String... help) {
        return of(Integer.class, name, label, help);
    }

    /**
     * {@return an option with one value that {@code parser} reads; it refuses others with what should be told the user}
     */
    public static <T> Option<T> of(Function<String, T> parser, String name, String label, String... help) {
        return new Option<>(List.of(name), label, List.of(help), Form.ONE, Object.class, parser, null);
    }

    /** {@return an option with values of a type that every command line can read, commas between them} */
    public static <T> Option<List<T>> list(Class<T> type, String name, String label, String... help) {
        return new Option<>(List.of(name), label, List.of(help), Form.LIST, type, null, null);
    }

    /** {@return an option with whole numbers, commas between them} */
    public static Option<List<Integer>> numbers(String name, String label, String... help) {
        return list(Integer.class, name, label, help);
    }

    /** {@return an option with values that {@code parser} reads, commas between them} */
    public static <T> Option<List<T>> list(Function<String, T> parser, String name, String label, String... help) {
        return new Option<>(List.of(name), label, List.of(help), Form.LIST, Object.class, parser, null);
    }

    /** {@return an option that may be given several times, with a value of a type that every command line can read} */
    public static <T> Option<List<T>> repeated(Class<T> type, String name, String label, String... help) {
        return new Option<>(List.of(name), label, List.of(help), Form.REPEATED, type, null, null);
    }

    /** {@return an option that may be given several times, with a value that {@code parser} reads} */
    public static <T> Option<List<T>> repeated(Function<String, T> parser, String name, String label, String... help) {
        return new Option<>(List.of(name), label, List.of(help), Form.REPEATED, Object.class, parser, null);
    }

    /** {@return a parser of the names of {@code values}, in any case, which lists them where a name is none of them} */
    public static <T> Function<String, T> oneOf(String kind, List<T> values) {
        return name -> values.stream()
                .filter(value -> value.toString().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Suggestion.unknown(
                        kind, name, values.stream().map(Object::toString).toList())));
    }

    /** {@return a parser of the names of {@code values}} */
    public static <T> Function<String, T> oneOf(String kind, T[] values) {
        return oneOf(kind, Arrays.asList(values));
    }

    /** {@return the same with another name beside the first} */
    public Option<T> or(String other) {
        return new Option<>(
                Stream.concat(names.stream(), Stream.of(other)).toList(), label, help, form, type, parser, preset);
    }

    /**
     * {@return the same with a value that it has if the user gives none; the help names it as {@code ${DEFAULT-VALUE}}}
     */
    public Option<T> preset(String value) {
        return new Option<>(names, label, help, form, type, parser, value);
    }

    @Override
    public String toString() {
        return names.getFirst();
    }
}
