package dev.warpbroker.graphs;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a file writes down a graph. In texts lines end with a line feed, with or without a carriage return, and fields
 * are separated by spaces or tabs, in {@link #CSV} by commas or semicolons.
 *
 * <p>{@link Graph#read(java.nio.file.Path)} takes the edges only; weights must be numbers, and are dropped.
 * {@link WeightedGraph#read(java.nio.file.Path)} takes weights as well, which must be whole numbers from 0 to
 * 2,147,483,647, or become so by the scale in {@link ReadOptions}. Of several lines for the same edge it keeps the
 * smallest weight.
 */
public enum GraphFormat {
    /**
     * Edge lists of the Stanford Network Analysis Project: a source and a target on each line, numbers from 0 on,
     * comments after {@code #}. Either no line has a third number, or all have, as the first one shows: the weight.
     *
     * <p>Numbers are kept: the graph has vertices up to the greatest one, and those that no line names have no edges,
     * so that a file with few but great numbers makes a large graph. If a comment before the edges says {@code Nodes: n
     * Edges: m}, there must be m lines of edges, and there are at least n vertices. A graph whose first comment begins
     * with {@code Undirected graph} is undirected. (Files whose comment is "Directed graph (each unordered pair of
     * nodes is saved once)" are directed.)
     */
    SNAP("SNAP edge list"),

    /**
     * Edge lists as in {@link #SNAP}, with a comma or semicolon between the fields. A first line that does not begin
     * with a number has the names of the columns, whatever they are: source, target and, if there are three, weight.
     */
    CSV("CSV edge list"),

    /**
     * Files {@code out.*} of the Koblenz Network Collection: {@code % sym} or {@code % asym} and what weights are, then
     * perhaps {@code % edges vertices vertices}, then lines of source, target and perhaps weight and time, which is
     * dropped. The numbers of the file begin with 1, those of the graph with 0. Bipartite networks, which number their
     * two sides separately, are refused. The number of edges is compared with that of lines unless the third number is
     * a multiplicity, so that a line may count for several edges.
     */
    KONECT("KONECT file"),

    /**
     * Matrix Market coordinate files, {@code pattern}, {@code integer} or {@code real}, {@code general} or
     * {@code symmetric}: an entry in row i and column j is an edge from i to j, and its value the weight. The numbers
     * of the file begin with 1, those of the graph with 0. The matrix must be square; a symmetric one is an undirected
     * graph.
     */
    MATRIX_MARKET("Matrix Market file"),

    /**
     * Graphs of the 9th DIMACS implementation challenge (shortest paths): {@code p sp n m}, then m lines {@code a u v
     * w}, comments after {@code c}. The numbers of the file begin with 1, those of the graph with 0. Road networks have
     * each road in both directions, as two lines.
     */
    DIMACS("DIMACS shortest path file"),

    /**
     * Warpbroker's own: the rows as they are in memory, with weights if there are any, and checksums. To read it is to
     * copy it, and damage is noticed. What the bytes mean is in BinaryGraph's comment.
     */
    BINARY("binary graph");

    private final String words;

    GraphFormat(String words) {
        this.words = words;
    }

    /**
     * {@return the format in which {@link GraphFile#write(Path)} writes a file}
     *
     * @throws IllegalArgumentException if its name does not tell
     */
    public static GraphFormat ofFile(Path file) {
        var format = ofName(GraphReader.name(file.toString()));
        if (format == null || format == BINARY && file.toString().endsWith(".gz")) {
            throw new IllegalArgumentException(file + ": the name does not tell the format; let it end with .wbg"
                    + " (binary), .txt (edge list), .csv, .mtx (Matrix Market) or .gr (DIMACS), of texts also with .gz"
                    + " after it");
        }
        return format;
    }

    /** {@return the format that the name of a file tells, without {@code .gz}; null if it tells none} */
    static @Nullable GraphFormat ofName(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        int dot = small.lastIndexOf('.');
        return switch (dot < 0 ? "" : small.substring(dot)) {
            case ".wbg" -> BINARY;
            case ".mtx" -> MATRIX_MARKET;
            case ".gr" -> DIMACS;
            case ".csv" -> CSV;
            case ".txt", ".tsv", ".el", ".wel", ".edges" -> SNAP;
            default -> null;
        };
    }

    /** {@return the format in words, for messages} */
    public String words() {
        return words;
    }
}
