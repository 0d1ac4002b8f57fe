import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the speed of two commits on the JVM.
 *
 * <p>Each command runs in four processes, in the order A B B A, and makes one row or several. The time of a row at a
 * commit is the shortest repetition of both processes.
 */
final class JvmPin {
    /** The interval of the geometric mean must exclude this ratio. */
    private static final double MAX_MEAN = 1.05;

    private static final double MAX_ROW = 1.2;

    private static final String MODULES = "cli,lab/peers";

    /**
     * A command and its rows that count. The others are too short, or C2 compiles them in several ways, so that one
     * process takes a quarter more than the next.
     */
    private record Bench(String command, String rows) {}

    /** Experiments whose counted repetitions take 50 ms and more each. */
    private static final List<Bench> BENCHES = List.of(
            new Bench("pairs --structures BQ --threads 1 --pairs 4000000", ""),
            new Bench(
                    "trees --policies fork-join --threads 2 --fib 34 --queens 5 --uts-depth 9 --elements 1500000",
                    "fib|UTS|quicksort"),
            new Bench(
                    "trees --policies stealing --threads 2 --fib 20 --queens 13 --uts-depth 9 --elements 3000000",
                    "queens|UTS|quicksort"),
            new Bench("bfs --variants direction --no-queues --graphs lattice:120 --threads 2", ""),
            new Bench("pagerank --engines pull --graphs rmat:16:16 --threads 2 --iterations 80", ""),
            new Bench("sssp --graphs rmat:18:16 --threads 2", ""));

    /** As many repetitions as there are in a second: the shortest is one of those after C2 has compiled. */
    private static final String EFFORT = " --device jvm --reps 1000 --warmup 2 --limit 1 --no-check --quiet --out ";

    /** JMH's iterations take 300 ms; a record has the time of a million operations. */
    private static final String RING = "-cp lab/peers/target/classes:lab/peers/target/libraries/*"
            + " dev.warpbroker.peers.Matrix --queues ring --threads 1 --kinds platform --rounds 1 --out ";

    /** The members of a record that count: experiment, structure, piece of work if it names one, shortest time. */
    private static final Pattern RECORD = Pattern.compile("\"experiment\":\"([^\"]*)\".*\"structure\":\"([^\"]*)\""
            + "(?:.*\"work\":\"([^\"]*)\")?.*\"nanoseconds\":\\{.*?\"min\":([0-9.E]+)");

    private JvmPin() {}

    /** {@return whether {@code second} is not slower than {@code first}} */
    static boolean compare(Path root, String first, String second) throws IOException, InterruptedException {
        return compare(PinnedBuild.of(root, first, MODULES), PinnedBuild.of(root, second, MODULES));
    }

    /** {@return whether nine of ten comparisons of a commit with itself find that it is not slower} */
    static boolean compareWithItself(Path root, String commit, int times) throws IOException, InterruptedException {
        var build = PinnedBuild.of(root, commit, MODULES);
        int passed = 0;
        for (int i = 1; i <= times; i++) {
            passed += compare(build, build) ? 1 : 0;
            System.out.printf("%s beside itself: not slower in %d of %d comparisons%n%n", build.name(), passed, i);
        }
        return 10 * passed >= 9 * times;
    }

    private static boolean compare(PinnedBuild a, PinnedBuild b) throws IOException, InterruptedException {
        var benches = new ArrayList<Bench>();
        BENCHES.forEach(bench -> benches.add(new Bench("./warpbroker bench " + bench.command + EFFORT, bench.rows)));
        benches.add(new Bench(System.getProperty("java.home") + "/bin/java " + RING, ""));
        var logs = new ArrayList<Double>();
        System.out.printf(
                "%-72s %8s %8s %8s %8s %6s%n", "shortest repetition of each process, ms", "A", "B", "B", "A", "B/A");
        for (var bench : benches) {
            var times = new ArrayList<Map<String, Double>>();
            for (var build : List.of(a, b, b, a)) {
                times.add(measure(build, bench));
            }
            if (times.stream().map(Map::keySet).distinct().count() != 1) {
                throw new IllegalStateException("A and B have different rows: " + times);
            }
            for (String row : times.getFirst().keySet()) {
                var ms = times.stream().map(process -> process.get(row)).toList();
                double ratio = Math.min(ms.get(1), ms.get(2)) / Math.min(ms.get(0), ms.get(3));
                logs.add(Math.log(ratio));
                System.out.printf(
                        "%-72s %8.2f %8.2f %8.2f %8.2f %6.3f%n",
                        row, ms.get(0), ms.get(1), ms.get(2), ms.get(3), ratio);
            }
        }
        return verdict(logs);
    }

    /** Runs a command with a file for its records. {@return the shortest repetition of each row, in milliseconds} */
    private static Map<String, Double> measure(PinnedBuild build, Bench bench)
            throws IOException, InterruptedException {
        Path records = Files.createTempDirectory("measured").resolve("records.jsonl");
        var line = new ArrayList<>(words(bench.command));
        line.add(records.toString());
        PinnedBuild.output(build.folder(), Map.of(), line);
        var rows = new LinkedHashMap<String, Double>();
        Matcher found = RECORD.matcher(Files.readString(records));
        while (found.find()) {
            String work = found.group(3) == null ? "" : ", " + found.group(3);
            String row = found.group(1) + ", " + found.group(2) + work;
            if (Pattern.compile(bench.rows).matcher(row).find()) {
                rows.put(row, Double.parseDouble(found.group(4)) / 1e6);
            }
        }
        if (rows.isEmpty() || rows.containsValue(0.0)) {
            throw new IOException(String.join(" ", line) + " left no time: " + rows);
        }
        return rows;
    }

    /** {@return whether B is not slower, from the logarithms of the ratios} */
    private static boolean verdict(List<Double> logs) {
        int rows = logs.size();
        double mean = logs.stream().mapToDouble(x -> x).average().orElseThrow();
        double variance =
                logs.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum() / (rows - 1);
        double half = studentsT(rows - 1) * Math.sqrt(variance / rows);
        double worst = Math.exp(logs.stream().mapToDouble(x -> x).max().orElseThrow());
        boolean good = Math.exp(mean + half) <= MAX_MEAN && worst <= MAX_ROW;
        System.out.printf(
                "geometric mean of %d rows %.3f, 95 %% interval %.3f to %.3f (at most %.2f), worst row %.3f (at most"
                        + " %.2f): %s%n",
                rows,
                Math.exp(mean),
                Math.exp(mean - half),
                Math.exp(mean + half),
                MAX_MEAN,
                worst,
                MAX_ROW,
                good ? "not slower" : "SLOWER, or too noisy to tell");
        return good;
    }

    /** {@return the quantile 0.975 of Student's distribution, by the first terms of its expansion} */
    private static double studentsT(int freedom) {
        return 1.96 + 2.372 / freedom + 2.822 / freedom / freedom;
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split(" +"));
    }
}
