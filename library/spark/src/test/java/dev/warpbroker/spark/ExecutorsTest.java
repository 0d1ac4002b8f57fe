package dev.warpbroker.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.tasks.forkjoin.Join;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors that do not have what they should. */
@Tag("cluster")
class ExecutorsTest {
    private static final String ONE_EXECUTOR = "local-cluster[1,1,1024]";

    private record Given(int n) {}

    @Test
    void executorWithoutTheGpuThatSparkPromisedIsNamed(@TempDir Path folder) throws IOException {
        assumeFalse(hasGpu(), "there is a GPU");
        var script = Files.writeString(
                folder.resolve("gpus.sh"), "#!/bin/sh\necho '{\"name\": \"gpu\", \"addresses\": [\"0\"]}'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        var settings = Map.of(
                "spark.master", ONE_EXECUTOR,
                "spark.worker.resource.gpu.amount", "1",
                "spark.worker.resource.gpu.discoveryScript", script.toString(),
                "spark.executor.resource.gpu.amount", "1",
                "spark.task.resource.gpu.amount", "1");
        try (var spark = TestCluster.start(settings)) {
            var tasks = SparkTasks.on(spark, Given.class);
            assertThatThrownBy(
                            () -> tasks.compute(new Given(1), Join::sum, (number, fork) -> fork.complete(number.n())))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContainingAll("Spark promised GPU 0 of executor", "spark.task.resource.gpu.amount");
        }
    }

    @Test
    void olderJavaOnExecutorsIsNamed() {
        var old = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");
        assumeFalse(Files.notExists(old), "there is no Java 17");
        try (var spark = TestCluster.start(
                Map.of("spark.master", ONE_EXECUTOR, "spark.executorEnv.JAVA_HOME", old.toString()))) {
            var tasks = SparkTasks.on(spark, Given.class);
            assertThatThrownBy(
                            () -> tasks.compute(new Given(1), Join::sum, (number, fork) -> fork.complete(number.n())))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContainingAll("too old", "spark.executorEnv.JAVA_HOME");
        }
    }

    @Test
    void classesThatExecutorsDoNotHaveAreNamed() {
        try (var spark =
                TestCluster.start(Map.of("spark.master", ONE_EXECUTOR, "spark.executor.extraClassPath", "nowhere"))) {
            var tasks = SparkTasks.on(spark, Given.class);
            assertThatThrownBy(
                            () -> tasks.compute(new Given(1), Join::sum, (number, fork) -> fork.complete(number.n())))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContainingAll("dev.warpbroker.spark", "--jars");
        }
    }

    private static boolean hasGpu() {
        try (var _ = Device.cuda(0)) {
            return true;
        } catch (DeviceException _) {
            return false;
        }
    }
}
