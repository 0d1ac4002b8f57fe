package dev.warpbroker.peers;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.Statistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures all queues under all loads with both kinds of threads, side by side. In a round the queues follow one
 * another at each load, every one in a process of its own. Rounds are repeated, so that changes on the machine in the
 * meantime affect all queues alike.
 *
 * <p>JMH starts the processes and repeats the iterations; {@link QueueThreads} is the benchmark. The rate of an
 * iteration is the number of successful operations of all threads divided by the time of the iteration, both taken from
 * {@link Done}. JMH's own score is not used. The result of a queue under a load is the median over the iterations of
 * all rounds. Differences within a third mean little, because the speed of a queue changes by that much from process to
 * process; {@link SideBySide} compares versions of our queue more precisely.
 */
@Command(
        name = "matrix",
        description = "Measures the CPU queues beside those of others, with JMH.",
        mixinStandardHelpOptions = true)
public final class Matrix implements Callable<Integer> {
    /** Records contain the time of this number of operations, in nanoseconds, as if a repetition consisted of them. */
    private static final long UNIT = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--quick", description = "One short round, to see that everything runs.")
    private boolean quick;

    @Option(
            names = "--queues",
            split = ",",
            paramLabel = "QUEUE",
            description = "Only these: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<Contender> queues = List.of(Contender.values());

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "THREADS",
            converter = Load.Converter.class,
            description = "Only these: 1, 2, 4, 8 ... 128 (pairs) and 1+1, 2+2, 4+4 ... 64+64 (producers+consumers)."
                    + " Default: all.")
    private List<Load> loads = Load.all();

