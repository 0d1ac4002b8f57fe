package dev.warpbroker.experiments.results;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as JSON: components become members in their order, null is left out. Values are text, numbers,
 * booleans, instants, records, and lists and maps of those; a number that JSON cannot express (not finite) is refused.
 */
public final class Json {
    private static final HexFormat HEX = HexFormat.of();

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /** {@return {@code value} on one line} */
    public static String line(Record value) {
        var json = new Json();
        json.value(value);
        return json.text.toString();
    }

    /** {@return an object of {@code members} on one line, in their order} */
    public static String line(Map<String, ?> members) {
        var json = new Json();
        json.map(members);
        return json.text.toString();
    }

    private void value(Object value) {
        switch (value) {
            case String string -> string(string);
            case Boolean bool -> text.append(bool);
            case Double number -> number(number);
            case Float number -> number(number);
            case Number number -> text.append(number);
            case Instant instant -> string(instant.toString());
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            case Record members -> members(members);
            default -> throw new IllegalArgumentException(value.getClass() + " has no form in JSON: " + value);
        }
    }

    private void number(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(number + " has no form in JSON");
        }
        text.append(number);
    }

    private void list(List<?> list) {
        text.append('[');
        String separator = "";
        for (Object element : list) {
            text.append(separator);
            value(element);
            separator = ",";
        }
        text.append(']');
    }

    private void map(Map<?, ?> map) {
        text.append('{');
        String separator = "";
        for (var entry : map.entrySet()) {
            text.append(separator);
            member(String.valueOf(entry.getKey()), entry.getValue());
            separator = ",";
        }
        text.append('}');
    }

    private void members(Record members) {
        text.append('{');
        String separator = "";
        for (var component : members.getClass().getRecordComponents()) {
            Object value = read(component, members);
            if (value != null) {
                text.append(separator);
                member(component.getName(), value);
                separator = ",";
            }
        }
        text.append('}');
    }

    private void member(String name, Object value) {
        string(name);
        text.append(':');
        value(value);
    }

    private static @Nullable Object read(RecordComponent component, Record from) {
        try {
            return component.getAccessor().invoke(from);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalArgumentException("cannot read " + component + " of " + from.getClass(), failure);
        }
    }

    private void string(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    // Also what is not text at all (half a surrogate pair), and the line ends that JavaScript knows.
                    if (c < ' ' || c == 0x7f || c == 0x2028 || c == 0x2029 || isHalfPair(string, i)) {
                        text.append("\\u").append(HEX.toHexDigits(c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    private static boolean isHalfPair(String string, int i) {
        char c = string.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == string.length() || !Character.isLowSurrogate(string.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(string.charAt(i - 1)));
    }
}
