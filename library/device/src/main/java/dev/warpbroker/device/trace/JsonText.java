package dev.warpbroker.device.trace;

import java.util.Map;

/** Text in JSON. */
final class JsonText {
    private JsonText() {}

    /** {@return an object with these members: texts, numbers, truths} */
    static String object(Map<String, ?> members) {
        var json = new StringBuilder("{");
        members.forEach((name, value) -> {
            if (json.length() > 1) {
                json.append(',');
            }
            json.append(string(name)).append(':');
            json.append(value instanceof Number || value instanceof Boolean ? value : string(String.valueOf(value)));
        });
        return json.append('}').toString();
    }

    /** {@return a text in quotes} */
    static String string(String text) {
        var json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