    @Option(
            names = "--kinds",
            split = ",",
            paramLabel = "KIND",
            description = "Only these kinds of threads: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<ThreadKind> kinds = List.of(ThreadKind.values());

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            defaultValue = "0.3",
            description = "How long an iteration takes (default: ${DEFAULT-VALUE}); there are 2 for warming up and 5"
                    + " that count.")
    private double seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "2",
            description = "How often everything is measured, one after the other (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--out", paramLabel = "FILE", description = "Add the measurements to this file, as JSON lines.")
    private @Nullable Path out;

    /**
     * A column of the table: a kind of threads and their load. Both determine the name of its experiment in records.
     */
    private record Column(ThreadKind kind, Load load) {
        String experiment() {
            return load.experiment() + kind.suffix();
        }
    }

    private Matrix() {}

    public static void main(String... arguments) {
        System.exit(new CommandLine(new Matrix())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws RunnerException, IOException {
        if (!(seconds >= 0.001 && seconds <= 60)) {
            throw new ParameterException(
                    spec.commandLine(), "--seconds " + seconds + " is not between 0.001 and 60 seconds");
        }
        var rates = new EnumMap<Contender, Map<Column, List<Double>>>(Contender.class);
        for (int round = 0; round < (quick ? 1 : rounds); round++) {
            for (var kind : kinds) {
                for (var load : loads) {
                    var column = new Column(kind, load);
                    collect(run(column), column, rates);
                }
            }
        }
        print(rates);
        if (out != null) {
            ResultFile.append(out, measurements(rates), System.err::println);
        }
        return 0;
    }

    // ---- one column, measured by JMH ----

    /** {@return iterations of each process that do not count} */
    private int warmups() {
        return quick ? 1 : 2;
    }

    /** {@return iterations of each process that count} */
    private int iterations() {
        return quick ? 1 : 5;
    }

    /**
     * {@return the time of an iteration in milliseconds} With {@code --quick} the option {@code --seconds} is ignored.
     */
    private int millis() {
        return quick ? 100 : (int) Math.round(1000 * seconds);
    }

    /**
     * Measures all chosen queues under one load, one after the other. JMH forks a process for each value of the
     * parameter {@code queue}: what the compiler learned from one queue does not affect the next. The names of the
     * parameters are those of the fields of {@link QueueThreads.Work} and {@link Shared}.
     *
     * @return a result for each queue that did not fail
     */
    private Collection<RunResult> run(Column column) throws RunnerException {
        var options = new OptionsBuilder()
                .mode(Mode.Throughput)
                .param("queue", queues.stream().map(Contender::name).toArray(String[]::new))
                .param("kind", column.kind.name())
                .param("threads", Integer.toString(column.load.threads()))
                .param("apart", Boolean.toString(column.load.apart()))
                .param("millis", Integer.toString(millis()))
                .include("^" + QueueThreads.class.getName().replace(".", "\\.") + "\\.")
                .forks(1)
                // The benchmark itself takes `millis`, at least as long as JMH asks for: an iteration is a single call.
                .warmupIterations(warmups())
                .warmupTime(TimeValue.milliseconds(1))
                .measurementIterations(iterations())
                .measurementTime(TimeValue.milliseconds(1))
                .timeout(TimeValue.minutes(2))
                // A queue that fails is missing in the results; the others are measured nevertheless.
                .shouldFailOnError(false)
                // The heap has room for elements of the unbounded queues, and does not grow during the measurement.
                // JCTools uses methods of Unsafe that the JVM would otherwise warn about.
                .jvmArgsAppend("-Xms4g", "-Xmx4g", "--sun-misc-unsafe-memory-access=allow");
        return new Runner(options.build()).run();
    }

    /** {@return a counter of an iteration} The name is that of a field of {@link Done}. */
    private static double counted(IterationResult iteration, String what) {
        return Objects.requireNonNull(iteration.getSecondaryResults().get(what), what)
                .getScore();
    }

    /**
     * Adds the rates of all iterations that count to those of earlier rounds. Iterations of different processes become
     * samples of the same kind.
     *
     * @param rates operations per second, by queue and column; queues without any result have no entry
     */
    private static void collect(
            Collection<RunResult> results, Column column, Map<Contender, Map<Column, List<Double>>> rates) {
        for (var result : results) {
            var contender = Contender.valueOf(result.getParams().getParam("queue"));
            var samples = rates.computeIfAbsent(contender, _ -> new HashMap<>())
                    .computeIfAbsent(column, _ -> new ArrayList<>());
            for (var fork : result.getBenchmarkResults()) {
                for (var iteration : fork.getIterationResults()) {
                    samples.add(1e9 * counted(iteration, "operations") / counted(iteration, "nanos"));
                }
            }
        }
    }

    // ---- results ----

    /** Prints up to four tables: for each kind of threads, one for pairs and one for producers and consumers. */
    private void print(Map<Contender, Map<Column, List<Double>>> rates) {
        System.out.println();
        System.out.println("Million operations per second, median of the iterations");
        for (var kind : kinds) {
            for (boolean apart : new boolean[] {false, true}) {
                var columns = loads.stream()
                        .filter(load -> load.apart() == apart)
                        .map(load -> new Column(kind, load))
                        .toList();
                if (!columns.isEmpty()) {
                    System.out.println();
                    System.out.println(table(columns, rates));
                }
            }
        }
    }

    /**
     * {@return a table with a row for each queue} A queue without a sample has failed in that column, in all rounds. A
     * queue that has failed in all columns of all tables has no row.
     */
    private static String table(List<Column> columns, Map<Contender, Map<Column, List<Double>>> rates) {
        var first = columns.getFirst();
        var table = new StringBuilder("%-33s"
                .formatted((first.load.apart() ? "producers+consumers" : "pairs") + ", "
                        + first.kind.name().toLowerCase(Locale.ROOT) + " threads"));
        columns.forEach(column -> table.append("%8s".formatted(column.load)));
        rates.forEach((contender, row) -> {
            table.append("%n%-33s".formatted(contender.title()));
            columns.forEach(column -> {
                var samples = row.get(column);
                table.append(samples == null ? "%8s".formatted("failed") : "%8.1f".formatted(median(samples) / UNIT));
            });
        });
        return table.toString();
    }

    /** {@return the rate of the median iteration, in operations per second} */
    private static double median(List<Double> samples) {
        return statistics(samples).perSecond(UNIT);
    }

    /**
     * {@return statistics of the times of {@link #UNIT} operations, in nanoseconds} Records contain times, not rates:
     * the fastest iteration gives the minimum.
     */
    private static Statistics statistics(List<Double> perSecond) {
        return Statistics.of(perSecond.stream()
                .mapToLong(rate -> Math.round(1e9 * UNIT / rate))
                .toArray());
    }

    /**
     * {@return a record for each queue, kind of threads and load that has samples} They name no checks, as none is
     * made.
     */
    private List<Measurement> measurements(Map<Contender, Map<Column, List<Double>>> rates) throws IOException {
        var device = device();
        var measurements = new ArrayList<Measurement>();
        for (var kind : kinds) {
            for (var load : loads) {
                var column = new Column(kind, load);
                rates.forEach((contender, row) -> {
                    var samples = row.get(column);
                    if (samples != null) {
                        measurements.add(Measurement.now(
                                column.experiment(),
                                device,
                                contender.title(),
                                parameters(load),
                                statistics(samples),
                                UNIT,
                                List.of()));
                    }
                });
            }
        }
        return measurements;
    }

    /** {@return the parameters of a record, by which it is matched with records of other runs} */
    private Map<String, Object> parameters(Load load) {
        var parameters = new TreeMap<String, Object>();
        parameters.put("capacity", Shared.CAPACITY);
        parameters.put("iterationMillis", millis());
        parameters.put("warmup", warmups());
        if (load.apart()) {
            parameters.put("producers", load.threads());
            parameters.put("consumers", load.threads());
        } else {
            parameters.put("threads", load.threads());
        }
        return parameters;
    }

    /**
     * {@return this machine as a device of records} The id is that of the JVM device. The name contains the processor
     * and the number of processors, so that records of different machines differ. Warps and blocks have no meaning
     * here: their size is 1.
     */
    private static DeviceProperties device() throws IOException {
        int processors = Runtime.getRuntime().availableProcessors();
        return new DeviceProperties(
                "jvm",
                processor() + ", " + processors + " processors",
                1,
                1,
                processors,
                Runtime.getRuntime().maxMemory(),
                System.getProperty("java.vm.name") + " " + Runtime.version() + ", " + System.getProperty("os.name")
                        + " " + System.getProperty("os.arch"));
    }

    /** {@return the name of the processor on Linux; elsewhere the architecture} */
    private static String processor() throws IOException {
        var file = Path.of("/proc/cpuinfo");
        if (Files.isReadable(file)) {
            for (String line : Files.readAllLines(file)) {
                if (line.toLowerCase(Locale.ROOT).startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        }
        return System.getProperty("os.arch");
    }
}
