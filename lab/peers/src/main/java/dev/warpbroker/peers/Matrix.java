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
 * Measures all queues with all numbers of threads of both kinds, side by side. In a round the queues follow each other
 * at each number of threads, every one in a process of its own; rounds are repeated, so that what changes on the
 * machine in the meantime hits all queues alike.
 */
@Command(
        name = "matrix",
        description = "Measures the CPU queues beside those of others, with JMH.",
        mixinStandardHelpOptions = true)
public final class Matrix implements Callable<Integer> {
    /** The records give the time of this many operations. */
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

    /** Of the table: a kind of threads and what they do. */
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

    private int warmups() {
        return quick ? 1 : 2;
    }

    private int iterations() {
        return quick ? 1 : 5;
    }

    private int millis() {
        return quick ? 100 : (int) Math.round(1000 * seconds);
    }

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
                // An iteration is one call, which takes the time.
                .warmupIterations(warmups())
                .warmupTime(TimeValue.milliseconds(1))
                .measurementIterations(iterations())
                .measurementTime(TimeValue.milliseconds(1))
                .timeout(TimeValue.minutes(2))
                .shouldFailOnError(false)
                // For the unbounded queues, and what JCTools does with Unsafe.
                .jvmArgsAppend("-Xms4g", "-Xmx4g", "--sun-misc-unsafe-memory-access=allow");
        return new Runner(options.build()).run();
    }

    private static double counted(IterationResult iteration, String what) {
        return Objects.requireNonNull(iteration.getSecondaryResults().get(what), what)
                .getScore();
    }

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

    /** A table for each kind of threads, for pairs and for producers and consumers. */
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

    private static double median(List<Double> samples) {
        return statistics(samples).perSecond(UNIT);
    }

    private static Statistics statistics(List<Double> perSecond) {
        return Statistics.of(perSecond.stream()
                .mapToLong(rate -> Math.round(1e9 * UNIT / rate))
                .toArray());
    }

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

    /** Linux knows its name. */
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
