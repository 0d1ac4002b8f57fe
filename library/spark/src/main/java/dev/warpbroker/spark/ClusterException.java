package dev.warpbroker.spark;

import java.util.regex.Pattern;

/** Work on a cluster has failed. The message says what and, where that is known, the way out. */
public final class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final String RECENT = "most recent failure: ";

    /** Machine, executor, and what happened there. */
    private static final Pattern ATTEMPT =
            Pattern.compile("Lost task \\S+ in stage \\S+ \\(TID \\d+\\) \\((\\S+) executor (\\S+)\\): (.*)");

    /** Made by this library. */
    ClusterException(String message) {
        super(message);
    }

    ClusterException(String message, Throwable cause) {
        super(message, cause);
    }

    /** {@return what Spark says of a job that failed, and what can be done about it} */
    public static ClusterException of(Throwable failure) {
        if (failure instanceof ClusterException known) {
            return known;
        }
        return new ClusterException(explained(failure.toString()), failure);
    }

    private static String explained(String said) {
        String reason = reason(said);
        if (said.contains("NotSerializableException")) {
            return "what the work captures cannot be sent to executors (" + reason
                    + "); make device memory in the function that gets the device, and capture only what is"
                    + " serializable";
        }
        if (said.contains("UnsupportedClassVersionError")) {
            return "an executor runs a Java that is too old for these classes (" + reason + "): it needs Java "
                    + Runtime.version().feature()
                    + " or later; set spark.executorEnv.JAVA_HOME to one on the machines of the executors, or JAVA_HOME"
                    + " in conf/spark-env.sh there";
        }
        if (said.contains("ClassNotFoundException")
                || said.contains("NoClassDefFoundError")
                || said.contains("SerializedLambda")) {
            return "an executor has not all classes of the program (" + reason
                    + "); name its jars and those of warpbroker in --jars of spark-submit, or in spark.jars";
        }
        return reason;
    }

    /** Spark's message has the stack trace of the last attempt in it: the first line tells what it was. */
    private static String reason(String said) {
        int at = said.indexOf(RECENT);
        String last = at < 0 ? said : said.substring(at + RECENT.length());
        String line = last.lines().findFirst().orElse(said);
        var attempt = ATTEMPT.matcher(line);
        return attempt.matches()
                ? "executor " + attempt.group(2) + " on " + attempt.group(1) + ": " + attempt.group(3)
                : line;
    }
}
