package dev.warpbroker.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkException;
import org.junit.jupiter.api.Test;

/** What Spark says, and what comes of it. */
class ClusterExceptionTest {
    private static String message(String said) {
        return String.valueOf(ClusterException.of(new SparkException(said)).getMessage());
    }

    private static String aborted(String last) {
        return "Job aborted due to stage failure: Task 0 in stage 3.0 failed 4 times, most recent failure: Lost task"
                + " 0.3 in stage 3.0 (TID 7) (10.0.0.7 executor 1): " + last
                + "\n\tat java.base/java.lang.Class.forName0(Native"
                + " Method)\n";
    }

    @Test
    void oldJavaOnAnExecutorIsNamed() {
        assertThat(message(aborted("java.lang.UnsupportedClassVersionError: dev/warpbroker/spark/SliceTask has been"
                        + " compiled by a more recent version of the Java Runtime (class file version 69.0)")))
                .contains("too old", "executor 1 on 10.0.0.7", "spark.executorEnv.JAVA_HOME")
                .doesNotContain("Class.forName0");
    }

    @Test
    void missingJarIsNamed() {
        assertThat(message(aborted("java.lang.ClassNotFoundException: com.example.Node")))
                .contains("com.example.Node", "--jars");
    }

    @Test
    void lambdaWhoseClassIsMissingIsAMissingJar() {
        assertThat(message(aborted("java.lang.ClassCastException: cannot assign instance of"
                        + " java.lang.invoke.SerializedLambda to field x")))
                .contains("--jars");
    }

    @Test
    void whatCannotBeSentIsNamed() {
        assertThat(message("Task not serializable: java.io.NotSerializableException: dev.warpbroker.device.Ints"))
                .contains("dev.warpbroker.device.Ints", "make device memory in the function");
    }

    @Test
    void otherFailuresAreTheFirstLineOfTheLastAttempt() {
        assertThat(message(aborted("java.lang.IllegalStateException: Spark promised GPU 0")))
                .isEqualTo("executor 1 on 10.0.0.7: java.lang.IllegalStateException: Spark promised GPU 0");
    }
}
