package dev.warpbroker.cli.run;

import dev.warpbroker.cli.cluster.ClusterOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long an executor of a cluster works before it returns what is left. */
final class SliceOption {
    private static final int USUAL_MILLIS = 300;

    @Option(
            names = "--slice",
            paramLabel = "MS",
            description = "With --cluster: how long an executor works before it returns what is left (default: "
                    + USUAL_MILLIS + ").")
    private @Nullable Integer millis;

    /** {@return whether to run on a cluster; if not, a slice means nothing} */
    boolean isOnCluster(ClusterOption cluster) {
        boolean given = cluster.isGiven();
        if (!given && millis != null) {
            throw new IllegalArgumentException(
                    "--slice " + millis + " means nothing without --cluster; leave it out, or add --cluster");
        }
        return given;
    }

    Duration duration() {
        return Duration.ofMillis(millis == null ? USUAL_MILLIS : millis);
    }
}
