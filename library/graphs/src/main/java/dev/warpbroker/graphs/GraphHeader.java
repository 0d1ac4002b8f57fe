package dev.warpbroker.graphs;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the beginning of a file says of its edges.
 *
 * @param separator what is between the fields of a line; ' ' for blanks and tabs
 * @param comment what begins a line without an edge
 * @param firstVertex the number of the first vertex: 0 or 1
 * @param lastVertex the greatest number that a vertex may have
 * @param vertices the number of vertices; the least, if more may follow
 * @param edges the number of lines with edges; empty if the file does not say
 * @param undirected whether the file says that its edges lead both ways
 * @param columns how many numbers are on a line: two vertices, perhaps a weight, perhaps a time
 * @param weighted whether the third number is a weight
 * @param lines the number of lines that were read
 * @param countLine the line that says how many vertices and edges there are; 0 if there is none
 */
record GraphHeader(
        GraphFormat format,
        char separator,
        char comment,
        int firstVertex,
        int lastVertex,
        int vertices,
        OptionalLong edges,
        boolean undirected,
        int columns,
        boolean weighted,
        long lines,
        long countLine) {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern SNAP_COUNTS = Pattern.compile("Nodes:\\s*(\\d+)\\s+Edges:\\s*(\\d+)");
    private static final Pattern KONECT_KIND = Pattern.compile("(?i)%\\s*(sym|asym|bip)\\s+(\\w+)\\s*");
    private static final Pattern KONECT_COUNTS = Pattern.compile("%\\s*(\\d+)\\s+(\\d+)\\s+(\\d+)\\s*");

    /** A line of a CSV file that is no comment. */
    private static final String COMMAS = "[^#].*[,;].*";

    private static final String BANNER = "%%MatrixMarket";

    /** What some programs begin a text in UTF-8 with. */
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** {@return where the limits of vertices come from} */
    String vertexLimit() {
        return lastVertex - firstVertex + 1 == Graph.MAX_VERTICES
                ? "that a graph can have"
                : "that line " + countLine + " declares";
    }

    /** {@return what the third number of a line is called} */
    String weightName() {
        return format == GraphFormat.MATRIX_MARKET ? "value" : "weight";
    }

    /** {@return what a line with an edge should be, for messages} */
    String expectedLine() {
        var fields = switch (format) {
            case SNAP, CSV, KONECT -> List.of("source", "target", "weight", "time");
            case MATRIX_MARKET -> List.of("row", "column", "value");
            case DIMACS -> List.of("a source", "target", "weight");
            case BINARY -> throw new IllegalStateException("no text");
        };
        return "\"" + String.join(String.valueOf(separator), fields.subList(0, columns)) + "\"";
    }

    /** {@return the line that shows whether there are weights} */
    long weightLine() {
        return format == GraphFormat.MATRIX_MARKET || format == GraphFormat.KONECT && columns > 2 ? 1 : lines + 1;
    }

    static GraphHeader read(LineInput in, @Nullable GraphFormat given) throws IOException {
        return new Reader(in).read(given);
    }

    /** Goes through the lines before the edges. */
    private static final class Reader {
        private final LineInput in;
        private long line;

        Reader(LineInput in) {
            this.in = in;
        }

        GraphHeader read(@Nullable GraphFormat given) throws IOException {
            try {
                if (in.startsWith(BYTE_ORDER_MARK)) {
                    in.read(BYTE_ORDER_MARK.length);
                }
                String first = in.peekLine();
                if (first == null) {
                    throw new Graph.FormatException(
                            in.file(), 0, in.isPlainFile() ? "the file is empty" : "it is empty, or was read before");
                }
                return switch (given != null ? given : guess(first)) {
                    case SNAP -> edgeList(GraphFormat.SNAP, given == null);
                    case CSV -> edgeList(GraphFormat.CSV, given == null);
                    case KONECT -> konect();
                    case MATRIX_MARKET -> matrixMarket();
                    case DIMACS -> dimacs();
                    case BINARY -> throw new IllegalStateException("no text");
                };
            } catch (LineInput.EndlessLineException _) {
                throw new Graph.FormatException(in.file(), line + 1, LineInput.ENDLESS);
            }
        }

        private GraphFormat guess(String first) {
            if (KONECT_KIND.matcher(first).matches()) {
                return GraphFormat.KONECT;
            }
            if (first.startsWith("%")) {
                return GraphFormat.MATRIX_MARKET;
            }
            if (first.matches("[cpa](\\s.*)?")) {
                return GraphFormat.DIMACS;
            }
            if (first.matches(COMMAS)) {
                return GraphFormat.CSV;
            }
            var ofName = GraphFormat.ofName(GraphReader.name(in.file()));
            return ofName == null || first.startsWith("#") && ofName != GraphFormat.CSV ? GraphFormat.SNAP : ofName;
        }

        /** @param guessed whether the format may turn out to be another one after the comments */
        private GraphHeader edgeList(GraphFormat expected, boolean guessed) throws IOException {
            int vertices = 0;
            var edges = OptionalLong.empty();
            long countLine = 0;
            boolean undirected = false;
            String text = in.peekLine();
            for (; text != null && isBlankOrComment(text); text = in.peekLine()) {
                skip();
                undirected |= line == 1 && text.matches("(?i)#\\s*undirected graph\\b.*");
                var counts = SNAP_COUNTS.matcher(text);
                if (counts.find()) {
                    vertices = count("nodes", counts.group(1), Graph.MAX_VERTICES);
                    edges = OptionalLong.of(count("edges", counts.group(2), Graph.MAX_EDGES));
                    countLine = line;
                }
            }
            var format = guessed && text != null && text.matches(COMMAS) ? GraphFormat.CSV : expected;
            char separator = ' ';
            if (format == GraphFormat.CSV && text != null) {
                separator = text.contains(",") || !text.contains(";") ? ',' : ';';
                if (!text.matches("\\d.*|-\\d.*")) {
                    do {
                        skip();
                        text = in.peekLine();
                    } while (text != null && isBlankOrComment(text));
                }
            }
            int columns = columns(text, separator, 3);
            return new GraphHeader(
                    format,
                    separator,
                    '#',
                    0,
                    Graph.MAX_VERTICES - 1,
                    vertices,
                    edges,
                    undirected,
                    columns,
                    columns > 2,
                    line,
                    countLine);
        }

        private static boolean isBlankOrComment(String text) {
            return text.isEmpty() || text.startsWith("#");
        }

        /** {@return how many fields a line has that shows it for all, but at least two} */
        private static int columns(@Nullable String text, char separator, int most) {
            int fields = text == null ? 0 : (separator == ' ' ? BLANKS.split(text) : text.split("[,;]", -1)).length;
            return Math.clamp(fields, 2, most);
        }

        private GraphHeader konect() throws IOException {
            String text = in.peekLine();
            skip();
            var kind = KONECT_KIND.matcher(text == null ? "" : text);
            if (!kind.matches()) {
                throw wrong("a KONECT file begins with \"% sym KIND\" or \"% asym KIND\", such as \"% sym weighted\","
                        + " not with \"" + shortened(text) + "\"");
            }
            if (kind.group(1).equalsIgnoreCase("bip")) {
                throw wrong("bipartite networks number their two sides separately, and cannot be read; give the second"
                        + " side numbers of its own, and write \"% sym\"");
            }
            String weights = kind.group(2).toLowerCase(Locale.ROOT);
            int vertices = 0;
            int lastVertex = Graph.MAX_VERTICES;
            var edges = OptionalLong.empty();
            long countLine = 0;
            for (text = in.peekLine(); text != null && (text.isEmpty() || text.startsWith("%")); text = in.peekLine()) {
                skip();
                var counts = KONECT_COUNTS.matcher(text);
                if (countLine == 0 && counts.matches()) {
                    countLine = line;
                    vertices = Math.max(
                            count("vertices", counts.group(2), Graph.MAX_VERTICES),
                            count("vertices", counts.group(3), Graph.MAX_VERTICES));
                    lastVertex = vertices;
                    if (Set.of("unweighted", "signed", "posweighted", "weighted")
                            .contains(weights)) {
                        edges = OptionalLong.of(count("edges", counts.group(1), Graph.MAX_EDGES));
                    }
                }
            }
            int columns = columns(text, ' ', 4);
            return new GraphHeader(
                    GraphFormat.KONECT,
                    ' ',
                    '%',
                    1,
                    lastVertex,
                    vertices,
                    edges,
                    kind.group(1).equalsIgnoreCase("sym"),
                    columns,
                    columns > 2 && !weights.equals("unweighted"),
                    line,
                    countLine);
        }

        private GraphHeader matrixMarket() throws IOException {
            String text = in.peekLine();
            skip();
            var banner = List.of(BLANKS.split(text == null ? "" : text.toLowerCase(Locale.ROOT)));
            if (banner.size() != 5 || !banner.getFirst().equals(BANNER.toLowerCase(Locale.ROOT))) {
                throw wrong("a Matrix Market file begins with \"" + BANNER
                        + " matrix coordinate FIELD SYMMETRY\", not with \"" + shortened(text) + "\"");
            }
            check(banner.get(1), "matrix");
            check(banner.get(2), "coordinate");
            check(banner.get(3), "pattern", "integer", "real");
            check(banner.get(4), "general", "symmetric");
            text = afterComments("the line with rows, columns and entries", line -> line.startsWith("%"));
            String[] sizes = BLANKS.split(text, -1);
            if (sizes.length != 3) {
                throw wrong("\"" + shortened(text) + "\" should be the numbers of rows, columns and entries");
            }
            int rows = count("rows", sizes[0], Graph.MAX_VERTICES);
            int columns = count("columns", sizes[1], Graph.MAX_VERTICES);
            if (rows != columns) {
                throw wrong("the matrix has " + rows + " rows and " + columns + " columns; that of a graph is square");
            }
            return new GraphHeader(
                    GraphFormat.MATRIX_MARKET,
                    ' ',
                    '%',
                    1,
                    rows,
                    rows,
                    OptionalLong.of(count("entries", sizes[2], Graph.MAX_EDGES)),
                    banner.get(4).equals("symmetric"),
                    banner.get(3).equals("pattern") ? 2 : 3,
                    !banner.get(3).equals("pattern"),
                    line,
                    line);
        }

        /** {@return the next line that is neither empty nor a comment} */
        private String afterComments(String what, Predicate<String> isComment) throws IOException {
            String text;
            do {
                text = in.peekLine();
                if (text == null) {
                    throw wrongAtEnd(what + " is missing; the file may be truncated");
                }
                skip();
            } while (text.isEmpty() || isComment.test(text));
            return text;
        }

        private void check(String found, String... known) throws Graph.FormatException {
            if (!List.of(known).contains(found)) {
                throw wrong("\"" + found + "\" cannot be read; of Matrix Market files those with "
                        + String.join(" or ", known) + " in this place can");
            }
        }

        private GraphHeader dimacs() throws IOException {
            String text = afterComments("the line \"p sp VERTICES ARCS\"", line -> line.matches("c(\\s.*)?"));
            String[] sizes = BLANKS.split(text, -1);
            if (sizes.length != 4 || !sizes[0].equals("p") || !sizes[1].equals("sp")) {
                throw wrong("\"" + shortened(text) + "\" should be \"p sp VERTICES ARCS\" or a comment, \"c ...\"");
            }
            int vertices = count("vertices", sizes[2], Graph.MAX_VERTICES);
            return new GraphHeader(
                    GraphFormat.DIMACS,
                    ' ',
                    'c',
                    1,
                    vertices,
                    vertices,
                    OptionalLong.of(count("arcs", sizes[3], Graph.MAX_EDGES)),
                    false,
                    3,
                    true,
                    line,
                    line);
        }

        private void skip() throws IOException {
            in.skipLine();
            line++;
        }

        private int count(String what, String text, int most) throws Graph.FormatException {
            if (!text.matches("\\d+")) {
                throw wrong("\"" + shortened(text) + "\" should be the number of " + what);
            }
            if (text.length() > 18 || Long.parseLong(text) > most) {
                throw wrong(
                        shortened(text) + " " + what + " are more than " + most + ", the most that a graph can have");
            }
            return Integer.parseInt(text);
        }

        private Graph.FormatException wrong(String reason) {
            return new Graph.FormatException(in.file(), line, reason);
        }

        private Graph.FormatException wrongAtEnd(String reason) {
            return new Graph.FormatException(in.file(), line + 1, reason);
        }

        private static String shortened(@Nullable String text) {
            String line = text == null ? "" : text.replaceAll("\\p{Cntrl}", "\uFFFD");
            return line.length() <= 60 ? line : line.substring(0, 60) + "...";
        }
    }
}
