package dev.warpbroker.graphs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the edges of a chunk of lines, after the header of the file.
 *
 * <p>Made anew for each chunk; the position in the chunk is the state.
 */
final class EdgeLines {
    /** The fewest bytes of a line with an edge, such as "1 2" and its end. */
    private static final int SHORTEST_LINE = 4;

    private static final int LONGEST_QUOTE = 40;

    private final GraphHeader header;
    private final byte[] bytes;
    private final int to;
    private final int[] pairs;
    private int at;
    private int line;
    private int ends;
    private int greatest = -1;

    private EdgeLines(GraphHeader header, LineInput.Chunk chunk) {
        this.header = header;
        bytes = chunk.bytes();
        at = chunk.from();
        to = chunk.to();
        pairs = new int[2 * ((to - at) / SHORTEST_LINE + 1)];
    }

    /**
     * What a chunk holds.
     *
     * @param pairs sources and targets by turns
     * @param lines the number of lines, or of the line with a problem
     * @param greatest the greatest vertex; -1 if there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Edges(
            int[] pairs, int lines, int greatest, @Nullable String problem) {}

    /** A line that is not as it should be. */
    private static final class LineException extends Exception {
        private static final long serialVersionUID = 1;

        LineException(String message) {
            super(message, null, false, false);
        }
    }

    static Edges read(GraphHeader header, LineInput.Chunk chunk) {
        var lines = new EdgeLines(header, chunk);
        String problem = null;
        try {
            lines.readAll();
        } catch (LineException broken) {
            problem = broken.getMessage();
        }
        return new Edges(Arrays.copyOf(lines.pairs, lines.ends), lines.line, lines.greatest, problem);
    }

    private void readAll() throws LineException {
        while (at < to) {
            line++;
            skipBlanks();
            if (atLineEnd() || bytes[at] == header.comment()) {
                while (at < to && bytes[at] != '\n') {
                    at++;
                }
            } else {
                readEdge();
            }
            at++;
        }
    }

    private void readEdge() throws LineException {
        if (header.format() == GraphFormat.DIMACS) {
            readArcLetter();
        }
        int source = vertex("source");
        int target = vertex("target");
        if (header.values()) {
            value();
        }
        skipBlanks();
        if (!atLineEnd()) {
            throw new LineException(quote() + " follows the edge; expected " + expected());
        }
        pairs[ends] = source;
        pairs[ends + 1] = target;
        ends += 2;
        greatest = Math.max(greatest, Math.max(source, target));
    }

    private void readArcLetter() throws LineException {
        if (bytes[at] != 'a' || at + 1 < to && !isSeparator(bytes[at + 1])) {
            throw new LineException(quote() + " begins no line of a "
                    + header.format().words() + " after its header; expected " + expected());
        }
        at++;
    }

    private int vertex(String what) throws LineException {
        skipBlanks();
        if (atLineEnd()) {
            throw new LineException("the " + what + " is missing; expected " + expected());
        }
        int begin = at;
        long value = 0;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            value = Math.min(value * 10 + (bytes[at] - '0'), Integer.MAX_VALUE);
            at++;
        }
        boolean digits = at > begin;
        if (!digits || at < to && !isSeparator(bytes[at])) {
            at = begin;
            throw new LineException(
                    isNegative() ? outside(what) : what + " " + quote() + " is not a vertex; expected " + expected());
        }
        if (value < header.firstVertex() || value > header.lastVertex()) {
            at = begin;
            throw new LineException(outside(what));
        }
        return (int) value - header.firstVertex();
    }

    private boolean isNegative() {
        return bytes[at] == '-' && quotedField().matches("-\\d+");
    }

    private String outside(String what) {
        return what + " " + quotedField() + " is outside " + header.firstVertex() + ".." + header.lastVertex()
                + ", the vertices " + header.vertexLimit();
    }

    private void value() throws LineException {
        skipBlanks();
        if (atLineEnd()) {
            throw new LineException("the value is missing; expected " + expected());
        }
        int begin = at;
        while (at < to && isPartOfNumber(bytes[at])) {
            at++;
        }
        if (at == begin || at < to && !isSeparator(bytes[at])) {
            at = begin;
            throw new LineException("value " + quote() + " is not a number; expected " + expected());
        }
    }

    private String expected() {
        return switch (header.format()) {
            case SNAP -> "\"source target\"";
            case MATRIX_MARKET -> header.values() ? "\"row column value\"" : "\"row column\"";
            case DIMACS -> "\"a source target weight\"";
        };
    }

    private String quote() {
        return "\"" + quotedField() + "\"";
    }

    /** {@return the field that begins here, shortened, without what cannot be printed} */
    private String quotedField() {
        int end = at;
        while (end < to && !isSeparator(bytes[end])) {
            end++;
        }
        int shown = Math.min(end, at + LONGEST_QUOTE);
        String field = new String(bytes, at, shown - at, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "\uFFFD");
        return shown < end ? field + "..." : field;
    }

    private void skipBlanks() {
        while (at < to && bytes[at] != '\n' && isSeparator(bytes[at])) {
            at++;
        }
    }

    private boolean atLineEnd() {
        return at >= to || bytes[at] == '\n';
    }

    private static boolean isSeparator(byte character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r';
    }

    private static boolean isPartOfNumber(byte character) {
        return character >= '0' && character <= '9'
                || character == '.'
                || character == '-'
                || character == '+'
                || character == 'e'
                || character == 'E';
    }
}
