package dev.warpbroker.cluster;

import dev.warpbroker.experiments.cluster.Cluster;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Connects to clusters of Spark. */
public final class SparkConnector implements Cluster.Connector {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long PAUSE_NANOS = 50_000_000;

    /** Executors, cores and megabytes of each. */
    private static final Pattern LOCAL_CLUSTER =
            Pattern.compile("local-cluster\\[\\s*(\\d+)\\s*,\\s*(\\d+)\\s*,\\s*(\\d+)\\s*]");

    /** So that times are those of the work; a run without executors ends by itself, and says why. */
    private static void awaitExecutors(Cluster cluster, int wanted) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (cluster.executors() < wanted && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Override
    public Cluster connect(String master, Map<String, String> settings, List<String> classPath) {
        var conf = new SparkConf()
                .setMaster(master)
                .setAppName("warpbroker")
                .set("spark.ui.enabled", "false")
                .set("spark.ui.showConsoleProgress", "false")
                .set("spark.sql.shuffle.partitions", "8")
                .set("spark.executor.extraJavaOptions", "-Dlog4j2.configurationFile=warpbroker-log4j2.properties");
        if (classPath.stream().allMatch(entry -> entry.endsWith(".jar"))) {
            conf.setJars(classPath.toArray(String[]::new));
        } else {
            // Folders of a build: executors are on this machine.
            conf.set("spark.executor.extraClassPath", String.join(File.pathSeparator, classPath));
        }
        var local = LOCAL_CLUSTER.matcher(master);
        if (local.matches()) {
            // A slice has all cores of its executor.
            conf.set("spark.task.cpus", local.group(2));
            conf.set("spark.executor.memory", local.group(3) + "m");
        }
        settings.forEach(conf::set);
        try {
            var cluster = new SparkCluster(new JavaSparkContext(conf));
            awaitExecutors(cluster, local.matches() ? Integer.parseInt(local.group(1)) : 1);
            return cluster;
        } catch (Exception refused) { // Spark throws what its methods do not say
            throw new IllegalStateException(
                    "no connection to the cluster " + master + ": " + reason(refused)
                            + "; start one with: warpbroker cluster start, or give local-cluster[2,1,1024]",
                    refused);
        }
    }

    /** {@return the first line of what lies at the bottom of a failure} */
    private static String reason(Throwable failure) {
        var bottom = failure;
        while (bottom.getCause() != null) {
            bottom = bottom.getCause();
        }
        return bottom.toString().lines().findFirst().orElseThrow();
    }
}
