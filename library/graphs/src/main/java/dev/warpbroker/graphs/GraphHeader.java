package dev.warpbroker.graphs;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the beginning of a file says of its edges.
 *
 * @param comment what begins a line without an edge
 * @param firstVertex the number of the first vertex: 0 or 1
 * @param vertices the number of vertices; for an edge list the least, as more may follow
 * @param edges the number of lines with edges; empty if the file does not say
 * @param undirected whether the file says that its edges lead both ways
 * @param values whether lines end with a value
 * @param lines the number of lines that were read
 * @param countLine the line that says how many edges there are
 */
record GraphHeader(
        GraphFormat format,
        char comment,
        int firstVertex,
        int vertices,
        OptionalLong edges,
        boolean undirected,
        boolean values,
        long lines,
        long countLine) {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern SNAP_COUNTS = Pattern.compile("Nodes:\\s*(\\d+)\\s+Edges:\\s*(\\d+)");
    private static final String BANNER = "%%MatrixMarket";

    /** {@return the greatest number a vertex may have in the file} */
    int lastVertex() {
        return format == GraphFormat.SNAP ? Graph.MAX_VERTICES - 1 : vertices;
    }

    /** {@return where the limits of vertices come from} */
    String vertexLimit() {
        return format == GraphFormat.SNAP ? "that a graph can have" : "that line " + countLine + " declares";
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
                String first = in.peekLine();
                if (first == null) {
                    throw new GraphFormatException(in.file(), 0, "the file is empty");
                }
                return switch (given != null ? given : guess(first)) {
                    case SNAP -> snap();
                    case MATRIX_MARKET -> matrixMarket();
                    case DIMACS -> dimacs();
                };
            } catch (LineInput.EndlessLineException _) {
                throw GraphReader.endlessLine(in.file(), line + 1);
            }
        }

        private GraphFormat guess(String first) {
            if (first.startsWith("%")) {
                return GraphFormat.MATRIX_MARKET;
            }
            if (first.matches("[cpa](\\s.*)?")) {
                return GraphFormat.DIMACS;
            }
            String name = GraphReader.name(in.file()).toLowerCase(Locale.ROOT);
            if (first.startsWith("#")) {
                return GraphFormat.SNAP;
            }
            return name.endsWith(".mtx")
                    ? GraphFormat.MATRIX_MARKET
                    : name.endsWith(".gr") ? GraphFormat.DIMACS : GraphFormat.SNAP;
        }

        private GraphHeader snap() throws IOException {
            int vertices = 0;
            var edges = OptionalLong.empty();
            long countLine = 0;
            boolean undirected = false;
            for (String text = in.peekLine(); text != null; text = in.peekLine()) {
                if (!text.isEmpty() && !text.startsWith("#")) {
                    break;
                }
                skip();
                undirected |= line == 1 && text.matches("(?i)#\\s*undirected graph\\b.*");
                var counts = SNAP_COUNTS.matcher(text);
                if (counts.find()) {
                    vertices = count("nodes", counts.group(1), Graph.MAX_VERTICES);
                    edges = OptionalLong.of(count("edges", counts.group(2), Graph.MAX_EDGES));
                    countLine = line;
                }
            }
            return new GraphHeader(GraphFormat.SNAP, '#', 0, vertices, edges, undirected, false, line, countLine);
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
            do {
                text = in.peekLine();
                if (text == null) {
                    throw wrongAtEnd("the line with rows, columns and entries is missing; the file may be truncated");
                }
                skip();
            } while (text.isEmpty() || text.startsWith("%"));
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
                    '%',
                    1,
                    rows,
                    OptionalLong.of(count("entries", sizes[2], Graph.MAX_EDGES)),
                    banner.get(4).equals("symmetric"),
                    !banner.get(3).equals("pattern"),
                    line,
                    line);
        }

        private void check(String found, String... known) throws GraphFormatException {
            if (!List.of(known).contains(found)) {
                throw wrong("\"" + found + "\" cannot be read; of Matrix Market files those with "
                        + String.join(" or ", known) + " in this place can");
            }
        }

        private GraphHeader dimacs() throws IOException {
            String text;
            do {
                text = in.peekLine();
                if (text == null) {
                    throw wrongAtEnd("the line \"p sp VERTICES ARCS\" is missing; the file may be truncated");
                }
                skip();
            } while (text.isEmpty() || text.matches("c(\\s.*)?"));
            String[] sizes = BLANKS.split(text, -1);
            if (sizes.length != 4 || !sizes[0].equals("p") || !sizes[1].equals("sp")) {
                throw wrong("\"" + shortened(text) + "\" should be \"p sp VERTICES ARCS\" or a comment, \"c ...\"");
            }
            return new GraphHeader(
                    GraphFormat.DIMACS,
                    'c',
                    1,
                    count("vertices", sizes[2], Graph.MAX_VERTICES),
                    OptionalLong.of(count("arcs", sizes[3], Graph.MAX_EDGES)),
                    false,
                    true,
                    line,
                    line);
        }

        private void skip() throws IOException {
            in.skipLine();
            line++;
        }

        private int count(String what, String text, int most) throws GraphFormatException {
            if (!text.matches("\\d+")) {
                throw wrong("\"" + shortened(text) + "\" should be the number of " + what);
            }
            if (text.length() > 18 || Long.parseLong(text) > most) {
                throw wrong(
                        shortened(text) + " " + what + " are more than " + most + ", the most that a graph can have");
            }
            return Integer.parseInt(text);
        }

        private GraphFormatException wrong(String reason) {
            return new GraphFormatException(in.file(), line, reason);
        }

        private GraphFormatException wrongAtEnd(String reason) {
            return new GraphFormatException(in.file(), line + 1, reason);
        }

        private static String shortened(@Nullable String text) {
            String line = text == null ? "" : text.replaceAll("\\p{Cntrl}", "\uFFFD");
            return line.length() <= 60 ? line : line.substring(0, 60) + "...";
        }
    }
}
