package dev.warpbroker.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The one table of numbers in the README, made from records in {@code results/}. In the root of a checkout,
 *
 * <pre>java lab/release/src/main/java/dev/warpbroker/release/Headline.java</pre>
 *
 * writes it into README.md; a test compares the two. A record is one line of JSON that {@code warpbroker bench --out}
 * wrote; of several that match, the last one counts.
 */
final class Headline {
    private static final String BEGIN = "<!-- headline";
    private static final String END = "<!-- end -->";

    /** One number of a record. */
    private enum Figure {
        /** Pairs: two operations each. */
        PAIRS("\"operations\":\\d+,\"operationsPerSecond\":([-+.E\\d]+)") {
            @Override
            String text(double value) {
                return perSecond(value / 2, "pairs");
            }
        },
        PEER_PAIRS("\"peer\":\\{.*\"operationsPerSecond\":([-+.E\\d]+)") {
            @Override
            String text(double value) {
                return perSecond(value / 2, "pairs");
            }
        },
        OPERATIONS("\"operationsPerSecond\":([-+.E\\d]+)") {
            @Override
            String text(double value) {
                return perSecond(value, "operations");
            }
        },
        TIME("\"median\":([-+.E\\d]+)") {
            @Override
            String text(double value) {
                return digits(value / 1e6) + " ms";
            }
        },
        PEER_TIME("(?:median_ms=| med )([.\\d]+)") {
            @Override
            double choose(double one, double other) {
                return Math.min(one, other);
            }

            @Override
            String text(double value) {
                return digits(value) + " ms";
            }
        };

        private final Pattern pattern;

        Figure(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }

        /** {@return which of two counts; the later one unless it is another program's, which may show its best} */
        double choose(double one, double other) {
            return other;
        }

        abstract String text(double value);
    }

    /** The record with these fragments in it, and which of its numbers. */
    private record Source(Figure figure, String file, List<String> fragments) {
        static Source of(Figure figure, String file, String... fragments) {
            return new Source(figure, file, List.of(fragments));
        }

        String text(Path results) throws IOException {
            try (var lines = Files.lines(results.resolve(file))) {
                double value = lines.filter(line -> fragments.stream().allMatch(line::contains))
                        .mapToDouble(this::number)
                        .reduce(figure::choose)
                        .orElseThrow(() -> new IOException(file + " has no record with " + fragments));
                return figure.text(value);
            }
        }

        private double number(String record) {
            var number = figure.pattern.matcher(record);
            if (!number.find()) {
                throw new IllegalStateException("no " + figure + " in " + record);
            }
            return Double.parseDouble(number.group(1));
        }
    }

    private record Row(String what, Source ours, String other, Source theirs) {}

    private static final String ALL_THREADS = "\"threads\":270336,";

    /** Fork and join by hand for Fibonacci numbers, in an older run than ours. */
    private static final Source PROTOTYPE =
            Source.of(Figure.PEER_TIME, "h200-tasks/forkjoin-beside.txt", "  fib(40)  OK  ");

    private static final List<Row> ROWS = List.of(
            new Row(
                    "Broker Queue, enqueue and dequeue by 270,336 threads",
                    pairs(Figure.PAIRS, "BQ", "thread"),
                    "the same in our CUDA C++",
                    pairs(Figure.PEER_PAIRS, "BQ", "thread")),
            new Row(
                    "the same, capacity 2^22",
                    Source.of(
                            Figure.PAIRS,
                            "h200-cuts/pairs-large.jsonl",
                            "\"structure\":\"BQ\"",
                            "\"capacity\":4194304,",
                            ALL_THREADS),
                    "its authors' CUDA C++",
                    Source.of(
                            Figure.PAIRS,
                            "h200-papers/authors.jsonl",
                            "\"experiment\":\"pairs\"",
                            "\"structure\":\"authors-BQ\"",
                            "\"capacity\":4194304,",
                            ALL_THREADS)),
            new Row(
                    "its fast form",
                    pairs(Figure.PAIRS, "BQ-fused", "thread"),
                    "a simpler one in our CUDA C++",
                    pairs(Figure.PEER_PAIRS, "BQ-fused", "thread")),
            new Row(
                    "fast form, one claim for each block",
                    pairs(Figure.PAIRS, "BQ-fused", "block"),
                    "the same in our CUDA C++",
                    pairs(Figure.PEER_PAIRS, "BQ-fused", "block")),
            new Row(
                    "stack, 10,000,000 random pushes and pops",
                    stack("rooms", "\"block\":512,"),
                    "Scan Stack at its best (EL+LA, interval 2; has gaps)",
                    stack("EL+LA-listed", "\"interval\":2,")),
            new Row(
                    "fib(40), 331 million tasks that wait for their children",
                    fib("fork-join-continued"),
                    "our prototype in CUDA C++, for fib alone",
                    PROTOTYPE),
            new Row("the same, results only added up", fib("fork-join"), "the prototype, whose tasks wait", PROTOTYPE),
            new Row(
                    "breadth-first search, 128 million edges",
                    graph("h200-graphs/beside-peers/gpu.jsonl", "bfs", "auto", "rmat:22:16:seed=1"),
                    "doubleGraph",
                    peer("h200-graphs/beside-peers/doublegraph.txt", "bfs", "rmat:22:16")),
            new Row(
                    "PageRank of web-NotreDame, 8 iterations",
                    graph("h200-graphs/beside-peers/gpu.jsonl", "pagerank", "pull", "web-NotreDame.txt"),
                    "doubleGraph at its best",
                    peer("h200-graphs/beside-peers/doublegraph.txt", "pagerank", "web-NotreDame.txt")),
            new Row(
                    "quicksort of 10,000,000 ints",
                    quicksort("cooperative", "cuda:0"),
                    "`Arrays.parallelSort`, 16 cores",
                    quicksort("Arrays.parallelSort", "jvm")),
            new Row(
                    "shortest paths in roads, 24 million vertices",
                    graph("h200-graphs/beside-peers/gpu.jsonl", "sssp", "delta-stepping", "road:4900x4900:seed=1"),
                    "GAP, 16 cores",
                    peer("h200-graphs/beside-peers/gap.txt", "sssp", "road:4900x4900")),
            new Row(
                    "16 cores: breadth-first search, 128 million edges",
                    graph("xeon-16/beside-gap/cpu-12.jsonl", "bfs", "auto", "rmat:22:16:seed=1"),
                    "GAP",
                    peer("xeon-16/beside-gap/gap-12.txt", "bfs", "rmat:22:16")),
            new Row(
                    "16 cores: PageRank, 128 million edges, 8 iterations",
                    graph("xeon-16/beside-gap/cpu-12.jsonl", "pagerank", "pull", "rmat:22:16:seed=1"),
                    "GAP",
                    peer("xeon-16/beside-gap/gap-12.txt", "pr_spmv", "rmat:22:16")),
            new Row(
                    "16 cores: `RingBlockingQueue`, pairs",
                    cpu("xeon-16/cpu-crews-again.jsonl", "RingBlockingQueue"), // of three runs the one between
                    "`ArrayBlockingQueue`",
                    cpu("xeon-16/cpu-crews.jsonl", "ArrayBlockingQueue")));

