package dev.warpbroker.graphs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the edges of a chunk of lines, after the header of the file.
 *
 * <p>Made anew for each chunk; the position in the chunk is the state. Plain lines, numbers of up to nine digits with
 * one blank between them, are read eight bytes at a time: which bytes of a word are digits, and what number eight
 * digits are, takes a few operations on the whole word (D. Lemire, "Quickly parsing eight digits", 2018). Every other
 * line is read byte by byte, which also finds out what is wrong with it.
 */
final class EdgeLines {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    private static final int LONGEST_QUOTE = 40;

    /** About as many bytes as a line has; more room is made where lines are shorter. */
    private static final int USUAL_LINE = 12;

    private final Rules rules;
    private final GraphHeader header;
    private final LineInput.Chunk chunk;
    private final byte[] bytes;
    private final int to;
    private int[] pairs;
    private int[] weights;
    private int at;
    private int line;
    private int edges;
    private int greatest = -1;

    private EdgeLines(Rules rules, LineInput.Chunk chunk) {
        this.rules = rules;
        this.chunk = chunk;
        header = rules.header();
        bytes = chunk.bytes();
        at = chunk.from();
        to = chunk.to();
        int expected = (to - at) / USUAL_LINE + 1;
        pairs = new int[2 * expected];
        weights = new int[rules.weights() ? expected : 0];
    }

    /**
     * How lines are read.
     *
     * @param weights whether weights are kept
     * @param scale what weights are multiplied by before they are rounded; null if they must be whole
     */
    record Rules(
            GraphHeader header, boolean weights, @Nullable Double scale) {}

    /**
     * What a chunk holds.
     *
     * @param lines the number of lines, or of the line with a problem
     * @param greatest the greatest vertex; -1 if there is none
     */
    record Edges(
            EdgeBlock block,
            int lines,
            int greatest,
            @Nullable String problem) {}

    /** A line that is not as it should be. */
    private static final class LineException extends Exception {
        private static final long serialVersionUID = 1;

        LineException(String message) {
            super(message, null, false, false);
        }
    }

    static Edges read(Rules rules, LineInput.Chunk chunk) {
        var lines = new EdgeLines(rules, chunk);
        String problem = null;
        try {
            lines.readAll();
        } catch (LineException broken) {
            problem = broken.getMessage();
        }
        int[] pairs = Arrays.copyOf(lines.pairs, 2 * lines.edges);
        int[] weights = rules.weights() ? Arrays.copyOf(lines.weights, lines.edges) : null;
        return new Edges(new EdgeBlock(pairs, weights), lines.line, lines.greatest, problem);
    }

    private void readAll() throws LineException {
        bytes[to] = '\n'; // the last line of a file need not have one
        while (at < to) {
            readPlainEdges();
            if (at < to) {
                line++;
                readLine();
            }
        }
        if (chunk.endless()) {
            line++;
            throw new LineException(LineInput.ENDLESS);
        }
    }

    /** Reads edges as most are written, up to the first line that is different or has something wrong in it. */
    private void readPlainEdges() {
        byte[] text = bytes;
        boolean arcs = header.format() == GraphFormat.DIMACS;
        int separator = header.separator();
        int otherSeparator = separator == ' ' ? '\t' : separator;
        int first = header.firstVertex();
        int last = header.lastVertex();
        int columns = rules.scale() == null ? header.columns() : 2;
        int next = at;
        while (next < to) {
            if (arcs) {
                if (text[next] != 'a' || text[next + 1] != ' ') {
                    return;
                }
                next += 2;
            }
            long source = number(text, next);
            next += (int) source & 0xF;
            int between = text[next];
            if (source == 0 || between != separator && between != otherSeparator) {
                return;
            }
            next++;
            long target = number(text, next);
            next += (int) target & 0xF;
            source >>= 4;
            long weight = 0;
            for (int column = 2; column < columns; column++) {
                between = text[next];
                next++;
                long value = between == separator || between == otherSeparator ? number(text, next) : 0;
                if (value == 0) {
                    return;
                }
                next += (int) value & 0xF;
                weight = column == 2 ? value >> 4 : weight;
            }
            if (text[next] == '\r') {
                next++;
            }
            if (target == 0 || text[next] != '\n' || source < first || source > last) {
                return;
            }
            target >>= 4;
            if (target < first || target > last) {
                return;
            }
            next++;
            at = next;
            line++;
            add((int) source - first, (int) target - first, (int) weight);
        }
    }

    /** {@return 16 times the number of at most nine digits that begins here, plus how many they are; 0 if none is} */
    private static long number(byte[] text, int at) {
        long word = (long) WORD.get(text, at);
        // Digits, and no other bytes, have the high half 3, and have it still if 6 is added.
        long others = (word & 0xF0F0F0F0F0F0F0F0L | (word + 0x0606060606060606L & 0xF0F0F0F0F0F0F0F0L) >>> 4)
                ^ 0x3333333333333333L;
        int digits = Long.numberOfTrailingZeros(others) >>> 3;
        if (digits == 0) {
            return 0;
        }
        long value = eightDigits(word << Long.SIZE - Byte.SIZE * digits);
        if (digits == Long.BYTES && isDigit(text[at + Long.BYTES])) {
            value = value * 10 + text[at + Long.BYTES] - '0';
            digits++;
        }
        return value << 4 | digits;
    }

