package dev.warpbroker.benchmarks;

import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultFile;
import dev.warpbroker.cli.results.Statistics;
import dev.warpbroker.device.DeviceProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Measures all queues with all numbers of threads, side by side. A round is one run of JMH over the whole matrix, in which
 * the queues follow each other at each number of threads; rounds are repeated, so that what changes on the machine in the
 * meantime hits all queues alike.
 */
@Command(
        name = "matrix",
        description = "Measures the CPU queues beside those of others, with JMH.",
        mixinStandardHelpOptions = true)
public final class Matrix implements Callable<Integer> {
    /** The records give the time of this many operations. */
    private static final long UNIT = 1_000_000;

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
            converter = LoadConverter.class,
            description =
                    "Only these: 1, 2, 4, 8, 16 (pairs) and 1+1, 2+2, 4+4, 8+8 (producers+consumers). Default: all.")
    private List<Load> loads = List.of(Load.values());

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "2",
            description = "How often everything is measured, one after the other (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--out", paramLabel = "FILE", description = "Add the measurements to this file, as JSON lines.")
    private @Nullable Path out;

    /** Who does what; the name of the benchmark that does it. */
    enum Load {
        PAIRS_1("1", "Pairs.threads1"),
        PAIRS_2("2", "Pairs.threads2"),
        PAIRS_4("4", "Pairs.threads4"),
        PAIRS_8("8", "Pairs.threads8"),
        PAIRS_16("16", "Pairs.threads16"),
        APART_1("1+1", "ProducersConsumers.threads1and1"),
        APART_2("2+2", "ProducersConsumers.threads2and2"),
        APART_4("4+4", "ProducersConsumers.threads4and4"),
        APART_8("8+8", "ProducersConsumers.threads8and8");

        private final String threads;
        private final String benchmark;

        Load(String threads, String benchmark) {
            this.threads = threads;
            this.benchmark = benchmark;
        }

        /** {@return the name of the experiment in records} */
        String experiment() {
            return threads.contains("+") ? "cpu-producers-consumers" : "cpu-pairs";
        }
    }

    static final class LoadConverter implements ITypeConverter<Load> {
        @Override
        public Load convert(String threads) {
            return Arrays.stream(Load.values())
                    .filter(load -> load.threads.equals(threads))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + threads + "' is not one of "
                            + Arrays.stream(Load.values())
                                    .map(load -> load.threads)
                                    .collect(Collectors.joining(", "))));
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
        var rates = new EnumMap<Contender, Map<Load, List<Double>>>(Contender.class);
        for (int round = 0; round < (quick ? 1 : rounds); round++) {
            collect(run(), rates);
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
        return quick ? 100 : 300;
    }

    private Collection<RunResult> run() throws RunnerException {
        var options = new OptionsBuilder()
                .mode(Mode.Throughput)
                .param("queue", queues.stream().map(Contender::name).toArray(String[]::new))
                .forks(1)
                .warmupIterations(warmups())
                .warmupTime(TimeValue.milliseconds(millis()))
                .measurementIterations(iterations())
                .measurementTime(TimeValue.milliseconds(millis()))
                // For the unbounded queues, and what JCTools does with Unsafe.
                .jvmArgsAppend("-Xms4g", "-Xmx4g", "--sun-misc-unsafe-memory-access=allow");
        loads.forEach(load -> options.include("\\." + load.benchmark.replace(".", "\\.") + "$"));
        return new Runner(options.build()).run();
    }

    private static void collect(Collection<RunResult> results, Map<Contender, Map<Load, List<Double>>> rates) {
        for (var result : results) {
            var parameters = result.getParams();
            var contender = Contender.valueOf(parameters.getParam("queue"));
            var load = Arrays.stream(Load.values())
                    .filter(candidate -> parameters.getBenchmark().endsWith("." + candidate.benchmark))
                    .findFirst()
                    .orElseThrow();
            var samples = rates.computeIfAbsent(contender, _ -> new EnumMap<>(Load.class))
                    .computeIfAbsent(load, _ -> new ArrayList<>());
            for (var fork : result.getBenchmarkResults()) {
                for (var iteration : fork.getIterationResults()) {
                    samples.add(iteration.getPrimaryResult().getScore());
                }
            }
        }
    }

    private void print(Map<Contender, Map<Load, List<Double>>> rates) {
        var table =
                new StringBuilder("%nMillion operations per second, median of the iterations%n%n%-33s".formatted(""));
        loads.forEach(load -> table.append("%8s".formatted(load.threads)));
        rates.forEach((contender, row) -> {
            table.append("%n%-33s".formatted(contender.title()));
            loads.forEach(load -> {
                var samples = row.get(load);
                table.append(samples == null ? "%8s".formatted("failed") : "%8.1f".formatted(median(samples) / UNIT));
            });
        });
        System.out.println(table);
    }

    private static double median(List<Double> samples) {
        return statistics(samples).perSecond(UNIT);
    }

    private static Statistics statistics(List<Double> perSecond) {
        return Statistics.of(perSecond.stream()
                .mapToLong(rate -> Math.round(1e9 * UNIT / rate))
                .toArray());
    }

    private List<Measurement> measurements(Map<Contender, Map<Load, List<Double>>> rates) throws IOException {
        var device = device();
        var measurements = new ArrayList<Measurement>();
        rates.forEach((contender, row) -> row.forEach((load, samples) -> measurements.add(Measurement.now(
                load.experiment(),
                device,
                contender.title(),
                parameters(load),
                statistics(samples),
                UNIT,
                List.of()))));
        return measurements;
    }

    private Map<String, Object> parameters(Load load) {
        var parameters = new TreeMap<String, Object>();
        parameters.put("capacity", Shared.CAPACITY);
        parameters.put("iterationMillis", millis());
        parameters.put("warmup", warmups());
        int plus = load.threads.indexOf('+');
        if (plus < 0) {
            parameters.put("threads", Integer.valueOf(load.threads));
        } else {
            parameters.put("producers", Integer.valueOf(load.threads.substring(0, plus)));
            parameters.put("consumers", Integer.valueOf(load.threads.substring(plus + 1)));
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
