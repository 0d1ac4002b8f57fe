package dev.warpbroker.cli.cluster;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.cluster.Cluster;
import dev.warpbroker.experiments.cluster.SparkHome;
import dev.warpbroker.experiments.cluster.Timeline;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.OutputFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say on which cluster to run. */
public final class ClusterOption {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    @Option(
            names = "--cluster",
            paramLabel = "URL",
            description = {
                "Run on a cluster of Apache Spark: spark://HOST:PORT, yarn, k8s://..., or local-cluster[N,CORES,MB], N"
                        + " executors as processes of this machine.",
                "Executors use their GPU if Spark gives them one, else their cores."
            })
    private @Nullable String master;

    @Option(
            names = "--spark-home",
            paramLabel = "DIR",
            description =
                    "With --cluster: where Spark 4 is (default: SPARK_HOME, else the jars in Maven's repository).")
    private @Nullable Path sparkHome;

    @Option(
            names = "--spark",
            paramLabel = "KEY=VALUE",
            description = "With --cluster: a setting of Spark, such as spark.executor.memory=8g; may be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--timeline",
            paramLabel = "FILE.svg",
            description = "With --cluster: where to draw what executors did when.")
    private @Nullable Path timeline;

    /** What is done on a cluster. */
    public interface Work {
        /** {@return the exit code} */
        int on(Cluster cluster) throws IOException;
    }

    /** {@return whether to run on a cluster} */
    public boolean isGiven() {
        if (master == null) {
            refuseWithout("--spark-home", sparkHome);
            refuseWithout("--spark", settings.isEmpty() ? null : settings);
            refuseWithout("--timeline", timeline);
        }
        return master != null;
    }

    private static void refuseWithout(String option, @Nullable Object value) {
        if (value != null) {
            throw new IllegalArgumentException(
                    option + " " + value + " means nothing without --cluster; leave it out, or add --cluster");
        }
    }

    /** Refuses options of the command that a cluster does not heed. */
    public void refuse(String... options) {
        var parsed = command.commandLine().getParseResult();
        for (String option : options) {
            if (parsed.hasMatchedOption(option)) {
                throw new IllegalArgumentException(option + " means nothing with --cluster; leave it out");
            }
        }
    }

    /**
     * Runs work on the cluster. Without Spark in this JVM, the whole command is run again by one that has it.
     *
     * @return the exit code
     */
    public int run(Console console, Work work) throws IOException {
        if (timeline != null) {
            OutputFile.requireWritable("--timeline", timeline);
        }
        var connectors =
                hasSpark() ? ServiceLoader.load(Cluster.Connector.class).findFirst() : null;
        if (connectors == null) {
            return again();
        }
        var connector = connectors.orElseThrow(() -> new IllegalStateException(
                "Spark is on the class path, but warpbroker-cluster is not; run ./warpbroker of a checkout"));
        console.note("connecting to " + master);
        try (var cluster = connector.connect(Objects.requireNonNull(master), settings, SparkInstallation.classPath())) {
            int code = work.on(cluster);
            if (timeline != null) {
                var drawn = new Timeline(cluster.slices());
                OutputFile.write(timeline, file -> Files.writeString(file, drawn.svg()));
                console.note("timeline of " + drawn.slices().size() + " slices written to " + timeline);
            }
            return code;
        }
    }

    /** {@return where it ran, for the first line of a result} */
    public String where(Cluster cluster) {
        int executors = cluster.executors();
        return master + ", " + executors + (executors == 1 ? " executor" : " executors");
    }

    /** {@return a listener that prints a line now and then} */
    public Consumer<Cluster.Progress> progress(Console console, String what) {
        return new Consumer<>() {
            private long next = System.nanoTime() + PAUSE.toNanos();

            @Override
            public void accept(Cluster.Progress progress) {
                if (System.nanoTime() - next >= 0) {
                    next = System.nanoTime() + PAUSE.toNanos();
                    console.note(what + ": " + line(progress));
                }
            }
        };
    }

    private static String line(Cluster.Progress progress) {
        double seconds = progress.elapsed().toNanos() / 1e9;
        return Quantity.count(progress.slices()) + " slices done, " + Quantity.count(progress.underWay())
                + " under way, " + Quantity.count(progress.waiting()) + " tasks waiting"
                + (progress.executed() == 0 ? "" : ", tasks/s " + Quantity.rate(progress.executed() / seconds))
                + ", executors " + progress.executors();
    }

    private static boolean hasSpark() {
        try {
            Class.forName("org.apache.spark.SparkContext", false, ClusterOption.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException _) {
            return false;
        }
    }

    private int again() throws IOException {
        var spark = SparkInstallation.find(sparkHome);
        var line = new ArrayList<String>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(SparkHome.JAVA_OPTIONS);
        line.add("-Dlog4j2.configurationFile=warpbroker-log4j2.properties");
        String options = System.getenv(FailureReason.JAVA_OPTIONS);
        if (options != null) {
            Stream.of(options.split(" ", -1))
                    .filter(option -> !option.isEmpty())
                    .forEach(line::add);
        }
        line.add("-cp");
        line.add(String.join(File.pathSeparator, SparkInstallation.classPath())
                + File.pathSeparator
                + spark.classPath());
        line.add("dev.warpbroker.cli.Main");
        line.addAll(command.root().commandLine().getParseResult().originalArgs());
        var builder = new ProcessBuilder(line).inheritIO();
        builder.environment().putAll(spark.environment());
        builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        return await(builder.start());
    }

    /** {@return the exit code of a process, which does not outlive this one} */
    private static int await(Process process) {
        var ending = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            return process.waitFor();
        } catch (InterruptedException _) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted; the run on the cluster was ended");
        } finally {
            if (!process.isAlive()) {
                Runtime.getRuntime().removeShutdownHook(ending);
            }
        }
    }
}
