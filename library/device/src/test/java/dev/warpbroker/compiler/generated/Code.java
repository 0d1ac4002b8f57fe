package dev.warpbroker.compiler.generated;

import java.util.List;

/** Source text as a tree, so that a failing program can be made smaller by leaving out branches of it. */
sealed interface Code {
    /** One statement or member on a line of its own. */
    record Line(String text) implements Code {}

    /** A construct with a body: {@code for (…) { … }}. */
    record Nest(String head, List<Code> body, String tail) implements Code {
        public Nest {
            body = List.copyOf(body);
        }
    }

    static Code line(String text) {
        return new Line(text);
    }

    static Code nest(String head, List<Code> body) {
        return new Nest(head + " {", body, "}");
    }

    static String render(List<Code> code) {
        var text = new StringBuilder();
        code.forEach(each -> each.render(text, 0));
        return text.toString();
    }

    private void render(StringBuilder text, int depth) {
        switch (this) {
            case Line(String line) -> indent(text, depth).append(line).append('\n');
            case Nest(String head, List<Code> body, String tail) -> {
                indent(text, depth).append(head).append('\n');
                body.forEach(each -> each.render(text, depth + 1));
                indent(text, depth).append(tail).append('\n');
            }
        }
    }

    private static StringBuilder indent(StringBuilder text, int depth) {
        return text.repeat("    ", depth);
    }
}