    /** {@return the number of eight digits, of which the first is in the lowest byte; a byte of 0 is a digit, too} */
    private static long eightDigits(long word) {
        long pairs = (word & 0x0F0F0F0F0F0F0F0FL) * (10 << 8 | 1) >>> 8;
        long fours = (pairs & 0x00FF00FF00FF00FFL) * (100 << 16 | 1) >>> 16;
        return (fours & 0x0000FFFF0000FFFFL) * (10_000L << 32 | 1) >>> 32;
    }

    private void add(int source, int target, int weight) {
        if (2 * edges == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * pairs.length);
        }
        pairs[2 * edges] = source;
        pairs[2 * edges + 1] = target;
        if (rules.weights()) {
            if (edges == weights.length) {
                weights = Arrays.copyOf(weights, 2 * weights.length);
            }
            weights[edges] = weight;
        }
        edges++;
        greatest = Math.max(greatest, Math.max(source, target));
    }

    private void readLine() throws LineException {
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

    private void readEdge() throws LineException {
        if (header.format() == GraphFormat.DIMACS) {
            readArcLetter();
        }
        int source = vertex("source");
        separator();
        int target = vertex("target");
        int weight = 0;
        for (int column = 2; column < header.columns(); column++) {
            separator();
            if (column == 2 && rules.weights()) {
                weight = weight();
            } else {
                number(column == 2 ? header.weightName() : "time");
            }
        }
        skipBlanks();
        if (!atLineEnd()) {
            throw new LineException(quote() + " follows the edge; expected " + header.expectedLine());
        }
        add(source, target, weight);
    }

    private void readArcLetter() throws LineException {
        if (bytes[at] != 'a' || at + 1 < to && !endsField(bytes[at + 1])) {
            throw new LineException(quote() + " begins no line of a "
                    + header.format().words() + " after its header; expected " + header.expectedLine());
        }
        at++;
    }

    private int vertex(String what) throws LineException {
        int begin = begin(what);
        long value = 0;
        while (at < to && isDigit(bytes[at])) {
            value = Math.min(value * 10 + (bytes[at] - '0'), Integer.MAX_VALUE);
            at++;
        }
        boolean digits = at > begin;
        if (!digits || at < to && !endsField(bytes[at])) {
            at = begin;
            throw new LineException(
                    isNegative()
                            ? outside(what)
                            : what + " " + quote() + " is not a vertex; expected " + header.expectedLine());
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

    /** Goes to the next field; {@return where it begins} */
    private int begin(String what) throws LineException {
        skipBlanks();
        if (atLineEnd()) {
            throw new LineException("the " + what + " is missing; expected " + header.expectedLine());
        }
        return at;
    }

    /** Goes over what is between two fields; that the second one is missing is found out later. */
    private void separator() throws LineException {
        skipBlanks();
        if (header.separator() == ' ' || atLineEnd()) {
            return;
        }
        if (bytes[at] != header.separator()) {
            throw new LineException(
                    quote() + " is where '" + header.separator() + "' should be; expected " + header.expectedLine());
        }
        at++;
    }

    private void number(String what) throws LineException {
        int begin = begin(what);
        while (at < to && isPartOfNumber(bytes[at])) {
            at++;
        }
        if (at == begin || at < to && !endsField(bytes[at])) {
            at = begin;
            throw notANumber(what);
        }
    }

    private int weight() throws LineException {
        String what = header.weightName();
        int begin = begin(what);
        number(what);
        int end = at;
        at = begin;
        String field = quotedField();
        double value;
        try {
            value = Double.parseDouble(new String(bytes, begin, end - begin, StandardCharsets.UTF_8));
        } catch (NumberFormatException _) {
            throw notANumber(what);
        }
        if (value < 0) {
            throw new LineException(what + " " + field + " is negative; weights are at least 0");
        }
        double weight = rules.scale() == null ? value : Math.rint(value * rules.scale());
        if (weight != Math.rint(weight)) {
            throw new LineException(what + " " + field + " is not a whole number, and weights are; read them with a"
                    + " scale, such as 1000, by which they are multiplied before they are rounded");
        }
        if (weight > Integer.MAX_VALUE) {
            throw new LineException(
                    what + " " + field + (rules.scale() == null ? "" : " times the scale " + rules.scale())
                            + " is more than " + Integer.MAX_VALUE + ", the greatest weight; read them with a "
                            + (rules.scale() == null ? "scale, such as 0.001" : "smaller scale"));
        }
        at = end;
        return (int) weight;
    }

    private LineException notANumber(String what) {
        return new LineException(what + " " + quote() + " is not a number; expected " + header.expectedLine());
    }

    private String quote() {
        return "\"" + quotedField() + "\"";
    }

    /** {@return the field that begins here, shortened, without what cannot be printed} */
    private String quotedField() {
        int end = at;
        while (end < to && (end == at || !endsField(bytes[end]))) {
            end++;
        }
        int shown = Math.min(end, at + LONGEST_QUOTE);
        String field = new String(bytes, at, shown - at, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "\uFFFD");
        return shown < end ? field + "..." : field;
    }

    private void skipBlanks() {
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
    }

    private boolean atLineEnd() {
        return at >= to || bytes[at] == '\n';
    }

    private boolean endsField(byte character) {
        return isBlank(character) || character == '\n' || character == header.separator();
    }

    private static boolean isBlank(byte character) {
        return character == ' ' || character == '\t' || character == '\r';
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    private static boolean isPartOfNumber(byte character) {
        return isDigit(character)
                || character == '.'
                || character == '-'
                || character == '+'
                || character == 'e'
                || character == 'E';
    }
}
