package dev.warpbroker.experiments.results;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object of JSON, strictly by RFC 8259: objects become maps in the order of the text, arrays lists, whole
 * numbers {@link Long} (or {@link BigInteger}), other numbers {@link Double}. As in {@link Json}, a member that is null
 * is one that is left out; null elsewhere is refused, and so are two members of one name.
 */
final class JsonReader {
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final int DEEPEST = 64;
    private static final int LONGEST_LONG = 18;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** {@return the members of the object that {@code text} is} */
    static Map<String, Object> object(String text) {
        var reader = new JsonReader(text);
        reader.skipSpace();
        if (!reader.isAt('{')) {
            throw reader.expected("an object, '{'");
        }
        var object = reader.object(1);
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.expected("the end of the line");
        }
        return object;
    }

    private Map<String, Object> object(int depth) {
        var members = new LinkedHashMap<String, Object>();
        at++;
        skipSpace();
        if (skip('}')) {
            return Map.of();
        }
        do {
            skipSpace();
            int start = at;
            if (!isAt('"')) {
                throw expected("the name of a member, '\"'");
            }
            String name = string();
            skipSpace();
            if (!skip(':')) {
                throw expected("':'");
            }
            Object value = value(depth);
            if (value != null && members.put(name, value) != null) {
                at = start;
                throw damaged("a second member '" + name + "'");
            }
            skipSpace();
        } while (skip(','));
        if (!skip('}')) {
            throw expected("',' or '}'");
        }
        return Collections.unmodifiableMap(members);
    }

    private List<Object> list(int depth) {
        var elements = new ArrayList<>();
        at++;
        skipSpace();
        if (skip(']')) {
            return List.of();
        }
        do {
            skipSpace();
            int start = at;
            Object value = value(depth);
            if (value == null) {
                at = start;
                throw damaged("null in a list");
            }
            elements.add(value);
            skipSpace();
        } while (skip(','));
        if (!skip(']')) {
            throw expected("',' or ']'");
        }
        return Collections.unmodifiableList(elements);
    }

    private @Nullable Object value(int depth) {
        skipSpace();
        if (at == text.length()) {
            throw expected("a value");
        }
        return switch (text.charAt(at)) {
            case '{' -> object(deeper(depth));
            case '[' -> list(deeper(depth));
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private int deeper(int depth) {
        if (depth == DEEPEST) {
            throw damaged("more than " + DEEPEST + " objects and lists within each other");
        }
        return depth + 1;
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw expected("a value");
        }
        at += word.length();
        return value;
    }

    private Number number() {
        var matcher = NUMBER.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw expected("a value");
        }
        String digits = matcher.group();
        if (matcher.group(1) == null && matcher.group(2) == null) {
            at = matcher.end();
            // Not one conditional expression: it would make both the same type.
            if (digits.length() <= LONGEST_LONG) {
                return Long.valueOf(digits);
            }
            var whole = new BigInteger(digits);
            return whole.bitLength() < Long.SIZE ? (Number) whole.longValue() : whole;
        }
        double number = Double.parseDouble(digits);
        if (!Double.isFinite(number)) {
            throw damaged("the number " + digits + " is out of range");
        }
        at = matcher.end();
        return number;
    }

    private String string() {
        var string = new StringBuilder();
        at++;
        while (true) {
            if (at == text.length()) {
                throw expected("the end of a text, '\"'");
            }
            char c = text.charAt(at);
            if (c < ' ') {
                throw damaged("a control character within a text");
            }
            at++;
            switch (c) {
                case '"' -> {
                    return string.toString();
                }
                case '\\' -> string.append(escaped());
                default -> string.append(c);
            }
        }
    }

    private char escaped() {
        char kind = at < text.length() ? text.charAt(at) : 0;
        char character = switch (kind) {
            case '"', '\\', '/' -> kind;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> throw expected("one of \" \\ / b f n r t u after '\\'");
        };
        at++;
        return character;
    }

    /** Leaves the position at the last digit. */
    private char unit() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            at++;
            if (at == text.length() || !HexFormat.isHexDigit(text.charAt(at))) {
                throw expected("four hexadecimal digits after '\\u'");
            }
            value = 16 * value + HexFormat.fromHexDigit(text.charAt(at));
        }
        return (char) value;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean isAt(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean skip(char c) {
        boolean found = isAt(c);
        if (found) {
            at++;
        }
        return found;
    }

    private DamagedJsonException expected(String what) {
        return damaged("expected " + what + ", found "
                + (at < text.length() ? "'" + Character.toString(text.codePointAt(at)) + "'" : "the end of the line"));
    }

    private DamagedJsonException damaged(String reason) {
        return new DamagedJsonException("column " + (at + 1) + ": " + reason);
    }
}
