package dev.warpbroker.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** Two executors with a core each, processes of this machine; they live too short for C2. */
final class TestCluster {
    /** What takes a little longer than others is run a second time elsewhere. */
    private static final Map<String, String> SPECULATIVE = Map.of(
            "spark.speculation", "true",
            "spark.speculation.interval", "10ms",
            "spark.speculation.multiplier", "1.1",
            "spark.speculation.quantile", "0.1",
            "spark.speculation.minTaskRuntime", "1ms");

    private static @Nullable JavaSparkContext shared;

    private TestCluster() {}

    /**
     * {@return the cluster of all tests that need none of their own; it ends with the JVM, and repeats what takes long}
     */
    static synchronized JavaSparkContext shared() {
        var spark = shared;
        if (spark == null) {
            spark = start(SPECULATIVE);
            shared = spark;
        }
        return spark;
    }

    /** Starts a cluster for one test. A JVM can have but one: the shared one ends. */
    static synchronized JavaSparkContext start(Map<String, String> settings) {
        if (shared != null) {
            shared.stop();
            shared = null;
        }
        linkJars();
        var conf = new SparkConf()
                .setMaster("local-cluster[2,1,1024]")
                .setAppName("warpbroker-spark tests")
                .set("spark.ui.enabled", "false")
                .set("spark.executor.extraClassPath", own())
                .set("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                .set("spark.default.parallelism", "2")
                .set("spark.sql.shuffle.partitions", "2");
        settings.forEach(conf::set);
        var spark = new JavaSparkContext(conf);
        spark.setLogLevel("OFF");
        return spark;
    }

    /** {@return the process of every executor} */
    static List<Long> executors(JavaSparkContext spark) {
        return spark.parallelize(IntStream.range(0, 16).boxed().toList(), 16)
                .map(_ -> {
                    Thread.sleep(50);
                    return ProcessHandle.current().pid();
                })
                .distinct()
                .collect();
    }

    /** The classes of this module and of those it needs: folders in a build, jars otherwise. */
    private static String own() {
        return String.join(
                File.pathSeparator,
                classPath().filter(entry -> !isJarOfSpark(entry)).toList());
    }

    private static boolean isJarOfSpark(String entry) {
        return entry.endsWith(".jar")
                && !Path.of(entry).getFileName().toString().startsWith("warpbroker-");
    }

    private static void linkJars() {
        var jars = Path.of(Objects.requireNonNull(System.getenv("SPARK_HOME")), "jars");
        try {
            Files.createDirectories(jars);
            for (String entry : classPath().filter(TestCluster::isJarOfSpark).toList()) {
                link(jars.resolve(Path.of(entry).getFileName()), Path.of(entry));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void link(Path link, Path jar) throws IOException {
        try {
            Files.createSymbolicLink(link, jar);
        } catch (FileAlreadyExistsException _) {
            // of an earlier run
        }
    }

    private static Stream<String> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }
}
