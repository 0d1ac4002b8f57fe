package dev.warpbroker.experiments.results;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of an object in a result file, by name and type. One that is missing or of another type is refused. */
final class Members {
    private final String path;
    private final Map<String, Object> values;

    Members(Map<String, Object> values) {
        this("", values);
    }

    private Members(String path, Map<String, Object> values) {
        this.path = path;
        this.values = values;
    }

    Map<String, Object> values() {
        return values;
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    String text(String name) {
        return require(name, String.class, "a text");
    }

    @Nullable
    String optionalText(String name) {
        return has(name) ? text(name) : null;
    }

    boolean truth(String name) {
        return require(name, Boolean.class, "true or false");
    }

    double number(String name) {
        return require(name, Number.class, "a number").doubleValue();
    }

    long whole(String name) {
        return require(name, Long.class, "a whole number");
    }

    int integer(String name) {
        long whole = whole(name);
        if (whole != (int) whole) {
            throw new DamagedJsonException("'" + path + name + "' is " + whole + ", which does not fit into 32 bits");
        }
        return (int) whole;
    }

    Instant instant(String name) {
        String text = text(name);
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            throw wrong(name, text, "a point in time");
        }
    }

    Members object(String name) {
        return of(path + name, require(name, Map.class, "an object"));
    }

    List<Members> objects(String name) {
        var objects = new ArrayList<Members>();
        for (Object element : require(name, List.class, "a list")) {
            if (!(element instanceof Map<?, ?> object)) {
                throw wrong(name, element, "a list of objects");
            }
            objects.add(of(path + name, object));
        }
        return objects;
    }

    @SuppressWarnings("unchecked") // the reader makes no other maps
    private static Members of(String path, Map<?, ?> object) {
        return new Members(path + ".", (Map<String, Object>) object);
    }

    private <T> T require(String name, Class<T> type, String expected) {
        Object value = values.get(name);
        if (value == null) {
            throw new DamagedJsonException("'" + path + name + "' is missing");
        }
        if (!type.isInstance(value)) {
            throw wrong(name, value, expected);
        }
        return type.cast(value);
    }

    private DamagedJsonException wrong(String name, Object value, String expected) {
        return new DamagedJsonException("'" + path + name + "' is not " + expected + ": " + value);
    }
}
