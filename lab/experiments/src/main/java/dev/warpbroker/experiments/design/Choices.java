package dev.warpbroker.experiments.design;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a user has chosen: values of options. */
public final class Choices {
    private final Map<Option<?>, Object> values;

    /** @param values by option, each of the type that its option gives */
    public Choices(Map<Option<?>, Object> values) {
        this.values = Map.copyOf(values);
    }

    /** {@return whether the option has a value, chosen or preset} */
    public boolean has(Option<?> option) {
        return values.containsKey(option);
    }

    /** {@return the value of an option, or {@code otherwise}} */
    public <T> T or(Option<T> option, T otherwise) {
        T value = get(option);
        return value == null ? otherwise : value;
    }

    /** {@return the value of an option that has a preset, so that there is always one} */
    public <T> T of(Option<T> option) {
        T value = get(option);
        if (value == null) {
            throw new IllegalArgumentException(option + " has no value; give one");
        }
        return value;
    }

    /** {@return whether a flag was given} */
    public boolean isSet(Option<Boolean> flag) {
        return or(flag, false);
    }

    /** {@return the value of an option; null if there is none} */
    @SuppressWarnings("unchecked") // the constructor's caller promises it
    public <T> @Nullable T get(Option<T> option) {
        return (T) values.get(option);
    }
}