    private Headline() {}

    private static Source pairs(Figure figure, String structure, String form) {
        return Source.of(
                figure,
                "h200-cuts/pairs-nvcc.jsonl",
                "\"structure\":\"" + structure + "\"",
                "\"form\":\"" + form + "\"",
                "\"capacity\":1048576,",
                ALL_THREADS);
    }

    private static Source fib(String engine) {
        return Source.of(
                Figure.TIME, "h200-tasks/engines.jsonl", "\"structure\":\"" + engine + "\"", "\"work\":\"fib(40)\"");
    }

    /** {@return a stack with one of the settings of a sweep} */
    private static Source stack(String name, String setting) {
        return Source.of(Figure.OPERATIONS, "h200-stacks-best/best.jsonl", "\"structure\":\"" + name + "\"", setting);
    }

    private static Source graph(String file, String experiment, String structure, String graph) {
        return Source.of(
                Figure.TIME,
                file,
                "\"experiment\":\"" + experiment + "\"",
                "\"structure\":\"" + structure + "\"",
                "\"graph\":\"" + graph + "\"");
    }

    /** {@return the shortest time of another program, which may have several ways} */
    private static Source peer(String file, String algorithm, String graph) {
        return Source.of(Figure.PEER_TIME, file, "RESULT graph=" + graph + " ", " algorithm=" + algorithm + " ");
    }

    private static Source quicksort(String structure, String device) {
        return Source.of(
                Figure.TIME,
                "h200-tasks/quicksort.jsonl",
                "\"structure\":\"" + structure + "\"",
                "\"id\":\"" + device + "\"",
                "\"elements\":10000000,");
    }

    private static Source cpu(String file, String queue) {
        return Source.of(
                Figure.OPERATIONS,
                file,
                "\"experiment\":\"cpu-pairs\"",
                "\"structure\":\"" + queue + "\"",
                "\"threads\":16,");
    }

    public static void main(String[] arguments) throws IOException {
        var readme = Path.of("README.md");
        var text = Files.readString(readme);
        int begin = text.indexOf('\n', text.indexOf(BEGIN)) + 1;
        Files.writeString(
                readme, text.substring(0, begin) + table(Path.of("results")) + text.substring(text.indexOf(END)));
    }

    /** {@return the table, with what stands around it} */
    static String table(Path results) throws IOException {
        var table = new StringBuilder(
                "One NVIDIA H200, kernel times, medians; where it says so, 16 cores of a Xeon. PageRank: whole"
                        + " calls.\n\n");
        table.append("| | Warpbroker | | |\n|---|---:|---|---:|\n");
        for (var row : ROWS) {
            table.append("| %s | %s | %s | %s |%n"
                    .formatted(row.what, row.ours.text(results), row.other, row.theirs.text(results)));
        }
        return table.toString().replace(System.lineSeparator(), "\n");
    }

    /** {@return the text of a README that was written from records} */
    static String tableIn(String readme) {
        int begin = readme.indexOf('\n', readme.indexOf(BEGIN)) + 1;
        return readme.substring(begin, readme.indexOf(END));
    }

    private static String perSecond(double value, String what) {
        return value < 1e9 ? digits(value / 1e6) + " M " + what + "/s" : digits(value / 1e9) + " G " + what + "/s";
    }

    /** {@return three digits that count} */
    private static String digits(double value) {
        int decimals = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
