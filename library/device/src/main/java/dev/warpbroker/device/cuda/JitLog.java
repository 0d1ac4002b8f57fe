package dev.warpbroker.device.cuda;

import java.util.List;
import java.util.regex.Pattern;

/** Reads what the driver's PTX assembler says about a text that it refused. */
final class JitLog {
    private static final Pattern LINE = Pattern.compile("\\bline (\\d+)");
    private static final String POSITION = "//@";

    private JitLog() {}

    /** {@return the log, followed by the PTX line that its first message names and the Java position of that line} */
    static String explain(String log, String ptx) {
        var text = new StringBuilder(log.strip());
        var number = LINE.matcher(log);
        var lines = ptx.lines().toList();
        if (number.find()) {
            int line = Integer.parseInt(number.group(1));
            if (1 <= line && line <= lines.size()) {
                text.append("\n  PTX line ").append(line).append(": ");
                text.append(lines.get(line - 1).strip());
                text.append(javaPosition(lines.subList(0, line)));
            }
        }
        return text.toString();
    }

    private static String javaPosition(List<String> lines) {
        String position = null;
        for (var line : lines.reversed()) {
            int mark = line.indexOf(POSITION);
            if (mark >= 0) {
                String text = line.substring(mark + POSITION.length()).strip();
                if (position == null) {
                    position = text;
                } else {
                    position = withDefinition(position, text);
                }
            }
        }
        return position == null ? "" : "\n  from " + position;
    }

    /** {@return a position with its last part replaced, if that is the number which {@code definition} explains} */
    private static String withDefinition(String position, String definition) {
        int number = position.lastIndexOf('#');
        String prefix = number < 0 ? "" : position.substring(number) + " = ";
        return number >= 0 && definition.startsWith(prefix)
                ? position.substring(0, number) + definition.substring(prefix.length())
                : position;
    }
}
