package dev.warpbroker.cli.report;

/** Text within XML and HTML. */
final class Xml {
    private Xml() {}

    /** {@return {@code text} as the content of an element or of a quoted attribute} */
    static String escape(String text) {
        var escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(allowed(c) ? c : 0xfffd);
            }
        });
        return escaped.toString();
    }

    private static boolean allowed(int c) {
        return c == '\t' || c == '\n' || c >= ' ' && c < 0xd800 || c >= 0xe000 && c < 0xfffe || c >= 0x10000;
    }
}
