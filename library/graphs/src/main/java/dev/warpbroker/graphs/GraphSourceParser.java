package dev.warpbroker.graphs;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes apart what a command line calls a graph. */
final class GraphSourceParser {
    private static final String FORMS = "give a file (edge list, CSV, KONECT, Matrix Market .mtx, DIMACS .gr,"
            + " plain or .gz, or binary .wbg), - for the standard input,"
            + " lattice:L or lattice:LxMxN with :p=PROBABILITY and :seed=NUMBER,"
            + " rmat:SCALE:EDGEFACTOR with :a=, :b=, :c= and :seed=NUMBER, road:WIDTHxHEIGHT with :seed=NUMBER,"
            + " or road-like:pa, :tx or :ca with :scale=PART and :seed=NUMBER";
    private static final int USUAL_EDGE_FACTOR = 16;
    private static final long USUAL_SEED = 1;

    private final String text;

    /** What follows the generator's name. */
    private final List<String> fields;

    private final Map<String, String> named = new HashMap<>();

    GraphSourceParser(String text) {
        this.text = text;
        var parts = List.of(text.split(":", -1));
        fields = parts.subList(1, parts.size()).stream()
                .filter(field -> !field.contains("="))
                .toList();
    }

    GraphSource parse(ReadOptions options) {
        return switch (text.split(":", -1)[0]) {
            case "lattice" -> lattice();
            case "rmat" -> rmat();
            case "road" -> road();
            case "road-like" -> roadNetwork();
            default -> file(options);
        };
    }

    private Lattice lattice() {
        readNamed("p", "seed");
        int[] extents = extents(only("the extents are missing"), "an extent", 1, 3);
        int l = extents[0];
        boolean cube = extents.length == 1;
        double probability = probability("p", 1);
        long seed = seed();
        return checked(() -> new Lattice(l, cube ? l : extents[1], cube ? l : extents[2], probability, seed));
    }

    private RoadGrid road() {
        readNamed("seed");
        int[] extents = extents(only("width and height are missing"), "a width or height", 1, 2);
        long seed = seed();
        return checked(() -> new RoadGrid(extents[0], extents[extents.length - 1], seed));
    }

    private RoadNetwork roadNetwork() {
        readNamed("scale", "seed");
        String state = only("the state is missing");
        double scale = probability("scale", 1);
        long seed = seed();
        return checked(() -> new RoadNetwork(state, scale, seed));
    }

    private Rmat rmat() {
        readNamed("a", "b", "c", "seed");
        if (fields.isEmpty()) {
            throw wrong("the scale is missing");
        }
        if (fields.size() > 2) {
            throw wrong("\"" + fields.get(2) + "\" is one parameter too many");
        }
        int scale = number(fields.getFirst(), "the scale");
        int edgeFactor = fields.size() == 2 ? number(fields.getLast(), "the edge factor") : USUAL_EDGE_FACTOR;
        long seed = seed();
        var usual = checked(() -> Rmat.graph500(scale, edgeFactor, seed));
        double a = probability("a", usual.a());
        double b = probability("b", usual.b());
        double c = probability("c", usual.c());
        return checked(() -> new Rmat(scale, edgeFactor, a, b, c, seed));
    }

    private GraphSource.File file(ReadOptions options) {
        Path path;
        try {
            path = Path.of(text);
        } catch (InvalidPathException invalid) {
            throw wrong("it is neither a generator nor a path: " + invalid.getReason(), invalid);
        }
        if (text.isEmpty() || !path.equals(GraphSource.File.STANDARD_INPUT) && !Files.exists(path)) {
            throw wrong("there is no such file, and no such generator");
        }
        return new GraphSource.File(path, options);
    }

    private void readNamed(String... known) {
        var names = Set.of(known);
        var parts = text.split(":", -1);
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals < 0) {
                continue;
            }
            String name = parts[i].substring(0, equals);
            if (!names.contains(name)) {
                throw wrong("\"" + parts[i] + "\" is not a parameter of " + parts[0]);
            }
            if (named.put(name, parts[i].substring(equals + 1)) != null) {
                throw wrong("\"" + name + "\" is given twice");
            }
        }
    }

    private String only(String missing) {
        if (fields.isEmpty()) {
            throw wrong(missing);
        }
        if (fields.size() > 1) {
            throw wrong("\"" + fields.get(1) + "\" is one parameter too many");
        }
        return fields.getFirst();
    }

    /** {@return as many numbers, with "x" between them, as one of two counts says} */
    private int[] extents(String field, String what, int oneCount, int otherCount) {
        String[] parts = field.split("x", -1);
        if (parts.length != oneCount && parts.length != otherCount) {
            throw wrong(
                    "\"" + field + "\" should be " + oneCount + " or " + otherCount + " numbers with x between them");
        }
        int[] extents = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            extents[i] = number(parts[i], what);
        }
        return extents;
    }

    private int number(String field, String what) {
        try {
            return Integer.parseInt(field);
        } catch (NumberFormatException invalid) {
            throw wrong("\"" + field + "\" should be " + what + ", a whole number up to " + Integer.MAX_VALUE, invalid);
        }
    }

    private long seed() {
        String seed = named.get("seed");
        try {
            return seed == null ? USUAL_SEED : Long.parseLong(seed);
        } catch (NumberFormatException invalid) {
            throw wrong("\"seed=" + seed + "\" should be a whole number", invalid);
        }
    }

    private double probability(String name, double usual) {
        String probability = named.get(name);
        try {
            return probability == null ? usual : Double.parseDouble(probability);
        } catch (NumberFormatException invalid) {
            throw wrong("\"" + name + "=" + probability + "\" should be a number from 0 to 1", invalid);
        }
    }

    /** Makes a source, and says of which text it was if that is refused. */
    private <T> T checked(Supplier<T> source) {
        try {
            return source.get();
        } catch (IllegalArgumentException refused) {
            throw wrong(String.valueOf(refused.getMessage()), refused);
        }
    }

    private IllegalArgumentException wrong(String reason) {
        return wrong(reason, null);
    }

    private IllegalArgumentException wrong(String reason, @Nullable Throwable cause) {
        return new IllegalArgumentException("graph \"" + text + "\": " + reason + "; " + FORMS, cause);
    }
}
