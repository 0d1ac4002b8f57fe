package dev.warpbroker.cli.bench.timing;

import dev.warpbroker.cli.bench.QueueConverter;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that chooses queues. */
public final class Structures {
    @Option(
            names = "--structures",
            split = ",",
            paramLabel = "NAME",
            converter = QueueConverter.class,
            description = "Queues by name, such as BQ,BQ-fused (default: all that can take part).")
    private @Nullable List<QueueKind> structures;

    /** {@return whether the user said which} */
    public boolean areGiven() {
        return structures != null;
    }

    /** {@return the queues that were asked for, or {@code preset}} */
    public List<QueueKind> or(List<QueueKind> preset) {
        return structures == null ? preset : structures.stream().distinct().toList();
    }
}
